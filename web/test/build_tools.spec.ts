import {execFileSync} from "node:child_process";
import {mkdtempSync, readdirSync, readFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {expect, type Page, test} from "@playwright/test";
import {built, downloaded, draw, isValid, openEmpty, openScene} from "./built.js";
import {carom, twoBalls} from "./program.js";
import {drag, inCanvas, point} from "./table.js";

const ball = (x: number, y: number, more: object = {}) => ({ball: {center: [x, y], radius: 0.25}, ...more});
const room = (...bodies: object[]) => ({carom: 1, dimension: 2, title: "A room", until: 5, walls: {low: [0, 0], high: [8, 4]}, bodies});
const options = (page: Page) => page.getByTestId("bodies").getByRole("option");
const chosen = (page: Page) => page.getByTestId("bodies").evaluate((list: HTMLSelectElement) => Array.from(list.selectedOptions, ({value}) => Number(value)));
const ready = (page: Page) => expect(page.getByTestId("build-status")).toContainText("Ready to run");

async function click(page: Page, at: [number, number], shift = false): Promise<void> {
  await page.getByTestId("sheet").click({position: await inCanvas(page, at), modifiers: shift ? ["Shift"] : []});
}

async function fill(page: Page, name: string, value: string): Promise<void> {
  await page.getByTestId(name).fill(value);
  await page.getByTestId(name).press("Enter");
}

async function pauseAfter(page: Page, time: number): Promise<void> {
  await page.getByTestId("run").click();
  await expect.poll(async () => Number(/t = ([\d.]+)/.exec((await page.getByTestId("build-status").textContent()) ?? "")?.[1] ?? 0)).toBeGreaterThan(time);
  await page.getByTestId("play").click();
  await expect(page.getByTestId("edit-here")).toBeVisible();
}

const clock = async (page: Page): Promise<number> => Number(await page.getByTestId("clock").textContent());

test("capsules, solid polygons, arcs and ground are drawn by hand and make a valid scene", async ({page}) => {
  await openEmpty(page);
  await draw(page, "capsule", [3, 1], [5, 1]);
  await draw(page, "arc", [6, 2.5], [7, 2.5]);
  await page.getByTestId("tool-solid").click();
  for (const corner of [[1, 2.5], [2, 3.5], [1.5, 3], [2, 2.5]] as [number, number][]) await point(page, corner);
  await page.getByTestId("finish").click();
  await draw(page, "ground", [0, 0], [4, 0]);
  await expect(options(page)).toHaveCount(5);
  await ready(page);
  expect((await built(page)).bodies.slice(1)).toEqual([
    {capsule: {from: [3, 1], to: [5, 1], radius: 0.5}}, {arc: {center: [6, 2.5], radius: 1}}, {convex_polygon: {vertices: [[1, 2.5], [2, 2.5], [2, 3.5]]}}, {half_space: {normal: [0, 1], point: [0, 0]}},
  ]);
  isValid(await downloaded(page));
});

test("new shapes are changed by their handles and by their numbers", async ({page}) => {
  await openScene(page, room(ball(1, 1), {arc: {center: [5, 2], radius: 1}}, {capsule: {from: [2, 3], to: [4, 3], radius: 0.25}}));
  await page.getByTestId("bodies").selectOption("1");
  await page.getByLabel("Whole circle").uncheck();
  await fill(page, "body-to-x", "-1");
  expect((await built(page)).bodies[1].arc).toEqual({center: [5, 2], radius: 1, from: [1, 0], to: [-1, 1]});
  await drag(page, [6, 2], [5, 1]);  // the end at 0° goes to −90°
  await page.mouse.up();
  expect((await built(page)).bodies[1].arc!.from).toEqual([0, -1]);
  await page.getByTestId("bodies").selectOption("2");
  await drag(page, [3, 3.25], [3, 3.5]);
  await page.mouse.up();
  expect((await built(page)).bodies[2].capsule!.radius).toBeCloseTo(0.5, 1);
  await fill(page, "body-radius", "0.3");
  expect((await built(page)).bodies[2].capsule!.radius).toBe(0.3);
});

test("an arc and a solid polygon are drawn by keys alone", async ({page}) => {
  await openEmpty(page);
  await page.getByTestId("sheet").focus();
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  for (let k = 0; k < 3; ++k) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(options(page)).toHaveCount(2);
  const {center, radius} = (await built(page)).bodies[1].arc!;
  expect(center).toEqual([4, 2]);
  await page.keyboard.press("v");
  for (const way of ["ArrowLeft", "ArrowUp", "ArrowRight"]) {
    await page.keyboard.press(way);
    await page.keyboard.press("Enter");
  }
  await page.getByTestId("finish").press("Enter");
  await expect(options(page)).toHaveCount(3);
  const xs = (await built(page)).bodies[2].convex_polygon!.vertices.map(([x]) => x).sort();
  expect(xs[2] - xs[0]).toBeCloseTo(radius / 3, 9);  // a step of the grid
});

test("a generator fills a region, is changed by its numbers and handles, and is told what is wrong at its field", async ({page}) => {
  await openEmpty(page);
  await page.getByTestId("tool-fill").click();
  await page.getByTestId("filling").selectOption("lattice");
  await drag(page, [3, 1], [7, 3]);
  await page.mouse.up();
  await expect(page.getByTestId("build-status")).toContainText("4 balls");  // 1 + 3·1: 3.5, 4.75, 6 and one row
  await page.getByTestId("generators").selectOption("0");
  await fill(page, "generator-radius", "0.2");
  await fill(page, "generator-counts-x", "3");
  await fill(page, "generator-counts-y", "2");
  await expect(page.getByTestId("build-status")).toContainText("7 balls");
  await fill(page, "generator-spacing", "0.1");
  await expect(page.locator("#generator-spacing-why")).toContainText("got 0.1");
  await fill(page, "generator-spacing", "0.5");
  await ready(page);
  await page.getByTestId("tool-select").click();
  await page.getByTestId("generators").selectOption("0");
  await drag(page, [3.5, 1.5], [4, 1.5]);
  await page.mouse.up();
  expect((await built(page)).generators![0].lattice).toMatchObject({low: [4, 1.5], counts: [3, 2], radius: 0.2});
  await page.getByTestId("delete-generator").click();
  await expect(page.getByTestId("build-status")).toContainText("1 ball,");
});

test("every generator of the format fills a region", async ({page}) => {
  await openScene(page, {...room(ball(1, 1, {ball: {center: [1, 1], radius: 0.1}})), gravity: [0, -9.81]});
  for (const kind of ["gas", "lattice", "pour", "pile", "pyramid", "rack", "ring"]) {
    await page.getByTestId("tool-fill").click();
    await page.getByTestId("filling").selectOption(kind);
    await drag(page, [3, 0.1], [6, 3]);
    await page.mouse.up();
    await expect(page.getByTestId("build-status")).toContainText(/\d\d balls, 4 obstacles. Ready to run/);
    expect(Object.keys((await built(page)).generators![0])).toEqual([kind]);
    await page.getByTestId("undo").click();
    await expect(page.getByTestId("build-status")).toContainText("1 ball,");
  }
});

test("forces of place and velocity, friction and lasting contacts stand in the scene's sheet", async ({page}) => {
  await openEmpty(page);
  for (const kind of ["attractor", "spring", "drag"]) await page.getByTestId(`add-${kind}`).click();
  await fill(page, "field-0-strength", "7");
  await fill(page, "field-1-length", "0.5");
  await fill(page, "field-2-wind-x", "2");
  await fill(page, "force-interval", "0.03125");
  await page.getByTestId("make-heap").click();
  await fill(page, "defaults-friction", "0.7");
  await page.getByTestId("scene-lasting").selectOption("yes");
  await ready(page);
  expect(await built(page)).toMatchObject({
    force_interval: 0.03125, gravity: [0, -9.81], tangential_restitution: 0, lasting_contacts: true, defaults: {restitution: 0.3, friction: 0.7, rolling_friction: 0.05},
    force_fields: [{attractor: {center: [4, 2], strength: 7}}, {spring: {anchor: [4, 2], stiffness: 1, length: 0.5}}, {drag: {coefficient: 0.05, wind: [2, 0]}}],
  });
  isValid(await downloaded(page));
  await fill(page, "force-interval", "0.3");
  await expect(page.locator("#force-interval-why")).toContainText("power of two");
  await page.getByLabel("Rough: balls spin, with friction").uncheck();
  expect((await built(page) as {defaults?: object}).defaults).toEqual({restitution: 0.3});
});

test("an attractor is dragged", async ({page}) => {
  await openScene(page, {...room(ball(1, 1)), force_interval: 0.0625, force_fields: [{attractor: {center: [4, 2], strength: 1}}]});
  await drag(page, [4, 2], [5, 3]);
  await page.mouse.up();
  expect((await built(page)).force_fields).toEqual([{attractor: {center: [5, 3], strength: 1}}]);
});

test("several are selected by Shift and by a band, and moved, copied and taken away together", async ({page}) => {
  await openScene(page, room(ball(1, 1), ball(2, 1), ball(6, 3)));
  await click(page, [1, 1]);
  await click(page, [2, 1], true);
  expect(await chosen(page)).toEqual([0, 1]);
  await drag(page, [1, 1], [1, 2]);
  await page.mouse.up();
  expect((await built(page)).bodies.map((body) => body.ball!.center)).toEqual([[1, 2], [2, 2], [6, 3]]);
  await click(page, [4, 3.5]);
  expect(await chosen(page)).toEqual([]);
  await drag(page, [0.5, 1.5], [3, 3]);
  await page.mouse.up();
  expect(await chosen(page)).toEqual([0, 1]);
  await page.getByTestId("duplicate").click();
  await expect(options(page)).toHaveCount(5);
  expect(await chosen(page)).toEqual([3, 4]);
  const {bodies} = await built(page);
  expect(bodies[4].ball!.center[0] - bodies[3].ball!.center[0]).toBeCloseTo(1, 9);
  await page.keyboard.press("Delete");
  await expect(options(page)).toHaveCount(3);
  await page.getByTestId("undo").click();
  await expect(options(page)).toHaveCount(5);
});

test("what is selected is aligned and spread", async ({page}) => {
  await openScene(page, room(ball(1, 1), ball(2, 2), ball(6, 3)));
  await page.getByTestId("sheet").focus();
  await page.keyboard.press("Control+a");
  await page.getByTestId("distribute-across").click();
  await page.getByTestId("align-top").click();
  expect((await built(page)).bodies.map((body) => body.ball!.center)).toEqual([[1, 3], [3.5, 3], [6, 3]]);
});

test("a group is selected as one, and one of it by the list", async ({page}) => {
  await openScene(page, room(ball(1, 1), ball(2, 2), ball(6, 3)));
  await page.getByTestId("bodies").selectOption(["0", "2"]);
  await page.getByTestId("group").click();
  await click(page, [4, 3.5]);
  await click(page, [6, 3]);
  expect(await chosen(page)).toEqual([0, 2]);
  await page.reload();
  await ready(page);
  await click(page, [1, 1]);
  expect(await chosen(page)).toEqual([0, 2]);
  await page.getByTestId("bodies").selectOption("2");
  await expect(page.getByTestId("body-radius")).toHaveValue("0.25");
  await click(page, [1, 1]);
  await page.getByTestId("ungroup").click();
  await click(page, [4, 3.5]);
  await click(page, [6, 3]);
  expect(await chosen(page)).toEqual([2]);
  isValid(await downloaded(page));
});

test("a run is paused, and goes back and on by the timeline, by events and by frames", async ({page}) => {
  await openScene(page, twoBalls);
  await pauseAfter(page, 0.3);
  const at = await clock(page);
  await page.getByTestId("run-stage").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => clock(page)).toBeCloseTo(at - 0.1, 9);  // ten frames a second
  await page.getByRole("button", {name: "Next frame"}).click();
  await expect.poll(() => clock(page)).toBeCloseTo(at, 9);
  await page.getByRole("button", {name: "To the start"}).click();
  await expect.poll(() => clock(page)).toBe(0);
  await page.getByRole("button", {name: "Next event"}).click();
  await expect.poll(() => clock(page)).toBeCloseTo(1, 1);  // they touch after (4 − 1)/3
  await page.getByRole("button", {name: "Previous event"}).click();
  await expect.poll(() => clock(page)).toBe(0);
  await page.locator(".scrubber input").press("End");
  await expect(page.getByTestId("build-status")).toContainText("at its end");
  await page.getByTestId("run").click();
  await ready(page);
});

