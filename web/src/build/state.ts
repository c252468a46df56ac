/** What the hand is at, and what becomes of that when something happens: all of it is here, and none of it touches the page. */
import type {Point} from "./geometry.js";
import {kTools, type Tool} from "./tools.js";

/** What the pointer holds, and where it took hold of it. */
export type Held = {what: "handle"; name: string} | {what: "bodies"; index: number; from: Point} | {what: "view"; from: Point} | {what: "band"; from: Point; to: Point; adds: boolean};

export type Mode =
  | {is: "editing"}
  /** `held`: the last point follows the pointer, which is down. */
  | {is: "drawing"; points: Point[]; held: boolean}
  | {is: "dragging"; held: Held; moved: boolean}
  /** Two fingers move and zoom the view. */
  | {is: "pinching"}
  | {is: "running"}
  | {is: "paused"};

export interface State {
  tool: Tool;
  mode: Mode;
}

/** What is below the pointer. */
export type Over = {what: "handle"; name: string} | {what: "body"; index: number; chosen: boolean} | {what: "ground"; band: boolean};

/** `at`: where the pointer is; `snapped`: the grid's point there. */
export type Happening =
  | {type: "choose"; tool: Tool}
  | {type: "press"; at: Point; snapped: Point; over: Over; adds: boolean; closes: boolean}
  | {type: "move"; at: Point; snapped: Point}
  | {type: "release" | "second finger" | "finish" | "cancel" | "run" | "pause" | "play" | "stop" | "edit"}
  /** By a key. */
  | {type: "place"; at: Point; closes: boolean};

/** What the page then does. */
export type Effect =
  | {do: "select"; body: number; adds: boolean}
  | {do: "select none"}
  | {do: "select within"; from: Point; to: Point; adds: boolean}
  | {do: "move handle"; name: string; at: Point; snapped: Point}
  /** `index`: the one that was taken hold of. */
  | {do: "move bodies"; index: number; from: Point; to: Point}
  | {do: "pan"; from: Point; to: Point}
  | {do: "place"; tool: Tool; points: Point[]}
  /** What was dragged is a step of the history, or is as it was before. */
  | {do: "keep" | "revert"}
  | {do: "start" | "end" | "begin here"};

type Next = [State, ...Effect[]];

const kEditing: Mode = {is: "editing"};

export const kFirstState: State = {tool: "select", mode: kEditing};

export function transition(state: State, happening: Happening): Next {
  switch (happening.type) {
    case "choose":
      return chosen(state, happening.tool);
    case "press":
      return pressed(state, happening);
    case "move":
      return moved(state, happening);
    case "release":
      return released(state);
    case "second finger":
      return isRun(state) ? [state] : [{...state, mode: {is: "pinching"}}, {do: "revert"}];
    case "place":
      return isRun(state) ? [state] : placed(state, happening.at, happening.closes);
    case "finish":
      return state.mode.is === "drawing" && kTools[state.tool].points === "many" && state.mode.points.length >= 3 ? drawn(state, state.mode.points) : [state];
    case "cancel":
      return cancelled(state);
    case "run":
      return isRun(state) ? [state] : [{...state, mode: {is: "running"}}, {do: "revert"}, {do: "start"}];
    case "pause":
      return state.mode.is === "running" ? [{...state, mode: {is: "paused"}}] : [state];
    case "play":
      return state.mode.is === "paused" ? [{...state, mode: {is: "running"}}] : [state];
    case "stop":
      return isRun(state) ? [{...state, mode: kEditing}, {do: "end"}] : [state];
    case "edit":
      return edited(state);
  }
}

/** A scene that runs, or is stopped on its way. */
export const isRun = ({mode}: State): boolean => mode.is === "running" || mode.is === "paused";

function chosen(state: State, tool: Tool): Next {
  const next: State = {tool, mode: kEditing};
  const effects: Effect[] = [...(isRun(state) ? [{do: "end"} as const] : state.mode.is === "editing" ? [] : [{do: "revert"} as const]), ...(tool === "select" ? [] : [{do: "select none"} as const])];
  return [next, ...effects];
}

