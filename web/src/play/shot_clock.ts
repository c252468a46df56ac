import {h} from "../ui.js";

const kUrgent = 5;  // s

/** Counts down the seconds that a stroke may take; at none left, it is struck as it is aimed. */
export class ShotClock {
  readonly element = h("span", {class: "clock", role: "timer", "data-testid": "clock", hidden: true});
  private left = 0;
  private running = false;

  constructor(private readonly onEnd: () => void) {}

  /** For a new turn; 0 seconds: there is no clock. */
  start(seconds: number): void {
    this.left = seconds;
    this.running = seconds > 0;
    this.show();
  }

  stop(): void {
    this.running = false;
    this.show();
  }

  advance(seconds: number): void {
    if (!this.running) return;
    const before = Math.ceil(this.left);
    this.left = Math.max(0, this.left - seconds);
    if (Math.ceil(this.left) !== before) this.show();
    if (this.left > 0) return;
    this.stop();
    this.onEnd();
  }

  private show(): void {
    this.element.hidden = !this.running;
    this.element.textContent = `${Math.ceil(this.left)} s`;
    this.element.classList.toggle("urgent", this.left <= kUrgent);
  }
}
