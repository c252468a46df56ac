import {type ChildProcess, spawn} from "node:child_process";
import {readFileSync, statSync, truncateSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, type Page, test} from "@playwright/test";
import {kDrawn} from "../src/marks.js";
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

test("what is counted is written as it is, one by one", async ({page}) => {
  await showCradle(page);
  await drop(page, "one.json", JSON.stringify({...twoBalls, title: "One ball", until: 2.5, bodies: [{ball: {center: [1, 2], radius: 0.5}, velocity: [3, 0]}]}));
  await expect(page.getByTestId("look-status")).toContainText("1 ball · 1 event · ");  // the wall at 8 after 6.5/3
  await expect(page.getByTestId("clock")).toHaveText(/^2\.50*$/);
  await expect(page.getByTestId("plots").locator(".plot", {hasText: "Events"}).locator(".legend b")).toHaveText("1");
});

test("to a time that is not computed yet, or the next event after all that is, the run is computed", async ({page}) => {
  await showCradle(page);
  const slow = {carom: 1, dimension: 2, title: "One slow ball", until: 60, frames_per_second: 10, walls: {low: [0, 0], high: [8, 4]}, bodies: [{ball: {center: [1, 2], radius: 0.5}, velocity: [0.325, 0]}]};
  await drop(page, "slow.json", JSON.stringify(slow));
  await expect(page.getByTestId("look-title")).toHaveText("One slow ball");
  await page.getByRole("button", {name: "Pause"}).click();
  await page.getByRole("button", {name: "Next event"}).click();
  await expect(page.getByTestId("clock")).toHaveText("20.00");  // the wall after 6.5/0.325
  await goTo(page, "50");
  await expect(page.getByTestId("clock")).toHaveText("50.00");
  await expect(page.getByTestId("look-status")).toContainText("1 ball · 2 events");  // and the other, 7 away, after 21.5 more
  await goTo(page, "60");
  await expect(page.getByTestId("clock")).toHaveText("60.00");
  await goTo(page, "10");
  await expect(page.getByTestId("clock")).toHaveText("10.00");
});

test("opening 900,000 balls says what it is at, is cancelled at once, and what was shown goes on", async ({page}) => {
  await showCradle(page);
  await drop(page, "mine.json", JSON.stringify({...twoBalls, title: "Two balls for long", until: 1000}));
  await expect(page.getByTestId("look-title")).toHaveText("Two balls for long");
  const many = {carom: 1, dimension: 2, title: "Many", until: 1, periodic: [950, 950], generators: [{gas: {count: 900_000, radius: 0.2, temperature: 1, seed: 1}}]};
  await drop(page, "many.json", JSON.stringify(many));
  await expect(page.getByTestId("progress")).toContainText("many.json: the engine sets up the scene …");
  await expect(page.getByTestId("progress")).toContainText(/[1-9] s$/);
  await page.getByTestId("cancel").click();
  await expect(page.getByTestId("progress")).toBeHidden();
  await expect(page.getByTestId("look-notice")).toContainText("Cancelled");
  await expect(page.getByTestId("look-title")).toHaveText("Two balls for long");
  const clock = await page.getByTestId("clock").textContent();
  await expect(page.getByTestId("clock")).not.toHaveText(clock!);
  await drop(page, "next.json", JSON.stringify({...twoBalls, title: "And another"}));
  await expect(page.getByTestId("look-title")).toHaveText("And another");
});

test("a long table of positions says how far it is read, and is cancelled", async ({page}) => {
  await showCradle(page);
  const rows = "0.5 0.5 0\n".repeat(900_000);
  const cancelled = cancelWhenSaid(page, "many\\.xyz: line .* of 900");
  await drop(page, "many.xyz", `900000\nProperties=pos:R:3\n${rows}`);
  await cancelled;
  await expect(page.getByTestId("look-notice")).toContainText("Cancelled");
});

