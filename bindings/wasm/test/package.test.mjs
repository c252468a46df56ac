import assert from "node:assert/strict";
import {test} from "node:test";
import {CaromError, kContactStride} from "../dist/index.js";
import {library, sceneText, withRemote} from "./library.mjs";

const carom = await library();
const ball = (center, radius = 1) => ({shape: {ball: {center, radius}}});

test("two balls 8 apart meet at speed 2 after 4", () => {
  const a = {...ball([0, 0, 0]), motion: {linear: {velocity: [2, 0, 0]}}};
  const answer = carom.ask("time-of-impact", {dim: 3, a, b: ball([10, 0, 0]), horizon: 5});
  assert.deepEqual(answer, {result: "hit", time: 4, point: [9, 0, 0], normal: [1, 0, 0]});
});

test("a clipped movement ends where the balls touch", () => {
  const a = {...ball([0, 0]), motion: {linear: {velocity: [6, 0]}}};
  const answer = carom.ask("clip-motion", {dim: 2, a, b: ball([5, 0]), horizon: 1});
  assert.deepEqual([answer.fraction, answer.displacement_a], [0.5, [3, 0]]);
});

test("a question that makes no sense is refused with its place", () => {
  assert.throws(() => carom.ask("overlap", {dim: 2, a: ball([0, 0], -1), b: ball([1, 0])}), (error) => error instanceof CaromError && /a\.shape\.ball\.radius/.test(error.message));
  assert.throws(() => carom.ask("distance", {dim: 4, a: ball([0]), b: ball([1])}), CaromError);
});

test("a session remembers shapes and items by their names", async () => {
  const session = carom.session();
  assert.deepEqual(session.answer({define: "yard", dim: 2, items: [ball([5, 0]).shape, {segment: {from: [8, -3], to: [8, 3]}}]}), {result: "defined", items: 2});
  // The ball's side is 5 − 1 − 0.5 ahead.
  const cast = {ask: "cast", dim: 2, items: "yard", a: {...ball([0, 0], 0.5), motion: {linear: {velocity: [1, 0]}}}};
  const {result, time, item} = session.answer(cast);
  assert.deepEqual([result, time, item], ["hit", 3.5, {kind: "ball", number: 0}]);
  assert.throws(() => carom.ask("cast", cast), (error) => error instanceof CaromError && /yard/.test(error.message));
  assert.throws(() => session.answer({define: "yard", dim: 2, items: []}), (error) => error instanceof CaromError && /a new name/.test(error.message));
  session.close();
  await withRemote(async (remote) => {
    const there = await remote.session("distance");
    await there.answer({define: "tree", dim: 2, shape: ball([5, 0]).shape});
    assert.equal((await there.answer({dim: 2, a: ball([0, 0]), b: {shape: "tree"}})).distance, 3);
    await there.close();
  });
});

test("a world keeps its energy and tells every event", () => {
  const world = carom.world(JSON.stringify({carom: 1, dimension: 2, walls: {low: [0, 0], high: [4, 2]}, bodies: [{ball: {center: [1, 1], radius: 0.5}, velocity: [1, 0]}]}));
  // Wall at 4: 2.5 to go at speed 1; back to 0.5 after 3 more.
  const {complete, events} = world.runUntil(6);
  assert.ok(complete);
  assert.deepEqual(events.map(({time, kind, a}) => [time, kind, a]), [[2.5, "impact", 0], [5.5, "impact", 0]]);
  assert.deepEqual(world.placement(0), {position: [1, 1], velocity: [1, 0], spin: [0], radius: 0.5});
  assert.deepEqual([...world.frame()], [1, 1, 0, 0.5, 1, 0, 0, 5.5]);
  assert.equal(world.ledger().kinetic, 0.5);
  world.place(0, [2, 0.5]);
  assert.deepEqual(world.placement(0), {position: [2, 0.5], velocity: [1, 0], spin: [0], radius: 0.5});
  world.setVelocity(0, [0, 0]);
  assert.equal(world.ledger().kinetic, 0);
  world.close();
});

test("a world goes on from its final scene with the same bits", () => {
  const whole = carom.world(sceneText("break"));
  const first = carom.world(sceneText("break"));
  whole.runUntil(6);
  first.runUntil(2);
  const second = carom.world(first.finalScene());
  second.runUntil(6);
  assert.equal(second.hash(), whole.hash());
});

