import {execFileSync} from "node:child_process";
import {mkdtempSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";

/** The command line program, built by script/web test. */
export const carom = process.env.CAROM ?? new URL("../../build/dev/bin/carom", import.meta.url).pathname;

/** Two balls of radius 0.5 on a line: they touch after (4 − 1)/3 = 1, exchange velocities, and the second meets the wall at x = 8 when it has gone on to 7.5. */
export const twoBalls = {
  carom: 1, dimension: 2, title: "Two balls of mine", until: 3, frames_per_second: 10, walls: {low: [0, 0], high: [8, 4]},
  bodies: [{name: "left", ball: {center: [1, 2], radius: 0.5}, velocity: [3, 0]}, {name: "right", ball: {center: [5, 2], radius: 0.5}}],
};

export const folder = (): string => mkdtempSync(join(tmpdir(), "carom-web-"));

/** Writes the scene and runs it; the folder of the run. */
export function runOf(scene: object, ...options: string[]): string {
  const here = folder();
  writeFileSync(join(here, "scene.json"), JSON.stringify(scene));
  execFileSync(carom, ["run", join(here, "scene.json"), "--out", join(here, "run"), ...options]);
  return join(here, "run");
}
