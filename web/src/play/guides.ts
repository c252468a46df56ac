import type {GameState, Point2, Preview, TableShape} from "carom-wasm";
import {counted} from "carom-viewer/format.js";
import {firstMeeting} from "./meeting.js";
import type {Guides} from "./scene.js";
import type {GuideKind} from "./stored.js";
import {tracksOf} from "./track.js";

const kNothing: Guides = {cue: [], others: []};
const kArm = 0.6;  // m: as far as a coach's arm shows a way
const kMostTime = 4;  // s after the meeting

/** What is shown: study never on a break and never in a match, of whose outcomes one would only have to choose. */
export function guideKind(chosen: GuideKind, {opening}: Pick<GameState, "opening">, match: boolean): GuideKind {
  return chosen === "study" && (opening || match) ? "coach" : chosen;
}

/** A way's beginning, as long as this. */
export function cutAt(path: Point2[], length: number): Point2[] {
  const cut: Point2[] = path.slice(0, 1);
  let left = length;
  for (let k = 1; k < path.length; ++k) {
    const [[x, y], [a, b]] = [path[k - 1], path[k]];
    const step = Math.hypot(a - x, b - y);
    if (step >= left) return [...cut, [x + ((a - x) * left) / step, y + ((b - y) * left) / step]];
    cut.push(path[k]);
    left -= step;
  }
  return cut;
}

/** What to draw of a predicted shot: the cue ball's way to the first ball and on, and that of what it met. A break shows no more than what it meets. */
export function guidesOf(preview: Preview, table: TableShape, cueBall: number, how: GuideKind, opening: boolean): Guides {
  if (how === "off") return kNothing;
  const tracks = tracksOf(preview, table.ball_radius);
  const cue = tracks.get(cueBall);
  if (!cue) return kNothing;
  const meeting = firstMeeting(preview, cueBall);
  if (!meeting) return {cue: how === "coach" ? cutAt(cue.path(0, preview.duration), 2 * kArm) : cue.path(0, preview.duration), others: []};
  const {met, time} = meeting;
  const [x, y] = cue.at(time).position;
  const before = cue.path(0, time);
  const after = (ball: number): Point2[] => {
    const stops = preview.events.filter((event) => event.time > time + 1e-6 && (event.ball === ball || event.other === ball) && ["ball_ball", "cushion", "pocket"].includes(event.kind));
    const end = stops[ball === met ? 0 : 1]?.time ?? preview.duration;
    const path = tracks.get(ball)?.path(time, Math.min(end, time + kMostTime)) ?? [];
    return how === "coach" ? cutAt(path, kArm) : path;
  };
  if (how === "coach" && opening) return {cue: before, ghost: [x, y], others: []};
  return {cue: [...before, ...after(cueBall)], ghost: [x, y], others: [after(met)]};
}

/** The same in words, for those who cannot or do not want to see the lines: what falls is said to who studies alone. */
export function inWords(preview: Preview, table: TableShape, cueBall: number, names: string[], how: GuideKind): string {
  const meeting = firstMeeting(preview, cueBall);
  if (!meeting) return "The cue ball meets no ball.";
  const cushions = preview.events.filter((event) => event.kind === "cushion" && event.ball === cueBall && event.time < meeting.time).length;
  const first = `First ball: ${names[meeting.met]}${cushions ? ` after ${counted(cushions, "cushion")}` : ""}.`;
  const potted = preview.events.filter((event) => event.kind === "pocket").map((event) => `${names[event.ball]} into ${table.pockets[event.part].id}`);
  return potted.length && how === "study" ? `${first} Falls: ${potted.join(", ")}.` : first;
}
