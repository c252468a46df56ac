import type {SceneAbout, SceneBody} from "carom-wasm";
import type {Moved} from "./source.js";
import * as THREE from "three";
import {OrbitControls} from "three/examples/jsm/controls/OrbitControls.js";

export type Coloring = "kind" | "speed" | "hit";

const kColors = ["#4c9be8", "#e9b949", "#5fc48c", "#e8705f", "#b58ae0", "#5fd0d6", "#e58cc0", "#c0c8d2"];

export const bodyColor = (body: SceneBody | undefined, groups: string[]): string => body?.color || kColors[Math.max(0, groups.indexOf(body?.group ?? "")) % kColors.length];
export const groupsOf = (about: SceneAbout): string[] => [...new Set(about.bodies.filter((body) => body.ball).map((body) => body.group ?? ""))];

// One square per ball, shaded as a sphere: the frame's floats go to the graphics card as they are.
const kVertex = `
attribute vec4 placeRadius;
attribute vec4 velocityHit;
attribute vec3 base;
uniform float now, fastest, marked;
uniform int coloring;
varying vec2 corner;
varying vec3 tint;
vec3 heat(float x) {
  return clamp(vec3(1.6 * x - 0.2, 1.4 - abs(2.6 * x - 1.5), 1.1 - 1.9 * x), 0.05, 1.0);
}
void main() {
  corner = position.xy;
  vec4 center = modelViewMatrix * vec4(placeRadius.xyz, 1.0);
  center.xy += 1.02 * position.xy * placeRadius.w;
  gl_Position = projectionMatrix * center;
  float hit = velocityHit.w < 0.0 ? 0.0 : exp(-6.0 * max(0.0, now - velocityHit.w) / fastest);
  tint = coloring == 1 ? heat(length(velocityHit.xyz) / fastest) : coloring == 2 ? mix(vec3(0.16, 0.22, 0.3), vec3(1.0, 0.75, 0.25), hit) : base;
  if (marked == float(gl_InstanceID)) tint = vec3(1.0);
}`;
const kFragment = `
varying vec2 corner;
varying vec3 tint;
uniform float flat2d;
void main() {
  float r2 = dot(corner, corner);
  if (r2 > 1.0) discard;
  vec3 normal = vec3(corner, sqrt(1.0 - r2));
  float light = max(0.0, dot(normal, normalize(vec3(-0.4, 0.6, 0.75))));
  float shine = pow(light, 40.0) * 0.5;
  float edge = mix(1.0, 0.62 + 0.38 * normal.z, 1.0 - 0.4 * flat2d);
  gl_FragColor = vec4(tint * (0.35 + 0.7 * light) * edge + shine, 1.0);
  #include <colorspace_fragment>
}`;

interface Box {
  low: THREE.Vector3;
  high: THREE.Vector3;
}

const three = (p: number[]): THREE.Vector3 => new THREE.Vector3(p[0], p[1], p[2] ?? 0);

/** What of space is shown: all that is not endless. */
function extent(about: SceneAbout): Box {
  const box = new THREE.Box3();
  for (const {ball, segment, box: solid, polygon, mesh, half_space: space} of about.bodies) {
    if (ball) box.expandByPoint(three(ball.center).addScalar(ball.radius)).expandByPoint(three(ball.center).addScalar(-ball.radius));
    for (const p of [segment?.from, segment?.to, solid?.low, solid?.high, ...(polygon?.vertices ?? []), ...(mesh?.vertices ?? [])]) if (p) box.expandByPoint(three(p));
    if (space) box.expandByPoint(three(space.normal).multiplyScalar(space.offset).add(projected(box, space.normal)));
  }
  if (about.period) box.expandByPoint(new THREE.Vector3()).expandByPoint(three(about.period));
  if (about.dimension === 2) box.min.z = box.max.z = 0;
  return {low: box.min, high: box.max};
}

