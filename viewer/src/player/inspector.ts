/** What is known of the ball that was chosen. */
import {rgb, type Color} from "../color.js";
import {make, setText} from "../page.js";

/** Of one ball: names of quantities with their values, or in one sentence why there are none. */
export type Facts = [string, string][];

export class Inspector {
  readonly element = make("div.inspector", {id: "inspector", hidden: true});
  private readonly values = make("dl");
  private readonly followButton = make("button.pill", {type: "button"}, "Follow");
  private names = "";

  constructor(private readonly letGo: () => void, follow: () => void) {
    this.followButton.onclick = follow;
  }

  open(title: string, color: Color): void {
    const swatch = make("i");
    swatch.style.background = rgb(color);
    const close = make("button.close", {type: "button", title: "Let go", ariaLabel: "Let go"}, "×");
    close.onclick = this.letGo;
    this.element.replaceChildren(close, make("h3", {}, swatch, title), this.values, this.followButton);
    this.element.hidden = false;
  }

  close(): void {
    this.element.hidden = true;
  }

  show(facts: Facts, following: boolean): void {
    const names = facts.map(([name]) => name).join();
    if (names !== this.names) this.values.replaceChildren(...facts.flatMap(([name]) => [make("dt", {}, name), make("dd")]));
    this.names = names;
    this.values.querySelectorAll("dd").forEach((value, k) => setText(value, facts[k][1]));
    this.followButton.ariaPressed = String(following);
  }
}
