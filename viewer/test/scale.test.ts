import assert from "node:assert/strict";
import {test} from "node:test";
import {collisionRate, energyPlot, momentumPlot} from "../src/plot/plots.js";
import {niceStep, rangeOf, sampled, ticks} from "../src/plot/scale.js";
import {upperBound} from "../src/search.js";
import {recording} from "./made_up.js";

test("steps are 1, 2 or 5 times a power of ten", () => {
  assert.deepEqual([niceStep(10, 10), niceStep(10, 4), niceStep(1, 2), niceStep(0.07, 10)], [1, 2, 0.5, 0.005].map((x) => x));
});

test("ticks are multiples of their step within the axis, ends included", () => {
  assert.deepEqual(ticks(0, 1, 5).map((x) => Number(x.toFixed(9))), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(-1.2, 2.3, 4), [-1, 0, 1, 2]);
});

test("an axis holds zero and all values with some room, and what is no number does not count", () => {
  assert.deepEqual(rangeOf([[0, 100]]), {low: 0, high: 108});
  assert.deepEqual(rangeOf([[-100, 0, NaN]]), {low: -108, high: 0});
  assert.deepEqual(rangeOf([[0, 0]]), {low: 0, high: 1});
});

test("few values are all drawn; of many no peak is lost", () => {
  assert.deepEqual(sampled([3, 1, 2], 10), [0, 1, 2]);
  const values = new Float64Array(100_000);
  values[54_321] = 7;
  values[12_345] = -7;
  const places = sampled(values, 100);
  assert.ok(places.length <= 400);
  assert.ok(places.includes(54_321) && places.includes(12_345));
  assert.deepEqual(places, [...places].sort((a, b) => a - b));
  assert.deepEqual([places[0], places.at(-1)], [0, 99_999]);
});

test("the first element above x is found", () => {
  assert.deepEqual([0, 1, 1.5, 3, 9].map((x) => upperBound([1, 1, 2, 3], x)), [0, 2, 2, 4, 4]);
});

test("the rate of collisions times the time is their number", () => {
  const {time, rate} = collisionRate(recording({tracks: [[{time: 0, position: [0, 0], velocity: [1, 0]}]]}));
  assert.equal(time.length, 1);
  assert.equal(rate[0] * 10, 4);
});

test("plots name their axes and units, and leave out what is zero", () => {
  const run = recording({tracks: [[{time: 0, position: [0, 0], velocity: [1, 0]}]]});
  const energy = energyPlot(run);
  assert.deepEqual(energy.series.map(({name}) => name), ["kinetic"]);
  assert.match(energy.xAxis, /^time \(.*units\)$/);
  assert.match(energy.yAxis, /^energy \(.*units\)$/);
  assert.deepEqual(momentumPlot(run).series.map(({values}) => values[0]), [1, 2]);
});
