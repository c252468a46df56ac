import {h} from "../ui.js";
import {bestOf, type Drill, kDrills, kMostPoints, kTries} from "./drill.js";

/** The list of drills, each with the best that one has reached. */
export class DrillsPanel {
  private readonly list = h("ul", {class: "games", "data-testid": "drills"});
  readonly element = h("details", {class: "help"}, h("summary", {}, "Drills"), this.list);

  constructor(private readonly practise: (drill: Drill) => void) {
    this.show();
  }

  show(): void {
    this.list.replaceChildren(...kDrills.map((drill) => {
      const best = bestOf(drill.id);
      return h("li", {}, h("button", {class: "resume", onclick: () => this.practise(drill)}, h("b", {}, drill.title), h("span", {}, best === undefined ? drill.what : `Best: ${best} of ${kTries * kMostPoints}`)));
    }));
  }
}
