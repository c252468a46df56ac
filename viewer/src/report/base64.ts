/** Arrays of numbers as little-endian bytes in base 64 (RFC 4648). */

const kDigits = new Uint8Array(128);
Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/").forEach((digit, value) => (kDigits[digit.charCodeAt(0)] = value));

/** Browsers of 2025 and later decode by themselves, many times faster. */
const native = (Uint8Array as unknown as {fromBase64?: (text: string) => Uint8Array<ArrayBuffer>}).fromBase64;

/** Four digits of six bits each are three bytes. */
export function decodeDigits(text: string): Uint8Array<ArrayBuffer> {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array((text.length / 4) * 3 - padding);
  for (let from = 0, to = 0; to < bytes.length; from += 4) {
    const bits = (kDigits[text.charCodeAt(from)] << 18) | (kDigits[text.charCodeAt(from + 1)] << 12) | (kDigits[text.charCodeAt(from + 2)] << 6) | kDigits[text.charCodeAt(from + 3)];
    bytes[to++] = bits >> 16;
    bytes[to++] = bits >> 8;
    bytes[to++] = bits;
  }
  return bytes;
}

export type NumberArray = Float64Array | Float32Array | Uint32Array | Int32Array | Uint16Array | Uint8Array;

export interface ArrayKind<T extends NumberArray> {
  new (buffer: ArrayBuffer): T;
}

export function decodeArray<T extends NumberArray>(text: string, Kind: ArrayKind<T>): T {
  return new Kind((native ? native.call(Uint8Array, text) : decodeDigits(text)).buffer);
}
