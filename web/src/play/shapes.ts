import type {CushionPart, Point2, TableShape} from "carom-wasm";

export function partPoints(part: CushionPart, count = 14): Point2[] {
  if (!part.radius || !part.center) return [part.from, part.to];
  const [cx, cy] = part.center;
  const a = Math.atan2(part.from[1] - cy, part.from[0] - cx);
  let turn = Math.atan2(part.to[1] - cy, part.to[0] - cx) - a;
  if (part.left && turn <= 0) turn += 2 * Math.PI;
  if (!part.left && turn >= 0) turn -= 2 * Math.PI;
  return Array.from({length: count + 1}, (_, k) => [cx + part.radius! * Math.cos(a + (turn * k) / count), cy + part.radius! * Math.sin(a + (turn * k) / count)]);
}

export const outline = (table: TableShape): Point2[] => table.cushions.flatMap((part) => partPoints(part));

/** Half the lengths between the noses. */
export function halfSizes(table: TableShape): Point2 {
  const noses = table.cushions.filter((part) => !part.jaw).flatMap((part) => [part.from, part.to]);
  return [0, 1].map((axis) => Math.max(...noses.map((p) => Math.abs(p[axis])))) as Point2;
}

/** The rubber between two pockets, nose and jaws, as open chains; of a table without pockets, one closed ring. */
export function cushionRuns(table: TableShape): Point2[][] {
  if (!table.pockets.length) return [];
  const runs: Point2[][] = [[]];
  for (const part of table.cushions) {
    if (/ back$/.test(part.name)) runs.push([]);
    else runs[runs.length - 1].push(...partPoints(part));
  }
  runs[0] = [...runs.pop()!, ...runs[0]];
  return runs.filter((run) => run.length > 2);
}

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

/** A run of rubber as far as the wood: what lies beyond, in the pocket's throat, is cut off. */
export function cutAtWood(run: Point2[], half: Point2, edge: Point2): Point2[] {
  const middle = run[Math.floor(run.length / 2)];
  const axis = Math.abs(middle[1]) > half[1] - 0.02 ? 1 : 0;
  const sign = Math.sign(middle[axis]);
  const over = (p: Point2): number => sign * p[axis] - edge[axis];
  const cut: Point2[] = [];
  for (let k = 0; k < run.length; ++k) {
    const [a, b] = [run[k], run[(k + 1) % run.length]];
    if (over(a) <= 0) cut.push(a);
    if (over(a) * over(b) >= 0) continue;
    const share = over(a) / (over(a) - over(b));
    cut.push([a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])]);
  }
  return cut;
}
