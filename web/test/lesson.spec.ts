import {execFileSync} from "node:child_process";
import {expect, type Page, test} from "@playwright/test";
import {type Case, type Disc, kCases, type Point} from "../src/lesson/cases.js";
import {carom} from "./program.js";

// What the sentences say, decided without the engine: numbers as they are, in whole multiples of 2⁻⁶⁰.
type Exact = readonly [bigint, bigint];
const exact = (x: number): bigint => BigInt(x * 2 ** 60);
const exactly = ([x, y]: Point): Exact => [exact(x), exact(y)];
const plus = ([a, b]: Exact, [c, d]: Exact): Exact => [a + c, b + d];
const minus = ([a, b]: Exact, [c, d]: Exact): Exact => [a - c, b - d];
const dot = ([a, b]: Exact, [c, d]: Exact): bigint => a * c + b * d;
const cross = ([a, b]: Exact, [c, d]: Exact): bigint => a * d - b * c;
const square = (x: bigint): bigint => x * x;

/** p from A to B, the movement v of A as B sees it, and the sum of the radii R. */
function relative({a, b}: Case) {
  return {p: minus(exactly(b.at), exactly(a.at)), v: minus(exactly(a.velocity), exactly(b.velocity)), r: exact(a.radius) + exact(b.radius)};
}

