/** A billiard table as it is drawn: cloth, rubber, wood, pockets and marks. */
import type {Point2, TableShape} from "carom-wasm";
import * as THREE from "three";
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
    this.lay(new THREE.ShapeGeometry(shapeOf(table.pockets.length ? woodEdge(table, edge) : bed)), cloth);
    this.addRubber(rubber, edge, height);
    this.addWood(edge, height);
    this.addPockets(height);
    this.addMarks();
  }

  private lay(geometry: THREE.BufferGeometry, material: THREE.Material, z = 0): THREE.Mesh {
    const mesh = new THREE.Mesh(geometry, material);
    mesh.position.z = z;
    mesh.receiveShadow = true;
    this.add(mesh);
    return mesh;
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
    for (const shape of shapes) {
      const mesh = this.lay(new THREE.ExtrudeGeometry(shape, bevel), rubber, height * 0.45);
      mesh.castShadow = true;
    }
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
    const mesh = this.lay(geometry, material, height - 0.14 - 0.004);
    mesh.castShadow = true;
    const sights = new THREE.MeshStandardMaterial({color: 0xefe6d0, roughness: 0.3});
    for (const [sx, sy] of this.sights(edge)) {
      const sight = this.lay(new THREE.CircleGeometry(0.0085, 20), sights, height + 0.0035);
      sight.position.x = sx;
      sight.position.y = sy;
    }
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
    for (const {center: [x, y], radius} of this.table.pockets) {
      const hole = this.lay(new THREE.CircleGeometry(radius * 1.02, 48), black, 0.0006);
      hole.position.x = x;
      hole.position.y = y;
      const corner = Math.abs(x) > this.half[0] / 2;
      const middle = Math.atan2(y, corner ? x : 0);
      const spread = corner ? 1.42 * Math.PI : 1.05 * Math.PI;
      const rim = this.lay(new THREE.RingGeometry(radius * kRim[0], radius * kRim[1], 48, 1, middle - spread / 2, spread), leather, height + 0.003);
      rim.position.x = x;
      rim.position.y = y;
    }
  }

  private addMarks(): void {
    const white = new THREE.MeshBasicMaterial({color: 0xffffff, transparent: true, opacity: 0.35});
    const line = (from: THREE.Vector2, to: THREE.Vector2) => {
      const mesh = this.lay(new THREE.PlaneGeometry(from.distanceTo(to), 0.003), white, 0.0004);
      mesh.position.x = (from.x + to.x) / 2;
      mesh.position.y = (from.y + to.y) / 2;
      mesh.rotation.z = Math.atan2(to.y - from.y, to.x - from.x);
    };
    const shown = this.table.game === "snooker" ? this.table.lines : this.table.game === "pool" ? this.table.lines.slice(0, 1) : [];
    for (const [from, to] of shown) line(new THREE.Vector2(...from), new THREE.Vector2(...to));
    for (const {at} of this.table.spots) {
      const spot = this.lay(new THREE.CircleGeometry(0.006, 20), white, 0.0004);
      spot.position.x = at[0];
      spot.position.y = at[1];
    }
    const d = this.table.d;
    if (!d) return;
    const start = Math.atan2(d.towards[1], d.towards[0]) - Math.PI / 2;
    const arc = this.lay(new THREE.RingGeometry(d.radius - 0.0015, d.radius + 0.0015, 64, 1, start, Math.PI), white, 0.0004);
    arc.position.x = d.center[0];
    arc.position.y = d.center[1];
  }
}
