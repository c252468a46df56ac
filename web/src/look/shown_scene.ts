/** What the viewer draws of a scene that the engine knows. */
import {kEventKinds, type SceneAbout, type SceneBody} from "carom-wasm";
import {colorsOf, isPlain, isStriped} from "carom-viewer/appearance.js";
import {chooseCamera} from "carom-viewer/camera.js";
import {parseColor} from "carom-viewer/color.js";
import {extentOf, tableOutline} from "carom-viewer/extent.js";
import {kChainsTool, kForcesTool, kSliceTool, kTools, type Tool} from "carom-viewer/player/tools.js";
import {type Events, kBallFlag, kSpeedColors, type Obstacle, type Scene} from "carom-viewer/scene.js";

const isPocket = (body: SceneBody | undefined): boolean => body?.response === "pocket";

/** The columns of a frame that are balls to be drawn: pockets are holes, not balls. */
export function shownColumns(about: SceneAbout): number[] {
  return about.balls.flatMap((id, column) => (isPocket(about.bodies[id]) ? [] : [column]));
}

function obstacleOf(body: SceneBody, id: number, color: string): Obstacle | null {
  const common = {id, name: body.name ?? "", color, moves: body.moves};
  if (body.ball) return isPocket(body) ? {...common, kind: "pocket", ...body.ball} : null;
  if (body.cylinder) return {...common, kind: "cylinder", ...body.cylinder, axis: "xyz".indexOf(body.cylinder.axis)};
  for (const kind of ["half_space", "segment", "box", "polygon", "mesh", "capsule", "convex_polygon", "arc"] as const) if (body[kind]) return {...common, kind, ...body[kind]};
  return null;
}

function flagsOf(body: SceneBody | undefined): number {
  if (!body) return 0;
  return (body.immovable ? kBallFlag.immovable : 0) | (body.response === "stick" ? kBallFlag.sticky : 0) | (isStriped(body) ? kBallFlag.striped : 0);
}

function textsOf(ids: number[], bodies: SceneBody[], which: "name" | "mark"): Record<string, string> {
  return Object.fromEntries(ids.flatMap((id, slot) => (bodies[id]?.[which] ? [[slot, bodies[id][which]]] : [])));
}

/** The balls where they are added, for the part of space that is worth showing. */
const startsOf = (ids: number[], about: SceneAbout, dimension: number) =>
  ids.flatMap((id) => (about.bodies[id]?.ball ? [{center: about.bodies[id].ball!.center.slice(0, dimension), radius: about.bodies[id].ball!.radius}] : []));

/** What can be shown of it. */
export const toolsFor = ({dimension, pulled, lasting_contacts}: SceneAbout): Tool[] => [
  ...kTools, ...(pulled || lasting_contacts ? [kForcesTool] : []), ...(lasting_contacts ? [kChainsTool] : []), ...(dimension === 3 ? [kSliceTool] : []),
];

export function shownScene(about: SceneAbout, events: Events): Scene {
  const {bodies, dimension} = about;
  const ids = shownColumns(about).map((column) => about.balls[column]);
  const colors = colorsOf(bodies);
  const obstacles = bodies.map((body, id) => obstacleOf(body, id, colors[id])).filter((one): one is Obstacle => one !== null);
  const periodic = about.period?.slice(0, dimension) ?? null;
  const {low, high} = extentOf(startsOf(ids, about, dimension), obstacles, dimension, periodic);
  const normals = obstacles.flatMap(({normal}) => (normal ? [normal] : []));
  return {
    dimension, obstacles, events, kinds: kEventKinds, speed_colors: kSpeedColors, plain: isPlain(bodies),
    world: {low, high, periodic, table: dimension === 2 ? tableOutline(obstacles) : []},
    camera: dimension === 3 ? chooseCamera({low, high, normals, gravity: about.gravity, eye: about.camera, target: about.look_at, light: about.light}) : undefined,
    balls: {
      count: ids.length, id: ids, radius: Float32Array.from(ids, (id) => bodies[id]?.ball?.radius ?? 0), color: Uint8Array.from(ids.flatMap((id) => parseColor(colors[id]))),
      flags: Uint8Array.from(ids, (id) => flagsOf(bodies[id])), names: textsOf(ids, bodies, "name"), marks: textsOf(ids, bodies, "mark"),
    },
    bodyName: (id) => (id < 0 ? "" : bodies[id]?.name || `#${id}`),
  };
}
