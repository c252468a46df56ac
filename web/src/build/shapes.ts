/** Where the bodies of a scene are, and how they are taken hold of: what differs from shape to shape. */
import type {Body, Fields, Force, Shapes} from "./document.js";
import {arcPoints, around, type Box, clean, cornersOf, distanceToSegment, dot, isInside, length, middle, minus, plus, type Point, rounded, turned, unit} from "./geometry.js";

/** How long arrows are drawn: length for a unit of velocity, and of force. */
export interface Scales {
  velocity: number;
  force: number;
}

/** A point that can be dragged, and what its owner is then. */
export interface Handle {
  name: string;
  at: Point;
  move: (to: Point) => void;
  /** It lies where it was dragged, between the lines of the grid. */
  free?: boolean;
}

export type Shape = keyof Shapes;

interface Kind<S> {
  /** As people call it. */
  word: string;
  handles(shape: S): Handle[];
  move(shape: S, by: (p: Point) => Point): void;
  /** The lines along which it is touched. */
  outline(shape: S): Point[][];
  /** What of it is inside. */
  holds?(shape: S, p: Point): boolean;
  /** Where it is taken to lie on the grid. */
  anchor(shape: S): Point;
}

const kLeastRadius = 1e-3;
const radiusHandle = (shape: {radius: number}, at: Point, from: Point, name = "radius"): Handle =>
  ({name, at, free: true, move: (to) => (shape.radius = Math.max(kLeastRadius, rounded(length(minus(to, from)))))});
const endHandles = <S extends {from: Point; to: Point}>(shape: S): Handle[] => (["from", "to"] as const).map((end) => ({name: end, at: shape[end], move: (to) => (shape[end] = to)}));
const cornerHandles = ({vertices}: {vertices: Point[]}): Handle[] => vertices.map((at, k) => ({name: `corner ${k + 1}`, at, move: (to) => (vertices[k] = to)}));
const closed = (corners: Point[]): Point[] => [...corners, corners[0]];

/** The angle at which an arc begins and how far it goes on, anticlockwise. */
export function spanOf({from = [1, 0], to = from}: Shapes["arc"]): {start: number; turn: number} {
  const start = Math.atan2(from[1], from[0]);
  const turn = Math.atan2(to[1], to[0]) - start;
  return {start, turn: turn > 0 ? turn : turn + 2 * Math.PI};
}

const onArc = ({center, radius}: Shapes["arc"], angle: number): Point => [center[0] + radius * Math.cos(angle), center[1] + radius * Math.sin(angle)];

/** A whole circle is opened by the handle at its right. */
function arcHandles(arc: Shapes["arc"]): Handle[] {
  const {start, turn} = spanOf(arc);
  const toward = (to: Point): Point => unit(minus(to, arc.center)).map((x) => Math.round(1000 * x) / 1000 + 0) as Point;
  const ends: Handle[] = arc.from && arc.to
    ? (["from", "to"] as const).map((end) => ({name: end, at: onArc(arc, end === "from" ? start : start + turn), free: true, move: (to) => (arc[end] = toward(to))}))
    : [{name: "opening", at: onArc(arc, 0), free: true, move: (to) => Object.assign(arc, {from: [1, 0], to: toward(to)})}];
  return [{name: "center", at: arc.center, move: (to) => (arc.center = to)}, radiusHandle(arc, onArc(arc, start + turn / 2), arc.center), ...ends];
}

function capsuleOutline({from, to, radius}: Shapes["capsule"]): Point[] {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  return closed([...arcPoints(to, radius, angle - Math.PI / 2, Math.PI), ...arcPoints(from, radius, angle + Math.PI / 2, Math.PI)]);
}

/** The low and the high corner, which never pass each other. */
export function boxHandles(box: Box): Handle[] {
  return [
    {name: "lower corner", at: box.low, move: ([x, y]) => x < box.high[0] && y < box.high[1] && (box.low = [x, y])},
    {name: "upper corner", at: box.high, move: ([x, y]) => x > box.low[0] && y > box.low[1] && (box.high = [x, y])},
  ];
}

const kReach = 1e4;  // of the line of a half-space, in lengths of what its foot is from the origin, or 1

/** The point of a half-space's face that stands for it: the one that the file gives, or the nearest to the origin. */
export function footOf(space: Shapes["half_space"]): Point {
  const [x, y] = unit(space.normal);
  return space.point ?? [x * (space.offset ?? 0), y * (space.offset ?? 0)];
}

