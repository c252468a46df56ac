/** What a report tells of its run in numbers and words. */
import {formatCount, formatNumber, formatVector, kThinSpace, spoken} from "../format.js";
import {make} from "../page.js";
import type {Ledger, Recording} from "./recording.js";

function fact(title: string, value: string, unit = ""): HTMLElement {
  return make("div", {}, make("dt", {}, title), make("dd", {}, value, unit ? make("small", {}, ` ${unit}`) : ""));
}

function energyDrift({summary: {start, end}}: Recording): number {
  const before = start.kinetic + start.potential;
  return (end.kinetic + end.potential - before) / (Math.abs(before) || 1);
}

const dissipated = (end: Ledger): number[] =>
  [end.dissipated_impacts, end.dissipated_merging, end.dissipated_stops, end.dissipated_damping, end.dissipated_friction, end.dissipated_rolling, end.dissipated_pockets, end.dissipated_contacts];
const added = (end: Ledger): number[] => [end.added_by_restitution, end.added_by_placing, end.added_by_hops, end.added_by_ticks, end.added_by_restoring];
const sum = (parts: number[]): number => parts.reduce((total, part) => total + part, 0);

function isConservative({summary: {start, end}}: Recording): boolean {
  const scale = 1e-9 * (Math.abs(start.kinetic) + Math.abs(start.potential));
  return [...dissipated(end), ...added(end), end.work].every((part) => Math.abs(part) <= scale);
}

function energyFact(run: Recording): HTMLElement {
  const {start, end} = run.summary;
  if (isConservative(run)) return fact("Relative energy drift", formatNumber(energyDrift(run), 2));
  const fromRest = start.kinetic + start.potential === 0 || end.work !== 0 || start.potential !== 0;
  if (fromRest) return fact("Energy dissipated", formatNumber(sum(dissipated(end)), 3));
  return fact("Energy kept", `${formatNumber(100 * (1 + energyDrift(run)), 3)}${kThinSpace}%`);
}

export function headFacts(run: Recording): HTMLElement[] {
  const {summary, samples: {impacts}} = run;
  return [
    fact("Balls", formatCount(run.balls.count + run.thinning.balls_not_shown), `in ${run.dimension}D`),
    fact("Simulated time", formatNumber(run.span, 4), run.from ? `from ${formatNumber(run.from, 4)}` : ""),
    fact("Collisions", formatCount(impacts[impacts.length - 1] - impacts[0])),
    fact("Events", formatCount(run.events.seen)),
    energyFact(run),
    fact("Deepest overlap", formatNumber(summary.deepest_overlap, 2)),
  ];
}

function summaryList(title: string, entries: [string, string][]): HTMLElement {
  return make("section", {}, make("h3", {}, title), make("dl", {}, ...entries.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])));
}

export function summaryLists(run: Recording): HTMLElement[] {
  const {counts, start, end, hash, deepest_overlap: overlap} = run.summary;
  const energy = ({kinetic, potential}: typeof start): [string, string][] => [["kinetic", formatNumber(kinetic, 8)], ["potential", formatNumber(potential, 8)]];
  const balance: [string, number][] = [
    ["work done by forces and changes", end.work], ["dissipated by impacts", end.dissipated_impacts],
    ["by merging and sticking", end.dissipated_merging], ["by balls without room that stop", end.dissipated_stops], ["by damping", end.dissipated_damping], ["by friction", end.dissipated_friction], ["by rolling resistance", end.dissipated_rolling],
    ["by contacts that last", end.dissipated_contacts], ["taken by pockets", end.dissipated_pockets], ["added by restitution above 1", end.added_by_restitution],
    ["by putting balls to where they touch", end.added_by_placing], ["by the rule against collapse", end.added_by_hops], ["by pulling at ticks", end.added_by_ticks], ["by restoring clearances", end.added_by_restoring], ["not accounted for", end.residual],
  ];
  return [
    summaryList("Events", Object.entries(counts).map(([kind, count]) => [spoken(kind), formatCount(count)])),
    summaryList("Energy at the start", energy(start)), summaryList("Energy at the end", energy(end)),
    summaryList("Where energy went", balance.map(([name, value]) => [name, formatNumber(value, 6)])),
    summaryList("Momentum", [["at the start", formatVector(start.momentum, 5)], ["at the end", formatVector(end.momentum, 5)]]),
    summaryList("State", [["hash", hash], ["deepest overlap", formatNumber(overlap, 3)], ["time", formatNumber(run.until, 12)]]),
  ];
}

function motionNote({motion, thinning}: Recording): string {
  if (motion.frames)
    return `Up to time ${formatNumber(motion.exactUntil, 6)} balls are shown exactly where they were; after that there was too much motion for a file of this size, ` +
      `and straight lines join ${formatCount(motion.frames.time.length)} frames (positions to 1/65${kThinSpace}535 of the view).`;
  if (thinning.keys_thinned)
    return "Balls are shown exactly where they were, but for the busiest: where these had more events than fit in, straight lines join some of them.";
  return "Balls are shown exactly where they were at every moment, not only at frames.";
}

/** What this report does not hold. */
export function thinningNotes(run: Recording): string[] {
  const {thinning, events} = run;
  const notes = [motionNote(run)];
  if (events.time.length < events.seen) notes.push(`The table holds ${formatCount(events.time.length)} of ${formatCount(events.seen)} events.`);
  if (thinning.balls_not_shown) notes.push(`${formatCount(thinning.balls_not_shown)} balls are not shown.`);
  if (thinning.sample_stride > 1) notes.push(`Plots use one frame in ${thinning.sample_stride}.`);
  return notes;
}
