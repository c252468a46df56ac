/** Draws many balls at once, pixel by pixel: they do not overlap, so the work is bounded by the picture and not by their number. */
import type {Color} from "../color.js";

const kSide = 32;  // of the table of shades
const kShadedFrom = 2.5;  // pixels

/** The light of a sphere at each place of its disc, 256 being its own colour. */
const kShades = (() => {
  const shades = new Uint16Array(kSide * kSide);
  for (let row = 0; row < kSide; ++row)
    for (let column = 0; column < kSide; ++column) {
      const [x, y] = [(2 * column + 1) / kSide - 1, 1 - (2 * row + 1) / kSide];
      const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
      const light = Math.max(0, -0.38 * x + 0.57 * y + 0.72 * z);
      shades[row * kSide + column] = 256 * (0.62 + 0.46 * light + 0.25 * light ** 24);
    }
  return shades;
})();

export class DiscRaster {
  private readonly canvas = document.createElement("canvas");
  private image = new ImageData(1, 1);

  begin(width: number, height: number): void {
    if (this.image.width !== width || this.image.height !== height) {
      Object.assign(this.canvas, {width, height});
      this.image = new ImageData(width, height);
    } else this.image.data.fill(0);
  }

  /** In pixels of the device. Towards the rim a pixel is covered by r + ½ − its distance from the centre. */
  disc(x: number, y: number, r: number, color: Color): void {
    const {width, height} = this.image;
    const [x0, x1] = [Math.max(0, Math.floor(x - r - 0.5)), Math.min(width - 1, Math.ceil(x + r))];
    const [y0, y1] = [Math.max(0, Math.floor(y - r - 0.5)), Math.min(height - 1, Math.ceil(y + r))];
    const inside = r > 0.5 ? (r - 0.5) ** 2 : 0;
    const outside = (r + 0.5) ** 2;
    for (let row = y0; row <= y1; ++row)
      for (let column = x0; column <= x1; ++column) {
        const [dx, dy] = [column + 0.5 - x, row + 0.5 - y];
        const away = dx * dx + dy * dy;
        if (away >= outside) continue;
        const alpha = away <= inside ? 255 : 255 * Math.min(1, r + 0.5 - Math.sqrt(away));
        this.put(4 * (row * width + column), alpha, color, r < kShadedFrom ? 256 : shadeAt(dx / r, dy / r));
      }
  }

  private put(at: number, alpha: number, [red, green, blue]: Color, shade: number): void {
    const {data} = this.image;
    if (alpha <= data[at + 3]) return;
    data[at] = (red * shade) >> 8;
    data[at + 1] = (green * shade) >> 8;
    data[at + 2] = (blue * shade) >> 8;
    data[at + 3] = alpha;
  }

  /** Onto what is there already; the context measures in pixels of the page. */
  end(context: CanvasRenderingContext2D, width: number, height: number): void {
    this.canvas.getContext("2d")!.putImageData(this.image, 0, 0);
    context.drawImage(this.canvas, 0, 0, width, height);
  }
}

function shadeAt(x: number, y: number): number {
  const column = Math.max(0, Math.min(kSide - 1, ((x + 1) * kSide) >> 1));
  const row = Math.max(0, Math.min(kSide - 1, ((y + 1) * kSide) >> 1));
  return kShades[row * kSide + column];
}
