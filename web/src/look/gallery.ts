import type {Carom, SceneAbout, SceneBody} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {decoded} from "../address.js";
import {h} from "../ui.js";
import {colorsOf} from "carom-viewer/appearance.js";
import {cssColor} from "carom-viewer/page.js";

const texts = import.meta.glob("../../../scenes/**/*.json", {query: "?raw", import: "default"}) as Record<string, () => Promise<string>>;

export interface Shipped {
  /** As in the folder scenes/: "teaching/collinear". */
  name: string;
  load: () => Promise<string>;
}

export const shipped: Shipped[] = Object.entries(texts).map(([path, load]) => ({name: path.replace(/^.*scenes\//, "").replace(/\.json$/, ""), load}));

/** The one that an address names; an Error if there is none. */
export function shippedAt(parameter: string): Shipped {
  const name = decoded(parameter);
  const found = shipped.find((one) => one.name === name);
  if (!found) throw new Error(`${name}: no scene of this name is shipped`);
  return found;
}

/** What looks like discs from above: balls, cylinders, the ends of capsules. */
const discsOf = ({ball, cylinder, capsule}: Pick<SceneBody, "ball" | "cylinder" | "capsule">): {center: number[]; radius: number}[] =>
  [ball, cylinder, ...(capsule ? [capsule.from, capsule.to].map((center) => ({center, radius: capsule.radius})) : [])].filter((disc): disc is {center: number[]; radius: number} => disc !== undefined);

/** A small picture of a scene as it begins, seen from above. */
export function drawThumbnail(canvas: HTMLCanvasElement, about: SceneAbout): void {
  const {width, height} = canvas;
  const context = canvas.getContext("2d")!;
  const points = about.bodies.flatMap(({segment, box, polygon, mesh, arc, ...body}) => [
    ...(arc ? [arc.center.map((x) => x - arc.radius), arc.center.map((x) => x + arc.radius)] : []),
    ...discsOf(body).flatMap(({center: [x, y], radius}) => [[x - radius, y - radius], [x + radius, y + radius]]),
    ...[segment?.from, segment?.to, box?.low, box?.high].filter((p): p is number[] => p !== undefined), ...(polygon?.vertices ?? []), ...(body.convex_polygon?.vertices ?? []), ...(mesh?.vertices ?? []),
  ]);
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b), -Infinity);
  const [x0, x1, y0, y1] = [least(xs), most(xs), least(ys), most(ys)];
  const scale = 0.9 * Math.min(width / (x1 - x0 || 1), height / (y1 - y0 || 1));
  const place = ([x, y]: number[]): [number, number] => [width / 2 + (x - (x0 + x1) / 2) * scale, height / 2 - (y - (y0 + y1) / 2) * scale];
  const colors = colorsOf(about.bodies);
  for (const [id, body] of about.bodies.entries()) {
    const {segment, polygon, convex_polygon: solid, box, mesh, capsule} = body;
    context.fillStyle = context.strokeStyle = colors[id];
    for (const {center, radius} of discsOf(body)) {
      context.beginPath();
      context.arc(...place(center), Math.max(0.6, radius * scale), 0, 2 * Math.PI);
      context.fill();
    }
    context.beginPath();
    if (capsule) {
      context.lineWidth = 2 * capsule.radius * scale;
      context.moveTo(...place(capsule.from));
      context.lineTo(...place(capsule.to));
      context.stroke();
      continue;
    }
    context.lineWidth = 1;
    context.strokeStyle = cssColor("--edge");
    if (body.arc) {
      const {center, radius, from, to} = body.arc;
      const [start, end] = [from, to].map(([x, y]) => Math.atan2(-y, x));
      context.arc(...place(center), radius * scale, start, end === start ? end - 2 * Math.PI : end, true);
    }
    for (const corners of mesh?.triangles ?? []) corners.forEach((k, at) => (at ? context.lineTo(...place(mesh!.vertices[k])) : context.moveTo(...place(mesh!.vertices[k]))));
    if (mesh) {
      context.fill();
      continue;
    }
    const chain = segment ? [segment.from, segment.to] : polygon ? [...polygon.vertices, ...(polygon.closed ? [polygon.vertices[0]] : [])] : solid ? [...solid.vertices, solid.vertices[0]] : box ? [box.low, [box.high[0], box.low[1]], box.high, [box.low[0], box.high[1]], box.low] : [];
    chain.forEach((p, k) => (k ? context.lineTo(...place(p)) : context.moveTo(...place(p))));
    context.stroke();
  }
}

/** A card with a picture for every shipped scene; each leads to the scene on a page, or on the page Look if that one does not take it. */
export async function drawGallery(carom: Remote<Carom>, into: HTMLElement, page: string, ended: () => boolean, takes: (about: SceneAbout) => boolean = () => true): Promise<void> {
  for (const one of shipped) {
    const text = await one.load();
    if (ended()) return;
    const canvas = h("canvas", {width: 240, height: 150, "aria-hidden": "true"});
    const world = await carom.world(text, one.name);
    const about = await world.about();
    await world.close();
    drawThumbnail(canvas, about);
    const here = takes(about);
    into.append(h("a", {href: `#${here ? page : "look"}/${one.name}`, class: "shipped"}, canvas, h("span", {}, here ? one.name : `${one.name} (3D: look)`)));
  }
}
