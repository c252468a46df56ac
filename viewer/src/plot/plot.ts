/** A plot: axes and curves are drawn once, and only a cursor moves over them. */
import {formatNumber} from "../format.js";
import {cssColor, fitCanvas, make, onColorScheme, setText} from "../page.js";
import {type Range, rangeOf, sampled, ticks} from "./scale.js";
import {upperBound} from "../search.js";

const kMargin = {left: 74, right: 12, top: 10, bottom: 42};

export interface PlotSeries {
  name: string;
  /** A custom property of the style sheet. */
  color: string;
  values: ArrayLike<number>;
}

export interface PlotData {
  title: string;
  note?: string;
  /** Names of the axes, with their units. */
  xAxis: string;
  yAxis: string;
  /** What the axis shows, from left to right. */
  from: number;
  until: number;
  x: ArrayLike<number>;
  series: PlotSeries[];
  /** Steps, filled down to zero. */
  area?: boolean;
  /** How values are written; with four digits unless it is said. */
  format?(value: number): string;
}

export class Plot {
  readonly element: HTMLElement;
  private readonly canvas = make("canvas");
  private readonly cursor = make("i.cursor");
  private readonly dots: HTMLElement[];
  private readonly values: HTMLElement[] = [];
  private readonly note: HTMLElement;
  private readonly resizes = new ResizeObserver(() => this.draw());
  private readonly sight = new IntersectionObserver(([{isIntersecting}]) => this.see(isIntersecting));
  private readonly endColors: () => void;
  private range: Range = {low: 0, high: 1};
  private width = 1;
  private height = 1;
  private now = NaN;
  private seen = true;
  private dragging = false;

  /** Without `onSeek` its axis is not time, and nothing moves in it. */
  constructor(private data: PlotData, private readonly onSeek?: (t: number) => void) {
    this.note = make("span.note", {}, data.note ?? "");
    this.dots = data.series.map(() => make("i.dot"));
    const moving = onSeek ? [this.cursor, ...this.dots] : [];
    const area = make("div.plot-area", {}, this.canvas, ...moving);
    this.canvas.setAttribute("role", "img");
    this.canvas.setAttribute("aria-label", `${data.title}: ${data.yAxis} over ${data.xAxis}`);
    this.element = make("article.card.plot", {}, make("header", {}, make("h2", {}, data.title), this.note), area, this.legend());
    if (onSeek) this.listen(onSeek);
    this.resizes.observe(this.canvas);
    this.sight.observe(this.canvas);
    this.endColors = onColorScheme(() => this.draw());
  }

  private legend(): HTMLElement {
    const legend = make("div.legend");
    for (const {name, color} of this.data.series) {
      const swatch = make("i");
      swatch.style.background = `var(${color})`;
      this.values.push(make("b"));
      legend.append(make("span", {}, swatch, name, this.values.at(-1)!));
    }
    return legend;
  }

