import {CaromError, type Module} from "./module.js";

/** A world, a room or a game was asked for something after its `close()`. */
export class ClosedError extends CaromError {
  override name = "ClosedError";
}

type Argument = number | string | boolean;

/** What the module holds for an object, from its making to its end. */
export class Handle {
  private address: number;

  /** By the module's function `<kind>_<maker>`. CaromError if it makes none. */
  constructor(private readonly module: Module, private readonly kind: "world" | "room" | "game", maker: string, ...args: Argument[]) {
    this.address = module.open(`${kind}_${maker}`, ...args);
  }

  /** The number that the module's function `<kind>_<method>` gives. */
  value(method: string, ...args: Argument[]): number {
    return this.module.value(`${this.kind}_${method}`, this.opened(), ...args);
  }

  /** The same for functions that answer whether they succeeded: CaromError if not. */
  call(method: string, ...args: Argument[]): void {
    this.module.call(`${this.kind}_${method}`, this.opened(), ...args);
  }

  /** Gives the memory back; a second time there is nothing to do. */
  close(): void {
    if (this.address) this.module.value(`${this.kind}_close`, this.address);
    this.address = 0;
  }

  /** The module would read what lies at its address now. */
  private opened(): number {
    if (!this.address) throw new ClosedError(`the ${this.kind} is closed`);
    return this.address;
  }
}
