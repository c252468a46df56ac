/** Draws cells in the plane: a grid, and what is marked of it. */
import type {Brush} from "./brush.js";
import {cellBox, cellsAt, gridBox} from "../cells.js";
import type {Cells} from "../scene.js";

const kRegionDash = [7, 4];

const corners = ({low, high}: {low: number[]; high: number[]}) => [low, [high[0], low[1]], high, [low[0], high[1]]];

export function drawCells(brush: Brush, cells: Cells, t: number): void {
  const {context, colors, view} = brush;
  const box = gridBox(cells);
  context.lineJoin = "round";
  for (let k = 0; k <= cells.counts[0]; ++k) line(brush, cells.low[0] + k * cells.side[0], box.low[1], cells.low[0] + k * cells.side[0], box.high[1]);
  for (let k = 0; k <= cells.counts[1]; ++k) line(brush, box.low[0], cells.low[1] + k * cells.side[1], box.high[0], cells.low[1] + k * cells.side[1]);
  for (const mark of cells.marks)
    for (const cell of cellsAt(mark, 2, t)) {
      brush.trace(corners(cellBox(cells, cell)), true);
      brush.fill(`${mark.color}33`);
      brush.stroke(`${mark.color}c0`, 1.2);
    }
  context.setLineDash(kRegionDash);
  for (const region of cells.regions) {
    brush.trace(corners(region), true);
    brush.stroke(colors.ink, 1.6);
  }
  context.setLineDash([]);
  for (const {from, to} of cells.casts) {
    const [x0, y0] = view.toScreen(from[0], from[1]);
    const [x1, y1] = view.toScreen(to[0], to[1]);
    brush.arrow(x0, y0, x1 - x0, y1 - y0, colors.ink);
  }
}

function line(brush: Brush, x0: number, y0: number, x1: number, y1: number): void {
  brush.trace([[x0, y0], [x1, y1]]);
  brush.stroke(brush.colors["line-strong"], 0.8);
}
