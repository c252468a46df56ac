/** The scene's history and where it comes from: one's own is kept in the browser, a linked one lives in the address. */
import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {shippedAt} from "../look/gallery.js";
import {copyLink, pack, unpack} from "../packed.js";
import {message} from "../ui.js";
import {readScene, type SceneFile, textOf} from "./document.js";
import {History, ownHistory} from "./history.js";

const kLeastLink = 40;  // letters: no packed scene has less, and no shipped one so long a name

let own: ReturnType<typeof ownHistory> | undefined;

const setAddress = (address: string): void => window.history.replaceState(null, "", address);

export interface OpeningHost {
  /** Another scene is the last step of the history. */
  onOpened(): void;
  /** What could not be opened is told, and what was there stays. */
  onRefused(reason: string): void;
}

export class Opening {
  readonly loss: string;
  linked = false;
  history: History;
  private packings = 0;

  constructor(private readonly carom: Remote<Carom>, private readonly host: OpeningHost) {
    own ??= ownHistory();
    ({history: this.history, loss: this.loss} = own);
  }

  /** What an address names: a packed scene, or a shipped one. */
  async fromAddress(parameter: string): Promise<void> {
    if (parameter.length >= kLeastLink && /^[\w-]+$/.test(parameter)) return this.fromLink(parameter);
    try {
      const {name, load} = shippedAt(parameter);
      await this.fromText(await load(), `${name}.json`);
      setAddress("#build");
    } catch (error) {
      this.refuse(error);
    }
  }

  private async fromLink(packed: string): Promise<void> {
    try {
      const scene = await this.read(await unpack(packed, "scene"), "the link");
      this.history = new History([textOf(scene)], 0, ({steps, at}) => void this.putIntoAddress(steps[at]));
      this.linked = true;
      this.host.onOpened();
    } catch (error) {
      this.host.onRefused(`The scene in the link could not be opened: ${message(error)}. Your own scene is still here.`);
    }
  }

  private async putIntoAddress(text: string): Promise<void> {
    const turn = ++this.packings;
    const packed = await pack(text);
    if (turn === this.packings) setAddress(`#build/${packed}`);
  }

  /** Nothing is to come into the address any more. */
  end(): void {
    ++this.packings;
  }

  /** The linked scene becomes one's own; the one before can be had back by Undo. */
  adopt(): void {
    const {text} = this.history;
    this.end();
    this.history = own!.history;
    this.history.push(text);
    this.linked = false;
    setAddress("#build");
    this.host.onOpened();
  }

  /** The link to a scene, and whether it could be copied; else it stands in the address line. */
  async share(scene: SceneFile): Promise<boolean> {
    const place = `#build/${await pack(textOf(scene))}`;
    const copied = await copyLink(place);
    if (!copied) setAddress(place);
    return copied;
  }

  async fromFile(file: File | undefined): Promise<void> {
    if (file) await this.fromText(await file.text(), file.name);
  }

  /** A step of the history, as any other. */
  async fromText(text: string, name: string): Promise<void> {
    try {
      this.history.push(textOf(await this.read(text, name)));
      this.host.onOpened();
    } catch (error) {
      this.refuse(error);
    }
  }

  private async read(text: string, name: string): Promise<SceneFile> {
    const world = await this.carom.world(text, name);
    void world.close();
    return readScene(text, name);
  }

  private refuse(error: unknown): void {
    this.host.onRefused(`Not opened: ${message(error)}`);
  }
}
