import type {GameKind, Point2, TableShape} from "carom-wasm";
import {cssColor, onColorScheme} from "carom-viewer/page.js";
import * as THREE from "three";
import {BallSet} from "./balls.js";
import {halfSizes} from "./shapes.js";
import {TableMesh} from "./table_mesh.js";

const kOthersWay = 0xffe08a;
const kZoomSize = 190;  // px, of the corner in which a contact is enlarged
const kZoomEdge = 10;
const kZoomFrame = 2;
const kZoomRadii = 3.2;  // of a ball, from its middle to its edge

/** What the balls and the wood reflect: a dark room with lamps above the table. */
function surroundings(renderer: THREE.WebGLRenderer): THREE.Texture {
  const scene = new THREE.Scene();
  scene.background = new THREE.Color(0x20242b);
  const lamp = new THREE.MeshBasicMaterial({color: new THREE.Color(9, 8.6, 7.8)});
  for (const x of [-2.2, 0, 2.2]) {
    const panel = new THREE.Mesh(new THREE.PlaneGeometry(1.5, 0.8), lamp);
    panel.position.set(x, 0.4, 3.4);
    panel.lookAt(0, 0, 0);
    scene.add(panel);
  }
  const generator = new THREE.PMREMGenerator(renderer);
  const texture = generator.fromScene(scene, 0.02).texture;
  generator.dispose();
  return texture;
}

function makeRenderer(): THREE.WebGLRenderer {
  try {
    return new THREE.WebGLRenderer({antialias: true, powerPreference: "high-performance"});
  } catch {
    throw new Error("the table is drawn with WebGL 2, which this browser does not offer or has switched off. The pages Build and Lesson, and flat scenes of the page Look, need none");
  }
}

/** Where the cue ball is to come to rest. */
export interface Zone {
  at: Point2;
  radius: number;
}

export interface Guides {
  cue: Point2[];
  ghost?: Point2;
  others: Point2[][];
}

export type ViewName = "above" | "tilted" | "cue";

/** The drawn table: everything that is seen, nothing that is decided. */
export class TableScene {
  readonly canvas: HTMLCanvasElement;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly scene = new THREE.Scene();
  private readonly camera = new THREE.PerspectiveCamera(26, 1, 0.05, 60);
  private readonly balls: BallSet;
  private readonly guides = new THREE.Group();
  private readonly cue: THREE.Group;
  private readonly ring: THREE.Mesh<THREE.RingGeometry, THREE.MeshBasicMaterial>;
  private readonly half: Point2;
  private view: ViewName = "above";
  private portrait = false;
  private aim = {at: [0, 0] as Point2, heading: [1, 0] as Point2};
  private readonly endColors: () => void;
  private dirty = true;
  private pixels = 2;

  /** Where the cue ball meets the first ball, as the guides show it. */
  ghost: Point2 | null = null;
  private zoom: Point2 | null = null;
  private readonly zoomCamera = new THREE.OrthographicCamera(-1, 1, 1, -1, 0.1, 5);
  private readonly zone: THREE.Mesh<THREE.RingGeometry, THREE.MeshBasicMaterial>;

