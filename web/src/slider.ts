import {field, h, range} from "./ui.js";

/** A labelled slider that shows its value with a unit; `unit` has the space before it, where there is one. */
export class Slider {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  private readonly output = h("output");

  constructor(label: string, [min, max, step]: [number, number, number], private readonly unit: string, private readonly digits: number, onChange: (value: number) => void, name: string) {
    this.input = range(min, max, step, min, (value) => {
      this.show(value);
      onChange(value);
    });
    this.input.dataset.testid = name;
    this.element = field(label, this.input, this.output);
    this.element.classList.add(name);
  }

  set(value: number): void {
    this.input.valueAsNumber = value;
    this.show(value);
  }

  private show(value: number): void {
    this.output.textContent = value.toFixed(this.digits) + this.unit;
    this.input.setAttribute("aria-valuetext", this.output.textContent);
    this.input.style.setProperty("--share", `${(100 * (value - Number(this.input.min))) / (Number(this.input.max) - Number(this.input.min))}%`);
  }
}
