import {h} from "../ui.js";

const kTipStep = 0.05;

/** The cue ball from behind: where the tip meets it. Drag, or use the arrow keys. */
export class TipPicker {
  readonly element: HTMLElement;
  private readonly dot = h("span", {class: "tip-dot"});
  private readonly face: HTMLElement;
  private readonly text = h("output", {id: "tip-place"}, "centre");
  private at: [number, number] = [0, 0];

  constructor(private readonly limit: number, private readonly onChange: (side: number, height: number) => void) {
    this.face = h("div", {
      class: "tip", tabindex: 0, role: "application", "aria-roledescription": "two-way slider", "aria-label": "Where the tip meets the cue ball: arrow keys move it, Home is the centre", "aria-describedby": "tip-place",
      onpointerdown: (event: PointerEvent) => this.drag(event), onpointermove: (event: PointerEvent) => event.buttons && this.drag(event),
      onkeydown: (event: KeyboardEvent) => this.key(event),
    }, this.dot);
    this.element = h("div", {class: "field"}, h("span", {class: "label"}, "Tip"), this.face, this.text);
  }

  private set(side: number, height: number): void {
    this.show(side, height);
    this.onChange(...this.at);
  }

  show(side: number, height: number): void {
    const size = Math.hypot(side, height);
    const most = this.limit - 0.005;
    this.at = size > most ? [(side * most) / size, (height * most) / size] : [side, height];
    this.dot.style.left = `${50 + 50 * this.at[0]}%`;
    this.dot.style.top = `${50 - 50 * this.at[1]}%`;
    this.text.textContent = this.describe();
  }

  private describe(): string {
    const [side, height] = this.at.map((value) => Math.round(value * 100));
    const words = [height && `${Math.abs(height)} % ${height > 0 ? "follow" : "draw"}`, side && `${Math.abs(side)} % ${side > 0 ? "right" : "left"}`].filter(Boolean);
    return words.join(", ") || "centre";
  }

  private drag(event: PointerEvent): void {
    this.face.setPointerCapture(event.pointerId);
    const box = this.face.getBoundingClientRect();
    this.set((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height);
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [number, number]> = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    if (event.key === "Home") this.set(0, 0);
    else if (moves[event.key]) this.set(this.at[0] + kTipStep * moves[event.key][0], this.at[1] + kTipStep * moves[event.key][1]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