test("what is changed at a moment of a run begins there, and Undo gives the old start back", async ({page}) => {
  await openScene(page, room(ball(1, 2, {velocity: [0.5, 0]}), ball(7, 3)));
  const before = await built(page);
  await pauseAfter(page, 0.3);
  const time = await clock(page);
  await page.getByTestId("bodies").selectOption("0");
  await expect.poll(async () => Number(await page.getByTestId("body-center-x").inputValue())).toBeCloseTo(1 + 0.5 * time, 2);  // as it stands there
  await fill(page, "body-velocity-x", "1");
  await expect(page.getByTestId("build-news")).toContainText(`The scene begins now as it was at t = ${time.toFixed(2)}`);
  await ready(page);
  const {bodies, until} = await built(page);
  expect(bodies[0].ball!.center[0]).toBeCloseTo(1 + 0.5 * (5 - until!), 9);
  expect(bodies.map((body) => body.velocity)).toEqual([[1, 0], [0, 0]]);
  expect(until).toBeCloseTo(5 - time, 2);
  await page.getByTestId("undo").click();
  expect(await built(page)).toEqual(before);
});

test("a moment after a pocket was met is edited on the sheet, with balls of generators as bodies", async ({page}) => {
  await openScene(page, {...room(ball(1, 2, {velocity: [4, 0], name: "goes"}), ball(3, 2, {response: "pocket", name: "hole"}), ball(6, 1, {name: "stays"})), generators: [{ring: {center: [6, 3], ring_radius: 0.5, count: 2, radius: 0.1}}]});
  await pauseAfter(page, 0.6);
  await page.keyboard.press("e");
  await expect(options(page)).toHaveText(["hole", "stays", "2: ball", "3: ball"]);
  await ready(page);
  expect((await built(page)).generators).toBeUndefined();
});

