"use strict";
// Time, and the controls that move it.

const kIcons = {
  play: "M5 3.2v11.6c0 .6.7 1 1.2.7l9-5.8c.5-.3.5-1.1 0-1.4l-9-5.8C5.7 2.2 5 2.6 5 3.2z",
  pause: "M5 3h3v12H5zM10 3h3v12h-3z",
  next: "M4 3.5v11l7-5.5zM12 3.5h2v11h-2z",
  previous: "M14 3.5v11L7 9zM4 3.5h2v11H4z",
  start: "M15 3.5v11L9 9zM9 3.5v11L3 9z",
};
const kKeys = [
  ["space", "play, pause"], ["← →", "one frame back, on"], ["P N", "previous, next event"], ["↑ ↓", "faster, slower"],
  ["home end", "start, end"], ["T C V", "trails, contacts, velocities"], ["S", "colour by speed"], ["F", "follow the chosen ball"],
  ["0", "whole view"], ["esc", "let go"],
];

class Player {
  constructor(run, motion, stage, choices) {
    Object.assign(this, {run, motion, stage, choices});
    this.time = run.from;
    this.rate = this.baseRate();
    this.base = this.rate;
    this.playing = false;
    this.listeners = [];
    this.buildTransport();
    this.buildTools();
    this.buildScrubber();
    this.buildHelp();
    document.addEventListener("keydown", (event) => this.key(event));
    stage.onPick = (slot) => this.select(slot);
    stage.onChange = () => (this.dirty = true);
    stage.onResize = () => {
      stage.stale();
      this.draw();
    };
    this.dirty = true;
    this.last = null;
    requestAnimationFrame((now) => this.tick(now));
  }

  /** 1× is one unit of time per second, or the power of ten that lets a run last between 3 s and 2 minutes. */
  baseRate() {
    const {span} = this.run;
    if (!(span > 0) || (span >= 3 && span <= 120)) return 1;
    return 10 ** Math.round(Math.log10(span / 15));
  }

  onTime(listener) {
    this.listeners.push(listener);
  }

  tick(now) {
    const elapsed = this.last === null ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    if (this.playing) {
      this.seek(this.time + elapsed * this.rate);
      if (this.time >= this.run.until) this.pause();
    }
    if (this.dirty) this.draw();
    requestAnimationFrame((next) => this.tick(next));
  }

  draw() {
    this.dirty = false;
    this.motion.evaluate(this.time);
    this.stage.draw(this.time, this.rate);
    this.writeClock();
    this.drawScrubber();
    this.writeInspector();
    for (const listener of this.listeners) listener(this.time);
    if (!document.documentElement.dataset.status) document.documentElement.dataset.status = "ready";
  }

  seek(t) {
    this.time = Math.max(this.run.from, Math.min(this.run.until, t));
    this.dirty = true;
  }

  play() {
    if (this.time >= this.run.until) this.seek(this.run.from);
    this.playing = true;
    this.setIcon(this.playButton, "pause", "Pause");
  }