  /** `simple`: without shadows and reflections, and with fewer pixels. */
  constructor(readonly table: TableShape, readonly kind: GameKind, private simple: boolean) {
    this.renderer = makeRenderer();
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFSoftShadowMap;
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.toneMappingExposure = 1.1;
    this.canvas = this.renderer.domElement;
    this.scene.background = new THREE.Color(cssColor("--stage"));
    this.endColors = onColorScheme(() => {
      this.scene.background = new THREE.Color(cssColor("--stage"));
      this.dirty = true;
    });
    this.half = halfSizes(table);
    this.addLights();
    this.scene.add(new TableMesh(table));
    this.balls = new BallSet(kind, table.ball_radius);
    this.cue = this.makeCue();
    this.ring = new THREE.Mesh(new THREE.RingGeometry(1.12, 1.32, 40), new THREE.MeshBasicMaterial({color: 0xffffff, transparent: true, opacity: 0.85, depthTest: false}));
    this.ring.scale.setScalar(table.ball_radius);
    this.ring.visible = false;
    this.zone = new THREE.Mesh(new THREE.RingGeometry(0.94, 1, 64), new THREE.MeshBasicMaterial({color: 0xffe08a, transparent: true, opacity: 0.9}));
    this.zone.add(new THREE.Mesh(new THREE.CircleGeometry(1, 64), new THREE.MeshBasicMaterial({color: 0xffe08a, transparent: true, opacity: 0.16})));
    this.zone.position.z = 0.0008;
    this.zone.visible = false;
    this.scene.add(this.balls.mesh, this.guides, this.cue, this.ring, this.zone);
    if (simple) this.drawSimply();
    else Object.assign(this.scene, {environment: surroundings(this.renderer), environmentIntensity: 0.55});
  }

  private addLights(): void {
    this.scene.add(new THREE.HemisphereLight(0xfff6e8, 0x1a2230, 0.6));
    const lamp = new THREE.DirectionalLight(0xfff2dd, 2.3);
    lamp.position.set(-0.5, 0.65, 3.2);
    lamp.castShadow = true;
    lamp.shadow.mapSize.set(2048, 2048);
    lamp.shadow.bias = -0.0004;
    lamp.shadow.radius = 5;
    const [x, y] = this.half;
    Object.assign(lamp.shadow.camera, {left: -x - 0.3, right: x + 0.3, top: y + 0.6, bottom: -y - 0.6, near: 0.5, far: 6});
    this.scene.add(lamp);
  }

  /** A cue of 1.45 m along −x whose tip is at the origin. */
  private makeCue(): THREE.Group {
    const group = new THREE.Group();
    const part = (from: number, to: number, r1: number, r2: number, color: number) => {
      const mesh = new THREE.Mesh(new THREE.CylinderGeometry(r1, r2, to - from, 20), new THREE.MeshStandardMaterial({color, roughness: 0.35}));
      mesh.rotation.z = -Math.PI / 2;
      mesh.position.x = -(from + to) / 2;
      mesh.castShadow = true;
      group.add(mesh);
    };
    part(0, 0.006, 0.0062, 0.0064, 0x3f74a8);
    part(0.006, 0.03, 0.0064, 0.0066, 0xf3efe4);
    part(0.03, 0.75, 0.0066, 0.0105, 0xdcb878);
    part(0.75, 0.78, 0.0105, 0.0108, 0xc9a040);
    part(0.78, 1.4, 0.0108, 0.0145, 0x4a1f16);
    part(1.4, 1.45, 0.0145, 0.0142, 0x16161a);
    const holder = new THREE.Group();
    holder.add(group);
    holder.visible = false;
    return holder;
  }

  /** Puts a ball somewhere; nothing: it is not seen. */
  setBall(ball: number, position: readonly [number, number, number] | null): void {
    this.balls.place(ball, position);
    this.dirty = true;
  }

  /** As it is seen where it is put next. */
  rollBall(ball: number, spin: readonly [number, number, number], seconds: number): void {
    this.balls.roll(ball, spin, seconds);
  }

  /** The cue behind the ball at `at`; `back` metres away from it. Nothing hides it. */
  setCue(place: {at: Point2; heading: Point2; side: number; height: number; elevation: number; back: number} | null): void {
    this.cue.visible = place !== null;
    this.dirty = true;
    if (!place) return;
    const {at, heading, side, height, elevation, back} = place;
    const r = this.table.ball_radius;
    const angle = Math.atan2(heading[1], heading[0]);
    this.aim = {at, heading};
    // Lifted as far as the rail asks for, as players do.
    const lift = Math.max(elevation, 0.07);
    this.cue.position.set(at[0] + side * r * Math.sin(angle), at[1] - side * r * Math.cos(angle), r * (1 + height));
    this.cue.rotation.set(0, 0, 0);
    this.cue.rotateZ(angle);
    this.cue.rotateY(lift);
    this.cue.children[0].position.x = -(r + back);
  }

