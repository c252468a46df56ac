import type {Carom, SceneAbout, World, WorldEvent} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {counted} from "carom-viewer/format.js";
import type {Events} from "carom-viewer/scene.js";
import type {Opening} from "./progress.js";

/** How far bodies are from where they were added, by their ids. */
export type Moved = Map<number, number[]>;

/** Of the obstacles of a world that move, now. */
export async function movedObstacles(world: Remote<World>, {bodies}: SceneAbout): Promise<Moved> {
  const ids = bodies.flatMap(({moves}, id) => (moves ? [id] : []));
  const places = await Promise.all(ids.map((id) => world.placement(id)));
  return new Map(ids.map((id, k) => [id, places[k]?.position ?? [0, 0, 0]]));
}

/** All balls at one time, eight floats each (kFrameStride), and what the plots show. */
export interface Frame {
  time: number;
  balls: Float32Array;
  /** How far the obstacles that move are from where they were added. */
  moved: Moved;
  /** As World.pulls, contacts and asleep give them, where there are any and the balls not too many. */
  pulls?: Float32Array;
  contacts?: Float32Array;
  asleep?: Float32Array;
  kinetic: number;
  /** So far. */
  events: number;
  /** What happened since the frame before, as far as it is known. */
  happened: WorldEvent[];
}

/** Something measured over time. */
export interface Series {
  title: string;
  times: ArrayLike<number>;
  values: ArrayLike<number>;
  /** Of things that are counted. */
  count?: boolean;
}

/** What is looked at: a world that runs, or frames that were written down. */
export interface Source {
  about: SceneAbout;
  /** The next frame; null after the last. */
  next(): Promise<Frame | null>;
  /** All that happened, where it is known beforehand. */
  happened?: Events;
  /** What was measured, where it is known beforehand; else the plots grow with the frames. */
  series?: Series[];
  /** The next frame will be the last one at or before the time; only what was written down can go back. */
  seek?(time: number): void;
  /** The scene itself, of one that runs. */
  readonly text?: string;
  close(): void;
}

const kMostEvents = 20_000;  // between two looks at whether somebody waits
const kMostForced = 20_000;  // balls whose forces are asked for at each frame

/** A scene, run in the worker as it is looked at. */
export class LiveSource implements Source {
  private frame = 0;
  private ended = false;
  private constructor(private readonly world: Remote<World>, readonly about: SceneAbout, readonly text: string, private readonly start: number) {}

  static async open(opening: Opening, text: string, name: string): Promise<LiveSource> {
    const carom = await opening.carom;
    await opening.at(`${name}: the engine sets up the scene`);
    const source = await LiveSource.of(carom, text, name, () => opening.at(`${name}: the engine tells what is in it`));
    await opening.at(`${name}: ${counted(source.about.balls.length, "ball")} are laid out`);
    return source;
  }

  /** `isSetUp` is waited for in between. */
  static async of(carom: Remote<Carom>, text: string, name: string, isSetUp = async (): Promise<void> => {}): Promise<LiveSource> {
    const world = await carom.world(text, name);
    await isSetUp();
    const about = await world.about();
    return new LiveSource(world, about, text, await world.time());
  }

  async next(): Promise<Frame | null> {
    if (this.ended) return null;
    const until = Math.max(this.about.until, this.start);
    const time = Math.min(until, this.start + this.frame++ / Math.min(this.about.frames_per_second, 240));
    const few = this.about.balls.length <= 2000;
    const happened: WorldEvent[] = [];
    for (let complete = false; !complete; ) {
      const advance = await this.world.runUntil(time, {mostEvents: kMostEvents, keepEvents: few});
      complete = advance.complete;
      happened.push(...advance.events);
    }
    this.ended = time >= until;
    const [balls, moved, ledger, events, forces] = await Promise.all([this.world.frame(), movedObstacles(this.world, this.about), this.world.ledger(), this.world.eventCount(), this.forces()]);
    return {time, balls, moved, kinetic: ledger.kinetic, events, happened, ...forces};
  }

  private async forces(): Promise<Pick<Frame, "pulls" | "contacts" | "asleep">> {
    const {world, about} = this;
    const few = about.balls.length <= kMostForced;
    const [pulls, contacts, asleep] = await Promise.all([few && about.pulled && world.pulls(), few && about.lasting_contacts && world.contacts(), about.lasting_contacts && world.asleep()]);
    return {...(pulls ? {pulls} : {}), ...(contacts ? {contacts} : {}), ...(asleep ? {asleep} : {})};
  }

  hash(): Promise<string> {
    return this.world.hash();
  }

  close(): void {
    void this.world.close();
  }
}
