import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {engine} from "../engine.js";
import {checkbox, field, h, message, type Page, range, select} from "../ui.js";
import {drawGallery, shipped} from "./gallery.js";
import {Plot} from "./plot.js";
import {fromAddress, fromDrop, fromList, fromServer, type Named, openFiles} from "./opening.js";
import type {Frame, Source} from "./source.js";
import {type Coloring, LookView} from "./view.js";

const kMemory = 200e6;  // bytes of frames that are kept
const kAhead = 20;  // frames computed before they are shown
const kTrail = 150;  // frames
const kMostTrails = 300;  // balls
const kMeasured = 60;  // frames
const kCurves = ["#5fc48c", "#e9b949", "#4c9be8", "#e8705f", "#b58ae0", "#5fd0d6"];

/** One visit: what is looked at, and how. */
class LookPage {
  private source: Source | null = null;
  private view: LookView | null = null;
  private frames: Frame[] = [];
  private time = 0;
  private shown: Frame | null = null;
  private playing = true;
  private done = false;
  private ended = false;
  private fetching = false;
  private visit = 0;
  private rate = 1;
  private coloring: Coloring = "kind";
  private fastest = 1;
  private trails = false;
  private followed = -1;
  private last = 0;

  /** ms that handing over each of the last frames took; for measurements. */
  private scriptTimes: number[] = [];

  private readonly stage = h("div", {class: "stage", "data-testid": "look-stage"});
  private readonly title = h("h1", {"data-testid": "look-title"});
  private readonly story = h("p", {class: "about"});
  private readonly status = h("p", {class: "status", role: "status", "data-testid": "look-status"});
  private readonly notice = h("p", {class: "error", role: "alert", "data-testid": "look-notice", hidden: true});
  private readonly slider = range(0, 1, 0.0001, 0, (time) => this.seek(time));
  private readonly clock = h("output", {"data-testid": "look-clock"});
  private readonly playButton = h("button", {class: "small", "data-testid": "look-play", onclick: () => this.toggle()}, "Pause");
  private readonly gallery = h("div", {class: "gallery", "data-testid": "gallery"});
  private readonly curves = h("div", {class: "curves", "data-testid": "plots"});
  private plots: Plot[] = [];
  private readonly observer = new ResizeObserver(() => this.view?.resize(this.stage.clientWidth, this.stage.clientHeight));

  constructor(private readonly carom: Remote<Carom>, private readonly into: HTMLElement) {}

  async begin(parameter: string): Promise<void> {
    this.layOut();
    this.listen();
    const asked = shipped.find(({name}) => name === decodeURIComponent(parameter));
    if (parameter.startsWith("file/")) await this.open(() => openFiles(this.carom, fromAddress(parameter.slice(5))));
    else if (parameter === "run") await this.open(async () => openFiles(this.carom, await fromServer()));
    else await this.openShipped(asked ?? shipped.find(({name}) => name === "break")!);
    this.observer.observe(this.stage);
    requestAnimationFrame(this.tick);
    void drawGallery(this.carom, this.gallery, "look", () => this.ended);
  }

  end(): void {
    this.ended = true;
    this.observer.disconnect();
    document.removeEventListener("keydown", this.onKey);
    this.view?.dispose();
    this.source?.close();
  }

  private layOut(): void {
    const chosen = (input: HTMLInputElement) => {
      void this.openAll(fromList(input.files ?? []));
      input.value = "";  // the same may be chosen again
    };
    const file = h("input", {type: "file", multiple: true, accept: ".json,.xyz,.h5,.csv", hidden: true, "data-testid": "look-file", onchange: () => chosen(file)});
    const folder = h("input", {type: "file", webkitdirectory: true, hidden: true, "data-testid": "look-folder", onchange: () => chosen(folder)});
    const rates = select<string>({"0.05": "0.05×", "0.25": "0.25×", "1": "1×", "4": "4×", "20": "20×"}, "1", (rate) => (this.rate = Number(rate)));
    const colors = select<Coloring>({kind: "Kind", speed: "Speed", hit: "Last hit"}, "kind", (coloring) => {
      this.coloring = coloring;
      this.recolor();
    });
    this.slider.setAttribute("aria-label", "Time");
    this.clock.setAttribute("aria-live", "off");
    const bar = h("div", {class: "replay"}, this.playButton, this.slider, this.clock);
    const panel = h("section", {class: "panel", "aria-label": "What is shown"},
      h("div", {class: "buttons"}, h("button", {onclick: () => file.click()}, "Open a file …"), h("button", {onclick: () => folder.click()}, "Open a run …"), h("button", {onclick: () => this.view?.reset()}, "Whole scene")), file, folder,
      h("p", {class: "hint"}, "Or drop a scene, a trajectory (.h5, .xyz) or the folder of a run anywhere on this page."),
      h("div", {class: "options"}, field("Colour by", colors), field("Speed", rates)),
      checkbox("Trails", false, (trails) => {
        this.trails = trails;
        this.showTrails();
      }),
      this.curves, h("h2", {}, "Scenes"), this.gallery);
    this.into.replaceChildren(h("div", {class: "play look"}, h("div", {class: "board"}, this.title, this.story, this.notice, this.stage, bar, this.status), panel));
  }

