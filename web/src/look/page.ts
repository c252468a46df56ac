import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {counted, formatCount} from "carom-viewer/format.js";
import {Player, type PlayerOptions} from "carom-viewer/player/player.js";
import {Plot, type PlotData} from "carom-viewer/plot/plot.js";
import {kTimeAxis} from "carom-viewer/plot/plots.js";
import {StagePlane} from "carom-viewer/plane/stage_plane.js";
import {StageSpace} from "carom-viewer/space/stage_space.js";
import {engine} from "../engine.js";
import {kDrawn} from "../marks.js";
import {copyLink, pack} from "../packed.js";
import {fileName, h, message, Notice, type Page} from "../ui.js";
import {factsOf} from "./facts.js";
import {FramePlayback} from "./frame_playback.js";
import {drawGallery, type Shipped, shippedAt} from "./gallery.js";
import {LiveEvents} from "./live_events.js";
import {fromAddress, fromDrop, fromLink, fromList, fromServer, type Named, openFiles} from "./opening.js";
import {CancelledError, Opening, ProgressBar} from "./progress.js";
import {shownScene, toolsFor} from "./shown_scene.js";
import type {Frame, Source} from "./source.js";

const kCurveColors = ["--c1", "--c2", "--accent", "--c3", "--c4"];
const kFirst = "break";  // the scene that is shown when none is asked for
const kPlotPause = 300;  // ms between two drawings of a curve that grows
const kMostPoints = 20_000;  // of a curve that grows

export const makeStage: PlayerOptions["makeStage"] = (scene, playback, choices, host) =>
  scene.dimension === 2 ? new StagePlane(scene, playback, choices, host) : new StageSpace(scene, playback, choices, host);

/** A curve over the time of a run. */
interface Curve {
  title: string;
  times: ArrayLike<number>;
  values: ArrayLike<number>;
  /** Of things that are counted. */
  count?: boolean;
}

/** What measures as it goes. */
class GrowingCurve implements Curve {
  readonly times: number[] = [];
  readonly values: number[] = [];

  constructor(readonly title: string, private readonly of: (frame: Frame) => number, readonly count = false) {}

  /** Of a long run every second point is dropped, again and again. */
  add(frame: Frame): void {
    if (frame.time <= (this.times.at(-1) ?? -Infinity)) return;
    this.times.push(frame.time);
    this.values.push(this.of(frame));
    if (this.times.length <= kMostPoints) return;
    for (const list of [this.times, this.values]) list.splice(0, list.length, ...list.filter((_, k) => k % 2 === 0));
  }
}

/** One visit: what is looked at, and how. */
class LookPage {
  private playback: FramePlayback | null = null;
  private player: Player | null = null;
  private plots: {plot: Plot; curve: Curve; color: string}[] = [];
  private happened: LiveEvents | null = null;
  private growing: GrowingCurve[] = [];
  private ended = false;
  private drawn = 0;

  private readonly title = h("h1", {"data-testid": "look-title"});
  private readonly story = h("p", {class: "about"});
  private readonly status = h("p", {class: "status", role: "status", "data-testid": "look-status"});
  private readonly notice = new Notice("look-notice");
  private readonly bar = new ProgressBar();
  /** What is being opened, and what was. */
  private opening: Opening | null = null;
  private opened: Opening | null = null;
  private readonly place = h("div", {class: "player-place"});
  private readonly gallery = h("div", {class: "gallery", "data-testid": "gallery"});
  private readonly events = h("div", {class: "happened", "data-testid": "events"});
  private readonly link = h("button", {"data-testid": "copy-link", hidden: true, onclick: () => void this.copyLink()}, "Copy link");
  private readonly curves = h("div", {class: "plots", "data-testid": "plots"});

  constructor(private readonly carom: Promise<Remote<Carom>>, private readonly into: HTMLElement) {}

  async begin(parameter: string): Promise<void> {
    this.layOut();
    if (parameter.startsWith("file/")) await this.open((opening) => openFiles(opening, fromAddress(parameter.slice(5))));
    else if (parameter === "run") await this.open(async (opening) => openFiles(opening, await fromServer()));
    else if (parameter.startsWith("scene/")) await this.open((opening) => openFiles(opening, fromLink(parameter.slice(6))));
    else await this.openAsked(parameter || kFirst);
    requestAnimationFrame(this.tick);
    this.carom.then((carom) => drawGallery(carom, this.gallery, "look", () => this.ended)).catch((error) => this.refuse(error));
  }

  end(): void {
    this.ended = true;
    this.opening?.cancel();
    this.close();
  }

  private close(): void {
    this.playback?.end();
    this.playback?.source.close();
    this.opened?.close();
    this.player?.dispose();
    this.plots.forEach(({plot}) => plot.dispose());
  }

  private layOut(): void {
    const chosen = (input: HTMLInputElement) => {
      void this.openAll(fromList(input.files ?? []));
      input.value = "";  // the same may be chosen again
    };
    const file = h("input", {type: "file", multiple: true, accept: ".json,.xyz,.h5,.csv", hidden: true, "data-testid": "look-file", onchange: () => chosen(file)});
    const folder = h("input", {type: "file", webkitdirectory: true, hidden: true, "data-testid": "look-folder", onchange: () => chosen(folder)});
    const panel = h("section", {class: "panel", "aria-label": "What is shown"},
      h("div", {class: "buttons"}, h("button", {onclick: () => file.click()}, "Open a file …"), h("button", {onclick: () => folder.click()}, "Open a run …"), this.link), file, folder,
      h("p", {class: "hint"}, "Or drop a scene, a trajectory (.h5, .xyz) or the folder of a run anywhere on this page."),
      this.curves, this.events, h("h2", {}, "Scenes"), this.gallery);
    this.into.replaceChildren(h("div", {class: "play look"}, h("div", {class: "board"}, this.title, this.story, h("div", {class: "with-notice"}, this.place, this.notice.element, this.bar.element), this.status), panel));
    this.into.ondragover = (event) => event.preventDefault();
    this.into.ondrop = (event) => {
      event.preventDefault();
      if (event.dataTransfer) void fromDrop(event.dataTransfer).then((files) => this.openAll(files));
    };
  }

