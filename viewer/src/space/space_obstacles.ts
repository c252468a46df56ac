/** What is no ball, in space. */
import {cssColor} from "../page.js";
import type {Playback} from "../playback.js";
import {niceStep} from "../plot/scale.js";
import type {Obstacle, Scene} from "../scene.js";
import * as THREE from "./three.js";

const kPlaneReach = 4;      // of a plane that is drawn, relative to the scene
const kLineRadius = 0.004;  // of a segment, relative to the scene
const kUsualGrey = "#8a94a3";

const vector = (p: number[]): THREE.Vector3 => new THREE.Vector3(p[0], p[1], p[2]);

/** The axis along which a normal points, or −1. */
const axisOf = (normal: number[]): number => normal.findIndex((x) => Math.abs(x) === 1);

/** The box that half-spaces along all axes leave free. */
export function wallBox(obstacles: Obstacle[]): {low: number[]; high: number[]} | null {
  const low = [-Infinity, -Infinity, -Infinity];
  const high = [Infinity, Infinity, Infinity];
  for (const {kind, normal, offset} of obstacles) {
    if (kind !== "half_space") continue;
    const k = axisOf(normal!);
    if (k >= 0 && normal![k] > 0) low[k] = Math.max(low[k], offset!);
    if (k >= 0 && normal![k] < 0) high[k] = Math.min(high[k], -offset!);
  }
  return [...low, ...high].every(Number.isFinite) ? {low, high} : null;
}

interface Plane {
  surface: THREE.Mesh<THREE.PlaneGeometry, THREE.MeshLambertMaterial>;
  grid: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>;
  normal: THREE.Vector3;
  offset: number;
}

export class SpaceObstacles {
  readonly group = new THREE.Object3D();
  private readonly planes: Plane[] = [];
  private readonly edges: THREE.LineSegments<THREE.EdgesGeometry, THREE.LineBasicMaterial>[] = [];
  private readonly glasses: THREE.Mesh<THREE.BoxGeometry, THREE.MeshBasicMaterial>[] = [];
  private readonly moving: {obstacle: Obstacle; part: THREE.Object3D}[] = [];

  /** `size` and `middle`: of what is worth showing. */
  constructor(scene: Scene, private readonly size: number, private readonly middle: THREE.Vector3) {
    if (scene.world.periodic) this.addFrame([0, 0, 0], scene.world.periodic);
    const walls = wallBox(scene.obstacles);
    if (walls) this.addFrame(walls.low, walls.high);
    for (const obstacle of scene.obstacles) {
      if (obstacle.kind === "half_space" && walls && axisOf(obstacle.normal!) >= 0) continue;
      const part = new THREE.Object3D();
      part.add(...this.parts(obstacle));
      this.group.add(part);
      if (obstacle.moves) this.moving.push({obstacle, part});
    }
  }

  private parts(obstacle: Obstacle): THREE.Object3D[] {
    const {kind} = obstacle;
    if (kind === "half_space") return this.plane(obstacle.normal!, obstacle.offset!);
    if (kind === "box") return [this.box(obstacle)];
    if (kind === "segment") return [this.segment(obstacle)];
    if (kind === "pocket") return this.pocket(obstacle);
    if (kind === "capsule") return this.capsule(obstacle);
    if (kind === "cylinder") return [this.cylinder(obstacle)];
    return kind === "mesh" ? [this.mesh(obstacle)] : [];
  }

