import {expect, test} from "@playwright/test";
import {kLeastSpeed, kMostSpeed, speedOfPull} from "../src/play/aim.js";
import {cutAt, guideKind} from "../src/play/guides.js";
import {onCue, pullOf, pullReach} from "../src/play/pointing.js";

const kCue = {ball: [100, 100] as [number, number], heading: [3, 0] as [number, number], radius: 8};

test("the cue is taken hold of behind the ball, and at the ball where that does not move", () => {
  expect(onCue([60, 104], kCue, false, true)).toBe(true);
  expect(onCue([140, 100], kCue, false, true)).toBe(false);  // before it
  expect(onCue([60, 120], kCue, false, true)).toBe(false);
  expect(onCue([60, 120], kCue, true, true)).toBe(true);  // a finger is wide
  expect(onCue([102, 101], kCue, false, true)).toBe(false);
  expect(onCue([102, 101], kCue, false, false)).toBe(true);
  expect(onCue([-200, 100], kCue, false, false)).toBe(false);  // beyond its end
});

test("only what goes back along the cue draws it back", () => {
  expect(pullOf([0, 0], [-50, 30], [2, 0], 100)).toBe(0.5);
  expect(pullOf([0, 0], [50, 0], [2, 0], 100)).toBe(0);
  expect(pullOf([0, 0], [-9, 0], [2, 0], 100)).toBe(0);  // let go at once: no stroke
  expect(pullOf([0, 0], [-900, 0], [2, 0], 100)).toBe(1);
  expect(pullOf([10, 10], [10 - 30, 10 + 40], [3, -4], 100)).toBeCloseTo(0.5, 12);
});

test("a cue that is drawn back further strikes harder, from the least to the most", () => {
  const speeds = [0, 0.1, 0.25, 0.5, 0.75, 1, 2].map(speedOfPull);
  expect(speeds[0]).toBe(kLeastSpeed);
  expect(speeds.slice(-2)).toEqual([kMostSpeed, kMostSpeed]);
  for (let k = 1; k < 6; ++k) expect(speeds[k]).toBeGreaterThan(speeds[k - 1]);
  expect(speeds[3]).toBeCloseTo(0.2 + 11.8 / 4, 1);
});

test("the full way fits the stage", () => {
  expect(pullReach(360, 240)).toBe(120);
  expect(pullReach(3840, 2160)).toBe(260);
  expect(pullReach(100, 100)).toBe(90);
});

test("a way is cut at a length", () => {
  expect(cutAt([[0, 0], [3, 4], [3, 10]], 7)).toEqual([[0, 0], [3, 4], [3, 6]]);
  expect(cutAt([[0, 0], [3, 4]], 2.5)).toEqual([[0, 0], [1.5, 2]]);
  expect(cutAt([[0, 0], [3, 4]], 9)).toEqual([[0, 0], [3, 4]]);
  expect(cutAt([[0, 0], [3, 4]], 5)).toEqual([[0, 0], [3, 4]]);
});

test("nobody studies a break or in a match", () => {
  expect(guideKind("study", {opening: false}, false)).toBe("study");
  expect(guideKind("study", {opening: true}, false)).toBe("coach");
  expect(guideKind("study", {opening: false}, true)).toBe("coach");
  expect(guideKind("off", {opening: true}, true)).toBe("off");
});
