/** Puts the report of a run together, on a stage in the plane or in space. */
import {EventTable} from "../player/events.js";
import {headFacts, summaryLists, thinningNotes} from "./facts.js";
import {formatNumber, formatVector, spoken} from "../format.js";
import type {Facts} from "../player/inspector.js";
import {find, make} from "../page.js";
import {Player, type PlayerOptions} from "../player/player.js";
import {Plot} from "../plot/plot.js";
import {collisionRate, plotsOf} from "../plot/plots.js";
import {RecordedMotion} from "./recorded_motion.js";
import {decodeRecording, kNoBody, type Recording} from "./recording.js";
import {runEvents} from "./run_events.js";
import {upperBound} from "../search.js";
import {kCellsTool, kSliceTool, kSpinTool, kTools} from "../player/tools.js";

const kLookedAhead = 20_000;  // events, for the next one of a ball

/** When a ball takes part in something next. */
function nextEvent({events, kinds}: Recording, id: number, t: number): string {
  const start = upperBound(events.time, t);
  for (let i = start; i < Math.min(events.time.length, start + kLookedAhead); ++i)
    if (events.a[i] === id || events.b[i] === id) return `${spoken(kinds[events.kind[i]])} in ${formatNumber(events.time[i] - t, 4)}`;
  return "none";
}

function fate(run: Recording, slot: number): string {
  const end = run.ends.get(slot);
  if (!end) return "–";
  return `${end.fate}${end.by === kNoBody ? "" : ` · ${run.bodyName(end.by)}`} at ${formatNumber(end.time, 6)}`;
}

function factsOf(run: Recording, motion: RecordedMotion, slot: number): Facts {
  const start = run.starts.get(slot) ?? -Infinity;
  if (motion.time < start) return [["comes", Number.isFinite(start) ? `at ${formatNumber(start, 6)}` : "not in this run"]];
  if (!motion.here[slot]) return [["gone", fate(run, slot)]];
  const d = run.dimension;
  const own = (list: Float64Array, size: number) => list.subarray(slot * size, slot * size + size);
  const mass = motion.mass[slot];
  const speed = motion.speed[slot];
  const spin = motion.spin && own(motion.spin, d === 2 ? 1 : 3);
  return [
    ["position", formatVector(own(motion.position, d))],
    ["velocity", motion.isExact(motion.time) ? formatVector(own(motion.velocity, d)) : "–"],
    ["speed", formatNumber(speed)],
    ...(spin ? [["spin", d === 2 ? formatNumber(spin[0]) : formatVector(spin)] as [string, string]] : []),
    ["radius", formatNumber(motion.radius[slot])],
    ["mass", Number.isFinite(mass) ? formatNumber(mass) : "immovable"],
    ["kinetic energy", Number.isFinite(mass) ? formatNumber(0.5 * mass * speed ** 2) : "–"],
    ...(motion.asleep[slot] ? [["sleeps", "yes"] as [string, string]] : []),
    ["next event", nextEvent(run, run.balls.id[slot], motion.time)],
  ];
}

function makePlayer(run: Recording, motion: RecordedMotion, makeStage: PlayerOptions["makeStage"]): Player {
  const title = thinningNotes(run).join(" ");
  const quality = (t: number) => {
    const exact = motion.isExact(t) && !run.thinning.keys_thinned;
    return {exact, title, text: exact ? "exact motion" : run.thinning.keys_thinned ? "exact but for the busiest balls" : "between frames"};
  };
  return new Player(run, motion, {
    makeStage, quality, tools: [...kTools, ...(motion.spin ? [kSpinTool] : []), ...(run.cells ? [kCellsTool] : []), ...(run.dimension === 3 ? [kSliceTool] : [])], density: collisionRate(run).rate, facts: (slot) => factsOf(run, motion, slot),
  });
}

function addPlots(run: Recording, player: Player): void {
  const {curves, overTime} = plotsOf(run);
  const moving = overTime.map((data) => new Plot(data, (t) => player.seek(t)));
  find("plots").append(...[...curves.map((data) => new Plot(data)), ...moving].map(({element}) => element));
  player.onTime((t) => moving.forEach((plot) => plot.setTime(t)));
}

function addEvents(run: Recording, player: Player): void {
  const table = new EventTable(runEvents(run), (i) => {
    player.pause();
    player.seek(run.events.time[i]);
    const slot = run.slotOf(run.events.a[i]);
    if (slot === undefined) return;
    player.select(slot);
    player.choices.follow = false;
  });
  find("events").replaceWith(table.element);
  player.onTime((t) => table.setTime(t));
}

/** "#t=2.5" in the address opens the report at that time, "&select=cue" with that ball chosen, "&follow" to go with it. */
function openAtAddress(run: Recording, player: Player): void {
  const asked = new URLSearchParams(location.hash.slice(1));
  const ball = asked.get("select");
  if (ball !== null) {
    player.select(Array.from(run.balls.id).findIndex((id) => run.bodyName(id) === ball || String(id) === ball));
    player.choices.follow = asked.has("follow");
  }
  if (asked.has("t")) player.seek(Number(asked.get("t")));
  else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
}

export function openReport(makeStage: PlayerOptions["makeStage"]): void {
  window.addEventListener("error", (event) => (document.documentElement.dataset.status = `error: ${event.message}`));
  const run = decodeRecording(JSON.parse(find("run").textContent!));
  find("title").textContent = run.title;
  find("about").textContent = run.about;
  find("facts").append(...headFacts(run));
  find("summary").append(...summaryLists(run));
  find("notes").append(...thinningNotes(run).map((note) => make("p", {}, note)), make("p", {}, "Made by Carom, which moves balls from one true collision to the next."));
  const motion = new RecordedMotion(run);
  const player = makePlayer(run, motion, makeStage);
  find("player").replaceWith(player.element);
  player.onTime(() => (document.documentElement.dataset.status ??= "ready"));
  addPlots(run, player);
  addEvents(run, player);
  openAtAddress(run, player);
  Object.assign(window, {carom: {run, motion, player}});
}
