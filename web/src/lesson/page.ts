import type {Answer, Carom, Query} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {engine} from "../engine.js";
import {cssColor} from "carom-viewer/page.js";
import {Slider} from "../slider.js";
import {checkbox, h, type Page} from "../ui.js";
import {type Case, type Disc, kCases, type Point} from "./cases.js";

const minus = ([a, b]: Point, [c, d]: Point): Point => [a - c, b - d];
const plus = ([a, b]: Point, [c, d]: Point, by = 1): Point => [a + by * c, b + by * d];
const length = ([a, b]: Point): number => Math.hypot(a, b);
const dot = ([a, b]: Point, [c, d]: Point): number => a * c + b * d;

const kScale = 44;  // pixels for a unit
const kHandle = 11;

interface Handle {
  what: "a" | "b" | "va" | "vb";
  name: string;
}
const kHandles: Handle[] = [{what: "a", name: "circle A"}, {what: "b", name: "circle B"}, {what: "va", name: "the movement of A"}, {what: "vb", name: "the movement of B"}];

/** Two circles that can be dragged, and everything that is computed about them. */
class LessonPage {
  private a: Disc;
  private b: Disc;
  private chosen: Handle["what"] | null = null;
  private focus = 0;
  private clip: Answer<"clip-motion"> | null = null;
  private hit: Answer<"time-of-impact"> | null = null;
  private share = 1;
  private relative = false;
  private asking = false;
  private again = false;
  private readonly canvas = h("canvas", {tabindex: 0, role: "application", "data-testid": "lesson", "aria-describedby": "lesson-values"});
  private readonly values = h("dl", {class: "values", id: "lesson-values", "aria-live": "polite"});
  private readonly about = h("p", {class: "about", "data-testid": "lesson-about"});
  private readonly radii = {a: this.radiusOf("a"), b: this.radiusOf("b")};
  private readonly observer = new ResizeObserver(() => this.draw());

  constructor(private readonly carom: Remote<Carom>, into: HTMLElement) {
    this.a = structuredClone(kCases[0].a);
    this.b = structuredClone(kCases[0].b);
    const share = new Slider("Movement", [0, 100, 0.1], " %", 0, (percent) => {
      this.share = percent / 100;
      this.draw();
    }, "movement");
    share.set(100);
    const cases = kCases.map((one) => h("button", {onclick: () => this.take(one)}, one.name));
    const panel = h("section", {class: "panel", "aria-label": "Cases and values"}, h("div", {class: "cases"}, ...cases), this.radii.a.element, this.radii.b.element,
      checkbox("As B sees it (relative movement)", false, (relative) => {
        this.relative = relative;
        this.draw();
      }), this.values);
    into.replaceChildren(h("div", {class: "play look"}, h("div", {class: "board"}, h("h1", {}, "When do two moving circles touch?"), this.about,
      h("div", {class: "stage"}, this.canvas), share.element,
      h("p", {class: "hint"}, "Drag the circles and the tips of the arrows; or choose with Tab ↹ in the picture and move with the arrow keys.")), panel));
    this.canvas.addEventListener("pointerdown", (event) => this.grab(event));
    this.canvas.addEventListener("pointermove", (event) => this.chosen && this.moveTo(this.chosen, this.point(event)));
    this.canvas.addEventListener("pointerup", () => (this.chosen = null));
    this.canvas.addEventListener("keydown", (event) => this.key(event));
    this.observer.observe(this.canvas.parentElement!);
    this.take(kCases[0]);
  }

  end(): void {
    this.observer.disconnect();
  }

  private radiusOf(which: "a" | "b"): Slider {
    return new Slider(`Radius of ${which.toUpperCase()}`, [0.1, 2.5, 0.05], "", 2, (radius) => this.change(() => (this[which].radius = radius)), `radius-${which}`);
  }

  private take({a, b, about}: Case): void {
    this.a = structuredClone(a);
    this.b = structuredClone(b);
    this.radii.a.set(a.radius);
    this.radii.b.set(b.radius);
    this.about.textContent = about;
    void this.ask();
  }

  private change(act: () => void): void {
    act();
    this.about.textContent = "A case of your own.";
    void this.ask();
  }

  /** The engine's answers; while it is asked, newer positions wait. */
  private async ask(): Promise<void> {
    this.again = this.asking;
    if (this.asking) return;
    this.asking = true;
    do {
      this.again = false;
      const body = ({at, radius, velocity}: Disc) => ({shape: {ball: {center: at, radius}}, motion: {linear: {velocity}}});
      const query: Query<"clip-motion"> & {dim: 2} = {dim: 2, a: body(this.a), b: body(this.b), horizon: 1};
      [this.clip, this.hit] = await Promise.all([this.carom.ask("clip-motion", query), this.carom.ask("time-of-impact", {dim: 2, a: query.a, b: query.b})]);
      this.draw();
      this.write();
    } while (this.again);
    this.asking = false;
  }

