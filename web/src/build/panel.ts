/** What stands beside the sheet: the list of what there is, and the fields of what is selected and of the scene. */
import {h, select} from "../ui.js";
import type {Complaint} from "./complaint.js";
import {type Body, type SceneFile} from "./document.js";
import type {Change, Form} from "./form.js";
import {fillingOf, generatorForm, generatorShape, kFillingNames, kFillings} from "./generators.js";
import {bodyForm, shapeOf} from "./inspector.js";
import {sceneForm, sceneShape} from "./scene_form.js";
import {align, type Alignment, distribute, group, kAlignments, ungroup} from "./selection.js";
import {wordOf} from "./shapes.js";

/** What is selected: bodies, or one generator. */
export interface Selection {
  bodies: number[];
  /** −1: none. */
  generator: number;
}

export const kNothing: Selection = {bodies: [], generator: -1};

/** What the panel sees of the page, and asks of it. */
export interface Desk {
  readonly scene: SceneFile;
  readonly selection: Selection;
  change: Change;
  select(selection: Selection): void;
  duplicate(): void;
  remove(): void;
}

export class Panel {
  /** What the tool Fill puts into a region. */
  filling = "gas";
  readonly bodies: HTMLElement;
  readonly generators: HTMLElement;
  readonly sceneFields = h("div", {class: "fields"});
  readonly fillings = select(Object.fromEntries(kFillingNames.map((name) => [name, kFillings[name].label])), this.filling, (name) => (this.filling = name));
  private readonly fields = h("div", {class: "fields", "data-testid": "fields"});
  private readonly fieldsOfGenerator = h("div", {class: "fields"});
  private readonly list = h("select", {size: 6, multiple: true, "aria-label": "Bodies", "data-testid": "bodies", onchange: () => this.desk.select({bodies: chosenIn(this.list), generator: -1})});
  private readonly generatorList = h("select", {size: 3, "aria-label": "Generators", "data-testid": "generators", onchange: () => this.desk.select({bodies: [], generator: chosenIn(this.generatorList)[0] ?? -1})});
  private forms: Form[] = [];
  private formsFor = "";

  constructor(private readonly desk: Desk) {
    this.fillings.dataset.testid = "filling";
    this.bodies = h("div", {class: "part-list"}, this.list, this.fields);
    this.generators = h("div", {class: "part-list"}, this.generatorList, this.fieldsOfGenerator);
  }

  show(): void {
    const {scene, selection} = this.desk;
    fill(this.list, (scene.bodies ?? []).map((body, k) => labelOf(body, k)), selection.bodies);
    fill(this.generatorList, (scene.generators ?? []).map((one, k) => fillingOf(one)?.kind.label ?? `${k}: ${Object.keys(one)[0]}`), [selection.generator]);
    this.generatorList.hidden = !scene.generators?.length;
    this.showFields();
  }

  /** The same fields stay as long as they are the right ones: what is being typed is not lost. */
  private showFields(): void {
    const {scene, selection: {bodies, generator}} = this.desk;
    const wanted = JSON.stringify([bodies.length === 1 ? shapeOf(scene, bodies[0]) : bodies.map((k) => scene.bodies?.[k]?.group ?? k), generatorShape(scene, generator), sceneShape(scene)]);
    if (wanted === this.formsFor) return this.forms.forEach((form) => form.refresh());
    this.formsFor = wanted;
    const now = () => this.desk.scene;
    const scenes = sceneForm(now, this.desk.change);
    this.forms = [scenes];
    this.sceneFields.replaceChildren(scenes.element);
    this.fields.replaceChildren(...this.bodyFields(bodies));
    this.fieldsOfGenerator.replaceChildren(...this.generatorFields(generator));
  }

  private added(form: Form): HTMLElement {
    this.forms.push(form);
    return form.element;
  }

  private bodyFields(bodies: number[]): HTMLElement[] {
    if (!bodies.length) return [h("p", {class: "hint"}, "Select a body to change it, or several with Shift.")];
    const own = bodies.length === 1 ? [this.added(bodyForm(() => this.desk.scene, bodies[0], this.desk.change))] : [h("p", {class: "hint", "data-testid": "several"}, `${bodies.length} bodies are selected.`), ...this.arranging(bodies)];
    return [...own, h("div", {class: "buttons"},
      h("button", {class: "small", "data-testid": "duplicate", onclick: () => this.desk.duplicate()}, "Duplicate"), h("button", {class: "small", "data-testid": "delete", onclick: () => this.desk.remove()}, "Delete"), ...this.grouping(bodies))];
  }

  private generatorFields(generator: number): HTMLElement[] {
    const one = this.desk.scene.generators?.[generator];
    if (!one) return [h("p", {class: "hint"}, "Drag over a region with the tool Fill: it is filled with balls.")];
    const form = fillingOf(one) ? [this.added(generatorForm(() => this.desk.scene, generator, this.desk.change))] : [];
    return [...form, h("div", {class: "buttons"}, h("button", {class: "small", "data-testid": "delete-generator", onclick: () => this.desk.remove()}, "Delete"))];
  }

  private arranging(bodies: number[]): HTMLElement[] {
    const act = (label: string, name: string, change: (scene: SceneFile) => void, title: string) => h("button", {class: "small", title, "data-testid": name, onclick: () => this.desk.change(change)}, label);
    const aligns = (Object.keys(kAlignments) as Alignment[]).map((to) => act(kAlignments[to], `align-${to}`, (scene) => align(scene, bodies, to), `Align: ${to}`));
    const spreads = (["Across", "Down"] as const).map((label, axis) => act(label, `distribute-${label.toLowerCase()}`, (scene) => distribute(scene, bodies, axis as 0 | 1), `Equal gaps ${label.toLowerCase()}`));
    return [h("p", {class: "label"}, "Align"), h("div", {class: "arrange", role: "group", "aria-label": "Align"}, ...aligns), h("p", {class: "label"}, "Equal gaps"), h("div", {class: "arrange", role: "group", "aria-label": "Equal gaps"}, ...spreads)];
  }

  private grouping(bodies: number[]): HTMLElement[] {
    const some = bodies.some((k) => this.desk.scene.bodies?.[k]?.group !== undefined);
    return [
      ...(bodies.length > 1 ? [h("button", {class: "small", "data-testid": "group", onclick: () => this.desk.change((scene) => group(scene, bodies))}, "Group")] : []),
      ...(some ? [h("button", {class: "small", "data-testid": "ungroup", onclick: () => this.desk.change((scene) => ungroup(scene, bodies))}, "Ungroup")] : []),
    ];
  }

  /** Says at the fields that the engine complains about what is wrong. */
  blame(complaint: Complaint): void {
    for (const form of this.forms) form.blame(complaint);
  }
}

const labelOf = (body: Body, k: number): string => (body.name ?? `${k}: ${wordOf(body)}`) + (body.group === undefined ? "" : ` · ${body.group}`);

const chosenIn = (list: HTMLSelectElement): number[] => Array.from(list.selectedOptions, ({value}) => Number(value));

/** The same options stay, and with them where the list is scrolled to. */
function fill(list: HTMLSelectElement, labels: string[], chosen: number[]): void {
  const before = Array.from(list.options, ({text}) => text);
  if (before.length !== labels.length || labels.some((label, k) => label !== before[k])) list.replaceChildren(...labels.map((label, k) => h("option", {value: k}, label)));
  for (const [k, option] of Array.from(list.options).entries()) option.selected = chosen.includes(k);
}
