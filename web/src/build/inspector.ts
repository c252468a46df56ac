/** The fields of one body. */
import {h} from "../ui.js";
import {type Body, type Force, forceOn, isOf, renameBody, type SceneFile, type Shapes} from "./document.js";
import {type Change, Form} from "./form.js";
import type {Point} from "./geometry.js";
import {shapeNameOf} from "./shapes.js";

const kResponses = {bounce: "Bounces", stick: "Sticks", pocket: "Swallows (pocket)", slide: "Slides (kinematic)"};
const kMostCorners = 24;  // with fields of their own

/** What decides which fields a body has: while it is the same, so are they. */
export function shapeOf(scene: SceneFile, index: number): string {
  const body = scene.bodies?.[index];
  if (!body) return "";
  const {polygon, convex_polygon: solid, arc, half_space: space} = body;
  return JSON.stringify([index, shapeNameOf(body), body.mass === "immovable", body.vibration !== undefined, forceOn(scene, index) !== undefined, (polygon ?? solid)?.vertices.length, arc?.from === undefined, space?.point === undefined, isRough(scene)]);
}

export const isRough = (scene: SceneFile): boolean => scene.tangential_restitution !== undefined;

/** One body's form as it is put together. */
class BodyFields {
  readonly place: string;

  constructor(readonly form: Form, readonly now: () => SceneFile, readonly index: number) {
    this.place = `bodies[${index}]`;
  }

  readonly body = (scene = this.now()): Body => scene.bodies![this.index];

  /** A point of the shape. */
  point<K extends keyof Shapes>(shape: K, name: string, label: string): HTMLElement {
    const own = (scene: SceneFile) => this.body(scene)[shape] as unknown as Record<string, Point>;
    return this.form.pair([`${label} x`, "y"], `body-${name}`, () => own(this.now())[name], (scene, at) => (own(scene)[name] = at), `${this.place}.${shape}.${name}`);
  }

  radius(shape: "ball" | "capsule" | "arc"): HTMLElement {
    return this.form.number("Radius", "body-radius", () => this.body()[shape]!.radius, (scene, radius) => (this.body(scene)[shape]!.radius = radius), {above: 0, place: `${this.place}.${shape}.radius`});
  }

  corners(shape: "polygon" | "convex_polygon"): HTMLElement[] {
    return this.body()[shape]!.vertices.slice(0, kMostCorners).map((_, k) =>
      this.form.pair([`Corner ${k + 1} x`, "y"], `body-corner-${k}`, () => this.body()[shape]!.vertices[k], (scene, at) => (this.body(scene)[shape]!.vertices[k] = at), `${this.place}.${shape}.vertices[${k}]`));
  }

  velocity(): HTMLElement {
    const set = (scene: SceneFile, [x, y]: Point) => {
      if (x || y || this.body(scene).ball) this.body(scene).velocity = [x, y];
      else delete this.body(scene).velocity;
    };
    return this.form.pair(["Velocity x", "y"], "body-velocity", () => this.body().velocity ?? [0, 0], set, `${this.place}.velocity`);
  }

  /** One that `defaults` may give, or else is `otherwise`. */
  surface(label: string, name: "restitution" | "friction" | "rolling_friction", otherwise: number): HTMLElement {
    return this.form.number(label, `body-${name}`, () => this.body()[name] ?? this.now().defaults?.[name] ?? otherwise, (scene, value) => (this.body(scene)[name] = value), {least: 0, place: `${this.place}.${name}`});
  }
}

const kPlaces: {[K in keyof Shapes]: (fields: BodyFields) => HTMLElement[]} = {
  ball: ballFields,
  half_space: (all) => [all.point("half_space", "normal", "Normal"), all.body().half_space!.point ? all.point("half_space", "point", "Point") : offsetField(all)],
  segment: (all) => [all.point("segment", "from", "From"), all.point("segment", "to", "To")],
  box: (all) => [all.point("box", "low", "Low"), all.point("box", "high", "High")],
  polygon: (all) => [...all.corners("polygon"), all.form.check("Closed", () => all.body().polygon!.closed !== false, (scene, closed) => (all.body(scene).polygon!.closed = closed))],
  capsule: (all) => [all.point("capsule", "from", "From"), all.point("capsule", "to", "To"), all.radius("capsule")],
  convex_polygon: (all) => all.corners("convex_polygon"),
  arc: arcFields,
};

