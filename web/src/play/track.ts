/** The tracks of a shot: the viewer plays them, as it does in reports. */
import {kKeyStride, type ShotRecord} from "carom-wasm";
import {Track} from "carom-viewer/shot/track.js";

/** By ball. */
export function tracksOf(record: ShotRecord, radius: number): Map<number, Track> {
  const gone = new Map<number, number>();
  for (const event of record.events) if (event.kind === "pocket" || event.kind === "leaves_table") gone.set(event.ball, event.time);
  const tracks = new Map<number, Track>();
  for (let at = 0; at < record.keys.length; at += kKeyStride) {
    const ball = record.keys[at];
    if (!tracks.has(ball)) tracks.set(ball, new Track(radius, gone.get(ball)));
    tracks.get(ball)!.add(record.keys.subarray(at + 1, at + kKeyStride));
  }
  return tracks;
}
