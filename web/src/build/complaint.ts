/** What the engine says of a scene that it does not take, and what in the scene it is about. */
import {isOf, type Reference, type SceneFile} from "./document.js";

export interface Complaint {
  /** As the engine names it: bodies[3].ball.radius. */
  place: string;
  /** What it says of it. */
  words: string;
  bodies: number[];
  generators: number[];
  fields: number[];
  walls: boolean;
}

const kMessage = /^(?:[^:]*: )?([a-z_]+(?:\[\d+\])*(?:\.[a-z_]+(?:\[\d+\])*)*): (.*)$/s;

const numbersIn = (text: string, list: string): number[] => [...new Set(Array.from(text.matchAll(new RegExp(`\\b${list}\\[(\\d+)\\]`, "g")), ([, k]) => Number(k)))];

/** The body that a force or a steer is about, if the message is about one of these. */
function steered(scene: SceneFile, list: "forces" | "steers", message: string): number[] {
  const entries = numbersIn(message, list).flatMap((k) => scene[list]?.[k] ?? []);
  return (scene.bodies ?? []).flatMap((body, k) => (entries.some((entry) => isOf(entry as Reference, k, body)) ? [k] : []));
}

export function complaintOf(message: string, scene: SceneFile): Complaint {
  const [, place = "", words = message] = kMessage.exec(message) ?? [];
  return {
    place, words, bodies: [...numbersIn(message, "bodies"), ...steered(scene, "forces", message), ...steered(scene, "steers", message)],
    generators: numbersIn(message, "generators"), fields: numbersIn(message, "force_fields"), walls: place.startsWith("walls") || /"wall [-+][xy]"/.test(message),
  };
}
