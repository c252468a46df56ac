/** The fields of the scene itself: its time, gravity, walls, surfaces, and forces of place and velocity. */
import {h} from "../ui.js";
import type {Body, Fields, SceneFile} from "./document.js";
import {type Change, Form} from "./form.js";
import {middle, type Point} from "./geometry.js";
import {isRough} from "./inspector.js";
import {boundsOf} from "./shapes.js";

const kLasting = {chosen: "Where things are pressed", yes: "Always", no: "Never"};
const kFieldInterval = 1 / 64;

/** What decides which fields the scene has. */
export const sceneShape = (scene: SceneFile): string => JSON.stringify([scene.walls !== undefined, scene.periodic !== undefined, isRough(scene), (scene.force_fields ?? []).map((one) => Object.keys(one))]);

export function sceneForm(now: () => SceneFile, change: Change): Form {
  const form = new Form(change);
  form.element.append(
    form.whole("scene-why", ({place, bodies, generators}) => !bodies.length && !generators.length && !/^(walls|force_fields|defaults)/.test(place)),
    form.text("Title", "scene-title", () => now().title ?? "", (scene, title) => (scene.title = title)),
    form.number("Until", "scene-until", () => now().until ?? 10, (scene, until) => (scene.until = until), {least: 0, place: "until"}),
    form.pair(["Gravity x", "y"], "scene-gravity", () => now().gravity ?? [0, 0], (scene, [x, y]) => (scene.gravity = x || y ? [x, y] : undefined), "gravity"),
    ...wallFields(form, now), h("h3", {}, "Surfaces"), ...surfaceFields(form, now, change), h("h3", {}, "Forces of place and velocity"), ...fieldsFields(form, now, change));
  return form;
}

function wallFields(form: Form, now: () => SceneFile): HTMLElement[] {
  if (now().periodic) return [];
  const fields = [form.check("Walls around it", () => now().walls !== undefined, (scene, on) => (scene.walls = on ? roomFor(scene) : undefined))];
  if (!now().walls) return fields;
  const end = (name: "low" | "high", label: string) =>
    form.pair([`${label} x`, "y"], `walls-${name}`, () => now().walls?.[name] ?? [0, 0], (scene, at) => scene.walls && (scene.walls[name] = at), `walls.${name}`);
  const restitution = form.number("Restitution", "walls-restitution", () => now().walls?.restitution ?? 1, (scene, value) => scene.walls && (scene.walls.restitution = value), {least: 0, place: "walls.restitution"});
  return [...fields, form.whole("walls-why", ({walls}) => walls), end("low", "Walls from"), end("high", "to"), restitution];
}

/** As wide as what is there, and whole units. */
function roomFor(scene: SceneFile): {low: Point; high: Point} {
  const {low, high} = boundsOf(scene.bodies ?? []);
  return {low: [Math.min(0, Math.floor(low[0])), Math.min(0, Math.floor(low[1]))], high: [Math.max(8, Math.ceil(high[0])), Math.max(5, Math.ceil(high[1]))]};
}

/** What bodies have that give none of their own; of rough ones friction, too. */
function surfaceFields(form: Form, now: () => SceneFile, change: Change): HTMLElement[] {
  const own = (label: string, name: "restitution" | "friction" | "rolling_friction", otherwise: number) =>
    form.number(label, `defaults-${name}`, () => now().defaults?.[name] ?? otherwise, (scene, value) => (scene.defaults = {...scene.defaults, [name]: value}), {least: 0, place: `defaults.${name}`});
  const rough = isRough(now())
    ? [form.number("Sliding kept", "scene-roughness", () => now().tangential_restitution ?? 0, (scene, value) => (scene.tangential_restitution = value), {least: -1, place: "tangential_restitution"}), own("Friction", "friction", 0), own("Rolling", "rolling_friction", 0)]
    : [];
  const lasting = form.choice("Contacts last", "scene-lasting", kLasting, () => (now().lasting_contacts === undefined ? "chosen" : now().lasting_contacts ? "yes" : "no"), (scene, value) => (scene.lasting_contacts = value === "chosen" ? undefined : value === "yes"));
  return [own("Restitution", "restitution", 1), form.check("Rough: balls spin, with friction", () => isRough(now()), makeRough), ...rough, lasting,
    h("div", {class: "buttons"}, h("button", {class: "small", "data-testid": "make-heap", onclick: () => change(makeHeap)}, "Let it heap up"))];
}

