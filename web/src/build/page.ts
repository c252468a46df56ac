import type {Carom, SceneAbout} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {engine} from "../engine.js";
import {drawGallery, shippedAt} from "../look/gallery.js";
import {counted} from "carom-viewer/format.js";
import {checkbox, download, field, fileName, h, message, Notice, type Page, rateSelect} from "../ui.js";
import {addBody, type Body, forceOn, History, kFirst, type Point, readScene, removeBody, type SceneFile, textOf} from "./document.js";
import {bodyForm, type Form, sceneForm, shapeOf} from "./inspector.js";
import {Runner} from "./runner.js";
import {anchorOf, bodyAt, boundsOf, boxHandles, type Handle, handlesOf, length, minus, moveBody, type Scales} from "./shapes.js";
import {colorOf, type Disc, Sheet} from "./sheet.js";

type Tool = "select" | "ball" | "wall" | "polygon" | "box";
const kTools: Record<Tool, {label: string; key: string; hint: string}> = {
  select: {label: "Select", key: "s", hint: "Drag a body or its handles; drag the ground to move the view."},
  ball: {label: "Ball", key: "b", hint: "Click where a ball shall lie; drag on to give it a velocity."},
  wall: {label: "Wall", key: "w", hint: "Drag from one end of the wall to the other."},
  polygon: {label: "Polygon", key: "p", hint: "Click the corners; the first one again, or Finish, closes it."},
  box: {label: "Box", key: "x", hint: "Drag from one corner of the box to the other."},
};
const kNear = 12;  // pixels

let history: History | undefined;

/** What the pointer holds. */
type Held = {what: "handle"; handle: Handle} | {what: "body"; from: Point} | {what: "view"; from: Point} | {what: "draft"; tool: Tool};

/** One visit: the scene as it is now, and the hand's tools. */
class BuildPage {
  private readonly history = (history ??= new History());
  private readonly sheet = new Sheet();
  private scene: SceneFile = kFirst;
  private selected = -1;
  private tool: Tool = "select";
  private held: Held | null = null;
  private draft: Point[] = [];
  private cursor: Point | null = null;
  private snap = true;
  private radius = 0.3;
  private scales: Scales = {velocity: 0.25, force: 0.25};
  private generated: Disc[] = [];
  private pointers = new Map<number, Point>();
  private runner: Runner | null = null;
  private checks = 0;
  private ended = false;

  private readonly stage = h("div", {class: "stage", "data-testid": "stage"});
  private readonly status = h("p", {class: "status", role: "status", "data-testid": "build-status"});
  private readonly notice = new Notice("build-notice");
  private readonly loss = h("p", {class: "notice", role: "alert", "data-testid": "build-loss"}, this.history.loss);
  private readonly hint = h("p", {class: "hint"});
  private readonly tools = new Map<Tool, HTMLButtonElement>();
  private readonly list = h("select", {size: 6, "data-testid": "bodies", onchange: () => this.select(Number(this.list.value))});
  private readonly fields = h("div", {class: "fields"});
  private readonly sceneFields = h("div", {class: "fields"});
  private bodyForm: Form | null = null;
  private sceneForm: Form | null = null;
  private formsFor = "";
  private readonly gallery = h("div", {class: "gallery", "data-testid": "gallery"});
  private readonly runButton = h("button", {class: "shoot", "data-testid": "run", onclick: () => void this.toggleRun()}, "Run");
  private readonly undoButton = h("button", {"data-testid": "undo", onclick: () => this.step(-1)}, "Undo");
  private readonly redoButton = h("button", {"data-testid": "redo", onclick: () => this.step(1)}, "Redo");
  private readonly finishButton = h("button", {class: "small", hidden: true, onclick: () => this.finishPolygon()}, "Finish");
  private readonly observer = new ResizeObserver(() => this.resize());

  constructor(private readonly carom: Remote<Carom>, private readonly into: HTMLElement) {}

  async begin(parameter: string): Promise<void> {
    this.layOut();
    this.listen();
    this.take(this.history.text);
    this.observer.observe(this.stage);
    if (parameter) await this.openShipped(parameter);
    this.fit();
    void drawGallery(this.carom, this.gallery, "build", () => this.ended, (about) => about.dimension === 2);
    requestAnimationFrame(this.tick);
  }

