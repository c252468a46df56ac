/** Draws a playback in space, with three.js: right-handed, whatever the scene calls up. */
import {chooseCamera} from "../camera.js";
import {type Color, parseColor} from "../color.js";
import {cssColor, isDark, make, onColorScheme} from "../page.js";
import {Palette} from "../palette.js";
import type {Playback} from "../playback.js";
import type {Camera, Scene} from "../scene.js";
import {eachForceArrow} from "../forces.js";
import {Slice} from "./slice.js";
import {makeBalls, type SpaceBalls} from "./space_balls.js";
import {perspectiveOf} from "./space_camera.js";
import {SpaceChains} from "./space_chains.js";
import {SpaceCells} from "./space_cells.js";
import {SpaceLines} from "./space_lines.js";
import {SpaceObstacles} from "./space_obstacles.js";
import {SpaceOverlays} from "./space_overlays.js";
import {type Choices, type Stage, trailBalls, trailSpan} from "../stage.js";
import * as THREE from "./three.js";

const kMostTrailPieces = 30000;
const kMostArrows = 3000;
const kShadowBalls = 4000;
const kSmoothBalls = 10000;  // of more the edges are too small to be smoothed
const kSpinColor: Color = [224, 168, 0];
const kNoWebGL = "This browser offers no WebGL 2, or has it switched off, so what lies in space cannot be drawn. All else on this page works.";

export class StageSpace implements Stage {
  onPick?: (slot: number) => void;
  onChange?: () => void;
  onResize?: () => void;
  private readonly renderer?: THREE.WebGLRenderer;
  private readonly space = new THREE.Scene();
  private readonly size: number;
  private readonly middle: THREE.Vector3;
  private readonly palette: Palette;
  private readonly resizes = new ResizeObserver(() => this.onResize?.());
  private endColors = () => {};
  private camera!: THREE.PerspectiveCamera;
  private controls!: THREE.OrbitControls;
  private sky!: THREE.HemisphereLight;
  private balls!: SpaceBalls;
  private obstacles!: SpaceObstacles;
  private readonly trails = new SpaceLines(kMostTrailPieces);
  private readonly arrows = new SpaceLines(kMostArrows);
  private readonly spins = new SpaceLines(kMostArrows);
  private readonly forces = new SpaceLines(kMostArrows);
  private readonly chains = new SpaceChains();
  private slice!: Slice;
  private overlays!: SpaceOverlays;
  private readonly cells: SpaceCells;
  private background: Color = [255, 255, 255];

  constructor(private readonly scene: Scene, private readonly playback: Playback, private readonly choices: Choices, private readonly host: HTMLElement) {
    this.palette = new Palette(scene, playback);
    this.cells = new SpaceCells(scene.cells);
    const {low, high} = scene.world;
    this.size = Math.hypot(...low.map((x, i) => high[i] - x));
    this.middle = new THREE.Vector3(...low.map((x, i) => (x + high[i]) / 2));
    this.renderer = this.start();
    if (!this.renderer) return;
    const camera = scene.camera ?? chooseCamera({low, high, normals: []});
    this.addCamera(camera, this.renderer.domElement);
    this.addLights(camera);
    this.obstacles = new SpaceObstacles(scene, this.size, this.middle);
    this.balls = makeBalls(playback.count);
    this.slice = new Slice(low, high, camera.eye.map((x, k) => camera.target[k] - x), () => this.onChange?.());
    this.host.append(this.slice.element);
    this.overlays = new SpaceOverlays(scene, playback, choices, this.size, this.slice);
    const lines = [this.trails, this.arrows, this.spins, this.forces];
    this.space.add(this.obstacles.group, this.balls.object, ...lines.map(({object}) => object), this.chains.object, this.cells.group, this.overlays.group);
    this.recolor();
    this.listen(this.renderer.domElement);
  }

  private start(): THREE.WebGLRenderer | undefined {
    let renderer: THREE.WebGLRenderer;
    try {
      renderer = new THREE.WebGLRenderer({antialias: this.playback.count <= kSmoothBalls, alpha: true});
    } catch {
      this.host.prepend(make("div.message", {}, kNoWebGL));
      return undefined;
    }
    renderer.setPixelRatio(window.devicePixelRatio || 1);
    renderer.shadowMap.enabled = this.playback.count <= kShadowBalls;
    renderer.localClippingEnabled = true;
    renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    renderer.domElement.role = "img";
    renderer.domElement.ariaLabel = `${this.playback.count} balls in space`;
    this.host.prepend(renderer.domElement);
    this.space.fog = new THREE.Fog(0xffffff, 1, 2);
    return renderer;
  }

