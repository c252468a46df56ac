import assert from "node:assert/strict";
import {test} from "node:test";
import {luminance, mixColors, parseColor, ramp, rgb} from "../src/color.js";
import {formatCount, formatNumber, formatTime, formatVector} from "../src/format.js";
import {Palette} from "../src/palette.js";
import {RecordedMotion} from "../src/report/recorded_motion.js";
import {recording} from "./made_up.js";

test("colours are read, mixed and written", () => {
  assert.deepEqual(parseColor("#0b7d62"), [11, 125, 98]);
  assert.deepEqual(mixColors([0, 0, 0], [100, 200, 50], 0.5), [50, 100, 25]);
  assert.equal(rgb([1, 2, 3]), "rgb(1,2,3)");
  assert.equal(rgb([1, 2, 3], 0.5), "rgba(1,2,3,0.5)");
});

test("luminance is that of WCAG: 0 for black, 1 for white, 0.2126 for red", () => {
  assert.equal(luminance([0, 0, 0]), 0);
  assert.ok(Math.abs(luminance([255, 255, 255]) - 1) < 1e-12);
  assert.ok(Math.abs(luminance([255, 0, 0]) - 0.2126) < 1e-12);
});

test("a ramp begins and ends with its stops", () => {
  const colors = ramp([[0, 0, 0], [10, 20, 30], [200, 0, 0]], 5);
  assert.deepEqual([colors[0], colors[2], colors[4]], [[0, 0, 0], [10, 20, 30], [200, 0, 0]]);
});

test("the slowest ball has the first colour of the ramp, the fastest the last", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [0, 0]}], [{time: 0, position: [5, 0], velocity: [3, 4]}]]});
  const palette = new Palette(run, new RecordedMotion(run));
  assert.deepEqual(palette.color(0, "speed"), [0, 0, 0]);
  assert.deepEqual(palette.color(1, "speed"), [255, 255, 255]);
  assert.deepEqual(palette.color(1, "own"), [1, 20, 30]);
});

test("a ball that sleeps is paler, until it wakes", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [0, 0]}]], sleeps: [{ball: 0, time: 2}, {ball: 0, time: 4}, {ball: 0, time: 6}]});
  const motion = new RecordedMotion(run);
  const palette = new Palette(run, motion);
  const colors = [1, 2, 3, 4, 5, 6, 9].map((t) => (motion.evaluate(t), palette.color(0, "own")[0]));
  const [awake, asleep] = colors;
  assert.ok(asleep > awake);
  assert.deepEqual(colors, [awake, asleep, asleep, awake, awake, asleep, asleep]);
});

test("a ball that was just hit is bright, and dims", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [1, 0]}, {time: 2, position: [2, 0], velocity: [1, 0]}]]});
  const motion = new RecordedMotion(run);
  const palette = new Palette(run, motion);
  const brightness = (t: number) => {
    motion.evaluate(t);
    return luminance(palette.color(0, "hit"));
  };
  assert.ok(brightness(2) > brightness(2.5) && brightness(2.5) > brightness(4));
  assert.equal(brightness(1), brightness(9));
});

test("numbers are written as people read them", () => {
  assert.equal(formatCount(1234567), "1\u202f234\u202f567");
  assert.equal(formatNumber(0.000012345), "1.234·10⁻⁵".replace("1.234", (0.000012345).toExponential(3).split("e")[0]));
  assert.equal(formatNumber(-2.5), "−2.5");
  assert.equal(formatNumber(1e7, 1), "1·10⁷");
  assert.equal(formatNumber(Infinity), "∞");
  assert.equal(formatNumber(NaN), "–");
  assert.equal(formatTime(1.23456, 10), "1.23");
  assert.equal(formatTime(-1e-9, 10), "0.00");
  assert.equal(formatVector([1, -2]), "(1, −2)");
});