  pause() {
    this.playing = false;
    this.setIcon(this.playButton, "play", "Play");
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** To the next (+1) or previous (−1) moment at which something happens. */
  stepEvent(direction) {
    this.pause();
    const {time} = this.run.events;
    let i = direction > 0 ? upperBound(time, this.time) : upperBound(time, this.time) - 1;
    if (direction < 0) while (i >= 0 && time[i] >= this.time) --i;
    if (i >= 0 && i < time.length) this.seek(time[i]);
    else this.seek(direction > 0 ? this.run.until : this.run.from);
  }

  stepFrame(direction) {
    this.pause();
    this.seek(this.time + (direction * this.rate) / 60);
  }

  setRate(multiple) {
    this.rate = this.base * Math.max(0.01, Math.min(100, multiple));
    this.speedInput.value = Math.log10(this.rate / this.base);
    const shown = this.rate / this.base;
    this.speedOutput.textContent = `${formatNumber(shown, 2)}×`;
    this.dirty = true;
  }

  key(event) {
    if (event.target.matches("input[type=search]") || event.ctrlKey || event.metaKey || event.altKey) return;
    const actions = {
      " ": () => this.toggle(), ArrowLeft: () => this.stepFrame(-1), ArrowRight: () => this.stepFrame(1),
      n: () => this.stepEvent(1), p: () => this.stepEvent(-1),
      ArrowUp: () => this.setRate((this.rate / this.base) * 10 ** 0.25), ArrowDown: () => this.setRate(this.rate / this.base / 10 ** 0.25),
      Home: () => this.seek(this.run.from), End: () => this.seek(this.run.until),
      t: () => this.flip("trails"), c: () => this.flip("contacts"), v: () => this.flip("velocities"), s: () => this.flip("colorBySpeed"),
      f: () => this.flip("follow"), 0: () => this.stage.reset(), "?": () => this.flipHelp(),
      Escape: () => (this.help.hidden ? this.select(-1) : this.flipHelp()),
    };
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    const scrolls = event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End" || event.key === " ";
    const elsewhere = !find("stage").contains(event.target) && event.target !== document.body && !find("transport").contains(event.target) && event.target !== find("scrubber");
    if (!action || (scrolls && elsewhere)) return;
    if (scrolls && event.target.matches("input[type=range]")) return;
    event.preventDefault();
    action();
  }

  setIcon(button, icon, label) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "0 0 18 18");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", kIcons[icon]);
    svg.append(path);
    button.replaceChildren(svg);
    button.title = button.ariaLabel = label;
  }

  iconButton(icon, label, action, extra = "") {
    const button = make(`button.icon${extra}`, {type: "button"});
    this.setIcon(button, icon, label);
    button.onclick = () => {
      action();
      button.blur();
    };
    return button;
  }

  buildTransport() {
    this.playButton = this.iconButton("play", "Play", () => this.toggle(), ".play");
    this.clock = make("div.clock");
    this.quality = make("span.quality");
    this.speedInput = make("input", {type: "range", min: -2, max: 2, step: 0.01, value: 0, ariaLabel: "Speed"});
    this.speedInput.oninput = () => this.setRate(10 ** +this.speedInput.value);
    this.speedInput.ondblclick = () => this.setRate(1);
    this.speedOutput = make("output", {}, "1×");
    const help = make("button.pill", {type: "button", title: "Keys"}, "?");
    help.onclick = () => this.flipHelp();
    find("transport").append(
        make("div.buttons", {}, this.iconButton("start", "To the start", () => this.seek(this.run.from)),
             this.iconButton("previous", "Previous event", () => this.stepEvent(-1)), this.playButton,
             this.iconButton("next", "Next event", () => this.stepEvent(1))),
        this.clock, this.quality,
        make("label.speed", {title: `1× is ${formatNumber(this.base)} units of time per second`}, "Speed", this.speedInput, this.speedOutput), help);
  }

  buildTools() {
    this.tools = {};
    const labels = {trails: "Trails", contacts: "Contacts", velocities: "Velocities", colorBySpeed: "Speed colours"};
    for (const [choice, label] of Object.entries(labels)) {
      const button = make("button.pill", {type: "button", ariaPressed: String(this.choices[choice])}, label);
      button.onclick = () => {
        this.flip(choice);
        button.blur();
      };
      this.tools[choice] = button;
      find("stage-tools").append(button);
    }
    const whole = make("button.pill", {type: "button", title: "Key 0, or double click"}, "Whole view");
    whole.onclick = () => this.stage.reset();
    find("stage-tools").append(whole);
    this.writeHud();
  }

  flip(choice) {
    this.choices[choice] = !this.choices[choice];
    if (this.tools[choice]) this.tools[choice].ariaPressed = String(this.choices[choice]);
    if (choice === "colorBySpeed") this.writeHud();
    this.dirty = true;
  }

  writeHud() {
    const hud = find("hud");
    hud.replaceChildren();
    if (!this.choices.colorBySpeed) return;
    const ramp = make("div.ramp");
    ramp.style.background = `linear-gradient(90deg, ${this.run.speed_colors.join(",")})`;
    hud.append("speed", ramp, make("div.ramp-label", {}, make("span", {}, "0"), make("span", {}, formatNumber(this.motion.topSpeed, 3))));
  }

  buildScrubber() {
    const scrubber = find("scrubber");
    this.scrubCanvas = scrubber.querySelector("canvas");
    this.density = collisionRate(this.run).rate;
    const seek = (event) => this.seek(this.run.from + ((event.clientX - scrubber.getBoundingClientRect().left) / scrubber.clientWidth) * this.run.span);
    let held = false;
    scrubber.addEventListener("pointerdown", (event) => {
      scrubber.setPointerCapture(event.pointerId);
      held = true;
      seek(event);
    });
    scrubber.addEventListener("pointermove", (event) => held && seek(event));
    for (const end of ["pointerup", "pointercancel"]) scrubber.addEventListener(end, () => (held = false));
    new ResizeObserver(() => (this.dirty = true)).observe(scrubber);
  }

  drawScrubber() {
    const [context, width, height] = fitCanvas(this.scrubCanvas);
    const x = (width * (this.time - this.run.from)) / (this.run.span || 1);
    context.clearRect(0, 0, width, height);
    context.fillStyle = cssColor("--accent-soft");
    context.fillRect(0, 0, x, height);
    const top = Math.max(...this.density, 1e-300);
    const bar = width / this.density.length;
    for (let k = 0; k < this.density.length; ++k) {
      const size = Math.sqrt(this.density[k] / top) * (height - 16);
      context.fillStyle = cssColor(k * bar < x ? "--accent" : "--line-strong");
      if (size > 0) context.fillRect(k * bar + 0.5, height - Math.max(1.5, size), Math.max(1, bar - 1), Math.max(1.5, size));
    }
    context.fillStyle = cssColor("--accent");
    context.fillRect(x - 1, 0, 2, height);
    context.beginPath();
    context.arc(Math.max(5, Math.min(width - 5, x)), 6, 5, 0, 2 * Math.PI);
    context.fill();
    const scrubber = find("scrubber");
    scrubber.setAttribute("aria-valuemin", this.run.from);
    scrubber.setAttribute("aria-valuemax", this.run.until);
    scrubber.setAttribute("aria-valuenow", this.time);
  }

  writeClock() {
    this.clock.replaceChildren(formatTime(this.time, this.run.span), make("small", {}, ` / ${formatTime(this.run.until, this.run.span)}`));
    const exact = this.motion.isExact(this.time) && !this.run.thinning.keys_thinned;
    this.quality.classList.toggle("thinned", !exact);
    this.quality.textContent = exact ? "exact motion" : this.run.thinning.keys_thinned ? "exact but for the busiest balls" : "between frames";
    this.quality.title = find("notes").textContent;
  }

  buildHelp() {
    this.help = find("help");
    this.help.append(make("dl", {}, ...kKeys.flatMap(([keys, what]) => [make("dt", {}, ...keys.split(" ").map((key) => make("kbd", {}, key))), make("dd", {}, what)])));
    this.help.onclick = () => this.flipHelp();
  }

  flipHelp() {
    this.help.hidden = !this.help.hidden;
  }

  select(slot) {
    this.choices.selected = slot;
    this.choices.follow = slot >= 0;
    this.dirty = true;
    this.buildInspector();
  }

  buildInspector() {
    const box = find("inspector");
    const slot = this.choices.selected;
    box.hidden = slot < 0;
    this.fields = {};
    if (slot < 0) return;
    const {balls} = this.run;
    const swatch = make("i");
    swatch.style.background = rgb(this.stage.palette.own(slot));
    const mark = balls.marks[slot] ? ` · ${balls.marks[slot]}` : "";
    const list = make("dl");
    for (const name of ["position", "velocity", "speed", "radius", "mass", "kinetic energy", "next event"]) {
      this.fields[name] = make("dd");
      list.append(make("dt", {}, name), this.fields[name]);
    }
    const close = make("button.close", {type: "button", title: "Let go", ariaLabel: "Let go"}, "×");
    close.onclick = () => this.select(-1);
    this.followButton = make("button.pill", {type: "button"}, "Follow");
    this.followButton.onclick = () => this.flip("follow");
    box.replaceChildren(close, make("h3", {}, swatch, this.run.bodyName(balls.id[slot]) + mark), list, this.followButton);
  }

  writeInspector() {
    const slot = this.choices.selected;
    if (slot < 0) return;
    const {motion, run, fields} = this;
    const d = run.dimension;
    this.followButton.ariaPressed = String(this.choices.follow);
    const mass = motion.mass[slot];
    if (!motion.here[slot]) {
      const end = run.ends.get(slot);
      for (const name of Object.keys(fields)) fields[name].textContent = "–";
      fields.position.textContent = `${end.fate}${end.by === kNoBody ? "" : ` · ${run.bodyName(end.by)}`} at ${formatNumber(end.time, 6)}`;
      return;
    }
    fields.position.textContent = formatVector(motion.position.subarray(slot * d, slot * d + d));
    fields.velocity.textContent = motion.isExact(this.time) ? formatVector(motion.velocity.subarray(slot * d, slot * d + d)) : "–";
    fields.speed.textContent = formatNumber(motion.speed[slot]);
    fields.radius.textContent = formatNumber(motion.radius[slot]);
    fields.mass.textContent = Number.isFinite(mass) ? formatNumber(mass) : "immovable";
    fields["kinetic energy"].textContent = Number.isFinite(mass) ? formatNumber(0.5 * mass * motion.speed[slot] ** 2) : "–";
    fields["next event"].textContent = this.nextEventOf(run.balls.id[slot]);
  }

  nextEventOf(id) {
    const {time, a, b, kind} = this.run.events;
    const start = upperBound(time, this.time);
    for (let i = start; i < Math.min(time.length, start + 20000); ++i)
      if (a[i] === id || b[i] === id) return `${this.run.kinds[kind[i]].replace("_", " ")} in ${formatNumber(time[i] - this.time, 4)}`;
    return "none";
  }
}
