import type {GameState} from "carom-wasm";
import {capital, h, Notice} from "../ui.js";
import type {PlayedGame} from "./played_game.js";

/** What stands above and below the table: whose turn it is, what happened, the score, what there is to choose. */
export class Board {
  readonly stage = h("div", {class: "stage", "data-testid": "stage"});
  readonly notice = new Notice("notice");
  readonly prediction = h("p", {class: "prediction", "data-testid": "prediction"});
  readonly below = h("div", {class: "below"});
  readonly element: HTMLElement;
  private readonly status = h("p", {class: "status", role: "status", "aria-live": "polite", "data-testid": "status"});
  private readonly beside = h("p", {class: "beside", "data-testid": "linked", hidden: true}, "This game came by a link and lives in the address: what is played here leaves your own game as it was. ", h("a", {href: "#play"}, "Back to your own game"));
  private readonly scores = h("div", {class: "scores", "data-testid": "scores"});
  private readonly choices = h("div", {class: "choices"});
  private readonly hint = h("p", {class: "hint-over", "data-testid": "hint", hidden: true});

  constructor(clock: HTMLElement) {
    this.stage.append(this.notice.element, this.hint);
    this.below.append(this.prediction);
    this.element = h("div", {class: "board"}, this.beside, h("div", {class: "row scores-row"}, this.scores, clock), this.status, this.choices, this.stage, this.below);
  }

  showStatus(game: PlayedGame, text = game.state.text): void {
    this.status.textContent = game.inNames(text) + game.ballsOn();
    this.status.classList.toggle("foul", game.state.verdict.fouls.length > 0);
    this.beside.hidden = game.keeping !== "link";
    this.showScores(game);
  }

  /** In place of the status, as long as a shot is shown. */
  say(text: string): void {
    this.status.textContent = text;
  }

  private showScores(game: PlayedGame): void {
    const {kind, score, turn, over, solids, innings} = game.state;
    if (kind === "practice") return this.scores.replaceChildren(h("span", {class: "score on"}, "Practice"));
    this.scores.replaceChildren(...[0, 1].map((player) => {
      const group = solids === undefined ? "" : (solids === player) === true ? " · solids" : " · stripes";
      const inning = kind === "three-cushion" ? ` · ${innings[player]} inn.` : "";
      return h("span", {class: `score${!over && turn === player ? " on" : ""}`, "data-testid": `score-${player}`}, `${game.fullNameOf(player)}${group}${inning}`, h("b", {}, String(score[player])));
    }));
  }

  /** Instead of the players' scores. */
  showScore(text: string): void {
    this.scores.replaceChildren(h("span", {class: "score on", "data-testid": "drill-score"}, text));
  }

  offer(choices: GameState["choices"], choose: (choice: number) => void): void {
    this.choices.replaceChildren(...choices.map((text, k) => h("button", {onclick: () => choose(k)}, capital(text))));
  }

  offerAgain(label: string, act: () => void): void {
    this.choices.replaceChildren(h("button", {class: "shoot", "data-testid": "again", onclick: act}, label));
  }

  showHint(shown: boolean): void {
    const touch = matchMedia("(pointer: coarse)").matches;
    this.hint.hidden = !shown;
    this.hint.textContent = touch ? "Drag on the cloth to aim. Draw the cue back and let go to shoot." : "Point at a ball to aim. Press, draw back and let go to shoot.";
  }
}