/** How far along its unit normal a half-space ends. */
export const offsetOf = (space: Shapes["half_space"]): number => (space.point ? dot(unit(space.normal), space.point) : (space.offset ?? 0));

/** The point on its face, and one that its normal points to. */
function spaceHandles(space: Shapes["half_space"]): Handle[] {
  const foot = footOf(space);
  const reach = length(space.normal);
  return [
    {name: "point", at: foot, move: (to) => setFace(space, space.normal, to)},
    {name: "normal", at: plus(foot, space.normal), move: (to) => length(minus(to, foot)) > 1e-9 * reach && setFace(space, minus(to, foot), foot)},
  ];
}

function setFace(space: Shapes["half_space"], normal: Point, point: Point): void {
  delete space.offset;
  Object.assign(space, {normal: clean(normal), point});
}

export const kKinds: {[K in Shape]: Kind<Shapes[K]>} = {
  ball: {
    word: "ball", anchor: ({center}) => center,
    handles: (ball) => [radiusHandle(ball, plus(ball.center, [0, -ball.radius]), ball.center)],
    move: (ball, by) => (ball.center = by(ball.center)),
    outline: ({center, radius}) => [arcPoints(center, radius, 0, 2 * Math.PI)],
    holds: ({center, radius}, p) => length(minus(p, center)) <= radius,
  },
  half_space: {
    word: "half-space", anchor: footOf, handles: spaceHandles,
    move: (space, by) => (space.point ? (space.point = by(space.point)) : (space.offset = clean([dot(unit(space.normal), by(footOf(space))), 0])[0])),
    outline: (space) => {
      const foot = footOf(space);
      const along = turned(unit(space.normal));
      const far = kReach * (1 + length(foot));
      return [[plus(foot, along, far), plus(foot, along, -far)]];
    },
  },
  segment: {
    word: "wall", anchor: ({from}) => from, handles: endHandles,
    move: (segment, by) => Object.assign(segment, {from: by(segment.from), to: by(segment.to)}),
    outline: ({from, to}) => [[from, to]],
  },
  box: {
    word: "box", anchor: ({low}) => low, handles: boxHandles,
    move: (box, by) => Object.assign(box, {low: by(box.low), high: by(box.high)}),
    outline: (box) => [closed(cornersOf(box))],
    holds: ({low, high}, p) => p[0] >= low[0] && p[0] <= high[0] && p[1] >= low[1] && p[1] <= high[1],
  },
  polygon: {
    word: "polygon", anchor: ({vertices}) => vertices[0], handles: cornerHandles,
    move: (polygon, by) => (polygon.vertices = polygon.vertices.map(by)),
    outline: ({vertices, closed: whole}) => [whole === false ? vertices : closed(vertices)],
  },
  capsule: {
    word: "capsule", anchor: ({from}) => from,
    handles: (capsule) => [...endHandles(capsule), capsuleRadius(capsule)],
    move: (capsule, by) => Object.assign(capsule, {from: by(capsule.from), to: by(capsule.to)}),
    outline: (capsule) => [capsuleOutline(capsule)],
    holds: ({from, to, radius}, p) => distanceToSegment(p, from, to) <= radius,
  },
  convex_polygon: {
    word: "solid polygon", anchor: ({vertices}) => vertices[0], handles: cornerHandles,
    move: (polygon, by) => (polygon.vertices = polygon.vertices.map(by)),
    outline: ({vertices}) => [closed(vertices)],
    holds: ({vertices}, p) => isInside(p, vertices),
  },
  arc: {
    word: "arc", anchor: ({center}) => center, handles: arcHandles,
    move: (arc, by) => (arc.center = by(arc.center)),
    outline: (arc) => {
      const {start, turn} = spanOf(arc);
      return [arcPoints(arc.center, arc.radius, start, turn)];
    },
  },
};

/** Beside the middle of its axis. */
function capsuleRadius(capsule: Shapes["capsule"]): Handle {
  const half = middle(capsule.from, capsule.to);
  const side = turned(unit(minus(capsule.to, capsule.from)));
  const move = (to: Point) => (capsule.radius = Math.max(kLeastRadius, rounded(Math.abs(dot(side, minus(to, half))))));
  return {name: "radius", at: plus(half, side, capsule.radius), free: true, move};
}

export const kShapes = Object.keys(kKinds) as Shape[];

