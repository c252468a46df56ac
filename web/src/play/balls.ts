import type {GameKind} from "carom-wasm";
import * as THREE from "three";

const kPool = ["#f6f1e2", "#f2b90c", "#1b4fb8", "#d6261f", "#5a2a88", "#ee7a11", "#12803f", "#7d1c2a", "#17171b"];
const kSnooker = ["#f6f1e2", "#c4161c", "#f0c419", "#0f7a3d", "#7a4421", "#1c4fb0", "#e8799b", "#17171b"];

const kPoolBalls = 16;
const kCounts: Partial<Record<GameKind, number>> = {snooker: 22, "three-cushion": 3};
const [kWidth, kHeight] = [512, 256];  // px, of a surface

function ballColor(kind: GameKind, ball: number): string {
  if (kind === "snooker") return ball === 0 ? kSnooker[0] : ball <= 15 ? kSnooker[1] : kSnooker[ball - 14];
  if (kind === "three-cushion") return ["#f6f1e2", "#f0c419", "#c4161c"][ball];
  return kPool[ball > 8 ? ball - 8 : ball];
}

const isStriped = (kind: GameKind, ball: number): boolean => kind !== "snooker" && kind !== "three-cushion" && ball > 8;

/** The surface of a ball, wrapped around: stripes, numbers, or the dots that let one see a cue ball spin. From below, as textures of layers are. */
function surface(kind: GameKind, ball: number): Uint8ClampedArray {
  const canvas = new OffscreenCanvas(kWidth, kHeight);
  const context = canvas.getContext("2d", {willReadFrequently: true})!;
  const color = ballColor(kind, ball);
  const numbered = kind !== "snooker" && kind !== "three-cushion" && ball > 0;
  context.setTransform(1, 0, 0, -1, 0, kHeight);
  context.fillStyle = isStriped(kind, ball) ? kPool[0] : color;
  context.fillRect(0, 0, kWidth, kHeight);
  if (isStriped(kind, ball)) {
    context.fillStyle = color;
    context.fillRect(0, 0.29 * kHeight, kWidth, 0.42 * kHeight);
  }
  if (numbered) for (const u of [0.25, 0.75]) drawNumber(context, u * kWidth, kHeight / 2, ball);
  else if (ball === 0 || kind === "three-cushion") drawDots(context, kWidth, kHeight, ball === 0 ? "#c22a24" : "#fff7e0");
  return context.getImageData(0, 0, kWidth, kHeight).data;
}

function surfaces(kind: GameKind, count: number): THREE.DataArrayTexture {
  const bytes = new Uint8Array(4 * kWidth * kHeight * count);
  for (let ball = 0; ball < count; ++ball) bytes.set(surface(kind, ball), 4 * kWidth * kHeight * ball);
  const texture = new THREE.DataArrayTexture(bytes, kWidth, kHeight, count);
  Object.assign(texture, {colorSpace: THREE.SRGBColorSpace, wrapS: THREE.RepeatWrapping, magFilter: THREE.LinearFilter, minFilter: THREE.LinearMipmapLinearFilter, generateMipmaps: true, anisotropy: 4, needsUpdate: true});
  return texture;
}

