/** What stages on a canvas share: the part of the plane in the picture, a still picture below what moves, the pointer, the chosen ball. */
import {Brush, stageColors} from "./brush.js";
import {fitCanvas, make, onColorScheme} from "../page.js";
import {Palette} from "../palette.js";
import {handlePointers, type PlaneView} from "./plane_view.js";
import type {Playback} from "../playback.js";
import type {Scene} from "../scene.js";
import type {Choices, Stage} from "../stage.js";

const kPickPixels = 8;
const kRingPixels = 4.5;

export abstract class CanvasStage implements Stage {
  onPick?: (slot: number) => void;
  onChange?: () => void;
  onResize?: () => void;
  protected readonly palette: Palette;
  protected brush!: Brush;
  private readonly canvas: HTMLCanvasElement;
  private readonly still = make("canvas");
  private readonly resizes = new ResizeObserver(() => this.onResize?.());
  private readonly endColors = onColorScheme(() => this.refresh());
  private colors = stageColors();
  private changed = true;

  constructor(protected readonly scene: Scene, private readonly moving: Playback, protected readonly choices: Choices, host: HTMLElement, protected readonly view: PlaneView, label: string) {
    this.palette = new Palette(scene, moving);
    this.canvas = make("canvas", {role: "img", ariaLabel: label});
    host.prepend(this.canvas);
    this.resizes.observe(host);
    handlePointers(this.canvas, {
      zoom: (x, y, factor) => {
        view.zoomAt(x, y, factor, choices.follow);
        this.refresh();
      },
      pan: (dx, dy) => {
        choices.follow = false;
        view.pan(dx, dy);
        this.refresh();
      },
      pick: (x, y) => this.onPick?.(this.pick(x, y)),
      reset: () => this.reset(),
    });
  }

  /** All that does not move. */
  protected abstract drawStill(brush: Brush): void;
  /** All that moves, with `brush`. */
  protected abstract drawMoving(t: number, rate: number): void;

  draw(t: number, rate: number): void {
    this.follow();
    const {context, width, height, ratio} = fitCanvas(this.canvas);
    this.view.fit(width, height);
    if (this.changed) this.renewStill(width, height, ratio);
    this.changed = false;
    this.brush = new Brush(context, this.view, this.colors, ratio);
    context.clearRect(0, 0, width, height);
    context.drawImage(this.still, 0, 0, width, height);
    this.drawMoving(t, rate);
  }

  private renewStill(width: number, height: number, ratio: number): void {
    Object.assign(this.still, {width: Math.round(width * ratio), height: Math.round(height * ratio)});
    const context = this.still.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.colors = stageColors();
    this.drawStill(new Brush(context, this.view, this.colors, ratio));
  }

  stale(): void {
    this.changed = true;
  }

  private refresh(): void {
    this.changed = true;
    this.onChange?.();
  }

  reset(): void {
    this.view.reset();
    this.choices.follow = false;
    this.refresh();
  }

  dispose(): void {
    this.resizes.disconnect();
    this.endColors();
    this.canvas.remove();
  }

  private follow(): void {
    const {selected, follow} = this.choices;
    if (!follow || selected < 0 || !this.moving.here[selected]) return;
    this.view.center = [this.moving.position[2 * selected], this.moving.position[2 * selected + 1]];
    this.changed = true;
  }

  /** The ball nearest to a pixel, if one is near. */
  private pick(x: number, y: number): number {
    const [wx, wy] = this.view.toWorld(x, y);
    const {position, radius, here, count} = this.moving;
    let best = -1;
    let bestGap = kPickPixels / this.view.scale;
    for (let slot = 0; slot < count; ++slot) {
      const gap = here[slot] ? Math.hypot(position[2 * slot] - wx, position[2 * slot + 1] - wy) - radius[slot] : Infinity;
      if (gap < bestGap) [best, bestGap] = [slot, gap];
    }
    return best;
  }

  /** A ring around the chosen ball. */
  protected drawSelection(style: string): void {
    const slot = this.choices.selected;
    if (slot < 0 || !this.moving.here[slot]) return;
    this.brush.circle(...this.view.toScreen(this.moving.position[2 * slot], this.moving.position[2 * slot + 1]), this.moving.radius[slot] * this.view.scale + kRingPixels);
    this.brush.stroke(style, 2);
  }

  /** `reach`: of the arrow of the top speed, in pixels. */
  protected drawVelocities(most: number, reach: number, style: string): void {
    const {view, brush, moving: {position, velocity, here, count, topSpeed}} = this;
    const unit = reach / topSpeed;
    for (let slot = 0; slot < Math.min(count, most); ++slot) {
      const [dx, dy] = [velocity[2 * slot] * unit, -velocity[2 * slot + 1] * unit];
      if (here[slot] && Math.hypot(dx, dy) > 2) brush.arrow(...view.toScreen(position[2 * slot], position[2 * slot + 1]), dx, dy, style);
    }
  }
}
