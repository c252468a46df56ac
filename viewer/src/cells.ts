/** The cells of a grid, and which of them are marked when: as the library's broad phase says, which the run's report holds. */
import type {Cells, CellMark} from "./scene.js";
import {upperBound} from "./search.js";

export interface CellFace {
  cell: number[];
  axis: number;
  high: boolean;
}

/** Those that a mark has at a time. */
export function cellsAt({time, first, cells}: CellMark, dimension: number, t: number): number[][] {
  const step = upperBound(time, t) - 1;
  if (step < 0) return [];
  return Array.from({length: first[step + 1] - first[step]}, (_, k) => Array.from(cells.subarray(dimension * (first[step] + k), dimension * (first[step] + k + 1))));
}

export function cellBox({low, side}: Cells, cell: number[]): {low: number[]; high: number[]} {
  return {low: cell.map((at, k) => low[k] + at * side[k]), high: cell.map((at, k) => low[k] + (at + 1) * side[k])};
}

export function gridBox(cells: Cells): {low: number[]; high: number[]} {
  return {low: cells.low, high: cellBox(cells, cells.counts.map((count) => count - 1)).high};
}

/** The faces that no two of some cells share. */
export function surface(cells: number[][]): CellFace[] {
  const all = new Set(cells.map(String));
  return cells.flatMap((cell) => [0, 1, 2].flatMap((axis) => [false, true].map((high) => ({cell, axis, high})))).filter(({cell, axis, high}) => {
    const beside = [...cell];
    beside[axis] += high ? 1 : -1;
    return !all.has(String(beside));
  });
}