/** Presses Cancel as soon as it is said what is at work: a hand may come too late where a machine is fast. */
const cancelWhenSaid = (page: Page, words: string) => page.evaluate((expected) => new Promise<void>((resolve) => {
  const cancel = document.querySelector<HTMLButtonElement>("[data-testid=cancel]")!;
  const progress = document.querySelector("[data-testid=progress]")!;
  const observer = new MutationObserver(() => {
    if (!new RegExp(expected).test(progress.textContent!)) return;
    observer.disconnect();
    cancel.click();
    resolve();
  });
  observer.observe(progress, {childList: true});
}), words);

test("a broken file is told with its place, and what was shown stays", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  const title = await page.getByTestId("look-title").textContent();
  const before = await page.getByTestId("look-stage").boundingBox();
  await drop(page, "broken.json", scene.replace('"radius":0.5', '"radius":-1'));
  await expect(page.getByTestId("look-notice")).toContainText(/broken\.json: bodies\[0\]\.ball\.radius: got -1/);
  await expect(page.getByTestId("look-title")).toHaveText(title!);
  expect(await page.getByTestId("look-stage").boundingBox()).toEqual(before);
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

/** Shows a shipped scene, so that there is something that must stay. */
async function showCradle(page: Page): Promise<string> {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  return (await page.getByTestId("look-title").textContent())!;
}

const open = (page: Page, name: string, buffer: Buffer) => page.getByTestId("look-file").setInputFiles({name, mimeType: "application/octet-stream", buffer});

/** How many of the stage's pixels are drawn on. */
const drawnPixels = (page: Page): Promise<number> => page.getByTestId("look-stage").locator("canvas").first().evaluate((canvas: HTMLCanvasElement) => {
  const {data} = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  return new Uint32Array(data.buffer).reduce((count, pixel) => count + (pixel === 0 ? 0 : 1), 0);
});

/** Titles come before the first frame: waits for that. */
const expectDrawn = (page: Page): Promise<void> => expect.poll(() => drawnPixels(page)).toBeGreaterThan(200);

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
  await expect(page.getByTestId("look-status")).toContainText("2 balls · 1 event ·");
});

test("a trajectory.h5 is played alone, and a damaged one is told", async ({page}) => {
  const file = join(runOf(twoBalls), "trajectory.h5");
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await page.getByTestId("look-file").setInputFiles(file);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await expect(page.getByTestId("look-status")).toContainText("2 balls");
  await expectDrawn(page);
  expect(await drawnPixels(page)).toBeGreaterThan(5000);  // both balls are in the picture
  await goTo(page, "3");
  await expect(page.getByTestId("clock")).toHaveText(/^3\.0+$/);
  truncateSync(file, readFileSync(file).length / 2);
  await page.getByTestId("look-file").setInputFiles(file);
  await expect(page.getByTestId("look-notice")).toContainText("trajectory.h5: cannot be opened as an HDF5 file");
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
});

test("a trajectory with 400 flipped bytes is told with the place, and what was shown stays", async ({page}) => {
  const whole = readFileSync(join(runOf(twoBalls), "trajectory.h5"));
  await showCradle(page);
  let told = 0;
  for (let seed = 1; seed <= 6; ++seed) {
    await drop(page, "between.json", JSON.stringify({...twoBalls, title: `Between ${seed}`}));
    await expect(page.getByTestId("look-title")).toHaveText(`Between ${seed}`);
    await expectDrawn(page);
    const damaged = Buffer.from(whole);
    for (let k = 0, state = seed; k < 400; ++k) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;  // Numerical Recipes' congruential generator
      damaged[state % damaged.length] ^= 1 + ((state >>> 24) % 255);
    }
    await open(page, `flipped_${seed}.h5`, damaged);
    const notice = page.getByTestId("look-notice").filter({hasText: `flipped_${seed}.h5: /`});
    const end = page.getByTestId("look-title").filter({hasNotText: "Between"}).locator("xpath=..").getByTestId("clock").filter({hasText: /^3\.0+$/});
    await expect(notice.or(end)).toBeVisible();  // no checksum covers all of a file
    if (await notice.isVisible()) ++told;
    expect(await drawnPixels(page)).toBeGreaterThan(200);
  }
  expect(told).toBeGreaterThan(3);
});

