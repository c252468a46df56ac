import {h} from "../ui.js";

/** A curve over time with a mark at the present; a click goes to that time. */
export class Plot {
  readonly element: HTMLElement;
  private readonly canvas = h("canvas", {role: "img"});
  private readonly value = h("output");
  private times: number[] = [];
  private values: number[] = [];

  constructor(readonly title: string, private readonly color: string, seek: (time: number) => void) {
    this.canvas.setAttribute("aria-label", `${title} over time`);
    this.canvas.addEventListener("click", (event) => {
      const last = this.times.at(-1) ?? 0;
      seek(this.times[0] + (event.offsetX / this.canvas.clientWidth) * (last - this.times[0]));
    });
    this.element = h("figure", {class: "plot"}, h("figcaption", {}, title, this.value), this.canvas);
  }

  /** All of the curve at once, without what is no number. */
  set(times: ArrayLike<number>, values: ArrayLike<number>): void {
    const known = Array.from(values, (value, k) => [times[k], value]).filter(([, value]) => Number.isFinite(value));
    this.times = known.map(([time]) => time);
    this.values = known.map(([, value]) => value);
  }

  add(time: number, value: number): void {
    this.times.push(time);
    this.values.push(value);
  }

  draw(now: number): void {
    const {canvas, times, values} = this;
    const ratio = Math.min(devicePixelRatio, 2);
    const [width, height] = [canvas.clientWidth * ratio, canvas.clientHeight * ratio];
    if (!width || times.length < 2) return;
    Object.assign(canvas, {width, height});
    const context = canvas.getContext("2d")!;
    const [low, high] = [Math.min(0, ...sampled(values)), Math.max(...sampled(values), 1e-300)];
    const x = (time: number) => ((time - times[0]) / (times[times.length - 1] - times[0] || 1)) * width;
    const y = (value: number) => height - 3 - ((value - low) / (high - low || 1)) * (height - 6);
    context.strokeStyle = this.color;
    context.lineWidth = 1.5 * ratio;
    context.beginPath();
    const step = Math.max(1, Math.floor(times.length / 1000));
    for (let k = 0; k < times.length; k += step) context.lineTo(x(times[k]), y(values[k]));
    context.stroke();
    context.fillStyle = "#fff9";
    context.fillRect(x(now), 0, ratio, height);
    const at = times.findIndex((time) => time >= now);
    this.value.textContent = values.at(at)!.toPrecision(5);
  }
}

const sampled = (values: number[]): number[] => (values.length <= 2000 ? values : values.filter((_, k) => k % Math.ceil(values.length / 2000) === 0));
