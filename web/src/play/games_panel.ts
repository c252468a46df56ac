/** One's own games on the page: the list, and what can be done with each. */
import {counted} from "carom-viewer/format.js";
import {field, h} from "../ui.js";
import {kGames} from "./names.js";
import type {StoredGame} from "./stored.js";

export interface GameActions {
  resume(game: StoredGame): void;
  save(game: StoredGame): void;
  saveShown(): void;
  remove(game: StoredGame): void;
  rename(name: string): void;
  openFile(file: File): void;
  /** The linked game becomes one's own. */
  adopt(): void;
}

/** What game it is, and how far it has come; a damaged one is told when it is opened. */
export function describe(saved: string): string {
  try {
    const {settings, actions, position} = JSON.parse(saved) as {settings: {game: keyof typeof kGames}; actions: unknown[]; position?: number};
    return `${kGames[settings.game]}, ${counted(position ?? actions.length, "action")}`;
  } catch {
    return "cannot be read";
  }
}

export class GamesPanel {
  readonly element: HTMLElement;
  private readonly list = h("ul", {class: "games", "data-testid": "games"});
  private readonly name = h("input", {type: "text", maxlength: 60, "data-testid": "game-name", onchange: () => this.actions.rename(this.name.value.trim())});
  private readonly named = field("This one", this.name);
  private readonly adoptButton = h("button", {"data-testid": "adopt", onclick: () => this.actions.adopt()}, "Keep this game as my own");

  constructor(private readonly actions: GameActions) {
    const file = h("input", {type: "file", accept: ".json", hidden: true, "data-testid": "game-file", onchange: () => {
      if (file.files?.[0]) actions.openFile(file.files[0]);
      file.value = "";  // the same may be chosen again
    }});
    this.element = h("section", {class: "own-games", "aria-label": "Your games"}, h("h2", {}, "Your games"), this.named, this.adoptButton, this.list,
      h("div", {class: "buttons"}, h("button", {"data-testid": "export", onclick: () => actions.saveShown()}, "Export"), h("button", {onclick: () => file.click()}, "Open a file …")), file);
  }

  show(shown: string, linked: boolean, games: StoredGame[]): void {
    this.name.value = shown;
    this.named.hidden = linked;
    this.adoptButton.hidden = !linked;
    this.list.replaceChildren(...games.map((game) => this.row(game)));
  }

  private row(game: StoredGame): HTMLElement {
    const button = (text: string, label: string, act: (game: StoredGame) => void) => h("button", {class: "small", "aria-label": `${label} ${game.name}`, title: label, onclick: () => act(game)}, text);
    return h("li", {}, h("button", {class: "resume", onclick: () => this.actions.resume(game), "aria-label": `Resume ${game.name}: ${describe(game.saved)}`}, h("b", {}, game.name), h("span", {}, describe(game.saved))),
      button("⤓", "Export", (one) => this.actions.save(one)), button("×", "Remove", (one) => this.actions.remove(one)));
  }
}
