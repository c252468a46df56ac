/** What every stage offers and shares: what is shown, and what just happened. */
import type {Coloring} from "./palette.js";
import type {Playback} from "./playback.js";
import type {Scene} from "./scene.js";
import {upperBound} from "./search.js";

/** Where a playback is drawn. */
export interface Stage {
  onPick?: (slot: number) => void;
  /** Something is to be drawn anew. */
  onChange?: () => void;
  onResize?: () => void;
  /** `rate`: simulated time per second of playing. */
  draw(t: number, rate: number): void;
  /** The still parts must be drawn anew. */
  stale(): void;
  /** The whole scene in the picture. */
  reset(): void;
  dispose(): void;
}

export type Toggle = "trails" | "contacts" | "velocities" | "forces" | "chains" | "spins" | "cells" | "slice" | "follow";

const kFewBalls = 150;
const kManyBalls = 200;

/** What the person at the screen has chosen. */
export class Choices {
  trails: boolean;
  contacts: boolean;
  velocities = false;
  /** What pulls at balls, and what presses on the chosen one. */
  forces = false;
  /** How hard balls press on each other. */
  chains = false;
  spins = true;
  cells = true;
  /** In space: only the balls on one side of a plane. */
  slice = false;
  follow = false;
  coloring: Coloring;
  selected = -1;

  constructor(scene: Scene) {
    this.trails = scene.balls.count <= kManyBalls;
    this.contacts = scene.balls.count <= kFewBalls;
    this.coloring = scene.plain ? "speed" : "own";
  }
}

export const kMostFlashes = 160;
const kFlashSeconds = 0.45;
const kNoContacts = new Set(["change", "force_begin", "force_end", "stop"]);

/** The contacts of the last moments before t, as [event, age from 0 to 1]. */
export function recentContacts({events, kinds}: Scene, t: number, rate: number): [number, number][] {
  const span = kFlashSeconds * rate;
  const {time, kind} = events;
  const list: [number, number][] = [];
  for (let i = upperBound(time, t) - 1; i >= 0 && time[i] > t - span && list.length < kMostFlashes; --i)
    if (!kNoContacts.has(kinds[kind[i]])) list.push([i, (t - time[i]) / span]);
  return list;
}

/** A trail covers this much time before now. */
export function trailSpan({from, until, count}: Playback): number {
  return (until - from) / (count > 40 ? 6 : 2);
}

/** The balls whose trails are drawn: all of a few, else only the chosen one. */
export function trailBalls(scene: Scene, choices: Choices): number[] {
  if (scene.balls.count <= kFewBalls) return Array.from({length: scene.balls.count}, (_, slot) => slot);
  return choices.selected >= 0 ? [choices.selected] : [];
}

/** Of the first balls: marks of contacts are of their size. */
export function usualRadius(playback: Playback): number {
  return Math.max(...playback.radius.subarray(0, 100), 0);
}
