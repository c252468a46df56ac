/** What this page keeps between visits. */
import {keep, kept, putAside} from "../kept.js";

const kPlayerKinds = ["human", "easy", "medium", "hard"] as const;
const kGuides = ["off", "coach", "study"] as const;
const kViews = ["above", "tilted", "cue"] as const;

export type PlayerKind = (typeof kPlayerKinds)[number];

export type GuideKind = (typeof kGuides)[number];

/** How a game is played beyond its rules. */
export interface Terms {
  players: [PlayerKind, PlayerKind];
  /** Empty: by number. */
  names: [string, string];
  /** Nothing is taken back or studied beforehand. */
  match: boolean;
  /** Seconds for each stroke; 0: as long as it takes. */
  clock: number;
}

export interface StoredGame extends Terms {
  name: string;
  saved: string;
}

export const kAmongPersons: Terms = {players: ["human", "human"], names: ["", ""], match: false, clock: 0};

export interface Settings {
  muted: boolean;
  guides: GuideKind;
  view: (typeof kViews)[number];
  rate: number;
  slow: boolean;
  /** Draws without shadows and reflections. */
  simple: boolean;
  /** Has struck once, and needs no hint how. */
  struck: boolean;
}

const kSettings: Settings = {muted: false, guides: "coach", view: "above", rate: 1, slow: false, simple: false, struck: false};
export const kGameKey = "carom.game";
const kSettingsKey = "carom.settings";

/** One's own game that was played last. An Error says what is wrong with what is kept. */
export function storedGame(): StoredGame | undefined {
  const text = kept(kGameKey);
  return text === null ? undefined : checkGame(JSON.parse(text));
}

/** An Error says what is wrong with it. */
export function checkGame(value: unknown): StoredGame {
  const {name = "My game", saved, players, names = kAmongPersons.names, match = false, clock = 0} = (value ?? {}) as Partial<StoredGame>;
  if (typeof saved !== "string" || typeof name !== "string") throw new Error(`got ${(JSON.stringify(value) ?? "").slice(0, 40)}, expected an object with a text "saved"`);
  if (!Array.isArray(players) || players.length !== 2 || !players.every((one) => kPlayerKinds.includes(one)))
    throw new Error(`players: got ${JSON.stringify(players)}, expected two of ${kPlayerKinds.join(", ")}`);
  if (!Array.isArray(names) || names.length !== 2 || !names.every((one) => typeof one === "string")) throw new Error(`names: got ${JSON.stringify(names)}, expected two texts`);
  if (typeof match !== "boolean" || !Number.isFinite(clock) || clock < 0) throw new Error(`got match ${JSON.stringify(match)}, clock ${JSON.stringify(clock)}, expected true or false, and seconds`);
  return {name, saved, players, names, match, clock};
}

/** Where the game that could not be read is found from now on. */
export const putGameAside = (): string => putAside(kGameKey);

/** What is not kept, or is no setting, is as it is for who comes first. */
export function settings(): Settings {
  const found = keptSettings();
  const right: {[K in keyof Settings]: (value: unknown) => boolean} = {
    muted: isFlag, slow: isFlag, simple: isFlag, struck: isFlag, rate: (value) => Number.isFinite(value) && (value as number) > 0, guides: isOneOf(kGuides), view: isOneOf(kViews),
  };
  const names = Object.keys(kSettings) as (keyof Settings)[];
  return {...kSettings, ...Object.fromEntries(names.filter((name) => right[name](found[name])).map((name) => [name, found[name]]))};
}

const isFlag = (value: unknown): boolean => typeof value === "boolean";
const isOneOf = (names: readonly unknown[]) => (value: unknown): boolean => names.includes(value);

function keptSettings(): Partial<Record<keyof Settings, unknown>> {
  try {
    return (JSON.parse(kept(kSettingsKey) ?? "{}") as Partial<Settings> | null) ?? {};
  } catch {
    return {};
  }
}

export const storeSettings = (value: Settings): boolean => keep(kSettingsKey, JSON.stringify(value));
