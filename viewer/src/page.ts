/** A little help with the document. */

type Properties = Record<string, unknown>;

/** make("p.note", {onclick}, "text", child …) */
export function make<K extends keyof HTMLElementTagNameMap>(what: K | `${K}.${string}`, properties: Properties = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const [tag, ...classes] = what.split(".");
  const element = document.createElement(tag) as HTMLElementTagNameMap[K];
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (key in element) (element as unknown as Properties)[key] = value;
    else element.setAttribute(key, String(value));
  }
  element.append(...children);
  return element;
}

/** The same text again would have the browser lay out the page again. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

export function find(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** The value of a custom property of the style sheet. */
export function cssColor(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export function onColorScheme(listener: () => void): () => void {
  const query = matchMedia("(prefers-color-scheme: dark)");
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

export const isDark = (): boolean => matchMedia("(prefers-color-scheme: dark)").matches;

/** Sizes a canvas to its place in the page, in device pixels; the context measures in CSS pixels. */
export function fitCanvas(canvas: HTMLCanvasElement): {context: CanvasRenderingContext2D; width: number; height: number; ratio: number} {
  const box = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const width = Math.max(1, Math.round(box.width * ratio));
  const height = Math.max(1, Math.round(box.height * ratio));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
  }
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  return {context, width: width / ratio, height: height / ratio, ratio};
}
