/** The scales of axes. */

/** Steps of 1, 2 or 5 times a power of ten that cut `span` into about `count` parts. */
export function niceStep(span: number, count: number): number {
  const rough = span / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  return (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10) * power;
}

/** The multiples of a nice step from low to high. */
export function ticks(low: number, high: number, count: number): number[] {
  const step = niceStep(high - low || 1, count);
  const list: number[] = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) list.push(k * step);
  return list;
}

export interface Range {
  low: number;
  high: number;
}

/** Of all values and zero, with some room; what is no number does not count. */
export function rangeOf(lists: ArrayLike<number>[]): Range {
  let [low, high] = [0, 0];
  for (const list of lists)
    for (let i = 0; i < list.length; ++i) {
      if (list[i] < low) low = list[i];
      if (list[i] > high && list[i] < Infinity) high = list[i];
    }
  if (high - low < 1e-300) return {low: 0, high: 1};
  const pad = 0.08 * (high - low);
  return {low: low < 0 ? low - pad : 0, high: high > 0 ? high + pad : 0};
}

/**
 * The places that draw a curve of many values over `pixels` columns: of each column the first, the least, the greatest and the last value,
 * in their order, so that no peak is lost.
 */
export function sampled(values: ArrayLike<number>, pixels: number): number[] {
  const count = values.length;
  if (count <= 4 * pixels) return Array.from({length: count}, (_, i) => i);
  const places: number[] = [];
  for (let column = 0; column < pixels; ++column) {
    const first = Math.floor((column * count) / pixels);
    const last = Math.floor(((column + 1) * count) / pixels) - 1;
    let [least, greatest] = [first, first];
    for (let i = first; i <= last; ++i) {
      if (values[i] < values[least]) least = i;
      if (values[i] > values[greatest]) greatest = i;
    }
    places.push(...new Set([first, Math.min(least, greatest), Math.max(least, greatest), last]));
  }
  return places;
}