test("a wrong number in a trajectory is told with its frame and its ball, and what was shown stays", async ({page}) => {
  const y = 1.2345678901234567;  // the height at which both go on, in every frame
  const scene = {...twoBalls, bodies: twoBalls.bodies.map(({ball, ...body}) => ({...body, ball: {...ball, center: [ball.center[0], y]}}))};
  const whole = readFileSync(join(runOf(scene), "trajectory.h5"));
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(y);
  const places: number[] = [];
  for (let at = whole.indexOf(bytes); at >= 0; at = whole.indexOf(bytes, at + 8)) places.push(at);
  expect(places).toHaveLength(62);  // two balls, 31 frames
  const title = await showCradle(page);
  for (const [value, shown] of [[NaN, "NaN"], [1e300, "Infinity"]] as const) {
    for (const frame of [0, 20]) {
      const damaged = Buffer.from(whole);
      damaged.writeDoubleLE(value, places[2 * frame + 1]);
      await open(page, "wrong.h5", damaged);
      await expect(page.getByTestId("look-notice")).toContainText(`wrong.h5: /particles/trajectory/position/value, frame ${frame}, ball 1: got [`);
      await expect(page.getByTestId("look-notice")).toContainText(`, ${shown}, 0], expected three numbers`);
      await expect(page.getByTestId("look-title")).toHaveText(frame === 0 ? title : "Two balls of mine");
      await expectDrawn(page);
    }
    await drop(page, "mine.json", JSON.stringify({...twoBalls, title}));
    await expect(page.getByTestId("look-title")).toHaveText(title);
  }
});

test("events and frames that are no numbers are told with their line", async ({page}) => {
  const run = runOf(twoBalls);
  await showCradle(page);
  const events = join(run, "events.csv");
  const lines = readFileSync(events, "utf8").split("\n");
  lines[2] = lines[2].replace(/^[^,]*/, "soon");
  writeFileSync(events, lines.join("\n"));
  await page.getByTestId("look-folder").setInputFiles(run);
  await expect(page.getByTestId("look-notice")).toContainText('events.csv: line 3: time: got "soon", expected a number');
  await drop(page, "two.xyz", "1\nProperties=pos:R:3 Time=now\n0 0 0\n");
  await expect(page.getByTestId("look-notice")).toContainText('two.xyz: line 2: Time: got "now"');
});

test("an address that is damaged or names no scene is told, and there is something to look at", async ({page}) => {
  for (const [address, told] of [["%", 'got "%"'], ["%E0%A4%A", "%E0%A4%A"], ["nosuch", "nosuch: no scene of this name is shipped"], ["a%20b", "a b: no scene"]]) {
    await page.goto("/#lesson");
    await page.goto(`/#look/${address}`);
    await expect(page.getByTestId("look-notice")).toContainText(told);
    await expect(page.getByTestId("look-status")).toContainText("16 balls");
  }
});

test("a page that waits for the engine does not cover the one that was asked for after it", async ({page}) => {
  let send = () => {};
  const sent = new Promise<void>((resolve) => (send = resolve));
  await page.route("**/*.wasm", async (route) => (await sent, route.continue()));
  await page.goto("/#lesson");
  await expect(page.locator("#content .loading")).toHaveCount(0);
  await page.goto("/#look/nosuch");
  await expect(page.getByTestId("look-title")).toBeAttached();
  send();
  await expect(page.getByTestId("look-notice")).toContainText("nosuch: no scene of this name is shipped");
});

test("an address asks the page's own server alone, and only below the page", async ({page, baseURL}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.route("**/data/my%20two.json", (route) => route.fulfill({json: twoBalls}));
  await page.goto("/#look/file/data/my%20two.json");
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  for (const path of ["http://evil.example/x.json", "https:evil.example/x.json", "//evil.example/x.json", "/\\evil.example/x.json", "\\\\evil.example/x.json", "%2F%2Fevil.example/x.json", "../x.json", "data/../../x.json", "..%2Fx.json", "%2e%2e/x.json", "/x.json", "data//x.json", "%", ""]) {
    await page.goto("/#lesson");
    await page.goto(`/#look/file/${path}`);
    await expect(page.getByTestId("look-notice"), path).toContainText(/Not opened: .*(expected|server answers 404)/);
  }
  expect(asked.filter((url) => !url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url))).toEqual([]);
  expect(asked.filter((url) => url.endsWith("x.json") && !url.includes("https%3A"))).toEqual([]);
});

