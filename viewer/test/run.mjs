// node test/run.mjs [FOLDER]: the unit tests of a folder, this one unless another is given, bundled first, since Node.js reads no TypeScript.
import {spawnSync} from "node:child_process";
import {mkdirSync, readdirSync, rmSync} from "node:fs";
import {basename, dirname, join, resolve} from "node:path";
import {fileURLToPath} from "node:url";
import * as esbuild from "esbuild";

const own = dirname(fileURLToPath(import.meta.url));
const here = resolve(process.argv[2] ?? own);
const folder = join(own, "../../build", here === own ? "viewer_test" : `${basename(here)}_test`);
rmSync(folder, {recursive: true, force: true});
mkdirSync(folder, {recursive: true});
const tests = readdirSync(here).filter((name) => name.endsWith(".test.ts"));
await esbuild.build({entryPoints: tests.map((name) => join(here, name)), bundle: true, platform: "node", format: "esm", outdir: folder, outExtension: {".js": ".mjs"}, logLevel: "warning"});
const files = tests.map((name) => join(folder, name.replace(/ts$/, "mjs")));
process.exit(spawnSync(process.execPath, ["--test", ...files], {stdio: "inherit"}).status ?? 1);
