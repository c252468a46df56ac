import {type Call, type Carom, CaromError, type Game, type GameKind, type GameState, type Point2, type Preview, type ShotEvent, type ShotRecord, type Stroke, type TableShape} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {engine} from "../engine.js";
import {pack, unpack} from "../packed.js";
import {Slider} from "../slider.js";
import {checkbox, download, field, fileName, h, message, Notice, type Page, range, rateSelect, select} from "../ui.js";
import {kPlayable} from "../marks.js";
import {type Aim, degreesOf, strokeOf, TipPicker} from "./controls.js";
import {angleOf, firstAim, minus, straight} from "./first_aim.js";
import {freeName, keepGame, ownGames, playNext, removeGame, renameGame} from "./games.js";
import {GamesPanel} from "./games_panel.js";
import {guidesOf, inWords} from "./guides.js";
import {firstMeeting} from "./meeting.js";
import {kGames, kPlayers} from "./names.js";
import {halfSizes} from "./shapes.js";
import {ShotPlayback} from "./player.js";
import {TableScene, type ViewName} from "./scene.js";
import {Sound} from "./sound.js";
import {type PlayerKind, putGameAside, type Settings, settings, type StoredGame, storedGame, storeSettings} from "./stored.js";

const kStrength: Record<PlayerKind, number> = {human: -1, easy: 0, medium: 1, hard: 2};
const kMostSpeed = 12;
const kDegree = Math.PI / 180;
const kMostEvents = 60;  // of a stroke that is only tried to see what it meets first
const kAsAimed = ["-1", "as aimed"] as const;

const later = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** One visit to the page: the game that is played, what is seen of it, and what the player does. */
class PlayPage {
  private game!: Remote<Game>;
  private table!: TableShape;
  private state!: GameState;
  private scene: TableScene | null = null;
  private players: [PlayerKind, PlayerKind] = ["human", "human"];
  private playback: ShotPlayback | null = null;
  private finished: (() => void) | null = null;
  private aim: Aim = {angle: 0, speed: 6, side: 0, height: 0, elevation: 0};
  /** How often the aim was turned, and how often it had been when it was turned for the player last. */
  private aimed = 0;
  private untouched = -1;
  /** After which action the turn began that was aimed for. */
  private begun = -1;
  private preview: Preview | null = null;
  private previewing = false;
  private previewWanted = false;
  private busy = false;
  private generation = 0;
  private dragging: {ball: number; from: Point2; at: Point2; allowed: boolean; why: string} | null = null;
  private cueBack = 0.06;
  private ended = false;
  /** The game came by a link: it lives in the address, beside one's own, which is kept. */
  private linked = false;
  /** Of one's own game. */
  private name = "";
  private address = location.hash;
  private readonly own: Settings = settings();
  private readonly sound = new Sound(this.own.muted);
  private readonly observer = new ResizeObserver(() => this.fit());

  private readonly stage = h("div", {class: "stage", "data-testid": "stage"});
  private readonly status = h("p", {class: "status", role: "status", "aria-live": "polite", "data-testid": "status"});
  private readonly notice = new Notice("notice");
  private readonly beside = h("p", {class: "beside", "data-testid": "linked", hidden: true}, "This game came by a link and lives in the address: what is played here leaves your own game as it was. ", h("a", {href: "#play"}, "Back to your own game"));
  private readonly prediction = h("p", {class: "prediction", "data-testid": "prediction"});
  private readonly scores = h("div", {class: "scores", "data-testid": "scores"});
  private readonly choices = h("div", {class: "choices"});
  private readonly calls = h("div", {class: "calls"});
  private readonly power = new Slider("Power", [0.2, kMostSpeed, 0.1], " m/s", 1, (value) => this.setAim({speed: value}), "power");
  private readonly elevation = new Slider("Elevation", [0, 80, 1], "°", 0, (value) => this.setAim({elevation: value * kDegree}), "elevation");
  private readonly fine = h("output", {"data-testid": "angle"});
  private readonly tip = new TipPicker(0.5, (side, height) => this.setAim({side, height}));
  private readonly shootButton = h("button", {class: "shoot", "data-testid": "shoot", disabled: true, onclick: () => void this.shootAsAimed()}, "Shoot");
  private readonly undoButton = h("button", {"data-testid": "undo", disabled: true, onclick: () => void this.step("undo")}, "Undo");
  private readonly redoButton = h("button", {"data-testid": "redo", disabled: true, onclick: () => void this.step("redo")}, "Redo");
  private readonly replayButton = h("button", {"data-testid": "replay", disabled: true, onclick: () => void this.replay()}, "Replay last shot");
  private readonly timeline = range(0, 1, 0.001, 0, (value) => this.scrub(value));
  private readonly replayBar = h("div", {class: "replay", hidden: true});
  private readonly games = new GamesPanel({
    resume: (game) => void this.resume(game), save, saveShown: () => void this.game.saved().then((saved) => save({name: this.linked ? kGames[this.state.kind] : this.name, saved})),
    remove: (game) => this.remove(game), rename: (name) => this.rename(name), openFile: (file) => void this.openFile(file), adopt: () => void this.adopt(),
  });
  private readonly called: {ball: number; pocket: number; safety: boolean; pushOut: boolean} = {ball: -1, pocket: -1, safety: false, pushOut: false};

