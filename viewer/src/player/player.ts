/** Plays something on a stage: time, its controls, and what the person at the screen has chosen. */
import {Capture} from "./capture.js";
import {type Facts, Inspector} from "./inspector.js";
import {make} from "../page.js";
import {Palette} from "../palette.js";
import type {Playback} from "../playback.js";
import type {Scene} from "../scene.js";
import {Scrubber} from "./scrubber.js";
import {upperBound} from "../search.js";
import {Choices, type Stage} from "../stage.js";
import {kTools, type Tool, Tools} from "./tools.js";
import {Transport} from "./transport.js";

const kKeys = [
  ["space", "play, pause"], ["← →", "one frame back, on"], ["P N", "previous, next event"], ["↑ ↓", "faster, slower"], ["home end", "start, end"],
  ["F", "follow the chosen ball"], ["0", "whole view"], ["esc", "let go"],
];
const kNothingSaid = {text: "", exact: true, title: ""};
const kComputing = {text: "computing …", exact: false, title: "What was asked for is on its way; Esc or Pause stops here"};
const kTyped = "input:not([type=range]), select, textarea";

export interface PlayerOptions {
  makeStage(scene: Scene, playback: Playback, choices: Choices, host: HTMLElement): Stage;
  /** What can be shown and hidden. */
  tools?: Tool[];
  colorings?: boolean;
  /** How much happens in equal parts of the time. */
  density?: ArrayLike<number>;
  facts(slot: number): Facts;
  /** Of the files of pictures and films, without an ending. */
  name?: string;
  /** Time per second of playing at 1×. */
  base?: number;
  /** Of time. */
  unit?: string;
  /** What is said of the motion shown. */
  quality?(t: number): {text: string; exact: boolean; title: string};
  onSelect?(slot: number): void;
  /** It begins to play, or stops. */
  onPlaying?(playing: boolean): void;
}

/** 1× is one unit of time per second, or the power of ten that lets a run last between 3 s and 2 minutes. */
export function baseRate(span: number): number {
  if (!(span > 0) || (span >= 3 && span <= 120)) return 1;
  return 10 ** Math.round(Math.log10(span / 15));
}

export class Player {
  readonly element: HTMLElement;
  readonly choices: Choices;
  readonly stage: Stage;
  readonly scrubber: Scrubber;
  readonly palette: Palette;
  time: number;
  playing = false;
  private readonly host = make("div.stage", {id: "stage", tabIndex: 0, ariaLabel: "The run; space plays and pauses"});
  private readonly tools: Tools;
  private readonly capture: Capture;
  private readonly help = make("div.help", {hidden: true});
  private readonly transport: Transport;
  private readonly inspector = new Inspector(() => this.select(-1), () => this.tools.flip("follow"));
  private readonly listeners: ((t: number) => void)[] = [];
  private readonly actions: Record<string, () => void>;
  private readonly base: number;
  private rate: number;
  private dirty = true;
  private last: number | null = null;
  private ended = false;
  /** What was asked for and is still on its way: a time, or the next event after one. */
  private wanted: {time: number} | {eventAfter: number} | null = null;

  constructor(private readonly scene: Scene, readonly playback: Playback, private readonly options: PlayerOptions) {
    this.time = playback.from;
    this.base = this.rate = options.base ?? baseRate(playback.until - playback.from);
    this.choices = new Choices(scene);
    this.palette = new Palette(scene, playback);
    this.transport = new Transport(this.base, {
      toggle: () => this.toggle(), toStart: () => this.seek(playback.from), step: (direction) => this.stepEvent(direction),
      stepFrame: playback.frameBeside && ((direction) => this.stepFrame(direction)),
      setSpeed: (multiple) => this.setRate(multiple), help: () => this.flipHelp(),
    });
    this.scrubber = new Scrubber(options.density ?? [], (t) => this.seek(t));
    const speeds = () => ({colors: scene.speed_colors, top: playback.topSpeed});
    this.tools = new Tools(this.choices, options.tools ?? kTools, options.colorings !== false, speeds, () => this.refresh(), () => this.stage.reset());
    this.capture = new Capture(this.host, options.name ?? "carom", () => this.draw());
    this.tools.buttons.append(...this.capture.buttons);
    this.host.append(this.tools.buttons, this.tools.legend, this.inspector.element, this.help);
    this.element = make("section.card.player", {ariaLabel: "Player"}, this.host, this.scrubber.element, this.transport.element);
    this.stage = options.makeStage(scene, playback, this.choices, this.host);
    this.actions = this.makeActions();
    this.buildHelp();
    this.listen();
    requestAnimationFrame(this.tick);
  }

  dispose(): void {
    this.ended = true;
    document.removeEventListener("keydown", this.key);
    this.capture.dispose();
    this.stage.dispose();
    this.scrubber.dispose();
    this.element.remove();
  }

  onTime(listener: (t: number) => void): void {
    this.listeners.push(listener);
  }

  private listen(): void {
    document.addEventListener("keydown", this.key);
    this.stage.onPick = (slot) => this.select(slot);
    this.stage.onChange = () => this.refresh();
    this.stage.onResize = () => {
      this.stage.stale();
      this.draw();
    };
  }

  /** Draws at the next frame. */
  refresh(): void {
    this.dirty = true;
  }