function drawNumber(context: OffscreenCanvasRenderingContext2D, x: number, y: number, ball: number): void {
  context.fillStyle = "#faf6ea";
  context.beginPath();
  context.arc(x, y, 52, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = "#17171b";
  context.font = "bold 70px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(String(ball), x, y + 4);
  if (ball === 6 || ball === 9) context.fillRect(x - 16, y + 31, 32, 5);
}

function drawDots(context: OffscreenCanvasRenderingContext2D, width: number, height: number, color: string): void {
  context.fillStyle = color;
  for (const u of [0, 0.25, 0.5, 0.75, 1]) {
    context.beginPath();
    context.arc(u * width, height / 2, 11, 0, 2 * Math.PI);
    context.fill();
  }
  context.fillRect(0, 0, width, 9);
  context.fillRect(0, height - 9, width, 9);
}

type BallMaterial = THREE.MeshStandardMaterial | THREE.MeshLambertMaterial;

/** Its colour comes from the layer of the instance. */
function layered(material: BallMaterial, texture: THREE.DataArrayTexture): BallMaterial {
  material.onBeforeCompile = (shader) => {
    shader.uniforms.surfaces = {value: texture};
    shader.vertexShader = `attribute float layer;\nvarying vec3 vSurface;\n${shader.vertexShader.replace("#include <uv_vertex>", "#include <uv_vertex>\nvSurface = vec3(uv, layer);")}`;
    shader.fragmentShader = `precision mediump sampler2DArray;\nuniform sampler2DArray surfaces;\nvarying vec3 vSurface;\n${shader.fragmentShader.replace("#include <map_fragment>", "diffuseColor *= texture(surfaces, vec3(vSurface.xy, floor(vSurface.z + 0.5)));")}`;
  };
  return material;
}

const kHidden = new THREE.Matrix4().makeScale(0, 0, 0);

interface Drawn {
  position: THREE.Vector3;
  turn: THREE.Quaternion;
}

/** The balls of a game, drawn in one go, which roll as they are told how they spin. */
export class BallSet {
  readonly mesh: THREE.InstancedMesh<THREE.SphereGeometry, BallMaterial>;
  private readonly texture: THREE.DataArrayTexture;
  private readonly drawn: Drawn[];
  private readonly turn = new THREE.Quaternion();
  private readonly axis = new THREE.Vector3();
  private readonly matrix = new THREE.Matrix4();
  private readonly one = new THREE.Vector3(1, 1, 1);

  constructor(kind: GameKind, radius: number) {
    const count = kCounts[kind] ?? kPoolBalls;
    const geometry = new THREE.SphereGeometry(radius, 40, 28);
    geometry.setAttribute("layer", new THREE.InstancedBufferAttribute(Float32Array.from({length: count}, (_, ball) => ball), 1));
    this.texture = surfaces(kind, count);
    this.mesh = new THREE.InstancedMesh(geometry, layered(new THREE.MeshStandardMaterial({roughness: 0.12, metalness: 0}), this.texture), count);
    Object.assign(this.mesh, {castShadow: true, frustumCulled: false, matrixAutoUpdate: false});
    // The number looks up, a little aside, each ball its own way.
    this.drawn = Array.from({length: count}, (_, ball) => ({position: new THREE.Vector3(), turn: new THREE.Quaternion().setFromEuler(new THREE.Euler(0.22 * Math.sin(7 * ball), 0.22 * Math.cos(5 * ball), 0.35 * Math.sin(3 * ball + 1)))}));
    this.hide();
  }

  hide(): void {
    for (let ball = 0; ball < this.drawn.length; ++ball) this.place(ball, null);
  }

  /** Nothing: it is not seen. */
  place(ball: number, position: readonly [number, number, number] | null): void {
    const drawn = this.drawn[ball];
    if (position) this.matrix.compose(drawn.position.set(...position), drawn.turn, this.one);
    this.mesh.setMatrixAt(ball, position ? this.matrix : kHidden);
    this.mesh.instanceMatrix.needsUpdate = true;
  }

  /** Seen at the next place. */
  roll(ball: number, spin: readonly [number, number, number], seconds: number): void {
    this.axis.set(...spin);
    const angle = this.axis.length() * seconds;
    if (angle === 0) return;
    this.turn.setFromAxisAngle(this.axis.normalize(), angle);
    this.drawn[ball].turn.premultiply(this.turn);
  }

  /** Without reflections. */
  simplify(): void {
    this.mesh.material.dispose();
    this.mesh.material = layered(new THREE.MeshLambertMaterial(), this.texture);
  }

  dispose(): void {
    this.texture.dispose();
    this.mesh.geometry.dispose();
    this.mesh.material.dispose();
    this.mesh.dispose();
  }
}
