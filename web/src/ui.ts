/** Elements in short: h("button", {onclick: …}, "Shoot"). */
type Attributes = Record<string, unknown>;
type Child = Node | string | null | undefined | false;

export function h<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Attributes = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false));
  return element;
}

let lastId = 0;

/** A labelled control with the value that it shows. */
export function field(label: string, control: HTMLElement, output?: HTMLElement): HTMLElement {
  control.id ||= `control-${++lastId}`;
  return h("div", {class: "field"}, h("label", {for: control.id}, label), control, output);
}

/** Options by their values; in a list where these are numbers, which an object would not leave in their order. */
export type Options<T extends string> = Record<T, string> | (readonly [T, string])[];

export function select<T extends string>(options: Options<T>, value: T, onChange: (value: T) => void): HTMLSelectElement {
  const element = h("select", {onchange: () => onChange(element.value as T)});
  for (const [key, text] of Array.isArray(options) ? options : Object.entries<string>(options)) element.append(h("option", {value: key}, text));
  element.value = value;
  return element;
}

export function range(min: number, max: number, step: number, value: number, onInput: (value: number) => void): HTMLInputElement {
  const element = h("input", {type: "range", min, max, step, oninput: () => onInput(element.valueAsNumber)});
  element.valueAsNumber = value;
  return element;
}

/** How fast something is played: these multiples, from slow to fast. */
export function rateSelect(rates: number[], rate: number, onChange: (rate: number) => void): HTMLSelectElement {
  const element = select(rates.map((one) => [String(one), `${one}×`] as const), String(rate), (value) => onChange(Number(value)));
  element.dataset.testid = "rate";
  return element;
}

export function checkbox(label: string, checked: boolean, onChange: (checked: boolean) => void): HTMLElement {
  const box = h("input", {type: "checkbox", onchange: () => onChange(box.checked)});
  box.checked = checked;
  return h("label", {class: "check"}, box, label);
}

/** A name for a file, of letters that every system takes. */
export const fileName = (title: string): string => title.replace(/[^A-Za-z0-9_-]+/g, "_").slice(0, 60) || "untitled";

export function download(name: string, text: string): void {
  const link = h("a", {href: URL.createObjectURL(new Blob([text], {type: "application/json"})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** What was refused or went wrong. It lies over what is shown, which stays where it is. */
export class Notice {
  private readonly words: HTMLElement;
  readonly element: HTMLElement;

  constructor(name: string) {
    this.words = h("p", {role: "alert", "data-testid": name});
    this.element = h("div", {class: "over", hidden: true}, this.words, h("button", {class: "small", "aria-label": "Close the notice", onclick: () => this.tell("")}, "×"));
  }

  get text(): string {
    return this.words.textContent ?? "";
  }

  /** `bad`: something was refused. */
  tell(text: string, bad = true): void {
    this.element.hidden = text === "";
    this.element.classList.toggle("bad", bad);
    if (text !== this.text) this.words.textContent = text;
  }
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** A page: it fills the element, and returns what ends it. */
export type Page = (into: HTMLElement, parameter: string) => Promise<() => void> | (() => void);
