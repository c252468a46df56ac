/** The scene as it runs, drawn where it is built. */
import type {Carom, SceneAbout, World} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {movedObstacles, type Moved} from "../look/source.js";
import type {Disc} from "./sheet.js";

const kMostEvents = 20_000;  // between two looks at whether to stop

/** What is drawn of a moment. */
export interface Moment {
  discs: Disc[];
  moved: Moved;
}

export class Runner {
  time = 0;
  events = 0;
  rate = 1;
  private busy = false;
  private ended = false;
  private last = 0;

  private constructor(private readonly world: Remote<World>, readonly about: SceneAbout, private readonly looks: Disc[]) {}

  static async start(carom: Remote<Carom>, text: string, name: string, looks: (about: SceneAbout) => Disc[]): Promise<Runner> {
    const world = await carom.world(text, name);
    const about = await world.about();
    return new Runner(world, about, looks(about));
  }

  get done(): boolean {
    return this.time >= this.about.until;
  }

  /** The next moment, by the clock `now` (ms); null while the engine is still at work on one, or at the end. */
  async next(now: number): Promise<Moment | null> {
    if (this.busy || this.ended || this.done) return null;
    this.busy = true;
    const seconds = this.last ? Math.min(0.1, (now - this.last) / 1000) : 0;
    this.last = now;
    const time = Math.min(this.about.until, this.time + seconds * this.rate);
    try {
      while (!this.ended && !(await this.world.runUntil(time, {mostEvents: kMostEvents, keepEvents: false})).complete);
      const [balls, moved, events] = await Promise.all([this.world.frame(), movedObstacles(this.world, this.about), this.world.eventCount()]);
      Object.assign(this, {time, events, busy: false});
      return {discs: this.discs(balls), moved};
    } catch (error) {
      if (this.ended) return null;  // the world was closed meanwhile
      throw error;
    }
  }

  private discs(balls: Float32Array): Disc[] {
    const all: Disc[] = [];
    for (let at = 0; at < balls.length; at += 8) if (balls[at + 3] > 0) all.push({...this.looks[at / 8], at: [balls[at], balls[at + 1]], radius: balls[at + 3]});
    return all;
  }

  stop(): void {
    this.ended = true;
    void this.world.close();
  }
}
