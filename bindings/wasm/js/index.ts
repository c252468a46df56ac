import type {Answer} from "./answer.js";
import {Game, type GameSettings} from "./game.js";
import {loadModule, type Module, type Source} from "./module.js";
import {type Query, type QuestionName, Session, type Unsaid} from "./question.js";
import {World} from "./world.js";

export * from "./answer.js";
export * from "./game.js";
export {ClosedError} from "./handle.js";
export {CaromError, type Source} from "./module.js";
export * from "./question.js";
export * from "./world.js";

/** The library: questions about shapes, movers among items, worlds, games of billiards. */
export class Carom {
  constructor(private readonly module: Module) {}

  /** One question, about two shapes or one among many (docs/formats/query.md). CaromError names what is wrong with it. */
  ask<Q extends QuestionName>(question: Q, query: Query<Q>): Answer<Q> {
    const session = this.session(question);
    try {
      return session.answer(query as Unsaid<Q>) as Answer<Q>;
    } finally {
      session.close();
    }
  }

  /** For many questions: shapes and items get a name once, and are used by it. */
  session<Q extends QuestionName | "each" = "each">(question?: Q): Session<Q> {
    return new Session(this.module, question);
  }

  /** A world of a scene file's text; `origin` stands for the file's name in errors. */
  world(scene: string, origin?: string, mostBodies?: number): World {
    return new World(this.module, scene, origin, mostBodies);
  }

  game(from: GameSettings | string): Game {
    return new Game(this.module, from);
  }
}

/**
 * Loads the library; `source` is the address or the bytes of carom.wasm, which lies beside this file unless told otherwise. The same of
 * carom-game.wasm, a sixth of its size, has games of billiards alone: all else throws a CaromError.
 */
export async function loadCarom(source: Source = new URL("./carom.wasm", import.meta.url)): Promise<Carom> {
  return new Carom(await loadModule(source));
}