  // Opening. What cannot be opened is told, and what was there stays.

  private async open(make: (opening: Opening) => Promise<Source>): Promise<void> {
    this.opening?.cancel();
    const opening = (this.opening = new Opening(this.bar));
    try {
      const playback = await opening.wait(start(make, opening));
      this.close();
      this.opened = opening;
      this.show(playback);
      this.bar.hide(opening);
    } catch (error) {
      opening.close();
      if (!(error instanceof CancelledError)) this.refuse(error);
      else if (this.opening === opening) this.notice.tell("Cancelled: nothing was opened.", false);
    }
    if (this.opening === opening) this.opening = null;
  }

  private show(playback: FramePlayback): void {
    const {about} = playback.source;
    this.notice.tell("");
    this.playback = playback;
    this.link.hidden = playback.source.text === undefined;
    this.title.textContent = about.title || about.name;
    this.story.textContent = about.about;
    this.player = new Player(shownScene(about, playback.events), playback, {makeStage, tools: toolsFor(about), name: fileName(about.title || about.name), facts: (slot) => factsOf(playback, slot)});
    this.player.element.querySelector<HTMLElement>(".stage")!.dataset.testid = "look-stage";
    this.place.replaceChildren(this.player.element);
    this.layPlots(playback);
    this.happened = new LiveEvents(playback, this.player);
    this.events.replaceChildren(this.happened.element);
    this.player.onTime((t) => this.showTime(t));
    this.player.play();
  }

  /** The link to the scene that runs, with all that is in it. */
  private async copyLink(): Promise<void> {
    const place = `#look/scene/${await pack(this.playback!.source.text!)}`;
    const copied = await copyLink(place);
    if (!copied) window.history.replaceState(null, "", place);
    this.notice.tell(copied ? "The link to this scene is copied." : "The link to this scene stands in the address line.", false);
  }

  private refuse(error: unknown, what = "Not opened"): void {
    this.notice.tell(`${what}: ${message(error)}`);
  }

  /** What is not shipped is told, and there is something to look at none the less. */
  private async openAsked(parameter: string): Promise<void> {
    try {
      await this.openShipped(shippedAt(parameter));
    } catch (error) {
      await this.openShipped(shippedAt(kFirst));
      this.refuse(error);
    }
  }

  private async openShipped({name, load}: Shipped): Promise<void> {
    const text = await load();
    await this.openAll(fromList([new File([text], `${name}.json`)]));
  }

  private async openAll(files: Named[]): Promise<void> {
    if (files.length) await this.open((opening) => openFiles(opening, files));
  }

  // Curves.

  private layPlots({source, shown}: FramePlayback): void {
    this.growing = source.series ? [] : [new GrowingCurve("Kinetic energy", ({kinetic}) => kinetic), new GrowingCurve("Events", ({events}) => events, true)];
    this.growing.forEach((curve) => curve.add(shown!));
    this.plots = (source.series ?? this.growing).map((curve, k) => {
      const color = kCurveColors[k % kCurveColors.length];
      return {curve, color, plot: new Plot(this.plotData(curve, color), (t) => this.player!.seek(t))};
    });
    this.curves.replaceChildren(...this.plots.map(({plot}) => plot.element));
  }

  private plotData({title, times, values, count}: Curve, color: string): PlotData {
    const {from, until} = this.playback!;
    return {title, xAxis: kTimeAxis, yAxis: title, from, until, x: times, series: [{name: title.toLowerCase(), color, values}], ...(count ? {format: formatCount} : {})};
  }

  private drawGrowingCurves(now: number): void {
    if (!this.growing.length || now < this.drawn + kPlotPause) return;
    this.drawn = now;
    for (const {plot, curve, color} of this.plots) plot.update(this.plotData(curve, color));
  }

  // Time.

  private readonly tick = (now: number): void => {
    if (this.ended) return;
    const {playback} = this;
    if (playback)
      void playback.fetch((frame) => {
        this.growing.forEach((curve) => curve.add(frame));
        this.drawGrowingCurves(performance.now());
        this.player?.refresh();
      }).catch((error) => {
        playback.end();
        if (playback === this.playback) this.refuse(error, "Shown as far as it is whole");
      });
    this.drawGrowingCurves(now);
    this.happened?.follow(now);
    requestAnimationFrame(this.tick);
  };

  private showTime(t: number): void {
    if (!performance.getEntriesByName(kDrawn).length) performance.mark(kDrawn);
    this.plots.forEach(({plot}) => plot.setTime(t));
    const playback = this.playback!;
    this.status.textContent = `${counted(playback.count, "ball")} · ${counted(playback.shown?.events ?? 0, "event")} · Click a ball to follow it.`;
    this.player!.element.querySelector<HTMLElement>(".stage")!.dataset.scriptTimes = JSON.stringify(playback.scriptTimes);
  }
}

/** With its first frame at hand. */
async function start(make: (opening: Opening) => Promise<Source>, opening: Opening): Promise<FramePlayback> {
  const playback = new FramePlayback(await make(opening));
  await playback.start();
  return playback;
}

export const page: Page = async (into, parameter) => {
  const look = new LookPage(engine(), into);
  await look.begin(parameter);
  return () => look.end();
};
