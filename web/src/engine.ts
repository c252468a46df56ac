import type {Carom} from "carom-wasm";
import wasm from "carom-wasm/carom.wasm?url";
import {connectCarom, type Remote} from "carom-wasm/remote";

let connected: Promise<Remote<Carom>> | undefined;

/** The library in its worker; there is one for all pages. */
export function engine(): Promise<Remote<Carom>> {
  connected ??= connectCarom(new Worker(new URL("./worker.ts", import.meta.url), {type: "module"}), new URL(wasm, location.href).href);
  return connected;
}
