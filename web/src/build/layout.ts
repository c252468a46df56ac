/** What the page consists of, and what of it is seen when. */
import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {checkbox, field, h, Notice} from "../ui.js";
import type {Complaint} from "./complaint.js";
import {kFirst, textOf} from "./document.js";
import type {Point} from "./geometry.js";
import {kKeys} from "./hand.js";
import type {History} from "./history.js";
import type {Panel} from "./panel.js";
import type {Sheet} from "./sheet.js";
import type {Run} from "./run.js";
import {Starts} from "./starts.js";
import {isRun, type State} from "./state.js";
import {kToolNames, kTools, type Tool} from "./tools.js";

export interface Actions {
  carom: Remote<Carom>;
  choose(tool: Tool): void;
  finish(): void;
  run(): void;
  editHere(): unknown;
  step(by: 1 | -1): void;
  zoom(factor: number): void;
  fit(): void;
  setSnap(snap: boolean): void;
  setSeveral(several: boolean): void;
  open(text: string, name: string): void;
  openFile(file: File | undefined): void;
  save(): void;
  share(): void;
  adopt(): void;
  /** Selects what the engine complains about. */
  blamed(): void;
}

export class Layout {
  readonly stage = h("div", {class: "stage", "data-testid": "stage"});
  readonly status = h("p", {class: "status", role: "status", "data-testid": "build-status"});
  readonly notice = new Notice("build-notice");
  readonly gallery = h("div", {class: "gallery", "data-testid": "gallery"});
  readonly beside: HTMLElement;
  private readonly whole: HTMLElement;
  private readonly news = h("p", {class: "notice", role: "status", "data-testid": "build-news"});
  private readonly playerPlace = h("div", {class: "player-place", hidden: true});
  private readonly events = h("div", {class: "happened", "data-testid": "events"});
  private readonly hint = h("p", {class: "hint"});
  private readonly filling: HTMLElement;
  private readonly hintRow: HTMLElement;
  private readonly tools = new Map<Tool, HTMLButtonElement>();
  private readonly callout: HTMLButtonElement;
  private readonly runButton: HTMLButtonElement;
  private readonly editHereButton: HTMLButtonElement;
  private readonly undoButton: HTMLButtonElement;
  private readonly redoButton: HTMLButtonElement;
  private readonly finishButton: HTMLButtonElement;

  constructor(into: HTMLElement, canvas: HTMLCanvasElement, panel: Panel, loss: string, actions: Actions) {
    const button = (text: string, name: string, onclick: () => void, more: object = {}) => h("button", {"data-testid": name, onclick, ...more}, text);
    this.runButton = button("Run", "run", actions.run, {class: "shoot"});
    this.editHereButton = button("Edit from here", "edit-here", actions.editHere, {hidden: true});
    this.undoButton = button("Undo", "undo", () => actions.step(-1));
    this.redoButton = button("Redo", "redo", () => actions.step(1));
    this.finishButton = button("Finish", "finish", actions.finish, {class: "small", hidden: true});
    this.callout = h("button", {class: "callout", hidden: true, "data-testid": "callout", onclick: actions.blamed});
    this.filling = field("Fill with", panel.fillings);
    this.hintRow = h("div", {class: "hint-row"}, this.hint, this.filling);
    this.beside = h("p", {class: "beside", "data-testid": "linked", hidden: true}, "This scene came by a link and lives in the address: what is built here leaves your own scene as it was. ", h("a", {href: "#build"}, "Back to your own scene"), " ",
      button("Keep this scene as my own", "adopt", actions.adopt, {class: "small"}));
    canvas.dataset.testid = "sheet";
    this.stage.append(canvas, this.callout, this.notice.element);
    const board = h("div", {class: "board"}, h("div", {class: "build-head"}, h("h1", {}, "Build a scene"), this.undoButton, this.redoButton, this.editHereButton, this.runButton), this.toolbar(actions), this.beside, h("p", {class: "notice", role: "alert", "data-testid": "build-loss"}, loss), this.news,
      this.stage, this.playerPlace, this.status, this.hintRow);
    this.whole = h("div", {class: "play look build"}, board, this.panelOf(panel, actions));
    into.replaceChildren(this.whole);
    into.ondragover = (event) => event.preventDefault();
    into.ondrop = (event) => {
      event.preventDefault();
      actions.openFile(event.dataTransfer?.files[0]);
    };
  }

