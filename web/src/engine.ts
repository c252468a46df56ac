import type {Carom} from "carom-wasm";
import wasm from "carom-wasm/carom.wasm?url";
import {connectCarom, type Remote} from "carom-wasm/remote";

export interface Engine {
  carom: Promise<Remote<Carom>>;
  /** At once, whatever it is at; what waits for it waits for ever. */
  end(): void;
}

/** The library in a worker of its own. */
export function ownEngine(): Engine {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {type: "module"});
  return {carom: connectCarom(worker, new URL(wasm, location.href).href), end: () => worker.terminate()};
}

let shared: Engine | undefined;

/** The one that all pages share. */
export function engine(): Promise<Remote<Carom>> {
  shared ??= ownEngine();
  return shared.carom;
}