  constructor(private readonly carom: Remote<Carom>, private readonly into: HTMLElement) {}

  async begin(parameter: string): Promise<void> {
    this.layOut();
    const [packed, shot] = parameter.split("/");
    await this.openFirst(packed);
    if (shot !== undefined && this.state.shots.includes(Number(shot))) await this.replay(Number(shot));
    document.addEventListener("keydown", this.onKey);
    this.observer.observe(this.stage);
    requestAnimationFrame(this.tick);
    void this.goOn();
  }

  end(): void {
    this.ended = true;
    this.observer.disconnect();
    document.removeEventListener("keydown", this.onKey);
    this.finished?.();
    this.scene?.dispose();
    void this.game.close();
  }

  private async openFirst(packed: string): Promise<void> {
    const linked = packed ? await this.linkedGame(packed) : null;
    if (linked) return this.open(linked, ["human", "human"], "", true);
    const own = await this.ownGame();
    if (own) return this.open(own.game, own.players, own.name);
    await this.open(await this.carom.game({game: "eight-ball", seed: newSeed()}), ["human", "human"], freeName(kGames["eight-ball"]));
  }

  /** Nothing if it is one's own as it is now, or cannot be read. */
  private async linkedGame(packed: string): Promise<Remote<Game> | null> {
    try {
      const saved = await unpack(packed);
      return isOwn(saved) ? null : await this.carom.game(saved);
    } catch (error) {
      this.notice.tell(`The game in the link could not be opened: ${message(error)}. Your own game is still here.`);
      return null;
    }
  }

  /** The game of the last visit, if there is one that can be read. */
  private async ownGame(): Promise<{game: Remote<Game>; players: [PlayerKind, PlayerKind]; name: string} | null> {
    try {
      const stored = storedGame();
      return stored ? {...stored, game: await this.carom.game(stored.saved)} : null;
    } catch (error) {
      this.notice.tell(`The game of your last visit could not be read: ${message(error)}. It is put aside in this browser's storage, under "${putGameAside()}"; here begins a new one.`);
      return null;
    }
  }

  private async open(game: Remote<Game>, players: [PlayerKind, PlayerKind], name: string, linked = false): Promise<void> {
    const [table, state] = await Promise.all([game.table(), game.state()]);
    if (this.game) void this.game.close();
    ++this.generation;
    this.stopPlayback();
    Object.assign(this, {game, players, name, linked, busy: false});
    this.showGames();
    if (!this.scene || this.table.name !== table.name || this.state.kind !== state.kind) {
      this.scene?.canvas.remove();
      this.scene?.dispose();
      this.scene = new TableScene(table, state.kind);
      this.scene.setView(this.own.view);
      if (this.own.simple) this.scene.simplify();
      this.listenTo(this.scene.canvas);
      this.stage.append(this.scene.canvas);
    }
    this.table = table;
    this.take(state);
    this.beginTurn();
    this.fit();
    if (!performance.getEntriesByName(kPlayable).length) performance.mark(kPlayable);
  }

  private cuePlace(): Point2 {
    return this.dragging?.ball === this.state.cue_ball ? this.dragging.at : (this.state.balls[this.state.cue_ball] ?? [0, 0]);
  }

  private angleTowards(at: Point2): number {
    return angleOf(minus(at, this.cuePlace()));
  }

  // What is on the page.

