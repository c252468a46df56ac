import {CaromError} from "./module.js";

const kMostShown = 60;  // characters of a wrong value

const shown = (value: unknown): string => (typeof value === "string" ? JSON.stringify(value) : Array.isArray(value) ? `[${value}]` : String(value)).slice(0, kMostShown);

function refuse(name: string, value: unknown, expected: string): never {
  throw new CaromError(`${name}: got ${shown(value)}, expected ${expected}`);
}

// What a method is given, looked at before the module takes it for a number of its own: CaromError names the argument.

export function whole(name: string, value: unknown, least: number, most: number): number {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= most) return value as number;
  return refuse(name, value, `a whole number from ${least} to ${most}`);
}

export function finite(name: string, value: unknown): number {
  return Number.isFinite(value) ? (value as number) : refuse(name, value, "a finite number");
}

/** A number, or Infinity for no bound. */
export function bound(name: string, value: unknown): number {
  return typeof value === "number" && value >= 0 ? value : refuse(name, value, "a number that is not negative, or Infinity");
}

/** As many finite numbers as one of `counts` says. */
export function vector(name: string, value: unknown, ...counts: number[]): number[] {
  const right = Array.isArray(value) && counts.includes(value.length) && value.every(Number.isFinite);
  return right ? (value as number[]) : refuse(name, value, `${counts.join(" or ")} finite numbers in a list`);
}

export function text(name: string, value: unknown): string {
  return typeof value === "string" ? value : refuse(name, value, "a text");
}

/** Seeds of random numbers: all that doubles count exactly. */
export const seedNumber = (value: unknown): number => whole("seed", value, 0, Number.MAX_SAFE_INTEGER);

/** Ids and places in lists: what the module's 32 bits hold; whether there is such a one it says itself. */
export const index = (name: string, value: unknown): number => whole(name, value, 0, 2 ** 31 - 1);

/** What has no JSON is none: the module says what it expects instead. */
export const json = (value: unknown): string => JSON.stringify(value) ?? "null";
