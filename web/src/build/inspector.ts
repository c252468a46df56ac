/** The fields of what is selected, and of the scene. They stay while one is edited, and show the scene as it is now. */
import {field, h, select} from "../ui.js";
import {type Body, type Force, forceOn, isOf, type Point, renameBody, type SceneFile} from "./document.js";

/** Which numbers are right, and how the engine calls them. */
interface Bounds {
  least?: number;
  above?: number;
  place?: string;
}

/** Changes the scene; the next step of its history. */
export type Change = (act: (scene: SceneFile) => void) => void;

const kResponses = {bounce: "Bounces", stick: "Sticks", pocket: "Swallows (pocket)", slide: "Slides (kinematic)"};

export class Form {
  readonly element = h("div", {class: "fields"});
  private readonly refreshers: (() => void)[] = [];
  private readonly judges: ((message: string) => boolean)[] = [];

  constructor(private readonly change: Change) {}

  refresh(): void {
    this.refreshers.forEach((refresh) => refresh());
  }

  /** Says at the field of the number that the engine's message is about what is wrong with it, and whether there is such a field. */
  blame(message: string): boolean {
    return this.judges.some((judge) => judge(message));
  }

  private add(element: HTMLElement, refresh: () => void): HTMLElement {
    refresh();
    this.refreshers.push(refresh);
    return element;
  }

  /** `place`: as the engine's messages call the number, as in bodies[0].mass. What is refused stays in the field, with the reason below it. */
  number(label: string, name: string, get: () => number, set: (scene: SceneFile, value: number) => void, {least = -Infinity, above = -Infinity, place = ""}: Bounds = {}): HTMLElement {
    const input = h("input", {type: "number", step: "any", "data-testid": name});
    const why = h("p", {class: "why", id: `${name}-why`, role: "alert", hidden: true});
    const refuse = (reason: string) => {
      why.textContent = reason;
      why.hidden = reason === "";
      input.setAttribute("aria-invalid", String(reason !== ""));
      if (reason) input.setAttribute("aria-describedby", why.id);
      else input.removeAttribute("aria-describedby");
    };
    input.addEventListener("change", () => {
      const value = input.valueAsNumber;
      if (!Number.isFinite(value)) refuse("expected a number");
      else if (value < least) refuse(`got ${value}, expected ${least} or more`);
      else if (value <= above) refuse(`got ${value}, expected more than ${above}`);
      else if (value === get()) refuse("");
      else this.change((scene) => set(scene, value));
    });
    this.judges.push((message) => {
      const about = place !== "" && message.includes(`${place}: `);
      if (about) refuse(message.slice(message.indexOf(`${place}: `) + place.length + 2));
      return about;
    });
    return this.add(h("div", {class: "number"}, field(label, input), why), () => {
      input.value = String(get());
      refuse("");
    });
  }

  text(label: string, name: string, get: () => string, set: (scene: SceneFile, value: string) => void): HTMLElement {
    const input = h("input", {type: "text", "data-testid": name});
    input.addEventListener("change", () => input.value !== get() && this.change((scene) => set(scene, input.value)));
    return this.add(field(label, input), () => (input.value = get()));
  }

  color(label: string, get: () => string, set: (scene: SceneFile, value: string) => void): HTMLElement {
    const input = h("input", {type: "color"});
    input.addEventListener("change", () => this.change((scene) => set(scene, input.value)));
    return this.add(field(label, input), () => (input.value = get()));
  }

  check(label: string, get: () => boolean, set: (scene: SceneFile, on: boolean) => void): HTMLElement {
    const box = h("input", {type: "checkbox", onchange: () => this.change((scene) => set(scene, box.checked))});
    return this.add(h("label", {class: "check"}, box, label), () => (box.checked = get()));
  }

  choice<T extends string>(label: string, options: Record<T, string>, get: () => T, set: (scene: SceneFile, value: T) => void): HTMLElement {
    const element = select(options, get(), (value) => this.change((scene) => set(scene, value)));
    return this.add(field(label, element), () => (element.value = get()));
  }

  /** The two numbers of a point, each with its label. */
  pair(labels: [string, string], name: string, get: () => Point, set: (scene: SceneFile, at: Point) => void, place = ""): HTMLElement {
    const one = (axis: 0 | 1) =>
      this.number(labels[axis], `${name}-${"xy"[axis]}`, () => get()[axis], (scene, value) => set(scene, axis === 0 ? [value, get()[1]] : [get()[0], value]), {place: place && `${place}[${axis}]`});
    return h("div", {class: "pair"}, one(0), one(1));
  }
}

/** What decides which fields a body has: while it is the same, so are they. */
export function shapeOf(scene: SceneFile, index: number): string {
  const body = scene.bodies?.[index];
  return body ? JSON.stringify([index, Object.keys(body).filter((key) => ["ball", "segment", "polygon", "box", "half_space"].includes(key)), body.mass === "immovable", forceOn(scene, index) !== undefined, body.polygon?.vertices.length]) : "";
}