  private layOut(): void {
    const turn = (degrees: number, label: string) => h("button", {class: "small", "aria-label": label, onclick: () => this.turn(degrees)}, degrees > 0 ? "⟲" : "⟳");
    const aimRow = h("div", {class: "field aim"}, h("span", {class: "label"}, "Aim"), turn(0.1, "Turn the aim left a little"), this.fine, turn(-0.1, "Turn the aim right a little"));
    const views = select<ViewName>({above: "From above", tilted: "Tilted", cue: "Behind the cue"}, this.own.view, (view) => this.keep({view}));
    const guides = select({full: "Full", short: "Short", off: "None"}, this.own.guides, (value) => this.keep({guides: value}));
    const rates = rateSelect([0.1, 0.25, 0.5, 1, 2, 4], this.own.rate, (rate) => this.keep({rate}));
    views.dataset.testid = "view";
    this.timeline.setAttribute("aria-label", "Time of the shot");
    this.replayBar.append(h("button", {class: "small", "data-testid": "pause", onclick: () => this.togglePlayback()}, "Pause"), this.timeline, h("button", {class: "small", "data-testid": "skip", onclick: () => this.skip()}, "Skip"));
    const panel = h("section", {class: "panel", "aria-label": "Your stroke"},
      this.power.element, h("div", {class: "row"}, this.tip.element, h("div", {class: "column"}, aimRow, this.elevation.element, this.shootButton)),
      this.calls,
      h("div", {class: "buttons"}, this.undoButton, this.redoButton, this.replayButton),
      h("div", {class: "options"}, field("Guides", guides), field("View", views), field("Speed", rates)),
      checkbox("Slow motion when balls meet", this.own.slow, (slow) => this.keep({slow})),
      checkbox("Simple drawing, for slow machines", this.own.simple, (simple) => {
        this.keep({simple});
        location.reload();
      }),
      checkbox("Mute", this.own.muted, (muted) => this.keep({muted})),
      h("div", {class: "buttons"}, h("button", {"data-testid": "new-game", onclick: () => this.askForGame()}, "New game"), h("button", {"data-testid": "copy-link", onclick: () => void this.copyLink()}, "Copy link")),
      this.games.element, this.help());
    this.stage.append(this.notice.element);
    this.into.replaceChildren(h("div", {class: "play"}, h("div", {class: "board"}, this.beside, this.scores, this.status, this.choices, this.stage, h("div", {class: "below"}, this.replayBar, this.prediction)), panel));
  }