  private addCamera(camera: Camera, canvas: HTMLCanvasElement): void {
    this.camera = perspectiveOf(camera, this.size);
    this.controls = new THREE.OrbitControls(this.camera, canvas);
    this.controls.target.fromArray(camera.target);
    this.controls.update();
    this.controls.saveState();
  }

  private addLights({light, target, up}: Camera): void {
    this.sky = new THREE.HemisphereLight(0xffffff, 0xb4bfce, 1.6);
    this.sky.position.fromArray(up);
    const sun = new THREE.DirectionalLight(0xfff6e8, 2.3);
    sun.target.position.fromArray(target);
    const direction = new THREE.Vector3().fromArray(light).sub(sun.target.position).normalize();
    sun.position.copy(sun.target.position).addScaledVector(direction, 2 * this.size);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    const reach = 0.75 * this.size;
    Object.assign(sun.shadow.camera, {left: -reach, right: reach, top: reach, bottom: -reach, near: 0.1 * this.size, far: 4 * this.size});
    sun.shadow.bias = -0.0015;
    this.space.add(this.sky, sun, sun.target);
  }

  private recolor(): void {
    this.background = parseColor(cssColor("--stage"));
    this.space.fog!.color.set(cssColor("--stage"));
    this.renderer!.setClearColor(cssColor("--stage"), 0);
    this.obstacles.recolor(isDark());
    this.chains.recolor();
    this.overlays.recolor();
    this.cells.recolor();
    this.sky.intensity = isDark() ? 1.2 : 1.5;
  }

  private listen(canvas: HTMLCanvasElement): void {
    this.resizes.observe(this.host);
    this.endColors = onColorScheme(() => {
      this.recolor();
      this.onChange?.();
    });
    this.controls.addEventListener("change", () => this.onChange?.());
    let down: [number, number] | null = null;
    canvas.addEventListener("pointerdown", (event) => (down = [event.offsetX, event.offsetY]));
    canvas.addEventListener("pointerup", (event) => {
      if (down && Math.hypot(event.offsetX - down[0], event.offsetY - down[1]) < 5) this.onPick?.(this.pick(event.offsetX, event.offsetY));
    });
    canvas.addEventListener("dblclick", () => this.reset());
  }

  stale(): void {}

  reset(): void {
    this.choices.follow = false;
    this.controls?.reset();
    this.onChange?.();
  }

  dispose(): void {
    this.resizes.disconnect();
    this.endColors();
    this.controls?.dispose();
    this.slice?.element.remove();
    this.renderer?.dispose();
    this.renderer?.domElement.remove();
  }

  /** The nearest ball under a point of the screen. */
  private pick(x: number, y: number): number {
    const box = this.host.getBoundingClientRect();
    const caster = new THREE.Raycaster();
    caster.setFromCamera(new THREE.Vector2((2 * x) / box.width - 1, 1 - (2 * y) / box.height), this.camera);
    const {origin, direction} = caster.ray;
    const {position, radius, count} = this.playback;
    const center = new THREE.Vector3();
    let best = -1;
    let bestDepth = Infinity;
    for (let slot = 0; slot < count; ++slot) {
      if (!this.isShown(slot)) continue;
      center.fromArray(position, 3 * slot).sub(origin);
      const depth = center.dot(direction);
      const miss = Math.sqrt(Math.max(0, center.lengthSq() - depth * depth));
      if (depth > 0 && miss <= Math.max(radius[slot], 0.006 * depth) && depth < bestDepth) [best, bestDepth] = [slot, depth];
    }
    return best;
  }