test("a scene goes by a link, and is opened beside one's own", async ({page, context}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openScene(page, {...twoBalls, title: "To be sent"});
  await page.getByTestId("copy-link").click();
  await expect(page.getByTestId("build-notice")).toContainText("copied");
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain("#build/");
  const mine = {...room(ball(1, 1, {name: "mine"})), title: "My own"};
  await page.evaluate((text) => localStorage.setItem("carom.build", text), JSON.stringify(mine));
  await page.evaluate(() => sessionStorage.clear());
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByTestId("linked")).toBeVisible();
  await expect(options(page)).toHaveText(["left", "right"]);
  await page.getByTestId("bodies").selectOption("0");
  await page.getByTestId("delete").click();
  await expect(page).not.toHaveURL(link);  // what is built lives in the address
  expect((await built(page)).title).toBe("My own");
  await page.reload();
  await expect(options(page)).toHaveText(["right"]);
  await page.getByRole("link", {name: "Back to your own scene"}).click();
  await expect(options(page)).toHaveText(["mine"]);
  await page.goBack();
  await page.getByTestId("adopt").click();
  await expect(page).toHaveURL(/#build$/);
  expect((await built(page)).title).toBe("To be sent");
  await page.getByTestId("undo").click();
  await expect(options(page)).toHaveText(["mine"]);
});