/** Which shape a body has. */
export const shapeNameOf = (body: Body): Shape | undefined => kShapes.find((name) => body[name]);

/** What `act` makes of the body's shape and what is known of such. */
function ofShape<R>(body: Body, act: <K extends Shape>(kind: Kind<Shapes[K]>, shape: Shapes[K]) => R, otherwise: R): R {
  const name = shapeNameOf(body);
  return name ? act(kKinds[name] as Kind<Shapes[typeof name]>, body[name]!) : otherwise;
}

export const wordOf = (body: Body): string => ofShape(body, ({word}) => word, "body");
export const outlineOf = (body: Body): Point[][] => ofShape(body, (kind, shape) => kind.outline(shape), []);
export const anchorOf = (body: Body): Point => ofShape(body, (kind, shape) => kind.anchor(shape), [0, 0]);
export const moveBody = (body: Body, by: Point): void => ofShape(body, (kind, shape) => kind.move(shape, (p) => clean(plus(p, by))), undefined);

/** The tip of an arrow that begins at a ball's rim; a zero one points along `otherwise`. */
function tip({center, radius}: Shapes["ball"], arrow: Point, scale: number, otherwise: Point): Point {
  return plus(center, unit(arrow, otherwise), radius + length(arrow) * scale);
}

export function arrowTo({center, radius}: Shapes["ball"], at: Point, scale: number): Point {
  const away = minus(at, center);
  const size = Math.max(0, length(away) - radius) / scale;
  const [x, y] = unit(away);
  return [rounded(x * size), rounded(y * size)];
}

export const velocityTip = (body: Body, scales: Scales): Point => tip(body.ball!, body.velocity ?? [0, 0], scales.velocity, [1, 0]);
export const forceTip = (body: Body, force: Force, scales: Scales): Point => tip(body.ball!, force.force, scales.force, [0, 1]);

/** Of its shape, and of a ball that can move the tips of its arrows. */
export function handlesOf(body: Body, force: Force | undefined, scales: Scales): Handle[] {
  const {ball} = body;
  const all = ofShape(body, (kind, shape) => kind.handles(shape), [] as Handle[]);
  if (!ball || body.mass === "immovable" || body.response === "pocket") return all;
  const velocity: Handle = {name: "velocity", at: velocityTip(body, scales), free: true, move: (to) => (body.velocity = arrowTo(ball, to, scales.velocity))};
  const pushed: Handle[] = force ? [{name: "force", at: forceTip(body, force, scales), free: true, move: (to) => (force.force = arrowTo(ball, to, scales.force))}] : [];
  return [...all, velocity, ...pushed];
}

const edgesOf = (line: Point[]): [Point, Point][] => line.slice(1).map((p, k) => [line[k], p]);

/** Whether a point is in what is solid of the body, or so near to its lines. */
export function touches(body: Body, p: Point, near: number): boolean {
  if (body.ball && length(minus(p, body.ball.center)) <= Math.max(body.ball.radius, near)) return true;
  return ofShape(body, (kind, shape) => kind.holds?.(shape, p) ?? false, false) || outlineOf(body).some((line) => edgesOf(line).some(([a, b]) => distanceToSegment(p, a, b) <= near));
}

/** The topmost body near a point. */
export function bodyAt(bodies: Body[], p: Point, near: number): number {
  for (let k = bodies.length - 1; k >= 0; --k) if (touches(bodies[k], p, near)) return k;
  return -1;
}

/** Around a body that is not endless. */
export function extentOf(body: Body): Box | null {
  return body.half_space ? null : around(outlineOf(body).flat());
}

/** Low and high corner of all that is not endless. */
export function boundsOf(bodies: Body[], walls?: Box): Box {
  const boxes = [...bodies.map(extentOf), walls ?? null].filter((box): box is Box => box !== null);
  return around(boxes.flatMap(({low, high}) => [low, high])) ?? {low: [0, 0], high: [8, 5]};
}

/** The middles of attractors and the anchors of springs. */
export function fieldHandles(fields: Fields[]): Handle[] {
  return fields.flatMap(({attractor, spring}, k): Handle[] => [
    ...(attractor ? [{name: `attractor ${k}`, at: attractor.center, move: (to: Point) => (attractor.center = to)}] : []),
    ...(spring ? [{name: `spring ${k}`, at: spring.anchor, move: (to: Point) => (spring.anchor = to)}] : []),
  ]);
}