/** Each edge of a mesh once, by the indices of its ends. */
function meshEdges(triangles: number[][], edge: (a: number, b: number) => void): void {
  const seen = new Set<string>();
  for (const corners of triangles)
    corners.forEach((a, k) => {
      const b = corners[(k + 1) % 3];
      const key = `${Math.min(a, b)} ${Math.max(a, b)}`;
      if (!seen.has(key)) edge(a, b);
      seen.add(key);
    });
}

/** The middle of what is shown so far, without its part along the normal. */
function projected(box: THREE.Box3, normal: number[]): THREE.Vector3 {
  if (box.isEmpty()) return new THREE.Vector3();
  const middle = box.getCenter(new THREE.Vector3());
  const unit = three(normal);
  return middle.addScaledVector(unit, -middle.dot(unit));
}

/** Draws the bodies of a scene and its balls frame by frame. */
export class LookView {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer = new THREE.WebGLRenderer({antialias: true});
  private readonly scene = new THREE.Scene();
  private readonly camera: THREE.OrthographicCamera | THREE.PerspectiveCamera;
  private readonly controls: OrbitControls;
  private readonly buffer: THREE.InstancedInterleavedBuffer;
  private readonly material: THREE.ShaderMaterial;
  private readonly trails = new THREE.LineSegments(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({color: 0xbfd4ee, transparent: true, opacity: 0.5}));
  private readonly box: Box;
  private readonly moving = new Map<number, THREE.LineSegments>();
  private followed = -1;
  private dirty = true;

  constructor(private readonly about: SceneAbout) {
    this.canvas = this.renderer.domElement;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.scene.background = new THREE.Color(0x12161c);
    this.box = extent(about);
    this.camera = about.dimension === 2 ? new THREE.OrthographicCamera() : new THREE.PerspectiveCamera(40, 1, 0.01, 1e4);
    this.controls = new OrbitControls(this.camera, this.canvas);
    this.controls.enableRotate = about.dimension === 3;
    if (about.dimension === 2) this.controls.mouseButtons = {LEFT: THREE.MOUSE.PAN, MIDDLE: THREE.MOUSE.DOLLY, RIGHT: THREE.MOUSE.PAN};
    if (about.dimension === 2) this.controls.touches = {ONE: THREE.TOUCH.PAN, TWO: THREE.TOUCH.DOLLY_PAN};
    this.controls.addEventListener("change", () => (this.dirty = true));
    this.material = new THREE.ShaderMaterial({
      vertexShader: kVertex, fragmentShader: kFragment,
      uniforms: {now: {value: 0}, fastest: {value: 1}, marked: {value: -1}, coloring: {value: 0}, flat2d: {value: about.dimension === 2 ? 1 : 0}},
    });
    this.buffer = new THREE.InstancedInterleavedBuffer(new Float32Array(8 * about.balls.length), 8);
    this.buffer.setUsage(THREE.DynamicDrawUsage);
    this.addBalls();
    this.addObstacles();
    this.trails.frustumCulled = false;
    this.scene.add(this.trails);
    this.reset();
  }

  private addBalls(): void {
    const square = new THREE.PlaneGeometry(2, 2);
    const geometry = new THREE.InstancedBufferGeometry();
    geometry.index = square.index;
    geometry.setAttribute("position", square.getAttribute("position"));
    geometry.setAttribute("placeRadius", new THREE.InterleavedBufferAttribute(this.buffer, 4, 0));
    geometry.setAttribute("velocityHit", new THREE.InterleavedBufferAttribute(this.buffer, 4, 4));
    const groups = groupsOf(this.about);
    const base = new Float32Array(3 * this.about.balls.length);
    const color = new THREE.Color();
    this.about.balls.forEach((id, k) => color.set(bodyColor(this.about.bodies[id], groups)).toArray(base, 3 * k));
    geometry.setAttribute("base", new THREE.InstancedBufferAttribute(base, 3));
    geometry.instanceCount = this.about.balls.length;
    const mesh = new THREE.Mesh(geometry, this.material);
    mesh.frustumCulled = false;
    this.scene.add(mesh);
  }

