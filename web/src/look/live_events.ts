/** The events of what is looked at as rows of the viewer's table. */
import {kEventKinds} from "carom-wasm";
import {formatNumber} from "carom-viewer/format.js";
import {type EventList, EventTable, kindCell} from "carom-viewer/player/events.js";
import type {Player} from "carom-viewer/player/player.js";
import type {FramePlayback} from "./frame_playback.js";

const kPause = 500;  // ms between two looks at what has come

function listOf({events, source}: FramePlayback): EventList {
  const name = (id: number) => (id < 0 ? "" : source.about.bodies[id]?.name || `#${id}`);
  const isBody = (id: number, search: string) => id >= 0 && (name(id).toLowerCase().includes(search) || String(id) === search);
  const counts = (): Record<string, number> => {
    const all = kEventKinds.map(() => 0);
    for (let i = 0; i < events.kind.length; ++i) ++all[events.kind[i]];
    return Object.fromEntries(kEventKinds.flatMap((kind, k) => (all[k] ? [[kind, all[k]]] : [])));
  };
  return {
    time: events.time, kind: events.kind, kinds: kEventKinds, note: source.happened ? "" : "Of a scene that runs the last 20,000 are kept.",
    get counts() {
      return counts();
    },
    isAbout: (i, search) => isBody(events.a[i], search) || isBody(events.b[i], search),
    columns: [
      {title: "Time", width: "1.1fr", number: true, text: (i) => formatNumber(events.time[i], 5), order: (i) => events.time[i]},
      {title: "Kind", width: "1.3fr", text: (i) => kindCell(kEventKinds[events.kind[i]]), order: (i) => events.kind[i]},
      {title: "Body", width: "1fr", text: (i) => name(events.a[i]), order: (i) => events.a[i]},
      {title: "With", width: "1fr", text: (i) => name(events.b[i]), order: (i) => events.b[i]},
    ],
  };
}

/** A table that follows the time of the player and leads to the time of the row that is clicked. */
export class LiveEvents {
  private readonly table: EventTable;
  private looked = 0;

  constructor(playback: FramePlayback, player: Player) {
    this.table = new EventTable(listOf(playback), (i) => {
      player.pause();
      player.seek(playback.events.time[i]);
    });
    player.onTime((t) => this.table.setTime(t));
  }

  get element(): HTMLElement {
    return this.table.element;
  }

  /** Now and then, what has come since. */
  follow(now: number): void {
    if (now < this.looked + kPause) return;
    this.looked = now;
    this.table.refresh();
  }
}
