import {readdirSync, readFileSync} from "node:fs";
import {brotliCompressSync, constants} from "node:zlib";
import {expect, test} from "@playwright/test";
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

test("a break takes so much script a frame on a processor of a fourth of the speed", async ({page}) => {
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
  await openGame(page, game("eight-ball"));
  await setPower(page, 9);
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", {rate: 4});
  const times = () => page.evaluate(() => (window as unknown as {frames: number[]}).frames);
  await page.getByTestId("shoot").click();
  await expect(page.getByTestId("skip")).toBeVisible();
  const before = (await times()).length;
  await expect.poll(async () => (await times()).length - before).toBeGreaterThan(60);
  const rolled = (await times()).slice(before).sort((a, b) => a - b);
  const mean = rolled.reduce((sum, each) => sum + each, 0) / rolled.length;
  console.log(`${rolled.length} frames of a break: ${mean.toFixed(1)} ms of script in the mean, ${rolled[Math.floor(0.95 * rolled.length)].toFixed(1)} ms in 95 of 100`);
});
