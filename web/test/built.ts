/** The page Build, with a scene on it. */
import {execFileSync} from "node:child_process";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {expect, type Page} from "@playwright/test";
import type {Body} from "../src/build/document.js";
import {folder} from "./program.js";
import {drag} from "./table.js";

export interface Scene {
  title: string;
  walls?: unknown;
  forces?: unknown[];
  gravity?: number[];
  until?: number;
  generators?: Record<string, Record<string, unknown>>[];
  force_fields?: object[];
  bodies: Body[];
}

/** The scene as it is kept in the browser. */
export const built = (page: Page): Promise<Scene> => page.evaluate(() => JSON.parse(localStorage.getItem("carom.build")!) as Scene);

/** Opens the page on an empty room of 8 by 4. */
export async function openEmpty(page: Page): Promise<void> {
  await openScene(page, {carom: 1, dimension: 2, title: "A room", until: 5, walls: {low: [0, 0], high: [8, 4]}, bodies: [{name: "first", ball: {center: [1, 1], radius: 0.5}}]});
}

export async function openScene(page: Page, scene: object): Promise<void> {
  await page.addInitScript((text) => localStorage.getItem("carom.build") ?? localStorage.setItem("carom.build", text), JSON.stringify(scene));
  await page.goto("/#build");
  await expect(page.getByTestId("build-status")).toContainText("Ready to run");
}

/** With a tool, from a point of the scene to another. */
export async function draw(page: Page, tool: string, from: [number, number], to: [number, number]): Promise<void> {
  await page.getByTestId(`tool-${tool}`).click();
  await drag(page, from, to);
  await page.mouse.up();
}

/** The scene as it is downloaded. */
export async function downloaded(page: Page): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByTestId("download").click()]);
  const file = join(folder(), download.suggestedFilename());
  writeFileSync(file, readFileSync(await download.path()));
  return file;
}

/** By the format's schema. */
export const isValid = (file: string): void => {
  const schema = new URL("../../docs/formats/scene.schema.json", import.meta.url).pathname;
  const check = "import json, sys, jsonschema; jsonschema.validate(*(json.load(open(name)) for name in sys.argv[1:]))";
  execFileSync(process.env.PYTHON ?? "/usr/bin/python3", ["-c", check, file, schema]);
};