  private help(): HTMLElement {
    const keys = [["Drag on the table", "aim"], ["← →", "turn the aim (Shift: finer, Alt: coarser)"], ["↑ ↓", "power"], ["Space", "shoot, or skip"], ["Ctrl + arrows", "move the ball in hand (Shift: finer)"], ["U, R, P", "undo, redo, replay the last shot"], ["V, M", "view, mute"]];
    return h("details", {class: "help"}, h("summary", {}, "Keys"), h("dl", {}, ...keys.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
  }

  private keep(change: Partial<Settings>): void {
    Object.assign(this.own, change);
    storeSettings(this.own);
    this.sound.muted = this.own.muted;
    if (change.view) this.scene?.setView(change.view);
    if (this.playback) Object.assign(this.playback, {rate: this.own.rate, slowMeetings: this.own.slow});
    if (change.guides) this.showGuides();
  }

  private fit(): void {
    const {clientWidth: width, clientHeight: height} = this.stage;
    if (!this.scene || !width || !height) return;
    this.scene.resize(width, height);
    this.scene.draw();
    // Where the table's origin and the ends of its unit vectors are in the canvas, for tests and for tools that point.
    this.stage.dataset.places = JSON.stringify([this.scene.project([0, 0]), this.scene.project([1, 0]), this.scene.project([0, 1])]);
  }

  // Between shots.

  private take(state: GameState): void {
    this.state = state;
    this.scene!.setBalls(state.balls.flatMap((place, ball) => (place ? [ball] : [])));
    state.balls.forEach((place, ball) => this.scene!.setBall(ball, place && [...place, this.table.ball_radius]));
    this.showStatus();
    this.showCalls();
    this.showChoices();
    this.showCue();
    void this.askPreview();
  }

  private kindOf(player: number): PlayerKind {
    return this.players[player];
  }

  private get humanTurn(): boolean {
    return !this.state.over && this.kindOf(this.state.turn) === "human";
  }

  private get mayShoot(): boolean {
    return !this.busy && !this.playback && this.humanTurn && !this.state.choices.length && this.state.balls[this.state.cue_ball] !== null;
  }

  private playerName(player: number): string {
    const kind = this.kindOf(player);
    return `Player ${player + 1}${kind === "human" ? "" : ` (${kPlayers[kind].toLowerCase()})`}`;
  }

  /** Which balls may be touched first, in words. */
  private legal(): string {
    const {over, choices, balls_on: on, names, balls, kind, cue_ball: cue} = this.state;
    const others = balls.filter((place, ball) => place !== null && ball !== cue).length;
    if (over || choices.length || !on.length || on.length >= others) return "";
    if (kind === "snooker" && on.length > 1) return on[0] <= 15 ? " On: a red." : " On: a colour.";
    if (on.length <= 3) return ` On: ${on.map((ball) => names[ball]).join(", ")}.`;
    return on.includes(8) ? "" : on.every((ball) => ball < 8) ? " On: the solids." : on.every((ball) => ball > 8) ? " On: the stripes." : " On: any ball but the 8.";
  }

  private showStatus(text = this.state.text): void {
    this.status.textContent = text + this.legal();
    this.status.classList.toggle("foul", this.state.verdict.fouls.length > 0);
    const {score, turn, over, kind, solids, innings} = this.state;
    if (kind === "practice") this.scores.replaceChildren(h("span", {class: "score on"}, "Practice"));
    else
      this.scores.replaceChildren(...[0, 1].map((player) => {
        const group = solids === undefined ? "" : (solids === player) === true ? " · solids" : " · stripes";
        const inning = kind === "three-cushion" ? ` · ${innings[player]} inn.` : "";
        return h("span", {class: `score${!over && turn === player ? " on" : ""}`, "data-testid": `score-${player}`}, `${this.playerName(player)}${group}${inning}`, h("b", {}, String(score[player])));
      }));
    for (const [button, on] of [[this.shootButton, this.mayShoot], [this.undoButton, this.state.position > 0 && !this.playback], [this.redoButton, this.state.can_redo && !this.playback], [this.replayButton, this.state.shots.length > 0 && !this.playback]] as const) button.disabled = !on;
  }

  private showChoices(): void {
    const buttons = this.humanTurn ? this.state.choices.map((text, k) => h("button", {onclick: () => void this.act((game) => game.choose(k))}, capital(text))) : [];
    this.choices.replaceChildren(...buttons);
  }

  private showCalls(): void {
    Object.assign(this.called, {ball: -1, pocket: -1, safety: false, pushOut: false});
    const {state, table} = this;
    const parts: HTMLElement[] = [];
    if (this.humanTurn && !state.choices.length && (state.calls_pocket || state.names_ball)) {
      const balls = [kAsAimed, ...state.balls_on.map((ball) => [String(ball), capital(state.names[ball])] as const)];
      parts.push(field("Call ball", select(balls, "-1", (ball) => this.call({ball: Number(ball)}))));
    }
    if (this.humanTurn && !state.choices.length && state.calls_pocket) {
      const pockets = [kAsAimed, ...table.pockets.map(({id}, k) => [String(k), capital(id)] as const)];
      parts.push(field("Pocket", select(pockets, "-1", (pocket) => this.call({pocket: Number(pocket)}))));
      parts.push(checkbox("Safety", false, (safety) => this.call({safety})));
    }
    if (this.humanTurn && state.push_out_allowed) parts.push(checkbox("Push out", false, (pushOut) => this.call({pushOut})));
    this.calls.replaceChildren(...parts);
  }

  private call(change: Partial<PlayPage["called"]>): void {
    Object.assign(this.called, change);
  }

  /** What is said before the shot: as chosen, else as the aim would have it. */
  private spoken(): Call {
    const {state, called, preview} = this;
    if (state.push_out_allowed && called.pushOut) return {push_out: true};
    if (state.names_ball) return {ball: called.ball >= 0 ? called.ball : this.aimedAt()};
    if (!state.calls_pocket) return {};
    const ball = called.ball >= 0 ? called.ball : preview?.call?.ball;
    const pocket = called.pocket >= 0 ? called.pocket : preview?.call?.pocket;
    return called.safety || ball === undefined || pocket === undefined ? {safety: true} : {ball, pocket};
  }

  /** The ball that the aim would name. */
  private aimedAt(): number {
    const {preview, state} = this;
    const met = preview && firstMeeting(preview, state.cue_ball)?.met;
    return preview?.call?.ball ?? state.balls_on.find((ball) => ball === met) ?? state.balls_on[0];
  }

  // Aiming.

  private setAim(change: Partial<Aim>): void {
    if (change.angle !== undefined) ++this.aimed;
    Object.assign(this.aim, change);
    this.showCue();
    void this.askPreview();
  }

  private turn(degrees: number): void {
    this.setAim({angle: this.aim.angle + degrees * kDegree});
  }

  private showCue(): void {
    if (!this.scene || !this.state) return;
    const shown = this.mayShoot && !this.dragging;
    this.fine.textContent = `${degreesOf(this.aim.angle)}°`;
    const {side, height, elevation, angle} = this.aim;
    this.scene.setCue(shown ? {at: this.cuePlace(), heading: [Math.cos(angle), Math.sin(angle)], side, height, elevation, back: this.cueBack + 0.02 * this.aim.speed} : null);
    const inHand = this.mayShoot && (this.state.in_hand !== "no" || this.state.kind === "practice");
    this.scene.setRing(inHand || this.dragging ? this.cuePlace() : null, this.dragging?.allowed ?? true);
    if (this.dragging) this.scene.setRing(this.dragging.at, this.dragging.allowed);
    this.stage.classList.toggle("in-hand", inHand);
  }

  /** The newest aim is previewed; those that came while the engine was busy are not. */
  private async askPreview(): Promise<void> {
    if (this.previewing) {
      this.previewWanted = true;
      return;
    }
    this.previewing = true;
    try {
      do {
        this.previewWanted = false;
        this.preview = this.mayShoot && !this.dragging ? await this.game.preview(strokeOf(this.aim)) : null;
        this.showGuides();
      } while (this.previewWanted && !this.ended);
    } catch {
      this.preview = null;
    } finally {
      this.previewing = false;
    }
  }

  private showGuides(): void {
    if (!this.scene) return;
    const {preview, state} = this;
    const shown = preview && this.mayShoot;
    this.scene.setGuides(shown ? guidesOf(preview, this.table, state.cue_ball, this.own.guides) : {cue: [], others: []});
    this.prediction.textContent = shown && this.own.guides !== "off" ? inWords(preview, this.table, state.cue_ball, state.names) : "";
  }

  private listenTo(canvas: HTMLCanvasElement): void {
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", "The table. Aim with the arrow keys; what the shot would do stands below.");
    canvas.addEventListener("pointerdown", (event) => void this.pointerDown(event, canvas));
    canvas.addEventListener("pointermove", (event) => event.buttons && this.pointerMove(event));
    canvas.addEventListener("pointerup", () => void this.drop());
    canvas.addEventListener("pointercancel", () => this.cancelDrag());
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      this.changePower(-Math.sign(event.deltaY) * 0.2);
    }, {passive: false});
  }

