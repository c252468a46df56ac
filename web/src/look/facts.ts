/** What the player tells of a ball that was chosen. */
import {formatNumber, formatVector} from "carom-viewer/format.js";
import type {Facts} from "carom-viewer/player/inspector.js";
import type {FramePlayback} from "./frame_playback.js";

export function factsOf(playback: FramePlayback, slot: number): Facts {
  const {dimension: d, position, velocity, speed, radius, here, lastHit} = playback;
  if (!here[slot]) return [["gone", "–"]];
  const own = (list: Float32Array) => formatVector(list.subarray(slot * d, slot * d + d));
  const hit: Facts = Number.isFinite(lastHit[slot]) ? [["last event", `at ${formatNumber(lastHit[slot], 5)}`]] : [];
  const pulled: Facts = playback.pull ? [["pull", own(playback.pull)]] : [];
  const sleeps: Facts = playback.asleep?.[slot] ? [["sleeps", "yes"]] : [];
  return [["position", own(position)], ["velocity", own(velocity)], ["speed", formatNumber(speed[slot])], ["radius", formatNumber(radius[slot])], ...pulled, ...hit, ...sleeps];
}
