/** What takes its time: what it is at, for how long by now, and the way to end it. */
import {type Engine, ownEngine} from "../engine.js";
import {h} from "../ui.js";

const kPatience = 400;  // ms before anything is said

export class CancelledError extends Error {
  override name = "CancelledError";
}

/** One opening. It has an engine of its own, so that it can be ended whatever that is at. */
export class Opening {
  private engine: Engine | null = null;
  private readonly began = performance.now();
  private phase = "";
  private cancelled = false;
  private giveUp: (error: CancelledError) => void = () => {};
  private readonly end = new Promise<never>((_, reject) => (this.giveUp = reject));

  constructor(readonly bar: ProgressBar) {
    this.end.catch(() => {});  // where nobody waits any more
  }

  get carom(): Engine["carom"] {
    this.engine ??= ownEngine();
    return this.engine.carom;
  }

  /** What comes next. */
  async at(phase: string): Promise<void> {
    if (this.cancelled) throw new CancelledError();
    this.phase = phase;
    this.bar.show(this);
    await new Promise((resolve) => setTimeout(resolve));  // so that it is seen, and Cancel heard
    if (this.cancelled) throw new CancelledError();
  }

  get text(): string {
    const seconds = Math.floor((performance.now() - this.began) / 1000);
    return `${this.phase} …${seconds > 0 ? ` ${seconds} s` : ""}`;
  }

  get patient(): boolean {
    return performance.now() - this.began < kPatience;
  }

  /** The answer, or at once a CancelledError. */
  wait<T>(answer: Promise<T>): Promise<T> {
    return Promise.race([answer, this.end]);
  }

  cancel(): void {
    this.cancelled = true;
    this.giveUp(new CancelledError());
    this.close();
  }

  /** Gives the engine back, and all of its memory. */
  close(): void {
    this.engine?.end();
    this.engine = null;
    this.bar.hide(this);
  }
}

export class ProgressBar {
  private readonly words = h("p", {role: "status", "data-testid": "progress"});
  readonly element = h("div", {class: "over progress", hidden: true}, this.words, h("button", {class: "small", "data-testid": "cancel", onclick: () => this.shown?.cancel()}, "Cancel"));
  private shown: Opening | null = null;
  private timer = 0;

  show(opening: Opening): void {
    this.shown = opening;
    if (!this.timer) this.timer = window.setInterval(() => this.write(), 200);
    this.write();
  }

  private write(): void {
    if (!this.shown || this.shown.patient) return;
    this.element.hidden = false;
    this.words.textContent = this.shown.text;
  }

  hide(opening: Opening): void {
    if (opening !== this.shown) return;
    clearInterval(this.timer);
    Object.assign(this, {shown: null, timer: 0});
    this.element.hidden = true;
  }
}