  private changePower(by: number): void {
    const speed = Math.round(Math.max(0.2, Math.min(kMostSpeed, this.aim.speed + by)) * 10) / 10;
    this.power.set(speed);
    this.setAim({speed});
  }

  /** The ball in hand under the pointer. */
  private ballAt([x, y]: Point2): number {
    const {state, table} = this;
    const movable = state.kind === "practice" ? state.balls.keys() : state.in_hand !== "no" ? [state.cue_ball] : [];
    for (const ball of movable) {
      const place = state.balls[ball];
      if (place && Math.hypot(place[0] - x, place[1] - y) < 1.8 * table.ball_radius) return ball;
    }
    return -1;
  }

  private async pointerDown(event: PointerEvent, canvas: HTMLCanvasElement): Promise<void> {
    this.sound.wake();
    const at = this.scene?.pick(event.clientX, event.clientY);
    if (!at || !this.mayShoot) return;
    canvas.setPointerCapture(event.pointerId);
    const ball = this.ballAt(at);
    if (ball < 0) return this.setAim({angle: this.angleTowards(at)});
    this.notice.tell("");
    this.dragging = {ball, from: this.state.balls[ball]!, at: this.state.balls[ball]!, allowed: true, why: ""};
    this.showCue();
    void this.askPreview();
  }

  private pointerMove(event: PointerEvent): void {
    const at = this.scene?.pick(event.clientX, event.clientY);
    if (!at || !this.mayShoot) return;
    if (this.dragging) void this.dragTo(at);
    else this.setAim({angle: this.angleTowards(at)});
  }

  private async dragTo(at: Point2): Promise<void> {
    const drag = this.dragging;
    if (!drag) return;
    drag.at = at;
    this.scene?.setBall(drag.ball, [...at, this.table.ball_radius]);
    this.showCue();
    const why = await this.game.placementRefusal(drag.ball, at);
    if (this.dragging !== drag || drag.at !== at) return;
    drag.why = why;
    drag.allowed = why === "";
    this.notice.tell(why && `Not here: ${why}`);
    this.showCue();
  }

  private async drop(): Promise<void> {
    const drag = this.dragging;
    if (!drag) return;
    this.dragging = null;
    if (Math.hypot(drag.at[0] - drag.from[0], drag.at[1] - drag.from[1]) < 1e-9) return this.cancelDrag();
    await this.placeAt(drag.ball, drag.at);
  }

  private cancelDrag(): void {
    this.dragging = null;
    this.take(this.state);
  }

  private async placeAt(ball: number, at: Point2): Promise<void> {
    try {
      await this.game.place(ball, at);
      this.notice.tell("");
      await this.changed();
    } catch (error) {
      this.notice.tell(`The ball cannot lie there: ${message(error)}`);
    }
    this.take(await this.game.state());
    if (this.aimed === this.untouched) void this.aimAtLegal();
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const target = event.target as HTMLElement;
    if (target.closest("input, select, textarea, dialog, .tip") || event.metaKey) return;
    if (target.closest("button, summary, a") && (event.key === " " || event.key === "Enter")) return;
    const action = this.keyAction(event);
    if (!action) return;
    event.preventDefault();
    action();
  };

  private keyAction(event: KeyboardEvent): (() => void) | undefined {
    const ways: Record<string, Point2> = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
    const way = ways[event.key];
    if (way && event.ctrlKey) return () => void this.nudge(way, event.shiftKey ? 0.001 : 0.01);
    const degrees = event.shiftKey ? 0.02 : event.altKey ? 5 : 0.5;
    if (way?.[0]) return () => this.turn(-way[0] * degrees);
    if (way) return () => this.changePower(way[1] * (event.shiftKey ? 1 : 0.1));
    const actions: Record<string, () => void> = {
      " ": () => (this.playback ? this.skip() : void this.shootAsAimed()), u: () => void this.step("undo"), r: () => void this.step("redo"), p: () => void this.replay(),
      v: () => this.keep({view: ({above: "tilted", tilted: "cue", cue: "above"} as const)[this.own.view]}), m: () => this.keep({muted: !this.own.muted}), Escape: () => this.skip(),
    };
    return event.ctrlKey ? undefined : actions[event.key];
  }

