import {get, type IncomingHttpHeaders} from "node:http";
import {connect} from "node:net";
import {brotliDecompressSync} from "node:zlib";
import {expect, test} from "@playwright/test";
import {game, openGame, shoot} from "./table.js";

/** What becomes of a connection to a port of this machine. */
const reached = (host: string, port: number): Promise<string> => new Promise((resolve) => {
  const socket = connect({host, port});
  socket.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  socket.once("connect", () => {
    socket.destroy();
    resolve("connected");
  });
});

// Linux takes all of 127.0.0.0/8 for this machine: who listens on all interfaces answers there, too.
test("the app is served on the loopback address alone", async ({baseURL}) => {
  const port = Number(new URL(baseURL!).port);
  expect(await reached("127.0.0.1", port)).toBe("connected");
  expect(await reached("127.0.0.2", port)).toBe("ECONNREFUSED");
});

test("the first shot needs at most 1.6 MB, as they are sent: the games' module, and not the whole library", async ({page}) => {
  const sizes = new Map<string, number>();
  page.context().on("response", (response) => sizes.set(new URL(response.url()).pathname, Number(response.headers()["content-length"])));
  await openGame(page, game("eight-ball"));
  await shoot(page);
  const names = [...sizes.keys()].join(" ");
  expect(names).toMatch(/carom-game-[^ ]*\.wasm/);
  expect(names).not.toMatch(/\/carom-(?!game)[^ ]*\.wasm/);
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  console.log(`${sizes.size} files, ${(bytes / 1e6).toFixed(2)} MB as they are sent`);
  expect(bytes).toBeGreaterThan(2e5);
  expect(bytes).toBeLessThan(1.6e6);
});

test("what is served goes by what a browser takes, stays in its folder, and answers to this machine's names alone", async ({baseURL, request}) => {
  const at = async (path: string, headers: Record<string, string>) => {
    const {port} = new URL(baseURL!);
    return new Promise<{status: number; headers: IncomingHttpHeaders; bytes: Buffer}>((resolve, reject) => {
      get({host: "127.0.0.1", port, path, headers: {Host: `localhost:${port}`, ...headers}}, (response) => {
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve({status: response.statusCode!, headers: response.headers, bytes: Buffer.concat(parts)}));
      }).on("error", reject);
    });
  };
  expect((await request.get("/")).status()).toBe(200);
  const [plain, packed] = [await at("/", {}), await at("/", {"Accept-Encoding": "gzip, br"})];
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(packed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(packed.bytes).equals(plain.bytes)).toBe(true);
  expect((await at("/", {"If-Modified-Since": packed.headers["last-modified"]!})).status).toBe(304);
  expect((await at("/", {Host: "elsewhere.example"})).status).toBe(403);
  for (const path of ["/../package.json", "/%2e%2e/package.json", "/nothing", "/%"]) expect((await at(path, {})).status).toBe(404);
});
