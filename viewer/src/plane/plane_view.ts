/** Which part of the plane is in the picture, in pixels, y upwards in the world and downwards on the screen. */

const kMargin = 56;
const kMostZoom = 1e7;
const kLeastZoom = 0.2;
const kDragPixels = 4;

export class PlaneView {
  width = 1;
  height = 1;
  /** Pixels per unit of length. */
  scale = 1;
  zoom = 1;
  center: [number, number];

  /** `border`: what is drawn around the part from low to high. */
  constructor(private readonly low: number[], private readonly high: number[], private readonly border = 0, private readonly margin = kMargin) {
    this.center = this.home();
  }

  home(): [number, number] {
    return [(this.low[0] + this.high[0]) / 2, (this.low[1] + this.high[1]) / 2];
  }

  fit(width: number, height: number): void {
    Object.assign(this, {width, height});
    const margin = Math.min(this.margin, height / 8, width / 8);
    const [w, h] = [0, 1].map((k) => this.high[k] - this.low[k] + 2 * this.border);
    this.scale = this.zoom * Math.min((width - 2 * margin) / w, (height - 2 * margin) / h);
  }

  reset(): void {
    this.zoom = 1;
    this.center = this.home();
  }

  toScreen(x: number, y: number): [number, number] {
    return [this.width / 2 + (x - this.center[0]) * this.scale, this.height / 2 - (y - this.center[1]) * this.scale];
  }

  toWorld(x: number, y: number): [number, number] {
    return [this.center[0] + (x - this.width / 2) / this.scale, this.center[1] - (y - this.height / 2) / this.scale];
  }

  /** What is at the pixel stays there, unless the centre is held. */
  zoomAt(x: number, y: number, factor: number, held: boolean): void {
    const [wx, wy] = this.toWorld(x, y);
    this.zoom = Math.min(kMostZoom, Math.max(kLeastZoom, this.zoom * factor));
    this.fit(this.width, this.height);
    const [nx, ny] = this.toWorld(x, y);
    if (!held) this.center = [this.center[0] + wx - nx, this.center[1] + wy - ny];
  }

  pan(dx: number, dy: number): void {
    this.center = [this.center[0] - dx / this.scale, this.center[1] + dy / this.scale];
  }
}

export interface Handling {
  zoom(x: number, y: number, factor: number): void;
  pan(dx: number, dy: number): void;
  pick(x: number, y: number): void;
  reset(): void;
}

/** Wheel and two fingers zoom, dragging pans, a click picks, a double click resets. */
export function handlePointers(canvas: HTMLCanvasElement, handling: Handling): void {
  const pointers = new Map<number, [number, number]>();
  let moved = 0;
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    handling.zoom(event.offsetX, event.offsetY, Math.exp(-event.deltaY * 0.0015));
  }, {passive: false});
  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, [event.offsetX, event.offsetY]);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now: [number, number] = [event.offsetX, event.offsetY];
    moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
    const spread = (p: [number, number]) => Math.hypot(p[0] - other![0], p[1] - other![1]);
    if (other) handling.zoom((now[0] + other[0]) / 2, (now[1] + other[1]) / 2, spread(now) / Math.max(1, spread(before)));
    else if (moved > kDragPixels) handling.pan(now[0] - before[0], now[1] - before[1]);
    pointers.set(event.pointerId, now);
  });
  canvas.addEventListener("pointerup", (event) => {
    pointers.delete(event.pointerId);
    if (moved <= kDragPixels) handling.pick(event.offsetX, event.offsetY);
  });
  canvas.addEventListener("pointercancel", (event) => pointers.delete(event.pointerId));
  canvas.addEventListener("dblclick", () => handling.reset());
}
