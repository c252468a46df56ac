/** A billiard table as it is drawn. */
export type Point2 = [number, number];

export interface CushionPart {
  from: Point2;
  to: Point2;
  jaw: boolean;
  name: string;
  /** Of an arc. */
  center?: Point2;
  radius?: number;
  left?: boolean;
}

export interface TableShape {
  name?: string;
  game: string;
  cushions: CushionPart[];
  obstacles: CushionPart[];
  pockets: {id: string; center: Point2; radius: number}[];
  spots: {name: string; at: Point2}[];
  lines: [Point2, Point2][];
  d?: {center: Point2; radius: number; towards: Point2};
}

export function partPoints(part: CushionPart, count: number): Point2[] {
  if (!part.radius || !part.center) return [part.from, part.to];
  const [cx, cy] = part.center;
  const radius = part.radius;
  const a = Math.atan2(part.from[1] - cy, part.from[0] - cx);
  let turn = Math.atan2(part.to[1] - cy, part.to[0] - cx) - a;
  if (part.left && turn <= 0) turn += 2 * Math.PI;
  if (!part.left && turn >= 0) turn -= 2 * Math.PI;
  return Array.from({length: count + 1}, (_, k) => [cx + radius * Math.cos(a + (turn * k) / count), cy + radius * Math.sin(a + (turn * k) / count)]);
}

const kSmoothArc = 48;

/** Lists of points, one for each closed loop. */
export function loops(parts: CushionPart[]): Point2[][] {
  const result: Point2[][] = [];
  let closed = true;
  for (const part of parts) {
    if (closed) result.push([]);
    const loop = result.at(-1)!;
    loop.push(...partPoints(part, kSmoothArc));
    closed = Math.hypot(loop[0][0] - part.to[0], loop[0][1] - part.to[1]) < 1e-9;
  }
  return result;
}

/** The rubber between two pockets, nose and jaws, as open chains of points; none of a table without pockets. */
export function cushionRuns(table: Pick<TableShape, "cushions" | "pockets">, arcPoints: number): Point2[][] {
  if (!table.pockets.length) return [];
  const runs: Point2[][] = [[]];
  for (const part of table.cushions) {
    if (/ back$/.test(part.name)) runs.push([]);
    else runs.at(-1)!.push(...partPoints(part, arcPoints));
  }
  if (runs.length > 1) runs[0] = [...runs.pop()!, ...runs[0]];
  return runs.filter((run) => run.length > 2);
}

/** Half the lengths between the noses. */
export function halfSizes(table: Pick<TableShape, "cushions">): Point2 {
  const noses = table.cushions.filter(({jaw}) => !jaw).flatMap(({from, to}) => [from, to]);
  return [0, 1].map((axis) => Math.max(...noses.map((p) => Math.abs(p[axis])))) as Point2;
}