test("a link that is damaged, or unpacks to too much, is told, and one's own scene stays", async ({page}) => {
  await openEmpty(page);
  const packed = (text: string) => page.evaluate(async (one) => {
    const bytes = new Uint8Array(await new Response(new Blob([one]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  }, text);
  const links = [["A".repeat(60), "the link is damaged"], [await packed(" ".repeat(5e6)), "and no scene is so long"], [await packed(JSON.stringify({...twoBalls, dimension: 3, note: "a scene of three dimensions has other points"})), "the link"]];
  for (const [link, why] of links) {
    await page.goto("about:blank");
    await page.goto(`/#build/${link}`);
    await expect(page.getByTestId("build-notice")).toContainText("The scene in the link could not be opened");
    await expect(page.getByTestId("build-notice")).toContainText(why);
    await expect(options(page)).toHaveText(["first"]);
  }
});

test("every start has a picture and a sentence, and opens", async ({page}) => {
  await openEmpty(page);
  await page.getByTestId("show-starts").click();
  const cards = page.getByTestId("starts").getByRole("button");
  await expect(cards).toHaveCount(12);
  const drawn = () => page.getByTestId("starts").locator("canvas").evaluateAll((all) => all.filter((one) => (one as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, (one as HTMLCanvasElement).width, (one as HTMLCanvasElement).height).data.some((x) => x > 0)).length);
  await expect.poll(drawn).toBe(12);
  for (const text of await cards.locator("span").allTextContents()) expect(text).toMatch(/^[A-Z].{40,160}\.$/);
  await page.getByTestId("start-cradle").click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(options(page)).toHaveText(["first", "second", "row 1", "row 2", "row 3"]);
  await page.getByTestId("undo").click();
  await expect(options(page)).toHaveText(["first"]);
});

test("every start is a scene by its schema, and runs for a second", async () => {
  test.setTimeout(120_000);
  const starts = new URL("../src/build/starts/", import.meta.url).pathname;
  const names = readdirSync(starts);
  expect(names).toHaveLength(12);
  for (const name of names) {
    isValid(join(starts, name));
    const out = join(mkdtempSync(join(tmpdir(), "carom-start-")), "run");
    const told = execFileSync(carom, ["run", join(starts, name), "--set", "until=1", "--out", out], {encoding: "utf8"});
    expect(told).toContain("from t = 0 to 1");
  }
});

test("what is wrong is marked at the shape and at its fields, in the engine's words", async ({page}) => {
  await openScene(page, room(ball(1, 1, {name: "one"}), ball(6, 3, {name: "two"})));
  await draw(page, "wall", [1, 0.5], [1, 1.5]);
  const callout = page.getByTestId("callout");
  await expect(callout).toContainText("an overlap of");
  const box = (await callout.boundingBox())!;
  const stage = (await page.getByTestId("stage").boundingBox())!;
  const at = await inCanvas(page, [1, 1]);
  expect(Math.hypot(box.x - stage.x - at.x, box.y + box.height - stage.y - at.y)).toBeLessThan(120);
  await page.keyboard.press("Escape");
  await callout.click();
  await expect(page.getByTestId("body-why")).toContainText("got an overlap of");
  await page.getByTestId("undo").click();
  await expect(callout).toBeHidden();
  await page.getByTestId("bodies").selectOption("1");
  await fill(page, "body-velocity-y", "1e+61");
  await expect(page.locator("#body-velocity-y-why")).toHaveText("got 1e+61, expected a number of size at most 1e60");
  await expect(callout).toHaveText("1e+61");
  await expect(page.locator("#scene-until-why")).toBeHidden();
});

test.describe("on a phone", () => {
  test.use({viewport: {width: 320, height: 640}, hasTouch: true, isMobile: true});

  test("nothing is wider than 320 px, and several are selected by fingers", async ({page}) => {
    await openScene(page, room(ball(1, 1), ball(6, 3)));
    for (const act of ["show-starts", "run"]) {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      await page.getByTestId(act).tap();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      if (act === "show-starts") await page.getByRole("button", {name: "Close", exact: true}).tap();
    }
    await expect(page.getByTestId("run-stage")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await page.getByTestId("run").tap();
    await page.getByTestId("several").tap();
    for (const at of [[1, 1], [6, 3]] as [number, number][]) await page.getByTestId("sheet").tap({position: await inCanvas(page, at)});
    expect(await chosen(page)).toEqual([0, 1]);
    await expect(page.getByTestId("align-left")).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test("a picture and a film of a run are saved", async ({page}) => {
  await openScene(page, room(ball(1, 2, {velocity: [0.5, 0], color: "#ff0000"})));
  await page.getByTestId("run").click();
  const [picture] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", {name: "Picture"}).click()]);
  expect(picture.suggestedFilename()).toBe("A_room.png");
  const bytes = readFileSync(await picture.path());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  const colors = await page.evaluate(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const {data: numbers} = context.getImageData(0, 0, image.width, image.height);
    const pixels = Array.from({length: numbers.length / 4}, (_, k) => numbers.subarray(4 * k, 4 * k + 4));
    return {red: pixels.some(([r, g, b]) => r > 200 && g < 80 && b < 80), solid: pixels.every(([, , , alpha]) => alpha === 255)};
  }, bytes.toString("base64"));
  expect(colors).toEqual({red: true, solid: true});
  await page.getByRole("button", {name: "Film"}).click();
  const before = await clock(page);
  await expect.poll(() => clock(page)).toBeGreaterThan(before + 0.2);
  const [film] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", {name: "Film"}).click()]);
  expect(film.suggestedFilename()).toBe("A_room.webm");
  expect(readFileSync(await film.path()).subarray(0, 4).toString("hex")).toBe("1a45dfa3");  // EBML, in which WebM is written
});

test("what happened is listed, and a row leads to its time", async ({page}) => {
  await openScene(page, twoBalls);
  await pauseAfter(page, 0.1);
  await page.locator(".scrubber input").press("End");
  await expect(page.getByTestId("build-status")).toContainText("at its end");
  const rows = page.getByTestId("events").locator(".rows .row");
  await expect(rows.first()).toContainText("impact");
  await expect(rows).toHaveText([/^1impactleftright$/, /^1\.8333impactrightwall \+x$/, /^2\.6667impact/]);  // (4 − 1)/3; (7.5 − 5)/3 later at the wall; back at 5 after as long again, where the other lies
  await rows.nth(1).click();
  await expect.poll(() => clock(page)).toBeCloseTo(1.8, 6);  // the frame before
  await page.getByLabel("Show events of a body").fill("left");
  await expect(rows).toHaveCount(2);
  await page.getByTestId("run").click();
  await expect(rows).toHaveCount(0);
});
