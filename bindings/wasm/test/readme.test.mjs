// The examples of the README and of docs/use/web.md are run as a reader would: by the package's name, and they print what stands there.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {root} from "./library.mjs";

const cwd = `${root}bindings/wasm`;
const printed = (example, ...args) => execFileSync(process.execPath, ["--input-type=module", "--eval", example, "--", ...args], {cwd, encoding: "utf8"}).trim();

test("the README's example runs and prints what stands below it", () => {
  const [, example] = /```js\n([^]*?)```/.exec(readFileSync(`${cwd}/README.md`, "utf8"));
  const expected = [...example.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line).join("\n");
  assert.match(expected, /hit/);
  assert.equal(printed(example), expected);
});

test("the example for Node.js counts the digits of π, as its guide shows", () => {
  const [, example, expected] = /```js\n(\/\/ lanes\.mjs[^]*?)```\n\n```text\n([^]*?)```/.exec(readFileSync(`${root}docs/use/web.md`, "utf8"));
  assert.match(expected, /314159/);
  assert.equal(printed(example, `${root}scenes/pi.json`), expected.trim());
});