  setGuides({cue, ghost, others}: Guides): void {
    for (const child of [...this.guides.children] as THREE.Mesh[]) {
      child.geometry.dispose();
      this.guides.remove(child);
    }
    this.addPath(cue, 0xffffff, 0.75);
    for (const path of others) this.addPath(path, kOthersWay, 0.85);
    this.ghost = ghost ?? null;
    if (ghost) {
      const ring = new THREE.Mesh(new THREE.RingGeometry(0.9, 1, 48), new THREE.MeshBasicMaterial({color: 0xffffff, transparent: true, opacity: 0.9, depthTest: false}));
      ring.scale.setScalar(this.table.ball_radius);
      ring.position.set(ghost[0], ghost[1], this.table.ball_radius);
      this.guides.add(ring);
    }
    this.dirty = true;
  }

  private addPath(points: Point2[], color: THREE.ColorRepresentation, opacity: number): void {
    if (points.length < 2) return;
    const width = 0.0022;
    const corners: number[] = [];
    for (let k = 0; k + 1 < points.length; ++k) {
      const [[x1, y1], [x2, y2]] = [points[k], points[k + 1]];
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (length < 1e-9) continue;
      const [nx, ny] = [(-(y2 - y1) / length) * width, ((x2 - x1) / length) * width];
      corners.push(x1 + nx, y1 + ny, 0, x1 - nx, y1 - ny, 0, x2 + nx, y2 + ny, 0, x2 + nx, y2 + ny, 0, x1 - nx, y1 - ny, 0, x2 - nx, y2 - ny, 0);
    }
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
    const mesh = new THREE.Mesh(geometry, new THREE.MeshBasicMaterial({color, transparent: true, opacity, depthTest: false, side: THREE.DoubleSide}));
    mesh.position.z = this.table.ball_radius;
    this.guides.add(mesh);
  }

  /** A ring around the ball in hand: white where it may lie, red where not. */
  setRing(at: Point2 | null, allowed = true): void {
    this.ring.visible = at !== null;
    if (at) this.ring.position.set(at[0], at[1], this.table.ball_radius);
    this.ring.material.color.set(allowed ? 0xffffff : 0xff4b3e);
    this.dirty = true;
  }

  setZone(zone: Zone | null): void {
    this.zone.visible = zone !== null;
    if (zone) {
      this.zone.position.set(zone.at[0], zone.at[1], this.zone.position.z);
      this.zone.scale.setScalar(zone.radius);
    }
    this.dirty = true;
  }

  /** What lies around this point is seen enlarged in a corner; nothing: not. */
  setZoom(at: Point2 | null): void {
    this.zoom = at;
    this.dirty = true;
  }

  setView(view: ViewName): void {
    this.view = view;
    this.dirty = true;
  }

