/** The dialog that begins a game. */
import type {GameKind} from "carom-wasm";
import {checkbox, field, h, select} from "../ui.js";
import {kGames, kPlayers} from "./names.js";
import type {PlayerKind, Terms} from "./stored.js";

export interface NewGame extends Terms {
  kind: GameKind;
  name: string;
  firstPlayer: 0 | 1;
  target?: number;
}

/** What a race is run to, and how far unless another number is given. */
const kRaces: Partial<Record<GameKind, {label: string; usual: number}>> = {
  "eight-ball": {label: "Race to (racks)", usual: 1}, "nine-ball": {label: "Race to (racks)", usual: 1}, "straight-pool": {label: "Race to (points)", usual: 50}, "three-cushion": {label: "Race to (points)", usual: 15},
};
const kFirst = {"0": "Player 1", "1": "Player 2", lot: "By lot"};
const kClocks: [string, string][] = [["0", "None"], ["15", "15 s"], ["30", "30 s"], ["60", "60 s"]];

/** Asks in a dialog over the page; nothing if it is cancelled. */
export function askForGame(over: HTMLElement, before: {kind: GameKind; terms: Terms}): Promise<NewGame | undefined> {
  const {terms} = before;
  const race = h("input", {type: "number", min: 1, max: 500, step: 1, "data-testid": "race"});
  const raceField = field("Race to", race);
  const showRace = (kind: GameKind) => {
    const found = kRaces[kind];
    raceField.hidden = !found;
    if (!found) return;
    raceField.querySelector("label")!.textContent = found.label;
    race.value = String(found.usual);
  };
  const game = select(kGames, before.kind, showRace);
  const players = terms.players.map((kind) => select(kPlayers, kind, () => {}));
  const names = terms.names.map((name, k) => h("input", {type: "text", maxlength: 30, value: name, placeholder: `Player ${k + 1}`, "aria-label": `Name of player ${k + 1}`}));
  const first = select(kFirst, "0", () => {});
  const clock = select(kClocks, String(terms.clock), () => {});
  const name = h("input", {type: "text", maxlength: 60, placeholder: "as the game is called", "data-testid": "new-name"});
  let match = terms.match;
  const matchBox = checkbox("A match: no study, and nothing is taken back", match, (value) => (match = value));
  const testids: [HTMLElement, string][] = [[game, "game-kind"], [players[0], "player-1"], [players[1], "player-2"], [names[0], "name-1"], [names[1], "name-2"], [first, "breaks"], [clock, "shot-clock"], [matchBox.querySelector("input")!, "match"]];
  for (const [element, id] of testids) element.dataset.testid = id;
  showRace(before.kind);

  const read = (): NewGame => ({
    kind: game.value as GameKind, name: name.value.trim(), match, clock: Number(clock.value),
    players: players.map(({value}) => value) as [PlayerKind, PlayerKind], names: names.map(({value}) => value.trim()) as [string, string],
    firstPlayer: first.value === "lot" ? (Math.random() < 0.5 ? 0 : 1) : (Number(first.value) as 0 | 1),
    target: raceField.hidden ? undefined : race.valueAsNumber,
  });
  return new Promise((resolve) => {
    const dialog = h("dialog", {class: "new-game", "aria-label": "New game"});
    const form = h("form", {method: "dialog", onsubmit: () => resolve(read())},
      h("h2", {}, "New game"), h("p", {class: "hint"}, "Your other games stay in the list."),
      field("Game", game), raceField, h("div", {class: "pair"}, field("Player 1", players[0]), names[0]), h("div", {class: "pair"}, field("Player 2", players[1]), names[1]),
      field("Begins", first), field("Shot clock", clock), matchBox, field("Name", name),
      h("div", {class: "buttons"}, h("button", {type: "button", onclick: () => dialog.close()}, "Cancel"), h("button", {class: "shoot", "data-testid": "start-game"}, "Start")));
    dialog.append(form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(undefined);  // after a start it is too late to matter
    });
    over.append(dialog);
    dialog.showModal();
  });
}
