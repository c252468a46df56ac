import {createRequire} from "node:module";
import {expect, type Page, test} from "@playwright/test";
import {game, openGame} from "./table.js";

const kControls = new Set(["button", "link", "textbox", "spinbutton", "slider", "combobox", "listbox", "checkbox", "radio", "ColorWell", "application", "Canvas", "img", "image", "DisclosureTriangle", "dialog", "toolbar"]);

interface AxNode {
  ignored: boolean;
  role?: {value: string};
  name?: {value: string};
  backendDOMNodeId?: number;
}

/** The controls as a screen reader is told of them: role and name of each. */
async function controls(page: Page): Promise<{role: string; name: string}[]> {
  const session = await page.context().newCDPSession(page);
  const {nodes} = (await session.send("Accessibility.getFullAXTree")) as {nodes: AxNode[]};
  await session.detach();
  return nodes.filter(({ignored, role}) => !ignored && role && kControls.has(role.value)).map(({role, name}) => ({role: role!.value, name: name?.value.trim() ?? ""}));
}

async function expectNames(page: Page, least: number): Promise<void> {
  const all = await controls(page);
  expect(all.filter(({name}) => !name)).toEqual([]);
  expect(all.length).toBeGreaterThan(least);
}

test("every control of the game has a name", async ({page}) => {
  await openGame(page, game("eight-ball"));
  await expectNames(page, 20);
  await page.getByTestId("new-game").click();
  await expect(page.getByRole("dialog", {name: "New game"})).toBeVisible();
  await expectNames(page, 4);
});

const kReady: Record<string, string> = {play: "stage", "look/cradle": "look-status", build: "build-status", lesson: "lesson", bench: "bench-run"};

async function openPage(page: Page, name: string): Promise<void> {
  if (name === "play") return openGame(page, game("straight-pool"));  // which calls its shots
  await page.goto(`/#${name}`);
  if (kReady[name].endsWith("status")) await expect(page.getByTestId(kReady[name])).toContainText("balls");
  else await expect(page.getByTestId(kReady[name])).toBeVisible();
}

for (const name of Object.keys(kReady).filter((one) => one !== "play"))
  test(`every control of the page ${name} has a name`, async ({page}) => {
    await openPage(page, name);
    if (name === "build") {
      await page.getByTestId("bodies").selectOption("0");
      await page.getByLabel("A force pushes it").check();
      await expect(page.getByTestId("force-until")).toBeVisible();
    }
    await expectNames(page, 5);
  });

test("straight pool is among the games", async ({page}) => {
  await openGame(page, game("practice"));
  await page.getByTestId("new-game").click();
  await page.getByTestId("game-kind").selectOption("straight-pool");
  await page.getByTestId("start-game").click();
  await expect(page.getByTestId("status")).toContainText("Player 1 plays");
  await expect(page.getByLabel("Pocket")).toBeVisible();
});

const kAxe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** What axe finds against WCAG 2.1, A and AA, contrast among it. */
async function violations(page: Page): Promise<string[]> {
  await page.addScriptTag({path: kAxe});
  return page.evaluate(async () => {
    const {axe} = window as unknown as {axe: {run(where: Document, options: object): Promise<{violations: {id: string; nodes: {html: string; failureSummary: string}[]}[]}>}};
    const {violations: found} = await axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]});
    return found.flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => `${id}: ${html.slice(0, 120)}: ${failureSummary}`));
  });
}

for (const scheme of ["light", "dark"] as const)
  test.describe(`in ${scheme} colours`, () => {
    test.use({colorScheme: scheme, contextOptions: {reducedMotion: "reduce"}});

    for (const name of Object.keys(kReady))
      test(`axe finds nothing on the page ${name}`, async ({page}) => {
        await openPage(page, name);
        expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(scheme === "light" ? "rgb(244, 246, 248)" : "rgb(13, 16, 21)");
        expect(await violations(page)).toEqual([]);
      });

    test("axe finds nothing on the page build with a generator, several bodies, the starts and a paused run", async ({page}) => {
      await openPage(page, "build");
      await page.getByTestId("show-starts").click();
      expect(await violations(page)).toEqual([]);
      await page.getByTestId("start-hourglass").click();
      await page.getByTestId("generators").selectOption("0");
      await page.getByTestId("add-attractor").click();
      await page.getByTestId("undo").click();
      await page.getByTestId("tool-fill").click();
      expect(await violations(page)).toEqual([]);
      await page.getByTestId("new-scene").click();
      await page.getByTestId("bodies").selectOption(["0", "1"]);
      expect(await violations(page)).toEqual([]);
      await page.getByTestId("run").click();
      await page.getByTestId("play").click();
      await expect(page.getByTestId("edit-here")).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });

    test("axe finds nothing in the dialog of a new game", async ({page}) => {
      await openPage(page, "play");
      await page.getByTestId("new-game").click();
      expect(await violations(page)).toEqual([]);
    });
  });