  private addObstacles(): void {
    const still: number[] = [];
    this.about.bodies.forEach((body, id) => {
      if (!body.moves) return this.addEdges(body, still);
      const own: number[] = [];
      this.addEdges(body, own);
      this.moving.set(id, this.addLines(own));
    });
    if (this.about.period) boxEdges(new THREE.Vector3(), three(this.about.period), (a, b) => still.push(...a.toArray(), ...b.toArray()));
    this.addLines(still);
  }

  private addEdges({segment, polygon, mesh, box, half_space: space}: SceneBody, points: number[]): void {
    const line = (a: THREE.Vector3, b: THREE.Vector3) => points.push(...a.toArray(), ...b.toArray());
    if (segment) line(three(segment.from), three(segment.to));
    if (polygon) polygon.vertices.forEach((p, k, all) => (k + 1 < all.length || polygon.closed) && line(three(p), three(all[(k + 1) % all.length])));
    if (mesh) meshEdges(mesh.triangles, (a, b) => line(three(mesh.vertices[a]), three(mesh.vertices[b])));
    if (box) boxEdges(three(box.low), three(box.high), line);
    if (space) this.addPlane(space.normal, space.offset, line);
  }

  private addLines(points: number[]): THREE.LineSegments {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    const lines = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({color: 0x93a4bb}));
    lines.frustumCulled = false;
    this.scene.add(lines);
    return lines;
  }

  /** Where an endless plane crosses what is shown. */
  private addPlane(normal: number[], offset: number, line: (a: THREE.Vector3, b: THREE.Vector3) => void): void {
    const unit = three(normal);
    const size = this.size() / 2;
    const middle = this.middle();
    const foot = middle.addScaledVector(unit, offset - middle.dot(unit));
    if (this.about.dimension === 2) {
      const along = new THREE.Vector3(-unit.y, unit.x, 0).multiplyScalar(size);
      line(foot.clone().add(along), foot.clone().sub(along));
      return;
    }
    const a = new THREE.Vector3(Math.abs(unit.x) < 0.9 ? 1 : 0, Math.abs(unit.x) < 0.9 ? 0 : 1, 0).cross(unit).normalize().multiplyScalar(size / 1.6);
    const b = a.clone().cross(unit);
    const corners = [foot.clone().add(a).add(b), foot.clone().add(a).sub(b), foot.clone().sub(a).sub(b), foot.clone().sub(a).add(b)];
    corners.forEach((corner, k) => line(corner, corners[(k + 1) % 4]));
  }

  private middle(): THREE.Vector3 {
    return this.box.low.clone().add(this.box.high).multiplyScalar(0.5);
  }

  private size(): number {
    return Math.max(1e-9, this.box.high.distanceTo(this.box.low));
  }

  /** The whole scene in the picture. */
  reset(): void {
    const {about, camera, controls} = this;
    const middle = this.middle();
    controls.target.copy(about.look_at ? three(about.look_at) : middle);
    if (camera instanceof THREE.OrthographicCamera) {
      camera.position.set(middle.x, middle.y, 1000);
      camera.near = 0;
      camera.far = 2000;
      camera.zoom = 1;
    } else {
      const away = this.size();
      camera.position.copy(about.camera ? three(about.camera) : middle.clone().add(new THREE.Vector3(0.55, -1.1, 0.75).multiplyScalar(away)));
      camera.up.set(0, 0, 1);
      camera.near = away / 1000;
      camera.far = away * 100;
    }
    this.resize(this.canvas.clientWidth || 800, this.canvas.clientHeight || 600);
    controls.update();
  }

  resize(width: number, height: number): void {
    this.renderer.setSize(width, height, false);
    const {camera} = this;
    if (camera instanceof THREE.OrthographicCamera) {
      const [w, h] = [this.box.high.x - this.box.low.x, this.box.high.y - this.box.low.y];
      const half = 0.54 * Math.max(h, (w * height) / width, 1e-9);
      Object.assign(camera, {left: (-half * width) / height, right: (half * width) / height, top: half, bottom: -half});
    } else camera.aspect = width / height;
    camera.updateProjectionMatrix();
    this.dirty = true;
  }

  show(balls: Float32Array, time: number, moved: Moved = new Map()): void {
    moved.forEach((by, id) => this.moving.get(id)?.position.set(by[0], by[1], by[2] ?? 0));
    (this.buffer.array as Float32Array).set(balls);
    this.buffer.needsUpdate = true;
    this.material.uniforms.now.value = time;
    if (this.followed >= 0) this.centreOn(balls.subarray(8 * this.followed, 8 * this.followed + 3));
    this.dirty = true;
  }

  private centreOn([x, y, z]: Float32Array): void {
    const move = new THREE.Vector3(x, y, z).sub(this.controls.target);
    this.camera.position.add(move);
    this.controls.target.add(move);
    this.controls.update();
  }

  color(how: Coloring, scale: number): void {
    this.material.uniforms.coloring.value = {kind: 0, speed: 1, hit: 2}[how];
    this.material.uniforms.fastest.value = Math.max(scale, 1e-12);
    this.dirty = true;
  }

  follow(ball: number): void {
    this.followed = ball;
    this.material.uniforms.marked.value = ball;
    this.dirty = true;
  }

  /** Lines through the same balls of frames one after the other. */
  setTrails(frames: Float32Array[], balls: number[]): void {
    const points: number[] = [];
    for (let k = 0; k + 1 < frames.length; ++k)
      for (const ball of balls) {
        const [a, b] = [frames[k], frames[k + 1]];
        const at = 8 * ball;
        if (a[at + 3] === 0 || b[at + 3] === 0) continue;
        if (Math.hypot(b[at] - a[at], b[at + 1] - a[at + 1], b[at + 2] - a[at + 2]) > 0.45 * this.size()) continue;
        points.push(a[at], a[at + 1], a[at + 2], b[at], b[at + 1], b[at + 2]);
      }
    this.trails.geometry.dispose();
    this.trails.geometry = new THREE.BufferGeometry().setAttribute("position", new THREE.Float32BufferAttribute(points, 3));
    this.dirty = true;
  }

  /** The ball that is drawn nearest to a place of the page, its number in the frame; −1 if none is near. */
  pick(clientX: number, clientY: number): number {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [(2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height];
    const floats = this.buffer.array;
    const at = new THREE.Vector3();
    let [best, nearest] = [-1, 0.05];
    for (let ball = 0; 8 * ball < floats.length; ++ball) {
      if (floats[8 * ball + 3] === 0) continue;
      at.set(floats[8 * ball], floats[8 * ball + 1], floats[8 * ball + 2]).project(this.camera);
      const away = Math.hypot((at.x - x) * (box.width / box.height), at.y - y);
      if (away < nearest) [best, nearest] = [ball, away];
    }
    return best;
  }

  draw(): boolean {
    if (!this.dirty) return false;
    this.dirty = false;
    this.renderer.render(this.scene, this.camera);
    return true;
  }

  dispose(): void {
    this.controls.dispose();
    this.material.dispose();
    this.renderer.dispose();
    this.canvas.remove();
  }
}

function boxEdges(low: THREE.Vector3, high: THREE.Vector3, line: (a: THREE.Vector3, b: THREE.Vector3) => void): void {
  const corner = (k: number) => new THREE.Vector3(k & 1 ? high.x : low.x, k & 2 ? high.y : low.y, k & 4 ? high.z : low.z);
  for (let k = 0; k < 8; ++k) for (const bit of [1, 2, 4]) if (!(k & bit)) line(corner(k), corner(k | bit));
}
