/** Points of the plane. */
export type Point = [number, number];

export interface Box {
  low: Point;
  high: Point;
}

export const plus = ([a, b]: Point, [c, d]: Point, by = 1): Point => [a + by * c, b + by * d];
export const minus = ([a, b]: Point, [c, d]: Point): Point => [a - c, b - d];
export const dot = ([a, b]: Point, [c, d]: Point): number => a * c + b * d;
export const length = ([a, b]: Point): number => Math.hypot(a, b);
export const middle = ([a, b]: Point, [c, d]: Point): Point => [(a + c) / 2, (b + d) / 2];
/** A quarter turn anticlockwise. */
export const turned = ([a, b]: Point): Point => [-b, a];

export function unit(v: Point, otherwise: Point = [1, 0]): Point {
  const size = length(v);
  return size > 0 ? [v[0] / size, v[1] / size] : otherwise;
}

/** Three digits suffice for what a hand does. */
export const rounded = (value: number): number => Number(value.toPrecision(3));

/** Without the last digits, in which sums of decimal numbers err. */
export const clean = (p: Point): Point => p.map((x) => Number(x.toPrecision(12))) as Point;

export const boxOf = (a: Point, b: Point): Box => ({low: [Math.min(a[0], b[0]), Math.min(a[1], b[1])], high: [Math.max(a[0], b[0]), Math.max(a[1], b[1])]});

/** Around all of them; null around none. */
export function around(points: Point[]): Box | null {
  if (!points.length) return null;
  return points.reduce((box: Box, [x, y]) => ({low: [Math.min(box.low[0], x), Math.min(box.low[1], y)], high: [Math.max(box.high[0], x), Math.max(box.high[1], y)]}), {low: [Infinity, Infinity], high: [-Infinity, -Infinity]});
}

export const within = (p: Point, {low, high}: Box): boolean => p[0] >= low[0] && p[0] <= high[0] && p[1] >= low[1] && p[1] <= high[1];

export function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [along, from] = [minus(b, a), minus(p, a)];
  const share = Math.max(0, Math.min(1, dot(along, from) / (dot(along, along) || 1)));
  return length(minus(from, [along[0] * share, along[1] * share]));
}

/** Whether a ray to the right of p crosses its edges an odd number of times. */
export function isInside(p: Point, corners: Point[]): boolean {
  let inside = false;
  corners.forEach((a, k) => {
    const b = corners[(k + 1) % corners.length];
    if (a[1] > p[1] !== b[1] > p[1] && p[0] < a[0] + ((p[1] - a[1]) * (b[0] - a[0])) / (b[1] - a[1])) inside = !inside;
  });
  return inside;
}

export const cornersOf = ({low, high}: Box): Point[] => [low, [high[0], low[1]], high, [low[0], high[1]]];

/** From angle to angle, anticlockwise, near enough for a picture. */
export function arcPoints(center: Point, radius: number, from: number, turn: number): Point[] {
  const parts = Math.max(2, Math.ceil((24 * Math.abs(turn)) / Math.PI));
  return Array.from({length: parts + 1}, (_, k): Point => [center[0] + radius * Math.cos(from + (turn * k) / parts), center[1] + radius * Math.sin(from + (turn * k) / parts)]);
}