test("a stack presses by its weight, what it rests on is named, and it falls asleep", () => {
  const disc = (y, mass) => ({ball: {center: [0, y], radius: 0.5}, mass});
  const ground = {half_space: {normal: [0, 1], offset: 0}};
  const world = carom.world(JSON.stringify({carom: 1, dimension: 2, gravity: [0, -10], defaults: {restitution: 0.5}, bodies: [disc(1.5, 3), disc(0.5, 1), ground], until: 5}));
  assert.deepEqual([...world.pulls()], [0, -30, 0, 0, -10, 0]);
  assert.deepEqual([...world.asleep()], []);
  world.runUntil(5);
  // By statics: 3 kg of 10 N/kg on the lower one, 4 kg on the ground; places to a clearance, a hundredth of a diameter.
  const contacts = world.contacts();
  assert.equal(contacts.length, 2 * kContactStride);
  const [upper, lower] = [contacts.subarray(0, kContactStride), contacts.subarray(kContactStride)];
  const near = (got, expected) => expected.forEach((value, k) => assert.ok(Math.abs(got[k] - value) < 0.01, `${[...got]} is not ${expected}`));
  near(upper, [0, 1, 0, 1, 0, 0, 30, 0, 30]);
  near(lower, [1, 2, 0, 0, 0, 0, 40, 0, 40]);
  assert.deepEqual([...world.asleep()], [0, 1]);
  world.close();
});

test("an obstacle that moves is where its velocity has taken it, and can be steered", () => {
  const box = {box: {low: [0, 0], high: [1, 1]}, velocity: [2, 0]};
  const world = carom.world(JSON.stringify({carom: 1, dimension: 2, bodies: [box, {box: {low: [5, 5], high: [6, 6]}}, {ball: {center: [0, 9], radius: 0.5}}], steers: [{body: 0, velocity: [0, -1], from: 3}]}));
  assert.deepEqual(world.about().bodies.map(({moves}) => moves), [true, undefined, undefined]);
  world.runUntil(4);
  assert.deepEqual(world.placement(0).position, [6, -1]);  // 2·3, −1·1
  world.steer(0, [1, 0], 5);
  world.runUntil(7);
  assert.deepEqual(world.placement(0).position, [8, -2]);
  assert.deepEqual(world.placement(1).position, [0, 0]);
});

test("a bound on events stops a run, which can go on", () => {
  const world = carom.world(sceneText("break"));
  const {complete, events} = world.runUntil(10, {mostEvents: 5});
  assert.deepEqual([complete, events.length], [false, 5]);
  assert.ok(world.runUntil(10).complete);
});

test("a broken scene is refused with the file, the place and the value", () => {
  assert.throws(() => carom.world('{"carom": 1, "dimension": 2, "bodies": [{"ball": {"center": [0, "x"], "radius": 1}}]}', "mine.json"),
    /mine\.json: bodies\[0\]\.ball\.center\[1\]: got "x", expected a number/);
  assert.throws(() => carom.world("{", "mine.json"), /line 1/);
});

const unsigned = (v) => v.map((x) => x + 0);  // -0 is 0

test("a character slides and walks about a yard that is told once", () => {
  const session = carom.session();
  session.answer({define: "yard", dim: 2, items: [{box: {low: [-9, -1], high: [9, 0]}}, {segment: {from: [2, 0], to: [2, 5]}}]});
  const slide = session.answer({ask: "slide", dim: 2, mover: {ball: {center: [0, 1], radius: 0.5}}, intended: [3, 1], items: "yard"});
  assert.deepEqual([slide.displacement, slide.result], [[1.5, 1], "done"]);
  assert.deepEqual(slide.contacts.map(({item, normal, time}) => [item, normal[0], time]), [[{kind: "segment", number: 0}, 1, 0.5]]);
  // On the ground, which is no contact; its middle stops 2 − 0.5 along.
  const walk = session.answer({ask: "walk", dim: 2, mover: {ball: {center: [0, 0.5], radius: 0.5}}, intended: [3, -1], items: "yard"});
  assert.deepEqual([walk.displacement, walk.mover, walk.ground.item], [[1.5, 0], {ball: {center: [1.5, 0.5], radius: 0.5}}, {kind: "box", number: 0}]);
  session.close();
});

test("a capsule glides over a triangle of the ground", () => {
  const triangle = {a: [-9, -9, 0], b: [9, -9, 0], c: [0, 9, 0]};
  const slide = carom.ask("slide", {dim: 3, mover: {capsule: {from: [0, 0, 1], to: [0, 0, 2], radius: 0.5}}, intended: [1, 0, -2], items: [{triangle}]});
  assert.deepEqual([slide.displacement, slide.contacts[0].item.kind], [[1, 0, -0.5], "triangle"]);
});

