/** Where a turn's first aim points. */
import type {Point2} from "carom-wasm";
import {kDegree} from "./aim.js";

const kShares = [0.35, -0.35, 0.7, -0.7, 0.95, -0.95];  // of half a ball's width, as the cue ball's centre sees it

export const minus = ([x, y]: Point2, [a, b]: Point2): Point2 => [x - a, y - b];
const length = ([x, y]: Point2): number => Math.hypot(x, y);
export const angleOf = ([x, y]: Point2): number => Math.atan2(y, x);

/** Straight at the balls, the nearest first; then at what else is seen of them; then all around, which leads to them by cushions. */
function* candidates(from: Point2, targets: Point2[], radius: number): Generator<number> {
  const ways = targets.map((at) => minus(at, from)).sort((a, b) => length(a) - length(b));
  for (const way of ways) yield angleOf(way);
  for (const way of ways) for (const share of kShares) yield angleOf(way) + share * Math.asin(Math.min(1, (2 * radius) / length(way)));
  for (let degrees = 1; degrees <= 180; ++degrees) for (const side of [1, -1]) yield angleOf(ways[0] ?? [1, 0]) + side * degrees * kDegree;
}

/** At the nearest of them. */
export const straight = (from: Point2, targets: Point2[]): number => candidates(from, targets, 0).next().value as number;

/** The first of these ways that is allowed; straight at the nearest ball if none is. */
export async function firstAim(from: Point2, targets: Point2[], radius: number, allowed: (angle: number) => Promise<boolean>): Promise<number> {
  for (const angle of candidates(from, targets, radius)) if (await allowed(angle)) return angle;
  return straight(from, targets);
}
