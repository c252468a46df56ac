/** What this page keeps between visits. A browser that keeps nothing is no reason to fail. */
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
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store: the game goes on without.
  }
}

export const storedGame = (): StoredGame | undefined => read<StoredGame>("carom.game");
export const storeGame = (game: StoredGame): void => write("carom.game", game);
export const settings = (): Settings => ({...kSettings, ...read<Partial<Settings>>("carom.settings")});
export const storeSettings = (value: Settings): void => write("carom.settings", value);
