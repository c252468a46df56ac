import {readFileSync} from "node:fs";
import {loadCarom} from "../dist/index.js";

export const root = new URL("../../../", import.meta.url).pathname;
export const sceneText = (name) => readFileSync(`${root}scenes/${name}.json`, "utf8");
export const library = () => loadCarom(readFileSync(new URL("../dist/carom.wasm", import.meta.url)));
