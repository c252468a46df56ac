/** Cells in space: the edges of a grid with lines on the sides behind it, and what is marked, as boxes of coloured glass. */
import {cellBox, cellsAt, gridBox, surface} from "../cells.js";
import {cssColor} from "../page.js";
import type {CellMark, Cells} from "../scene.js";
import {upperBound} from "../search.js";
import * as THREE from "./three.js";

const kGlass = 0.16;
const kEdge = 0.55;

type Box = {low: number[]; high: number[]};

/** The twelve edges of a box, as pairs of ends. */
function boxEdges({low, high}: Box): number[] {
  const ends: number[] = [];
  for (let axis = 0; axis < 3; ++axis)
    for (const u of [low, high])
      for (const v of [low, high]) {
        const from = [0, 0, 0];
        from[axis] = low[axis];
        from[(axis + 1) % 3] = u[(axis + 1) % 3];
        from[(axis + 2) % 3] = v[(axis + 2) % 3];
        const to = [...from];
        to[axis] = high[axis];
        ends.push(...from, ...to);
      }
  return ends;
}

function lines(ends: number[], opacity: number): THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial> {
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.Float32BufferAttribute(ends, 3));
  return new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({transparent: true, opacity}));
}

/** Of one mark: made anew when other cells are marked. */
class MarkedGlass {
  readonly group = new THREE.Object3D();
  private readonly glass: THREE.Mesh<THREE.BufferGeometry, THREE.MeshBasicMaterial>;
  private readonly edges = lines([], kEdge);
  private step = -1;

  constructor(private readonly cells: Cells, private readonly mark: CellMark) {
    this.glass = new THREE.Mesh(new THREE.BufferGeometry(), new THREE.MeshBasicMaterial({transparent: true, opacity: kGlass, side: THREE.DoubleSide, depthWrite: false}));
    this.glass.material.color.set(mark.color);
    this.edges.material.color.set(mark.color);
    this.glass.frustumCulled = this.edges.frustumCulled = false;
    this.group.add(this.glass, this.edges);
  }

  place(t: number): void {
    const step = upperBound(this.mark.time, t);
    if (step === this.step) return;
    this.step = step;
    const marked = cellsAt(this.mark, 3, t);
    const corners: number[] = [];
    for (const {cell, axis, high} of surface(marked)) {
      const box = cellBox(this.cells, cell);
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const at = (a: number[], b: number[]) => {
        const corner = [0, 0, 0];
        corner[axis] = (high ? box.high : box.low)[axis];
        corner[u] = a[u];
        corner[v] = b[v];
        return corner;
      };
      const [p, q, r, s] = [at(box.low, box.low), at(box.high, box.low), at(box.high, box.high), at(box.low, box.high)];
      corners.push(...p, ...q, ...r, ...p, ...r, ...s);
    }
    this.glass.geometry.setAttribute("position", new THREE.Float32BufferAttribute(corners, 3));
    this.edges.geometry.setAttribute("position", new THREE.Float32BufferAttribute(marked.flatMap((cell) => boxEdges(cellBox(this.cells, cell))), 3));
  }
}

export class SpaceCells {
  readonly group = new THREE.Object3D();
  private readonly marks: MarkedGlass[] = [];
  private readonly frame = new THREE.Object3D();
  private readonly sides: {object: THREE.Object3D; axis: number; high: boolean}[] = [];
  private readonly inks: THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>[] = [];

  constructor(private readonly cells: Cells | undefined) {
    if (!cells) return;
    const box = gridBox(cells);
    this.frame.add(lines(boxEdges(box), 0.8));
    for (let axis = 0; axis < 3; ++axis) for (const high of [false, true]) this.addSide(cells, box, axis, high);
    for (const mark of cells.marks) this.marks.push(new MarkedGlass(cells, mark));
    for (const region of cells.regions) this.inks.push(lines(boxEdges(region), 1));
    for (const {from, to} of cells.casts) this.inks.push(lines([...from, ...to], 1));
    this.group.add(this.frame, ...this.sides.map(({object}) => object), ...this.marks.map(({group}) => group), ...this.inks);
  }

  private addSide(cells: Cells, box: Box, axis: number, high: boolean): void {
    const ends: number[] = [];
    for (const across of [(axis + 1) % 3, (axis + 2) % 3]) {
      const along = 3 - axis - across;
      for (let k = 1; k < cells.counts[across]; ++k) {
        const from = [0, 0, 0];
        from[axis] = (high ? box.high : box.low)[axis];
        from[across] = cells.low[across] + k * cells.side[across];
        from[along] = box.low[along];
        const to = [...from];
        to[along] = box.high[along];
        ends.push(...from, ...to);
      }
    }
    this.sides.push({object: lines(ends, 0.35), axis, high});
  }

  recolor(): void {
    const paint = (object: THREE.Object3D, color: string) => ((object as THREE.LineSegments<THREE.BufferGeometry, THREE.LineBasicMaterial>).material.color.set(color));
    for (const {object} of this.sides) paint(object, cssColor("--muted"));
    for (const object of this.frame.children) paint(object, cssColor("--muted"));
    for (const object of this.inks) paint(object, cssColor("--ink"));
  }

  /** Lines are seen on the three sides that are behind the grid. */
  place(t: number, shown: boolean, eye: THREE.Vector3): void {
    this.group.visible = Boolean(this.cells) && shown;
    if (!this.cells || !shown) return;
    const box = gridBox(this.cells);
    const place = eye.toArray();
    for (const {object, axis, high} of this.sides) object.visible = place[axis] < (box.low[axis] + box.high[axis]) / 2 === high;
    for (const mark of this.marks) mark.place(t);
  }
}
