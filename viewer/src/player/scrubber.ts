/** The bar of time: how much happens when, and where we are. */
import {cssColor, fitCanvas, make, onColorScheme} from "../page.js";

const kTopRoom = 16;

export class Scrubber {
  readonly element: HTMLElement;
  readonly input = make("input", {type: "range", id: "scrubber", step: "any", ariaLabel: "Time"});
  private readonly ahead = make("canvas", {ariaHidden: "true"});
  private readonly played = make("canvas.played", {ariaHidden: "true"});
  private readonly resizes = new ResizeObserver(() => this.draw());
  private readonly endColors = onColorScheme(() => this.draw());
  private part = "";

  constructor(private density: ArrayLike<number>, onSeek: (t: number) => void) {
    this.element = make("div.scrubber", {}, this.ahead, this.played, make("i.handle"), this.input);
    this.input.oninput = () => onSeek(this.input.valueAsNumber);
    this.resizes.observe(this.element);
  }

  setDensity(density: ArrayLike<number>): void {
    this.density = density;
    this.draw();
  }

  /** The bars twice: what was played lies above what lies ahead, and is cut at the present. */
  private draw(): void {
    this.drawBars(this.ahead, cssColor("--line-strong"), "");
    this.drawBars(this.played, cssColor("--accent"), cssColor("--accent-soft"));
  }

  private drawBars(canvas: HTMLCanvasElement, color: string, ground: string): void {
    const {context, width, height} = fitCanvas(canvas);
    context.clearRect(0, 0, width, height);
    if (ground) {
      context.fillStyle = ground;
      context.fillRect(0, 0, width, height);
    }
    context.fillStyle = color;
    const top = Array.from(this.density).reduce((most, one) => Math.max(most, one), 1e-300);
    const bar = width / this.density.length;
    for (let k = 0; k < this.density.length; ++k) {
      const size = Math.sqrt(this.density[k] / top) * (height - kTopRoom);
      if (size > 0) context.fillRect(k * bar + 0.5, height - Math.max(1.5, size), Math.max(1, bar - 1), Math.max(1.5, size));
    }
  }

  setTime(t: number, from: number, until: number): void {
    const {input} = this;
    if (Number(input.min) !== from) input.min = String(from);
    if (Number(input.max) !== until) input.max = String(until);
    input.value = String(t);
    const part = `${((100 * (t - from)) / (until - from || 1)).toFixed(3)}%`;
    if (part !== this.part) this.element.style.setProperty("--played", part);
    this.part = part;
  }

  dispose(): void {
    this.resizes.disconnect();
    this.endColors();
  }
}
