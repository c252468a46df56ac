/** The library in a worker: the same methods, each answering with a promise. */
import type {Answer, Asking, Carom, Defined, Definition, Game, Query, QuestionName, Unsaid, World} from "./index.js";
import {ClosedError} from "./handle.js";
import {CaromError} from "./module.js";

export interface Request {
  id: number;
  /** 0: the library; else what it made. */
  target: number;
  method: string;
  args: unknown[];
}

export interface Response {
  id: number;
  result?: unknown;
  error?: string;
  name?: string;
}

type Answered<R> = R extends World ? Remote<World> : R extends Game ? Remote<Game> : R;

type Methods<T> = {
  [K in keyof T as T[K] extends (...args: never[]) => unknown ? K : never]: T[K] extends (...args: infer A) => infer R ? (...args: A) => Promise<Answered<R>> : never;
};

/** Those methods of the library whose types go by the question. */
interface Questioning {
  ask<Q extends QuestionName>(question: Q, query: Query<Q>): Promise<Answer<Q>>;
  session<Q extends QuestionName | "each" = "each">(question?: Q): Promise<RemoteSession<Q>>;
}

/** A Session's methods. */
export interface RemoteSession<Q extends QuestionName | "each"> {
  close(): Promise<void>;
  answer(query: Definition): Promise<Defined>;
  answer<K extends QuestionName>(query: Asking<K>): Promise<Answer<K>>;
  answer(query: Unsaid<Q>): Promise<Answer<Extract<Q, QuestionName>>>;
}

/** An object's methods, each answering with a promise. */
export type Remote<T> = T extends Carom ? Omit<Methods<T>, keyof Questioning> & Questioning : Methods<T>;

export interface WorkerLike {
  postMessage(message: unknown): void;
  onmessage: ((event: MessageEvent) => void) | null;
  onerror?: ((event: ErrorEvent) => void) | null;
}

const kErrors: Record<string, new (text: string) => Error> = {CaromError, ClosedError};

/** An error as the worker's side threw it. */
const errorOf = (name: string, text: string): Error => new (kErrors[name] ?? Error)(text);

const kMakers = new Set(["world", "game", "session"]);

/** Connects to a worker that calls `serve` and loads the library there. `wasm` is the address of carom.wasm. */
export async function connectCarom(worker: WorkerLike, wasm: string): Promise<Remote<Carom>> {
  const waiting = new Map<number, {resolve(value: unknown): void; reject(error: Error): void}>();
  let last = 0;
  worker.onmessage = ({data}: MessageEvent<Response>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.error === undefined) asked?.resolve(data.result);
    else asked?.reject(errorOf(data.name ?? "", data.error));
  };
  worker.onerror = (event) => {
    for (const asked of waiting.values()) asked.reject(new Error(event.message || "the worker failed"));
    waiting.clear();
  };
  const ask = (target: number, method: string, args: unknown[]) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.set(++last, {resolve, reject});
      worker.postMessage({id: last, target, method, args} satisfies Request);
    });
  const remote = (target: number): unknown =>
    new Proxy({}, {
      get: (_, method) => {
        if (typeof method !== "string" || method === "then") return undefined;
        return async (...args: unknown[]) => {
          const result = await ask(target, method, args);
          return target === 0 && kMakers.has(method) ? remote(result as number) : result;
        };
      },
    });
  await ask(0, "load", [wasm]);
  return remote(0) as Remote<Carom>;
}
