// Puts what Emscripten built (build/wasm, or the folder named by CAROM_WASM_BUILD) beside the compiled TypeScript: both modules, which one script serves.
import {copyFileSync} from "node:fs";

const from = process.env.CAROM_WASM_BUILD ?? new URL("../../build/wasm", import.meta.url).pathname;
for (const file of ["carom.mjs", "carom.wasm", "carom-game.wasm"]) copyFileSync(`${from}/${file}`, new URL(`dist/${file}`, import.meta.url));
