// What the package refuses, and with which words.
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {CaromError, ClosedError, loadCarom} from "../dist/index.js";
import {library, withRemote} from "./library.mjs";

const carom = await library();
const kScene = JSON.stringify({carom: 1, dimension: 2, until: 1, bodies: [{ball: {center: [0, 0], radius: 1}}, {box: {low: [5, 5], high: [6, 6]}}]});
const kStroke = {speed: 5, heading: [1, 0], side: 0, height: 0, elevation: 0};
const kMover = {ball: {center: [0, 0], radius: 0.5}};

/** The call throws a CaromError of these words; it names the argument first. */
function refuses(act, ...words) {
  assert.throws(act, (error) => {
    assert.ok(error instanceof CaromError, String(error));
    assert.ok(error.message.startsWith(`${words[0]}: `), error.message);
    for (const word of words) assert.ok(error.message.includes(word), error.message);
    return true;
  });
}

const kCalls = {
  world: [() => carom.world(kScene), {
    about: [], runUntil: [1], time: [], eventCount: [], hash: [], ledger: [], finalScene: [], frame: [], pulls: [], contacts: [], asleep: [], placement: [0], place: [0, [1, 0]], setVelocity: [0, [1, 0]], applyImpulse: [0, [1, 0]],
    steer: [0, [1, 0], 1], applyForce: [0, [1, 0], 1, 2], remove: [0],
  }],
  session: [() => carom.session("overlap"), {answer: [{dim: 2, a: {shape: kMover}, b: {shape: kMover}}]}],
  game: [() => carom.game({game: "practice", seed: 1}), {
    state: [], table: [], saved: [], placementRefusal: [0, [0, 0]], place: [0, [0, 0]], choose: [0], concede: [], undo: [], redo: [], callRefusal: [{}], shoot: [kStroke],
    preview: [kStroke], shot: [0], nextAction: [0, false, 1],
  }],
};

for (const [kind, [make, calls]] of Object.entries(kCalls))
  test(`a ${kind} that is closed throws a ClosedError, whatever it is asked, and nothing else is hurt`, () => {
    const [closed, other] = [make(), make()];
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(closed)).filter((name) => !["constructor", "close"].includes(name));
    assert.deepEqual(Object.keys(calls).sort(), methods.sort());  // none is forgotten here
    closed.close();
    for (const [method, args] of Object.entries(calls))
      assert.throws(() => closed[method](...args), (error) => error instanceof ClosedError && error instanceof CaromError && error.name === "ClosedError" && error.message === `the ${kind} is closed`, method);
    closed.close();
    const [first, args] = Object.entries(calls)[0];
    other[first](...args);
    other.close();
  });

test("a worker's closed objects throw the same", async () => {
  await withRemote(async (remote) => {
    const game = await remote.game({game: "practice", seed: 1});
    await assert.rejects(game.place(99, [0, 0]), (error) => error instanceof CaromError && !(error instanceof ClosedError));
    await game.close();
    await game.close();
    await assert.rejects(game.state(), (error) => error instanceof ClosedError && /closed$/.test(error.message));
  });
});

test("a seed that is not a whole number of 53 bits is refused", () => {
  const game = carom.game({game: "eight-ball", seed: 2 ** 53 - 1});
  for (const seed of [-1, 1.5, NaN, Infinity, 2 ** 53, "7", undefined, null, 7n]) {
    refuses(() => carom.game({game: "eight-ball", seed}), "seed", `got ${typeof seed === "string" ? `"${seed}"` : seed}`, "a whole number from 0 to 9007199254740991");
    refuses(() => game.nextAction(0, false, seed), "seed", "a whole number from 0");
  }
  game.close();
});

test("a game's settings out of range are refused", () => {
  for (const firstPlayer of [2, -1, 0.5, "0"]) refuses(() => carom.game({game: "eight-ball", seed: 1, firstPlayer}), "firstPlayer", "from 0 to 1");
  for (const target of [0, -3, 1.5, 2 ** 31]) refuses(() => carom.game({game: "eight-ball", seed: 1, target}), "target", `got ${target}`, "from 1 to");
  assert.throws(() => carom.game({game: "chess", seed: 1}), (error) => error instanceof CaromError && /got "chess", expected eight-ball, /.test(error.message));
  refuses(() => carom.game({game: 8, seed: 1}), "game", "got 8", "a text");
});

test("a body that the world does not have is refused", () => {
  const world = carom.world(kScene);
  const acts = [(body) => world.placement(body), (body) => world.place(body, [1, 0]), (body) => world.setVelocity(body, [1, 0]), (body) => world.applyImpulse(body, [1, 0]), (body) => world.steer(body, [1, 0], 1), (body) => world.applyForce(body, [1, 0], 1, 2), (body) => world.remove(body)];
  for (const act of acts) {
    refuses(() => act(2), "body", "got 2", "one of the 2 bodies of this world, from 0");
    for (const body of [-1, 0.5, NaN, 2 ** 32, "0", undefined]) refuses(() => act(body), "body", "a whole number from 0");
  }
  refuses(() => world.applyImpulse(1, [1, 0]), "body", "got 1", "the id of a ball");
  world.close();
});

