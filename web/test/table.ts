import {expect, type Page} from "@playwright/test";

export const game = (kind: string, seed = 7, actions: unknown[] = []): string => JSON.stringify({carom_game: 1, settings: {game: kind, seed}, actions});

/** Without shadows and reflections, which take the processor long. */
export async function drawSimply(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (!localStorage.getItem("carom.settings")) localStorage.setItem("carom.settings", JSON.stringify({simple: true}));
  });
}

/** Opens the page with a game that was saved before, as a returning player does. */
export async function openGame(page: Page, saved: string): Promise<void> {
  await drawSimply(page);
  await page.addInitScript((text) => {
    if (!localStorage.getItem("carom.game")) localStorage.setItem("carom.game", JSON.stringify({saved: text, players: ["human", "human"]}));
  }, saved);
  await page.goto("/");
  await expect(page.getByTestId("shoot")).toBeEnabled();
}

type Place = {x: number; y: number};

/** Where a point of the table is in its canvas; the first view is straight from above. */
export async function inCanvas(page: Page, [x, y]: [number, number]): Promise<Place> {
  await expect(page.getByTestId("stage")).toHaveAttribute("data-places", /./);
  const [origin, along, aside] = JSON.parse((await page.getByTestId("stage").getAttribute("data-places"))!) as [number, number][];
  const [px, py] = [0, 1].map((k) => origin[k] + x * (along[k] - origin[k]) + y * (aside[k] - origin[k]));
  return {x: px, y: py};
}

/** Clicks on a point of the table. */
export async function point(page: Page, at: [number, number]): Promise<void> {
  await page.getByTestId("stage").locator("canvas").click({position: await inCanvas(page, at)});
}

/** Takes hold of what lies at a point of the table and moves it, without letting go. */
export async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const canvas = page.getByTestId("stage").locator("canvas");
  await canvas.hover({position: await inCanvas(page, from)});
  await page.mouse.down();
  await canvas.hover({position: await inCanvas(page, to)});
}

export async function setPower(page: Page, speed: number): Promise<void> {
  await page.getByTestId("power").locator("visible=true").fill(String(speed));
}

/** Ends the showing of a shot at once: a click would wait for frames in which the bar stands, on a slow machine until it is gone. */
export async function skip(page: Page): Promise<void> {
  const button = page.getByTestId("skip");
  await expect(button).toBeVisible();
  await button.dispatchEvent("click");
}

/** Shoots and waits until it is the next player's turn to act. */
export async function shoot(page: Page): Promise<void> {
  await page.getByTestId("shoot").click();
  await skip(page);
  await expect(page.getByTestId("status")).not.toContainText("rolling");
}

export interface Saved {
  settings: {game: string};
  actions: {strike?: unknown; place?: number; at?: [number, number]}[];
  position?: number;
}

export const saved = (page: Page): Promise<Saved> => page.evaluate(() => JSON.parse(JSON.parse(localStorage.getItem("carom.game")!).saved) as Saved);