  private async nudge([x, y]: Point2, step: number): Promise<void> {
    if (!this.mayShoot || (this.state.in_hand === "no" && this.state.kind !== "practice")) return;
    const [cx, cy] = this.cuePlace();
    await this.placeAt(this.state.cue_ball, [cx + x * step, cy + y * step]);
  }

  // Acting.

  private async shootAsAimed(): Promise<void> {
    if (this.mayShoot) await this.shoot(strokeOf(this.aim), this.spoken());
  }

  private async shoot(stroke: Stroke, call: Call): Promise<void> {
    this.sound.wake();
    const before = this.generation;
    this.busy = true;
    this.notice.tell("");
    try {
      const record = await this.game.shoot(stroke, call);
      await this.changed();
      await this.swing(stroke);
      if (before === this.generation) await this.show(record, "The balls are rolling …");
    } catch (error) {
      if (!(error instanceof CaromError)) throw error;
      this.notice.tell(`The stroke is not played: ${error.message}`);
    } finally {
      this.busy = false;
    }
    if (before !== this.generation || this.ended) return;
    const state = await this.game.state();
    this.take(state);
    await this.goOn();
  }

  /** A person's turn begins with a plain stroke at a ball that may be met first. */
  private beginTurn(): void {
    const {kind, opening, shots, position} = this.state;
    const breaks = opening && (kind === "eight-ball" || kind === "nine-ball" || (kind === "practice" && !shots.length));
    this.begun = position;
    this.setAim({speed: breaks ? 9 : 3, elevation: 0});
    this.power.set(this.aim.speed);
    this.elevation.set(0);
    this.tip.set(0, 0);
    void this.aimAtLegal();
  }

  /** Not if the player takes aim meanwhile. */
  private async aimAtLegal(): Promise<void> {
    const {game, state, table} = this;
    const on = state.kind === "practice" ? [] : state.balls_on;
    const others = [...state.balls.keys()].filter((ball) => ball !== state.cue_ball);
    const targets = (on.length ? on : others).map((ball) => state.balls[ball]).filter((place): place is Point2 => place !== null);
    const meetsLegal = async (angle: number) => on.includes(firstMeeting(await game.preview(strokeOf({...this.aim, angle}), {mostEvents: kMostEvents}), state.cue_ball)?.met ?? -1);
    this.setAim({angle: straight(this.cuePlace(), targets)});
    const before = (this.untouched = this.aimed);
    if (!on.length || !this.mayShoot) return;
    try {
      const angle = await firstAim(this.cuePlace(), targets, table.ball_radius, async (way) => this.aimed !== before || meetsLegal(way));
      if (this.aimed !== before || game !== this.game || state !== this.state) return;
      this.setAim({angle});
      this.untouched = this.aimed;
    } catch {
      // The game was closed meanwhile.
    }
  }

  /** The cue goes back and forth. */
  private async swing(stroke: Stroke): Promise<void> {
    this.scene?.setGuides({cue: [], others: []});
    this.prediction.textContent = "";
    const at = this.cuePlace();
    const reach = 0.05 + 0.02 * stroke.speed;
    const begin = performance.now();
    const duration = matchMedia("(prefers-reduced-motion: reduce)").matches ? 1 : 260;
    for (let share = 0; share < 1 && !this.ended; share = (performance.now() - begin) / duration) {
      const back = share < 0.6 ? reach * (0.6 + 0.7 * share) : reach * Math.max(0, (1 - share) / 0.4);
      this.scene?.setCue({at, heading: stroke.heading, side: stroke.side, height: stroke.height, elevation: stroke.elevation, back});
      await later(12);
    }
    this.scene?.setCue(null);
  }

  /** Shows a shot until it is over or skipped. */
  private async show(record: ShotRecord, said: string): Promise<void> {
    const half = halfSizes(this.table)[0];
    this.playback = new ShotPlayback(record, this.scene!, (event: ShotEvent) => this.sound.play(event, half));
    Object.assign(this.playback, {rate: this.own.rate, slowMeetings: this.own.slow});
    this.timeline.max = String(record.duration);
    this.replayBar.hidden = false;
    this.showStatus();
    this.status.textContent = said;
    this.scene!.setRing(null);
    await new Promise<void>((resolve) => (this.finished = resolve));
  }

  private stopPlayback(): void {
    this.playback = null;
    this.replayBar.hidden = true;
    this.finished?.();
    this.finished = null;
  }

