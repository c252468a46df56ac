/** The run of the scene on this page: from its start to its end, and the moment of it at which it is paused. */
import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {message} from "../ui.js";
import type {SceneFile} from "./document.js";
import type {Layout} from "./layout.js";
import type {Moment} from "./moment.js";
import {Run} from "./run.js";
import {type Happening, isRun, type State} from "./state.js";

/** What a run sees of the page, and tells it. */
export interface RunHost {
  readonly state: State;
  happen(happening: Happening): void;
  /** This scene is looked at now; `renumber` tells which of its bodies is the one that was so until now (−1: none). */
  look(scene: SceneFile, renumber: (index: number) => number): void;
  selectBody(index: number): void;
  fail(reason: string): void;
}

export class Running {
  /** At which the run is paused, once it is known as a scene. */
  moment: Moment | null = null;
  private run: Run | null = null;
  private text = "";
  private finding: Promise<void> | null = null;

  constructor(private readonly carom: Remote<Carom>, private readonly layout: Layout, private readonly host: RunHost) {}

  async start(text: string): Promise<void> {
    this.text = text;
    try {
      const run = await Run.start(this.carom, text, {
        onPlaying: (playing) => this.host.happen({type: playing ? "play" : "pause"}), onTime: (status) => this.showTime(status),
        onSelect: (body) => this.host.selectBody(this.moment ? this.moment.ids.indexOf(body) : body), onFail: (reason) => this.host.fail(`The run ended: ${reason}`),
      });
      if (!isRun(this.host.state)) return run.end();
      this.run = run;
      this.layout.showRun(run);
      run.play();
    } catch (error) {
      this.host.fail(`Not ready to run: ${message(error)}`);
    }
  }

  end(): void {
    this.run?.end();
    this.run = this.moment = null;
    this.layout.showRun(null);
  }

  private get isPaused(): boolean {
    return this.host.state.mode.is === "paused";
  }

  private showTime(status: string): void {
    this.layout.status.textContent = status;
    if (this.isPaused) void this.findMoment();
  }

  /** What the engine tells of the moment that is shown; then of the one that is shown by then. */
  findMoment(): Promise<void> {
    this.finding ??= this.pursueMoment().finally(() => (this.finding = null));
    return this.finding;
  }

  private async pursueMoment(): Promise<void> {
    const {run} = this;
    try {
      while (run && run === this.run && this.isPaused && run.time !== this.moment?.time) {
        const found = await run.moment();
        if (found && run === this.run && this.isPaused) this.showMoment(found);
      }
    } catch (error) {
      this.layout.notice.tell(`This moment cannot be edited: ${message(error)}`);
    }
  }

  private showMoment(moment: Moment): void {
    const before = this.moment;
    this.moment = moment;
    this.host.look(moment.scene, (k) => moment.ids.indexOf(before?.ids[k] ?? k));
  }

  /** It plays on: what is looked at is the start again. */
  leaveMoment(): void {
    const {moment} = this;
    this.moment = null;
    if (moment && this.run) this.host.look(JSON.parse(this.text) as SceneFile, (k) => moment.ids[k]);
  }
}
