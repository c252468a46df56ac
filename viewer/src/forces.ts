/** Forces as they are drawn, in the plane and in space: chains between what presses on each other, arrows for what pulls. */
import type {ContactForces, Playback} from "./playback.js";

export const kMostChains = 8000;  // of more, the strongest
const kWidest = 4;  // times the mean force: as wide as a ball's radius, as in pictures of runs
const kLeastShare = 0.04;  // of that

type Point = number[];

const at = (list: ArrayLike<number>, d: number, k: number): Point => Array.from({length: d}, (_, axis) => list[d * k + axis]);

/** From a ball's middle to where it touches, and on to the other's middle if that is a ball. */
export interface Chain {
  from: Point;
  to: Point;
  width: number;
  slots: [number, number];
}

export function eachChain(playback: Playback, draw: (chain: Chain) => void): void {
  const {contactForces: forces, dimension: d, position, radius} = playback;
  if (!forces) return;
  const least = forces.count > kMostChains ? forces.pressing.slice().sort()[forces.count - kMostChains] : 0;
  for (let k = 0; k < forces.count; ++k) {
    if (forces.pressing[k] < least) continue;
    const [a, b] = [forces.a[k], forces.b[k]];
    const from = at(position, d, a);
    const point = at(forces.point, d, k);
    const to = b < 0 ? point : point.map((x, axis) => x + ((x - from[axis]) * radius[b]) / radius[a]);
    const share = Math.max(kLeastShare, Math.min(1, forces.pressing[k] / (kWidest * forces.mean)));
    draw({from, to, width: share * Math.min(radius[a], b < 0 ? Infinity : radius[b]), slots: [a, b]});
  }
}

/** `way`: along the force, `reach` long where it is as large as the largest pull so far. */
export interface ForceArrow {
  from: Point;
  way: Point;
  slot: number;
  /** It is a contact's, of the chosen ball. */
  presses: boolean;
}

/** The chosen ball's contacts first: of balls so many are drawn at most. */
export function eachForceArrow(playback: Playback, selected: number, most: number, reach: number, draw: (arrow: ForceArrow) => void): void {
  const {pull, topPull, contactForces, dimension: d, position, here, count} = playback;
  const unit = reach / (topPull || contactForces?.mean || 1);
  const way = (force: Point, sign = 1): Point => force.map((f) => sign * unit * f);
  for (const [k, sign] of contactsOf(contactForces, selected)) draw({from: at(contactForces!.point, d, k), way: way(at(contactForces!.force, d, k), sign), slot: selected, presses: true});
  for (let slot = 0; pull && slot < Math.min(count, most); ++slot)
    if (here[slot]) draw({from: at(position, d, slot), way: way(at(pull, d, slot)), slot, presses: false});
}

/** Of one ball, with the sign that the force has on it. */
function contactsOf(forces: ContactForces | undefined, slot: number): [number, number][] {
  if (!forces || slot < 0) return [];
  return Array.from({length: forces.count}, (_, k): [number, number] => [k, forces.a[k] === slot ? 1 : forces.b[k] === slot ? -1 : 0]).filter(([, sign]) => sign !== 0);
}
