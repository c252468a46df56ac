import {execFileSync} from "node:child_process";
import {join} from "node:path";
import {expect, test} from "@playwright/test";
import {latest} from "../src/build/history.js";
import {built, downloaded, draw, isValid, openEmpty, openScene} from "./built.js";
import {middles} from "./colors.js";
import {carom, folder, twoBalls} from "./program.js";
import {drag, inCanvas, point} from "./table.js";

test("balls, walls, boxes and polygons are placed by hand, run at once, and make a scene that carom runs", async ({page}) => {
  await openEmpty(page);
  await draw(page, "ball", [3, 1], [5, 1]);
  await draw(page, "wall", [6, 1], [6, 3]);
  await draw(page, "box", [1, 2.5], [2, 3.5]);
  await page.getByTestId("tool-polygon").click();
  for (const corner of [[3, 2.5], [4, 2.5], [4, 3.5], [3, 2.5]] as [number, number][]) await point(page, corner);
  await expect(page.getByTestId("build-status")).toContainText("2 balls, 7 obstacles");
  const {bodies} = await built(page);
  expect(bodies).toHaveLength(5);
  expect(bodies[1].ball).toEqual({center: [3, 1], radius: 0.5});
  expect(bodies[1].velocity![0]).toBeGreaterThan(0);
  expect(bodies[2].segment).toEqual({from: [6, 1], to: [6, 3]});
  expect(bodies[3].box).toEqual({low: [1, 2.5], high: [2, 3.5]});
  expect(bodies[4].polygon!.vertices).toEqual([[3, 2.5], [4, 2.5], [4, 3.5]]);
  await page.getByTestId("run").click();
  await page.getByLabel("Speed").fill("1");
  await expect(page.getByTestId("build-status")).toContainText(/[1-9]\d* events/);
  await page.getByTestId("run").click();
  const file = await downloaded(page);
  isValid(file);
  execFileSync(carom, ["run", file, "--out", join(folder(), "run")]);
});

test("one ball is a ball, and one obstacle an obstacle", async ({page}) => {
  await openScene(page, {carom: 1, dimension: 2, title: "Few", until: 5, bodies: [{ball: {center: [1, 1], radius: 0.5}}, {segment: {from: [4, 0], to: [4, 2]}}]});
  await expect(page.getByTestId("build-status")).toHaveText("1 ball, 1 obstacle. Ready to run.");
});

test("what is selected is changed by its fields and by its handles", async ({page}) => {
  await openEmpty(page);
  await point(page, [1, 1]);
  await page.getByTestId("body-radius").fill("0.25");
  await page.getByTestId("body-velocity-y").fill("2");
  await page.getByTestId("body-restitution").fill("0.5");
  await page.getByTestId("body-mass").fill("3");
  await page.getByLabel("A force pushes it").check();
  await page.getByTestId("body-force-x").fill("-1.5");
  await page.getByTestId("body-force-x").press("Tab");
  await expect.poll(() => built(page)).toMatchObject({
    bodies: [{ball: {center: [1, 1], radius: 0.25}, velocity: [0, 2], restitution: 0.5, mass: 3}], forces: [{force: [-1.5, 1]}],
  });
  await drag(page, [1, 1], [4, 2]);
  await page.mouse.up();
  await expect.poll(async () => (await built(page)).bodies[0].ball!.center).toEqual([4, 2]);
  await drag(page, [4, 1.75], [4, 1]);  // the radius's handle, below
  await page.mouse.up();
  await expect.poll(async () => (await built(page)).bodies[0].ball!.radius).toBeCloseTo(1, 1);
  isValid(await downloaded(page));
});

test("a number that is refused stays in its field, with the reason below it", async ({page}) => {
  await openEmpty(page);
  await page.getByTestId("bodies").selectOption("0");
  const refused = async (name: string, value: string, why: string, told = "") => {
    await page.getByTestId(name).fill(value);
    await page.getByTestId(name).press("Enter");
    await expect(page.locator(`#${name}-why`)).toHaveText(why);
    await expect(page.getByTestId(name)).toHaveValue(value);
    await expect(page.getByTestId(name)).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByTestId(name)).toHaveAccessibleDescription(why);
    if (told) await expect(page.getByTestId("build-notice")).toContainText(told);
  };
  await refused("body-radius", "-1", "got -1, expected more than 0");
  await refused("body-restitution", "-0.5", "got -0.5, expected 0 or more");
  await refused("body-mass", "", "expected a number");
  expect((await built(page)).bodies[0]).toEqual({name: "first", ball: {center: [1, 1], radius: 0.5}});
  await refused("body-velocity-x", "1e+61", "got 1e+61, expected a number of size at most 1e60", "bodies[0].velocity[0]");  // the engine's word
  await page.getByTestId("body-velocity-x").fill("1");
  await page.getByTestId("body-velocity-x").press("Enter");
  await expect(page.locator("#body-velocity-x-why")).toBeHidden();
  await expect(page.getByTestId("body-velocity-x")).toHaveAttribute("aria-invalid", "false");
  await page.getByLabel("A force pushes it").check();
  await page.getByTestId("force-until").fill("0");
  await page.getByTestId("force-until").press("Enter");
  await expect(page.locator("#force-until-why")).toContainText("got 0, expected a time after");
});

