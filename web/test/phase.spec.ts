import {expect, test} from "@playwright/test";
import {type Phase, PhaseMachine, type PhaseName, turnOf} from "../src/play/phase.js";

const kPhases: Record<PhaseName, Phase> = {
  opening: {at: "opening"}, aiming: {at: "aiming"}, choosing: {at: "choosing"}, placing: {at: "placing", ball: 0, from: [0, 0], to: [0, 0], why: ""}, drawing: {at: "drawing", before: 3},
  striking: {at: "striking"}, rolling: {at: "rolling"}, replaying: {at: "replaying"}, thinking: {at: "thinking"}, over: {at: "over"},
};

/** The machine after these phases, and what it told. */
function after(...way: PhaseName[]): {machine: PhaseMachine; told: PhaseName[]} {
  const told: PhaseName[] = [];
  const machine = new PhaseMachine(({at}) => told.push(at));
  for (const name of way) expect(machine.go(kPhases[name])).toBe(true);
  return {machine, told};
}

test("a turn goes from aiming by the cue or the button to the shot and on", () => {
  for (const way of [["aiming", "striking", "rolling", "aiming"], ["aiming", "drawing", "drawing", "striking", "rolling", "over"], ["aiming", "drawing", "aiming", "placing", "placing", "aiming"], ["thinking", "striking", "rolling", "choosing", "thinking", "aiming"], ["over", "replaying", "over"]] as PhaseName[][])
    expect(after(...way).told).toEqual(way);
});

test("what does not follow is refused, and nothing is told", () => {
  for (const [at, to] of [["rolling", "striking"], ["rolling", "drawing"], ["rolling", "placing"], ["thinking", "drawing"], ["thinking", "replaying"], ["placing", "striking"], ["over", "striking"], ["choosing", "striking"], ["replaying", "striking"], ["drawing", "placing"]] as [PhaseName, PhaseName][]) {
    const lead: Record<string, PhaseName[]> = {rolling: ["aiming", "striking", "rolling"], placing: ["aiming", "placing"], drawing: ["aiming", "drawing"], replaying: ["over", "replaying"]};
    const {machine, told} = after(...(lead[at] ?? [at]));
    const before = [...told];
    expect(machine.go(kPhases[to]), `${at} to ${to}`).toBe(false);
    expect(machine.now.at).toBe(at);
    expect(told).toEqual(before);
  }
});

test("another game may be opened whatever the page is at, and what was under way is given up", () => {
  for (const at of ["aiming", "thinking", "over"] as const) expect(after(at).machine.go(kPhases.opening)).toBe(true);
  const {machine} = after("thinking");
  const still = machine.begin();
  expect(still()).toBe(true);
  const next = machine.begin();
  expect([still(), next()]).toEqual([false, true]);
});

test("who acts next is a person, who may have to choose, or the computer, or nobody", () => {
  const state = {over: false, turn: 1, choices: [] as string[]};
  expect(turnOf(state, ["human", "human"]).at).toBe("aiming");
  expect(turnOf({...state, choices: ["break again"]}, ["human", "human"]).at).toBe("choosing");
  expect(turnOf({...state, choices: ["break again"]}, ["human", "easy"]).at).toBe("thinking");
  expect(turnOf({...state, turn: 0}, ["human", "easy"]).at).toBe("aiming");
  expect(turnOf({...state, over: true}, ["easy", "easy"]).at).toBe("over");
});
