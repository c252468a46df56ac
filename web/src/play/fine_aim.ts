import {h} from "../ui.js";
import {degreesOf} from "./aim.js";

const kDegreesPerPixel = 0.02;
const kKeyStep = 0.02;  // degrees
const kMark = 8;  // px between the marks

/** A wheel that turns the aim by hundredths of a degree: drag it, or use the arrow keys. While it is held the contact is seen enlarged. */
export class FineAim {
  readonly element: HTMLElement;
  /** In use: a pointer or the keyboard is on it. */
  onUse: (used: boolean) => void = () => {};
  private readonly wheel: HTMLElement;
  private from: number | null = null;
  private turned = 0;  // px

  constructor(private readonly onTurn: (degrees: number) => void) {
    this.wheel = h("div", {
      class: "wheel", tabindex: 0, role: "slider", "aria-label": "Fine aim: arrow keys turn it by hundredths of a degree", "aria-valuemin": 0, "aria-valuemax": 360, "data-testid": "fine",
      onpointerdown: (event: PointerEvent) => this.hold(event), onpointermove: (event: PointerEvent) => this.drag(event), onpointerup: () => this.leave(), onpointercancel: () => this.leave(),
      onkeydown: (event: KeyboardEvent) => this.key(event), onfocus: () => this.onUse(true), onblur: () => this.onUse(false),
    });
    this.element = h("div", {class: "field fine"}, h("span", {class: "label"}, "Fine"), this.wheel);
  }

  show(angle: number): void {
    this.wheel.setAttribute("aria-valuenow", degreesOf(angle));
    this.wheel.setAttribute("aria-valuetext", `${degreesOf(angle)}°`);
  }

  private hold(event: PointerEvent): void {
    this.wheel.setPointerCapture(event.pointerId);
    this.from = event.clientX;
    this.onUse(true);
  }

  private drag({clientX}: PointerEvent): void {
    if (this.from === null) return;
    this.turn((this.from - clientX) * kDegreesPerPixel);
    this.turned += clientX - this.from;
    this.from = clientX;
    this.wheel.style.backgroundPositionX = `${this.turned % kMark}px`;
  }

  private leave(): void {
    this.from = null;
    if (document.activeElement !== this.wheel) this.onUse(false);
  }

  private turn(degrees: number): void {
    if (degrees) this.onTurn(degrees);
  }

  private key(event: KeyboardEvent): void {
    const way = ({ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1} as Record<string, number>)[event.key];
    if (!way) return;
    this.turn(way * kKeyStep * (event.shiftKey ? 0.25 : 1));
    event.preventDefault();
    event.stopPropagation();
  }
}
