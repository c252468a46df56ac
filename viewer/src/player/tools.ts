/** What is shown, and in which colours: the buttons above the picture, and what the colours mean. */
import {formatNumber} from "../format.js";
import {make} from "../page.js";
import type {Coloring} from "../palette.js";
import type {Choices, Toggle} from "../stage.js";

export interface Tool {
  toggle: Toggle;
  label: string;
  key: string;
}

export const kTools: Tool[] = [
  {toggle: "trails", label: "Trails", key: "t"}, {toggle: "contacts", label: "Contacts", key: "c"}, {toggle: "velocities", label: "Velocities", key: "v"},
];
export const kForcesTool: Tool = {toggle: "forces", label: "Forces", key: "o"};
export const kChainsTool: Tool = {toggle: "chains", label: "Force chains", key: "k"};
export const kSliceTool: Tool = {toggle: "slice", label: "Slice", key: "x"};
export const kCellsTool: Tool = {toggle: "cells", label: "Cells", key: "g"};
export const kSpinTool: Tool = {toggle: "spins", label: "Spin", key: "r"};

const kColorings: {coloring: Coloring; label: string; key: string}[] = [{coloring: "speed", label: "Speed colours", key: "s"}, {coloring: "hit", label: "Last hits", key: "h"}];

/** From no speed to the top speed. */
export interface SpeedScale {
  colors: readonly string[];
  top: number;
}

export class Tools {
  readonly buttons = make("div.stage-tools");
  readonly legend = make("div.hud");
  private readonly pills = new Map<string, HTMLElement>();
  private readonly colorings: typeof kColorings;
  /** The top speed that the legend tells. */
  private told = NaN;

  constructor(private readonly choices: Choices, private readonly tools: Tool[], colorings: boolean, private readonly speeds: () => SpeedScale, private readonly onChange: () => void, whole: () => void) {
    this.colorings = colorings ? kColorings : [];
    for (const {toggle, label} of tools) this.buttons.append(this.pill(toggle, label, choices[toggle], () => this.flip(toggle)));
    for (const {coloring, label} of this.colorings) this.buttons.append(this.pill(coloring, label, choices.coloring === coloring, () => this.colorBy(coloring)));
    const button = make("button.pill", {type: "button", title: "Key 0, or double click"}, "Whole view");
    button.onclick = whole;
    this.buttons.append(button);
    this.writeLegend();
  }

  /** By key. */
  get actions(): Record<string, () => void> {
    return Object.fromEntries([
      ...this.tools.map(({toggle, key}) => [key, () => this.flip(toggle)]), ...this.colorings.map(({coloring, key}) => [key, () => this.colorBy(coloring)]),
    ]);
  }

  /** Keys with what they do. */
  get keys(): [string, string][] {
    return [...this.tools, ...this.colorings].map(({key, label}) => [key.toUpperCase(), label.toLowerCase()]);
  }

  private pill(name: string, label: string, pressed: boolean, action: () => void): HTMLElement {
    const button = make("button.pill", {type: "button", ariaPressed: String(pressed)}, label);
    button.onclick = () => {
      action();
      button.blur();
    };
    this.pills.set(name, button);
    return button;
  }

  flip(toggle: Toggle): void {
    this.choices[toggle] = !this.choices[toggle];
    this.press(toggle, this.choices[toggle]);
    this.onChange();
  }

  private press(name: string, pressed: boolean): void {
    const pill = this.pills.get(name);
    if (pill) pill.ariaPressed = String(pressed);
  }

  /** By that, or if it is already, by their own colours. */
  private colorBy(coloring: Coloring): void {
    this.choices.coloring = this.choices.coloring === coloring ? "own" : coloring;
    for (const one of this.colorings) this.press(one.coloring, one.coloring === this.choices.coloring);
    this.writeLegend();
    this.onChange();
  }

  /** Again where the top speed has changed. */
  keepLegend(): void {
    if (this.choices.coloring === "speed" && this.speeds().top !== this.told) this.writeLegend();
  }

  private writeLegend(): void {
    this.legend.replaceChildren();
    if (this.choices.coloring !== "speed") return;
    const {colors, top} = this.speeds();
    this.told = top;
    const ramp = make("div.ramp");
    ramp.style.background = `linear-gradient(90deg, ${colors.join(",")})`;
    this.legend.append("speed", ramp, make("div.ramp-label", {}, make("span", {}, "0"), make("span", {}, formatNumber(top, 3))));
  }
}