  private listen(): void {
    document.addEventListener("keydown", this.onKey);
    this.into.ondragover = (event) => event.preventDefault();
    this.into.ondrop = (event) => {
      event.preventDefault();
      if (event.dataTransfer) void fromDrop(event.dataTransfer).then((files) => this.openAll(files));
    };
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    if ((event.target as HTMLElement).closest("input, select, button, a")) return;
    const actions: Record<string, () => void> = {
      " ": () => this.toggle(), ArrowRight: () => this.stepFrame(1), ArrowLeft: () => this.stepFrame(-1), Home: () => this.seek(Number(this.slider.min)), Escape: () => this.follow(-1),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  };

  // Opening. What cannot be opened is told, and what was there stays.

  private async open(make: () => Source | Promise<Source>): Promise<void> {
    let source: Source;
    try {
      source = await make();
    } catch (error) {
      this.refuse(error);
      return;
    }
    this.notice.hidden = true;
    this.source?.close();
    this.view?.dispose();
    this.source = source;
    this.view = new LookView(source.about);
    this.stage.append(this.view.canvas);
    this.view.canvas.setAttribute("role", "img");
    this.view.canvas.setAttribute("aria-label", `${source.about.balls.length} balls in ${source.about.dimension} dimensions`);
    this.view.canvas.addEventListener("dblclick", (event) => this.follow(this.view!.pick(event.clientX, event.clientY)));
    Object.assign(this, {frames: [], time: 0, shown: null, done: false, playing: true, fetching: false, followed: -1});
    this.layPlots(source);
    this.title.textContent = source.about.title || source.about.name;
    this.story.textContent = source.about.about;
    this.playButton.textContent = "Pause";
    this.view.resize(this.stage.clientWidth, this.stage.clientHeight);
    this.view.reset();
  }

  private refuse(error: unknown): void {
    this.notice.textContent = `Not opened: ${message(error)}`;
    this.notice.hidden = false;
  }

  private layPlots({series}: Source): void {
    const seek = (time: number) => this.seek(time);
    this.plots = (series ?? [{title: "Kinetic energy"}, {title: "Events"}]).map(({title}, k) => new Plot(title, kCurves[k % kCurves.length], seek));
    series?.forEach(({times, values}, k) => this.plots[k].set(times, values));
    this.curves.replaceChildren(...this.plots.map((plot) => plot.element));
  }

  private async openShipped({name, load}: (typeof shipped)[number]): Promise<void> {
    const text = await load();
    await this.openAll(fromList([new File([text], `${name}.json`)]));
  }

  private async openAll(files: Named[]): Promise<void> {
    if (files.length) await this.open(() => openFiles(this.carom, files));
  }

  // Time.

  private toggle(): void {
    if (!this.playing && this.done && this.time >= this.lastTime()) this.seek(Number(this.slider.min));
    this.playing = !this.playing;
    this.playButton.textContent = this.playing ? "Pause" : "Play";
  }

  private lastTime(): number {
    return this.frames.at(-1)?.time ?? 0;
  }

  /** To a time that was written down but is not kept, the source goes itself. */
  private seek(time: number): void {
    const kept = this.frames.length > 0 && time >= this.frames[0].time && (this.done || time <= this.lastTime());
    if (!kept && this.source?.seek) {
      this.source.seek(time);
      Object.assign(this, {frames: [], done: false, time, ...(this.fetching ? {fetching: false} : {})});
      ++this.visit;
      return;
    }
    this.time = Math.max(this.frames[0]?.time ?? 0, Math.min(time, this.lastTime()));
    this.showFrame();
  }

  private stepFrame(by: number): void {
    if (this.playing) this.toggle();
    const at = this.shown ? this.frames.indexOf(this.shown) : 0;
    const next = this.frames[at + by];
    if (next) this.seek(next.time);
  }

  private frameAt(time: number): Frame | undefined {
    let [low, high] = [0, this.frames.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.frames[middle].time <= time) low = middle;
      else high = middle;
    }
    return this.frames[low];
  }

