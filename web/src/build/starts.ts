/** Small scenes to begin with, each with a picture and a sentence on what it shows. */
import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {h} from "../ui.js";
import type {SceneFile} from "./document.js";
import {Sheet} from "./sheet.js";

const texts = import.meta.glob("./starts/*.json", {query: "?raw", import: "default", eager: true}) as Record<string, string>;

export interface Start {
  name: string;
  text: string;
  title: string;
  about: string;
}

/** From the plain to the rich. */
const kOrder = ["cradle", "dominoes", "break", "gas", "brownian", "stadium", "bumper", "attractor", "galton", "pyramid", "hourglass", "landslide"];

export const starts: Start[] = kOrder.map((name) => {
  const text = texts[`./starts/${name}.json`];
  const {title, about} = JSON.parse(text) as {title: string; about: string};
  return {name, text, title, about};
});

/** The dialog in which one is chosen. */
export class Starts {
  private readonly cards = h("div", {class: "starts", "data-testid": "starts"});
  readonly dialog = h("dialog", {class: "start-dialog", "aria-label": "Begin with one of these"},
    h("div", {class: "dialog-head"}, h("h2", {}, "Begin with one of these"), h("button", {class: "small", "aria-label": "Close", onclick: () => this.dialog.close()}, "×")), this.cards);
  private drawn = false;

  constructor(private readonly carom: Remote<Carom>, private readonly open: (text: string, name: string) => void) {}

  show(): void {
    this.dialog.showModal();
    if (!this.drawn) void this.draw();
    this.drawn = true;
  }

  /** The pictures are what the engine makes of them. */
  private async draw(): Promise<void> {
    const sheets = starts.map((start) => {
      const sheet = new Sheet("img", `${start.title}, as it begins`);
      this.cards.append(h("button", {class: "start", "data-testid": `start-${start.name}`, onclick: () => this.choose(start)}, sheet.canvas, h("b", {}, start.title), h("span", {}, start.about)));
      return sheet;
    });
    for (const [k, {text, name}] of starts.entries()) {
      const world = await this.carom.world(text, name);
      sheets[k].drawPicture(JSON.parse(text) as SceneFile, await world.about());
      void world.close();
    }
  }

  private choose({text, name}: Start): void {
    this.dialog.close();
    this.open(text, `${name}.json`);
  }
}
