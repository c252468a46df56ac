import "carom-viewer/colors.css";
import "carom-viewer/player/player.css";
import "carom-viewer/player/events.css";
import "./style.css";
import {engine, gameEngine} from "./engine.js";
import {h, message, type Page} from "./ui.js";

const kPages: Record<string, {title: string; load: () => Promise<{page: Page}>}> = {
  play: {title: "Play", load: () => import("./play/page.js")},
  look: {title: "Look", load: () => import("./look/page.js")},
  build: {title: "Build", load: () => import("./build/page.js")},
  lesson: {title: "Lesson", load: () => import("./lesson/page.js")},
  bench: {title: "Speed", load: () => import("./bench/page.js")},
};

let content = document.getElementById("content")!;
const links = new Map<string, HTMLAnchorElement>();
let end: () => void = () => {};
let shown = 0;

for (const [name, {title}] of Object.entries(kPages)) {
  const link = h("a", {href: `#${name}`}, title);
  links.set(name, link);
  document.getElementById("pages")!.append(link);
}

/** Which page an address asks for, and what it says beyond. */
function nameOf(hash: string): {name: string; parameter: string} {
  const [asked, parameter = ""] = hash.slice(1).split(/\/(.*)/s);
  return {name: Object.hasOwn(kPages, asked) ? asked : "play", parameter};
}

async function show(): Promise<void> {
  const {name, parameter} = nameOf(location.hash);
  const turn = ++shown;
  end();
  end = () => {};
  for (const [key, link] of links) link.toggleAttribute("aria-current", key === name);
  links.get(name)?.setAttribute("aria-current", "page");
  try {
    const {page} = await kPages[name].load();
    if (turn !== shown) return;
    const place = content.cloneNode(false) as HTMLElement;  // of this visit alone: a page that comes late, after another was asked for, is not seen
    content.replaceWith(place);
    content = place;
    document.title = `Carom · ${kPages[name].title}`;
    const stop = await page(place, parameter);
    if (turn === shown) end = stop;
    else stop();
  } catch (error) {
    if (turn === shown) content.replaceChildren(h("p", {class: "error", role: "alert"}, `This page could not be shown: ${message(error)}.`));
  }
}

(nameOf(location.hash).name === "play" ? gameEngine() : engine()).catch(() => {});  // it loads while the page's scripts do; a page that needs it tells if it fails
window.addEventListener("hashchange", show);
void show();
