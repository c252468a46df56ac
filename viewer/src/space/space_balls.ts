/** Balls in space: lit spheres of a few, discs shaded as spheres of many. */
import type {Color} from "../color.js";
import type {Playback} from "../playback.js";
import * as THREE from "./three.js";

const kMostSpheres = 6000;

export interface SpaceBalls {
  readonly object: THREE.Object3D;
  /** Puts every ball that is shown where it is, in its colour. */
  place(playback: Playback, isShown: (slot: number) => boolean, color: (slot: number) => Color): void;
}

export function makeBalls(count: number): SpaceBalls {
  return count <= kMostSpheres ? new Spheres(count) : new ShadedDiscs(count);
}

/** sRGB bytes to linear light, as the renderer reckons. */
const kLinear = Float32Array.from({length: 256}, (_, c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));

export function setLinear(array: Float32Array, at: number, [red, green, blue]: Color): void {
  array[at] = kLinear[red];
  array[at + 1] = kLinear[green];
  array[at + 2] = kLinear[blue];
}

class Spheres implements SpaceBalls {
  readonly object: THREE.InstancedMesh;
  private readonly colors: THREE.InstancedBufferAttribute;

  constructor(count: number) {
    const [across, down] = count <= 200 ? [48, 32] : count <= 3000 ? [24, 16] : [14, 10];
    const geometry = new THREE.SphereGeometry(1, across, down);
    this.object = new THREE.InstancedMesh(geometry, new THREE.MeshPhongMaterial({shininess: 40, specular: 0x666666}), count);
    this.colors = new THREE.InstancedBufferAttribute(new Float32Array(3 * count), 3);
    Object.assign(this.object, {instanceColor: this.colors, frustumCulled: false, castShadow: true, receiveShadow: true});
    this.object.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
  }

  place(playback: Playback, isShown: (slot: number) => boolean, color: (slot: number) => Color): void {
    const matrices = this.object.instanceMatrix.array as Float32Array;
    matrices.fill(0);
    for (let slot = 0; slot < playback.count; ++slot) {
      const at = 16 * slot;
      matrices[at] = matrices[at + 5] = matrices[at + 10] = isShown(slot) ? playback.radius[slot] : 0;
      for (let k = 0; k < 3; ++k) matrices[at + 12 + k] = playback.position[3 * slot + k];
      matrices[at + 15] = 1;
      setLinear(this.colors.array as Float32Array, 3 * slot, color(slot));
    }
    this.object.instanceMatrix.needsUpdate = this.colors.needsUpdate = true;
  }
}

// Four corners for each ball, in one draw: instances would be slower by ten where the graphics card is a program.
const kVertex = `
attribute vec4 ball;
attribute vec3 tint;
varying vec2 corner;
varying vec3 own;
varying float depth;
void main() {
  corner = vec2(gl_VertexID & 1, (gl_VertexID >> 1) & 1) * 2.0 - 1.0;
  own = tint;
  vec4 center = modelViewMatrix * vec4(ball.xyz, 1.0);
  center.xy += corner * ball.w;
  depth = -center.z;
  gl_Position = projectionMatrix * center;
}`;

const kFragment = `
varying vec2 corner;
varying vec3 own;
varying float depth;
uniform vec3 fogColor;
uniform float fogNear, fogFar;
void main() {
  float r2 = dot(corner, corner);
  if (r2 > 1.0) discard;
  vec3 normal = vec3(corner, sqrt(1.0 - r2));
  float light = max(0.0, dot(normal, normalize(vec3(-0.4, 0.6, 0.75))));
  vec3 color = own * (0.4 + 0.75 * light) + 0.35 * pow(light, 40.0);
  gl_FragColor = vec4(mix(color, fogColor, smoothstep(fogNear, fogFar, depth)), 1.0);
  #include <colorspace_fragment>
}`;

/** Two triangles for each four corners. */
function cornerIndex(count: number): Uint32Array {
  const index = new Uint32Array(6 * count);
  for (let ball = 0; ball < count; ++ball) for (const [k, corner] of [0, 1, 2, 2, 1, 3].entries()) index[6 * ball + k] = 4 * ball + corner;
  return index;
}

class ShadedDiscs implements SpaceBalls {
  readonly object: THREE.Mesh;
  private readonly balls: THREE.BufferAttribute;
  private readonly tints: THREE.BufferAttribute;

  constructor(count: number) {
    const geometry = new THREE.BufferGeometry();
    this.balls = new THREE.BufferAttribute(new Float32Array(16 * count), 4).setUsage(THREE.DynamicDrawUsage);
    this.tints = new THREE.BufferAttribute(new Float32Array(12 * count), 3).setUsage(THREE.DynamicDrawUsage);
    geometry.setIndex(new THREE.BufferAttribute(cornerIndex(count), 1));
    geometry.setAttribute("ball", this.balls);
    geometry.setAttribute("tint", this.tints);
    const uniforms = {fogColor: {value: new THREE.Color()}, fogNear: {value: 1}, fogFar: {value: 2}};
    this.object = new THREE.Mesh(geometry, new THREE.ShaderMaterial({vertexShader: kVertex, fragmentShader: kFragment, uniforms, fog: true}));
    this.object.frustumCulled = false;
  }

  place({count, position, radius}: Playback, isShown: (slot: number) => boolean, color: (slot: number) => Color): void {
    const [balls, tints] = [this.balls.array as Float32Array, this.tints.array as Float32Array];
    for (let slot = 0; slot < count; ++slot) {
      for (let k = 0; k < 3; ++k) balls[16 * slot + k] = position[3 * slot + k];
      balls[16 * slot + 3] = isShown(slot) ? radius[slot] : 0;
      setLinear(tints, 12 * slot, color(slot));
      for (let corner = 1; corner < 4; ++corner) {
        balls.copyWithin(16 * slot + 4 * corner, 16 * slot, 16 * slot + 4);
        tints.copyWithin(12 * slot + 3 * corner, 12 * slot, 12 * slot + 3);
      }
    }
    this.balls.needsUpdate = this.tints.needsUpdate = true;
  }
}