  end(): void {
    this.ended = true;
    this.stop();
    this.observer.disconnect();
    document.removeEventListener("keydown", this.onKey);
  }

  private layOut(): void {
    const file = h("input", {type: "file", accept: ".json", hidden: true, "data-testid": "build-file", onchange: () => {
      void this.openFile(file.files?.[0]);
    }});
    const bar = h("div", {class: "tools", role: "toolbar", "aria-label": "Tools"});
    for (const [name, {label, key}] of Object.entries(kTools) as [Tool, (typeof kTools)[Tool]][]) {
      const button = h("button", {class: "small", title: `${label} (${key.toUpperCase()})`, "data-testid": `tool-${name}`, onclick: () => this.choose(name)}, label);
      this.tools.set(name, button);
      bar.append(button);
    }
    const zoom = (label: string, text: string, act: () => void) => h("button", {class: "small", "aria-label": label, title: label, onclick: () => {
      act();
      this.draw();
    }}, text);
    bar.append(this.finishButton, h("span", {class: "space"}), zoom("Closer", "+", () => this.sheet.zoom(1.25)), zoom("Farther", "−", () => this.sheet.zoom(0.8)), zoom("Whole scene", "⤢", () => this.fit()));
    const rates = rateSelect([0.1, 0.5, 1, 4], this.rate, (rate) => {
      this.rate = rate;
      if (this.runner) this.runner.rate = rate;
    });
    const panel = h("section", {class: "panel", "aria-label": "The scene"},
      h("div", {class: "buttons"}, this.runButton, this.undoButton, this.redoButton),
      h("div", {class: "options"}, field("Speed", rates), checkbox("Snap to the grid", true, (snap) => (this.snap = snap))),
      h("h2", {}, "Bodies"), field("Body", this.list), this.fields,
      h("h2", {}, "Scene"), this.sceneFields,
      h("div", {class: "buttons"}, h("button", {"data-testid": "download", onclick: () => this.save()}, "Download"), h("button", {onclick: () => file.click()}, "Open …"), h("button", {"data-testid": "new-scene", onclick: () => void this.openText(textOf(kFirst), "new")}, "New")), file,
      this.help(), h("h2", {}, "Begin with one of these"), this.gallery);
    this.list.setAttribute("aria-label", "Bodies");
    this.into.replaceChildren(h("div", {class: "play look build"}, h("div", {class: "board"}, h("h1", {class: "quiet"}, "Build a scene"), bar, this.loss, this.stage, this.status, this.hint), panel));
    this.stage.append(this.sheet.canvas, this.notice.element);
    this.sheet.canvas.dataset.testid = "sheet";
    this.choose("select");
  }

  private help(): HTMLElement {
    const keys = [["S B W P X", "tools: select, ball, wall, polygon, box"], ["Arrows", "move the cross, or what is selected (Shift: finer)"], ["Enter", "place at the cross"], ["[ ]", "select the one before, the next"], ["Delete", "take away"], ["Ctrl Z, Y", "undo, redo"], ["Space", "run, stop"], ["+ − 0", "closer, farther, whole scene"]];
    return h("details", {class: "help"}, h("summary", {}, "Keys"), h("dl", {}, ...keys.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
  }

  private rate = 1;

  private listen(): void {
    const {canvas} = this.sheet;
    canvas.addEventListener("pointerdown", (event) => this.press(event));
    canvas.addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"] as const) canvas.addEventListener(end, (event) => this.release(event));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.sheet.zoom(Math.exp(-0.0015 * event.deltaY), [event.offsetX, event.offsetY]);
      this.draw();
    }, {passive: false});
    document.addEventListener("keydown", this.onKey);
    this.into.ondragover = (event) => event.preventDefault();
    this.into.ondrop = (event) => {
      event.preventDefault();
      void this.openFile(event.dataTransfer?.files[0]);
    };
  }

  // The scene and its history.

  private take(text: string): void {
    this.scene = JSON.parse(text) as SceneFile;
    if (this.selected >= (this.scene.bodies?.length ?? 0)) this.selected = -1;
    this.showAll();
    void this.check();
  }

  /** A change is one step: it can be undone, and it is kept. */
  private readonly change = (act: (scene: SceneFile) => void): void => {
    this.stop();
    act(this.scene);
    this.history.push(textOf(this.scene));
    this.take(this.history.text);
  };

