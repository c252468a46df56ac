/** The eye of a scene as one of three.js. */
import type {Camera} from "../scene.js";
import * as THREE from "./three.js";

/** `size`: of what there is to see. */
export function perspectiveOf({eye, target, up, field_of_view: fov}: Camera, size: number): THREE.PerspectiveCamera {
  const camera = new THREE.PerspectiveCamera((fov * 180) / Math.PI, 1, size / 150, size * 60);
  camera.up.fromArray(up);
  camera.position.fromArray(eye);
  camera.lookAt(new THREE.Vector3().fromArray(target));
  camera.updateMatrixWorld();
  return camera;
}