test("a cylinder slides along the axis that it stands on, and a ball walks with y up", () => {
  const items = [{box: {low: [-9, -1, -9], high: [9, 0, 9]}}];
  const slide = carom.ask("slide", {dim: 3, mover: {cylinder: {center: [0, 1, 0], radius: 0.5, half_height: 1, axis: "y"}}, intended: [1, -1, 2], items});
  assert.deepEqual([slide.displacement, slide.contacts[0].normal].map(unsigned), [[1, 0, 2], [0, -1, 0]]);
  const walk = carom.ask("walk", {dim: 3, mover: {ball: {center: [0, 1, 0], radius: 1}}, intended: [3, -1, 2], items, up: "y"});
  assert.deepEqual([walk.displacement, walk.ground.normal].map(unsigned), [[3, 0, 2], [0, 1, 0]]);
});

test("items that are wrong are refused with the place and the value", () => {
  const among = (...items) => () => carom.session().answer({define: "yard", dim: 2, items});
  assert.throws(among({ball: {center: [0, 0], radius: -1}}), /items\[0\]\.ball\.radius: got -1/);
  assert.throws(among({triangle: {a: [0, 0], b: [1, 0], c: [0, 1]}}), /items\[0\]\.triangle: got an unknown field "triangle", expected one of ball/);
});

test("a game of eight-ball begins with the break and refuses a place in the rack", () => {
  const game = carom.game({game: "eight-ball", seed: 7});
  const state = game.state();
  assert.deepEqual([state.turn, state.opening, state.in_hand, state.balls.length], [0, true, "behind_line", 16]);
  assert.notEqual(game.placementRefusal(0, state.balls[1]), "");
  assert.equal(game.placementRefusal(0, [-0.9, 0.1]), "");
  assert.throws(() => game.place(0, [0.5, 0]), CaromError);
  assert.equal(game.state().position, 0);
  game.close();
});

test("a game is undone, done again, saved by its strokes and read back to the same state", () => {
  const game = carom.game({game: "nine-ball", seed: 3});
  const before = game.state();
  game.shoot({speed: 8, heading: [1, 0.01], side: 0, height: 0.1, elevation: 0});
  const after = game.state();
  assert.ok(game.undo());
  assert.deepEqual(game.state().balls, before.balls);
  assert.ok(game.redo());
  assert.deepEqual(game.state(), after);
  const copy = carom.game(game.saved());
  assert.deepEqual(copy.state(), after);
  assert.throws(() => carom.game('{"carom_game": 1}'), CaromError);
});

test("a shot of the game can be shown again, and a preview changes nothing", () => {
  const game = carom.game({game: "practice", seed: 1});
  const stroke = {speed: 5, heading: [1, 0], side: 0.2, height: 0, elevation: 0};
  const position = game.state().position;
  const preview = game.preview(stroke);
  assert.equal(game.state().position, position);
  const played = game.shoot(stroke);
  assert.deepEqual([...preview.keys], [...played.keys]);
  assert.deepEqual([...game.shot(game.state().shots[0]).keys], [...played.keys]);
  assert.equal(game.preview(stroke, {mostEvents: 3}).events.length, 3);
});

test("a miscue and an unknown ball are refused", () => {
  const game = carom.game({game: "practice", seed: 1});
  assert.throws(() => game.shoot({speed: 5, heading: [1, 0], side: 0.9, height: 0, elevation: 0}), CaromError);
  assert.throws(() => game.shoot({speed: NaN, heading: [1, 0], side: 0, height: 0, elevation: 0}), CaromError);
});

for (const kind of ["eight-ball", "nine-ball", "straight-pool", "snooker", "three-cushion"]) {
  test(`the easy computer player plays ${kind} by the rules, twelve actions long`, () => {
    const game = carom.game({game: kind, seed: 5});
    let placed = false;
    for (let k = 0; k < 12 && !game.state().over; ++k) {
      const action = game.nextAction(0, placed, k);
      placed = action.place !== undefined;
      if (placed) game.place(action.place, action.at);
      else if (action.choose !== undefined) game.choose(action.choose);
      else game.shoot(action.strike, action.call);
    }
    assert.ok(game.state().shots.length >= 4);
    game.close();
  });
}

test("a worker answers with promises, and refuses with the same errors", async () => {
  await withRemote(async (remote) => {
    const world = await remote.world(sceneText("cradle"), "cradle.json");
    const {events} = await world.runUntil(3);
    assert.ok(events.length > 0);
    assert.equal((await world.frame()).length % 8, 0);
    await world.close();
    await assert.rejects(world.time(), /closed/);
    await assert.rejects(remote.world("[]", "bad.json"), CaromError);
  });
});
