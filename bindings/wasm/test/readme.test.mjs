// The README's example is run as a reader would: by the package's name, and it prints what the README says.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {readFileSync} from "node:fs";
import {test} from "node:test";

test("the README's example runs and prints what stands below it", () => {
  const here = new URL("..", import.meta.url).pathname;
  const [, example] = /```js\n([^]*?)```/.exec(readFileSync(`${here}README.md`, "utf8"));
  const expected = [...example.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line).join("\n");
  assert.match(expected, /hit/);
  assert.equal(execFileSync(process.execPath, ["--input-type=module", "--eval", example], {cwd: here, encoding: "utf8"}).trim(), expected);
});