  /** Fetches frames until some are ahead of what is shown. */
  private async fetchFrames(): Promise<void> {
    if (this.fetching || this.done || !this.source) return;
    this.fetching = true;
    const {source, visit} = this;
    const most = Math.max(8, kMemory / (32 * source.about.balls.length + 100));
    while (!this.ended && this.framesAhead() < kAhead) {
      const frame = await source.next().catch((error: Error) => {
        if (source === this.source) this.refuse(error);
        return null;
      });
      if (source !== this.source || visit !== this.visit) return;
      if (!frame) {
        this.done = true;
        break;
      }
      this.add(frame, most);
    }
    this.fetching = false;
  }

  private framesAhead(): number {
    let ahead = 0;
    for (let k = this.frames.length - 1; k >= 0 && this.frames[k].time > this.time; --k) ++ahead;
    return ahead;
  }

  private add(frame: Frame, most: number): void {
    const first = this.frames.length === 0;
    this.frames.push(frame);
    if (this.frames.length > most) this.frames.shift();
    if (!this.source!.series) [frame.kinetic, frame.events].forEach((value, k) => this.plots[k].add(frame.time, value));
    if (!first) return;
    this.time = frame.time;
    if (!this.playing) this.showFrame();
    this.fastest = fastestOf(frame.balls);
    this.recolor();
  }

  private readonly tick = (now: number): void => {
    if (this.ended) return;
    const seconds = Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    void this.fetchFrames();
    if (this.playing && this.frames.length) {
      this.time = Math.min(this.time + seconds * this.rate, this.lastTime());
      if (this.done && this.time >= this.lastTime()) this.toggle();
      this.showFrame();
    }
    this.view?.draw();
    requestAnimationFrame(this.tick);
  };

  private showFrame(): void {
    const frame = this.frameAt(this.time);
    if (!frame || frame === this.shown) return;
    this.shown = frame;
    const begin = performance.now();
    this.view?.show(frame.balls, frame.time, frame.moved);
    this.scriptTimes = [...this.scriptTimes, performance.now() - begin].slice(-kMeasured);
    this.stage.dataset.scriptTimes = JSON.stringify(this.scriptTimes);
    if (this.trails) this.showTrails();
    this.slider.min = String(this.source!.series?.[0]?.times[0] ?? this.frames[0].time);
    this.slider.max = String(Math.max(this.lastTime(), this.source!.about.until));
    this.slider.valueAsNumber = frame.time;
    this.clock.textContent = `${frame.time.toFixed(2)} s`;
    this.plots.forEach((plot) => plot.draw(frame.time));
    this.showStatus(frame);
  }

  private showStatus(frame: Frame): void {
    const balls = this.source!.about.balls.length;
    const followed = this.followed < 0 ? "Double-click a ball to follow it." : this.describe(frame);
    this.status.textContent = `${balls.toLocaleString("en")} balls · ${frame.events.toLocaleString("en")} events · ${followed}`;
  }

  private describe(frame: Frame): string {
    const at = frame.balls.subarray(8 * this.followed, 8 * this.followed + 8);
    const body = this.source!.about.bodies[this.source!.about.balls[this.followed]];
    return `Following ${body?.name ?? `ball ${this.source!.about.balls[this.followed]}`}: speed ${Math.hypot(at[4], at[5], at[6]).toPrecision(4)} (Escape lets go)`;
  }

  private follow(ball: number): void {
    this.followed = ball;
    this.view?.follow(ball);
    if (this.shown) this.showStatus(this.shown);
    this.showTrails();
  }

  private recolor(): void {
    this.view?.color(this.coloring, this.coloring === "hit" ? 1 : this.fastest);
  }

  private showTrails(): void {
    if (!this.view || !this.source) return;
    const count = this.source.about.balls.length;
    const balls = this.followed >= 0 ? [this.followed] : Array.from({length: Math.min(count, kMostTrails)}, (_, k) => k);
    const end = this.shown ? this.frames.indexOf(this.shown) + 1 : 0;
    this.view.setTrails(this.trails ? this.frames.slice(Math.max(0, end - kTrail), end).map((frame) => frame.balls) : [], balls);
  }
}

function fastestOf(balls: Float32Array): number {
  let fastest = 0;
  for (let at = 0; at < balls.length; at += 8) fastest = Math.max(fastest, Math.hypot(balls[at + 4], balls[at + 5], balls[at + 6]));
  return fastest || 1;
}

export const page: Page = async (into, parameter) => {
  const look = new LookPage(await engine(), into);
  await look.begin(parameter);
  return () => look.end();
};