  private readonly tick = (now: number): void => {
    if (this.ended) return;
    const elapsed = this.last === null ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    if (this.wanted) this.pursue();
    else if (this.playing) {
      this.time = this.playback.reach(this.time + elapsed * this.rate, true);
      this.dirty = true;
      if (this.time >= this.playback.until) this.pause();
    }
    if (this.dirty) this.draw();
    requestAnimationFrame(this.tick);
  };

  draw(): void {
    const {playback} = this;
    this.dirty = false;
    playback.evaluate(this.time);
    this.stage.draw(playback.time, this.rate);
    this.capture.drawn();
    this.tools.keepLegend();
    this.transport.showTime(playback.time, playback.from, playback.until, this.options.unit ?? "");
    this.scrubber.setTime(playback.time, playback.from, playback.until);
    const quality = this.wanted ? kComputing : (this.options.quality?.(playback.time) ?? kNothingSaid);
    this.transport.showQuality(quality.text, quality.exact, quality.title);
    if (this.choices.selected >= 0) this.inspector.show(this.options.facts(this.choices.selected), this.choices.follow);
    for (const listener of this.listeners) listener(playback.time);
  }

  /** At once, or as soon as it is computed. */
  seek(t: number): void {
    this.wanted = {time: t};
    this.pursue();
  }

  /** As far as there is something by now. */
  private pursue(): void {
    const {playback, wanted} = this;
    if (!wanted) return;
    const target = "time" in wanted ? wanted.time : this.eventAfter(wanted.eventAfter) ?? playback.until;
    this.time = playback.reach(target);
    if (this.time >= Math.min(target, playback.until)) this.wanted = null;
    this.dirty = true;
  }

  /** Where we are, nothing more is waited for. */
  private stay(): void {
    this.wanted = null;
    this.dirty = true;
  }

  private eventAfter(t: number): number | undefined {
    const {time} = this.scene.events;
    return time[upperBound(time, t)];
  }

  play(): void {
    if (this.time >= this.playback.until) this.seek(this.playback.from);
    this.setPlaying(true);
  }

  pause(): void {
    this.stay();
    this.setPlaying(false);
  }

  private setPlaying(playing: boolean): void {
    if (this.playing !== playing) this.options.onPlaying?.(playing);
    this.playing = playing;
    this.transport.showPlaying(playing);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  /** To the next or the previous moment at which something happens. */
  stepEvent(direction: 1 | -1): void {
    this.pause();
    if (direction > 0) {
      this.wanted = {eventAfter: this.time};
      return this.pursue();
    }
    const {time} = this.scene.events;
    let i = upperBound(time, this.time) - 1;
    while (i >= 0 && time[i] >= this.time) --i;
    this.seek(i >= 0 ? time[i] : this.playback.from);
  }

  private stepFrame(direction: 1 | -1): void {
    this.pause();
    this.seek(this.playback.frameBeside?.(direction) ?? this.time + (direction * this.rate) / 60);
  }

  setRate(multiple: number): void {
    const shown = Math.max(0.01, Math.min(100, multiple));
    this.rate = this.base * shown;
    this.transport.showSpeed(shown);
    this.dirty = true;
  }

  // Keys.

  private makeActions(): Record<string, () => void> {
    const speed = (factor: number) => this.setRate((this.rate / this.base) * factor);
    return {
      ...this.tools.actions,
      " ": () => this.toggle(), ArrowLeft: () => this.stepFrame(-1), ArrowRight: () => this.stepFrame(1), n: () => this.stepEvent(1), p: () => this.stepEvent(-1),
      ArrowUp: () => speed(10 ** 0.25), ArrowDown: () => speed(10 ** -0.25), Home: () => this.seek(this.playback.from), End: () => this.seek(this.playback.until),
      f: () => this.tools.flip("follow"), 0: () => this.stage.reset(), "?": () => this.flipHelp(), Escape: () => (this.wanted ? this.stay() : this.help.hidden ? this.select(-1) : this.flipHelp()),
    };
  }

  private readonly key = (event: KeyboardEvent): void => {
    const target = event.target as Element;
    if (target.matches(kTyped) || event.ctrlKey || event.metaKey || event.altKey) return;
    const action = this.actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const scrolls = event.key.startsWith("Arrow") || ["Home", "End", " "].includes(event.key);
    const elsewhere = target !== document.body && !this.element.contains(target);
    if (!action || (scrolls && (elsewhere || target.matches(".speed input")))) return;
    event.preventDefault();
    action();
  };

  private buildHelp(): void {
    this.help.append(make("dl", {}, ...[...kKeys, ...this.tools.keys].flatMap(([keys, what]) => [make("dt", {}, ...keys.split(" ").map((key) => make("kbd", {}, key))), make("dd", {}, what)])));
    this.help.onclick = () => this.flipHelp();
  }

  private flipHelp(): void {
    this.help.hidden = !this.help.hidden;
  }

  select(slot: number): void {
    this.choices.selected = slot;
    this.choices.follow = slot >= 0;
    this.dirty = true;
    if (slot < 0) this.inspector.close();
    else {
      const {balls} = this.scene;
      const mark = balls.marks[slot] ? ` · ${balls.marks[slot]}` : "";
      this.inspector.open(this.scene.bodyName(balls.id[slot]) + mark, this.palette.own(slot));
    }
    this.options.onSelect?.(slot);
  }
}