export function bodyForm(now: () => SceneFile, index: number, change: Change): Form {
  const form = new Form(change);
  const body = () => now().bodies![index];
  const own = (set: (body: Body) => void) => (scene: SceneFile) => set(scene.bodies![index]);
  form.element.append(
    form.text("Name", "body-name", () => body().name ?? "", (scene, name) => renameBody(scene, index, name.trim())),
    ...(body().ball ? ballFields(form, now, index) : placeFields(form, body, index)),
    form.number("Restitution", "body-restitution", () => body().restitution ?? (now().defaults as Body | undefined)?.restitution ?? 1, (scene, value) => own((next) => (next.restitution = value))(scene), {least: 0, place: `bodies[${index}].restitution`}),
    form.color("Colour", () => body().color ?? "#4c9be8", (scene, value) => own((next) => (next.color = value))(scene)));
  return form;
}

function ballFields(form: Form, now: () => SceneFile, index: number): HTMLElement[] {
  const body = () => now().bodies![index];
  const own = (scene: SceneFile) => scene.bodies![index];
  const fields = [
    form.pair(["Centre x", "y"], "body-center", () => body().ball!.center, (scene, at) => (own(scene).ball!.center = at), `bodies[${index}].ball.center`),
    form.number("Radius", "body-radius", () => body().ball!.radius, (scene, radius) => (own(scene).ball!.radius = radius), {above: 0, place: `bodies[${index}].ball.radius`}),
    form.pair(["Velocity x", "y"], "body-velocity", () => body().velocity ?? [0, 0], (scene, to) => (own(scene).velocity = to), `bodies[${index}].velocity`),
    form.check("Immovable", () => body().mass === "immovable", (scene, on) => (on ? (own(scene).mass = "immovable") : delete own(scene).mass)),
  ];
  if (body().mass !== "immovable") fields.push(form.number("Mass", "body-mass", () => (body().mass as number | undefined) ?? 1, (scene, mass) => (own(scene).mass = mass), {above: 0, place: `bodies[${index}].mass`}));
  fields.push(form.choice("On impact", kResponses, () => (body().response ?? "bounce") as keyof typeof kResponses, (scene, response) => respond(own(scene), response)));
  fields.push(form.check("A force pushes it", () => forceOn(now(), index) !== undefined, (scene, on) => (on ? addForce(scene, index) : dropForce(scene, index))));
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

function placeFields(form: Form, body: () => Body, index: number): HTMLElement[] {
  const own = (scene: SceneFile) => scene.bodies![index];
  const {segment, box, polygon} = body();
  if (segment) return (["from", "to"] as const).map((end) => form.pair([end === "from" ? "From x" : "To x", "y"], `body-${end}`, () => body().segment![end], (scene, at) => (own(scene).segment![end] = at), `bodies[${index}].segment.${end}`));
  if (box) return (["low", "high"] as const).map((end) => form.pair([end === "low" ? "Low x" : "High x", "y"], `body-${end}`, () => body().box![end], (scene, at) => (own(scene).box![end] = at), `bodies[${index}].box.${end}`));
  if (!polygon) return [];
  return [
    ...polygon.vertices.map((_, k) => form.pair([`Corner ${k + 1} x`, "y"], `body-corner-${k}`, () => body().polygon!.vertices[k], (scene, at) => (own(scene).polygon!.vertices[k] = at), `bodies[${index}].polygon.vertices[${k}]`)),
    form.check("Closed", () => body().polygon!.closed !== false, (scene, closed) => (own(scene).polygon!.closed = closed)),
  ];
}

export function sceneForm(now: () => SceneFile, change: Change): Form {
  const form = new Form(change);
  form.element.append(
    form.text("Title", "scene-title", () => now().title ?? "", (scene, title) => (scene.title = title)),
    form.number("Until", "scene-until", () => now().until ?? 10, (scene, until) => (scene.until = until), {least: 0, place: "until"}),
    form.pair(["Gravity x", "y"], "scene-gravity", () => now().gravity ?? [0, 0], (scene, [x, y]) => (scene.gravity = x || y ? [x, y] : undefined), "gravity"));
  if (!now().periodic) form.element.append(form.check("Walls around it", () => now().walls !== undefined, (scene, on) => (scene.walls = on ? {low: [0, 0], high: [8, 5]} : undefined)));
  if (now().walls)
    for (const end of ["low", "high"] as const)
      form.element.append(form.pair([end === "low" ? "Walls from x" : "to x", "y"], `walls-${end}`, () => now().walls?.[end] ?? [0, 0], (scene, at) => scene.walls && (scene.walls[end] = at), `walls.${end}`));
  return form;
}
