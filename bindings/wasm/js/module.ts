/** The compiled library's memory as it is. */
export interface Memory {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  _malloc(size: number): number;
  _free(at: number): void;
}

/** Its functions by name: numbers in, a number out. */
type Functions = Record<string, ((...args: number[]) => number | bigint) | undefined>;

/** Where the bytes of carom.wasm come from: an address to fetch (Node.js reads file: too), or the bytes themselves. */
export type Source = string | URL | ArrayBuffer | Uint8Array;

/** What the library refuses: a scene, a stroke, a placement that is not right. The message says what was wrong. */
export class CaromError extends Error {
  override name = "CaromError";
}

/** Node.js does not fetch files. A bundler shall not look for the module that reads them. */
async function readFile(file: URL): Promise<Uint8Array> {
  const name = "node:fs/promises";
  const files = (await import(/* @vite-ignore */ name)) as {readFile(file: URL): Promise<Uint8Array>};
  return files.readFile(file);
}

const isFile = (source: Source): source is string | URL => !(source instanceof ArrayBuffer || ArrayBuffer.isView(source)) && String(source).startsWith("file:") && "process" in globalThis;

async function instantiate(source: Source, imports: WebAssembly.Imports): Promise<WebAssembly.WebAssemblyInstantiatedSource> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.instantiate(source as BufferSource, imports);
  const response = await fetch(source);
  if (!response.ok) throw new CaromError(`${source}: the server answers ${response.status}`);
  if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.instantiateStreaming(response, imports);
  return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}

export async function loadModule(source: Source): Promise<Module> {
  if (isFile(source)) return loadModule(await readFile(new URL(source)));
  // @ts-expect-error: made by Emscripten, without types
  const {default: create} = await import("./carom.mjs");
  let functions: Functions = {};
  const memory: Memory = await new Promise((resolve, reject) => {
    create({
      instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
        instantiate(source, imports).then(({instance}) => {
          functions = instance.exports as Functions;
          receive(instance);
        }, reject);
        return {};
      },
    }).then(resolve, reject);
  });
  return new Module(memory, functions);
}

/** What a function is given: texts go as C strings, lists of numbers as a structure of doubles. */
export type Argument = number | string | boolean | readonly number[];

/** Calls of the C interface (carom/carom.h, and bindings/wasm/src for pages). */
export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(private readonly memory: Memory, private readonly functions: Functions) {}

  /** The number that the function gives; of 64 bits it is right to 2⁵³. */
  value(name: string, ...args: Argument[]): number {
    return Number(this.bits(name, ...args));
  }

  /** The number that the function gives, in full. */
  bits(name: string, ...args: Argument[]): number | bigint {
    const call = this.functions[`carom_${name}`];
    if (!call) throw new CaromError(`this module has no function ${name}: carom.wasm has all, carom-game.wasm games of billiards alone`);
    const placed: number[] = [];
    const place = (bytes: Uint8Array) => placed[placed.push(this.place(bytes)) - 1];
    try {
      return call(
        ...args.map((arg) => {
          if (typeof arg === "string") return place(this.encoder.encode(`${arg}\0`));
          if (typeof arg === "object") return place(new Uint8Array(Float64Array.from(arg).buffer));
          return Number(arg);
        }),
      );
    } finally {
      placed.forEach((at) => this.memory._free(at));
    }
  }

  /** Functions that give a status: CaromError where that is not 0. */
  call(name: string, ...args: Argument[]): void {
    if (this.value(name, ...args) !== 0) throw new CaromError(this.string(this.value("message")));
  }

  /** The same for those that fill a structure of so many bytes, their last argument. */
  fill(bytes: number, name: string, ...args: Argument[]): DataView {
    const at = this.place(new Uint8Array(bytes));
    try {
      this.call(name, ...args, at);
      return new DataView(this.memory.HEAPU8.slice(at, at + bytes).buffer);
    } finally {
      this.memory._free(at);
    }
  }

  /** The address of what was made: CaromError if nothing was. */
  make(name: string, ...args: Argument[]): number {
    const address = this.value(name, ...args);
    if (!address) throw new CaromError(this.string(this.value("message")));
    return address;
  }

  /** The C string at an address. */
  string(at: number): string {
    return this.decoder.decode(this.memory.HEAPU8.slice(at, this.memory.HEAPU8.indexOf(0, at)));
  }

  // What the last call left in the one place for texts and numbers.

  text(): string {
    const at = this.value("text");
    return this.decoder.decode(this.memory.HEAPU8.slice(at, at + this.value("text_size")));
  }

  json<T>(): T {
    return JSON.parse(this.text()) as T;
  }

  numbers(): Float64Array {
    const at = this.value("numbers") / 8;
    return this.memory.HEAPF64.slice(at, at + this.value("numbers_size"));
  }

  floats(): Float32Array {
    const at = this.value("floats") / 4;
    return this.memory.HEAPF32.slice(at, at + this.value("floats_size"));
  }

  private place(bytes: Uint8Array): number {
    const at = this.memory._malloc(bytes.length);
    this.memory.HEAPU8.set(bytes, at);
    return at;
  }
}
