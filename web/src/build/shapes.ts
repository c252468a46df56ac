/** Where the bodies of a scene are, and how they are taken hold of. */
import type {Body, Force, Point} from "./document.js";

export const plus = ([a, b]: Point, [c, d]: Point, by = 1): Point => [a + by * c, b + by * d];
export const minus = ([a, b]: Point, [c, d]: Point): Point => [a - c, b - d];
export const length = ([a, b]: Point): number => Math.hypot(a, b);

/** How long arrows are drawn: length for a unit of velocity, and of force. */
export interface Scales {
  velocity: number;
  force: number;
}

/** A point of a body that can be dragged, and what the body is then. */
export interface Handle {
  name: string;
  at: Point;
  move: (to: Point) => void;
}

/** The tip of an arrow that begins at a ball's rim; a zero one points along `otherwise`. */
function tip({center, radius}: NonNullable<Body["ball"]>, arrow: Point, scale: number, otherwise: Point): Point {
  const size = length(arrow);
  const unit: Point = size > 0 ? [arrow[0] / size, arrow[1] / size] : otherwise;
  return plus(center, unit, radius + size * scale);
}

function arrowTo({center, radius}: NonNullable<Body["ball"]>, at: Point, scale: number): Point {
  const away = minus(at, center);
  const size = Math.max(0, length(away) - radius) / scale;
  const share = size / (length(away) || 1);
  return [rounded(away[0] * share), rounded(away[1] * share)];
}

/** Three digits suffice for what a hand does. */
export const rounded = (value: number): number => Number(value.toPrecision(3));

export const velocityTip = (body: Body, scales: Scales): Point => tip(body.ball!, body.velocity ?? [0, 0], scales.velocity, [1, 0]);
export const forceTip = (body: Body, force: Force, scales: Scales): Point => tip(body.ball!, force.force, scales.force, [0, 1]);

export function handlesOf(body: Body, force: Force | undefined, scales: Scales): Handle[] {
  const {ball, segment, polygon, box} = body;
  if (ball) {
    const all: Handle[] = [
      {name: "radius", at: plus(ball.center, [0, -ball.radius]), move: (to) => (ball.radius = Math.max(1e-3, rounded(length(minus(to, ball.center)))))},
      {name: "velocity", at: velocityTip(body, scales), move: (to) => (body.velocity = arrowTo(ball, to, scales.velocity))},
    ];
    if (force) all.push({name: "force", at: forceTip(body, force, scales), move: (to) => (force.force = arrowTo(ball, to, scales.force))});
    return all;
  }
  if (segment) return (["from", "to"] as const).map((end) => ({name: end, at: segment[end], move: (to) => (segment[end] = to)}));
  if (polygon) return polygon.vertices.map((at, k) => ({name: `corner ${k + 1}`, at, move: (to) => (polygon.vertices[k] = to)}));
  if (box) return boxHandles(box);
  return [];
}

/** The low and the high corner, which never pass each other. */
export function boxHandles(box: {low: Point; high: Point}): Handle[] {
  return [
    {name: "lower corner", at: box.low, move: ([x, y]) => x < box.high[0] && y < box.high[1] && (box.low = [x, y])},
    {name: "upper corner", at: box.high, move: ([x, y]) => x > box.low[0] && y > box.low[1] && (box.high = [x, y])},
  ];
}

export function moveBody({ball, segment, polygon, box, half_space: space}: Body, by: Point): void {
  const moved = (p: Point): Point => plus(p, by).map((x) => Number(x.toPrecision(12))) as Point;
  if (ball) ball.center = moved(ball.center);
  if (segment) Object.assign(segment, {from: moved(segment.from), to: moved(segment.to)});
  if (polygon) polygon.vertices = polygon.vertices.map(moved);
  if (box) Object.assign(box, {low: moved(box.low), high: moved(box.high)});
  if (space?.point) space.point = moved(space.point);
  else if (space) space.offset = (space.offset ?? 0) + (space.normal[0] * by[0] + space.normal[1] * by[1]) / length(space.normal);
}

/** A body that is elsewhere, by so much. */
export function placed(body: Body, by: number[] | undefined): Body {
  if (!by || body.ball) return body;
  const there = structuredClone(body);
  moveBody(there, by as Point);
  return there;
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [along, from] = [minus(b, a), minus(p, a)];
  const share = Math.max(0, Math.min(1, (along[0] * from[0] + along[1] * from[1]) / (along[0] ** 2 + along[1] ** 2 || 1)));
  return length(minus(from, [along[0] * share, along[1] * share]));
}

/** The lines of a body that has some. */
export function edgesOf({segment, polygon, box}: Body): [Point, Point][] {
  if (segment) return [[segment.from, segment.to]];
  const around = (corners: Point[], closed: boolean) => corners.map((p, k): [Point, Point] => [p, corners[(k + 1) % corners.length]]).slice(0, closed ? undefined : -1);
  if (polygon) return around(polygon.vertices, polygon.closed !== false);
  if (box) return around([box.low, [box.high[0], box.low[1]], box.high, [box.low[0], box.high[1]]], true);
  return [];
}

export const anchorOf = ({ball, segment, polygon, box}: Body): Point => ball?.center ?? segment?.from ?? polygon?.vertices[0] ?? box?.low ?? [0, 0];

/** The topmost body near a point: balls and boxes by their inside, lines by their distance. */
export function bodyAt(bodies: Body[], p: Point, near: number): number {
  for (let k = bodies.length - 1; k >= 0; --k) {
    const {ball, box, half_space: space} = bodies[k];
    if (ball && length(minus(p, ball.center)) <= Math.max(ball.radius, near)) return k;
    if (box && p[0] >= box.low[0] && p[0] <= box.high[0] && p[1] >= box.low[1] && p[1] <= box.high[1]) return k;
    if (edgesOf(bodies[k]).some(([a, b]) => distanceToSegment(p, a, b) <= near)) return k;
    if (space && Math.abs(offsetOf(space) - (p[0] * space.normal[0] + p[1] * space.normal[1]) / length(space.normal)) <= near) return k;
  }
  return -1;
}

/** How far along its unit normal a half-space ends. */
export function offsetOf({normal, offset, point}: NonNullable<Body["half_space"]>): number {
  return point ? (normal[0] * point[0] + normal[1] * point[1]) / length(normal) : (offset ?? 0);
}

/** Low and high corner of all that is not endless. */
export function boundsOf(bodies: Body[], walls?: {low: Point; high: Point}): {low: Point; high: Point} {
  const points = bodies.flatMap((body) => (body.ball ? [-1, 1].map((sign) => plus(body.ball!.center, [1, 1], sign * body.ball!.radius)) : edgesOf(body).flat()));
  if (walls) points.push(walls.low, walls.high);
  const bound = (axis: 0 | 1, of: (a: number, b: number) => number, start: number) => points.reduce((best, p) => of(best, p[axis]), start);
  if (!points.length) return {low: [0, 0], high: [8, 5]};
  return {low: [bound(0, Math.min, Infinity), bound(1, Math.min, Infinity)], high: [bound(0, Math.max, -Infinity), bound(1, Math.max, -Infinity)]};
}
