import type {Carom, SceneAbout} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {counted} from "carom-viewer/format.js";
import {engine} from "../engine.js";
import {drawGallery} from "../look/gallery.js";
import {download, fileName, message, type Page} from "../ui.js";
import {type Complaint, complaintOf} from "./complaint.js";
import {addBody, type Body, forceOn, kFirst, removeBody, type SceneFile, textOf} from "./document.js";
import {type Box, boxOf, clean, length, minus, plus, type Point} from "./geometry.js";
import {fillingHandles, kFillings} from "./generators.js";
import {type Bench, type Commands, Hand} from "./hand.js";
import {Layout} from "./layout.js";
import {Opening} from "./opening.js";
import {type Desk, kNothing, Panel, type Selection} from "./panel.js";
import {Running} from "./running.js";
import {group, inside, joined, toggled, ungroup, withGroups} from "./selection.js";
import {anchorOf, bodyAt, boundsOf, boxHandles, fieldHandles, type Handle, handlesOf, moveBody, type Scales} from "./shapes.js";
import {Sheet} from "./sheet.js";
import {type Effect, type Happening, isRun, kFirstState, type Over, type State, transition} from "./state.js";
import {bodyFrom, type Sizes, type Tool} from "./tools.js";

/** One visit: the scene as it is now, and what the hand is at. */
class BuildPage implements Desk, Bench {
  readonly sheet = new Sheet("application", "The scene");
  state: State = kFirstState;
  scene: SceneFile = kFirst;
  selection: Selection = kNothing;
  cursor: Point | null = null;
  several = false;
  /** What the engine makes of the scene, if it takes it, and else what it says. */
  about: SceneAbout | null = null;
  private complaint: Complaint | null = null;
  private snap = true;
  private radius = 0.3;
  private scales: Scales = {velocity: 0.25, force: 0.25};
  private checks = 0;
  private ended = false;
  private readonly panel = new Panel(this);
  private readonly opening: Opening;
  private readonly layout: Layout;
  private readonly running: Running;
  private readonly hand: Hand;
  private readonly observer = new ResizeObserver(() => this.fit());

  constructor(private readonly carom: Remote<Carom>, into: HTMLElement) {
    this.opening = new Opening(carom, {onOpened: () => this.showOpened(), onRefused: (reason) => this.tell(reason)});
    this.layout = new Layout(into, this.sheet.canvas, this.panel, this.opening.loss, {
      carom, choose: (tool) => this.happen({type: "choose", tool}), finish: () => this.happen({type: "finish"}), run: () => this.commands.run(), editHere: () => this.commands.editHere(), step: (by) => this.step(by),
      zoom: (factor) => this.zoom(factor), fit: () => this.fit(), setSnap: (snap) => (this.snap = snap), setSeveral: (several) => (this.several = several),
      open: (text, name) => void this.opening.fromText(text, name), openFile: (file) => void this.opening.fromFile(file), save: () => download(`${fileName(this.scene.title || "scene")}.json`, textOf(this.scene)),
      share: () => void this.share(), adopt: () => this.opening.adopt(), blamed: () => this.selectBlamed(),
    });
    this.running = new Running(carom, this.layout, this);
    this.hand = new Hand(this);
  }

  async begin(parameter: string): Promise<void> {
    this.take(this.opening.history.text);
    this.observer.observe(this.layout.stage);
    if (parameter) await this.opening.fromAddress(parameter);
    this.fit();
    this.showState();
    void drawGallery(this.carom, this.layout.gallery, "build", () => this.ended, (about) => about.dimension === 2);
  }

  end(): void {
    this.ended = true;
    this.running.end();
    this.opening.end();
    this.observer.disconnect();
    this.hand.end();
  }

  // What happens.

  happen(happening: Happening): void {
    const before = this.state;
    const [next, ...effects] = transition(before, happening);
    this.state = next;
    effects.forEach((effect) => this.carryOut(effect));
    if (next.tool !== before.tool || next.mode.is !== before.mode.is) this.showState();
    this.redraw();
  }

