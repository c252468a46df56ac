/** Colours as three bytes. */
export type Color = [number, number, number];

export function parseColor(hex: string): Color {
  return [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16)) as Color;
}

export function mixColors(a: Color, b: Color, t: number): Color {
  return a.map((x, k) => Math.round(x + (b[k] - x) * t)) as Color;
}

export function rgb(color: Color, alpha = 1): string {
  return alpha === 1 ? `rgb(${color.join(",")})` : `rgba(${color.join(",")},${alpha})`;
}

/** Relative luminance after WCAG 2.1, 0 to 1. */
export function luminance(color: Color): number {
  const [r, g, b] = color.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** `count` colours from the first stop to the last, evenly. */
export function ramp(stops: readonly Color[], count: number): Color[] {
  return Array.from({length: count}, (_, i) => {
    const place = (i / (count - 1)) * (stops.length - 1);
    const k = Math.min(stops.length - 2, Math.floor(place));
    return mixColors(stops[k], stops[k + 1], place - k);
  });
}
