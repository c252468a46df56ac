import type {Point2, Preview, TableShape} from "carom-wasm";
import {counted} from "carom-viewer/format.js";
import {firstMeeting} from "./meeting.js";
import type {Guides} from "./scene.js";
import {tracksOf} from "./track.js";

const kNothing: Guides = {cue: [], others: []};

/** What to draw of a predicted shot: the cue ball's way to the first meeting and on, and that of what it met. */
export function guidesOf(preview: Preview, table: TableShape, cueBall: number, how: "off" | "short" | "full"): Guides {
  if (how === "off") return kNothing;
  const tracks = tracksOf(preview, table.ball_radius);
  const cue = tracks.get(cueBall);
  if (!cue) return kNothing;
  const meeting = firstMeeting(preview, cueBall);
  if (!meeting) return {cue: cue.path(0, how === "short" ? Math.min(1.2, preview.duration) : preview.duration), others: []};
  const {met} = meeting;
  const [x, y] = cue.at(meeting.time).position;
  const after = (ball: number, seconds: number): number => {
    const stops = preview.events.filter((event) => event.time > meeting.time + 1e-6 && (event.ball === ball || event.other === ball) && ["ball_ball", "cushion", "pocket"].includes(event.kind));
    const end = stops[ball === met ? 0 : 1]?.time ?? preview.duration;
    return Math.min(end, meeting.time + seconds);
  };
  const seconds = how === "short" ? 0.25 : 4;
  return {
    cue: cue.path(0, after(cueBall, seconds)),
    ghost: [x, y] as Point2,
    others: [{ball: met, path: tracks.get(met)?.path(meeting.time, after(met, seconds)) ?? []}],
  };
}

/** The prediction in words, for those who cannot or do not want to see the lines. */
export function inWords(preview: Preview, table: TableShape, cueBall: number, names: string[]): string {
  const meeting = firstMeeting(preview, cueBall);
  if (!meeting) return "The cue ball meets no ball.";
  const cushions = preview.events.filter((event) => event.kind === "cushion" && event.ball === cueBall && event.time < meeting.time).length;
  const first = `First ball: ${names[meeting.met]}${cushions ? ` after ${counted(cushions, "cushion")}` : ""}.`;
  const potted = preview.events.filter((event) => event.kind === "pocket").map((event) => `${names[event.ball]} into ${table.pockets[event.part].id}`);
  return potted.length ? `${first} Falls: ${potted.join(", ")}.` : first;
}