test("undo takes back what was built before a reload, and redo brings it again", async ({page}) => {
  await openEmpty(page);
  await draw(page, "wall", [6, 1], [6, 3]);
  await draw(page, "wall", [7, 1], [7, 3]);
  await page.getByTestId("undo").click();
  await page.reload();
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(2);
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(1);
  for (let k = 0; k < 2; ++k) await page.getByTestId("redo").click();
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(3);
  await page.evaluate(() => sessionStorage.setItem("carom.build.steps", "{"));
  await page.reload();
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(3);
  await expect(page.getByTestId("undo")).toBeDisabled();
});

test("of the steps the last are kept: 200, of two million letters, one at least", () => {
  const steps = (count: number, size: number) => Array.from({length: count}, (_, k) => String(k).padStart(size, "0"));
  expect(latest(steps(5, 10))).toEqual(steps(5, 10));
  expect(latest(steps(300, 10))).toEqual(steps(300, 10).slice(100));
  expect(latest(steps(9, 500_000))).toEqual(steps(9, 500_000).slice(5));
  expect(latest(steps(3, 3_000_000))).toEqual(steps(3, 3_000_000).slice(2));
});

test("every change can be undone and redone, and is there after a reload", async ({page}) => {
  await openEmpty(page);
  await draw(page, "wall", [6, 1], [6, 3]);
  const after = await built(page);
  expect(after.bodies).toHaveLength(2);
  await page.getByTestId("undo").click();
  expect((await built(page)).bodies).toHaveLength(1);
  await page.getByTestId("redo").click();
  expect(await built(page)).toEqual(after);
  await page.reload();
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(2);
  expect(await built(page)).toEqual(after);
});

test("a scene is built by keys alone", async ({page}) => {
  await openEmpty(page);
  await page.getByTestId("sheet").focus();
  await page.keyboard.press("b");
  await page.keyboard.press("Enter");
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(2);
  const placed = (await built(page)).bodies[1].ball!.center;
  await page.keyboard.press("Escape");
  await page.keyboard.press("]");
  await page.keyboard.press("]");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await built(page)).bodies.map((body) => body.ball!.center[0]).some((x) => x > placed[0] || (x > 1 && x < placed[0]))).toBe(true);
  await page.keyboard.press("Delete");
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(1);
  await page.keyboard.press("Control+z");
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(2);
});

test("what does not go together is told while it is built", async ({page}) => {
  await openEmpty(page);
  const before = [await page.getByTestId("sheet").boundingBox(), await inCanvas(page, [1, 1])];
  await draw(page, "ball", [1.5, 1], [1.5, 1]);
  await expect(page.getByTestId("build-notice")).toContainText(/Not ready to run.*overlap/);
  expect([await page.getByTestId("sheet").boundingBox(), await inCanvas(page, [1, 1])]).toEqual(before);  // the sheet stays
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("build-notice")).toBeHidden();
});

test("a file is opened to be edited; one that is not right is told and nothing is lost", async ({page}) => {
  await openEmpty(page);
  const open = (name: string, text: string) => page.getByTestId("build-file").setInputFiles({name, mimeType: "application/json", buffer: Buffer.from(text)});
  const before = await built(page);
  await open("solid.json", JSON.stringify({carom: 1, dimension: 3, bodies: [{ball: {center: [0, 0, 0], radius: 1}}]}));
  await expect(page.getByTestId("build-notice")).toContainText("solid.json: has 3 dimensions");
  await open("torn.json", JSON.stringify(twoBalls).slice(0, 60));
  await expect(page.getByTestId("build-notice")).toContainText("torn.json: line 1");
  expect(await built(page)).toEqual(before);
  await open("two.json", JSON.stringify(twoBalls));
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveText(["left", "right"]);
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveText(["first"]);
});

