import {checkbox, field, h, rateSelect, select} from "../ui.js";
import type {Settings} from "./stored.js";

/** How the game is shown. */
export function optionsPanel(own: Settings, keep: (change: Partial<Settings>) => void): HTMLElement {
  const views = select({above: "From above", tilted: "Tilted", cue: "Behind the cue"}, own.view, (view) => keep({view}));
  const guides = select({coach: "Coach: the first ball", study: "Study: the shot", off: "Off"}, own.guides, (value) => keep({guides: value}));
  const rates = rateSelect([0.1, 0.25, 0.5, 1, 2, 4], own.rate, (rate) => keep({rate}));
  const simple = checkbox("Simple drawing, for slow machines", own.simple, (value) => {
    keep({simple: value});
    location.reload();
  });
  views.dataset.testid = "view";
  guides.dataset.testid = "guides";
  return h("div", {class: "options"}, field("Guides", guides), field("View", views), field("Speed", rates), checkbox("Slow motion when balls meet", own.slow, (slow) => keep({slow})), simple, checkbox("Mute", own.muted, (muted) => keep({muted})));
}