  private listen(onSeek: (t: number) => void): void {
    const seek = (event: PointerEvent) => {
      const {from, until} = this.data;
      const part = (event.offsetX - kMargin.left) / (this.width - kMargin.left - kMargin.right);
      onSeek(from + Math.max(0, Math.min(1, part)) * (until - from));
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.dragging = true;
      seek(event);
    });
    this.canvas.addEventListener("pointermove", (event) => this.dragging && seek(event));
    for (const end of ["pointerup", "pointercancel"]) this.canvas.addEventListener(end, () => (this.dragging = false));
  }

  /** More of it is known. */
  update(data: PlotData): void {
    this.data = data;
    this.note.textContent = data.note ?? "";
    this.draw();
    this.moveCursor();
  }

  dispose(): void {
    this.resizes.disconnect();
    this.sight.disconnect();
    this.endColors();
    this.element.remove();
  }

  private see(seen: boolean): void {
    this.seen = seen;
    if (seen) this.moveCursor();
  }

  setTime(t: number): void {
    if (t === this.now) return;
    this.now = t;
    if (this.seen) this.moveCursor();
  }

  private x(t: number): number {
    const {from, until} = this.data;
    return kMargin.left + ((t - from) / (until - from || 1)) * (this.width - kMargin.left - kMargin.right);
  }

  private y(value: number): number {
    return this.height - kMargin.bottom - ((value - this.range.low) / (this.range.high - this.range.low)) * (this.height - kMargin.top - kMargin.bottom);
  }

  draw(): void {
    const {context, width, height} = fitCanvas(this.canvas);
    Object.assign(this, {width, height});
    this.range = rangeOf(this.data.series.map(({values}) => values));
    context.clearRect(0, 0, width, height);
    this.drawValueAxis(context);
    this.drawAxis(context);
    for (const series of this.data.series) this.drawSeries(context, series);
    this.moveCursor();
  }

  private drawValueAxis(context: CanvasRenderingContext2D): void {
    const {width, height, range} = this;
    Object.assign(context, {font: `11px ${cssColor("--sans")}`, fillStyle: cssColor("--muted"), lineWidth: 1, textBaseline: "middle", textAlign: "right"});
    for (const value of ticks(range.low, range.high, 4)) {
      const y = Math.round(this.y(value)) + 0.5;
      context.strokeStyle = cssColor(value === 0 ? "--line-strong" : "--line");
      context.beginPath();
      context.moveTo(kMargin.left, y);
      context.lineTo(width - kMargin.right, y);
      context.stroke();
      context.fillText(formatNumber(value, 3), kMargin.left - 8, y);
    }
    context.save();
    context.translate(9, (height - kMargin.bottom + kMargin.top) / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText(this.data.yAxis, 0, 0);
    context.restore();
  }

  private drawAxis(context: CanvasRenderingContext2D): void {
    const {width, height, data: {from, until, xAxis}} = this;
    Object.assign(context, {textBaseline: "alphabetic", textAlign: "center"});
    for (const t of ticks(from, until, Math.max(2, width / 90))) context.fillText(formatNumber(t, 4), Math.min(this.x(t), width - kMargin.right - 6), height - kMargin.bottom + 16);
    context.fillText(xAxis, (kMargin.left + width - kMargin.right) / 2, height - 6);
  }

  private drawSeries(context: CanvasRenderingContext2D, {values, color}: PlotSeries): void {
    const {x, area, until} = this.data;
    const places = area ? Array.from({length: values.length}, (_, i) => i) : sampled(values, Math.max(50, Math.round(this.width)));
    context.beginPath();
    for (const i of places) {
      if (!Number.isFinite(values[i])) continue;
      context.lineTo(this.x(x[i]), this.y(values[i]));
      if (area) context.lineTo(this.x(i + 1 < x.length ? x[i + 1] : until), this.y(values[i]));
    }
    Object.assign(context, {lineJoin: "round", lineWidth: 1.7, strokeStyle: cssColor(color), fillStyle: cssColor(color)});
    context.stroke();
    if (!area || !values.length) return;
    context.lineTo(this.x(until), this.y(0));
    context.lineTo(this.x(x[0]), this.y(0));
    context.globalAlpha = 0.16;
    context.fill();
    context.globalAlpha = 1;
    context.fillStyle = cssColor("--muted");
  }

  private moveCursor(): void {
    if (!this.onSeek || Number.isNaN(this.now)) return;
    const x = this.x(this.now);
    this.cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
    const i = Math.max(0, upperBound(this.data.x, this.now) - 1);
    this.data.series.forEach(({values}, k) => {
      const value = values.length ? values[Math.min(i, values.length - 1)] : NaN;
      setText(this.values[k], (Number.isFinite(value) && this.data.format?.(value)) || formatNumber(value, 4));
      this.dots[k].style.visibility = Number.isFinite(value) ? "" : "hidden";
      this.dots[k].style.transform = `translate(${x.toFixed(1)}px, ${this.y(value).toFixed(1)}px)`;
    });
  }
}
