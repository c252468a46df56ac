/** How the scene that is built came to be, step by step. */
import {keep, keepHere, kept, keptHere, putAside} from "../kept.js";
import {message} from "../ui.js";
import {kFirst, readScene, textOf} from "./document.js";

const kKey = "carom.build";
const kStepsKey = "carom.build.steps";
const kMostSteps = 200;
const kMostLetters = 2e6;  // of all steps

interface Steps {
  steps: string[];
  at: number;
}

/** The steps of this window before it was loaded again; none if there are none, or they are not what was kept. */
function earlierSteps(): Steps {
  try {
    const {steps, at} = JSON.parse(keptHere(kStepsKey) ?? "{}") as Partial<Steps>;
    if (!Array.isArray(steps) || !Number.isInteger(at) || !steps[at!]) throw new Error("no steps");
    steps.forEach((step) => readScene(step, "a step"));
    return {steps, at: at!};
  } catch {
    return {steps: [], at: -1};
  }
}

/** What was built so far, step by step. */
export class History {
  constructor(private steps: string[], private at: number, private readonly onStep: (now: Steps) => void) {}

  get text(): string {
    return this.steps[this.at];
  }

  push(text: string): void {
    if (text === this.text) return;
    this.steps = latest([...this.steps.slice(0, this.at + 1), text]);
    this.go(this.steps.length - 1);
  }

  get canUndo(): boolean {
    return this.at > 0;
  }

  get canRedo(): boolean {
    return this.at + 1 < this.steps.length;
  }

  /** −1: undo, 1: redo. */
  step(by: 1 | -1): void {
    if (by < 0 ? this.canUndo : this.canRedo) this.go(this.at + by);
  }

  private go(to: number): void {
    this.at = to;
    this.onStep({steps: this.steps, at: to});
  }
}

/** Of one's own scene: the steps live as long as the window, loaded again or not, and the newest one longer. `loss`: what became of a scene of the last visit that could not be read, if there is something to tell. */
export function ownHistory(): {history: History; loss: string} {
  const {steps, at} = earlierSteps();
  let text = kept(kKey) ?? textOf(kFirst);
  let loss = "";
  try {
    readScene(text, "what was kept");
  } catch (error) {
    text = textOf(kFirst);
    loss = `The scene of your last visit could not be read: ${message(error)}. It is put aside in this browser's storage, under "${putAside(kKey)}"; here is one to begin with.`;
  }
  const all = text === steps[at] ? {steps, at} : {steps: [...steps.slice(0, at + 1), text], at: at + 1};
  return {history: new History(all.steps, all.at, keepSteps), loss};
}

function keepSteps(now: Steps): void {
  keep(kKey, now.steps[now.at]);
  keepHere(kStepsKey, JSON.stringify(now));
}

/** As many of the last steps as there is room for; one at least. */
export function latest(steps: string[]): string[] {
  let first = steps.length - 1;
  for (let letters = steps[first].length; first > 0 && steps.length - first < kMostSteps && (letters += steps[first - 1].length) <= kMostLetters; ) --first;
  return steps.slice(first);
}
