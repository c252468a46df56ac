import {type Carom, CaromError, type Point2, type Stroke} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {gameEngine} from "../engine.js";
import {kPlayable} from "../marks.js";
import {h, message, type Page} from "../ui.js";
import {speedOfPull, strokeOf} from "./aim.js";
import {Aiming} from "./aiming.js";
import {Board} from "./board.js";
import {type Drill, DrillRun} from "./drill.js";
import {DrillsPanel} from "./drills_panel.js";
import {GameLibrary, newSeed, saveGame, savedAgain, termsOf} from "./game_library.js";
import {freeName, ownGames, removeGame, renameGame} from "./games.js";
import {GamesPanel} from "./games_panel.js";
import {guideKind, guidesOf, inWords} from "./guides.js";
import {keyHelp, onKey} from "./keys.js";
import {kGames} from "./names.js";
import {askForGame} from "./new_game.js";
import {optionsPanel} from "./options_panel.js";
import {PhaseMachine, turnOf} from "./phase.js";
import {PlayedGame} from "./played_game.js";
import {halfSizes} from "./shapes.js";
import {ShotClock} from "./shot_clock.js";
import {savedBefore, ShotsPanel} from "./shots_panel.js";
import {Showing} from "./showing.js";
import {Sound} from "./sound.js";
import {kAmongPersons, type Settings, settings, type StoredGame, storeSettings} from "./stored.js";
import {StrokePanel} from "./stroke_panel.js";
import {TableView} from "./table_view.js";

const kStrength = {human: -1, easy: 0, medium: 1, hard: 2};

/** One visit to the page: the game that is played, what is seen of it, and what the player does. */
class PlayPage {
  private game!: PlayedGame;
  private drill: DrillRun | null = null;
  private ended = false;
  /** After which action the turn began that was aimed for; −1: none yet. */
  private begun = -1;
  private readonly own: Settings = settings();
  private readonly sound = new Sound(this.own.muted);
  private readonly phases = new PhaseMachine(() => this.show());
  private readonly aiming = new Aiming(() => this.game, () => this.mayStrike, () => this.showAim(), () => this.showGuides());
  private readonly clock = new ShotClock(() => void this.timeIsUp());
  private readonly board = new Board(this.clock.element);
  private readonly library: GameLibrary;
  private readonly showing = new Showing();
  private readonly view = new TableView(this.board.stage, this.own, {
    phases: this.phases, aiming: this.aiming, game: () => this.game,
    pull: (share) => this.aiming.set({speed: share > 0 ? speedOfPull(share) : this.speedBefore}), strike: () => void this.shootAsAimed(), letGo: () => this.letGo(),
    place: (ball, at) => void this.placeAt(ball, at), refused: (why) => this.board.notice.tell(why && `Not here: ${why}`), touched: () => this.sound.wake(),
  });
  private readonly stroke = new StrokePanel({set: (change) => this.aiming.set(change), turn: (degrees) => this.aiming.turn(degrees), shoot: () => void this.shootAsAimed()});
  private readonly undoButton = h("button", {"data-testid": "undo", disabled: true, onclick: () => void this.step("undo")}, "Undo");
  private readonly redoButton = h("button", {"data-testid": "redo", disabled: true, onclick: () => void this.step("redo")}, "Redo");
  private readonly replayButton = h("button", {"data-testid": "replay", disabled: true, onclick: () => void this.replay()}, "Replay last shot");
  private readonly shots = new ShotsPanel({replay: (action) => void this.replay(action), branch: (action, shot) => void this.branch(action, shot)});
  private readonly drills = new DrillsPanel((drill) => void this.practise(drill));
  private readonly games = new GamesPanel({
    resume: (game) => void this.resume(game), save: saveGame, saveShown: () => void this.saveShown(),
    remove: (game) => this.remove(game), rename: (name) => this.rename(name), openFile: (file) => void this.openFile(file), adopt: () => void this.adopt(),
  });
  private readonly keys = (event: KeyboardEvent) => onKey(event, {
    aiming: this.aiming, skips: () => this.phases.is("rolling", "replaying"), skip: () => this.showing.skip(), shoot: () => void this.shootAsAimed(), letGo: () => this.view.letGo(),
    undo: () => void this.step("undo"), redo: () => void this.step("redo"), replay: () => void this.replay(), nudge: (by) => void this.nudge(by),
    nextView: () => this.keep({view: ({above: "tilted", tilted: "cue", cue: "above"} as const)[this.own.view]}), mute: () => this.keep({muted: !this.own.muted}),
  });

