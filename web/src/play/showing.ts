import type {ShotEvent, ShotRecord} from "carom-wasm";
import {h, range} from "../ui.js";
import {ShotPlayback} from "./player.js";
import type {TableScene} from "./scene.js";
import type {Settings} from "./stored.js";

/** Shows a shot, with a bar of time to pause, seek and skip it. */
export class Showing {
  readonly bar = h("div", {class: "replay", hidden: true});
  private playback: ShotPlayback | null = null;
  private finished: (() => void) | null = null;
  private readonly timeline = range(0, 1, 0.001, 0, (time) => this.scrub(time));
  private readonly pauseButton = h("button", {class: "small", "data-testid": "pause", onclick: () => this.toggle()}, "Pause");

  constructor() {
    this.timeline.setAttribute("aria-label", "Time of the shot");
    this.bar.append(this.pauseButton, this.timeline, h("button", {class: "small", "data-testid": "skip", onclick: () => this.skip()}, "Skip"));
  }

  /** Until it is over, skipped or stopped. */
  show(record: ShotRecord, scene: TableScene, onEvent: (event: ShotEvent) => void, settings: Settings): Promise<void> {
    this.stop();
    this.playback = new ShotPlayback(record, scene, onEvent);
    this.adopt(settings);
    this.timeline.max = String(record.duration);
    this.pauseButton.textContent = "Pause";
    this.bar.hidden = false;
    return new Promise((resolve) => (this.finished = resolve));
  }

  adopt({rate, slow}: Settings): void {
    if (this.playback) Object.assign(this.playback, {rate, slowMeetings: slow});
  }

  advance(seconds: number): void {
    if (!this.playback) return;
    this.playback.advance(seconds);
    this.timeline.valueAsNumber = this.playback.time;
    if (this.playback.over && this.playback.playing) this.stop();
  }

  skip(): void {
    this.playback?.seek(this.playback.record.duration);
    this.stop();
  }

  /** Where it is. */
  stop(): void {
    this.playback = null;
    this.bar.hidden = true;
    this.finished?.();
    this.finished = null;
  }

  private toggle(): void {
    if (!this.playback) return;
    this.playback.playing = !this.playback.playing;
    this.pauseButton.textContent = this.playback.playing ? "Pause" : "Play";
  }

  private scrub(time: number): void {
    if (!this.playback) return;
    if (this.playback.playing) this.toggle();
    this.playback.seek(time);
  }
}
