import {expect, type Locator} from "@playwright/test";

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

/** The middles, in pixels, of what is red, green and blue on the screen there. */
async function middles(stage: Locator): Promise<[number, number][]> {
  const picture = (await stage.screenshot()).toString("base64");
  return stage.page().evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    const sums = [0, 1, 2].map(() => ({x: 0, y: 0, count: 0}));
    for (let at = 0; at < pixels.length; at += 4) {
      const color = [...pixels.subarray(at, at + 3)];
      const channel = color.indexOf(Math.max(...color));
      if (color[channel] < 90 || color.some((value, k) => k !== channel && color[channel] <= 2 * value)) continue;
      sums[channel].x += (at / 4) % image.width;
      sums[channel].y += Math.floor(at / 4 / image.width);
      ++sums[channel].count;
    }
    return sums.map(({x, y, count}): [number, number] => [x / count, y / count]);
  }, picture);
}

/** Waits until the letter is seen upright, and as it is written or, from behind, mirrored. */
export async function expectLetter(stage: Locator, lies: "F" | "mirrored F"): Promise<void> {
  await expect(async () => {
    const [corner, foot, end] = await middles(stage);
    expect(foot[1] - corner[1]).toBeGreaterThan(2 * Math.abs(foot[0] - corner[0]));
    expect(end[0] > corner[0] ? "F" : "mirrored F").toBe(lies);
  }).toPass({timeout: 60_000});
}
