import type {GameKind} from "carom-wasm";
import type {PlayerKind} from "./stored.js";

export const kGames: Record<GameKind, string> = {
  "eight-ball": "8-ball", "nine-ball": "9-ball", "straight-pool": "Straight pool", snooker: "Snooker", "three-cushion": "Three-cushion", practice: "Practice",
};
export const kPlayers: Record<PlayerKind, string> = {human: "Person", easy: "Computer, easy", medium: "Computer, medium", hard: "Computer, hard"};