  constructor(private readonly carom: Remote<Carom>, private readonly into: HTMLElement) {
    this.library = new GameLibrary(carom, this.board.notice);
  }

  async begin(parameter: string): Promise<void> {
    this.layOut();
    const [packed, shot] = parameter.split("/");
    const game = await this.library.first(packed);
    this.open(game, null, game.state.shots.find((action) => String(action) === shot));
    document.addEventListener("keydown", this.keys);
    requestAnimationFrame(this.tick);
  }

  end(): void {
    this.ended = true;
    this.phases.begin();
    this.library.end();
    document.removeEventListener("keydown", this.keys);
    this.showing.stop();
    this.view.dispose();
    this.game.close();
  }

  /** Goes on with this game, or shows one of its shots first. */
  private open(game: PlayedGame, drill: DrillRun | null = null, shown?: number): void {
    this.phases.begin();
    this.showing.stop();
    this.game?.close();
    Object.assign(this, {game, drill, begun: -1});
    this.view.open(game, drill?.layout.zone);
    this.board.element.scrollIntoView({block: "start"});  // the list may be far below
    this.phases.go({at: "opening"});
    this.showGames();
    this.take();
    void (shown === undefined ? this.goOn() : this.replay(shown));
    if (!performance.getEntriesByName(kPlayable).length) performance.mark(kPlayable);
  }

  // What is on the page.

  private layOut(): void {
    this.stroke.fine.onUse = (used) => this.view.zoom(used);
    const panel = h("section", {class: "panel", "aria-label": "Your stroke"},
      this.stroke.element, h("div", {class: "buttons"}, this.undoButton, this.redoButton, this.replayButton),
      optionsPanel(this.own, (change) => this.keep(change)),
      h("div", {class: "buttons"}, h("button", {"data-testid": "new-game", onclick: () => void this.newGame()}, "New game"), h("button", {"data-testid": "copy-link", onclick: () => void this.library.copyLink(this.game)}, "Copy link")),
      this.shots.element, this.drills.element, this.games.element, keyHelp());
    this.board.below.prepend(this.showing.bar);
    this.into.replaceChildren(h("div", {class: "play"}, this.board.element, panel));
  }

  private keep(change: Partial<Settings>): void {
    Object.assign(this.own, change);
    storeSettings(this.own);
    this.sound.muted = this.own.muted;
    if (change.view) this.view.setView(change.view);
    this.showing.adopt(this.own);
    if (change.guides) this.showGuides();
  }

  private get mayStrike(): boolean {
    return this.phases.is("aiming", "drawing") && this.game.state.balls[this.game.state.cue_ball] !== null;
  }

  private speedBefore = 0;

  /** All that depends on what the page is at. */
  private show(): void {
    const {game, phases} = this;
    if (!game) return;
    const {now} = phases;
    if (now.at === "drawing") this.speedBefore = now.before;
    const shown = phases.is("rolling", "replaying", "striking");
    const taken = game.state.position > 0 && !shown && !game.terms.match && game.keeping !== "nowhere";
    this.stroke.enabled = this.mayStrike;
    this.undoButton.disabled = !taken;
    this.redoButton.disabled = !game.state.can_redo || shown || game.terms.match || game.keeping === "nowhere";
    this.undoButton.title = this.redoButton.title = game.terms.match ? "Nothing is taken back in a match" : "";
    this.replayButton.disabled = !game.state.shots.length || shown;
    if (!phases.is("aiming", "placing", "drawing", "choosing")) this.clock.stop();
    this.board.showHint(phases.is("aiming") && !this.own.struck);
    this.showAim();
    void this.aiming.askPreview();
  }

  private showAim(): void {
    if (!this.game) return;
    this.stroke.show(this.aiming.aim);
    this.view.showCue();
  }

  private showGuides(): void {
    const {preview} = this.aiming;
    const {state, table, terms} = this.game;
    const how = guideKind(this.own.guides, state, terms.match);
    const shown = preview !== null && this.mayStrike;
    this.view.setGuides(shown ? guidesOf(preview, table, state.cue_ball, how, state.opening) : {cue: [], others: []});
    this.board.prediction.textContent = shown && how !== "off" ? inWords(preview, table, state.cue_ball, state.names, how) : "";
  }

  /** Shows the game as it is. */
  private take(): void {
    const {game} = this;
    const {state} = game;
    this.view.setBalls(state.balls);
    this.board.showStatus(game);
    this.drill?.show(this.board);
    this.stroke.showCalls(state, game.table, game.personsTurn);
    this.board.offer(game.personsTurn ? state.choices : [], (choice) => void this.act(() => game.engine.choose(choice)));
    if (state.over && game.keeping === "own") this.board.offerAgain("Play again", () => void this.playAgain());
    this.shots.show(game);
  }

