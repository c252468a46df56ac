/** Many short lines, drawn anew at each frame. */
import {type Color, mixColors} from "../color.js";
import {setLinear} from "./space_balls.js";
import * as THREE from "./three.js";

export class SpaceLines {
  readonly object: THREE.LineSegments;
  private readonly positions: Float32Array;
  private readonly colors: Float32Array;
  private count = 0;

  constructor(private readonly most: number) {
    const geometry = new THREE.BufferGeometry();
    this.positions = new Float32Array(6 * most);
    this.colors = new Float32Array(6 * most);
    geometry.setAttribute("position", new THREE.BufferAttribute(this.positions, 3).setUsage(THREE.DynamicDrawUsage));
    geometry.setAttribute("color", new THREE.BufferAttribute(this.colors, 3).setUsage(THREE.DynamicDrawUsage));
    this.object = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({vertexColors: true}));
    this.object.frustumCulled = false;
  }

  begin(): void {
    this.count = 0;
  }

  add(from: ArrayLike<number>, to: ArrayLike<number>, color: Color): void {
    if (this.count >= this.most) return;
    const at = 6 * this.count++;
    this.positions.set(from, at);
    this.positions.set(to, at + 3);
    setLinear(this.colors, at, color);
    setLinear(this.colors, at + 3, color);
  }

  /** A path that fades into the background at its older end. */
  addFading(points: number[][], color: Color, background: Color): void {
    for (let i = 1; i < points.length; ++i) this.add(points[i - 1], points[i], mixColors(background, color, 0.15 + 0.7 * (i / points.length)));
  }

  end(): void {
    const {geometry} = this.object;
    geometry.setDrawRange(0, 2 * this.count);
    geometry.attributes.position.needsUpdate = geometry.attributes.color.needsUpdate = true;
  }
}