  private carryOut(effect: Effect): void {
    switch (effect.do) {
      case "select":
        return this.selectBodies(withGroups(this.bodies, [effect.body]), effect.adds ? toggled : undefined);
      case "select none":
        return this.select(kNothing);
      case "select within":
        return this.selectBodies(withGroups(this.bodies, inside(this.bodies, boxOf(effect.from, effect.to))), effect.adds ? joined : undefined);
      case "move handle":
        return this.moveHandle(effect.name, effect.at, effect.snapped);
      case "move bodies":
        return this.moveBodies(effect.index, effect.from, effect.to);
      case "pan":
        return this.sheet.pan(minus(this.sheet.place(effect.to), this.sheet.place(effect.from)));
      case "place":
        return effect.tool === "fill" ? this.fill(effect.points) : this.place(effect.tool, effect.points);
      case "keep":
        return this.record();
      case "revert":
        return this.take(this.opening.history.text);
      case "start":
        return void this.running.start(textOf(this.scene));
      case "end":
        this.running.end();
        return this.take(this.opening.history.text);
      case "begin here":
        return this.beginHere();
    }
  }

  private get bodies(): Body[] {
    return this.scene.bodies ?? [];
  }

  // The scene and its history.

  private take(text: string): void {
    this.look(JSON.parse(text) as SceneFile);
    this.layout.showSteps(this.opening.history);
    void this.check();
  }

  /** Shows this scene, in which what was selected may have other numbers. */
  look(scene: SceneFile, renumber = (k: number): number => k): void {
    const {bodies, generator} = this.selection;
    const inIt = (count = 0) => (k: number) => k >= 0 && k < count;
    this.scene = scene;
    this.selection = {bodies: bodies.map(renumber).filter(inIt(scene.bodies?.length)), generator: inIt(scene.generators?.length)(generator) ? generator : -1};
    this.panel.show();
    this.redraw();
  }

  private record(): void {
    this.opening.history.push(textOf(this.scene));
    this.take(this.opening.history.text);
  }

  /** A change is one step: it can be undone, and it is kept. At a moment of a run, it waits until that is known as a scene. */
  readonly change = (act: (scene: SceneFile) => void): void => {
    const {running} = this;
    if (this.state.mode.is === "paused" && !running.moment) return void running.findMoment().then(() => running.moment && this.change(act));
    this.happen({type: "edit"});
    act(this.scene);
    this.record();
  };

  private step(by: 1 | -1): void {
    this.happen({type: "stop"});
    this.opening.history.step(by);
    this.take(this.opening.history.text);
  }

  private showOpened(): void {
    this.happen({type: "stop"});
    this.selection = kNothing;
    this.layout.beside.hidden = !this.opening.linked;
    this.take(this.opening.history.text);
    this.fit();
  }

  private async share(): Promise<void> {
    const copied = await this.opening.share(this.scene);
    this.layout.notice.tell(copied ? "The link to this scene is copied." : "The link to this scene stands in the address line.", false);
  }

  /** Whether the engine takes the scene as it is; what it has from generators is shown. */
  private async check(): Promise<void> {
    const turn = ++this.checks;
    const {scene} = this;
    try {
      const world = await this.carom.world(textOf(scene), "scene");
      const about = await world.about();
      void world.close();
      if (turn !== this.checks) return;
      Object.assign(this, {about, complaint: null});
      this.layout.notice.tell("");
      this.layout.status.textContent = `${counted(about.balls.length, "ball")}, ${counted(about.bodies.length - about.balls.length, "obstacle")}. Ready to run.`;
    } catch (error) {
      if (turn !== this.checks) return;
      Object.assign(this, {about: null, complaint: complaintOf(message(error), scene)});
      this.layout.notice.tell(`Not ready to run: ${message(error)}`);
      this.layout.status.textContent = "";
    }
    this.blame();
    this.redraw();
  }

  /** The fields say what the engine complains about. */
  private blame(): void {
    if (this.complaint) this.panel.blame(this.complaint);
  }

  private selectBlamed(): void {
    const {bodies, generators} = this.complaint!;
    this.select({bodies: bodies.slice(0, 1), generator: bodies.length ? -1 : (generators[0] ?? -1)});
  }

  /** Stays until something else is to be told. */
  private tell(reason: string): void {
    ++this.checks;
    this.layout.notice.tell(reason);
  }

