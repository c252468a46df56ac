/** A billiard table as it is drawn: cloth, rubber, wood, pockets and marks. */
import type {Point2, TableShape} from "carom-wasm";
import * as THREE from "three";
import {mergeGeometries} from "three/examples/jsm/utils/BufferGeometryUtils.js";
import {cushionRuns, cutAtHoles, cutAtWood, halfSizes, outline, woodEdge} from "./shapes.js";

const kRail = 0.115;  // m, of the wood
const kRim = [1.03, 1.28];  // of a pocket's leather, in the pocket's radii
const kOverWood = 0.005;  // m: the rubber covers the leather, which covers the wood
const kCloth = {pool: 0x12507f, snooker: 0x0d5a30, carom: 0x184a8c};

const shapeOf = (points: Point2[]): THREE.Shape => new THREE.Shape(points.map(([x, y]) => new THREE.Vector2(x, y)));

/** Woven fibres, so that the cloth does not look like plastic. */
function clothTexture(): THREE.CanvasTexture {
  const canvas = new OffscreenCanvas(128, 128);
  const context = canvas.getContext("2d")!;
  const image = context.createImageData(128, 128);
  let state = 1;
  for (let k = 0; k < image.data.length; k += 4) {
    state = (state * 1103515245 + 12345) & 0x7fffffff;
    const value = 225 + ((state >> 16) % 31);
    image.data.set([value, value, value, 255], k);
  }
  context.putImageData(image, 0, 0);
  const texture = new THREE.CanvasTexture(canvas as unknown as HTMLCanvasElement);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.repeat.set(9, 9);
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

function woodTexture(): THREE.CanvasTexture {
  const canvas = new OffscreenCanvas(512, 64);
  const context = canvas.getContext("2d")!;
  context.fillStyle = "#52301a";
  context.fillRect(0, 0, 512, 64);
  for (let k = 0; k < 260; ++k) {
    const y = (k * 37.7) % 64;
    context.strokeStyle = `rgba(${k % 3 ? "40,20,8" : "130,82,46"},${0.05 + 0.1 * ((k * 7) % 5) / 5})`;
    context.beginPath();
    context.moveTo(0, y);
    context.bezierCurveTo(170, y + 5 * Math.sin(k), 340, y - 5 * Math.cos(k), 512, y);
    context.stroke();
  }
  const texture = new THREE.CanvasTexture(canvas as unknown as HTMLCanvasElement);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.repeat.set(1.5, 4);
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

export class TableMesh extends THREE.Group {
  private readonly half: Point2;

  constructor(private readonly table: TableShape) {
    super();
    this.half = halfSizes(table);
    const [x, y] = this.half;
    const color = kCloth[table.game] ?? kCloth.pool;
    const texture = clothTexture();
    const cloth = new THREE.MeshStandardMaterial({color, map: texture, roughness: 0.95, envMapIntensity: 0.4});
    const rubber = new THREE.MeshStandardMaterial({color: new THREE.Color(color).multiplyScalar(0.82), map: texture, roughness: 0.95, envMapIntensity: 0.4});
    const height = table.nose_height * 1.06;
    const deep = table.pockets.length ? Math.max(...outline(table).map(([, py]) => Math.abs(py))) - y : 0;
    const back = Math.max(0.045, Math.min(0.055, deep));
    const edge: Point2 = [x + back, y + back];
    const bed: Point2[] = [[-edge[0], -edge[1]], [edge[0], -edge[1]], [edge[0], edge[1]], [-edge[0], edge[1]]];
    this.lay([new THREE.ShapeGeometry(shapeOf(table.pockets.length ? woodEdge(table, edge) : bed))], cloth);
    this.addRubber(rubber, edge, height);
    this.addWood(edge, height);
    this.addPockets(height);
    this.addMarks();
  }

  /** Of one material, drawn in one go. */
  private lay(geometries: THREE.BufferGeometry[], material: THREE.Material, castShadow = false): void {
    if (!geometries.length) return;
    const mesh = new THREE.Mesh(mergeGeometries(geometries), material);
    Object.assign(mesh, {castShadow, receiveShadow: true, matrixAutoUpdate: false});
    for (const geometry of geometries) geometry.dispose();
    this.add(mesh);
  }

  private addRubber(rubber: THREE.Material, edge: Point2, height: number): void {
    const bevel = {depth: height * 0.55 + kOverWood, bevelEnabled: false};
    const holes = this.table.pockets.map(({center, radius}) => ({center, radius: kRim[0] * radius}));
    const shapes = cushionRuns(this.table).map((run) => shapeOf(cutAtHoles(cutAtWood(run, this.half, edge), holes)));
    if (!shapes.length) {
      const frame = shapeOf([[-edge[0], -edge[1]], [edge[0], -edge[1]], [edge[0], edge[1]], [-edge[0], edge[1]]]);
      frame.holes.push(shapeOf([...outline(this.table)].reverse()));
      shapes.push(frame);
    }
    this.lay(shapes.map((shape) => new THREE.ExtrudeGeometry(shape, bevel).translate(0, 0, 0.45 * height)), rubber, true);
  }

  private addWood(edge: Point2, height: number): void {
    const [x, y] = [edge[0] + kRail, edge[1] + kRail];
    const r = 0.07;
    const frame = new THREE.Shape();
    frame.moveTo(-x + r, -y).lineTo(x - r, -y).absarc(x - r, -y + r, r, -Math.PI / 2, 0, false).lineTo(x, y - r)
      .absarc(x - r, y - r, r, 0, Math.PI / 2, false).lineTo(-x + r, y).absarc(-x + r, y - r, r, Math.PI / 2, Math.PI, false)
      .lineTo(-x, -y + r).absarc(-x + r, -y + r, r, Math.PI, 1.5 * Math.PI, false);
    frame.holes.push(shapeOf(woodEdge(this.table, edge).reverse()));
    const material = new THREE.MeshStandardMaterial({map: woodTexture(), roughness: 0.8, envMapIntensity: 0.25});
    const geometry = new THREE.ExtrudeGeometry(frame, {depth: 0.14, bevelEnabled: true, bevelThickness: 0.006, bevelSize: 0.006, bevelSegments: 2});
    this.lay([geometry.translate(0, 0, height - 0.144)], material, true);
    const sights = new THREE.MeshStandardMaterial({color: 0xefe6d0, roughness: 0.3});
    this.lay(this.sights(edge).map(([sx, sy]) => new THREE.CircleGeometry(0.0085, 20).translate(sx, sy, height + 0.0035)), sights);
  }

  private sights([ex, ey]: Point2): Point2[] {
    const [x, y] = this.half;
    const [out, aside] = [ex + kRail / 2, ey + kRail / 2];
    const places: Point2[] = [];
    for (let k = -3; k <= 3; ++k) if (k || !this.table.pockets.length) places.push([(k * x) / 4, aside], [(k * x) / 4, -aside]);
    for (let k = -1; k <= 1; ++k) places.push([out, (k * y) / 2], [-out, (k * y) / 2]);
    return places;
  }

  private addPockets(height: number): void {
    const black = new THREE.MeshBasicMaterial({color: 0x050607});
    const leather = new THREE.MeshStandardMaterial({color: 0x1d1713, roughness: 0.8, envMapIntensity: 0.3});
    const {pockets} = this.table;
    this.lay(pockets.map(({center: [x, y], radius}) => new THREE.CircleGeometry(radius * 1.02, 48).translate(x, y, 0.0006)), black);
    this.lay(pockets.map(({center: [x, y], radius}) => {
      const corner = Math.abs(x) > this.half[0] / 2;
      const middle = Math.atan2(y, corner ? x : 0);
      const spread = corner ? 1.42 * Math.PI : 1.05 * Math.PI;
      return new THREE.RingGeometry(radius * kRim[0], radius * kRim[1], 48, 1, middle - spread / 2, spread).translate(x, y, height + 0.003);
    }), leather);
  }

  private addMarks(): void {
    const {game, lines, spots, d} = this.table;
    const white = new THREE.MeshBasicMaterial({color: 0xffffff, transparent: true, opacity: 0.35});
    const above = 0.0004;  // m, the cloth
    const shown = game === "snooker" ? lines : game === "pool" ? lines.slice(0, 1) : [];
    const marks: THREE.BufferGeometry[] = shown.map(([[x, y], [a, b]]) =>
      new THREE.PlaneGeometry(Math.hypot(a - x, b - y), 0.003).rotateZ(Math.atan2(b - y, a - x)).translate((x + a) / 2, (y + b) / 2, above));
    marks.push(...spots.map(({at: [x, y]}) => new THREE.CircleGeometry(0.006, 20).translate(x, y, above)));
    if (d) {
      const start = Math.atan2(d.towards[1], d.towards[0]) - Math.PI / 2;
      marks.push(new THREE.RingGeometry(d.radius - 0.0015, d.radius + 0.0015, 64, 1, start, Math.PI).translate(...d.center, above));
    }
    this.lay(marks, white);
  }
}
