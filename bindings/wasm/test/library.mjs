import {readFileSync} from "node:fs";
import {MessageChannel} from "node:worker_threads";
import {loadCarom} from "../dist/index.js";
import {connectCarom} from "../dist/remote.js";
import {serve} from "../dist/serve.js";

export const root = new URL("../../../", import.meta.url).pathname;
export const sceneText = (name) => readFileSync(`${root}scenes/${name}.json`, "utf8");
const wasm = () => readFileSync(new URL("../dist/carom.wasm", import.meta.url));
export const library = () => loadCarom(wasm());

/** What `use` makes of a library that is served as by a worker. */
export async function withRemote(use) {
  const {port1, port2} = new MessageChannel();
  serve({set onmessage(listener) { port2.on("message", (data) => listener({data})); }, postMessage: (message, transfer) => port2.postMessage(message, transfer)});
  const worker = {postMessage: (message) => port1.postMessage(message), onmessage: null};
  port1.on("message", (data) => worker.onmessage({data}));
  try {
    await use(await connectCarom(worker, wasm()));
  } finally {
    port1.close();
  }
}
