/** Where games come from and are kept: the browser's storage, links, files. */
import type {Carom, Game} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {copyLink, unpack} from "../packed.js";
import {download, fileName, message, type Notice} from "../ui.js";
import {freeName, playNext} from "./games.js";
import {kGames} from "./names.js";
import {PlayedGame} from "./played_game.js";
import {kAmongPersons, putGameAside, type StoredGame, storedGame, type Terms} from "./stored.js";

const kFirstTerms: Terms = {...kAmongPersons, players: ["human", "medium"]};  // of who comes first

export const termsOf = ({players, names, match, clock}: Terms): Terms => ({players, names, match, clock});
export const newSeed = (): number => Math.floor(Math.random() * 2 ** 32);
export const saveGame = ({name, saved}: Pick<StoredGame, "name" | "saved">): void => download(`${fileName(name)}.json`, `${saved}\n`);

export class GameLibrary {
  private address = location.hash;
  private left = false;

  constructor(private readonly carom: Remote<Carom>, private readonly notice: Notice) {}

  /** The page is left: the address is another's. */
  end(): void {
    this.left = true;
  }

  /** What a visit begins with: the game in the link, else that of the last visit, else a new one. */
  async first(packed: string): Promise<PlayedGame> {
    const linked = packed ? await this.linked(packed) : null;
    if (linked) return PlayedGame.of(linked, kAmongPersons, "", "link");
    return (await this.own()) ?? PlayedGame.of(await this.carom.game({game: "eight-ball", seed: newSeed()}), kFirstTerms, freeName(kGames["eight-ball"]), "own");
  }

  /** Nothing if it is one's own as it is now, or cannot be read. */
  private async linked(packed: string): Promise<Remote<Game> | null> {
    try {
      const saved = await unpack(packed);
      return isOwn(saved) ? null : await this.carom.game(saved);
    } catch (error) {
      this.notice.tell(`The game in the link could not be opened: ${message(error)}. Your own game is still here.`);
      return null;
    }
  }

  /** The game of the last visit, if there is one that can be read. */
  private async own(): Promise<PlayedGame | null> {
    try {
      const stored = storedGame();
      return stored ? await PlayedGame.of(await this.carom.game(stored.saved), termsOf(stored), stored.name, "own") : null;
    } catch (error) {
      this.notice.tell(`The game of your last visit could not be read: ${message(error)}. It is put aside in this browser's storage, under "${putGameAside()}"; here begins a new one.`);
      return null;
    }
  }

  /** Another game of one's own from now on; the one before is kept. Where that cannot be, nothing changes and the notice says why. */
  async next(make: () => Promise<Remote<Game>>, terms: Terms, name: string): Promise<PlayedGame | null> {
    let game: PlayedGame;
    try {
      game = await PlayedGame.of(await make(), terms, name, "own");
    } catch (error) {
      this.notice.tell(`${name} could not be opened: ${message(error)}`);
      return null;
    }
    if (!playNext(await game.stored())) {
      game.close();
      this.notice.tell("This browser's storage has no room for another game: Export one to a file and remove it here.");
      return null;
    }
    this.notice.tell("");
    this.leaveLink();
    return game;
  }

  /** The linked game becomes one's own. */
  async adopt(game: PlayedGame): Promise<void> {
    const name = freeName(kGames[game.state.kind]);
    if (!playNext({...(await game.stored()), name})) return this.notice.tell("This browser's storage has no room for another game.");
    Object.assign(game, {name, keeping: "own"});
    this.leaveLink();
  }

  /** After every action: a linked game lives in the address, one's own in the browser, and what the address said holds no longer. */
  async keep(game: PlayedGame): Promise<void> {
    if (!(await game.keep((address) => this.setAddress(address)))) this.notice.tell("This browser's storage has no room for the game: Export it to a file.");
    if (game.keeping === "own") this.leaveLink();
  }

  async copyLink(game: PlayedGame): Promise<void> {
    const address = await game.address();
    this.setAddress(address);
    this.notice.tell((await copyLink(address)) ? "The link to this game is copied." : "The link to this game stands in the address line.", false);
  }

  private leaveLink(): void {
    if (this.address.startsWith("#play/")) this.setAddress("#play");
  }

  /** Not if the address leads elsewhere by now. */
  private setAddress(address: string): void {
    if (this.left || location.hash !== this.address) return;
    history.replaceState(null, "", address);
    this.address = address;
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

/** The same match once more; who did not begin begins. */
export function savedAgain(saved: string): string {
  const {settings} = JSON.parse(saved) as {settings: {first_player?: number}};
  return JSON.stringify({carom_game: 1, settings: {...settings, first_player: 1 - (settings.first_player ?? 0), seed: newSeed()}, actions: []});
}
