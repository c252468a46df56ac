import {runInNewContext} from "node:vm";
import {defineConfig, type Plugin} from "vite";

const kBegin = "function findWasmBinary(){return binaryDecode(";
const kEnd = ")}";

/** h5wasm holds its 3.5 MB of WebAssembly as a text in its script, which a browser has to read and decode letter by letter: here they are a file. */
function hdf5Apart(): Plugin {
  return {
    name: "hdf5-apart",
    apply: "build",
    transform(code, id) {
      if (!id.endsWith("/h5wasm/dist/esm/hdf5_util.js")) return null;
      const begin = code.indexOf(kBegin);
      const end = code.indexOf(`'${kEnd}`, begin) + 1;
      if (begin < 0 || end <= 0) this.error(`${id}: expected "${kBegin}": h5wasm holds its WebAssembly in another way by now`);
      const text = runInNewContext(code.slice(begin + kBegin.length, end)) as string;
      const reference = this.emitFile({type: "asset", name: "hdf5.wasm", source: Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 255)});
      const fetching = `async function findWasmBinary(){return (await fetch(import.meta.ROLLUP_FILE_URL_${reference})).arrayBuffer()}`;
      return {code: code.slice(0, begin) + fetching + code.slice(end + kEnd.length), map: null};
    },
  };
}

export default defineConfig({
  base: "./",
  publicDir: "public",
  resolve: {dedupe: ["three"]},  // the viewer's and the app's are one
  worker: {format: "es", plugins: () => [hdf5Apart()]},
  build: {target: "es2022", chunkSizeWarningLimit: 900},
  server: {fs: {allow: [".."]}},
});
