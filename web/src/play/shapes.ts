import type {Point2, TableShape} from "carom-wasm";
import * as shape from "carom-viewer/shot/table_shape.js";

export {halfSizes} from "carom-viewer/shot/table_shape.js";

const kArcPoints = 14;

export const outline = (table: TableShape): Point2[] => table.cushions.flatMap((part) => shape.partPoints(part, kArcPoints));
export const cushionRuns = (table: TableShape): Point2[][] => shape.cushionRuns(table, kArcPoints);

/** The edge of the wood: a rectangle that gives way around the pockets, seen from the middle. */
export function woodEdge(table: TableShape, [x, y]: Point2): Point2[] {
  const distances = (angle: number): number => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    let far = Math.min(x / Math.max(Math.abs(c), 1e-9), y / Math.max(Math.abs(s), 1e-9));
    for (const {center, radius} of table.pockets) {
      const along = center[0] * c + center[1] * s;
      const aside = center[0] * s - center[1] * c;
      const r = 1.12 * radius;
      if (along > 0 && Math.abs(aside) < r) far = Math.max(far, along + Math.sqrt(r * r - aside * aside));
    }
    return far;
  };
  const count = 1440;
  return Array.from({length: count}, (_, k) => {
    const angle = (2 * Math.PI * k) / count;
    const far = distances(angle);
    return [far * Math.cos(angle), far * Math.sin(angle)];
  });
}

/** A run of rubber as far as the wood: what lies beyond, in the pocket's throat, is cut off, and what ends before it goes on. */
export function cutAtWood(run: Point2[], half: Point2, edge: Point2): Point2[] {
  const middle = run[Math.floor(run.length / 2)];
  const axis = Math.abs(middle[1]) > half[1] - 0.02 ? 1 : 0;
  const sign = Math.sign(middle[axis]);
  const over = (p: Point2): number => sign * p[axis] - edge[axis];
  const atWood = (p: Point2): Point2[] => (over(p) < 0 ? [axis ? [p[0], sign * edge[1]] : [sign * edge[0], p[1]]] : []);
  const whole = [...atWood(run[0]), ...run, ...atWood(run.at(-1)!)];
  const cut: Point2[] = [];
  for (let k = 0; k < whole.length; ++k) {
    const [a, b] = [whole[k], whole[(k + 1) % whole.length]];
    if (over(a) <= 0) cut.push(a);
    if (over(a) * over(b) >= 0) continue;
    const share = over(a) / (over(a) - over(b));
    cut.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
  }
  return cut;
}

/** A run of rubber without what lies over a pocket's hole: there it ends on the hole's edge. */
export function cutAtHoles(run: Point2[], holes: {center: Point2; radius: number}[]): Point2[] {
  return holes.reduce(cutAtHole, run);
}

const kStep = 0.1;  // rad, between the points of a cut along a hole's edge

function cutAtHole(run: Point2[], {center: [x, y], radius}: {center: Point2; radius: number}): Point2[] {
  const inside = ([px, py]: Point2): boolean => Math.hypot(px - x, py - y) < radius;
  const first = run.findIndex((point) => !inside(point));
  if (first < 0 || !run.some(inside)) return run;
  const cut: Point2[] = [];
  let left: number | null = null;  // where the run went in, as an angle about the hole
  for (let k = 0; k < run.length; ++k) {
    const [a, b] = [run[(first + k) % run.length], run[(first + k + 1) % run.length]];
    if (!inside(a)) cut.push(a);
    if (inside(a) === inside(b)) continue;
    const edge = crossing(a, b, [x, y], radius);
    const angle = Math.atan2(edge[1] - y, edge[0] - x);
    if (inside(b)) left = angle;
    else if (left !== null) cut.push(...along(left, angle).map((turn): Point2 => [x + radius * Math.cos(turn), y + radius * Math.sin(turn)]));
    cut.push(edge);
  }
  return cut;
}

/** Angles between two, the short way. */
function along(from: number, to: number): number[] {
  const turn = Math.atan2(Math.sin(to - from), Math.cos(to - from));
  const count = Math.floor(Math.abs(turn) / kStep);
  return Array.from({length: count}, (_, k) => from + (turn * (k + 1)) / (count + 1));
}

/** Where a segment with one end in a circle leaves it: |a + s (b − a) − c|² = r². */
function crossing(a: Point2, b: Point2, [x, y]: Point2, radius: number): Point2 {
  const [dx, dy, fx, fy] = [b[0] - a[0], b[1] - a[1], a[0] - x, a[1] - y];
  const [p, q, r] = [dx * dx + dy * dy, fx * dx + fy * dy, fx * fx + fy * fy - radius * radius];
  const root = Math.sqrt(Math.max(0, q * q - p * r));
  const share = r < 0 ? (-q + root) / p : (-q - root) / p;
  return [a[0] + share * dx, a[1] + share * dy];
}
