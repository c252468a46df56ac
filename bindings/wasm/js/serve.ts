/** A worker's side of remote.ts: a worker that imports this file serves the library. */
import {type Carom, ClosedError, loadCarom} from "./index.js";
import type {Request, Response} from "./remote.js";

/** A worker's `self`, or one end of a channel. */
export interface Port {
  onmessage: ((event: MessageEvent) => void) | null;
  postMessage(message: unknown, options: {transfer?: Transferable[]}): void;
}

const kMakers = new Set(["world", "room", "game", "session"]);

type Methods = Record<string, (...args: unknown[]) => unknown>;

/** The buffers of typed arrays at the top of an answer, which move instead of being copied. */
function buffersOf(result: unknown): Transferable[] {
  if (ArrayBuffer.isView(result)) return [result.buffer as ArrayBuffer];
  if (typeof result !== "object" || result === null) return [];
  return Object.values(result).filter(ArrayBuffer.isView).map((view) => view.buffer as ArrayBuffer);
}

export function serve(port: Port): void {
  let carom: Promise<Carom> | undefined;
  const objects = new Map<number, Methods>();
  let last = 0;

  const perform = async ({target, method, args}: Request): Promise<unknown> => {
    if (method === "load") {
      carom = loadCarom(args[0] as string);
      await carom;
      return undefined;
    }
    if (!carom) throw new Error("the library is not loaded");
    const library = await carom;
    const object = target === 0 ? (library as unknown as Methods) : objects.get(target);
    if (!object && method === "close") return undefined;
    if (!object) throw new ClosedError("the object is closed");
    const result = object[method](...args);
    if (method === "close") objects.delete(target);
    if (target !== 0 || !kMakers.has(method)) return result;
    objects.set(++last, result as Methods);
    return last;
  };

  const answer = (response: Response, transfer: Transferable[] = []) => port.postMessage(response, {transfer});
  port.onmessage = ({data}: MessageEvent<Request>) => {
    perform(data).then(
      (result) => answer({id: data.id, result}, buffersOf(result)),
      (error: Error) => answer({id: data.id, error: error.message, name: error.name}),
    );
  };
}
