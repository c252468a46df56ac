/** Force chains in space: rods between balls that press on each other, seen through what is in front of them. */
import type {Playback} from "../playback.js";
import {eachChain, kMostChains} from "../forces.js";
import {cssColor} from "../page.js";
import * as THREE from "./three.js";

const kUp = new THREE.Vector3(0, 1, 0);
const kShare = 0.5;  // of a width in the plane: rods have shades, which lines have not

export class SpaceChains {
  readonly object: THREE.InstancedMesh<THREE.CylinderGeometry, THREE.MeshLambertMaterial>;

  constructor() {
    const material = new THREE.MeshLambertMaterial({transparent: true, opacity: 0.85, depthTest: false});
    this.object = new THREE.InstancedMesh(new THREE.CylinderGeometry(1, 1, 1, 8), material, kMostChains);
    Object.assign(this.object, {frustumCulled: false, renderOrder: 1, count: 0});
    this.object.instanceMatrix.setUsage(THREE.DynamicDrawUsage);
  }

  recolor(): void {
    this.object.material.color.set(cssColor("--press"));
    this.object.material.emissive.set(cssColor("--press")).multiplyScalar(0.25);
  }

  /** `isShown`: of balls, by their slots. */
  place(playback: Playback, on: boolean, isShown: (slot: number) => boolean): void {
    this.object.count = 0;
    if (!on) return;
    const matrix = new THREE.Matrix4();
    const turn = new THREE.Quaternion();
    eachChain(playback, ({from, to, width, slots}) => {
      if (!slots.every((slot) => slot < 0 || isShown(slot))) return;
      const a = new THREE.Vector3().fromArray(from);
      const along = new THREE.Vector3().fromArray(to).sub(a);
      const length = along.length();
      a.addScaledVector(along, 0.5);
      matrix.compose(a, turn.setFromUnitVectors(kUp, along.normalize()), new THREE.Vector3(0.5 * kShare * width, length, 0.5 * kShare * width));
      this.object.setMatrixAt(this.object.count++, matrix);
    });
    this.object.instanceMatrix.needsUpdate = true;
  }
}
