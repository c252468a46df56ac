import type {Locator} from "@playwright/test";

type Place = [number, number];

/** The middles, in pixels, of what has these hues (in degrees) on the screen there. */
export async function middles(stage: Locator, hues: number[]): Promise<Place[]> {
  const picture = (await stage.screenshot()).toString("base64");
  return stage.page().evaluate(async ([data, wanted]) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const pixels = context.getImageData(0, 0, image.width, image.height).data;
    const sums = wanted.map(() => [0, 0, 0]);
    for (let at = 0; at < pixels.length; at += 4) {
      const [r, g, b] = pixels.subarray(at, at + 3);
      const [most, least] = [Math.max(r, g, b), Math.min(r, g, b)];
      if (most < 90 || least > most / 2) continue;
      const sixth = most === r ? (g - b) / (most - least) : most === g ? 2 + (b - r) / (most - least) : 4 + (r - g) / (most - least);
      const found = wanted.findIndex((hue) => Math.abs(((60 * sixth - hue + 540) % 360) - 180) < 10);
      if (found < 0) continue;
      [(at / 4) % image.width, Math.floor(at / 4 / image.width), 1].forEach((value, k) => (sums[found][k] += value));
    }
    return sums.map(([x, y, count]): [number, number] => [x / count, y / count]);
  }, [picture, hues] as const);
}
