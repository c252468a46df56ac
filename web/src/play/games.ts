/** One's own games, by name: the one that was played last under a key of its own, the others in a list. */
import {drop, keep, kept, putAside} from "../kept.js";
import {message} from "../ui.js";
import {checkGame, kGameKey, putGameAside, type StoredGame, storedGame} from "./stored.js";

const kListKey = "carom.games";

/** The name, or the first of "name 2", "name 3" … that no game has. */
export function freeName(name: string, taken: readonly string[] = takenNames()): string {
  let free = name;
  for (let k = 2; taken.includes(free); ++k) free = `${name} ${k}`;
  return free;
}

/** All but the one that was played last. An Error says what is wrong with what is kept. */
function otherGames(): StoredGame[] {
  const list = JSON.parse(kept(kListKey) ?? "[]") as unknown;
  if (!Array.isArray(list)) throw new Error("expected a list of games");
  const games = list.map(checkGame);
  const name = currentName();
  return games.filter((game) => game.name !== name);
}

/** The others, and what is to be told if they could not be read: what is kept goes aside, and those of them that are whole stay. */
function otherGamesOrLoss(): {games: StoredGame[]; loss: string} {
  try {
    return {games: otherGames(), loss: ""};
  } catch (error) {
    const whole = wholeOnes(kept(kListKey) ?? "");
    const loss = `Not all of your games could be read: ${message(error)}. What was kept is put aside in this browser's storage, under "${putAside(kListKey)}".`;
    writeOthers(whole);
    return {games: whole, loss};
  }
}

function wholeOnes(text: string): StoredGame[] {
  const read = <T>(of: () => T[]): T[] => {
    try {
      return of();
    } catch {
      return [];
    }
  };
  return read(() => (JSON.parse(text) as unknown[]).flatMap((one) => read(() => [checkGame(one)])));
}

const writeOthers = (games: StoredGame[]): boolean => keep(kListKey, JSON.stringify(games));
const writeCurrent = (game: StoredGame): boolean => keep(kGameKey, JSON.stringify(game));

/** The one that was played last; one that cannot be read goes aside, for what comes takes its place. */
function makeWay(): StoredGame | undefined {
  try {
    return storedGame();
  } catch {
    putGameAside();
    return undefined;
  }
}

function currentGame(): StoredGame | undefined {
  try {
    return storedGame();
  } catch {
    return undefined;
  }
}

const currentName = (): string | undefined => currentGame()?.name;

/** All names that are taken. */
export const takenNames = (): string[] => ownGames().games.map(({name}) => name);

/** As it is now. Another window may play another game meanwhile: that one stays what was played last. False where there is no room. */
export function keepGame(game: StoredGame): boolean {
  const name = makeWay()?.name;
  if (name === undefined || name === game.name) return writeCurrent(game);
  return writeOthers([game, ...otherGamesOrLoss().games.filter((other) => other.name !== game.name)]);
}

/** From now on this game is played, and the one that was is among the others. Nothing changes where there is no room for both. */
export function playNext(next: StoredGame): boolean {
  const before = makeWay();
  const {games} = otherGamesOrLoss();
  const others = before && before.name !== next.name ? [before, ...games] : games;
  if (!writeOthers(others)) return false;
  if (writeCurrent(next)) return writeOthers(others.filter(({name}) => name !== next.name));
  writeOthers(games);
  return false;
}

export function removeGame(name: string): void {
  if (currentName() === name) drop(kGameKey);
  else writeOthers(otherGamesOrLoss().games.filter((game) => game.name !== name));
}

export function renameGame(from: string, to: string): void {
  const current = currentGame();
  if (current?.name === from) writeCurrent({...current, name: to});
  else writeOthers(otherGamesOrLoss().games.map((game) => (game.name === from ? {...game, name: to} : game)));
}

/** All, the one that was played last first. */
export function ownGames(): {games: StoredGame[]; loss: string} {
  const current = currentGame();
  const {games, loss} = otherGamesOrLoss();
  return {games: current ? [current, ...games] : games, loss};
}