/** Whether D, the distance of B's centre from the line of v, is below (−1), at (0) or above (1) `other`: D² = (p × v)² / v². */
function distanceFromLine(one: Case, other: bigint): number {
  const {p, v} = relative(one);
  const difference = square(cross(p, v)) - square(other) * dot(v, v);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** They approach as long as p · v > 0, and come as near as D. Meant for circles that are apart at the start. */
const everTouch = (one: Case): boolean => dot(relative(one).p, relative(one).v) > 0n && distanceFromLine(one, relative(one).r) <= 0;

/** In the movement, too: at its end they overlap, or are past their nearest place. */
function touchInMovement(one: Case): boolean {
  const {p, v, r} = relative(one);
  const end = minus(p, v);
  return everTouch(one) && (dot(end, end) <= square(r) || dot(end, v) <= 0n);
}

/** Whether the ends of each path lie on different sides of the other. */
function pathsCross({a, b}: Case): boolean {
  const apart = (one: Disc, other: Disc) => {
    const side = (place: Exact) => cross(exactly(one.velocity), minus(place, exactly(one.at)));
    const [from, to] = [exactly(other.at), plus(exactly(other.at), exactly(other.velocity))];
    return side(from) * side(to) < 0n;
  };
  return apart(a, b) && apart(b, a);
}

/** From when to when each circle covers the point where the lines of the paths cross: (b − a) × v_b / v_a × v_b, ± r/|v|. */
function timesAtCrossing({a, b}: Case): [number, number][] {
  const p = minus(exactly(b.at), exactly(a.at));
  const [va, vb] = [exactly(a.velocity), exactly(b.velocity)];
  const [ta, tb] = [cross(p, vb), cross(p, va)].map((one) => Number(one) / Number(cross(va, vb)));
  const around = (t: number, {radius, velocity}: Disc): [number, number] => [t - radius / Math.hypot(...velocity), t + radius / Math.hypot(...velocity)];
  return [around(ta, a), around(tb, b)];
}

/** The engine's answer. */
function ask(question: string, {a, b}: Pick<Case, "a" | "b">, more: object): {result: string; time?: number; fraction?: number} {
  const body = ({at, radius, velocity}: Disc) => ({shape: {ball: {center: at, radius}}, motion: {linear: {velocity}}});
  return JSON.parse(execFileSync(carom, ["query", question], {input: JSON.stringify({dim: 2, a: body(a), b: body(b), ...more}), encoding: "utf8"}));
}

const timeOf = (one: Pick<Case, "a" | "b">): number | undefined => ask("time-of-impact", one, {}).time;
const resultOf = (one: Case): string => ask("clip-motion", one, {horizon: 1}).result;
const changed = (disc: Disc, change: Partial<Disc>): Disc => ({...disc, ...change});

/** When they touch, if ever, worked out by hand; 1 is the end of the movement. */
const kTouch: Record<string, number | undefined> = {
  "Head on": 8 / 9,
  "The edge hits": (8 - Math.sqrt(2 ** 2 - 1.5 ** 2)) / 9,
  Graze: 7 / 8,
  "Right length, wrong way": undefined,
  "Crossing without a hit": undefined,
  "Parallel with a hit": (5 - Math.sqrt(2 ** 2 - 1.2 ** 2)) / 5,
};

/** Each sentence with what makes it true. Together they are all that a case says. */
const kSentences: Record<string, [string, (one: Case) => void][]> = {
  "Head on": [
    ["The line of motion goes through both centres:", (one) => {
      expect(distanceFromLine(one, 0n)).toBe(0);
      expect(one.b.velocity).toEqual([0, 0]);
    }],
    ["the circles touch after the gap, 10 − 2, of a movement of 9.", (one) => {
      const {p, v, r} = relative(one);
      expect([dot(p, p), r, dot(v, v)]).toEqual([square(exact(10)), exact(2), square(exact(9))]);
      expect(timeOf(one)).toBe((10 - 2) / 9);
    }],
  ],
  "The edge hits": [
    ["The centre's line misses the other circle, and yet the edge hits it:", (one) => {
      expect(distanceFromLine(one, exact(one.b.radius))).toBe(1);
      expect(touchInMovement(one)).toBe(true);
      expect(resultOf(one)).toBe("hit");
    }],
    ["what counts is D against the sum of the radii.", (one) => {
      expect(distanceFromLine(one, relative(one).r)).toBe(-1);
      for (const [d, result] of [[1.999, "hit"], [2.001, "miss"]] as const) expect(resultOf({...one, a: changed(one.a, {at: [0, d]})})).toBe(result);
    }],
  ],
  Graze: [
    ["D is exactly the sum of the radii: the circles touch in one instant.", (one) => {
      expect(distanceFromLine(one, relative(one).r)).toBe(0);
      expect(timeOf(one)).toBe(7 / 8);
    }],
    ["Exact arithmetic decides it.", (one) => {
      const ulp = 2 ** -51;  // the numbers before and after 2 are 2 − ulp/2 and 2 + ulp
      for (const [d, result] of [[2 - ulp / 2, "hit"], [2, "hit"], [2 + ulp, "miss"]] as const) expect(resultOf({...one, a: changed(one.a, {at: [0, d]})})).toBe(result);
    }],
  ],
  "Right length, wrong way": [
    ["The movement is longer than the gap, but leads away:", (one) => {
      const {p, v, r} = relative(one);
      expect(dot(p, p)).toBe(square(exact(4)));
      expect(dot(v, v)).toBeGreaterThan(square(exact(4) - r));
      expect(touchInMovement({...one, a: changed(one.a, {velocity: [3, -0.5]})})).toBe(true);
      expect(timeOf(one)).toBeUndefined();
    }],
    ["the nearest place lies behind A.", (one) => expect(dot(relative(one).p, relative(one).v)).toBeLessThan(0n)],
  ],
  "Crossing without a hit": [
    ["The paths cross, but the circles are at the crossing at different times.", (one) => {
      expect(pathsCross(one)).toBe(true);
      const [[, aLeaves], [bComes]] = timesAtCrossing(one);
      expect(aLeaves).toBeLessThan(bComes);
      expect(timeOf(one)).toBeUndefined();
    }],
  ],
  "Parallel with a hit": [
    ["Both move;", ({a, b}) => {
      expect(cross(exactly(a.velocity), exactly(b.velocity))).toBe(0n);
      for (const {velocity} of [a, b]) expect(velocity).not.toEqual([0, 0]);
    }],
    ["in the frame of the second only the difference of the velocities counts.", (one) => {
      const difference: Point = [one.a.velocity[0] - one.b.velocity[0], one.a.velocity[1] - one.b.velocity[1]];
      expect(timeOf({a: changed(one.a, {velocity: difference}), b: changed(one.b, {velocity: [0, 0]})})).toBe(timeOf(one));
    }],
  ],
};

for (const one of kCases) {
  test(`every sentence is true of the case "${one.name}"`, () => {
    expect(one.about).toBe(kSentences[one.name].map(([sentence]) => sentence).join(" "));
    for (const [, prove] of kSentences[one.name]) prove(one);
  });

  test(`the circles touch when they should, or never, in the case "${one.name}"`, () => {
    const expected = kTouch[one.name];
    expect(everTouch(one)).toBe(expected !== undefined);
    expect(touchInMovement(one)).toBe(expected !== undefined && expected <= 1);
    const time = timeOf(one);
    if (expected === undefined) expect(time).toBeUndefined();
    else expect(time).toBeCloseTo(expected, 14);
    expect(resultOf(one)).toBe(expected === undefined ? "miss" : "hit");
  });
}

const near = (text: string): RegExp => new RegExp(`^${text.replace(".", "\\.")}$`);

/** A value that the page shows by its name. */
const value = (page: Page, name: string) => page.locator("#lesson-values").locator("dt", {hasText: name}).locator("xpath=following-sibling::dd[1]");

test("the page shows every case with its sentences and its values", async ({page}) => {
  await page.goto("/#lesson");
  for (const one of kCases) {
    await page.getByRole("button", {name: one.name}).click();
    await expect(page.getByTestId("lesson-about")).toHaveText(one.about);
    const {p, v, r} = relative(one);
    const unit = 2 ** 60;
    const speed = Math.sqrt(Number(dot(v, v))) / unit;
    const along = Number(dot(p, v)) / unit ** 2 / speed;
    const touch = kTouch[one.name];
    const shown = (x: number | undefined, none: string) => near(x === undefined ? none : String(Number(x.toPrecision(8))));
    await expect(value(page, "Sum of the radii")).toHaveText(shown(Number(r) / unit, ""));
    await expect(value(page, "D: how far")).toHaveText(shown(Math.abs(Number(cross(p, v))) / unit ** 2 / speed, ""));
    await expect(value(page, "Length of the relative movement")).toHaveText(shown(speed, ""));
    await expect(value(page, "Way to the nearest place")).toHaveText(shown(along, ""));
    await expect(value(page, "Way to the touch")).toHaveText(shown(touch === undefined ? undefined : touch * speed, "none"));
    await expect(value(page, "Time of impact")).toHaveText(shown(touch, "never"));
    await expect(value(page, "Share of the movement")).toHaveText(shown(touch ?? 1, ""));
    await expect(value(page, "Result")).toHaveText(touch === undefined ? "They do not touch in this movement." : "They touch: the movement is clipped.");
  }
});

test("the sliders show the radii of the case, and what they are moved to", async ({page}) => {
  await page.goto("/#lesson");
  const radius = (which: string) => page.getByRole("slider", {name: `Radius of ${which}`});
  const shown = (which: string) => page.locator(`.radius-${which.toLowerCase()} output`);
  await radius("A").fill("2.05");
  await expect(shown("A")).toHaveText("2.05");
  await expect(value(page, "Sum of the radii")).toHaveText("3.05");
  for (const one of kCases) {
    await page.getByRole("button", {name: one.name}).click();
    for (const which of ["a", "b"] as const) {
      await expect(radius(which.toUpperCase())).toHaveValue(String(one[which].radius));
      await expect(shown(which)).toHaveText(one[which].radius.toFixed(2));
    }
  }
});

test("circles that are moved with the keys are a case of one's own", async ({page}) => {
  await page.goto("/#lesson");
  await page.getByRole("button", {name: "Parallel with a hit"}).click();
  await expect(value(page, "Time of impact")).toHaveText("0.68");
  await page.getByTestId("lesson").focus();
  for (let k = 0; k < 16; ++k) await page.keyboard.press("ArrowUp");
  await expect(value(page, "Result")).toHaveText("They do not touch in this movement.");
  await expect(page.getByTestId("lesson-about")).toHaveText("A case of your own.");
});

test("circles that touch and stay are not said to part", async ({page}) => {
  await page.goto("/#lesson");
  await page.getByRole("button", {name: "Head on"}).click();
  await page.getByTestId("lesson").focus();
  for (let k = 0; k < 32; ++k) await page.keyboard.press("ArrowRight");  // A to x = 8
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  for (let k = 0; k < 36; ++k) await page.keyboard.press("ArrowLeft");  // and its movement to nothing
  await expect(value(page, "Length of the relative movement")).toHaveText("0");
  await expect(value(page, "Result")).toHaveText("They touch, and do not approach.");
});