  draw(t: number, rate: number): void {
    if (!this.renderer) return;
    this.fit(this.renderer);
    this.follow();
    const distance = this.camera.position.distanceTo(this.controls.target);
    Object.assign(this.space.fog!, {near: distance + this.size, far: distance + 5 * this.size});
    this.slice.show(this.choices.slice);
    this.balls.place(this.playback, this.isShown, (slot) => this.palette.color(slot, this.choices.coloring, rate));
    this.obstacles.place(this.playback);
    this.obstacles.clip(this.slice.clipping);
    this.chains.place(this.playback, this.choices.chains, this.isShown);
    this.obstacles.faceEye(this.camera.position);
    this.drawTrails(t);
    this.drawArrows();
    this.drawSpins();
    this.drawForces();
    this.cells.place(t, this.choices.cells, this.camera.position);
    this.overlays.place(t, rate, this.camera.position);
    this.renderer.render(this.space, this.camera);
  }

  /** It is there, and not sliced away. */
  private readonly isShown = (slot: number): boolean => Boolean(this.playback.here[slot]) && this.slice.keeps(this.playback.position, slot);

  /** A new size clears and renews the canvas, so only if it is one. */
  private fit(renderer: THREE.WebGLRenderer): void {
    const {width, height} = this.host.getBoundingClientRect();
    const size = renderer.getSize(new THREE.Vector2());
    if (size.x === width && size.y === height) return;
    renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
  }

  private follow(): void {
    const {selected, follow} = this.choices;
    if (!follow || selected < 0 || !this.playback.here[selected]) return;
    const place = new THREE.Vector3().fromArray(this.playback.position, 3 * selected);
    this.camera.position.add(place).sub(this.controls.target);
    this.controls.target.copy(place);
    this.camera.lookAt(place);
  }

  private drawTrails(t: number): void {
    const {playback, choices, trails} = this;
    const from = Math.max(playback.from, t - trailSpan(playback));
    const slots = choices.trails ? trailBalls(this.scene, choices).filter(this.isShown) : [];
    const share = Math.floor(kMostTrailPieces / Math.max(1, slots.length)) - 2;
    trails.begin();
    for (const slot of slots)
      for (const piece of playback.path(slot, from, t, Math.min(600, share))) trails.addFading(piece, this.palette.own(slot), this.background);
    trails.end();
  }

  private drawArrows(): void {
    const {playback, choices, arrows} = this;
    const unit = (0.1 * this.size) / playback.topSpeed;
    const color: Color = isDark() ? [255, 255, 255] : [40, 48, 60];
    arrows.begin();
    for (let slot = 0; choices.velocities && slot < Math.min(playback.count, kMostArrows); ++slot) {
      if (!this.isShown(slot)) continue;
      const place = playback.position.subarray(3 * slot, 3 * slot + 3);
      arrows.add(place, Array.from(place, (x, k) => x + unit * playback.velocity[3 * slot + k]), color);
    }
    arrows.end();
  }

  private drawForces(): void {
    const {playback, choices, forces} = this;
    const [pull, press] = ["--pull", "--press"].map((name) => parseColor(cssColor(name)));
    forces.begin();
    if (choices.forces)
      eachForceArrow(playback, choices.selected, kMostArrows, 0.1 * this.size, ({from, way, slot, presses}) => {
        if (this.isShown(slot)) forces.add(from, from.map((x, k) => x + way[k]), presses ? press : pull);
      });
    forces.end();
  }

  /** The axes about which balls turn, by the right hand: from the surface on, a radius long at the greatest spin. */
  private drawSpins(): void {
    const {playback, choices, spins} = this;
    const {spin, position, radius} = playback;
    const fastest = spin && choices.spins ? greatestNorm(spin) : 0;
    spins.begin();
    for (let slot = 0; fastest > 0 && slot < Math.min(playback.count, kMostArrows); ++slot) {
      const axis = spin!.subarray(3 * slot, 3 * slot + 3);
      const size = Math.hypot(...axis);
      if (!this.isShown(slot) || size === 0) continue;
      const at = (share: number) => Array.from(axis, (x, k) => position[3 * slot + k] + (share * radius[slot] * x) / size);
      spins.add(at(1), at(1 + size / fastest), kSpinColor);
    }
    spins.end();
  }
}

function greatestNorm(vectors: ArrayLike<number>): number {
  let most = 0;
  for (let at = 0; at < vectors.length; at += 3) most = Math.max(most, Math.hypot(vectors[at], vectors[at + 1], vectors[at + 2]));
  return most;
}