  private step(by: 1 | -1): void {
    this.stop();
    this.history.step(by);
    this.take(this.history.text);
  }

  /** Whether the engine takes the scene as it is; what it has from generators is shown. */
  private async check(): Promise<void> {
    const turn = ++this.checks;
    try {
      const world = await this.carom.world(textOf(this.scene), "scene");
      const about = await world.about();
      void world.close();
      if (turn !== this.checks) return;
      this.generated = discsOf(about).slice((this.scene.bodies ?? []).filter((body) => body.ball).length);
      this.notice.tell("");
      this.status.textContent = `${counted(about.balls.length, "ball")}, ${counted(about.bodies.length - about.balls.length, "obstacle")}. Ready to run.`;
    } catch (error) {
      if (turn !== this.checks) return;
      this.notice.tell(`Not ready to run: ${message(error)}`);
      this.status.textContent = "";
      for (const form of [this.bodyForm, this.sceneForm]) form?.blame(message(error));
    }
    this.draw();
  }

  private async openFile(file: File | undefined): Promise<void> {
    if (file) await this.openText(await file.text(), file.name);
  }

  /** What cannot be opened is told, and what was there stays; what was there before can be had back by Undo. */
  private async openText(text: string, name: string): Promise<void> {
    try {
      const world = await this.carom.world(text, name);
      void world.close();
      const scene = readScene(text, name);
      this.stop();
      this.selected = -1;
      this.history.push(textOf(scene));
      this.take(this.history.text);
      this.fit();
    } catch (error) {
      this.refuse(error);
    }
  }

  private async openShipped(parameter: string): Promise<void> {
    try {
      const {name, load} = shippedAt(parameter);
      await this.openText(await load(), `${name}.json`);
      window.history.replaceState(null, "", "#build");
    } catch (error) {
      this.refuse(error);
    }
  }

  private refuse(error: unknown): void {
    ++this.checks;
    this.notice.tell(`Not opened: ${message(error)}`);
  }

  private save(): void {
    download(`${fileName(this.scene.title || "scene")}.json`, textOf(this.scene));
  }

  // What is shown.

  private showAll(): void {
    this.undoButton.disabled = !this.history.canUndo;
    this.redoButton.disabled = !this.history.canRedo;
    this.list.replaceChildren(...(this.scene.bodies ?? []).map((body, k) => h("option", {value: k}, body.name ?? `${k}: ${kindOf(body)}`)));
    this.list.value = String(this.selected);
    this.showFields();
    this.draw();
  }

  /** The same fields stay as long as they are the right ones: what is being typed is not lost. */
  private showFields(): void {
    const now = () => this.scene;
    const wanted = shapeOf(this.scene, this.selected) + (this.scene.walls ? "walls" : "");
    if (wanted === this.formsFor && this.sceneForm) {
      this.bodyForm?.refresh();
      this.sceneForm.refresh();
      return;
    }
    this.formsFor = wanted;
    this.sceneForm = sceneForm(now, this.change);
    this.sceneFields.replaceChildren(this.sceneForm.element);
    this.bodyForm = this.selected < 0 ? null : bodyForm(now, this.selected, this.change);
    if (!this.bodyForm) return this.fields.replaceChildren(h("p", {class: "hint"}, "Select a body to change it."));
    this.fields.replaceChildren(this.bodyForm.element,
      h("div", {class: "buttons"}, h("button", {class: "small", onclick: () => this.duplicate()}, "Duplicate"), h("button", {class: "small", "data-testid": "delete", onclick: () => this.remove()}, "Delete")));
  }

  private select(index: number): void {
    this.selected = index;
    this.list.value = String(index);
    this.showFields();
    this.draw();
  }

  private choose(tool: Tool): void {
    this.tool = tool;
    this.setDraft([]);
    for (const [name, button] of this.tools) button.setAttribute("aria-pressed", String(name === tool));
    this.hint.textContent = kTools[tool].hint;
    if (tool === "select") this.cursor = null;
    else this.selected = -1;
    if (this.scene.bodies) this.select(this.selected);
    this.sheet.canvas.style.cursor = tool === "select" ? "default" : "crosshair";
  }