function pressed(state: State, {at, snapped, over, adds, closes}: Happening & {type: "press"}): Next {
  const {tool, mode} = state;
  if (isRun(state) || mode.is === "pinching") return [state];
  const hold = (held: Held): State => ({tool, mode: {is: "dragging", held, moved: false}});
  if (over.what === "ground" && !over.band) return [hold({what: "view", from: at})];
  if (tool !== "select") return kTools[tool].points === "many" ? cornered(state, snapped, closes) : [{tool, mode: {is: "drawing", points: [snapped, snapped], held: true}}];
  if (over.what === "handle") return [hold({what: "handle", name: over.name})];
  if (over.what === "ground") return [hold({what: "band", from: at, to: at, adds})];
  if (adds) return [state, {do: "select", body: over.index, adds}];
  return [hold({what: "bodies", index: over.index, from: at}), ...(over.chosen ? [] : [{do: "select", body: over.index, adds} as const])];
}

function moved(state: State, {at, snapped}: Happening & {type: "move"}): Next {
  const {tool, mode} = state;
  if (mode.is === "drawing" && mode.held) return [{tool, mode: {...mode, points: [mode.points[0], tool === "ball" ? at : snapped]}}];
  if (mode.is !== "dragging") return [state];
  const {held} = mode;
  const next: State = {tool, mode: {...mode, moved: true}};
  switch (held.what) {
    case "handle":
      return [next, {do: "move handle", name: held.name, at, snapped}];
    case "bodies":
      return [next, {do: "move bodies", index: held.index, from: held.from, to: at}];
    case "view":
      return [next, {do: "pan", from: held.from, to: at}];
    case "band":
      return [{tool, mode: {is: "dragging", held: {...held, to: at}, moved: true}}];
  }
}

function released(state: State): Next {
  const {tool, mode} = state;
  if (mode.is === "drawing" && mode.held) return drawn(state, mode.points);
  if (mode.is === "pinching") return [{tool, mode: kEditing}];
  if (mode.is !== "dragging") return [state];
  const {held} = mode;
  const next: State = {tool, mode: kEditing};
  if (held.what === "band") return [next, mode.moved ? {do: "select within", from: held.from, to: held.to, adds: held.adds} : {do: "select none"}];
  return held.what !== "view" && mode.moved ? [next, {do: "keep"}] : [next];
}

/** The tool stays in the hand. */
const drawn = ({tool}: State, points: Point[]): Next => [{tool, mode: kEditing}, {do: "place", tool, points}];

/** A corner more, or the last one; no corner lies on another. */
function cornered(state: State, at: Point, closes: boolean): Next {
  const points = state.mode.is === "drawing" ? state.mode.points : [];
  if (closes && points.length >= 3) return drawn(state, points);
  const again = points.some(([x, y]) => x === at[0] && y === at[1]);
  return [{tool: state.tool, mode: {is: "drawing", points: again ? points : [...points, at], held: false}}];
}

/** A ball lies there at once; of what takes two points it is the first or the second; of corners one more. */
function placed(state: State, at: Point, closes: boolean): Next {
  const {tool, mode} = state;
  const {points} = kTools[tool];
  if (points === "none") return [state];
  if (points === "many") return cornered(state, at, closes);
  if (points === "one") return drawn(state, [at]);
  return mode.is === "drawing" ? drawn(state, [mode.points[0], at]) : [{tool, mode: {is: "drawing", points: [at], held: false}}];
}

/** One step back: out of the run, out of what is being drawn or dragged, to the tool that selects, to nothing selected. */
function cancelled(state: State): Next {
  const {tool, mode} = state;
  if (isRun(state)) return transition(state, {type: "stop"});
  if (mode.is !== "editing") return [{tool, mode: kEditing}, {do: "revert"}];
  return tool === "select" ? [state, {do: "select none"}] : [{tool: "select", mode: kEditing}];
}

/** What is changed in mid-run begins there; a run that goes on is not changed. */
function edited(state: State): Next {
  if (state.mode.is === "paused") return [{...state, mode: kEditing}, {do: "begin here"}];
  return state.mode.is === "running" ? transition(state, {type: "stop"}) : [state];
}
