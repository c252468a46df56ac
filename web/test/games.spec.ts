import {expect, test} from "@playwright/test";
import {freeName, keepGame, ownGames, playNext, removeGame, renameGame} from "../src/play/games.js";
import {kAmongPersons, settings, storedGame, type StoredGame} from "../src/play/stored.js";

/** A browser's storage with room for so many letters. */
class Store {
  readonly texts = new Map<string, string>();
  room = Infinity;

  getItem(key: string): string | null {
    return this.texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    const others = [...this.texts].filter(([other]) => other !== key).reduce((sum, [, one]) => sum + one.length, 0);
    if (others + text.length > this.room) throw new Error("no room");
    this.texts.set(key, text);
  }

  removeItem(key: string): void {
    this.texts.delete(key);
  }
}

let store: Store;
test.beforeEach(() => {
  store = new Store();
  Object.assign(globalThis, {localStorage: store});
});

const one = (name: string, saved = "{}"): StoredGame => ({...kAmongPersons, name, saved});
const names = () => ownGames().games.map(({name}) => name);

test("the game that was played last is first, and those before it follow", () => {
  for (const name of ["a", "b", "c"]) expect(playNext(one(name))).toBe(true);
  expect(names()).toEqual(["c", "b", "a"]);
  expect(playNext(one("a", "{ }"))).toBe(true);
  expect(ownGames().games).toEqual([one("a", "{ }"), one("c"), one("b")]);
});

test("an action of another window's game goes to that game", () => {
  playNext(one("mine"));
  playNext(one("theirs"));
  expect(keepGame(one("mine", "{ }"))).toBe(true);
  expect(ownGames().games).toEqual([one("theirs"), one("mine", "{ }")]);
});

test("games are renamed and removed, the one that was played last as any", () => {
  for (const name of ["a", "b"]) playNext(one(name));
  renameGame("a", "first");
  renameGame("b", "second");
  expect(names()).toEqual(["second", "first"]);
  removeGame("second");
  expect(names()).toEqual(["first"]);
  removeGame("first");
  expect(names()).toEqual([]);
});

test("names are free or get a number", () => {
  expect(freeName("8-ball", [])).toBe("8-ball");
  expect(freeName("8-ball", ["8-ball", "8-ball 2", "9-ball"])).toBe("8-ball 3");
});

test("where there is no room for another game, all stay as they were", () => {
  playNext(one("a", "x".repeat(100)));
  const before = new Map(store.texts);
  for (const [room, size] of [[200, 100], [330, 300]]) {
    store.room = room;
    expect(playNext(one("b", "x".repeat(size)))).toBe(false);
    expect(ownGames().games).toEqual([one("a", "x".repeat(100))]);
    expect(store.texts.get("carom.game")).toBe(before.get("carom.game"));
  }
  store.room = Infinity;
  expect(playNext(one("b"))).toBe(true);
});

test("a game that cannot be read goes aside before another takes its place", () => {
  store.setItem("carom.game", "{torn");
  expect(names()).toEqual([]);
  expect(playNext(one("a"))).toBe(true);
  expect(store.getItem("carom.game.damaged")).toBe("{torn");
  expect(names()).toEqual(["a"]);
});

test("what is kept and is no game is refused with what was expected", () => {
  for (const [text, why] of [["null", 'expected an object with a text "saved"'], ["5", 'expected an object with a text "saved"'], ['{"saved": 5, "players": ["human", "human"]}', 'expected an object with a text "saved"'],
    ['{"saved": "{}", "players": ["human", "robot"]}', "expected two of human, easy, medium, hard"], ['{"saved": "{}", "players": ["human"]}', "expected two of"], ['{"saved": "{}", "players": ["human", "human"], "names": [1, 2]}', "expected two texts"],
    ['{"saved": "{}", "players": ["human", "human"], "clock": -1}', "expected true or false, and seconds"]]) {
    store.setItem("carom.game", text);
    expect(() => storedGame(), text).toThrow(why);
  }
  store.setItem("carom.game", '{"saved": "{}", "players": ["human", "easy"]}');
  expect(storedGame()).toEqual({...kAmongPersons, name: "My game", saved: "{}", players: ["human", "easy"]});
});

test("settings that are none are as for who comes first", () => {
  const first = settings();
  expect(first).toMatchObject({view: "above", guides: "coach", rate: 1, muted: false, struck: false});
  for (const text of ["{", "null", '"x"', '{"view": "below", "rate": -1, "guides": 3, "muted": "yes", "struck": 1}']) {
    store.setItem("carom.settings", text);
    expect(settings(), text).toEqual(first);
  }
  store.setItem("carom.settings", '{"view": "cue", "rate": 2, "guides": "full"}');
  expect(settings()).toEqual({...first, view: "cue", rate: 2});
});