  private toolbar(actions: Actions): HTMLElement {
    const bar = h("div", {class: "tools", role: "toolbar", "aria-label": "Tools"});
    for (const name of kToolNames) {
      const {label, key} = kTools[name];
      const one = h("button", {class: "small", title: `${label} (${key.toUpperCase()})`, "data-testid": `tool-${name}`, onclick: () => actions.choose(name)}, label);
      this.tools.set(name, one);
      bar.append(one);
    }
    const zoom = (label: string, text: string, act: () => void) => h("button", {class: "small", "aria-label": label, title: label, onclick: act}, text);
    const several = h("button", {class: "small", "aria-pressed": "false", "data-testid": "several", title: "A click adds to what is selected, a finger draws a band around it", onclick: () => {
      const on = several.ariaPressed !== "true";
      several.ariaPressed = String(on);
      actions.setSeveral(on);
    }}, "Several");
    bar.append(this.finishButton, h("span", {class: "space"}), several, zoom("Closer", "+", () => actions.zoom(1.25)), zoom("Farther", "−", () => actions.zoom(0.8)), zoom("Whole scene", "⤢", actions.fit));
    return bar;
  }

  private panelOf(panel: Panel, actions: Actions): HTMLElement {
    const file = h("input", {type: "file", accept: ".json", hidden: true, "data-testid": "build-file", onchange: () => {
      actions.openFile(file.files?.[0]);
      file.value = "";  // the same may be chosen again
    }});
    const starts = new Starts(actions.carom, actions.open);
    return h("section", {class: "panel", "aria-label": "The scene"},
      h("div", {class: "buttons"}, h("button", {"data-testid": "new-scene", onclick: () => actions.open(textOf(kFirst), "new")}, "New"), h("button", {"data-testid": "show-starts", onclick: () => starts.show()}, "Begin with …")),
      h("div", {class: "buttons"}, h("button", {onclick: () => file.click()}, "Open …"), h("button", {"data-testid": "download", onclick: actions.save}, "Download"), h("button", {"data-testid": "copy-link", onclick: actions.share}, "Copy link")), file,
      checkbox("Snap to the grid", true, actions.setSnap), this.events,
      h("h2", {}, "Bodies"), panel.bodies, h("h2", {}, "Generators"), panel.generators, h("h2", {}, "Scene"), panel.sceneFields, keysHelp(), h("h2", {}, "All shipped scenes"), this.gallery, starts.dialog);
  }

  showState(state: State): void {
    const {tool, mode} = state;
    const runs = isRun(state);
    this.whole.classList.toggle("runs", runs);
    for (const [name, one] of this.tools) one.setAttribute("aria-pressed", String(!runs && name === tool));
    this.hint.textContent = runs ? "What is changed while it is paused begins at that moment." : kTools[tool].hint;
    this.filling.hidden = runs || tool !== "fill";
    this.runButton.textContent = runs ? "Stop" : "Run";
    this.editHereButton.hidden = mode.is !== "paused";
    this.finishButton.hidden = !(mode.is === "drawing" && kTools[tool].points === "many");
    this.stage.querySelector("canvas")!.style.cursor = tool === "select" ? "default" : "crosshair";
    if (runs) this.told("");
  }

  showSteps(history: History): void {
    this.undoButton.disabled = !history.canUndo;
    this.redoButton.disabled = !history.canRedo;
  }

  /** In the place of the sheet, with its events in the panel; null: the sheet again. */
  showRun(run: Run | null): void {
    this.playerPlace.replaceChildren(...(run ? [run.player.element] : []));
    this.events.replaceChildren(...(run ? [run.events.element] : []));
    this.playerPlace.hidden = run === null;
    this.stage.hidden = run !== null;
  }

  /** Something that is good to know, until the scene runs again. */
  told(news: string): void {
    this.news.textContent = news;
  }

  /** Where the origin and the ends of the unit vectors are in the canvas, for tests and for tools that point; and beside what the engine complains about its words. */
  showPlaces(sheet: Sheet, blamed: Point | null, complaint: Complaint | null): void {
    this.stage.dataset.places = JSON.stringify(([[0, 0], [1, 0], [0, 1]] as Point[]).map((at) => sheet.place(at)));
    this.callout.hidden = blamed === null;
    if (!blamed || !complaint) return;
    const {clientWidth: width, clientHeight: height} = this.stage;
    this.callout.textContent = complaint.words.replace(/^got /, "").replace(/, expected .*/s, "");
    this.callout.title = complaint.words;
    this.callout.style.left = `${Math.max(8, Math.min(width - 8 - this.callout.offsetWidth, blamed[0] + 14))}px`;
    this.callout.style.top = `${Math.max(8, Math.min(height - 8 - this.callout.offsetHeight, blamed[1] - 14 - this.callout.offsetHeight))}px`;
  }
}

function keysHelp(): HTMLElement {
  return h("details", {class: "help"}, h("summary", {}, "Keys"), h("dl", {}, ...kKeys.flatMap(([key, what]) => [h("dt", {}, key), h("dd", {}, what)])));
}
