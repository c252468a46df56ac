"use strict";
// Puts the report together.

function fact(title, value, unit) {
  return make("div", {}, make("dt", {}, title), make("dd", {}, value, unit ? make("small", {}, " " + unit) : ""));
}

function energyDrift(run) {
  const {start, end} = run.summary;
  const before = start.kinetic + start.potential;
  return (end.kinetic + end.potential - before) / (Math.abs(before) || 1);
}

function isConservative(run) {
  const {end, start} = run.summary;
  const scale = 1e-9 * (Math.abs(start.kinetic) + Math.abs(start.potential));
  return ["dissipated_impacts", "dissipated_damping", "dissipated_friction", "dissipated_pockets", "work", "added_by_hops"].every((part) => Math.abs(end[part]) <= scale);
}

function energyFact(run) {
  const {start, end} = run.summary;
  if (isConservative(run)) return fact("Relative energy drift", formatNumber(energyDrift(run), 2));
  const fromRest = start.kinetic + start.potential === 0 || end.work !== 0 || start.potential !== 0;
  if (fromRest) return fact("Energy dissipated", formatNumber(end.dissipated_impacts + end.dissipated_damping + end.dissipated_friction + end.dissipated_pockets, 3));
  return fact("Energy kept", `${formatNumber(100 * (1 + energyDrift(run)), 3)}${kThinSpace}%`);
}

function writeHeader(run) {
  find("title").textContent = run.title;
  find("about").textContent = run.about;
  const {summary, samples} = run;
  const impacts = samples.impacts[samples.impacts.length - 1] - samples.impacts[0];
  const balls = run.balls.count + run.thinning.balls_not_shown;
  const facts = [
    fact("Balls", formatCount(balls), `in ${run.dimension}D`),
    fact("Simulated time", formatNumber(run.span, 4), run.from ? `from ${formatNumber(run.from, 4)}` : ""),
    fact("Collisions", formatCount(impacts)),
    fact("Events", formatCount(run.events.seen)),
    energyFact(run),
    fact("Deepest overlap", formatNumber(summary.deepest_overlap, 2)),
  ];
  find("facts").append(...facts);
}

function summaryList(title, entries) {
  return make("section", {}, make("h3", {}, title), make("dl", {}, ...entries.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)])));
}

function writeSummary(run) {
  const {counts, start, end, hash, deepest_overlap: overlap} = run.summary;
  const energy = (ledger) => [["kinetic", formatNumber(ledger.kinetic, 8)], ["potential", formatNumber(ledger.potential, 8)]];
  const balance = [
    ["work done by forces and changes", end.work], ["dissipated by impacts", end.dissipated_impacts], ["by damping", end.dissipated_damping], ["by friction", end.dissipated_friction],
    ["taken by pockets", end.dissipated_pockets], ["added by the rule against collapse", end.added_by_hops], ["not accounted for", end.residual],
  ];
  find("summary").append(
      summaryList("Events", Object.entries(counts).map(([kind, count]) => [kind.replace("_", " "), formatCount(count)])),
      summaryList("Energy at the start", energy(start)), summaryList("Energy at the end", energy(end)),
      summaryList("Where energy went", balance.map(([name, value]) => [name, formatNumber(value, 6)])),
      summaryList("Momentum", [["at the start", formatVector(start.momentum, 5)], ["at the end", formatVector(end.momentum, 5)]]),
      summaryList("State", [["hash", hash], ["deepest overlap", formatNumber(overlap, 3)], ["time", formatNumber(run.until, 12)]]));
}

/** What this report does not hold. */
function thinningNotes(run) {
  const {thinning, motion, events} = run;
  const notes = [];
  if (motion.frames)
    notes.push(`Up to time ${formatNumber(motion.exactUntil, 6)} balls are shown exactly where they were; after that there was too much motion for a file of this size, and straight lines join ${formatCount(motion.frames.time.length)} frames (positions to 1/65${kThinSpace}535 of the view).`);
  else if (thinning.keys_thinned) notes.push("Balls are shown exactly where they were, but for the busiest: where these had more events than fit in, straight lines join some of them.");
  else notes.push("Balls are shown exactly where they were at every moment, not only at frames.");
  if (events.time.length < events.seen) notes.push(`The table holds ${formatCount(events.time.length)} of ${formatCount(events.seen)} events.`);
  if (thinning.balls_not_shown) notes.push(`${formatCount(thinning.balls_not_shown)} balls are not shown.`);
  if (thinning.sample_stride > 1) notes.push(`Plots use one frame in ${thinning.sample_stride}.`);
  return notes;
}

function writeNotes(run) {
  find("notes").append(...thinningNotes(run).map((note) => make("p", {}, note)), make("p", {}, "Made by Carom, which moves balls from one true collision to the next."));
}

/** "#t=2.5" in the address opens the report at that time, "&select=cue" with that ball chosen, "&follow" to go with it. */
function openAtAddress(run, player) {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (asked.has("select")) {
    const slot = Array.from(run.balls.id).findIndex((id) => run.bodyName(id) === asked.get("select") || String(id) === asked.get("select"));
    player.select(slot);
    player.choices.follow = asked.has("follow");
  }
  if (asked.has("t")) player.seek(+asked.get("t"));
  else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) player.play();
}

function openReport() {
  const run = decodeRun(JSON.parse(find("run").textContent));
  writeHeader(run);
  writeSummary(run);
  writeNotes(run);
  const motion = new Motion(run);
  const choices = new Choices(run);
  const stage = new Stage(run, motion, choices, find("stage"));
  const player = new Player(run, motion, stage, choices);
  const plots = makePlots(run, find("plots"), (t) => player.seek(t));
  const table = new EventTable(run, (i) => {
    player.pause();
    player.seek(run.events.time[i]);
    const slot = run.slotOf(run.events.a[i]);
    if (slot !== undefined) {
      player.select(slot);
      player.choices.follow = false;
    }
  });
  player.onTime((t) => {
    for (const plot of plots) plot.setTime(t);
    table.setTime(t);
  });
  openAtAddress(run, player);
  return player;
}

window.addEventListener("error", (event) => (document.documentElement.dataset.status = `error: ${event.message}`));
const player = openReport();
