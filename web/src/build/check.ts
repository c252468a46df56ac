/** What this page takes for granted of a scene: whether it runs is the engine's to say, but what is drawn here must at least be there. */
type Check = (value: unknown, place: string) => void;

function refuse(value: unknown, place: string, expected: string): never {
  throw new Error(`${place}: got ${(JSON.stringify(value) ?? "nothing").slice(0, 40)}, expected ${expected}`);
}

const test = (right: (value: unknown) => boolean, expected: string): Check => (value, place) => void (right(value) || refuse(value, place, expected));

const number = test((value) => Number.isFinite(value), "a number");
const text = test((value) => typeof value === "string", "a text");
const point = test((value) => Array.isArray(value) && value.length === 2 && value.every(Number.isFinite), "two numbers in a list");

const listOf = (each: Check): Check => (value, place) => {
  if (!Array.isArray(value)) refuse(value, place, "a list");
  value.forEach((one, k) => each(one, `${place}[${k}]`));
};

/** An object with these fields, if they are there or `must` be; of others nothing is asked. */
const object = (fields: Record<string, Check>, must: string[] = []): Check => (value, place) => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) refuse(value, place, "an object");
  for (const [name, check] of Object.entries(fields)) {
    const one = (value as Record<string, unknown>)[name];
    if (one !== undefined || must.includes(name)) check(one, `${place}${place.includes(": ") ? "." : ": "}${name}`);
  }
};

const corners = object({low: point, high: point}, ["low", "high"]);
const ends = {from: point, to: point};
const body = object({
  ball: object({center: point, radius: number}, ["center", "radius"]), segment: object(ends, ["from", "to"]),
  polygon: object({vertices: listOf(point)}, ["vertices"]), box: corners, half_space: object({normal: point, offset: number, point}, ["normal"]),
  capsule: object({...ends, radius: number}, ["from", "to", "radius"]), convex_polygon: object({vertices: listOf(point)}, ["vertices"]), arc: object({...ends, center: point, radius: number}, ["center", "radius"]),
  velocity: point, name: text, color: text, response: text, group: text,
});
const generator = object({
  gas: object({low: point, high: point}), pour: object({low: point, high: point, at: point}), lattice: object({low: point, counts: point}, ["low", "counts"]), pile: object({base: point}, ["base"]),
  pyramid: object({base: point}, ["base"]), rack: object({apex: point, direction: point}, ["apex", "direction"]), ring: object({center: point}, ["center"]),
});
const forceField = object({attractor: object({center: point}, ["center"]), spring: object({anchor: point}, ["anchor"]), drag: object({wind: point})});
const scene = object({
  title: text, until: number, gravity: point, walls: corners, defaults: object({}), bodies: listOf(body), generators: listOf(generator), periodic: point,
  forces: listOf(object({force: point, from: number, until: number}, ["force"])), force_fields: listOf(forceField), steers: listOf(object({})),
});

/** An Error with the place, the value and what was expected. */
export const checkScene = (value: unknown, name: string): void => scene(value, name);