  private skip(): void {
    if (!this.playback) return;
    this.playback.seek(this.playback.record.duration);
    this.stopPlayback();
  }

  private togglePlayback(): void {
    if (!this.playback) return;
    this.playback.playing = !this.playback.playing;
    this.replayBar.firstElementChild!.textContent = this.playback.playing ? "Pause" : "Play";
  }

  private scrub(time: number): void {
    if (!this.playback) return;
    if (this.playback.playing) this.togglePlayback();
    this.playback.seek(time);
  }

  private last = 0;
  private readonly tick = (now: number): void => {
    if (this.ended) return;
    const seconds = Math.min(0.5, (now - this.last) / 1000);
    this.last = now;
    if (this.playback) {
      this.playback.advance(seconds);
      this.timeline.valueAsNumber = this.playback.time;
      if (this.playback.over && this.playback.playing) this.stopPlayback();
    }
    if (this.scene?.draw()) this.watchSpeed(seconds);
    requestAnimationFrame(this.tick);
  };

  private slowFrames = 0;
  private watchSpeed(seconds: number): void {
    this.slowFrames = seconds > 0.07 ? this.slowFrames + 1 : Math.max(0, this.slowFrames - 2);
    if (this.slowFrames !== 12) return;
    this.scene?.simplify();
    this.slowFrames = -1e9;
  }

  private async replay(action = this.state.shots.at(-1)): Promise<void> {
    if (this.playback || this.busy || action === undefined) return;
    const shot = await this.game.shot(action);
    this.busy = true;
    this.scene!.setBalls(shot.balls.flatMap((place, ball) => (place ? [ball] : [])));
    shot.balls.forEach((place, ball) => this.scene!.setBall(ball, place && [...place, this.table.ball_radius]));
    this.scene!.setGuides({cue: [], others: []});
    this.scene!.setCue(null);
    const {shots} = this.state;
    await this.show(shot, `Shot ${shots.indexOf(action) + 1} of ${shots.length} again, as it was played.`);
    this.busy = false;
    if (!this.ended) this.take(await this.game.state());
  }

  private async act(action: (game: Remote<Game>) => Promise<unknown>): Promise<void> {
    try {
      await action(this.game);
      await this.changed();
    } catch (error) {
      this.notice.tell(message(error));
    }
    this.take(await this.game.state());
    await this.goOn();
  }

  /** Back or on to where a person acts. */
  private async step(which: "undo" | "redo"): Promise<void> {
    if (this.playback || (this.busy && this.humanTurn)) return;
    ++this.generation;
    this.busy = false;
    let state = this.state;
    while (await this.game[which]()) {
      state = await this.game.state();
      if (this.kindOf(state.turn) === "human" && (state.balls[state.cue_ball] || state.over)) break;
    }
    this.notice.tell("");
    await this.changed();
    this.take(await this.game.state());
    this.showStatus(`${which === "undo" ? "Undone" : "Done again"}. ${this.state.text}`);
    await this.goOn();
  }

  /** What comes without the player: the cue ball is put back on the table, the computer plays. */
  private async goOn(): Promise<void> {
    const before = this.generation;
    let placed = false;
    while (!this.ended && before === this.generation && !this.state.over && !this.playback) {
      const {state} = this;
      if (this.kindOf(state.turn) === "human") {
        if (!state.choices.length && !state.balls[state.cue_ball]) await this.putBack();
        if (this.mayShoot && this.begun !== this.state.position) this.beginTurn();
        return;
      }
      this.busy = true;
      this.showStatus(`${state.text} The computer thinks …`);
      const next = await this.game.nextAction(kStrength[this.kindOf(state.turn)], placed, state.position + 1);
      if (before !== this.generation || this.ended) return;
      this.busy = false;
      placed = next.place !== undefined;
      if (next.strike) return await this.shoot(next.strike, next.call ?? {});
      if (next.place !== undefined && next.at) await this.game.place(next.place, next.at);
      else if (next.choose !== undefined) await this.game.choose(next.choose);
      await this.changed();
      this.take(await this.game.state());
    }
  }

  /** A first place for the cue ball, which the player may change. */
  private async putBack(): Promise<void> {
    const {state, table} = this;
    const [x, y] = halfSizes(table);
    const places: Point2[] = [];
    for (let k = 0; k < 400; ++k) places.push([-x * (0.55 - 0.02 * (k % 20)), ((k % 2 ? 1 : -1) * y * Math.floor(k / 20)) / 22]);
    for (const place of places)
      if ((await this.game.placementRefusal(state.cue_ball, place)) === "") {
        await this.game.place(state.cue_ball, place);
        break;
      }
    await this.changed();
    this.take(await this.game.state());
  }