  // Aiming.

  private letGo(): void {
    const {now} = this.phases;
    if (now.at === "drawing") this.aiming.set({speed: now.before});
    if (this.phases.is("drawing", "placing")) this.phases.go({at: "aiming"});
    this.take();
  }

  private async nudge([x, y]: Point2): Promise<void> {
    const {state, cuePlace: [cx, cy]} = this.game;
    if (this.mayStrike && this.game.movable().includes(state.cue_ball)) await this.placeAt(state.cue_ball, [cx + x, cy + y]);
  }

  private async placeAt(ball: number, at: Point2): Promise<void> {
    const {game} = this;
    try {
      await game.engine.place(ball, at);
      this.board.notice.tell("");
      await this.library.keep(game);
    } catch (error) {
      this.board.notice.tell(`The ball cannot lie there: ${message(error)}`);
    }
    await this.refresh(game);
    if (game !== this.game) return;
    this.begun = game.state.position;
    this.phases.go({at: "aiming"});
    if (!this.aiming.held) void this.aiming.aimAtLegal();
  }

  private async refresh(game: PlayedGame): Promise<void> {
    await game.refresh();
    if (game === this.game && !this.ended) this.take();
  }

  // Acting.

  private async timeIsUp(): Promise<void> {
    const {game, phases} = this;
    if (phases.is("choosing")) return this.act(() => game.engine.choose(0));
    this.letGo();
    await this.shootAsAimed();
    this.board.notice.tell("The time was up: the stroke was played as it was aimed.", false);
  }

  private async shootAsAimed(): Promise<void> {
    if (this.mayStrike) await this.shoot(strokeOf(this.aiming.aim));
  }

  private async shoot(stroke: Stroke, call = this.aiming.call(this.stroke.call)): Promise<void> {
    const {game} = this;
    const person = !this.phases.is("thinking");
    if (!this.phases.go({at: "striking"})) return;
    const still = this.phases.begin();
    this.sound.wake();
    this.board.notice.tell("");
    try {
      const record = await game.engine.shoot(stroke, call);
      if (person && !this.own.struck) this.keep({struck: true});
      await this.library.keep(game);
      await this.view.swing(stroke, still);
      if (!still()) return;
      this.phases.go({at: "rolling"});
      this.board.say("The balls are rolling …");
      const half = halfSizes(game.table)[0];
      await this.showing.show(record, this.view.scene, (event) => this.sound.play(event, half), this.own);
      if (still() && this.drill) await this.drill.judge(record, game);
    } catch (error) {
      if (!(error instanceof CaromError)) throw error;
      this.board.notice.tell(`The stroke is not played: ${error.message}`);
    }
    if (!still()) return;
    await this.refresh(game);
    await this.goOn();
  }

  private async replay(action = this.game.state.shots.at(-1)): Promise<void> {
    const {game} = this;
    if (action === undefined || !this.phases.go({at: "replaying"})) return;
    const still = this.phases.begin();
    const shot = await game.engine.shot(action);
    if (!still()) return;
    const {shots} = game.state;
    this.view.setBalls(shot.balls);
    this.board.say(`Shot ${shots.indexOf(action) + 1} of ${shots.length} again, as it was played.`);
    await this.showing.show(shot, this.view.scene, () => {}, this.own);
    if (!still()) return;
    await this.refresh(game);
    await this.goOn();
  }

  private async act(action: () => Promise<unknown>): Promise<void> {
    const {game} = this;
    try {
      await action();
      await this.library.keep(game);
    } catch (error) {
      this.board.notice.tell(message(error));
    }
    await this.refresh(game);
    await this.goOn();
  }

  /** Back or on to where a person acts. */
  private async step(which: "undo" | "redo"): Promise<void> {
    const {game, phases} = this;
    if (game.terms.match || game.keeping === "nowhere" || !phases.is("aiming", "choosing", "thinking", "over")) return;
    const still = phases.begin();
    while (await game.engine[which]()) {
      const state = await game.refresh();
      if (game.kindOf(state.turn) === "human" && (state.balls[state.cue_ball] || state.over)) break;
    }
    if (!still()) return;
    this.board.notice.tell("");
    await this.library.keep(game);
    await this.refresh(game);
    this.board.showStatus(game, `${which === "undo" ? "Undone" : "Done again"}. ${game.state.text}`);
    await this.goOn();
  }