test("a kept scene that cannot be read is put aside and told, and there is one to begin with", async ({page}) => {
  const damaged = ['{"carom": 1, "dimens', "null", "[]", JSON.stringify({...twoBalls, dimension: 3}), JSON.stringify({...twoBalls, bodies: 5}), JSON.stringify({...twoBalls, bodies: [null]}), JSON.stringify({...twoBalls, bodies: [{ball: {}}]}), JSON.stringify({...twoBalls, bodies: [{segment: {from: [0, 1], to: [2]}}]}), JSON.stringify({...twoBalls, walls: {low: [0, 0]}}), JSON.stringify({...twoBalls, forces: [{body: 0}]})];
  await page.goto("/#lesson");
  for (const [k, text] of damaged.entries()) {
    await page.evaluate((kept) => localStorage.setItem("carom.build", kept), text);
    await page.goto("about:blank");  // what was built lives as long as the window
    await page.goto("/#build");
    await expect(page.getByTestId("build-loss")).toContainText("The scene of your last visit could not be read: ");
    const aside = `carom.build.damaged${k ? `-${k + 1}` : ""}`;
    await expect(page.getByTestId("build-loss")).toContainText(`under "${aside}"`);
    await expect(page.getByTestId("build-status")).toContainText("Ready to run");
    expect(await page.evaluate((key) => localStorage.getItem(key), aside)).toBe(text);
    await page.goto("/#lesson");
    await expect(page.getByTestId("lesson")).toBeVisible();
  }
});

test("a scene that is kept and does not run yet is not lost", async ({page}) => {
  await page.addInitScript((text) => localStorage.setItem("carom.build", text), JSON.stringify({...twoBalls, bodies: [twoBalls.bodies[0], {...twoBalls.bodies[0], name: "in it"}]}));
  await page.goto("/#build");
  await expect(page.getByTestId("build-notice")).toContainText("overlap");
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveText(["left", "in it"]);
  await expect(page.getByTestId("build-loss")).toBeHidden();
});

test("an address that is damaged or names no scene is told, and the scene stays", async ({page}) => {
  await openEmpty(page);
  for (const [address, told] of [["%", 'got "%"'], ["nosuch", "nosuch: no scene of this name is shipped"]]) {
    await page.goto(`/#build/${address}`);
    await expect(page.getByTestId("build-notice")).toContainText(told);
    await expect(page.getByTestId("bodies").getByRole("option")).toHaveText(["first"]);
  }
});

test("every shipped scene is in the gallery, and opens to be edited", async ({page}) => {
  await page.goto("/#build/pi");
  await expect(page.getByTestId("build-status")).toContainText("Ready to run");
  await expect(page).toHaveURL(/#build$/);
  expect((await built(page)).title).toContain("π");
  await expect(page.getByTestId("gallery").getByRole("link", {name: "gas3d"})).toHaveAttribute("href", "#look/gas3d");
  await page.getByTestId("gallery").getByRole("link", {name: "cradle"}).click();
  await expect(page.getByTestId("bodies").getByRole("option")).toHaveCount(15);
});

test.describe("on a phone", () => {
  test.use({viewport: {width: 390, height: 844}, hasTouch: true});

  test("a tap places a ball", async ({page}) => {
    await openEmpty(page);
    await page.getByTestId("tool-ball").tap();
    await page.getByTestId("sheet").tap({position: await inCanvas(page, [5, 2])});
    await expect.poll(async () => (await built(page)).bodies.length).toBe(2);
    const {center} = (await built(page)).bodies[1].ball!;
    expect(Math.hypot(center[0] - 5, center[1] - 2)).toBeLessThan(0.3);
  });
});

test("what moves is drawn where it is while a scene runs", async ({page}) => {
  const ball = (x: number, color: string) => ({ball: {center: [x, 5], radius: 0.5}, color});
  await openScene(page, {carom: 1, dimension: 2, title: "A box goes by", until: 2, bodies: [{box: {low: [0, 0], high: [2, 2]}, velocity: [2, 0], color: "#ff0000"}, ball(3, "#00ff00"), ball(8, "#0000ff")]});
  await page.getByTestId("run").click();
  await page.getByLabel("Speed").fill("2");
  await expect(page.getByTestId("build-status")).toContainText("at its end");
  await page.getByRole("button", {name: "Trails"}).click();
  const [box, left, right] = await middles(page.getByTestId("run-stage").locator("canvas"), [0, 120, 240]);
  expect((box[0] - left[0]) / (right[0] - left[0])).toBeCloseTo((5 - 3) / (8 - 3), 1);  // it went 2·2, to 5
  expect((left[1] - box[1]) / (right[0] - left[0])).toBeCloseTo((1 - 5) / (8 - 3), 1);
});
