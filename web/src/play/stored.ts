/** What this page keeps between visits. */
import {keep, kept} from "../kept.js";

export type PlayerKind = "human" | "easy" | "medium" | "hard";

export interface StoredGame {
  saved: string;
  players: [PlayerKind, PlayerKind];
}

export interface Settings {
  muted: boolean;
  guides: "off" | "short" | "full";
  view: "above" | "tilted" | "cue";
  rate: number;
  slow: boolean;
  /** Draws without shadows and reflections. */
  simple: boolean;
}

export const kSettings: Settings = {muted: false, guides: "full", view: "above", rate: 1, slow: false, simple: false};

function read<T>(key: string): T | undefined {
  try {
    return (JSON.parse(kept(key) ?? "null") as T | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const write = (key: string, value: unknown): void => keep(key, JSON.stringify(value));

export const storedGame = (): StoredGame | undefined => read<StoredGame>("carom.game");
export const storeGame = (game: StoredGame): void => write("carom.game", game);
export const settings = (): Settings => ({...kSettings, ...read<Partial<Settings>>("carom.settings")});
export const storeSettings = (value: Settings): void => write("carom.settings", value);
