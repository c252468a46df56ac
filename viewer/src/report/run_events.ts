/** The events of a run as rows of a table. */
import {type EventList, kindCell} from "../player/events.js";
import {formatCount, formatNumber} from "../format.js";
import {kNoBody, type Recording} from "./recording.js";

const orDash = (value: number): string => (value ? formatNumber(value, 4) : "–");
const ordinal = (n: number): string => `${n}${n < 10 ? (["th", "st", "nd", "rd"][n] ?? "th") : "th"}`;

function note({events, summary, thinning}: Recording): string {
  if (events.time.length >= events.seen) return "";
  const others = Object.keys(summary.counts).some((kind) => kind !== "impact") && thinning.other_stride === 1;
  return `Of ${formatCount(events.seen)} events, this table holds every ${ordinal(thinning.impact_stride)} impact${others ? " and all others" : ""}.`;
}

export function runEvents(run: Recording): EventList {
  const {events, kinds, bodyName} = run;
  const isBody = (id: number, search: string) => id !== kNoBody && (bodyName(id).toLowerCase().includes(search) || String(id) === search);
  return {
    time: events.time, kind: events.kind, kinds, counts: run.summary.counts, note: note(run),
    isAbout: (i, search) => isBody(events.a[i], search) || isBody(events.b[i], search),
    columns: [
      {title: "#", width: "76px", number: true, text: (i) => formatCount(events.number[i] + 1), order: (i) => events.number[i]},
      {title: "Time", width: "1.1fr", number: true, text: (i) => formatNumber(events.time[i], 10), order: (i) => events.time[i]},
      {title: "Kind", width: "1fr", text: (i) => kindCell(kinds[events.kind[i]]), order: (i) => events.kind[i]},
      {title: "Body", width: "1.5fr", text: (i) => bodyName(events.a[i]), order: (i) => events.a[i]},
      {title: "With", width: "1.5fr", text: (i) => bodyName(events.b[i]), order: (i) => events.b[i]},
      {title: "Approach speed", width: "1fr", number: true, text: (i) => orDash(events.approach_speed[i]), order: (i) => events.approach_speed[i]},
      {title: "Impulse", width: "1fr", number: true, text: (i) => orDash(events.impulse[i]), order: (i) => events.impulse[i]},
    ],
  };
}
