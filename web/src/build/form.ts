/** Fields with labels that show the scene as it is now, and change it. They stay while one is edited. */
import {field, h, type Options, select} from "../ui.js";
import type {Complaint} from "./complaint.js";
import type {SceneFile} from "./document.js";
import type {Point} from "./geometry.js";

/** Which numbers are right, and how the engine calls them. */
export interface Bounds {
  least?: number;
  above?: number;
  place?: string;
}

/** Changes the scene; the next step of its history. */
export type Change = (act: (scene: SceneFile) => void) => void;

export class Form {
  readonly element = h("div", {class: "fields"});
  private readonly refreshers: (() => void)[] = [];
  private readonly judges: ((complaint: Complaint) => boolean)[] = [];

  constructor(private readonly change: Change) {}

  refresh(): void {
    this.refreshers.forEach((refresh) => refresh());
  }

  /** Says at the field that the engine complains about what is wrong with it, and whether there is such a field. */
  blame(complaint: Complaint): boolean {
    return this.judges.map((judge) => judge(complaint)).includes(true);
  }

  private add(element: HTMLElement, refresh: () => void): HTMLElement {
    refresh();
    this.refreshers.push(refresh);
    return element;
  }

  /** A line for what is wrong with all of something, as that it overlaps. */
  whole(name: string, concerns: (complaint: Complaint) => boolean): HTMLElement {
    const why = h("p", {class: "why", role: "alert", hidden: true, "data-testid": name});
    const tell = (words: string) => {
      why.textContent = words;
      why.hidden = words === "";
    };
    this.judges.push((complaint) => {
      if (concerns(complaint)) tell(complaint.words);
      return concerns(complaint);
    });
    return this.add(why, () => tell(""));
  }

  /** `place`: as the engine's messages call the number, as in bodies[0].mass. What is refused stays in the field, with the reason below it. */
  number(label: string, name: string, get: () => number, set: (scene: SceneFile, value: number) => void, {least = -Infinity, above = -Infinity, place = ""}: Bounds = {}): HTMLElement {
    const input = h("input", {type: "number", step: "any", "data-testid": name});
    const why = h("p", {class: "why", id: `${name}-why`, role: "alert", hidden: true});
    const refuse = (reason: string) => {
      why.textContent = reason;
      why.hidden = reason === "";
      input.setAttribute("aria-invalid", String(reason !== ""));
      if (reason) input.setAttribute("aria-describedby", why.id);
      else input.removeAttribute("aria-describedby");
    };
    input.addEventListener("change", () => {
      const value = input.valueAsNumber;
      if (!Number.isFinite(value)) refuse("expected a number");
      else if (value < least) refuse(`got ${value}, expected ${least} or more`);
      else if (value <= above) refuse(`got ${value}, expected more than ${above}`);
      else if (value === get()) refuse("");
      else this.change((scene) => set(scene, value));
    });
    this.judges.push((complaint) => {
      const about = place !== "" && complaint.place === place;
      if (about) refuse(complaint.words);
      return about;
    });
    return this.add(h("div", {class: "number"}, field(label, input), why), () => {
      input.value = String(get());
      refuse("");
    });
  }

  text(label: string, name: string, get: () => string, set: (scene: SceneFile, value: string) => void): HTMLElement {
    const input = h("input", {type: "text", "data-testid": name});
    input.addEventListener("change", () => input.value !== get() && this.change((scene) => set(scene, input.value)));
    return this.add(field(label, input), () => (input.value = get()));
  }

  color(label: string, get: () => string, set: (scene: SceneFile, value: string) => void): HTMLElement {
    const input = h("input", {type: "color"});
    input.addEventListener("change", () => this.change((scene) => set(scene, input.value)));
    return this.add(field(label, input), () => (input.value = get()));
  }

  check(label: string, get: () => boolean, set: (scene: SceneFile, on: boolean) => void): HTMLElement {
    const box = h("input", {type: "checkbox", onchange: () => this.change((scene) => set(scene, box.checked))});
    return this.add(h("label", {class: "check"}, box, label), () => (box.checked = get()));
  }

  choice<T extends string>(label: string, name: string, options: Options<T>, get: () => T, set: (scene: SceneFile, value: T) => void): HTMLElement {
    const element = select(options, get(), (value) => this.change((scene) => set(scene, value)));
    element.dataset.testid = name;
    return this.add(field(label, element), () => (element.value = get()));
  }

  /** The two numbers of a point, each with its label. */
  pair(labels: [string, string], name: string, get: () => Point, set: (scene: SceneFile, at: Point) => void, place = ""): HTMLElement {
    const one = (axis: 0 | 1) =>
      this.number(labels[axis], `${name}-${"xy"[axis]}`, () => get()[axis], (scene, value) => set(scene, axis === 0 ? [value, get()[1]] : [get()[0], value]), {place: place && `${place}[${axis}]`});
    return h("div", {class: "pair"}, one(0), one(1));
  }
}