const kFrictions = ["friction", "rolling_friction", "spinning_friction", "spin", "surface"] as const;

/** Smooth bodies have no friction, and no spin. */
function makeRough(scene: SceneFile, on: boolean): void {
  if (on) {
    scene.tangential_restitution = 0;
    return;
  }
  delete scene.tangential_restitution;
  const all = [scene.defaults, scene.walls, ...(scene.bodies ?? []), ...(scene.generators ?? []).flatMap((one) => Object.values(one))];
  for (const fields of all) for (const name of kFrictions) delete (fields as Body | undefined)?.[name];
}

/** Gravity, blows that lose energy, friction: what sand needs to lie. */
function makeHeap(scene: SceneFile): void {
  scene.gravity ??= [0, -9.81];
  scene.tangential_restitution ??= 0;
  scene.defaults = {restitution: 0.3, friction: 0.5, rolling_friction: 0.05, ...scene.defaults};
  delete scene.lasting_contacts;
  delete scene.damping;
}

// Force fields.

const kNew: Record<keyof Fields, (at: Point) => Fields> = {
  attractor: (at) => ({attractor: {center: at, strength: 5, softening: 0.5}}),
  spring: (at) => ({spring: {anchor: at, stiffness: 1}}),
  drag: () => ({drag: {coefficient: 0.05}}),
};
const kNames: Record<keyof Fields, string> = {attractor: "Attractor", spring: "Spring", drag: "Drag"};

function addField(scene: SceneFile, kind: keyof Fields): void {
  const {low, high} = boundsOf(scene.bodies ?? [], scene.walls);
  (scene.force_fields ??= []).push(kNew[kind](middle(low, high)));
  scene.force_interval ??= kFieldInterval;
}

function removeField(scene: SceneFile, k: number): void {
  scene.force_fields!.splice(k, 1);
  if (scene.force_fields!.length) return;
  delete scene.force_fields;
  delete scene.force_interval;
}

function fieldsFields(form: Form, now: () => SceneFile, change: Change): HTMLElement[] {
  const fields = now().force_fields ?? [];
  const adders = (Object.keys(kNew) as (keyof Fields)[]).map((kind) => h("button", {class: "small", "data-testid": `add-${kind}`, onclick: () => change((scene) => addField(scene, kind))}, `+ ${kNames[kind]}`));
  const interval = fields.length
    ? [form.number("Looked at every", "force-interval", () => now().force_interval ?? kFieldInterval, (scene, value) => (scene.force_interval = value), {above: 0, place: "force_interval"})] : [];
  return [...fields.map((one, k) => fieldset(form, now, change, Object.keys(one)[0] as keyof Fields, k)), ...interval, h("div", {class: "buttons"}, ...adders)];
}

function fieldset(form: Form, now: () => SceneFile, change: Change, kind: keyof Fields, k: number): HTMLElement {
  const own = (scene = now()) => (scene.force_fields?.[k]?.[kind] ?? {}) as Record<string, number & Point>;
  const number = (name: string, label: string, least = -Infinity) =>
    form.number(label, `field-${k}-${name}`, () => own()[name] ?? 0, (scene, value) => ((own(scene) as Record<string, unknown>)[name] = value), {least, place: `force_fields[${k}].${kind}.${name}`});
  const point = (name: string, label: string) =>
    form.pair([`${label} x`, "y"], `field-${k}-${name}`, () => own()[name] ?? [0, 0], (scene, at) => ((own(scene) as Record<string, unknown>)[name] = at), `force_fields[${k}].${kind}.${name}`);
  const fields: Record<keyof Fields, () => HTMLElement[]> = {
    attractor: () => [point("center", "Centre"), number("strength", "Strength"), number("softening", "Softening", 0)],
    spring: () => [point("anchor", "Anchor"), number("stiffness", "Stiffness", 0), number("length", "Length", 0)],
    drag: () => [number("coefficient", "Coefficient", 0), point("wind", "Wind")],
  };
  const remove = h("button", {class: "small", "aria-label": `Remove the ${kNames[kind].toLowerCase()}`, onclick: () => change((scene) => removeField(scene, k))}, "×");
  return h("fieldset", {class: "part"}, h("legend", {}, kNames[kind]), form.whole(`field-${k}-why`, (complaint) => complaint.place === `force_fields[${k}]` || complaint.place === `force_fields[${k}].${kind}`), ...fields[kind](), remove);
}
