// node bench/wasm/bench.mjs [ROUNDS]: the package carom-wasm beside the native program (build/release/bin/carom_wasm_bench), in turns; CPU seconds, the least of the rounds (7).
import {execFileSync} from "node:child_process";
import {existsSync, readFileSync} from "node:fs";
import {loadCarom} from "../../bindings/wasm/dist/index.js";

const root = new URL("../../", import.meta.url).pathname;
const native = process.env.CAROM_WASM_BENCH ?? `${root}build/release/bin/carom_wasm_bench`;
if (!existsSync(native)) throw new Error(`${native} is not there: cmake --preset release && cmake --build --preset release --target carom_wasm_bench makes it`);
const rounds = Number(process.argv[2] ?? 7);
const kWork = [["gas2d", 200_000], ["gas3d", 100_000], ["landslide", 20_000], ["breaks", 200]];
const kLong = 1e6;  // later than so many events
const carom = await loadCarom(readFileSync(`${root}bindings/wasm/dist/carom.wasm`));

function cpuSeconds() {
  const {user, system} = process.cpuUsage();
  return (user + system) / 1e6;
}

function sceneTime(name, events) {
  const world = carom.world(readFileSync(`${root}scenes/${name}.json`, "utf8"), name);
  const run = (mostEvents) => world.runUntil(kLong, {mostEvents, keepEvents: false});
  run(events / 10);
  const begin = cpuSeconds();
  run(events);
  const seconds = cpuSeconds() - begin;
  world.close();
  return seconds;
}

function breaksTime(count) {
  const begin = cpuSeconds();
  for (let k = 0; k < count; ++k) {
    const game = carom.game({game: "eight-ball", seed: k});
    game.shoot({speed: 8 + (k % 16) / 16, heading: [1, (((k * 29) % 100) - 50) / 4096], side: 0, height: 0.125, elevation: 0});
    game.close();
  }
  return cpuSeconds() - begin;
}

const nativeTime = (name, count) => Number(execFileSync(native, [name === "breaks" ? name : `${root}scenes/${name}.json`, String(count)], {encoding: "utf8"}));

console.log("work,count,native_s,wasm_s,share_of_native");
for (const [name, count] of kWork) {
  const least = [Infinity, Infinity];
  for (let round = 0; round < rounds; ++round) {
    least[0] = Math.min(least[0], nativeTime(name, count));
    least[1] = Math.min(least[1], name === "breaks" ? breaksTime(count) : sceneTime(name, count));
  }
  console.log(`${name},${count},${least[0].toFixed(3)},${least[1].toFixed(3)},${(least[0] / least[1]).toFixed(2)}`);
}
