/** From files, dropped or served, to something that can be looked at. */
import {belowHere} from "../address.js";
import {unpack} from "../packed.js";
import type {Opening} from "./progress.js";
import {RecordedSource} from "./recorded.js";
import {LiveSource, type Source} from "./source.js";
import {xyzSource} from "./xyz.js";

/** A file by its name; its content is fetched when it is needed. */
export interface Named {
  name: string;
  file: () => Promise<File>;
}

const kBeside = /^(events|observables|summary|report|picture)\b/;

/** The source of a file, or of those of a run's folder: what moves is read first, and the rest explains it. */
export async function openFiles(opening: Opening, files: Named[]): Promise<Source> {
  const named = (name: string) => files.find((file) => file.name === name)?.file();
  const first = (ending: string) => files.find(({name}) => name.endsWith(ending) && !kBeside.test(name));
  const [h5, xyz, json] = [".h5", ".xyz", ".json"].map(first);
  const main = h5 ?? xyz ?? json;
  if (!main) throw new Error(`${files.map(({name}) => name).slice(0, 3).join(", ") || "nothing"}: expected a scene (.json), trajectory.h5, trajectory.xyz or the folder of a run`);
  await opening.at(`${main.name}: the file is fetched`);
  if (h5) {
    const [file, scene, events, observables] = await Promise.all([h5.file(), named("final.json"), named("events.csv"), named("observables.csv")]);
    return RecordedSource.open(opening, file, {scene, events, observables});
  }
  const text = await (await main.file()).text();
  return xyz ? xyzSource(opening, text, xyz.name) : LiveSource.open(opening, text, main.name);
}

const readyMade = (file: File): Named => ({name: file.name, file: async () => file});

export const fromList = (files: FileList | File[]): Named[] => Array.from(files, readyMade);

/** What was dropped, files and the files of folders. */
export async function fromDrop(transfer: DataTransfer): Promise<Named[]> {
  const files = Array.from(transfer.files);  // read now: a drop's data are gone after its event
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry?.() ?? null);
  const folders = entries.filter((entry): entry is FileSystemDirectoryEntry => entry?.isDirectory === true);
  if (!folders.length) return fromList(files);
  return (await Promise.all(folders.map(filesOf))).flat();
}

async function filesOf(folder: FileSystemDirectoryEntry): Promise<Named[]> {
  const reader = folder.createReader();
  const found: FileSystemFileEntry[] = [];
  for (let some: FileSystemEntry[]; (some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject))).length; )
    found.push(...some.filter((entry): entry is FileSystemFileEntry => entry.isFile));
  return found.map((entry) => ({name: entry.name, file: () => new Promise((resolve, reject) => entry.file(resolve, reject))}));
}

async function fetched(address: string): Promise<Response> {
  const response = await fetch(address, {mode: "same-origin"});
  if (!response.ok) throw new Error(`${address}: the server answers ${response.status}`);
  return response;
}

const served = (address: string, name: string): Named => ({name, file: async () => new File([await (await fetched(address)).blob()], name)});

/** The files that carom view serves. */
export async function fromServer(): Promise<Named[]> {
  const names = (await (await fetched("run/files.json")).json()) as string[];
  return names.map((name) => served(`run/${encodeURIComponent(name)}`, name));
}

/** The scene that a link holds. */
export const fromLink = (packed: string): Named[] => [{name: "linked scene.json", file: async () => new File([await unpack(packed, "scene")], "linked scene.json")}];

/** A file of this page's own server, by its path from here. */
export const fromAddress = (path: string): Named[] => [served(belowHere(path), path.replace(/^.*\//, ""))];