  private setDraft(points: Point[]): void {
    this.draft = points;
    this.finishButton.hidden = this.tool !== "polygon" || points.length < 3;
  }

  private resize(): void {
    const {clientWidth: width, clientHeight: height} = this.stage;
    if (!width || !height) return;
    this.sheet.resize(width, height);
    this.fit();
  }

  private fit(): void {
    const bounds = boundsOf([...(this.scene.bodies ?? []), ...this.generated.map(({at, radius}) => ({ball: {center: at, radius}}))], this.scene.walls);
    this.sheet.fit(bounds);
    const extent = Math.max(bounds.high[0] - bounds.low[0], bounds.high[1] - bounds.low[1]) || 1;
    const fastest = Math.max(...(this.scene.bodies ?? []).map(({velocity}) => length(velocity ?? [0, 0])), 0);
    const strongest = Math.max(...(this.scene.forces ?? []).map(({force}) => length(force)), 0);
    this.scales = {velocity: (0.15 * extent) / (fastest || 4), force: (0.15 * extent) / (strongest || 4)};
    this.radius = this.scene.bodies?.find((body) => body.ball)?.ball!.radius ?? Number((0.04 * extent).toPrecision(1));
    this.draw();
  }

  private handles(): Handle[] {
    if (this.tool !== "select") return [];
    const body = this.scene.bodies?.[this.selected];
    if (body) return handlesOf(body, forceOn(this.scene, this.selected), this.scales).filter(({name}) => name !== "velocity" || (body.mass !== "immovable" && body.response !== "pocket"));
    return this.scene.walls ? boxHandles(this.scene.walls) : [];
  }

  private draw(): void {
    if (this.runner) return;
    this.sheet.draw(this.scene, {selected: this.selected, handles: this.handles(), draft: this.draft, cursor: this.cursor, generated: this.generated, scales: this.scales});
    // Where the origin and the ends of the unit vectors are in the canvas, for tests and for tools that point.
    this.stage.dataset.places = JSON.stringify(([[0, 0], [1, 0], [0, 1]] as Point[]).map((at) => this.sheet.place(at)));
  }

  // Running.

  private async toggleRun(): Promise<void> {
    if (this.runner) return this.stop();
    try {
      this.runner = await Runner.start(this.carom, textOf(this.scene), "scene", (about) => discsOf(about, this.scene));
      this.runner.rate = this.rate;
      this.runButton.textContent = "Stop";
    } catch (error) {
      this.notice.tell(`Not ready to run: ${message(error)}`);
    }
  }

  private stop(): void {
    if (!this.runner) return;
    this.runner.stop();
    this.runner = null;
    this.runButton.textContent = "Run";
    this.status.textContent = "";
    if (!this.ended) this.draw();
  }

  private readonly tick = (now: number): void => {
    if (this.ended) return;
    requestAnimationFrame(this.tick);
    const {runner} = this;
    runner?.next(now).then((moment) => {
      if (!moment || runner !== this.runner) return;
      this.sheet.drawMoment(this.scene, moment);
      this.status.textContent = `t = ${runner.time.toFixed(2)} · ${counted(runner.events, "event")}${runner.done ? " · at its end" : ""}`;
    }, (error: unknown) => {
      this.stop();
      this.notice.tell(`The run ended: ${message(error)}`);
    });
  };

  // The pointer.

  private snapped(p: Point): Point {
    if (!this.snap) return p.map((x) => Number(x.toPrecision(6))) as Point;
    const step = this.sheet.grid();
    return p.map((x) => Number((Math.round(x / step) * step).toPrecision(12))) as Point;
  }

