import {readdirSync, readFileSync} from "node:fs";
import {brotliCompressSync, constants} from "node:zlib";
import {expect, type Page, test} from "@playwright/test";
import {drawSimply, game, openGame, setPower} from "./table.js";

// The figures are printed, never judged here: machines differ, and this one draws in software.
test("the page about speed measures both scenes", async ({page}) => {
  await page.goto("/#bench");
  await page.getByTestId("bench-run").click();
  await expect(page.getByTestId("bench-status")).toHaveText("Done.");
  const rows = await page.getByTestId("bench-rows").getByRole("row").allInnerTexts();
  expect(rows).toHaveLength(2);
  rows.forEach((row) => console.log(row.replaceAll("\t", "  ")));
});

test("it tells when the table could be played on", async ({page}) => {
  await drawSimply(page);
  await page.goto("/");
  await expect(page.getByTestId("shoot")).toBeEnabled();
  await page.getByRole("link", {name: "Speed"}).click();
  await expect(page.getByTestId("bench-first")).toContainText(/played on \d+\.\d+ s after/);
  console.log(await page.getByTestId("bench-first").textContent());
});

const kQuality = {params: {[constants.BROTLI_PARAM_QUALITY]: 6}};  // as serve.mjs compresses

test("all files of the app are at most 3 MB compressed, as they are sent", () => {
  const dist = new URL("../dist/", import.meta.url).pathname;
  const files = readdirSync(dist, {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile());
  const bytes = files.map((entry) => brotliCompressSync(readFileSync(`${entry.parentPath ?? entry.path}/${entry.name}`), kQuality).length);
  const all = bytes.reduce((sum, each) => sum + each, 0);
  console.log(`${files.length} files, ${(all / 1e6).toFixed(2)} MB compressed`);
  expect(all).toBeLessThan(3e6);
});

/** Takes down how long the script of each frame works, on a processor of a fourth of the speed once `slow` is called. */
async function watchFrames(page: Page) {
  await page.addInitScript(() => {
    const frames: number[] = [];
    Object.assign(window, {frames});
    const ask = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (act) => ask((now) => {
      const begin = performance.now();
      act(now);
      frames.push(performance.now() - begin);
    });
  });
  const times = () => page.evaluate(() => (window as unknown as {frames: number[]}).frames);
  return {
    slow: async () => (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", {rate: 4}),
    /** Of the next frames. */
    tell: async (what: string) => {
      const before = (await times()).length;
      await expect.poll(async () => (await times()).length - before).toBeGreaterThan(60);
      const sorted = (await times()).slice(before).sort((a, b) => a - b);
      const mean = sorted.reduce((sum, each) => sum + each, 0) / sorted.length;
      console.log(`${sorted.length} frames of ${what}: ${mean.toFixed(1)} ms of script in the mean, ${sorted[Math.floor(0.95 * sorted.length)].toFixed(1)} ms in 95 of 100`);
    },
  };
}

test("a break takes so much script a frame on a processor of a fourth of the speed", async ({page}) => {
  const frames = await watchFrames(page);
  await openGame(page, game("eight-ball"));
  await setPower(page, 9);
  await frames.slow();
  await page.getByTestId("shoot").click();
  await expect(page.getByTestId("skip")).toBeVisible();
  await frames.tell("a break");
});

test("a heap of 1,020 discs takes so much script a frame, with its force chains, too", async ({page}) => {
  const frames = await watchFrames(page);
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  const heap = {
    carom: 1, dimension: 2, title: "A heap", until: 20, gravity: [0, -10], tangential_restitution: 0, walls: {low: [0, 0], high: [41, 200], restitution: 0.5, friction: 0.5}, defaults: {restitution: 0.5, friction: 0.5},
    generators: [{lattice: {low: [0.65, 0.65], counts: [30, 34], spacing: 1.3, radius: 0.5, seed: 1}}],
  };
  await page.getByTestId("look-file").setInputFiles({name: "heap.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(heap))});
  await expect(page.getByTestId("look-status")).toContainText("1 020 balls");
  await frames.slow();
  await frames.tell("a heap");
  await page.getByRole("button", {name: "Force chains"}).click();
  await frames.tell("a heap with its chains");
});
