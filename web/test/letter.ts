import {expect, type Locator} from "@playwright/test";
import {middles} from "./colors.js";

// Its corner, its foot and the end of its upper bar tell how an F lies; they are red, green and blue.
const kLetter = ["R###B", "#....", "####.", "#....", "G...."];
const kColors: Record<string, string> = {R: "#ff0000", G: "#00ff00", B: "#0000ff", "#": "#808080"};

type Point = readonly [number, number, number];

/** The scene of an F made of balls that is written along these directions around the origin. What pulls it down is too weak to be seen. */
export function letter({right, up}: {right: Point; up: Point}, view?: {camera: Point; look_at: Point}): object {
  const at = (column: number, row: number) => right.map((x, k) => (column - 2) * x + (2 - row) * up[k]);
  const balls = kLetter.flatMap((line, row) => [...line].flatMap((one, column) => (kColors[one] ? [{ball: {center: at(column, row), radius: 0.4}, color: kColors[one]}] : [])));
  return {carom: 1, dimension: 3, title: "A letter", until: 0.01, gravity: up.map((x) => -1e-6 * x), bodies: balls, ...(view ? {view} : {})};
}

/** Waits until the letter is seen upright, and as it is written or, from behind, mirrored. */
export async function expectLetter(stage: Locator, lies: "F" | "mirrored F"): Promise<void> {
  await expect(async () => {
    const [corner, foot, end] = await middles(stage, [0, 120, 240]);
    expect(foot[1] - corner[1]).toBeGreaterThan(2 * Math.abs(foot[0] - corner[0]));
    expect(end[0] > corner[0] ? "F" : "mirrored F").toBe(lies);
  }).toPass({timeout: 60_000});
}
