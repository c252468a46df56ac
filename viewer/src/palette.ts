/** Which colour each ball has now. */
import {type Color, mixColors, parseColor, ramp} from "./color.js";
import type {Playback} from "./playback.js";
import {kBallFlag, type Scene} from "./scene.js";

/** own: as the scene says; speed; hit: bright as long as its last impact is recent. */
export type Coloring = "own" | "speed" | "hit";

const kShades = 64;
const kLongAgo: Color = [58, 74, 98];
const kJustNow: Color = [255, 178, 64];
const kAsleep: Color = [150, 158, 170];
const kFadeSeconds = 0.5;  // of playing, until a hit is dim to 1/e

export class Palette {
  private readonly speeds: Color[];
  private readonly hits = ramp([kLongAgo, kJustNow], kShades);

  constructor(private readonly scene: Scene, private readonly playback: Playback) {
    this.speeds = ramp(scene.speed_colors.map(parseColor), kShades);
  }

  own(slot: number): Color {
    const {color} = this.scene.balls;
    return [color[3 * slot], color[3 * slot + 1], color[3 * slot + 2]];
  }

  /** Somewhat lighter, as seen on a cloth. */
  onCloth(slot: number): Color {
    return mixColors(this.own(slot), [255, 255, 255], 0.35);
  }

  /** What sleeps is paler. `rate`: simulated time per second of playing. */
  color(slot: number, coloring: Coloring, rate = 1): Color {
    const color = this.awakeColor(slot, coloring, rate);
    return this.playback.asleep?.[slot] ? mixColors(color, kAsleep, 0.5) : color;
  }

  private awakeColor(slot: number, coloring: Coloring, rate: number): Color {
    if (coloring === "own" || this.scene.balls.flags[slot] & kBallFlag.immovable) return this.own(slot);
    return coloring === "speed" ? this.speeds[this.speedShade(slot)] : this.hits[this.hitShade(slot, rate)];
  }

  private speedShade(slot: number): number {
    return Math.max(0, Math.min(kShades - 1, Math.round(((kShades - 1) * this.playback.speed[slot]) / this.playback.topSpeed)));
  }

  private hitShade(slot: number, rate: number): number {
    const ago = this.playback.time - this.playback.lastHit[slot];
    return ago >= 0 ? Math.round((kShades - 1) * Math.exp(-ago / (kFadeSeconds * rate))) : 0;
  }
}
