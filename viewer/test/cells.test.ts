import assert from "node:assert/strict";
import {test} from "node:test";
import {cellBox, cellsAt, gridBox, surface} from "../src/cells.js";
import type {Cells, CellMark} from "../src/scene.js";

const mark: CellMark = {name: "", color: "#000000", time: Float64Array.of(0, 2), first: Uint32Array.of(0, 1, 3), cells: Int32Array.of(1, 2, 3, 4, 5, 6)};
const grid: Cells = {low: [-1, 2], side: [0.5, 2], counts: [4, 3], marks: [mark], regions: [], casts: []};

test("the cells of a mark are those of the last step", () => {
  assert.deepEqual(cellsAt(mark, 2, -1), []);
  assert.deepEqual(cellsAt(mark, 2, 1.5), [[1, 2]]);
  assert.deepEqual(cellsAt(mark, 2, 2), [[3, 4], [5, 6]]);
});

test("boxes of cells and of their grid", () => {
  assert.deepEqual(cellBox(grid, [1, 2]), {low: [-0.5, 6], high: [0, 8]});
  assert.deepEqual(gridBox(grid), {low: [-1, 2], high: [1, 8]});
});

test("the surface of a cube of cells has six sides of them", () => {
  const cube = [0, 1, 2].flatMap((x) => [0, 1, 2].flatMap((y) => [0, 1, 2].map((z) => [x, y, z])));
  assert.equal(surface(cube).length, 54);
  assert.equal(surface([[4, 4, 4]]).length, 6);
});
