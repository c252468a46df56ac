/** The part of space that is worth showing of bodies that are at hand: where they are, and where half-spaces bound them. */
import type {Obstacle} from "./scene.js";
import type {Point2} from "./shot/table_shape.js";

export interface Box {
  low: number[];
  high: number[];
}

function boxOf(points: number[][], dimension: number): Box {
  const along = (k: number) => points.map((p) => p[k] ?? 0);
  const axes = Array.from({length: dimension}, (_, k) => k);
  const least = (list: number[]) => list.reduce((a, b) => Math.min(a, b), Infinity);
  const most = (list: number[]) => list.reduce((a, b) => Math.max(a, b), -Infinity);
  return {low: axes.map((k) => least(along(k))), high: axes.map((k) => most(along(k)))};
}

const pointsOf = ({kind, center, radius, half_height, axis, low, high, vertices, ...obstacle}: Obstacle): number[][] => {
  const [from, to] = kind === "arc" ? [] : [obstacle.from, obstacle.to];
  return [
  ...[center, ...(radius === undefined ? [] : [from, to])].flatMap((p) => (p ? [p.map((x) => x - radius!), p.map((x) => x + radius!)] : [])),
  ...(half_height === undefined ? [] : [-half_height, half_height].map((h) => center!.map((x, k) => (k === axis ? x + h : x)))),
  ...[low, high, from, to].filter((p): p is number[] => p !== undefined), ...(vertices ?? []),
  ];
};

/** `balls`: centres and radii. A periodic box is all there is; half-spaces along the axes bound what is free; others do not reach beyond the bodies. */
export function extentOf(balls: {center: number[]; radius: number}[], obstacles: Obstacle[], dimension: number, periodic: number[] | null): Box {
  if (periodic) return {low: periodic.map(() => 0), high: [...periodic]};
  const around = balls.flatMap(({center, radius}) => [center.map((x) => x - radius), center.map((x) => x + radius)]);
  const points = [...around, ...obstacles.flatMap(pointsOf)];
  const box = boxOf(points.length ? points : [new Array<number>(dimension).fill(-1), new Array<number>(dimension).fill(1)], dimension);
  for (const {normal, offset} of obstacles) {
    const axis = normal ? normal.findIndex((x) => Math.abs(x) === 1) : -1;
    if (axis < 0) continue;
    if (normal![axis] > 0) box.low[axis] = Math.min(box.low[axis], offset!);
    else box.high[axis] = Math.max(box.high[axis], -offset!);
  }
  return thickened(box);
}

/** Never flat. */
function thickened({low, high}: Box): Box {
  const size = Math.hypot(...high.map((x, k) => x - low[k])) || 1;
  const thin = (k: number) => (high[k] - low[k] < 1e-3 * size ? size / 8 : 0);
  return {low: low.map((x, k) => x - thin(k)), high: high.map((x, k) => x + thin(k))};
}

const turn = (o: number[], a: number[], b: number[]): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

/** Anticlockwise. Andrew's monotone chain (1979). */
export function convexHull(points: number[][]): Point2[] {
  const sorted = points.map(([x, y]): Point2 => [x, y]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (list: Point2[]): Point2[] => {
    const half: Point2[] = [];
    for (const p of list) {
      while (half.length > 1 && turn(half[half.length - 2], half[half.length - 1], p) <= 0) half.pop();
      half.push(p);
    }
    return half.slice(0, -1);
  };
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

const area = (polygon: Point2[]): number => polygon.reduce((sum, [x, y], k) => sum + x * polygon[(k + 1) % polygon.length][1] - y * polygon[(k + 1) % polygon.length][0], 0) / 2;

const kNearlyRectangular = 0.9;  // a table whose hull fills so much of a rectangle is one

/** The outline of a table with pockets, anticlockwise: the rectangle around its pockets and edges, or their hull. Empty without pockets. */
export function tableOutline(obstacles: Obstacle[]): Point2[] {
  if (!obstacles.some(({kind}) => kind === "pocket")) return [];
  const points = obstacles.flatMap((one) => (one.kind === "pocket" ? [one.center!] : pointsOf(one)));
  if (points.length < 3) return [];
  const hull = convexHull(points);
  const {low: [x0, y0], high: [x1, y1]} = boxOf(points, 2);
  return area(hull) > kNearlyRectangular * (x1 - x0) * (y1 - y0) ? [[x0, y0], [x1, y0], [x1, y1], [x0, y1]] : hull;
}
