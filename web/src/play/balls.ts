import type {GameKind} from "carom-wasm";
import * as THREE from "three";

const kPool = ["#f6f1e2", "#f2b90c", "#1b4fb8", "#d6261f", "#5a2a88", "#ee7a11", "#12803f", "#7d1c2a", "#17171b"];
const kSnooker = ["#f6f1e2", "#c4161c", "#f0c419", "#0f7a3d", "#7a4421", "#1c4fb0", "#e8799b", "#17171b"];

export function ballColor(kind: GameKind, ball: number): string {
  if (kind === "snooker") return ball === 0 ? kSnooker[0] : ball <= 15 ? kSnooker[1] : kSnooker[ball - 14];
  if (kind === "three-cushion") return ["#f6f1e2", "#f0c419", "#c4161c"][ball];
  return kPool[ball > 8 ? ball - 8 : ball];
}

export const isStriped = (kind: GameKind, ball: number): boolean => kind !== "snooker" && kind !== "three-cushion" && ball > 8;

/** The surface of a ball, wrapped around: stripes, numbers, or the dots that let one see a cue ball spin. */
function surface(kind: GameKind, ball: number): THREE.CanvasTexture {
  const [width, height] = [512, 256];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d")!;
  const color = ballColor(kind, ball);
  const numbered = kind !== "snooker" && kind !== "three-cushion" && ball > 0;
  context.fillStyle = isStriped(kind, ball) ? kPool[0] : color;
  context.fillRect(0, 0, width, height);
  if (isStriped(kind, ball)) {
    context.fillStyle = color;
    context.fillRect(0, 0.29 * height, width, 0.42 * height);
  }
  if (numbered) for (const u of [0.25, 0.75]) drawNumber(context, u * width, height / 2, ball);
  else if (ball === 0 || kind === "three-cushion") drawDots(context, width, height, ball === 0 ? "#c22a24" : "#fff7e0");
  const texture = new THREE.CanvasTexture(canvas as unknown as HTMLCanvasElement);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 4;
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

/** A drawn ball, which rolls as it is told how it spins. */
export class BallMesh {
  readonly mesh: THREE.Mesh<THREE.SphereGeometry, THREE.MeshStandardMaterial | THREE.MeshLambertMaterial>;
  private readonly turn = new THREE.Quaternion();
  private readonly axis = new THREE.Vector3();

  constructor(kind: GameKind, readonly ball: number, geometry: THREE.SphereGeometry, simple: boolean) {
    const map = surface(kind, ball);
    const material = simple ? new THREE.MeshLambertMaterial({map}) : new THREE.MeshStandardMaterial({map, roughness: 0.12, metalness: 0});
    this.mesh = new THREE.Mesh(geometry, material);
    this.mesh.castShadow = true;
    // The number looks up, a little aside, each ball its own way.
    this.mesh.rotation.set(0.22 * Math.sin(7 * ball), 0.22 * Math.cos(5 * ball), 0.35 * Math.sin(3 * ball + 1));
  }

  roll(spin: readonly [number, number, number], seconds: number): void {
    this.axis.set(...spin);
    const angle = this.axis.length() * seconds;
    if (angle === 0) return;
    this.turn.setFromAxisAngle(this.axis.normalize(), angle);
    this.mesh.quaternion.premultiply(this.turn);
  }

  dispose(): void {
    this.mesh.material.map?.dispose();
    this.mesh.material.dispose();
  }
}
