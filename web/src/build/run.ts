/** The scene as it runs, in the viewer, where it is built. */
import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {counted} from "carom-viewer/format.js";
import {StagePlane} from "carom-viewer/plane/stage_plane.js";
import {Player} from "carom-viewer/player/player.js";
import {FramePlayback} from "../look/frame_playback.js";
import {factsOf} from "../look/facts.js";
import {LiveEvents} from "../look/live_events.js";
import {shownScene, toolsFor} from "../look/shown_scene.js";
import {LiveSource} from "../look/source.js";
import {fileName, message} from "../ui.js";
import type {SceneFile} from "./document.js";
import {type FinalScene, type Moment, momentOf} from "./moment.js";

export interface RunListener {
  /** It plays, or stands still. */
  onPlaying(playing: boolean): void;
  onTime(status: string): void;
  /** The body that is chosen in the picture; −1: none. */
  onSelect(body: number): void;
  onFail(reason: string): void;
}

const kMostEvents = 20_000;  // between two looks at whether somebody waits

export class Run {
  readonly player: Player;
  readonly events: LiveEvents;
  private ended = false;

  private constructor(private readonly carom: Remote<Carom>, private readonly text: string, private readonly playback: FramePlayback, private readonly listener: RunListener) {
    const {source} = playback;
    this.player = new Player(shownScene(source.about, playback.events), playback, {
      name: fileName(source.about.title || "scene"), tools: toolsFor(source.about), makeStage: (scene, frames, choices, host) => new StagePlane(scene, frames, choices, host), facts: (slot) => factsOf(playback, slot), onPlaying: (playing) => listener.onPlaying(playing),
      onSelect: (slot) => listener.onSelect(slot < 0 ? -1 : playback.idOf(slot)),
    });
    this.player.element.querySelector<HTMLElement>(".stage")!.dataset.testid = "run-stage";
    this.events = new LiveEvents(playback, this.player);
    this.player.onTime(() => listener.onTime(this.status));
  }

  static async start(carom: Remote<Carom>, text: string, listener: RunListener): Promise<Run> {
    const playback = new FramePlayback(await LiveSource.of(carom, text, "scene"));
    await playback.start();
    return new Run(carom, text, playback, listener);
  }

  play(): void {
    requestAnimationFrame(this.tick);
    this.player.play();
    this.player.element.querySelector<HTMLElement>(".stage")!.focus({preventScroll: true});
  }

  /** Of what is shown: always a frame. */
  get time(): number {
    return this.playback.time;
  }

  private get status(): string {
    const {time, shown, source} = this.playback;
    return `t = ${time.toFixed(2)} · ${counted(shown?.events ?? 0, "event")}${time >= source.about.until ? " · at its end" : ""}`;
  }

  private readonly tick = (now: number): void => {
    if (this.ended) return;
    requestAnimationFrame(this.tick);
    this.events.follow(now);
    void this.playback.fetch(() => this.player.refresh()).catch((error) => {
      this.playback.end();
      if (!this.ended) this.listener.onFail(message(error));
    });
  };

  /** The moment that is shown as a scene of its own: what ran is run again to there. Null if the run is ended meanwhile. */
  async moment(): Promise<Moment | null> {
    const {time} = this;
    const world = await this.carom.world(this.text, "scene");
    while (!this.ended && !(await world.runUntil(time, {mostEvents: kMostEvents, keepEvents: false})).complete);
    const final = this.ended ? null : (JSON.parse(await world.finalScene()) as FinalScene);
    const placements = await Promise.all((final?.bodies ?? []).map((_, id) => world.placement(id)));
    void world.close();
    return final && momentOf(JSON.parse(this.text) as SceneFile, final, placements, time);
  }

  end(): void {
    this.ended = true;
    this.playback.end();
    this.playback.source.close();
    this.player.dispose();
  }
}