  /** What comes without the player: the cue ball is put back on the table, the computer plays. */
  private async goOn(): Promise<void> {
    const {game} = this;
    const still = this.phases.begin();
    let placed = false;
    for (;;) {
      const {state} = game;
      const next = turnOf(state, game.terms.players);
      if (next.at === "aiming" && !state.balls[state.cue_ball]) {
        await game.putCueBallBack();
        await this.library.keep(game);
        await this.refresh(game);
        if (!still()) return;
        continue;
      }
      this.phases.go(next);
      if (next.at !== "thinking") return this.beginTurn();
      this.board.showStatus(game, `${state.text} The computer thinks …`);
      const action = await game.engine.nextAction(kStrength[game.kindOf(state.turn)], placed, state.position + 1);
      if (!still()) return;
      placed = action.place !== undefined;
      if (action.strike) return this.shoot(action.strike, action.call ?? {});
      if (action.place !== undefined && action.at) await game.engine.place(action.place, action.at);
      else if (action.choose !== undefined) await game.engine.choose(action.choose);
      await this.library.keep(game);
      await this.refresh(game);
      if (!still()) return;
    }
  }

  private beginTurn(): void {
    const {position} = this.game.state;
    if (this.begun === position || !this.phases.is("aiming", "choosing")) return;
    this.begun = position;
    this.clock.start(this.game.terms.clock);
    if (this.phases.is("aiming")) this.aiming.beginTurn();
  }

  private last = 0;
  private readonly tick = (now: number): void => {
    if (this.ended) return;
    const seconds = Math.min(0.5, (now - this.last) / 1000);
    this.last = now;
    this.showing.advance(seconds);
    this.clock.advance(seconds);
    this.view.draw(seconds);
    requestAnimationFrame(this.tick);
  };

  // Games.

  private showGames(): void {
    const {games, loss} = ownGames();
    const {keeping, name} = this.game;
    this.games.show(keeping === "own" ? name : "", keeping === "link", games.filter((game) => keeping !== "own" || game.name !== name));
    if (loss) this.board.notice.tell(loss);
  }

  private async playInstead(...next: Parameters<GameLibrary["next"]>): Promise<void> {
    const game = await this.library.next(...next);
    if (game) this.open(game);
  }

  private async newGame(): Promise<void> {
    const {terms, state} = this.game;
    const chosen = await askForGame(this.into, {kind: state.kind, terms});
    if (!chosen) return;
    const {kind, target, firstPlayer, name} = chosen;
    await this.playInstead(() => this.carom.game({game: kind, seed: newSeed(), firstPlayer, target}), termsOf(chosen), freeName(name || kGames[kind]));
  }

  private async playAgain(): Promise<void> {
    const {terms, name, engine: before} = this.game;
    const saved = savedAgain(await before.saved());
    await this.playInstead(() => this.carom.game(saved), terms, freeName(name.replace(/ \d+$/, "")));
  }

  private async branch(action: number, shot: number): Promise<void> {
    const {game} = this;
    const saved = savedBefore(await game.engine.saved(), action);
    await this.playInstead(() => this.carom.game(saved), {...game.terms, match: false, clock: 0}, freeName(`${game.name || kGames[game.state.kind]}, shot ${shot}`));
  }

  private async practise(drill: Drill): Promise<void> {
    const plain = await this.carom.game({game: drill.game, seed: 1});
    const run = new DrillRun(drill, await plain.table(), () => this.drills.show());
    void plain.close();
    this.open(await PlayedGame.of(await this.carom.game(run.saved), kAmongPersons, drill.title, "nowhere"), run);
  }

  private async resume(stored: StoredGame): Promise<void> {
    await this.playInstead(() => this.carom.game(stored.saved), termsOf(stored), stored.name);
  }

  private async openFile(file: File): Promise<void> {
    const text = await file.text();
    await this.playInstead(() => this.carom.game(text.trim()), kAmongPersons, freeName(file.name.replace(/\.json$/, "")));
  }

  private async saveShown(): Promise<void> {
    saveGame({name: this.game.name || kGames[this.game.state.kind], saved: await this.game.engine.saved()});
  }

  private async adopt(): Promise<void> {
    await this.library.adopt(this.game);
    this.take();
    this.showGames();
  }

  private remove({name}: StoredGame): void {
    if (!confirm(`Remove ${name}? It cannot be had back.`)) return;
    removeGame(name);
    this.showGames();
  }

  private rename(name: string): void {
    if (name && name !== this.game.name) {
      const free = freeName(name);
      renameGame(this.game.name, free);
      this.game.name = free;
    }
    this.showGames();
  }
}

export const page: Page = async (into, parameter) => {
  const play = new PlayPage(await gameEngine(), into);
  await play.begin(parameter);
  return () => play.end();
};
