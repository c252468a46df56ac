// node serve.mjs [PORT [FOLDER]]: serves the built app (dist) to this machine alone, compressed for browsers that take it.
import {createServer} from "node:http";
import {readFile, stat} from "node:fs/promises";
import {extname, join, normalize, sep} from "node:path";
import {promisify} from "node:util";
import {brotliCompress, constants} from "node:zlib";

const port = Number(process.argv[2] ?? 8080);
const folder = join(process.argv[3] ?? new URL("dist", import.meta.url).pathname, sep);
const kQuality = 6;  // a tenth of a second for the largest file, which is compressed once
const kTypes = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml", ".wasm": "application/wasm",
};
const kHosts = [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`];  // no other name: a page of elsewhere could have been turned to this machine
const compress = promisify(brotliCompress);
const packed = new Map();

/** Once for each state of a file. */
async function compressed(path, bytes, changed) {
  if (packed.get(path)?.changed !== changed) packed.set(path, {changed, bytes: await compress(bytes, {params: {[constants.BROTLI_PARAM_QUALITY]: kQuality}})});
  return packed.get(path).bytes;
}

async function answer({url, headers, method}) {
  if (!kHosts.includes(headers.host)) return {status: 403};
  if (method !== "GET" && method !== "HEAD") return {status: 405};
  const path = normalize(join(folder, decodeURIComponent(new URL(url, "http://localhost").pathname)));
  if (!path.startsWith(folder)) return {status: 404};
  const file = path.endsWith(sep) ? join(path, "index.html") : path;
  const {mtimeMs} = await stat(file);
  const bytes = await readFile(file);
  const type = kTypes[extname(file)];
  const head = {"Content-Type": type ?? "application/octet-stream", "Cache-Control": "no-cache", "Last-Modified": new Date(mtimeMs).toUTCString(), Vary: "Accept-Encoding"};
  if (Date.parse(headers["if-modified-since"]) >= Math.floor(mtimeMs / 1000) * 1000) return {status: 304, head};
  if (!type || !/\bbr\b/.test(headers["accept-encoding"] ?? "")) return {status: 200, head, bytes};
  return {status: 200, head: {...head, "Content-Encoding": "br"}, bytes: await compressed(file, bytes, mtimeMs)};
}

createServer((request, response) => {
  answer(request).catch(() => ({status: 404})).then(({status, head, bytes = Buffer.from(status === 200 || status === 304 ? "" : `${status}\n`)}) => {
    response.writeHead(status, {...head, ...(status === 304 ? {} : {"Content-Length": bytes.length})});
    response.end(request.method === "HEAD" ? undefined : bytes);
  });
}).listen(port, "127.0.0.1");
