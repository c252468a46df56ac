import assert from "node:assert/strict";
import {test} from "node:test";
import {type Chain, eachChain, eachForceArrow, type ForceArrow, kMostChains} from "../src/forces.js";
import type {Playback} from "../src/playback.js";

/** A disc of radius 1 at (0, 3) on one of radius 2 at (0, 0), which stands on something at (0, −2): the weights are 3 and 5. */
const stack = {
  dimension: 2, count: 2, position: Float32Array.of(0, 3, 0, 0), radius: Float32Array.of(1, 2), here: Uint8Array.of(1, 1), pull: Float32Array.of(0, -3, 0, -5), topPull: 5,
  contactForces: {count: 2, a: Int32Array.of(0, 1), b: Int32Array.of(1, -1), point: Float32Array.of(0, 2, 0, -2), force: Float32Array.of(0, 3, 0, 8), pressing: Float32Array.of(3, 8), mean: 5.5},
} as unknown as Playback;

const chainsOf = (playback: Playback): Chain[] => {
  const chains: Chain[] = [];
  eachChain(playback, (chain) => chains.push(chain));
  return chains;
};

test("a chain goes from middle to middle, to something that is no ball as far as it touches", () => {
  assert.deepEqual(chainsOf(stack).map(({from, to, slots}) => [from, to, slots]), [[[0, 3], [0, 0], [0, 1]], [[0, 0], [0, -2], [1, -1]]]);
});

test("it is as wide as it presses: of the smaller radius where that is four times the mean", () => {
  const widths = chainsOf(stack).map(({width}) => width);
  assert.deepEqual(widths, [3 / (4 * 5.5), (2 * 8) / (4 * 5.5)]);
});

test("of too many chains the strongest are drawn", () => {
  const count = kMostChains + 500;
  const pressing = Float32Array.from({length: count}, (_, k) => k + 1);
  const many = {...stack, contactForces: {count, a: new Int32Array(count), b: new Int32Array(count).fill(-1), point: new Float32Array(2 * count), force: new Float32Array(2 * count), pressing, mean: 1e9}} as unknown as Playback;
  let drawn = 0;
  eachChain(many, () => ++drawn);
  assert.equal(drawn, kMostChains);
});

test("every ball has the arrow of what pulls at it, the chosen one those of what presses on it too", () => {
  const arrows: ForceArrow[] = [];
  eachForceArrow(stack, 1, 10, 50, (arrow) => arrows.push(arrow));
  // The upper disc presses on the lower one downwards, at (0, 2), and the ground upwards; the largest pull, 5, is 50 long.
  assert.deepEqual(arrows.map(({from, way, presses}) => [from, way.map((x) => x + 0), presses]), [
    [[0, 2], [0, -30], true], [[0, -2], [0, 80], true], [[0, 3], [0, -30], false], [[0, 0], [0, -50], false],
  ]);
  const none: ForceArrow[] = [];
  eachForceArrow(stack, -1, 1, 50, (arrow) => none.push(arrow));
  assert.equal(none.length, 1);
});
