import type {ShotEvent, ShotRecord} from "carom-wasm";
import type {TableScene} from "./scene.js";
import type {Track} from "carom-viewer/shot/track.js";
import {tracksOf} from "./track.js";

/** Plays one shot on the drawn table: at any speed, slower around meetings, to any time and back. */
export class ShotPlayback {
  time = 0;
  rate = 1;
  slowMeetings = false;
  playing = true;
  private readonly tracks: Map<number, Track>;
  private heard = 0;

  constructor(readonly record: ShotRecord, private readonly scene: TableScene, private readonly onEvent: (event: ShotEvent) => void) {
    this.tracks = tracksOf(record, scene.table.ball_radius);
  }

  get over(): boolean {
    return this.time >= this.record.duration;
  }

  /** Slow where two balls are about to meet, or just have. */
  private currentRate(): number {
    if (!this.slowMeetings) return this.rate;
    const near = this.record.events.some(({kind, time}) => kind === "ball_ball" && time > this.time - 0.02 && time < this.time + 0.05 * Math.max(1, this.rate));
    return near ? Math.min(this.rate, 0.06) : this.rate;
  }

  advance(seconds: number): void {
    if (!this.playing) return;
    this.seek(Math.min(this.record.duration, this.time + seconds * this.currentRate()), true);
  }

  seek(time: number, heard = false): void {
    const elapsed = time - this.time;
    this.time = time;
    const {events} = this.record;
    if (!heard) this.heard = events.findIndex((event) => event.time > time) >>> 0;
    for (; this.heard < events.length && events[this.heard].time <= time; ++this.heard) this.onEvent(events[this.heard]);
    for (const [ball, track] of this.tracks) this.place(ball, track, elapsed);
  }

  private place(ball: number, track: Track, elapsed: number): void {
    const now = track.at(this.time);
    const fallen = this.time - track.gone;
    if (fallen > 0) {
      const [x, y, z] = now.position;
      const drop = z - 12 * fallen * fallen;
      this.scene.setBall(ball, drop < -0.2 ? null : [x + now.velocity[0] * Math.min(fallen, 0.04), y + now.velocity[1] * Math.min(fallen, 0.04), drop]);
      return;
    }
    if (now.phase !== "resting") this.scene.rollBall(ball, now.spin, Math.max(-0.5, Math.min(0.5, elapsed)));
    this.scene.setBall(ball, now.position);
  }
}