test("a scene goes by a link with all that is in it; a damaged link is told", async ({page, context}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await showCradle(page);
  await drop(page, "mine.json", scene);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await page.getByTestId("copy-link").click();
  await expect(page.getByTestId("look-notice")).toContainText("The link to this scene is copied.");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("/#lesson");
  await page.goto(link);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await page.goto("/#lesson");
  await page.goto(link.slice(0, -9));
  await expect(page.getByTestId("look-notice")).toContainText("Not opened: the link is damaged");
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

/** How many of the stage's pixels have nearly this colour. */
const pixelsOf = (page: Page, color: string): Promise<number> => page.getByTestId("look-stage").locator("canvas").first().evaluate((canvas: HTMLCanvasElement, name) => {
  const [red, green, blue] = getComputedStyle(document.documentElement).getPropertyValue(name).trim().match(/[0-9a-f]{2}/g)!.map((byte) => parseInt(byte, 16));
  const {data} = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (Math.hypot(data[at] - red, data[at + 1] - green, data[at + 2] - blue) < 40) ++count;
  return count;
}, color);

test("a heap shows its force chains, what pulls at its balls, and who sleeps; a gas has nothing of it", async ({page}) => {
  await showCradle(page);
  const discs = Array.from({length: 4}, (_, k) => ({ball: {center: [0, 0.5 + k], radius: 0.5}}));
  const walls = {low: [-2, 0], high: [2, 5]};
  await drop(page, "stack.json", JSON.stringify({carom: 1, dimension: 2, title: "A stack", gravity: [0, -10], until: 4, frames_per_second: 20, walls, defaults: {restitution: 0.3}, bodies: discs}));
  await expect(page.getByTestId("look-title")).toHaveText("A stack");
  await goTo(page, "4");
  await expect(page.getByTestId("clock")).toHaveText(/^4\.?0*$/);
  expect([await pixelsOf(page, "--chain"), await pixelsOf(page, "--pull")]).toEqual([0, 0]);
  await page.getByRole("button", {name: "Force chains"}).click();
  await expect.poll(() => pixelsOf(page, "--chain")).toBeGreaterThan(50);
  await page.getByRole("button", {name: "Forces"}).click();
  await expect.poll(() => pixelsOf(page, "--pull")).toBeGreaterThan(20);
  const stage = page.getByTestId("look-stage");
  const box = (await stage.boundingBox())!;
  for (let y = 0.9; y > 0.1 && !(await page.locator(".inspector").isVisible()); y -= 0.05) await page.mouse.click(box.x + box.width / 2, box.y + y * box.height);
  await expect(page.locator(".inspector")).toContainText("sleepsyes");
  await expect(page.locator(".inspector")).toContainText("pull(0, −");
  await drop(page, "gas.json", scene);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await expect(page.getByRole("button", {name: /^Force/})).toHaveCount(0);
});

test("of balls that begin at rest, the fastest so far has the last colour", async ({page}) => {
  await showCradle(page);
  const fall = {carom: 1, dimension: 2, title: "A fall", gravity: [0, -10], until: 2, frames_per_second: 10, bodies: [{ball: {center: [0, 0], radius: 0.5}}, {ball: {center: [3, 0], radius: 0.5}, mass: "immovable"}]};
  await drop(page, "fall.json", JSON.stringify(fall));
  await expect(page.getByTestId("look-title")).toHaveText("A fall");
  await page.getByRole("button", {name: "Speed colours"}).click();
  await goTo(page, "2");
  await expect(page.getByTestId("clock")).toHaveText(/^2\.?0*$/);
  await expect(page.locator(".ramp-label")).toHaveText("020");  // from 0 to g t
});

test("a slice through a scene in space leaves the balls on one side of it", async ({page}) => {
  await showCradle(page);
  const ball = (x: number, color: string) => ({ball: {center: [x, 0, 0], radius: 1}, color});
  await drop(page, "two.json", JSON.stringify({carom: 1, dimension: 3, title: "Two in space", until: 1, view: {camera: [0, 0, 12], look_at: [0, 0, 0]}, bodies: [ball(-2, "#ff0000"), ball(2, "#0000ff")]}));
  await expect(page.getByTestId("look-title")).toHaveText("Two in space");
  const shows = async (): Promise<string> => {
    const picture = (await page.getByTestId("look-stage").screenshot()).toString("base64");
    return page.evaluate(async (png) => {
      const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
      context.drawImage(bitmap, 0, 0);
      const {data} = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let [red, blue] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] > 2 * Math.max(data[at + 1], data[at + 2]) + 40) ++red;
        if (data[at + 2] > 2 * Math.max(data[at], data[at + 1]) + 40) ++blue;
      }
      return `${red > 100 ? "red" : ""}${blue > 100 ? "blue" : ""}`;
    }, picture);
  };
  await expect.poll(shows).toBe("redblue");
  await page.getByRole("button", {name: "Slice"}).click();
  await page.getByRole("combobox", {name: "Axis of the slice"}).selectOption("x");
  const side = page.getByTitle("Show the other side");
  const shown = (words: string | null) => (words === "≥" ? "blue" : "red");  // blue is where x is larger
  await expect.poll(shows).toBe(shown(await side.textContent()));
  await side.click();
  await expect.poll(shows).toBe(shown(await side.textContent()));
  await page.getByRole("slider", {name: "Where the slice is"}).fill((await side.textContent()) === "≥" ? "0" : "200");
  await expect.poll(shows).toBe("redblue");
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

/** Opens what carom view serves of a run, and ends it. */
async function view(page: Page, run: string, look: () => Promise<void>): Promise<void> {
  const server: ChildProcess = spawn(carom, ["view", run, "--no-browser"], {stdio: ["ignore", "pipe", "inherit"]});
  try {
    const line = await new Promise<string>((resolve) => server.stdout!.once("data", (data: Buffer) => resolve(data.toString())));
    await page.goto(/http:\S+/.exec(line)![0].replace("localhost", "127.0.0.1"));
    await look();
  } finally {
    server.kill("SIGINT");
  }
}

test("carom view opens a run in the app", async ({page}) => {
  await view(page, runOf(twoBalls, "--observe", "temperature"), () => expectRunOfTwoBalls(page));
});

// The figure is printed, never judged here: machines differ.
test("carom view tells when the first frame of a run of a megabyte was drawn", async ({page}) => {
  const gas = {carom: 1, dimension: 2, title: "A gas", until: 2, frames_per_second: 20, periodic: [40, 40], generators: [{gas: {count: 500, radius: 0.3, temperature: 1, seed: 1}}]};
  const run = runOf(gas);
  await view(page, run, async () => {
    await expect(page.getByTestId("look-status")).toContainText("500 balls");
    const drawn = await page.evaluate((mark) => performance.getEntriesByName(mark)[0].startTime, kDrawn);
    console.log(`trajectory.h5 of ${(statSync(join(run, "trajectory.h5")).size / 1e6).toFixed(2)} MB: first frame drawn ${(drawn / 1000).toFixed(2)} s after navigation began`);
    expect(drawn).toBeGreaterThan(0);
  });
});

test("100,000 balls are drawn from the engine's numbers as they are", async ({page}) => {
  const many = {carom: 1, dimension: 2, title: "Many", until: 0.2, periodic: [400, 400], generators: [{lattice: {low: [0.5, 0.5], counts: [400, 250], spacing: 1, radius: 0.3, speed: 5, seed: 1}}]};
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await drop(page, "many.json", JSON.stringify(many));
  await expect(page.getByTestId("look-status")).toContainText(/^100\u202f000 balls · [1-9]/);
  await expect(page.getByTestId("clock")).toHaveText(/^0\.20+$/);
  const times = JSON.parse((await page.getByTestId("look-stage").getAttribute("data-script-times"))!) as number[];
  times.sort((a, b) => a - b);
  expect(times.length).toBeGreaterThan(1);
  console.log(`script per frame of 100,000 balls: median ${times[times.length >> 1].toFixed(2)} ms, longest ${times.at(-1)!.toFixed(2)} ms of ${times.length} frames`);
});