export function bodyForm(now: () => SceneFile, index: number, change: Change): Form {
  const form = new Form(change);
  const all = new BodyFields(form, now, index);
  const shape = shapeNameOf(all.body());
  form.element.append(
    form.whole("body-why", ({bodies, place}) => bodies.includes(index) && (place === all.place || place === "" || !place.startsWith(all.place))),
    form.text("Name", "body-name", () => all.body().name ?? "", (scene, name) => renameBody(scene, index, name.trim())),
    ...(shape ? kPlaces[shape](all) : []), ...(shape === "ball" || all.body().vibration ? [] : [all.velocity()]),
    all.surface("Restitution", "restitution", 1), ...(isRough(now()) ? [all.surface("Friction", "friction", 0), all.surface("Rolling", "rolling_friction", 0)] : []),
    form.color("Colour", () => all.body().color ?? "#4c9be8", (scene, value) => (all.body(scene).color = value)));
  return form;
}

function offsetField({form, body, place}: BodyFields): HTMLElement {
  return form.number("Offset", "body-offset", () => body().half_space!.offset ?? 0, (scene, offset) => (body(scene).half_space!.offset = offset), {place: `${place}.half_space.offset`});
}

function arcFields(all: BodyFields): HTMLElement[] {
  const open = (scene: SceneFile, whole: boolean) => {
    const arc = all.body(scene).arc!;
    if (!whole) return Object.assign(arc, {from: [1, 0], to: [0, 1]});
    delete arc.from;
    delete arc.to;
  };
  const ends = all.body().arc!.from ? [all.point("arc", "from", "From"), all.point("arc", "to", "To")] : [];
  return [all.point("arc", "center", "Centre"), all.radius("arc"), all.form.check("Whole circle", () => all.body().arc!.from === undefined, open), ...ends];
}

function ballFields(all: BodyFields): HTMLElement[] {
  const {form, now, index, body, place} = all;
  const fields = [
    all.point("ball", "center", "Centre"), all.radius("ball"), all.velocity(),
    form.check("Immovable", () => body().mass === "immovable", (scene, on) => (on ? (body(scene).mass = "immovable") : delete body(scene).mass)),
  ];
  if (body().mass !== "immovable") fields.push(form.number("Mass", "body-mass", () => (body().mass as number | undefined) ?? 1, (scene, mass) => (body(scene).mass = mass), {above: 0, place: `${place}.mass`}));
  fields.push(
    form.number("Comes at", "body-from", () => body().from ?? 0, (scene, from) => (from ? (body(scene).from = from) : delete body(scene).from), {least: 0, place: `${place}.from`}),
    form.choice("On impact", "body-response", kResponses, () => (body().response ?? "bounce") as keyof typeof kResponses, (scene, response) => respond(body(scene), response)),
    form.check("A force pushes it", () => forceOn(now(), index) !== undefined, (scene, on) => (on ? addForce(scene, index) : dropForce(scene, index))));
  return forceOn(now(), index) ? [...fields, ...forceFields(form, now, index)] : fields;
}

function forceFields(form: Form, now: () => SceneFile, index: number): HTMLElement[] {
  const force = (scene: SceneFile): Force => forceOn(scene, index) ?? {body: index, force: [0, 0], until: 0};
  const place = `forces[${now().forces!.indexOf(force(now()))}]`;
  return [
    form.pair(["Force x", "y"], "body-force", () => force(now()).force, (scene, to) => (force(scene).force = to), `${place}.force`),
    h("div", {class: "pair"},
      form.number("From", "force-from", () => force(now()).from ?? 0, (scene, time) => (force(scene).from = time), {least: 0, place: `${place}.from`}),
      form.number("Until", "force-until", () => force(now()).until, (scene, time) => (force(scene).until = time), {least: 0, place: `${place}.until`})),
  ];
}

function addForce(scene: SceneFile, index: number): void {
  (scene.forces ??= []).push({body: index, force: [0, 1], until: scene.until ?? 10});
}

function dropForce(scene: SceneFile, index: number): void {
  const body = scene.bodies![index];
  scene.forces = scene.forces?.filter((force) => !isOf(force, index, body));
}

/** A pocket is a still ball, and what slides has a finite mass. */
function respond(body: Body, response: string): void {
  if (response === "bounce") delete body.response;
  else body.response = response;
  if (response === "pocket") {
    delete body.velocity;
    delete body.mass;
  } else if (response === "slide" && body.mass === "immovable") delete body.mass;
}
