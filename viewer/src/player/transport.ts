/** The controls that move time. */
import {formatNumber, formatTime} from "../format.js";
import {make, setText} from "../page.js";

const kIcons = {
  play: "M5 3.2v11.6c0 .6.7 1 1.2.7l9-5.8c.5-.3.5-1.1 0-1.4l-9-5.8C5.7 2.2 5 2.6 5 3.2z",
  pause: "M5 3h3v12H5zM10 3h3v12h-3z",
  next: "M4 3.5v11l7-5.5zM12 3.5h2v11h-2z",
  previous: "M14 3.5v11L7 9zM4 3.5h2v11H4z",
  frameBack: "M12 3.5v11L5 9z",
  frameOn: "M6 3.5v11L13 9z",
  start: "M15 3.5v11L9 9zM9 3.5v11L3 9z",
};
type Icon = keyof typeof kIcons;

const kSvg = "http://www.w3.org/2000/svg";

function setIcon(button: HTMLButtonElement, icon: Icon, label: string): void {
  const svg = document.createElementNS(kSvg, "svg");
  svg.setAttribute("viewBox", "0 0 18 18");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(kSvg, "path");
  path.setAttribute("d", kIcons[icon]);
  svg.append(path);
  button.replaceChildren(svg);
  button.title = button.ariaLabel = label;
}

function iconButton(icon: Icon, label: string, action: () => void): HTMLButtonElement {
  const button = make("button.icon", {type: "button"});
  setIcon(button, icon, label);
  button.onclick = () => {
    action();
    button.blur();
  };
  return button;
}

export interface TransportActions {
  toggle(): void;
  toStart(): void;
  step(direction: 1 | -1): void;
  /** Where there are frames. */
  stepFrame?(direction: 1 | -1): void;
  setSpeed(multiple: number): void;
  help(): void;
}

export class Transport {
  readonly element: HTMLElement;
  private readonly play: HTMLButtonElement;
  private readonly time = make("span");
  private readonly end = make("small");
  private readonly quality = make("span.quality");
  private readonly speed = make("input", {type: "range", min: -2, max: 2, step: 0.01, value: 0, ariaLabel: "Speed"});
  private readonly multiple = make("output", {}, "1×");

  /** `base`: time per second at 1×. */
  constructor(base: number, actions: TransportActions) {
    this.play = iconButton("play", "Play", actions.toggle);
    this.play.classList.add("toggle");
    this.speed.oninput = () => actions.setSpeed(10 ** this.speed.valueAsNumber);
    this.speed.ondblclick = () => actions.setSpeed(1);
    const frame = (icon: Icon, label: string, direction: 1 | -1) => (actions.stepFrame ? [iconButton(icon, label, () => actions.stepFrame!(direction))] : []);
    const help = make("button.pill", {type: "button", title: "Keys"}, "?");
    help.onclick = actions.help;
    this.element = make("div.transport", {id: "transport"},
      make("div.steps", {}, iconButton("start", "To the start", actions.toStart), iconButton("previous", "Previous event", () => actions.step(-1)), ...frame("frameBack", "Previous frame", -1), this.play,
        ...frame("frameOn", "Next frame", 1), iconButton("next", "Next event", () => actions.step(1))),
      make("div.clock", {}, this.time, this.end), this.quality,
      make("label.speed", {title: `1× is ${formatNumber(base)} units of time per second`}, "Speed", this.speed, this.multiple), help);
    this.time.dataset.testid = "clock";
    this.play.dataset.testid = "play";
  }

  showPlaying(playing: boolean): void {
    if (playing) setIcon(this.play, "pause", "Pause");
    else setIcon(this.play, "play", "Play");
  }

  showSpeed(multiple: number): void {
    this.speed.value = String(Math.log10(multiple));
    this.multiple.textContent = `${formatNumber(multiple, 2)}×`;
  }

  showTime(t: number, from: number, until: number, unit: string): void {
    setText(this.time, formatTime(t, until - from));
    setText(this.end, ` / ${formatTime(until, until - from)}${unit}`);
  }

  showQuality(text: string, exact: boolean, title: string): void {
    setText(this.quality, text);
    if (this.quality.title !== title) this.quality.title = title;
    this.quality.classList.toggle("thinned", !exact);
  }
}
