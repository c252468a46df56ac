import type {GameState, TableShape} from "carom-wasm";
import {Slider} from "../slider.js";
import {capital, checkbox, field, h, select} from "../ui.js";
import {type Aim, degreesOf, kDegree, kLeastSpeed, kMostSpeed} from "./aim.js";
import {type Chosen, kNothingChosen} from "./aiming.js";
import {FineAim} from "./fine_aim.js";
import {TipPicker} from "./tip_picker.js";

const kAsAimed = ["", "as aimed"] as const;
const kLargestOffset = 0.5;  // radii; beyond, tips slip

export interface StrokeActions {
  set(change: Partial<Aim>): void;
  turn(degrees: number): void;
  shoot(): void;
}

/** The controls of a stroke: how fast, where the tip meets the ball, which way, how steep, and what is called. */
export class StrokePanel {
  readonly element: HTMLElement;
  readonly calls = h("div", {class: "calls"});
  readonly fine: FineAim;
  private readonly power: Slider;
  private readonly elevation: Slider;
  private readonly tip: TipPicker;
  private readonly angle = h("output", {"data-testid": "angle"});
  private readonly shootButton: HTMLButtonElement;
  private chosen: Chosen = kNothingChosen;

  constructor(actions: StrokeActions) {
    this.power = new Slider("Power", [kLeastSpeed, kMostSpeed, 0.1], " m/s", 1, (speed) => actions.set({speed}), "power");
    this.elevation = new Slider("Elevation", [0, 80, 1], "°", 0, (degrees) => actions.set({elevation: degrees * kDegree}), "elevation");
    this.tip = new TipPicker(kLargestOffset, (side, height) => actions.set({side, height}));
    this.fine = new FineAim((degrees) => actions.turn(degrees));
    this.shootButton = h("button", {class: "shoot", "data-testid": "shoot", disabled: true, onclick: () => actions.shoot()}, "Shoot");
    const turn = (degrees: number, label: string) => h("button", {class: "small", "aria-label": label, onclick: () => actions.turn(degrees)}, degrees > 0 ? "⟲" : "⟳");
    const aimRow = h("div", {class: "field aim"}, h("span", {class: "label"}, "Aim"), turn(0.1, "Turn the aim left a little"), this.angle, turn(-0.1, "Turn the aim right a little"));
    this.element = h("div", {class: "stroke"}, this.power.element, h("div", {class: "row"}, this.tip.element, h("div", {class: "column"}, aimRow, this.fine.element, this.elevation.element, this.shootButton)), this.calls);
  }

  show({angle, speed, side, height, elevation}: Aim): void {
    this.power.set(speed);
    this.elevation.set(elevation / kDegree);
    this.tip.show(side, height);
    this.angle.textContent = `${degreesOf(angle)}°`;
    this.fine.show(angle);
  }

  set enabled(on: boolean) {
    this.shootButton.disabled = !on;
  }

  get call(): Chosen {
    return this.chosen;
  }

  /** What has to be said in this state, by whom; nothing chosen yet. */
  showCalls(state: GameState, table: TableShape, personsTurn: boolean): void {
    this.chosen = kNothingChosen;
    const choose = (change: Partial<Chosen>) => (this.chosen = {...this.chosen, ...change});
    const numberOf = (text: string) => (text === "" ? undefined : Number(text));
    const parts: HTMLElement[] = [];
    const asked = personsTurn && !state.choices.length;
    if (asked && (state.calls_pocket || state.names_ball)) {
      const balls = [kAsAimed, ...state.balls_on.map((ball) => [String(ball), capital(state.names[ball])] as const)];
      parts.push(field("Call ball", select(balls, "", (ball) => choose({ball: numberOf(ball)}))));
    }
    if (asked && state.calls_pocket) {
      const pockets = [kAsAimed, ...table.pockets.map(({id}, k) => [String(k), capital(id)] as const)];
      parts.push(field("Pocket", select(pockets, "", (pocket) => choose({pocket: numberOf(pocket)}))), checkbox("Safety", false, (safety) => choose({safety})));
    }
    if (personsTurn && state.push_out_allowed) parts.push(checkbox("Push out", false, (pushOut) => choose({pushOut})));
    this.calls.replaceChildren(...parts);
  }
}
