/** The compiled library as it is: numbers in, numbers out. */
export interface Exports {
  HEAPU8: Uint8Array;
  HEAPF32: Float32Array;
  HEAPF64: Float64Array;
  _malloc(size: number): number;
  _free(at: number): void;
  [name: `_carom_${string}`]: (...args: number[]) => number;
}

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
  const exports: Exports = await new Promise((resolve, reject) => {
    create({
      instantiateWasm(imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void) {
        instantiate(source, imports).then(({instance}) => receive(instance), reject);
        return {};
      },
    }).then(resolve, reject);
  });
  return new Module(exports);
}

/** Calls with texts, and what they answer. */
export class Module {
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();

  constructor(private readonly exports: Exports) {}

  /** The number that the function gives. Texts among the arguments are passed as C strings. */
  value(name: string, ...args: (number | string | boolean)[]): number {
    const texts: number[] = [];
    try {
      const numbers = args.map((arg) => {
        if (typeof arg !== "string") return Number(arg);
        texts.push(this.place(arg));
        return texts[texts.length - 1];
      });
      return this.exports[`_carom_${name}`](...numbers);
    } finally {
      texts.forEach((at) => this.exports._free(at));
    }
  }

  /** The same for functions that answer whether they succeeded: CaromError if not. */
  call(name: string, ...args: (number | string | boolean)[]): void {
    if (!this.value(name, ...args)) throw new CaromError(this.text());
  }

  /** The handle of what was opened: CaromError if it was not. */
  open(name: string, ...args: (number | string | boolean)[]): number {
    const handle = this.value(name, ...args);
    if (!handle) throw new CaromError(this.text());
    return handle;
  }

  text(): string {
    const at = this.exports._carom_text();
    return this.decoder.decode(this.exports.HEAPU8.slice(at, at + this.exports._carom_text_size()));
  }

  json<T>(): T {
    return JSON.parse(this.text()) as T;
  }

  numbers(): Float64Array {
    const at = this.exports._carom_numbers() / 8;
    return this.exports.HEAPF64.slice(at, at + this.exports._carom_numbers_size());
  }

  floats(): Float32Array {
    const at = this.exports._carom_floats() / 4;
    return this.exports.HEAPF32.slice(at, at + this.exports._carom_floats_size());
  }

  private place(text: string): number {
    const bytes = this.encoder.encode(text);
    const at = this.exports._malloc(bytes.length + 1);
    this.exports.HEAPU8.set(bytes, at);
    this.exports.HEAPU8[at + bytes.length] = 0;
    return at;
  }
}