  resize(width: number, height: number): void {
    this.portrait = height > width;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, this.pixels));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.dirty = true;
  }

  /** Where a point of the table is on the screen, in pixels of the page. */
  project([x, y]: Point2): Point2 {
    this.placeCamera();
    this.camera.updateMatrixWorld();
    const seen = new THREE.Vector3(x, y, this.table.ball_radius).project(this.camera);
    return [((seen.x + 1) / 2) * this.canvas.clientWidth, ((1 - seen.y) / 2) * this.canvas.clientHeight];
  }

  private placeCamera(): void {
    const {camera, half: [x, y], portrait} = this;
    const [w, l] = [y + 0.21, x + 0.21];
    const tangent = Math.tan((camera.fov * Math.PI) / 360);
    camera.up.set(0, 0, 1);
    if (this.view === "cue") {
      const {at, heading} = this.aim;
      const length = Math.hypot(...heading) || 1;
      const [hx, hy] = [heading[0] / length, heading[1] / length];
      camera.position.set(at[0] - 1.25 * hx, at[1] - 1.25 * hy, 0.55);
      camera.lookAt(at[0] + 0.7 * hx, at[1] + 0.7 * hy, 0);
    } else {
      const tilt = this.view === "tilted" ? 0.75 : 0.0001;
      const [across, up] = portrait ? [w, l] : [l, w];
      const distance = Math.max(across / (tangent * camera.aspect), up / tangent) * (this.view === "tilted" ? 1.12 : 1.0) + 0.05;
      const [dx, dy] = portrait ? [-1, 0] : [0, -1];
      camera.position.set(dx * distance * Math.sin(tilt), dy * distance * Math.sin(tilt), distance * Math.cos(tilt));
      camera.up.set(-dx, -dy, 0);
      camera.lookAt(0, 0, 0);
    }
    camera.updateProjectionMatrix();
  }

  /** The point of the cloth's plane, at the balls' height, under a place of the canvas in pixels. */
  pick(clientX: number, clientY: number): Point2 | null {
    const box = this.canvas.getBoundingClientRect();
    const pointer = new THREE.Vector2((2 * (clientX - box.left)) / box.width - 1, 1 - (2 * (clientY - box.top)) / box.height);
    const ray = new THREE.Raycaster();
    this.placeCamera();
    this.camera.updateMatrixWorld();
    ray.setFromCamera(pointer, this.camera);
    const hit = ray.ray.intersectPlane(new THREE.Plane(new THREE.Vector3(0, 0, 1), -this.table.ball_radius), new THREE.Vector3());
    return hit ? [hit.x, hit.y] : null;
  }

  /** Draws if anything changed, and tells whether. */
  draw(): boolean {
    if (!this.dirty) return false;
    this.dirty = false;
    this.placeCamera();
    this.renderer.render(this.scene, this.camera);
    if (this.zoom) this.drawZoom(this.zoom);
    return true;
  }

  private drawZoom([x, y]: Point2): void {
    const {renderer, zoomCamera: camera, portrait} = this;
    const {x: width, y: height} = renderer.getSize(new THREE.Vector2());
    const size = Math.round(Math.min(kZoomSize, 0.45 * Math.min(width, height)));
    const half = kZoomRadii * this.table.ball_radius;
    Object.assign(camera, {left: -half, right: half, top: half, bottom: -half});
    camera.position.set(x, y, 2);
    camera.up.set(portrait ? 1 : 0, portrait ? 0 : 1, 0);
    camera.lookAt(x, y, 0);
    camera.updateProjectionMatrix();
    const place = [width - size - kZoomEdge, height - size - kZoomEdge, size, size] as const;  // from below
    const [left, below] = [place[0] - kZoomFrame, place[1] - kZoomFrame];
    renderer.setScissorTest(true);
    renderer.setScissor(left, below, size + 2 * kZoomFrame, size + 2 * kZoomFrame);
    renderer.setClearColor(0xffffff);
    renderer.clear();
    renderer.setScissor(...place);
    renderer.setViewport(...place);
    renderer.render(this.scene, camera);
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, width, height);
  }

  /** For machines that draw slowly. */
  simplify(): void {
    if (this.simple) return;
    this.simple = true;
    this.scene.environment = null;
    this.drawSimply();
    const size = this.renderer.getSize(new THREE.Vector2());
    this.resize(size.x, size.y);
  }

  private drawSimply(): void {
    this.renderer.shadowMap.enabled = false;
    this.pixels = 0.6;
    this.scene.add(new THREE.HemisphereLight(0xffffff, 0x405060, 1));
    this.balls.simplify();
    this.scene.traverse((object) => {
      if (object instanceof THREE.Mesh && object.material instanceof THREE.MeshStandardMaterial) {
        const {color, map} = object.material;
        object.material.dispose();
        object.material = new THREE.MeshLambertMaterial({color, map});
      }
    });
  }

  dispose(): void {
    this.endColors();
    this.balls.dispose();
    this.scene.traverse((object) => {
      if (!(object instanceof THREE.Mesh)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    });
    this.renderer.dispose();
  }
}
