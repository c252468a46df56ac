// node pictures.mjs [PAGE…]: photographs the built app for the documentation, docs/pictures/web: each page (or these) at 1280 and 390 px, light and dark.
import {spawn} from "node:child_process";
import {once} from "node:events";
import {mkdirSync, writeFileSync} from "node:fs";
import {createServer} from "node:net";
import {chromium} from "@playwright/test";

const kInto = new URL("../docs/pictures/web/", import.meta.url).pathname;
const kSizes = [{width: 1280, height: 800}, {width: 390, height: 844}];
const kQuality = 82;

/** A game of straight pool after a shot, which is fine to look at: balls all over the table, and a shot to call. */
const kGame = {carom_game: 1, settings: {game: "eight-ball", seed: 11}, actions: [{strike: {speed: 9, heading: [1, 0.012], tip: [0, 0.1], elevation: 0}}]};

/** What to open, and what to wait for or do before the picture is taken. */
const kPages = {
  play: {hash: "", ready: async (page) => {
    await page.getByTestId("prediction").getByText("First ball").waitFor();
  }},
  snooker: {hash: "", game: {carom_game: 1, settings: {game: "snooker", seed: 1}, actions: []}, ready: async (page) => {
    await page.getByTestId("prediction").getByText("First ball").waitFor();
    await page.getByTestId("view").selectOption("tilted");
  }},
  look: {hash: "#look/gas3d", ready: (page) => page.getByTestId("look-status").getByText("balls").waitFor()},
  build: {hash: "#build", ready: async (page) => {
    await page.getByTestId("show-starts").click();
    await page.getByTestId("start-galton").click();
    await page.getByTestId("build-status").getByText("Ready to run").waitFor();
  }},
  starts: {hash: "#build", ready: async (page) => {
    await page.getByTestId("show-starts").click();
    await page.getByTestId("start-landslide").getByText("Landslide").waitFor();
  }},
  lesson: {hash: "#lesson", ready: (page) => page.getByTestId("lesson").waitFor()},
  bench: {hash: "#bench", ready: (page) => page.getByTestId("bench-run").waitFor()},
};

/** One that nobody listens on. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const {port} = server.address();
  server.close();
  await once(server, "close");
  return port;
}

async function photograph(browser, address, name, viewport, colorScheme) {
  const {hash, ready, game = kGame} = kPages[name];
  const context = await browser.newContext({viewport, colorScheme, deviceScaleFactor: 1, reducedMotion: "reduce", hasTouch: viewport.width < 500, isMobile: viewport.width < 500});
  const page = await context.newPage();
  await page.addInitScript((saved) => {
    localStorage.setItem("carom.game", JSON.stringify({name: "Friday evening", saved, players: ["human", "medium"], names: ["Ada", ""]}));
    localStorage.setItem("carom.settings", JSON.stringify({struck: true}));
  }, JSON.stringify(game));
  await page.goto(`${address}${hash}`);
  await ready(page);
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const session = await context.newCDPSession(page);
  const {data} = await session.send("Page.captureScreenshot", {format: "webp", quality: kQuality});
  const file = `${name}-${viewport.width}-${colorScheme}.webp`;
  writeFileSync(`${kInto}${file}`, Buffer.from(data, "base64"));
  console.log(`docs/pictures/web/${file}`);
  await context.close();
}

mkdirSync(kInto, {recursive: true});
const port = await freePort();
const server = spawn(process.execPath, [new URL("serve.mjs", import.meta.url).pathname, String(port)], {stdio: "inherit"});
const browser = await chromium.launch({executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]});
try {
  const asked = process.argv.slice(2);
  for (const name of asked.length ? asked : Object.keys(kPages)) for (const size of kSizes) for (const scheme of ["light", "dark"]) await photograph(browser, `http://localhost:${port}/`, name, size, scheme);
} finally {
  await browser.close();
  server.kill();
}
