/** Puts the report of a shot together. */
import {EventTable, type EventList, kindCell} from "../player/events.js";
import {formatCount, formatNumber, formatVector, spoken} from "../format.js";
import type {Facts} from "../player/inspector.js";
import {find} from "../page.js";
import {Player} from "../player/player.js";
import {kShotKinds, sceneOf, type Shot, ShotMotion} from "./shot_record.js";
import {ShotStage} from "./shot_stage.js";
import {kSpinTool, type Tool} from "../player/tools.js";

const kDensityBins = 120;
const kSpokenKinds: Record<string, string> = {
  cue_strike: "stroke", ball_ball: "balls meet", phase: "motion changes", spin_end: "side spin ends", cloth_bounce: "bounces on the cloth",
  blow_end: "free again",
};
const kShotTools: Tool[] = [
  {toggle: "trails", label: "Paths", key: "t"}, {toggle: "contacts", label: "Ghost balls", key: "c"}, kSpinTool, {toggle: "velocities", label: "Velocities", key: "v"},
];

const kindName = (kind: string): string => kSpokenKinds[kind] ?? spoken(kind);
const degrees = (radians: number): string => `${formatNumber((radians * 180) / Math.PI, 5)}°`;

function ballName({balls, cue_ball: cueBall}: Shot, number: number): string {
  return number === cueBall ? "the cue ball" : balls.find((ball) => ball.number === number)?.name || `ball ${number}`;
}

function extent({events, event_count: count, duration, complete}: Shot): string {
  const shown = events.length < count ? `the first ${formatCount(events.length)} of ${formatCount(count)}` : formatCount(count);
  return `${shown} events in ${formatNumber(duration)} s${complete ? "" : " (stopped before all balls were at rest)"}`;
}

function strokeText(shot: Shot): string {
  const {speed, heading, tip, elevation} = shot.strike;
  return `${shot.table.name} · cue at ${formatNumber(speed)} m/s towards ${degrees(Math.atan2(heading[1], heading[0]))}` +
    ` · tip ${formatNumber(tip[0], 3)} right, ${formatNumber(tip[1], 3)} up · elevation ${degrees(elevation)} · ${extent(shot)}`;
}

/** What became of the balls that are no longer on the table. */
function result(shot: Shot): string {
  const fallen = shot.events.filter(({kind}) => kind === "pocket").map(({ball, where}) => `${ballName(shot, ball)} in the pocket “${where}”`);
  const off = shot.events.filter(({kind}) => kind === "leaves_table").map(({ball}) => `${ballName(shot, ball)} off the table`);
  const text = [...fallen, ...off].join(" · ");
  return text ? text[0].toUpperCase() + text.slice(1) : shot.table.pockets.length ? "No ball fell." : "";
}

function shotEvents(shot: Shot): EventList {
  const {events} = shot;
  const counts: Record<string, number> = {};
  for (const {kind} of events) counts[kind] = (counts[kind] ?? 0) + 1;
  const other = (i: number) => (events[i].other >= 0 ? `ball ${events[i].other}` : events[i].where);
  return {
    time: events.map(({time}) => time), kind: events.map(({kind}) => kShotKinds.indexOf(kind)), kinds: kShotKinds, counts, note: "",
    isAbout: (i, search) => [`ball ${events[i].ball}`, String(events[i].ball), ballName(shot, events[i].ball), other(i)].some((name) => name.toLowerCase().includes(search)),
    columns: [
      {title: "Time, s", width: "1fr", number: true, text: (i) => events[i].time.toFixed(5), order: (i) => events[i].time},
      {title: "What", width: "1.6fr", text: (i) => kindCell(events[i].kind, kindName(events[i].kind)), order: (i) => events[i].kind},
      {title: "Ball", width: "0.8fr", text: (i) => String(events[i].ball), order: (i) => events[i].ball},
      {title: "With", width: "1.6fr", text: other, order: other},
      {title: "Then", width: "1fr", text: (i) => events[i].after, order: (i) => events[i].after},
      {title: "Speed, m/s", width: "1fr", number: true, text: (i) => formatNumber(events[i].speed, 3), order: (i) => events[i].speed},
    ],
  };
}

function factsOf(motion: ShotMotion, slot: number): Facts {
  if (!motion.here[slot]) return [["gone", `at ${formatNumber(motion.tracks[slot].gone)} s`]];
  const {position, velocity, spin, phase} = motion.moments[slot];
  return [
    ["position", `${formatVector(position)} m`], ["velocity", `${formatVector(velocity)} m/s`], ["speed", `${formatNumber(motion.speed[slot])} m/s`],
    ["spin", `${formatVector(spin, 3)} rad/s`], ["motion", phase],
  ];
}

/** Impacts in equal parts of the time. */
function density({events, duration}: Shot): number[] {
  const bins = new Array<number>(kDensityBins).fill(0);
  for (const {time, kind} of events) if (kind !== "phase" && kind !== "spin_end") ++bins[Math.min(kDensityBins - 1, Math.floor((time / (duration || 1)) * kDensityBins))];
  return bins;
}

function openShot(): void {
  window.addEventListener("error", (event) => (document.documentElement.dataset.status = `error: ${event.message}`));
  const shot = JSON.parse(find("shot").textContent!) as Shot;
  find("title").textContent = shot.name;
  find("strike").textContent = strokeText(shot);
  find("result").textContent = result(shot);
  const motion = new ShotMotion(shot);
  const player = new Player(sceneOf(shot), motion, {
    makeStage: (scene, _, choices, host) => new ShotStage(shot, scene, motion, choices, host), tools: kShotTools, colorings: false, density: density(shot),
    facts: (slot) => factsOf(motion, slot), base: 1, unit: " s",
  });
  find("player").replaceWith(player.element);
  const table = new EventTable(shotEvents(shot), (i) => player.seek(shot.events[i].time), kindName);
  find("events").replaceWith(table.element);
  player.onTime((t) => {
    table.setTime(t);
    document.documentElement.dataset.status ??= "ready";
  });
  Object.assign(window, {carom: {shot, motion, player}});
}

openShot();
