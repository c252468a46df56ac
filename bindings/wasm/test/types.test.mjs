// The package's types: TypeScript takes what the library takes, and refuses what it could not.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {test} from "node:test";
import {library, root} from "./library.mjs";

const tsc = `${root}web/node_modules/typescript/lib/tsc.js`;
const {good} = JSON.parse(readFileSync(`${root}tests/formats/query_cases.json`, "utf8"));

/** Every case of the format that is right, asked as TypeScript would; and that what the library answers is an answer of its question's type. */
function casesOf(carom) {
  const session = carom.session();
  const asked = Object.entries(good).map(([name, {ask = "time-of-impact", ...query}]) => {
    const text = JSON.stringify(query);
    if ("define" in query) {
      const answer = JSON.stringify(session.answer(query));
      return `// ${name}\nsession.answer(${text}) satisfies Defined;\n(${answer}) satisfies Defined;`;
    }
    return `// ${name}\ncarom.ask("${ask}", ${text});\n(${JSON.stringify(session.answer({ask, ...query}))}) satisfies Answer<"${ask}">;`;
  });
  session.close();
  return `import type {Answer, Carom, Defined} from "carom-wasm";\n\nexport function cases(carom: Carom): void {\nconst session = carom.session();\n${asked.join("\n")}\n}\n`;
}

/** What tsc says of a project. */
function check(project) {
  try {
    return execFileSync(process.execPath, [tsc, "-p", project], {encoding: "utf8", cwd: `${root}bindings/wasm/test/types`});
  } catch (error) {
    return error.stdout;
  }
}

test("what the library takes compiles, what is no question does not, and a worker's self is served as it is", {skip: !existsSync(tsc) && "TypeScript is not installed"}, async () => {
  mkdirSync(`${root}build/wasm_types`, {recursive: true});
  writeFileSync(`${root}build/wasm_types/cases.ts`, casesOf(await library()));
  assert.equal(check("tsconfig.json"), "");
  assert.equal(check("tsconfig.worker.json"), "");
});