  fail(reason: string): void {
    this.happen({type: "stop"});
    this.tell(reason);
  }

  // What is shown.

  private showState(): void {
    if (this.state.tool === "select") this.cursor = null;
    this.layout.showState(this.state);
    if (this.state.mode.is === "paused") void this.running.findMoment();
    else this.running.leaveMoment();
  }

  select(selection: Selection): void {
    this.selection = selection;
    this.panel.show();
    this.blame();
    this.redraw();
  }

  private selectBodies(these: number[], combine = (_: number[], next: number[]): number[] => next): void {
    this.select({bodies: combine(this.selection.bodies, these), generator: -1});
  }

  selectBody(index: number): void {
    this.select({bodies: index >= 0 && index < this.bodies.length ? [index] : [], generator: -1});
  }

  private zoom(factor: number): void {
    this.sheet.zoom(factor);
    this.redraw();
  }

  private fit(): void {
    if (!this.layout.stage.clientWidth) return;
    this.sheet.fit(this);
    const {low, high} = boundsOf(this.bodies, this.scene.walls);
    const extent = Math.max(high[0] - low[0], high[1] - low[1]) || 1;
    const fastest = Math.max(...this.bodies.map(({velocity}) => length(velocity ?? [0, 0])), 0);
    const strongest = Math.max(...(this.scene.forces ?? []).map(({force}) => length(force)), 0);
    this.scales = {velocity: (0.15 * extent) / (fastest || 4), force: (0.15 * extent) / (strongest || 4)};
    this.radius = this.bodies.find((body) => body.ball)?.ball!.radius ?? Number((0.04 * extent).toPrecision(1));
    this.redraw();
  }

  private handles(): Handle[] {
    const {scene, selection: {bodies, generator}} = this;
    if (this.state.tool !== "select") return [];
    if (bodies.length === 1) return handlesOf(this.bodies[bodies[0]], forceOn(scene, bodies[0]), this.scales);
    if (generator >= 0) return fillingHandles(scene.generators![generator]);
    return bodies.length ? [] : [...fieldHandles(scene.force_fields ?? []), ...(scene.walls ? boxHandles(scene.walls) : [])];
  }

  redraw(): void {
    if (isRun(this.state) || !this.layout.stage.clientWidth) return;
    const {mode, tool} = this.state;
    const {scene, about, cursor, scales, complaint, selection: {bodies, generator}} = this;
    const points = mode.is === "drawing" ? mode.points : [];
    const draft = points.length > 1 ? bodyFrom(tool, points, this.sizes) : null;
    this.sheet.draw({scene, about, selected: bodies, generator, handles: this.handles(), draft, points, cursor, band: this.band(), scales, complaint});
    const blamed = this.bodies[complaint?.bodies[0] ?? -1];
    this.layout.showPlaces(this.sheet, blamed ? this.sheet.place(anchorOf(blamed)) : null, complaint);
  }

  /** Around what is selected when it is let go, or filled. */
  private band(): Box | null {
    const {mode, tool} = this.state;
    if (mode.is === "dragging" && mode.held.what === "band") return boxOf(mode.held.from, mode.held.to);
    return mode.is === "drawing" && tool === "fill" ? boxOf(mode.points[0], mode.points[mode.points.length - 1]) : null;
  }

  private get sizes(): Sizes {
    return {radius: this.radius, velocity: this.scales.velocity, least: this.sheet.units(4)};
  }

  /** The scene is what it was at that moment; what changes it follows. */
  private beginHere(): void {
    const {time} = this.running.moment!;
    this.running.end();
    this.layout.told(`The scene begins now as it was at t = ${time.toFixed(2)}. Undo gives the old start back.`);
  }

  // Placing and moving.

  over(p: Point, near: number): Over {
    const handle = this.handles().find((one) => length(minus(one.at, p)) <= near);
    if (handle) return {what: "handle", name: handle.name};
    const index = bodyAt(this.bodies, p, near / 2);
    return index < 0 ? {what: "ground", band: true} : {what: "body", index, chosen: this.selection.bodies.includes(index)};
  }

  snapped(p: Point): Point {
    if (!this.snap) return p.map((x) => Number(x.toPrecision(6))) as Point;
    const step = this.sheet.grid();
    return clean(p.map((x) => Math.round(x / step) * step) as Point);
  }

