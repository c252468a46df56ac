// What must compile, and what must not; tsc alone runs it.
import {type Carom, loadCarom} from "carom-wasm";
import {connectCarom} from "carom-wasm/remote";
import {serve} from "carom-wasm/serve";

const still = {shape: {ball: {center: [0, 0], radius: 1}}};
const moving = {...still, motion: {linear: {velocity: [1, 0]}}};

export function asked(carom: Carom): void {
  carom.ask("time-of-impact", {dim: 2, a: moving, b: still, horizon: 5});
  carom.ask("clip-motion", {dim: 3, a: {shape: {point: [0, 0, 0]}}, b: {shape: {cylinder: {center: [0, 0, 0], radius: 1, half_height: 1}}}, horizon: 1});
  carom.ask("bounce", {dim: 2, a: {velocity: [1, 0]}, b: {velocity: [0, 0], mass: "immovable"}, axis: [1, 0]});
  // @ts-expect-error: no shape is called so
  carom.ask("overlap", {dim: 2, a: {shape: {bal: {center: [0, 0], radius: 1}}}, b: still});
  // @ts-expect-error: a shape is one, not two
  carom.ask("overlap", {dim: 2, a: {shape: {ball: {center: [0, 0], radius: 1}, point: [0, 0]}}, b: still});
  // @ts-expect-error: a ball has a radius
  carom.ask("overlap", {dim: 2, a: {shape: {ball: {center: [0, 0]}}}, b: still});
  // @ts-expect-error: cylinders are in space
  carom.ask("overlap", {dim: 2, a: still, b: {shape: {cylinder: {center: [0, 0], radius: 1, half_height: 1}}}});
  // @ts-expect-error: arcs are in the plane
  carom.ask("overlap", {dim: 3, a: still, b: {shape: {arc: {center: [0, 0, 0], radius: 1}}}});
  // @ts-expect-error: no law of motion is called so
  carom.ask("time-of-impact", {dim: 2, a: {...still, motion: {linar: {velocity: [1, 0]}}}, b: still});
  // @ts-expect-error: a clipped motion has an end
  carom.ask("clip-motion", {dim: 2, a: moving, b: still});
  // @ts-expect-error: two shapes are asked about
  carom.ask("distance", {dim: 2, a: still});
  // @ts-expect-error: how still shapes stand has no horizon
  carom.ask("distance", {dim: 2, a: still, b: still, horizon: 1});
  // @ts-expect-error: dimensions are 2 and 3
  carom.ask("overlap", {dim: 4, a: still, b: still});
  // @ts-expect-error: nobody asks that
  carom.ask("smell", {dim: 2, a: still, b: still});
  // @ts-expect-error: a bounce is not about shapes
  carom.ask("bounce", {dim: 2, a: still, b: still});
}

/** Answers have the fields of their questions, as `result` tells them apart. */
export function answered(carom: Carom): number[] {
  const hit = carom.ask("time-of-impact", {dim: 2, a: moving, b: still});
  if (hit.result === "hit") return [hit.time, ...hit.point];
  const clipped = carom.ask("clip-motion", {dim: 2, a: moving, b: still, horizon: 1});
  const fraction: number = clipped.fraction;
  const between = carom.ask("distance", {dim: 2, a: still, b: still});
  if (between.distance !== "inf") return between.point_a;
  // @ts-expect-error: a miss has no time
  const time: number = hit.time;
  // @ts-expect-error: nobody asked how far they get
  const share: number = hit.fraction;
  // @ts-expect-error: they are not found
  if (hit.result === "found") return [];
  const nearest = carom.ask("nearest", {dim: 2, point: [0, 0], items: []});
  return [time, share, fraction, nearest.result === "found" ? nearest.item.number : -1, ...(nearest.items ?? []).map(({distance}) => distance)];
}

export function inSession(carom: Carom): void {
  const each = carom.session();
  each.answer({define: "tree", dim: 2, shape: still.shape});
  each.answer({define: "yard", dim: 2, items: ["tree", {segment: {from: [8, -3], to: [8, 3]}}]});
  const start: "apart" | "touching" | "overlapping" | undefined = each.answer({ask: "cast", dim: 2, items: "yard", a: moving}).start;
  // @ts-expect-error: it does not say what it asks
  each.answer({dim: 2, a: still, b: still});
  const distance = carom.session("distance");
  const near: number | "inf" = distance.answer({dim: 2, a: still, b: {shape: "tree"}}).distance;
  const verdict: "hit" | "miss" | "touching-separating" | "overlapping" = distance.answer({ask: "verdict", dim: 2, a: moving, b: still}).result;
  console.log(start, near, verdict);
  // @ts-expect-error: among items is another question
  distance.answer({dim: 2, items: "yard", a: moving});
}

export async function fromAfar(worker: Worker): Promise<void> {
  const carom = await connectCarom(worker, "carom.wasm");
  const time: number | undefined = (await carom.ask("time-of-impact", {dim: 2, a: moving, b: still})).time;
  const frame: Float32Array = await (await carom.world("{}")).frame();
  const session = await carom.session("distance");
  const far: number | "inf" = (await session.answer({dim: 2, a: still, b: still})).distance;
  // @ts-expect-error: no shape is called so
  await carom.ask("overlap", {dim: 2, a: {shape: {bal: {center: [0, 0], radius: 1}}}, b: still});
  // @ts-expect-error: among items is another question
  await session.answer({dim: 2, items: "yard", a: moving});
  console.log(time, frame, far);
}

export const here: Promise<Carom> = loadCarom();
serve(self);
serve(new MessageChannel().port1);