  /** A glass box: its edges, and the insides of its far faces. */
  private addFrame(low: number[], high: number[]): void {
    const sides = high.map((x, i) => x - low[i]);
    const geometry = new THREE.BoxGeometry(...sides);
    const edges = new THREE.LineSegments(new THREE.EdgesGeometry(geometry), new THREE.LineBasicMaterial());
    const glass = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({side: THREE.BackSide, transparent: true, opacity: 0.28, depthWrite: false}));
    for (const part of [edges, glass]) part.position.set(low[0] + sides[0] / 2, low[1] + sides[1] / 2, low[2] + sides[2] / 2);
    this.glasses.push(glass);
    this.edges.push(edges);
    this.group.add(edges, glass);
  }

  /** Lines in short pieces: some drivers drop lines that begin behind the eye. */
  private grid(extent: number): Plane["grid"] {
    const step = niceStep(this.size, 12);
    const half = Math.ceil(extent / step);
    const points: number[] = [];
    for (let line = -half; line <= half; ++line)
      for (let piece = -half; piece < half; piece += 2) {
        const [s, from, to] = [line * step, piece * step, (piece + 2) * step];
        points.push(s, 0, from, s, 0, to, from, 0, s, to, 0, s);
      }
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({transparent: true, opacity: 0.8}));
  }

  /** Around the middle of the scene, where the bodies are. */
  private plane(normal: number[], offset: number): THREE.Object3D[] {
    const extent = kPlaneReach * this.size;
    const n = vector(normal);
    const foot = this.middle.clone().addScaledVector(n, offset - n.dot(this.middle));
    const turn = new THREE.Quaternion().setFromUnitVectors(new THREE.Vector3(0, 1, 0), n);
    const surface = new THREE.Mesh(new THREE.PlaneGeometry(2 * extent, 2 * extent).rotateX(-Math.PI / 2), new THREE.MeshLambertMaterial({polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1}));
    surface.receiveShadow = true;
    const grid = this.grid(extent);
    for (const part of [surface, grid]) {
      part.quaternion.copy(turn);
      part.position.copy(foot);
    }
    grid.position.addScaledVector(n, 1e-3 * this.size);
    this.planes.push({surface, grid, normal: n, offset});
    return [surface, grid];
  }

  private solid(geometry: THREE.BufferGeometry, color: string): THREE.Mesh<THREE.BufferGeometry, THREE.MeshLambertMaterial> {
    const solid = new THREE.Mesh(geometry, new THREE.MeshLambertMaterial({color: color || kUsualGrey}));
    solid.castShadow = solid.receiveShadow = true;
    return solid;
  }

  private box({low, high, color}: Obstacle): THREE.Mesh {
    const sides = high!.map((x, i) => x - low![i]);
    const box = this.solid(new THREE.BoxGeometry(...sides), color);
    box.position.copy(vector(low!).add(vector(high!)).multiplyScalar(0.5));
    return box;
  }

  private segment(obstacle: Obstacle): THREE.Mesh {
    return this.rod(obstacle, kLineRadius * this.size, 16);
  }

  private rod({from, to, color}: Obstacle, radius: number, sides: number): THREE.Mesh {
    const a = vector(from!);
    const along = vector(to!).sub(a);
    const rod = this.solid(new THREE.CylinderGeometry(radius, radius, along.length(), sides), color);
    rod.position.copy(a).addScaledVector(along, 0.5);
    rod.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), along.normalize());
    return rod;
  }

  private capsule(obstacle: Obstacle): THREE.Object3D[] {
    const ends = [obstacle.from!, obstacle.to!].map((end) => {
      const ball = this.solid(new THREE.SphereGeometry(obstacle.radius, 32, 24), obstacle.color);
      ball.position.copy(vector(end));
      return ball;
    });
    return [this.rod(obstacle, obstacle.radius!, 32), ...ends];
  }

  private cylinder({center, radius, half_height, axis, color}: Obstacle): THREE.Mesh {
    const cylinder = this.solid(new THREE.CylinderGeometry(radius, radius, 2 * half_height!, 48), color);
    cylinder.position.copy(vector(center!));
    cylinder.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), new THREE.Vector3().setComponent(axis!, 1));
    return cylinder;
  }

  private mesh({vertices, triangles, color}: Obstacle): THREE.Mesh {
    const corners = triangles!.flatMap((triangle) => triangle.flatMap((k) => vertices![k]));
    const geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
    geometry.computeVertexNormals();
    const surface = this.solid(geometry, color);
    surface.material.side = THREE.DoubleSide;
    return surface;
  }

  /** A hole: its dark far side, which one sees into, and a rim across the line of sight (faceEye). */
  private pocket({center, radius}: Obstacle): THREE.Object3D[] {
    const far = new THREE.Mesh(new THREE.SphereGeometry(radius, 32, 24), new THREE.MeshBasicMaterial({color: 0x050607, side: THREE.BackSide}));
    const rim = new THREE.Mesh(new THREE.TorusGeometry(radius, 0.035 * radius!, 8, 64), new THREE.MeshLambertMaterial({color: 0x8a94a3}));
    rim.userData.facesEye = true;
    for (const part of [far, rim]) part.position.copy(vector(center!));
    return [far, rim];
  }

  place(playback: Playback): void {
    for (const {obstacle, part} of this.moving) part.position.copy(vector(playback.displacement(obstacle)));
  }

  /** Only what lies on one side of planes. */
  clip(planes: THREE.Plane[] | null): void {
    this.group.traverse((part) => {
      if (part instanceof THREE.Mesh || part instanceof THREE.LineSegments) (part.material as THREE.Material).clippingPlanes = planes;
    });
  }

  /** What depends on where one looks from. */
  faceEye(eye: THREE.Vector3): void {
    for (const {grid, normal, offset} of this.planes) grid.visible = normal.dot(eye) > offset;
    this.group.traverse((part) => part.userData.facesEye && part.lookAt(eye));
  }

  recolor(isDark: boolean): void {
    for (const {surface, grid} of this.planes) {
      surface.material.color.set(cssColor("--solid"));
      surface.material.emissive.set(cssColor("--solid")).multiplyScalar(isDark ? 0.1 : 0.22);
      grid.material.color.set(cssColor("--line-strong"));
    }
    for (const edge of this.edges) edge.material.color.set(cssColor("--faint"));
    for (const glass of this.glasses) glass.material.color.set(cssColor("--solid"));
  }
}