const kTargets = "a, button, select, summary, label.check, [role=slider], [tabindex='0'], input:not([type=checkbox]):not([type=file])";

/** What fingers would miss. */
async function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((targets) => [...document.querySelectorAll<HTMLElement>(targets)].filter((one) => one.checkVisibility() && !one.matches(".skip")).flatMap((one) => {
    const {width, height} = one.getBoundingClientRect();
    return Math.min(width, height) < 43.5 ? [`${one.outerHTML.slice(0, 80)}: ${width} × ${height}`] : [];
  }), kTargets);
}

test.describe("on a small phone", () => {
  test.use({viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true});

  for (const name of Object.keys(kReady))
    test(`nothing is wider than the screen on the page ${name}, and all that is touched is 44 px wide and high`, async ({page}) => {
      await openPage(page, name);
      expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
      if (name === "play") {
        await page.getByText("Drills").click();
        await page.getByTestId("shot-list").getByText("Shots").click();
        await page.getByTestId("new-game").click();
      }
      if (name === "build") await page.getByTestId("bodies").selectOption("0");
      if (name === "bench") {
        await page.getByTestId("bench-run").click();
        await expect(page.getByTestId("bench-rows").getByRole("row")).not.toHaveCount(0);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      expect(await tooSmall(page)).toEqual([]);
      for (const [width, height] of [[320, 568], [3840, 2160]]) {
        await page.setViewportSize({width, height});
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
    });
});

test.describe("on the smallest phone", () => {
  test.use({viewport: {width: 320, height: 640}, hasTouch: true, isMobile: true});

  test("the page build fits with the starts, a generator, several bodies and a run, and fingers hit all of it", async ({page}) => {
    await openPage(page, "build");
    const fits = async () => {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await tooSmall(page)).toEqual([]);
    };
    await page.getByTestId("show-starts").tap();
    await fits();
    await page.getByTestId("start-hourglass").tap();
    await page.getByTestId("generators").selectOption("0");
    await page.getByTestId("add-spring").tap();
    await page.getByTestId("tool-fill").tap();
    await fits();
    await page.getByTestId("new-scene").tap();
    await page.getByTestId("bodies").selectOption(["0", "1"]);
    await fits();
    await page.getByTestId("run").tap();
    await page.getByTestId("play").tap();
    await expect(page.getByTestId("edit-here")).toBeVisible();
    await fits();
  });
});

test.describe("without WebGL", () => {
  test.beforeEach(({page}) => page.addInitScript(() => {
    const getContext = HTMLCanvasElement.prototype.getContext as (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) => RenderingContext | null;
    HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
      return kind.startsWith("webgl") ? null : getContext.call(this, kind, ...rest);
    } as HTMLCanvasElement["getContext"];
  }));

  test("the game says so in a sentence, and the way to other pages is open", async ({page}) => {
    await page.goto("/#play");
    await expect(page.getByRole("alert")).toContainText("drawn with WebGL 2, which this browser does not offer");
    await page.getByRole("link", {name: "Lesson"}).click();
    await expect(page.getByTestId("lesson")).toBeVisible();
  });

  test("a scene in space says so where it would be seen, and one in the plane is shown", async ({page}) => {
    await page.goto("/#look/bowls");
    await expect(page.getByTestId("look-status")).toContainText("balls");
    await page.goto("/#look/gas3d");
    await expect(page.getByTestId("look-stage")).toContainText("no WebGL 2");
    await expect(page.getByTestId("look-status")).toContainText("balls");
  });
});
