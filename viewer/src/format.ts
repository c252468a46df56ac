/** Numbers as people read them. */

export const kThinSpace = "\u202f";
const kMinus = "\u2212";
const kRaised: Record<string, string> = {"-": "\u207b", 0: "\u2070", 1: "\u00b9", 2: "\u00b2", 3: "\u00b3", 4: "\u2074", 5: "\u2075", 6: "\u2076", 7: "\u2077", 8: "\u2078", 9: "\u2079"};

export function formatCount(n: number): string {
  return Math.round(n).toString().replace(/\B(?=(\d{3})+(?!\d))/g, kThinSpace);
}

/** 1 event, 2 events. */
export const counted = (n: number, one: string, many = `${one}s`): string => `${formatCount(n)} ${Math.round(n) === 1 ? one : many}`;

const superscript = (n: number): string => String(n).replace(/[-\d]/g, (digit) => kRaised[digit]);

/** A number with `digits` significant digits; powers of ten where plain digits would be long. */
export function formatNumber(x: number, digits = 4): string {
  if (x === 0) return "0";
  if (!Number.isFinite(x)) return Number.isNaN(x) ? "–" : x > 0 ? "∞" : `${kMinus}∞`;
  const size = Math.abs(x);
  if (size >= 1e6 || size < 1e-3) {
    const [mantissa, exponent] = x.toExponential(digits - 1).split("e");
    const short = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
    return `${short.replace("-", kMinus)}\u00b710${superscript(Number(exponent))}`;
  }
  return String(Number(x.toPrecision(digits))).replace("-", kMinus);
}

/** A time with as many decimals as tell apart thousandths of `span`. */
export function formatTime(t: number, span: number): string {
  const decimals = Math.max(0, Math.min(12, 3 - Math.floor(Math.log10(span > 0 ? span : 1))));
  return (Math.abs(t) < 0.5 * 10 ** -decimals ? 0 : t).toFixed(decimals).replace("-", kMinus);
}

export function formatVector(v: ArrayLike<number>, digits = 4): string {
  return `(${Array.from(v, (x) => formatNumber(x, digits)).join(", ")})`;
}

/** force_begin → force begin */
export const spoken = (name: string): string => name.replaceAll("_", " ");
