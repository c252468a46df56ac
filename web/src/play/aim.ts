/** A stroke as the player sets it. */
import type {Stroke} from "carom-wasm";

export interface Aim {
  /** rad, anticlockwise from the table's long axis. */
  angle: number;
  speed: number;
  side: number;
  height: number;
  /** rad. */
  elevation: number;
}

export const kLeastSpeed = 0.2;  // m/s
export const kMostSpeed = 12;
export const kDegree = Math.PI / 180;

export const strokeOf = ({angle, speed, side, height, elevation}: Aim): Stroke => ({speed, heading: [Math.cos(angle), Math.sin(angle)], side, height, elevation});

/** To the tenths that the slider shows. */
export const boundedSpeed = (speed: number): number => Math.round(Math.max(kLeastSpeed, Math.min(kMostSpeed, speed)) * 10) / 10;

/** How fast the cue comes that was drawn back by this share of its way: by the square, so that soft strokes have the most of it. */
export const speedOfPull = (share: number): number => boundedSpeed(kLeastSpeed + (kMostSpeed - kLeastSpeed) * Math.min(1, share) ** 2);

/** The angle in degrees from 0 to less than 360, as it is shown: with two decimals. */
export function degreesOf(angle: number): string {
  const shown = Number((((angle * 180) / Math.PI) % 360).toFixed(2));
  return ((shown + 360) % 360).toFixed(2);
}