  /** D, T and their like, of the movement of A relative to B. */
  private quantities() {
    const p = minus(this.b.at, this.a.at);
    const v = minus(this.a.velocity, this.b.velocity);
    const speed = length(v);
    const along = speed > 0 ? dot(p, v) / speed : 0;
    const d = speed > 0 ? Math.abs(p[0] * v[1] - p[1] * v[0]) / speed : length(p);
    const sum = this.a.radius + this.b.radius;
    return {p, v, speed, along, d, sum, t: d <= sum ? Math.sqrt(sum * sum - d * d) : NaN};
  }

  private write(): void {
    const {speed, along, d, sum, t} = this.quantities();
    const number = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(8))) : "none");
    const clip = this.clip!;
    const results: Record<typeof clip.result, string> = {
      hit: "They touch: the movement is clipped.",
      miss: "They do not touch in this movement.",
      overlapping: `They overlap at the start and ${clip.opens ? "do not approach" : "approach"}.`,
      "touching-separating": "They touch, and do not approach.",
    };
    const rows: [string, string][] = [
      ["Sum of the radii, R", number(sum)],
      ["D: how far B's centre is from the line of the relative movement", number(d)],
      ["T: √(R² − D²), what the touch is before the nearest place", number(t)],
      ["Way to the nearest place", number(along)],
      ["Way to the touch: nearest − T", number(this.hit?.time === undefined ? NaN : along - t)],
      ["Length of the relative movement", number(speed)],
      ["Time of impact (1 is the end of the movement)", this.hit?.time === undefined ? "never" : number(this.hit.time)],
      ["Result", results[clip.result]],
      ["Share of the movement that is made", number(clip.fraction)],
    ];
    this.values.replaceChildren(...rows.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]));
    this.canvas.setAttribute("aria-label", `Two circles. ${kHandles[this.focus].name} is chosen; arrow keys move it.`);
  }

  // The picture.

  private place([x, y]: Point): Point {
    return [this.canvas.clientWidth / 2 + (x - 5) * kScale * this.zoom(), this.canvas.clientHeight / 2 - y * kScale * this.zoom()];
  }

  private zoom(): number {
    return Math.min(this.canvas.clientWidth / 620, this.canvas.clientHeight / 440) || 1;
  }

  private point(event: PointerEvent): Point {
    const box = this.canvas.getBoundingClientRect();
    const zoom = kScale * this.zoom();
    return [5 + (event.clientX - box.left - box.width / 2) / zoom, -(event.clientY - box.top - box.height / 2) / zoom];
  }

  private where(what: Handle["what"]): Point {
    if (what === "a" || what === "b") return this[what].at;
    const disc = what === "va" ? this.a : this.b;
    return plus(disc.at, disc.velocity);
  }

  private grab(event: PointerEvent): void {
    const at = this.point(event);
    const reach = kHandle / kScale / this.zoom();
    const tips: Handle["what"][] = ["va", "vb"];
    this.chosen = tips.find((tip) => length(minus(this.where(tip), at)) < 1.6 * reach) ?? (["a", "b"] as const).find((which) => length(minus(this[which].at, at)) < Math.max(this[which].radius, reach)) ?? null;
    if (!this.chosen) return;
    this.canvas.setPointerCapture(event.pointerId);
    this.focus = kHandles.findIndex(({what}) => what === this.chosen);
  }

  private moveTo(what: Handle["what"], at: Point): void {
    const [x, y] = at.map((value) => Math.round(value * 20) / 20);
    this.change(() => {
      if (what === "a" || what === "b") this[what].at = [x, y];
      else if (what === "va") this.a.velocity = minus([x, y], this.a.at);
      else this.b.velocity = minus([x, y], this.b.at);
    });
  }

  private key(event: KeyboardEvent): void {
    const ways: Record<string, Point> = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    const way = ways[event.key];
    if (way) this.moveTo(kHandles[this.focus].what, plus(this.where(kHandles[this.focus].what), way, event.shiftKey ? 0.05 : 0.25));
    else if (event.key === "Tab" && this.focus + (event.shiftKey ? -1 : 1) in kHandles) this.focus += event.shiftKey ? -1 : 1;
    else return;
    event.preventDefault();
    this.draw();
    if (!way) this.write();
  }

  private draw(): void {
    const {canvas} = this;
    const ratio = Math.min(devicePixelRatio, 2);
    Object.assign(canvas, {width: canvas.clientWidth * ratio, height: canvas.clientHeight * ratio});
    const context = canvas.getContext("2d")!;
    context.scale(ratio, ratio);
    const {v, speed, along, d, sum, t} = this.quantities();
    const still: Point = [0, 0];
    const [va, vb] = this.relative ? [v, still] : [this.a.velocity, this.b.velocity];
    const made = Math.min(this.share, this.clip?.fraction ?? 1);
    this.drawDisc(context, this.a, va, made, cssColor("--c1"), "A");
    this.drawDisc(context, this.b, vb, made, cssColor("--c2"), "B");
    if (this.relative && speed > 0) this.drawTriangle(context, v, speed, along, d, sum, t);
    if (this.clip?.result !== "hit" || this.share < (this.clip.fraction ?? 1) || !this.clip.point) return;
    const touch = this.relative ? minus(this.clip.point as Point, plus(still, this.b.velocity, made)) : (this.clip.point as Point);
    this.dot(context, touch, 5, cssColor("--c3"));
  }

  private drawDisc(context: CanvasRenderingContext2D, {at, radius}: Disc, velocity: Point, made: number, color: string, name: string): void {
    const r = radius * kScale * this.zoom();
    const end = plus(at, velocity);
    context.strokeStyle = color;
    context.setLineDash([5, 5]);
    if (length(velocity) > 0) this.ring(context, end, r, 0.5);
    context.setLineDash([]);
    context.lineWidth = 2;
    if (length(velocity) > 0) {
      this.line(context, at, end);
      this.dot(context, end, kHandle / 1.6, color);
    }
    context.globalAlpha = 0.28;
    this.dot(context, at, r, color);
    context.globalAlpha = 0.85;
    this.dot(context, plus(at, velocity, made), r, color);
    context.globalAlpha = 1;
    context.fillStyle = cssColor("--card");
    context.font = "600 15px system-ui";
    context.textAlign = "center";
    const [x, y] = this.place(plus(at, velocity, made));
    context.fillText(name, x, y + 5);
    if (kHandles[this.focus].what.endsWith(name.toLowerCase()) && document.activeElement === this.canvas) {
      context.strokeStyle = cssColor("--ink");
      this.ring(context, this.where(kHandles[this.focus].what), kHandle + 4, 1);
    }
  }

  /** Seen from B: the line of the movement, D across it, T along it, and the circle of the sum of the radii. */
  private drawTriangle(context: CanvasRenderingContext2D, v: Point, speed: number, along: number, d: number, sum: number, t: number): void {
    const unit: Point = [v[0] / speed, v[1] / speed];
    const nearest = plus(this.a.at, unit, along);
    context.lineWidth = 1.5;
    context.strokeStyle = cssColor("--faint");
    this.ring(context, this.b.at, sum * kScale * this.zoom(), 0.9);
    this.line(context, plus(this.a.at, unit, -2), plus(this.a.at, unit, 14));
    context.strokeStyle = cssColor("--c3");
    this.line(context, this.b.at, nearest);
    this.label(context, plus(nearest, minus(this.b.at, nearest), 0.5), `D = ${d.toPrecision(4)}`, cssColor("--c3"));
    if (!Number.isFinite(t)) return;
    context.strokeStyle = cssColor("--accent");
    const touch = plus(nearest, unit, -t);
    this.line(context, touch, nearest);
    this.label(context, plus(touch, minus(nearest, touch), 0.5), `T = ${t.toPrecision(4)}`, cssColor("--accent"));
    context.strokeStyle = cssColor("--muted");
    this.line(context, touch, this.b.at);
  }

  private label(context: CanvasRenderingContext2D, at: Point, text: string, color: string): void {
    const [x, y] = this.place(at);
    context.fillStyle = color;
    context.font = "600 14px system-ui";
    context.textAlign = "left";
    context.fillText(text, x + 8, y - 6);
  }

  private ring(context: CanvasRenderingContext2D, at: Point, radius: number, alpha: number): void {
    context.globalAlpha = alpha;
    context.beginPath();
    context.arc(...this.place(at), radius, 0, 2 * Math.PI);
    context.stroke();
    context.globalAlpha = 1;
  }

  private dot(context: CanvasRenderingContext2D, at: Point, radius: number, color: string): void {
    context.fillStyle = color;
    context.beginPath();
    context.arc(...this.place(at), radius, 0, 2 * Math.PI);
    context.fill();
  }

  private line(context: CanvasRenderingContext2D, from: Point, to: Point): void {
    context.beginPath();
    context.moveTo(...this.place(from));
    context.lineTo(...this.place(to));
    context.stroke();
  }
}

export const page: Page = async (into) => {
  const lesson = new LessonPage(await engine(), into);
  return () => lesson.end();
};