  private press(event: PointerEvent): void {
    const at: Point = [event.offsetX, event.offsetY];
    this.sheet.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, at);
    if (this.runner) this.stop();
    if (this.pointers.size === 2) return this.beginPinch();
    const p = this.sheet.point(at);
    if (this.tool === "select") this.grab(p, at);
    else if (this.tool === "polygon") this.addCorner(p);
    else {
      this.setDraft([this.snapped(p), this.snapped(p)]);
      this.held = {what: "draft", tool: this.tool};
    }
    this.draw();
  }

  private grab(p: Point, at: Point): void {
    const near = this.sheet.units(kNear);
    const handle = this.handles().find((one) => length(minus(one.at, p)) <= near);
    if (handle) {
      this.held = {what: "handle", handle};
      return;
    }
    const index = bodyAt(this.scene.bodies ?? [], p, near / 2);
    this.select(index);
    this.held = index < 0 ? {what: "view", from: at} : {what: "body", from: p};
  }

  /** Two fingers move and zoom the view; what the first one held is let go as it was. */
  private beginPinch(): void {
    this.held = null;
    this.setDraft([]);
    this.take(this.history.text);
  }

  private drag(event: PointerEvent): void {
    const at: Point = [event.offsetX, event.offsetY];
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    if (this.pointers.size === 2) return this.pinch(event.pointerId, before, at);
    this.pointers.set(event.pointerId, at);
    const p = this.sheet.point(at);
    const {held} = this;
    if (held?.what === "view") this.sheet.pan(minus(at, before));
    if (held?.what === "handle") held.handle.move(["velocity", "force", "radius"].includes(held.handle.name) ? p : this.snapped(p));
    if (held?.what === "body") this.dragBody(held, p);
    if (held?.what === "draft") this.draft[1] = held.tool === "ball" ? p : this.snapped(p);
    this.draw();
  }

  /** A body moves from grid point to grid point by its anchor. */
  private dragBody(held: Held & {what: "body"}, p: Point): void {
    const body = this.scene.bodies![this.selected];
    const by = minus(p, held.from);
    const anchor = anchorOf(body);
    const to = this.snapped([anchor[0] + by[0], anchor[1] + by[1]]);
    const step = minus(to, anchor);
    moveBody(body, step);
    held.from = [held.from[0] + step[0], held.from[1] + step[1]];
  }

  private pinch(id: number, before: Point, at: Point): void {
    const other = [...this.pointers].find(([one]) => one !== id)![1];
    this.sheet.pan([(at[0] - before[0]) / 2, (at[1] - before[1]) / 2]);
    this.sheet.zoom(length(minus(at, other)) / (length(minus(before, other)) || 1), [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2]);
    this.pointers.set(id, at);
    this.draw();
  }

  private release(event: PointerEvent): void {
    this.pointers.delete(event.pointerId);
    const {held} = this;
    this.held = null;
    if (!held) return;
    if (held.what === "draft") this.finishDraft();
    else if (held.what !== "view") this.change(() => {});
  }

  // Placing.

  private finishDraft(): void {
    const [from, to] = this.draft;
    this.setDraft([]);
    const body = this.bodyFrom(from, to);
    if (body) this.place(body);
    else this.draw();
  }

  /** What the tool makes of two points; nothing if they are one and that does not suffice. */
  private bodyFrom(from: Point, to: Point): Body | null {
    const away = minus(to, from);
    if (this.tool === "ball") return {ball: {center: from, radius: this.radius}, ...this.velocityOf(from, to)};
    if (length(away) < this.sheet.units(4)) return null;
    if (this.tool === "wall") return {segment: {from, to}};
    if (this.tool !== "box" || !away[0] || !away[1]) return null;
    return {box: {low: [Math.min(from[0], to[0]), Math.min(from[1], to[1])], high: [Math.max(from[0], to[0]), Math.max(from[1], to[1])]}};
  }

  /** A drag beyond the rim is a velocity, drawn as its arrow will be. */
  private velocityOf(from: Point, to: Point): {velocity?: Point} {
    const body: Body = {ball: {center: from, radius: this.radius}};
    if (length(minus(to, from)) <= this.radius) return {};
    handlesOf(body, undefined, this.scales).find(({name}) => name === "velocity")!.move(to);
    return {velocity: body.velocity};
  }

  private place(body: Body): void {
    this.change((scene) => (this.selected = addBody(scene, body)));
    this.select(this.selected);
  }

  private addCorner(p: Point): void {
    const near = this.sheet.units(kNear);
    if (this.draft.length >= 3 && length(minus(p, this.draft[0])) <= near) return this.finishPolygon();
    const at = this.snapped(p);
    if (!this.draft.some((corner) => corner[0] === at[0] && corner[1] === at[1])) this.setDraft([...this.draft, at]);
    this.draw();
  }

  private finishPolygon(): void {
    const vertices = this.draft;
    if (vertices.length < 3) return;
    this.setDraft([]);
    this.place({polygon: {vertices, closed: true}});
  }

  private remove(): void {
    const index = this.selected;
    if (index < 0) return;
    this.selected = -1;
    this.change((scene) => removeBody(scene, index));
  }

  private duplicate(): void {
    const {name: _, ...copy} = structuredClone(this.scene.bodies![this.selected]);
    const size = copy.ball ? 2.2 * copy.ball.radius : this.sheet.grid() * 2;
    moveBody(copy, this.snapped([size, 0]));
    this.place(copy);
  }

  // Keys.

  private readonly onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target.closest("input, select, textarea, dialog")) return;
    if ((event.key === " " || event.key === "Enter") && target.closest("button, a, summary")) return;
    const act = event.ctrlKey || event.metaKey ? this.commandFor(event) : event.altKey ? undefined : this.actionFor(event);
    if (!act) return;
    event.preventDefault();
    act();
  };

  private commandFor({key, shiftKey}: KeyboardEvent): (() => void) | undefined {
    const commands: Record<string, () => void> = {z: () => this.step(shiftKey ? 1 : -1), y: () => this.step(1)};
    return commands[key.toLowerCase()];
  }

  private actionFor({key, shiftKey}: KeyboardEvent): (() => void) | undefined {
    const tool = (Object.keys(kTools) as Tool[]).find((name) => kTools[name].key === key.toLowerCase());
    if (tool) return () => this.choose(tool);
    const arrows: Record<string, Point> = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    if (arrows[key]) return () => this.nudge(arrows[key], this.sheet.grid() * (shiftKey ? 0.1 : 1));
    const view = (act: () => void) => () => {
      act();
      this.draw();
    };
    const actions: Record<string, () => void> = {
      " ": () => void this.toggleRun(), Delete: () => this.remove(), Backspace: () => this.remove(), Enter: () => this.placeAtCursor(), Escape: () => this.choose("select"),
      "[": () => this.selectNext(-1), "]": () => this.selectNext(1), "+": view(() => this.sheet.zoom(1.25)), "-": view(() => this.sheet.zoom(0.8)), "0": () => this.fit(),
    };
    return actions[key];
  }

  private nudge([x, y]: Point, step: number): void {
    if (this.tool === "select") {
      if (this.selected >= 0) this.change((scene) => moveBody(scene.bodies![this.selected], [x * step, y * step]));
      return;
    }
    const [cx, cy] = this.cursor ?? this.snapped(this.sheet.point([this.stage.clientWidth / 2, this.stage.clientHeight / 2]));
    this.cursor = [cx + x * step, cy + y * step].map((value) => Number(value.toPrecision(12))) as Point;
    this.status.textContent = `Cross at ${this.cursor.join(", ")}`;
    this.draw();
  }

  /** A ball lies there at once; of a wall or box it is the first or the second point; of a polygon a corner. */
  private placeAtCursor(): void {
    if (this.tool === "select") return;
    if (!this.cursor) this.nudge([0, 0], 0);
    const at = this.cursor!;
    if (this.tool === "polygon") return this.addCorner(at);
    if (this.tool !== "ball" && !this.draft.length) this.setDraft([at]);
    else {
      this.setDraft([this.draft[0] ?? at, at]);
      this.finishDraft();
    }
    this.draw();
  }

  private selectNext(by: number): void {
    const count = this.scene.bodies?.length ?? 0;
    if (!count) return;
    if (this.tool !== "select") this.choose("select");
    this.select((this.selected + by + count + (this.selected < 0 && by < 0 ? 1 : 0)) % count);
  }
}

const kindOf = ({ball, segment, polygon, box}: Body): string => (ball ? "ball" : segment ? "wall" : polygon ? "polygon" : box ? "box" : "half-space");

/** The balls as the engine has them; with the scene's colours where it tells some. */
function discsOf(about: SceneAbout, scene?: SceneFile): Disc[] {
  return about.balls.map((id) => {
    const body = about.bodies[id];
    const own = scene?.bodies?.[id];
    return {at: body.ball!.center as Point, radius: body.ball!.radius, color: own ? colorOf(own, id) : (body.color || colorOf({}, id)), hole: body.response === "pocket"};
  });
}

export const page: Page = async (into, parameter) => {
  const build = new BuildPage(await engine(), into);
  await build.begin(parameter);
  return () => build.end();
};
