import {type ChildProcess, spawn} from "node:child_process";
import {readFileSync, truncateSync} from "node:fs";
import {join} from "node:path";
import {expect, type Page, test} from "@playwright/test";
import {expectLetter, letter} from "./letter.js";
import {carom, runOf, twoBalls} from "./program.js";

const scene = JSON.stringify(twoBalls);

/** Drops a file on the page, as from a folder. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(([file, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], file));
    return transfer;
  }, [name, text]);
  await page.dispatchEvent("#content", "drop", {dataTransfer: data});
}

test("a shipped scene runs, and the gallery shows the others", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await expect(page.getByTestId("gallery").getByRole("link")).not.toHaveCount(0);
});

test("a dropped scene is run", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await drop(page, "mine.json", scene);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await expect(page.getByTestId("look-status")).toContainText(/^2 balls · [1-9]/);
});

test("a broken file is told with its place, and what was shown stays", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  const title = await page.getByTestId("look-title").textContent();
  await drop(page, "broken.json", scene.replace('"radius":0.5', '"radius":-1'));
  await expect(page.getByTestId("look-notice")).toContainText(/broken\.json: bodies\[0\]\.ball\.radius: got -1/);
  await expect(page.getByTestId("look-title")).toHaveText(title!);
  await drop(page, "torn.json", scene.slice(0, 60));
  await expect(page.getByTestId("look-notice")).toContainText(/torn\.json: line 1/);
});

test("a trajectory in extended XYZ is played", async ({page}) => {
  const frame = (time: number, x: number) => `2\nProperties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=${time}\nball ${x} 0 0 1 0 0 0.5 0\nball 4 0 0 0 0 0 0.5 1\n`;
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await drop(page, "two.xyz", frame(0, 0) + frame(0.5, 0.5) + frame(1, 1));
  await expect(page.getByTestId("look-title")).toHaveText("two.xyz");
  await expect(page.getByTestId("clock")).toHaveText(/^1\.0+$/);
});

/** Goes to a time without waiting until it is played. */
async function goTo(page: Page, time: string): Promise<void> {
  await page.getByRole("slider", {name: "Time"}).fill(time);
}

/** What a run of twoBalls must show, whoever brought it. */
async function expectRunOfTwoBalls(page: Page): Promise<void> {
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await expect(page.getByTestId("look-status")).toContainText("2 balls");
  await goTo(page, "3");
  await expect(page.getByTestId("clock")).toHaveText(/^3\.0+$/);
  // The pair meets at t = 1; the right ball goes on from x = 5 at speed 3 and meets the wall at 7.5 after 2.5/3, and the left one after as much again.
  await expect(page.getByTestId("look-status")).toContainText("2 balls · 3 events");
  for (const title of ["Kinetic energy", "Events", "temperature"]) await expect(page.getByTestId("plots")).toContainText(title);
}

test("the folder of a run is played from its trajectory, with its observables, and goes to any time", async ({page}) => {
  const run = runOf(twoBalls, "--observe", "temperature");
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await page.getByTestId("look-folder").setInputFiles(run);
  await expectRunOfTwoBalls(page);
  await goTo(page, "1.04");
  await expect(page.getByTestId("clock")).toHaveText(/^1\.0+$/);
  await expect(page.getByTestId("look-status")).toContainText("2 balls · 1 events");
});

test("a trajectory.h5 is played alone, and a damaged one is told", async ({page}) => {
  const file = join(runOf(twoBalls), "trajectory.h5");
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await page.getByTestId("look-file").setInputFiles(file);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await expect(page.getByTestId("look-status")).toContainText("2 balls");
  await goTo(page, "3");
  await expect(page.getByTestId("clock")).toHaveText(/^3\.0+$/);
  truncateSync(file, readFileSync(file).length / 2);
  await page.getByTestId("look-file").setInputFiles(file);
  await expect(page.getByTestId("look-notice")).toContainText("trajectory.h5: cannot be opened as an HDF5 file");
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
});

test("a ball is chosen by a click, followed, coloured by its last hit, and let go", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await drop(page, "mine.json", scene);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  const stage = page.getByTestId("look-stage");
  await page.keyboard.press("Home");
  await page.getByTestId("play").click();
  await stage.scrollIntoViewIfNeeded();
  await expect(async () => {
    const box = (await stage.boundingBox())!;
    for (let x = 0.1; x < 0.95; x += 0.05) {
      await page.mouse.click(box.x + x * box.width, box.y + box.height / 2);
      if (await page.locator(".inspector").isVisible()) return;
    }
    throw new Error("no ball lies on the line through the middle");
  }).toPass({timeout: 60_000});
  await expect(page.locator(".inspector")).toContainText("speed");
  await page.keyboard.press("h");
  await expect(page.getByRole("button", {name: "Last hits"})).toHaveAttribute("aria-pressed", "true");
  await page.keyboard.press("Escape");
  await expect(page.locator(".inspector")).toBeHidden();
});

test("pockets are holes and no balls", async ({page}) => {
  await page.goto("/#look/break");
  await expect(page.getByTestId("look-status")).toContainText(/^16 balls/);
});

test("an F in space is an F from the side where x × y points at the eye, and mirrored from behind", async ({page}) => {
  const [x, y, z] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] as const;
  const eye = (from: readonly [number, number, number]) => ({camera: from, look_at: [0, 0, 0]}) as const;
  const scenes = [
    [letter({right: x, up: y}), "F"], [letter({right: x, up: y}, eye([0, 0, -12])), "mirrored F"], [letter({right: x, up: y}, eye([0, 0, 12])), "F"],
    [letter({right: x, up: z}, eye([0, 12, 0])), "mirrored F"], [letter({right: x, up: z}), "F"],
  ] as const;
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  for (const [index, [scene, lies]] of scenes.entries()) {
    await drop(page, `letter_${index}.json`, JSON.stringify({...scene, title: `Letter ${index}`}));
    await expect(page.getByTestId("look-title")).toHaveText(`Letter ${index}`);
    await expectLetter(page.getByTestId("look-stage").locator("canvas"), lies);
  }
});

test("carom view opens a run in the app", async ({page}) => {
  const server: ChildProcess = spawn(carom, ["view", runOf(twoBalls, "--observe", "temperature"), "--no-browser"], {stdio: ["ignore", "pipe", "inherit"]});
  try {
    const line = await new Promise<string>((resolve) => server.stdout!.once("data", (data: Buffer) => resolve(data.toString())));
    await page.goto(/http:\S+/.exec(line)![0].replace("localhost", "127.0.0.1"));
    await expectRunOfTwoBalls(page);
  } finally {
    server.kill("SIGINT");
  }
});

test("100,000 balls are drawn from the engine's numbers as they are", async ({page}) => {
  const many = {carom: 1, dimension: 2, title: "Many", until: 0.2, periodic: [400, 400], generators: [{lattice: {low: [0.5, 0.5], counts: [400, 250], spacing: 1, radius: 0.3, speed: 5, seed: 1}}]};
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await drop(page, "many.json", JSON.stringify(many));
  await expect(page.getByTestId("look-status")).toContainText(/^100,000 balls · [1-9]/);
  await expect(page.getByTestId("clock")).toHaveText(/^0\.20+$/);
  const times = JSON.parse((await page.getByTestId("look-stage").getAttribute("data-script-times"))!) as number[];
  times.sort((a, b) => a - b);
  expect(times.length).toBeGreaterThan(1);
  console.log(`script per frame of 100,000 balls: median ${times[times.length >> 1].toFixed(2)} ms, longest ${times.at(-1)!.toFixed(2)} ms of ${times.length} frames`);
});