test("times, vectors and bounds of a world that make no sense are refused", () => {
  const world = carom.world(kScene);
  refuses(() => world.runUntil(NaN), "time", "got NaN", "a finite number");
  for (const mostEvents of [-1, NaN, "all"]) refuses(() => world.runUntil(1, {mostEvents}), "mostEvents", "not negative");
  for (const velocity of [[1], [1, NaN], [1, 2, 3, 4], "left", undefined, 3]) refuses(() => world.setVelocity(0, velocity), "velocity", "2 or 3 finite numbers");
  world.runUntil(1);
  refuses(() => world.steer(0, [1, 0], 0.5), "from", "got 0.5", "from now, 1, on");
  refuses(() => world.applyForce(0, [1, 0], 0.5, 2), "from", "got 0.5");
  refuses(() => world.applyForce(0, [1, 0], 2, 2), "until", "got 2", "after from, 2");
  refuses(() => carom.world(undefined), "scene", "got undefined", "a text");
  refuses(() => carom.world(kScene, "mine.json", -1), "mostBodies", "got -1");
  assert.equal(world.placement(0).velocity[0], 0);
  world.close();
});

test("balls, pockets, choices and actions that a game does not have are refused", () => {
  const game = carom.game({game: "eight-ball", seed: 1});
  for (const act of [(ball) => game.place(ball, [0, 0]), (ball) => game.placementRefusal(ball, [0, 0])]) {
    refuses(() => act(16), "ball", "got 16", "one of the 16 balls of this game, from 0");
    for (const ball of [-1, 1.5, NaN, "0"]) refuses(() => act(ball), "ball", "a whole number from 0");
  }
  refuses(() => game.place(0, [NaN, 0]), "at", "2 finite numbers");
  refuses(() => game.choose(0), "choice", "got 0", "none, as there are no choices of this moment");
  for (const choice of [-1, 0.5, NaN, undefined]) refuses(() => game.choose(choice), "choice", "a whole number from 0");
  for (const act of [(call) => game.callRefusal(call), (call) => game.shoot(kStroke, call)]) {
    refuses(() => act({ball: 16, pocket: 0}), "call.ball", "got 16", "16 balls");
    refuses(() => act({ball: 1, pocket: 6}), "call.pocket", "got 6", "6 pockets");
    refuses(() => act({ball: -1}), "call.ball", "got -1", "a whole number from 0");
  }
  refuses(() => game.shot(0), "action", "got 0", "none");
  for (const strength of [3, -1, 0.5, "hard"]) refuses(() => game.nextAction(strength, false, 1), "strength", "from 0 to 2");
  game.place(0, [-0.9, 0.1]);
  refuses(() => game.shot(0), "action", "got 0", "one that is a shot");
  game.close();
});

test("a choice beyond those that are offered is refused, and one of them is taken", () => {
  const game = carom.game({game: "eight-ball", seed: 1});
  game.shoot({...kStroke, heading: [-1, 0], speed: 0.5});  // a break that meets no ball
  const {choices} = game.state();
  assert.ok(choices.length > 1);
  refuses(() => game.choose(choices.length), "choice", `got ${choices.length}`, `one of the ${choices.length} choices`);
  game.choose(0);
  assert.deepEqual(game.state().choices, []);
  game.close();
});

test("strokes that are no numbers, and questions that nobody asks, are refused", () => {
  const game = carom.game({game: "practice", seed: 1});
  for (const act of [(stroke) => game.shoot(stroke), (stroke) => game.preview(stroke)]) {
    for (const name of ["speed", "side", "height", "elevation"]) refuses(() => act({...kStroke, [name]: NaN}), `stroke.${name}`, "got NaN", "a finite number");
    refuses(() => act({...kStroke, heading: [1]}), "stroke.heading", "got [1]", "2 finite numbers");
  }
  refuses(() => game.preview(kStroke, {until: NaN}), "until", "got NaN");
  refuses(() => carom.ask("smell", {}), "question", 'got "smell"', "time-of-impact");
  assert.throws(() => carom.ask("overlap", undefined), CaromError);
  game.close();
});

test("the games' module plays as the whole library does, and says of all else which module has it", async () => {
  const games = await loadCarom(readFileSync(new URL("../dist/carom-game.wasm", import.meta.url)));
  const [saved, same] = [games, carom].map((each) => {
    const game = each.game({game: "nine-ball", seed: 3});
    game.shoot({speed: 8, heading: [1, 0.02], side: 0.1, height: 0.1, elevation: 0});
    const text = game.saved("facts");
    game.close();
    return text;
  });
  assert.equal(saved, same);
  assert.throws(() => games.world("{}"), (error) => error instanceof CaromError && /carom\.wasm has all/.test(error.message));
  assert.throws(() => games.session(), (error) => error instanceof CaromError && /carom\.wasm has all/.test(error.message));
});
