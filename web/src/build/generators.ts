/** The generators of a scene: what fills a region with balls, and by which numbers. */
import {h} from "../ui.js";
import type {Filling, Generator, SceneFile} from "./document.js";
import {type Bounds, type Change, Form} from "./form.js";
import {arcPoints, type Box, clean, cornersOf, minus, plus, type Point, rounded, unit} from "./geometry.js";
import type {Handle} from "./shapes.js";

type NumberField = {number: string; label: string; otherwise?: number} & Bounds;
type PointField = {point: string; label: string; otherwise?: Point};

interface Kind {
  label: string;
  about: string;
  /** One that fills the box with balls of that radius. */
  make(box: Box, radius: number, falls: boolean): Filling;
  fields: (NumberField | PointField)[];
  /** Where it is in the picture: closed lines, or a point. */
  outline(filling: Filling): Point[][];
}

const pointOf = (filling: Filling, name: string): Point | undefined => filling[name] as Point | undefined;
const numberOf = (filling: Filling, name: string, otherwise = 0): number => (typeof filling[name] === "number" ? filling[name] : otherwise);
const sizeOf = ({low, high}: Box): Point => minus(high, low);
const footOf = ({low, high}: Box): Point => [(low[0] + high[0]) / 2, low[1]];
const centerOf = ({low, high}: Box): Point => [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
const whole = (x: number, most: number): number => Math.max(1, Math.min(most, Math.floor(x + 1e-9)));

/** A radius of one number, or the largest of those it draws from. */
function radiusOf({radius, radii}: Filling): number {
  const all = [radius, radii].flat().filter((r): r is number => typeof r === "number");
  return all.length ? Math.max(...all) : 0;
}

const boxLines = (filling: Filling): Point[][] => {
  const [low, high, at] = ["low", "high", "at"].map((name) => pointOf(filling, name));
  return low && high ? [[...cornersOf({low, high}), low]] : at ? [arcPoints(at, radiusOf(filling), 0, 2 * Math.PI)] : [];
};

const triangle = (tip: Point, foot: Point, half: Point): Point[][] => [[plus(foot, half), tip, plus(foot, half, -1), plus(foot, half)]];

const kSpeed: NumberField = {number: "speed", label: "Speed", least: 0};
const kCount: NumberField = {number: "count", label: "Count", least: 1};
const kGap: NumberField = {number: "gap", label: "Gap", least: 0};
const kRows: NumberField = {number: "rows", label: "Rows", least: 1};
const kSeed: NumberField = {number: "seed", label: "Seed", least: 0};
const kVelocity: PointField = {point: "velocity", label: "Velocity", otherwise: [0, 0]};
const kFrom: NumberField = {number: "from", label: "From time", least: 0};
const kLow: PointField = {point: "low", label: "Low"};
const kHigh: PointField = {point: "high", label: "High"};

export const kFillings: Record<string, Kind> = {
  gas: {
    label: "Gas", about: "Balls at random places, with Maxwell's velocities.",
    make: (box, radius) => ({...box, count: whole((0.35 * sizeOf(box)[0] * sizeOf(box)[1]) / (Math.PI * radius ** 2), 2000), radius, temperature: 1, seed: 1}),
    fields: [kLow, kHigh, kCount, {number: "temperature", label: "Temperature", least: 0}, kSeed], outline: boxLines,
  },
  lattice: {
    label: "Lattice", about: "Rows and columns of balls.",
    make: (box, radius) => {
      const spacing = rounded(2.5 * radius);
      const [w, height] = sizeOf(box);
      return {low: clean(plus(box.low, [radius, radius])), counts: [whole((w - 2 * radius) / spacing + 1, 200), whole((height - 2 * radius) / spacing + 1, 200)], spacing, radius, speed: 0, seed: 1};
    },
    fields: [{point: "low", label: "First"}, {point: "counts", label: "Count"}, {number: "spacing", label: "Spacing", above: 0}, kSpeed, kSeed],
    outline: (filling) => {
      const [low, counts] = [pointOf(filling, "low")!, pointOf(filling, "counts")!];
      const [r, d] = [radiusOf(filling), numberOf(filling, "spacing")];
      const [from, to] = [plus(low, [-r, -r]), plus(low, [(counts[0] - 1) * d + r, (counts[1] - 1) * d + r])];
      return [[...cornersOf({low: from, high: to}), from]];
    },
  },
  pour: {
    label: "Pour", about: "Balls that come one after the other, wherever there is room.",
    make: (box, radius, falls) => ({...box, count: 100, radius, rate: 10, velocity: falls ? [0, 0] : [0, -2], seed: 1}),
    fields: [kLow, kHigh, {point: "at", label: "At"}, kCount, {number: "rate", label: "Rate", above: 0}, kVelocity, kFrom, kSeed], outline: boxLines,
  },
  pile: {
    label: "Pile", about: "Balls that fall one by one onto a pile that grows.",
    make: (box, radius) => ({base: footOf(box), count: 60, radius, interval: 0.1, drop: rounded(Math.max(3 * radius, sizeOf(box)[1] / 3)), spread: rounded(radius), seed: 1}),
    fields: [{point: "base", label: "Base"}, kCount, {number: "interval", label: "Interval", above: 0}, {number: "drop", label: "Drop", least: 0}, {number: "spread", label: "Spread", least: 0}, {number: "slope", label: "Slope", otherwise: 0.5, above: 0}, kVelocity, kFrom, kSeed],
    outline: (filling) => {
      const [base, r] = [pointOf(filling, "base")!, radiusOf(filling)];
      const top = numberOf(filling, "drop") + 2 * r * Math.sqrt(numberOf(filling, "slope", 0.5) * numberOf(filling, "count"));
      return triangle(plus(base, [0, top]), base, [2 * top, 0]);
    },
  },
  pyramid: {
    label: "Pyramid", about: "Rows of balls, each in the hollows of the one below.",
    make: (box, radius) => ({base: footOf(box), rows: whole(Math.min(sizeOf(box)[0] / (2.02 * radius), (sizeOf(box)[1] - 2 * radius) / (1.75 * radius) + 1), 60), radius, gap: rounded(radius / 500)}),
    fields: [{point: "base", label: "Base"}, kRows, kGap],
    outline: (filling) => {
      const [base, side] = [pointOf(filling, "base")!, numberOf(filling, "rows") * 2 * radiusOf(filling)];
      return triangle(plus(base, [0, (Math.sqrt(3) / 2) * side + radiusOf(filling)]), base, [side / 2 + radiusOf(filling), 0]);
    },
  },
  rack: {
    label: "Rack", about: "A triangle of balls, as before a break.",
    make: (box, radius) => ({apex: clean([box.low[0] + radius, centerOf(box)[1]]), direction: [1, 0], rows: whole(Math.min(sizeOf(box)[1] / (2.02 * radius), (sizeOf(box)[0] - 2 * radius) / (1.75 * radius) + 1), 40), radius, gap: rounded(radius / 500)}),
    fields: [{point: "apex", label: "Apex"}, {point: "direction", label: "Direction"}, kRows, kGap],
    outline: (filling) => {
      const [apex, along, side] = [pointOf(filling, "apex")!, unit(pointOf(filling, "direction")!), numberOf(filling, "rows") * 2 * radiusOf(filling)];
      const r = radiusOf(filling);
      return triangle(plus(apex, along, -2 * r), plus(apex, along, (Math.sqrt(3) / 2) * side), [-along[1] * (side / 2 + r), along[0] * (side / 2 + r)]);
    },
  },
  ring: {
    label: "Ring", about: "Balls on a circle, that may go to its centre.",
    make: (box, radius) => {
      const ring = rounded(Math.max(2 * radius, Math.min(...sizeOf(box)) / 2 - radius));
      return {center: clean(centerOf(box)), ring_radius: ring, count: Math.max(2, whole((2 * Math.PI * ring) / (3 * radius), 500)), radius, speed: 0};
    },
    fields: [{point: "center", label: "Centre"}, {number: "ring_radius", label: "Ring", above: 0}, kCount, {number: "speed", label: "Speed"}],
    outline: (filling) => [arcPoints(pointOf(filling, "center")!, numberOf(filling, "ring_radius"), 0, 2 * Math.PI)],
  },
};

export const kFillingNames = Object.keys(kFillings);

/** The name of a generator and its fields; undefined of one that is not known here. */
export function fillingOf(generator: Generator): {name: string; filling: Filling; kind: Kind} | undefined {
  const [name, filling] = Object.entries(generator)[0] ?? [];
  return name !== undefined && Object.hasOwn(kFillings, name) ? {name, filling, kind: kFillings[name]} : undefined;
}

/** The points that its file gives. */
export function fillingHandles(generator: Generator): Handle[] {
  const {filling, kind} = fillingOf(generator) ?? {};
  if (!filling || !kind) return [];
  const names = kind.fields.flatMap((one) => ("point" in one && !["velocity", "direction", "counts"].includes(one.point) ? [one.point] : [])).filter((name) => filling[name] !== undefined);
  return names.map((name) => ({name, at: pointOf(filling, name)!, move: (to) => (filling[name] = to)}));
}

/** What decides which fields it has. */
export const generatorShape = (scene: SceneFile, index: number): string => {
  const [name, filling] = Object.entries(scene.generators?.[index] ?? {})[0] ?? [];
  return name === undefined ? "" : JSON.stringify([index, name, Object.keys(filling).sort(), Array.isArray(filling.radius)]);
};

export function generatorForm(now: () => SceneFile, index: number, change: Change): Form {
  const form = new Form(change);
  const {name, kind, filling: first} = fillingOf(now().generators![index])!;
  const own = (scene = now()) => scene.generators![index][name];
  const place = `generators[${index}].${name}`;
  const fieldFor = (one: NumberField | PointField): HTMLElement[] => {
    if ("number" in one) return [form.number(one.label, `generator-${one.number}`, () => numberOf(own(), one.number, one.otherwise), (scene, value) => (own(scene)[one.number] = value), {...one, place: `${place}.${one.number}`})];
    if (first[one.point] === undefined && one.otherwise === undefined) return [];
    return [form.pair([`${one.label} x`, "y"], `generator-${one.point}`, () => pointOf(own(), one.point) ?? one.otherwise!, (scene, at) => (own(scene)[one.point] = at), `${place}.${one.point}`)];
  };
  form.element.append(
    h("p", {class: "hint"}, kind.about), form.whole("generator-why", ({generators, place: about}) => generators.includes(index) && (about === place || about === `generators[${index}]` || !about.startsWith(place))),
    ...kind.fields.flatMap(fieldFor), ...radiusFields(form, own, place),
    form.number("Restitution", "generator-restitution", () => (own().restitution as number | undefined) ?? now().defaults?.restitution ?? 1, (scene, value) => (own(scene).restitution = value), {least: 0, place: `${place}.restitution`}),
    form.color("Colour", () => (own().color as string | undefined) ?? "#4c9be8", (scene, value) => (own(scene).color = value)));
  return form;
}

/** One radius, or two between which they lie; lists of radii stay as they are. */
function radiusFields(form: Form, own: (scene?: SceneFile) => Filling, place: string): HTMLElement[] {
  const {radius} = own();
  if (radius === undefined) return [];
  if (!Array.isArray(radius)) return [form.number("Radius", "generator-radius", () => own().radius as number, (scene, value) => (own(scene).radius = value), {above: 0, place: `${place}.radius`})];
  return [form.pair(["Radius from", "to"], "generator-radius", () => own().radius as Point, (scene, range) => (own(scene).radius = range), `${place}.radius`)];
}