  /** After every action the game is kept: a linked one in the address, one's own in the browser, and what the address said holds no longer. */
  private async changed(): Promise<void> {
    const {game, players, linked} = this;
    const saved = await game.saved();
    if (linked) return this.setAddress(`#play/${await pack(saved)}`);
    if (!keepGame({name: this.name, saved, players})) this.notice.tell("This browser's storage has no room for the game: Export it to a file.");
    this.leaveLink();
  }

  private leaveLink(): void {
    if (this.address.startsWith("#play/")) this.setAddress("#play");
  }

  /** Not if the address leads elsewhere by now. */
  private setAddress(address: string): void {
    if (this.ended || location.hash !== this.address) return;
    history.replaceState(null, "", address);
    this.address = address;
  }

  private async copyLink(): Promise<void> {
    const address = `#play/${await pack(await this.game.saved())}`;
    this.setAddress(address);
    try {
      await navigator.clipboard.writeText(location.href.split("#")[0] + address);
      this.notice.tell("The link to this game is copied.", false);
    } catch {
      this.notice.tell("The link to this game stands in the address line.", false);
    }
  }

  // One's own games.

  private showGames(): void {
    const {games, loss} = ownGames();
    this.beside.hidden = !this.linked;
    this.games.show(this.name, this.linked, games.filter(({name}) => this.linked || name !== this.name));
    if (loss) this.notice.tell(loss);
  }

  /** Another game of one's own from now on; the one before is kept. Where that cannot be, nothing changes. */
  private async playInstead(make: () => Promise<Remote<Game>>, players: StoredGame["players"], name: string): Promise<void> {
    let game: Remote<Game>;
    try {
      game = await make();
    } catch (error) {
      return this.notice.tell(`${name} could not be opened: ${message(error)}`);
    }
    if (!playNext({name, players, saved: await game.saved()})) {
      void game.close();
      return this.notice.tell("This browser's storage has no room for another game: Export one to a file and remove it here.");
    }
    this.notice.tell("");
    await this.open(game, players, name);
    this.leaveLink();
    await this.goOn();
  }

  private async resume({name, saved, players}: StoredGame): Promise<void> {
    await this.playInstead(() => this.carom.game(saved), players, name);
  }

  private async openFile(file: File): Promise<void> {
    const text = await file.text();
    await this.playInstead(() => this.carom.game(text.trim()), ["human", "human"], freeName(file.name.replace(/\.json$/, "")));
  }

  private async adopt(): Promise<void> {
    const name = freeName(kGames[this.state.kind]);
    if (!playNext({name, players: this.players, saved: await this.game.saved()})) return this.notice.tell("This browser's storage has no room for another game.");
    Object.assign(this, {name, linked: false});
    this.leaveLink();
    this.showGames();
  }

  private remove({name}: StoredGame): void {
    if (!confirm(`Remove ${name}? It cannot be had back.`)) return;
    removeGame(name);
    this.showGames();
  }

  private rename(name: string): void {
    if (name && name !== this.name) {
      const free = freeName(name);
      renameGame(this.name, free);
      this.name = free;
    }
    this.showGames();
  }

  private askForGame(): void {
    const game = select(kGames, this.state.kind as keyof typeof kGames, () => {});
    const players = [0, 1].map((k) => select(kPlayers, this.players[k], () => {}));
    const dialog = h("dialog", {class: "new-game", "aria-label": "New game"});
    const name = h("input", {type: "text", maxlength: 60, placeholder: "as the game is called", "data-testid": "new-name"});
    const start = async () => {
      dialog.close();
      const kind = game.value as GameKind;
      await this.playInstead(() => this.carom.game({game: kind, seed: newSeed()}), players.map((player) => player.value) as StoredGame["players"], freeName(name.value.trim() || kGames[kind]));
    };
    game.dataset.testid = "game-kind";
    players[1].dataset.testid = "player-2";
    dialog.append(h("h2", {}, "New game"), h("p", {class: "hint"}, "Your other games stay in the list."), field("Game", game), field("Name", name), field("Player 1", players[0]), field("Player 2", players[1]),
      h("div", {class: "buttons"}, h("button", {onclick: () => dialog.close()}, "Cancel"), h("button", {class: "shoot", "data-testid": "start-game", onclick: () => void start()}, "Start")));
    dialog.addEventListener("close", () => dialog.remove());
    this.into.append(dialog);
    dialog.showModal();
  }
}

/** Whether this is one's own game, as it is now. */
function isOwn(saved: string): boolean {
  try {
    return storedGame()?.saved === saved;
  } catch {
    return false;
  }
}

const save = ({name, saved}: Pick<StoredGame, "name" | "saved">): void => download(`${fileName(name)}.json`, `${saved}\n`);

const newSeed = (): number => Math.floor(Math.random() * 2 ** 32);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const page: Page = async (into, parameter) => {
  const play = new PlayPage(await engine(), into);
  await play.begin(parameter);
  return () => play.end();
};
