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

for (const [name, ready] of [["look/cradle", "look-status"], ["build", "build-status"], ["lesson", "lesson"], ["bench", "bench-run"]])
  test(`every control of the page ${name} has a name`, async ({page}) => {
    await page.goto(`/#${name}`);
    if (ready.endsWith("status")) await expect(page.getByTestId(ready)).toContainText("balls");
    else await expect(page.getByTestId(ready)).toBeVisible();
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