  moveCursor(to: Point): void {
    this.cursor = clean(to);
    this.layout.status.textContent = `Cross at ${this.cursor.join(", ")}`;
    this.redraw();
  }

  private moveHandle(name: string, at: Point, snapped: Point): void {
    const handle = this.handles().find((one) => one.name === name);
    handle?.move(handle.free ? at : snapped);
  }

  /** All that is selected moves from grid point to grid point by the anchor of the one that is held. */
  private moveBodies(index: number, from: Point, to: Point): void {
    const before = JSON.parse(this.opening.history.text) as SceneFile;
    const anchor = anchorOf(before.bodies![index]);
    const by = minus(this.snapped(plus(anchor, minus(to, from))), anchor);
    for (const k of this.selection.bodies) {
      this.scene.bodies![k] = before.bodies![k];
      moveBody(this.scene.bodies![k], by);
    }
  }

  private place(tool: Tool, points: Point[]): void {
    const body = bodyFrom(tool, points, this.sizes);
    if (body) this.change((scene) => (this.selection = {bodies: [addBody(scene, body)], generator: -1}));
  }

  private fill([from, to]: Point[]): void {
    const box = boxOf(from, to);
    if (box.high[0] === box.low[0] || box.high[1] === box.low[1]) return;
    const name = this.panel.filling;
    this.change((scene) => {
      const filling = kFillings[name].make(box, this.radius, scene.gravity !== undefined);
      this.selection = {bodies: [], generator: (scene.generators ??= []).push({[name]: filling}) - 1};
    });
  }

  remove(): void {
    if (!this.selection.bodies.length && this.selection.generator < 0) return;
    this.change((scene) => {
      const {bodies, generator} = this.selection;
      this.selection = kNothing;
      for (const k of [...bodies].reverse()) removeBody(scene, k);
      if (generator >= 0) scene.generators!.splice(generator, 1);
    });
  }

  /** Beside what they are copies of, and in no group with it. */
  duplicate(): void {
    if (!this.selection.bodies.length) return;
    this.change((scene) => {
      const {bodies} = this.selection;
      const {low, high} = boundsOf(bodies.map((k) => scene.bodies![k]));
      const step = this.sheet.grid();
      const by: Point = [(Math.floor((high[0] - low[0]) / step) + 1) * step, 0];
      const copies = bodies.map((k) => {
        const {name: _, group: __, ...copy} = structuredClone(scene.bodies![k]);
        moveBody(copy, by);
        return addBody(scene, copy);
      });
      if (copies.length > 1 && bodies.some((k) => scene.bodies![k].group !== undefined)) group(scene, copies);
      this.selection = {bodies: copies, generator: -1};
    });
  }

  readonly commands: Commands = {
    run: () => this.happen({type: isRun(this.state) ? "stop" : "run"}),
    editHere: () => this.state.mode.is === "paused" && this.change(() => {}),
    undo: () => this.step(-1), redo: () => this.step(1), remove: () => this.remove(), duplicate: () => this.duplicate(), fit: () => this.fit(),
    group: (together) => this.selection.bodies.length > 0 && this.change((scene) => (together ? group : ungroup)(scene, this.selection.bodies)),
    selectAll: () => this.selectBodies(this.bodies.map((_, k) => k)),
    selectNext: (by, adds) => this.selectNext(by, adds),
    nudge: (by) => this.selection.bodies.length > 0 && this.change((scene) => this.selection.bodies.forEach((k) => moveBody(scene.bodies![k], by))),
  };

  private selectNext(by: 1 | -1, adds: boolean): void {
    const count = this.bodies.length;
    if (!count) return;
    if (this.state.tool !== "select") this.happen({type: "choose", tool: "select"});
    const {bodies} = this.selection;
    const last = by > 0 ? (bodies.at(-1) ?? -1) : (bodies[0] ?? count);
    this.selectBodies([(last + by + count) % count], adds ? joined : undefined);
  }
}

export const page: Page = async (into, parameter) => {
  const build = new BuildPage(await engine(), into);
  await build.begin(parameter);
  return () => build.end();
};
