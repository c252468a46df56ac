/** What can be drawn, and how. */
import {convexHull} from "carom-viewer/extent.js";
import type {Body} from "./document.js";
import {boxOf, clean, length, minus, type Point, turned, unit} from "./geometry.js";
import {arrowTo} from "./shapes.js";

export type Tool = "select" | "ball" | "wall" | "box" | "polygon" | "solid" | "capsule" | "arc" | "ground" | "fill";

interface ToolAbout {
  label: string;
  key: string;
  hint: string;
  /** One, or two by dragging, or clicked one by one. */
  points: "none" | "one" | "two" | "many";
}

export const kTools: Record<Tool, ToolAbout> = {
  select: {label: "Select", key: "s", points: "none", hint: "Drag a body or its handles; drag a band around several, or add with Shift. The wheel and two fingers zoom, the right button moves the view."},
  ball: {label: "Ball", key: "b", points: "one", hint: "Click where a ball shall lie; drag on to give it a velocity."},
  wall: {label: "Wall", key: "w", points: "two", hint: "Drag from one end of the wall to the other."},
  box: {label: "Box", key: "x", points: "two", hint: "Drag from one corner of the box to the other."},
  polygon: {label: "Polygon", key: "p", points: "many", hint: "Click the corners of a chain of walls; the first one again, or Finish, closes it."},
  solid: {label: "Solid", key: "v", points: "many", hint: "Click the corners of a solid polygon; it gets the convex outline of them all."},
  capsule: {label: "Capsule", key: "c", points: "two", hint: "Drag from one end of the capsule to the other."},
  arc: {label: "Arc", key: "a", points: "two", hint: "Drag from the centre to the rim; then drag its ends, of a circle the handle at its right."},
  ground: {label: "Ground", key: "h", points: "two", hint: "Drag along its face: all to the right of the way is solid, without end."},
  fill: {label: "Fill", key: "f", points: "two", hint: "Drag over a region: a generator fills it with balls."},
};

export const kToolNames = Object.keys(kTools) as Tool[];

/** What a new body takes its size from. */
export interface Sizes {
  radius: number;
  /** Arrow of a velocity: length for a unit of it. */
  velocity: number;
  /** Points nearer than that are one. */
  least: number;
}

/** What a tool makes of points; nothing if they are one and that does not suffice. */
export function bodyFrom(tool: Tool, points: Point[], {radius, velocity, least}: Sizes): Body | null {
  const [from, to = from] = points;
  const away = minus(to, from);
  if (tool === "ball") {
    const ball = {center: from, radius};
    return {ball, ...(length(away) > radius ? {velocity: arrowTo(ball, to, velocity)} : {})};
  }
  if (tool === "polygon") return points.length < 3 ? null : {polygon: {vertices: points, closed: true}};
  if (tool === "solid") {
    const vertices = convexHull(points);
    return vertices.length < 3 ? null : {convex_polygon: {vertices}};
  }
  if (length(away) < least) return null;
  if (tool === "wall") return {segment: {from, to}};
  if (tool === "capsule") return {capsule: {from, to, radius}};
  if (tool === "arc") return {arc: {center: from, radius: Number(length(away).toPrecision(6))}};
  if (tool === "ground") return {half_space: {normal: clean(turned(unit(away))), point: from}};
  return tool === "box" && away[0] && away[1] ? {box: boxOf(from, to)} : null;
}
