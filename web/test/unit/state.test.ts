import assert from "node:assert/strict";
import {test} from "node:test";
import {type Effect, type Happening, kFirstState, type Mode, type Over, type State, transition} from "../../src/build/state.js";
import type {Tool} from "../../src/build/tools.js";

const kGround: Over = {what: "ground", band: true};
const press = (x: number, y: number, over: Over = kGround, more: {adds?: boolean; closes?: boolean} = {}): Happening =>
  ({type: "press", at: [x + 0.1, y], snapped: [x, y], over, adds: false, closes: false, ...more});
const move = (x: number, y: number): Happening => ({type: "move", at: [x + 0.1, y], snapped: [x, y]});
const choose = (tool: Tool): Happening => ({type: "choose", tool});
const plain = (type: "release" | "second finger" | "finish" | "cancel" | "run" | "pause" | "play" | "stop" | "edit"): Happening => ({type});

/** What becomes of the first state, and all that the page was told to do. */
function after(...happenings: Happening[]): {state: State; effects: Effect[]} {
  let state = kFirstState;
  const effects: Effect[] = [];
  for (const one of happenings) {
    const [next, ...more] = transition(state, one);
    state = next;
    effects.push(...more);
  }
  return {state, effects};
}

const modeAfter = (...happenings: Happening[]): Mode["is"] => after(...happenings).state.mode.is;
const did = (...happenings: Happening[]): string[] => after(...happenings).effects.map((effect) => effect.do);

test("a ball that is dragged on gets the pointer's own place, a wall the grid's", () => {
  assert.deepEqual(after(choose("ball"), press(1, 1), move(3, 1), plain("release")).effects.at(-1), {do: "place", tool: "ball", points: [[1, 1], [3.1, 1]]});
  assert.deepEqual(after(choose("wall"), press(1, 1), move(3, 1), plain("release")).effects.at(-1), {do: "place", tool: "wall", points: [[1, 1], [3, 1]]});
});

test("the tool stays in the hand after drawing, and Escape puts it away", () => {
  const drawn = [choose("box"), press(1, 1), move(2, 2), plain("release")];
  assert.deepEqual(after(...drawn).state, {tool: "box", mode: {is: "editing"}});
  assert.deepEqual(after(...drawn, plain("cancel")).state, kFirstState);
});

test("a polygon is closed by its first corner or by Finish, with three corners or more, none of them twice", () => {
  const corners = [choose("polygon"), press(0, 0), press(2, 0), press(2, 0)];
  assert.deepEqual(after(...corners).state.mode, {is: "drawing", points: [[0, 0], [2, 0]], held: false});
  assert.equal(modeAfter(...corners, plain("finish")), "drawing");
  assert.equal(modeAfter(...corners, press(0, 0, kGround, {closes: true})), "drawing");
  const expected = {do: "place", tool: "polygon", points: [[0, 0], [2, 0], [2, 2]]};
  assert.deepEqual(after(...corners, press(2, 2), plain("finish")).effects.at(-1), expected);
  assert.deepEqual(after(...corners, press(2, 2), press(0, 0, kGround, {closes: true})).effects.at(-1), expected);
});

test("keys place point by point", () => {
  const place = (x: number, y: number): Happening => ({type: "place", at: [x, y], closes: false});
  assert.deepEqual(after(choose("ball"), place(1, 2)).effects.at(-1), {do: "place", tool: "ball", points: [[1, 2]]});
  assert.deepEqual(after(choose("arc"), place(1, 2)).state.mode, {is: "drawing", points: [[1, 2]], held: false});
  assert.deepEqual(after(choose("arc"), place(1, 2), place(3, 2)).effects.at(-1), {do: "place", tool: "arc", points: [[1, 2], [3, 2]]});
  assert.deepEqual(did(place(1, 2)), []);
});

test("a body that is pressed is selected, and kept where it is let go", () => {
  const over: Over = {what: "body", index: 3, chosen: false};
  assert.deepEqual(after(press(1, 1, over)).effects, [{do: "select", body: 3, adds: false}]);
  assert.deepEqual(did(press(1, 1, over), plain("release")), ["select"]);
  assert.deepEqual(did(press(1, 1, over), move(2, 1), plain("release")), ["select", "move bodies", "keep"]);
  assert.deepEqual(did(press(1, 1, {...over, chosen: true}), move(2, 1), plain("release")), ["move bodies", "keep"]);  // with all that are selected
});

test("with Shift a body is added and not dragged", () => {
  assert.deepEqual(after(press(1, 1, {what: "body", index: 3, chosen: false}, {adds: true}), move(2, 1)).effects, [{do: "select", body: 3, adds: true}]);
});

test("a band selects what is in it, and a click on the ground nothing", () => {
  assert.deepEqual(after(press(1, 1), move(3, 3), plain("release")).effects, [{do: "select within", from: [1.1, 1], to: [3.1, 3], adds: false}]);
  assert.deepEqual(did(press(1, 1), plain("release")), ["select none"]);
});

test("where no band is drawn the view is moved, and that is no step", () => {
  assert.deepEqual(did(press(1, 1, {what: "ground", band: false}), move(3, 3), plain("release")), ["pan"]);
  assert.deepEqual(did(choose("wall"), press(1, 1, {what: "ground", band: false}), move(3, 3), plain("release")), ["select none", "pan"]);
});

test("a second finger lets go what the first one held, as it was", () => {
  const held = [press(1, 1, {what: "handle", name: "radius"}), move(2, 2), plain("second finger")];
  assert.deepEqual(did(...held), ["move handle", "revert"]);
  assert.equal(modeAfter(...held), "pinching");
  assert.deepEqual(did(...held, move(3, 3), plain("release")), ["move handle", "revert"]);
  assert.equal(modeAfter(...held, plain("release")), "editing");
});

test("a run is paused, goes on and ends", () => {
  assert.deepEqual(did(plain("run")), ["revert", "start"]);
  assert.equal(modeAfter(plain("run")), "running");
  assert.equal(modeAfter(plain("run"), plain("pause")), "paused");
  assert.equal(modeAfter(plain("run"), plain("pause"), plain("play")), "running");
  assert.deepEqual(after(plain("run"), plain("pause"), plain("stop")), {state: kFirstState, effects: [{do: "revert"}, {do: "start"}, {do: "end"}]});
  assert.deepEqual(did(plain("pause")), []);
  assert.equal(modeAfter(plain("play")), "editing");
});

test("what is changed while it is paused begins there; while it runs the run ends", () => {
  assert.deepEqual(did(plain("run"), plain("pause"), plain("edit")).at(-1), "begin here");
  assert.deepEqual(did(plain("run"), plain("edit")).at(-1), "end");
  for (const before of [[plain("run")], [plain("run"), plain("pause")]]) assert.equal(modeAfter(...before, plain("edit")), "editing");
  assert.deepEqual(did(plain("edit")), []);
});

test("a tool that is chosen ends a run, and drops what is being drawn", () => {
  assert.deepEqual(did(plain("run"), choose("ball")).slice(2), ["end", "select none"]);
  assert.deepEqual(did(choose("polygon"), press(0, 0), choose("select")), ["select none", "revert"]);
});

test("nothing on the sheet happens while it runs", () => {
  const all: Happening[] = [press(1, 1), move(1, 1), plain("release"), plain("second finger"), plain("finish"), {type: "place", at: [0, 0], closes: false}];
  for (const happening of all) assert.deepEqual(after(plain("run"), happening), after(plain("run")));
});
