import type {Carom} from "carom-wasm";
import type {Remote} from "carom-wasm/remote";
import {engine} from "../engine.js";
import {shipped} from "../look/gallery.js";
import {Choices} from "carom-viewer/stage.js";
import {FramePlayback} from "../look/frame_playback.js";
import {makeStage} from "../look/page.js";
import {shownScene} from "../look/shown_scene.js";
import {kPlayable} from "../marks.js";
import {h, message, type Page} from "../ui.js";

const kFrames = 120;

interface Row {
  scene: string;
  balls: number;
  eventsPerSecond: number;
  /** ms per frame: the engine in its worker with the way there and back, the page's own script, drawing as far as the script waits for it. */
  engine: number;
  script: number;
  drawing: number;
}

const median = (list: number[]): number => [...list].sort((a, b) => a - b)[list.length >> 1];

/** A scene of many balls at 60 frames a second: what each part of a frame costs. */
async function measure(carom: Remote<Carom>, name: string, stage: HTMLElement): Promise<Row> {
  const world = await carom.world(await shipped.find((one) => one.name === name)!.load(), name);
  const about = await world.about();
  stage.replaceChildren();
  const playback = new FramePlayback({about, next: async () => null, close: () => {}});
  const scene = shownScene(about, playback.events);
  const picture = makeStage(scene, playback, new Choices(scene), stage);
  const [engineTimes, scriptTimes, drawTimes]: number[][] = [[], [], []];
  await world.runUntil(0.5, {keepEvents: false});
  const before = await world.eventCount();
  for (let frame = 1; frame <= kFrames; ++frame) {
    const begin = performance.now();
    const time = 0.5 + frame / 60;
    const [, balls] = await Promise.all([world.runUntil(time, {keepEvents: false}), world.frame()]);
    const computed = performance.now();
    playback.show({time, balls, moved: new Map(), kinetic: 0, events: 0, happened: []});
    const scripted = performance.now();
    picture.draw(time, 1);
    engineTimes.push(computed - begin);
    scriptTimes.push(scripted - computed);
    drawTimes.push(performance.now() - scripted);
    if (frame % 10 === 0) await new Promise(requestAnimationFrame);
  }
  const events = (await world.eventCount()) - before;
  await world.close();
  picture.dispose();
  const seconds = engineTimes.reduce((sum, each) => sum + each, 0) / 1000;
  return {scene: name, balls: about.balls.length, eventsPerSecond: events / seconds, engine: median(engineTimes), script: median(scriptTimes), drawing: median(drawTimes)};
}

/** Of this visit, if it began on the page Play. */
function firstView(): string {
  const [mark] = performance.getEntriesByName(kPlayable);
  return mark ? `The table could be played on ${(mark.startTime / 1000).toFixed(2)} s after this page was asked for.` : "Open this page by Play to see how long it took until the table could be played on.";
}

export const page: Page = (into) => {
  const stage = h("div", {class: "stage bench-stage"});
  const body = h("tbody", {"data-testid": "bench-rows"});
  const status = h("p", {class: "status", role: "status", "data-testid": "bench-status"}, "");
  const run = async () => {
    button.disabled = true;
    body.replaceChildren();
    try {
      for (const name of ["gas2d", "gas3d"]) {
        status.textContent = `Measuring ${name} …`;
        const row = await measure(await engine(), name, stage);
        const cells = [row.scene, row.balls.toLocaleString("en"), Math.round(row.eventsPerSecond).toLocaleString("en"), row.engine.toFixed(2), row.script.toFixed(2), (row.engine + row.script).toFixed(2), row.drawing.toFixed(2)];
        body.append(h("tr", {}, ...cells.map((cell) => h("td", {}, cell))));
      }
      status.textContent = "Done.";
    } catch (error) {
      status.textContent = `It could not be measured: ${message(error)}`;
    }
    button.disabled = false;
  };
  const button = h("button", {class: "shoot", "data-testid": "bench-run", onclick: () => void run()}, "Measure");
  const heads = ["Scene", "Balls", "Events per second", "Engine, ms", "Script, ms", "Both, ms", "Drawing, ms"];
  into.replaceChildren(h("div", {class: "bench"}, h("h1", {}, "How fast is it here?"),
    h("p", {class: "about"}, `Two shipped scenes at 60 frames a second, ${kFrames} frames each; medians per frame. Engine: in its worker, with the way there and back.`),
    h("p", {"data-testid": "bench-first"}, firstView()), button, status, h("div", {class: "wide", tabindex: 0, role: "region", "aria-label": "What was measured"}, h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", {scope: "col"}, head)))), body)), stage));
  return () => {};
};
