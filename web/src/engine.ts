import type {Carom} from "carom-wasm";
import wasm from "carom-wasm/carom.wasm?url";
import gameWasm from "carom-wasm/carom-game.wasm?url";
import {connectCarom, type Remote} from "carom-wasm/remote";

export interface Engine {
  carom: Promise<Remote<Carom>>;
  /** At once, whatever it is at; what waits for it waits for ever. */
  end(): void;
}

function engineOf(address: string): Engine {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), {type: "module"});
  return {carom: connectCarom(worker, new URL(address, location.href).href), end: () => worker.terminate()};
}

/** The library in a worker of its own. */
export const ownEngine = (): Engine => engineOf(wasm);

let shared: Engine | undefined;
let games: Engine | undefined;

/** The one that all pages share. */
export const engine = (): Promise<Remote<Carom>> => (shared ??= ownEngine()).carom;

/** The games of billiards alone, which are there sooner. */
export const gameEngine = (): Promise<Remote<Carom>> => (games ??= engineOf(gameWasm)).carom;
