import {CaromError, type Module} from "./module.js";

/** A world, a room, a game or a session was asked for something after its `close()`. */
export class ClosedError extends CaromError {
  override name = "ClosedError";
}

/** Where the module holds an object, from its making to its end. */
export class Handle {
  /** `what`: as errors call it; `free`: the module's function that gives its memory back. */
  constructor(private readonly module: Module, private readonly what: "world" | "room" | "game" | "session", private address: number, private readonly free: string) {}

  /** ClosedError after the end: the module would read what lies there now. */
  get at(): number {
    if (!this.address) throw new ClosedError(`the ${this.what} is closed`);
    return this.address;
  }

  /** Gives the memory back; a second time there is nothing to do. */
  close(): void {
    if (this.address) this.module.value(this.free, this.address);
    this.address = 0;
  }
}
