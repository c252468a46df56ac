/** A plane through what lies in space: what is on one side of it is not drawn, so that one looks inside. */
import {formatNumber} from "../format.js";
import {make} from "../page.js";
import * as THREE from "./three.js";

const kAxes = ["x", "y", "z"];
const kSteps = 200;

export class Slice {
  /** Where it is chosen. */
  readonly element: HTMLElement;
  on = false;
  private readonly axis = make("select", {ariaLabel: "Axis of the slice"}, ...kAxes.map((axis) => make("option", {value: axis}, axis)));
  private readonly place = make("input", {type: "range", min: "0", max: String(kSteps), value: String(kSteps / 2), ariaLabel: "Where the slice is"});
  private readonly side = make("button.pill", {type: "button", title: "Show the other side"}, "≤");
  private readonly value = make("output");
  private readonly plane = new THREE.Plane();
  private readonly planes = [this.plane];
  private from = false;

  /** Between the ends of what is shown; along the axis that one looks along most. */
  constructor(private readonly low: number[], private readonly high: number[], sight: number[], private readonly onChange: () => void) {
    this.element = make("div.slice", {hidden: true, role: "group", ariaLabel: "Slice"}, this.axis, this.side, this.place, this.value);
    const along = sight.map(Math.abs);
    this.axis.value = kAxes[along.indexOf(Math.max(...along))];
    this.from = sight[kAxes.indexOf(this.axis.value)] > 0;
    this.axis.onchange = this.place.oninput = () => this.changed();
    this.side.onclick = () => {
      this.from = !this.from;
      this.changed();
    };
    this.set();
  }

  private changed(): void {
    this.set();
    this.onChange();
  }

  private get index(): number {
    return kAxes.indexOf(this.axis.value);
  }

  private get at(): number {
    return this.low[this.index] + (Number(this.place.value) / kSteps) * (this.high[this.index] - this.low[this.index]);
  }

  /** What satisfies normal · x + constant ≥ 0 is shown. */
  private set(): void {
    const sign = this.from ? 1 : -1;
    this.plane.normal.set(0, 0, 0).setComponent(this.index, sign);
    this.plane.constant = -sign * this.at;
    this.side.textContent = this.from ? "≥" : "≤";
    this.value.textContent = formatNumber(this.at, 3);
  }

  show(on: boolean): void {
    this.on = on;
    this.element.hidden = !on;
  }

  /** The k-th of these points is on the side that is shown. */
  keeps(points: ArrayLike<number>, k: number): boolean {
    const {normal, constant} = this.plane;
    return !this.on || normal.x * points[3 * k] + normal.y * points[3 * k + 1] + normal.z * points[3 * k + 2] + constant >= 0;
  }

  /** Of materials: null where all is shown. */
  get clipping(): THREE.Plane[] | null {
    return this.on ? this.planes : null;
  }
}
