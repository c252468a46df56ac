// The same scenes and shots as tests/wasm/bits.cpp, whose program CAROM_BITS names.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {test} from "node:test";
import {library, root, sceneText} from "./library.mjs";

const kRuns = [
  ["break", 10, 100000], ["bowling", 5, 100000], ["bowls", 20, 100000], ["cradle", 5, 100000], ["landslide", 3, 20000],
  ["gas2d", 1, 20000], ["gas3d", 1, 20000], ["clay", 2, 20000], ["heap", 3, 20000], ["shuffleboard", 20, 100000], ["sliding/kinds", 5, 100000],
];
const kGames = ["eight-ball", "nine-ball", "straight-pool", "snooker", "three-cushion"];

function stroke(k) {
  return {
    speed: 1 + ((k * 37) % 80) / 10,
    heading: [1, (((k * 29) % 100) - 50) / 256],
    side: (((k * 13) % 7) - 3) / 16,
    height: (((k * 11) % 7) - 3) / 16,
    elevation: k % 4 === 3 ? 0.5 : 0,
  };
}

function sceneLines(carom) {
  return kRuns.map(([name, until, mostEvents]) => {
    const world = carom.world(sceneText(name), `${name}.json`);
    world.runUntil(until, {mostEvents, keepEvents: false});
    const line = `${name} ${world.eventCount()} ${world.hash()}`;
    world.close();
    return line;
  });
}

function shotLines(carom) {
  return Array.from({length: 50}, (_, k) => {
    const game = carom.game({game: kGames[k % 5], seed: k});
    game.shoot(stroke(k), {safety: k % 5 === 2});
    const line = game.saved("facts");
    game.close();
    return line;
  });
}

test("eleven scenes and fifty shots have the same bits as in the native program", {skip: !process.env.CAROM_BITS && "CAROM_BITS is not set"}, async () => {
  const carom = await library();
  const native = execFileSync(process.env.CAROM_BITS, [`${root}scenes`], {encoding: "utf8", maxBuffer: 1e8}).trim().split("\n");
  assert.equal(native.length, 61);
  assert.deepEqual([...sceneLines(carom), ...shotLines(carom)], native);
});
