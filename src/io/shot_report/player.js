"use strict";
// The shot, played: balls, paths, ghost balls, spin.

const shot = JSON.parse(find("shot").textContent);
const kColors = ["#fbf8ee", "#f4c20d", "#1a4fb4", "#d9302a", "#5b2a86", "#f07f13", "#13803c", "#7a1f2b", "#16161a"];
const kKindNames = {
  cue_strike: "stroke", ball_ball: "balls meet", cushion: "cushion", pocket: "pocket", phase: "motion changes", spin_end: "side spin ends",
  cloth_bounce: "bounces on the cloth", leaves_table: "leaves the table",
};

class ShotPlayer {
  constructor() {
    this.view = new TableView(find("stage"), shot.table);
    this.tracks = shot.balls.map((ball) => new Track(ball));
    this.time = 0;
    this.playing = false;
    this.last = null;
    this.marked = -1;
    this.writeHead();
    this.writeEvents();
    this.listen();
    requestAnimationFrame((now) => this.tick(now));
    this.draw();
  }

  writeHead() {
    find("title").textContent = shot.name;
    const {speed, heading, tip, elevation} = shot.strike;
    const degrees = (radians) => formatNumber((radians * 180) / Math.PI, 5) + "°";
    find("strike").textContent = `${shot.table.name} · cue at ${formatNumber(speed)} m/s towards ${degrees(Math.atan2(heading[1], heading[0]))}` +
        ` · tip ${formatNumber(tip[0], 3)} right, ${formatNumber(tip[1], 3)} up · elevation ${degrees(elevation)}` +
        ` · ${this.extent()}`;
    find("result").textContent = this.result();
    find("time").max = shot.duration;
  }

  extent() {
    const {event_count: count, events, duration, complete} = shot;
    const shown = events.length < count ? `the first ${formatCount(events.length)} of ${formatCount(count)}` : formatCount(count);
    return `${shown} events in ${formatNumber(duration)} s${complete ? "" : " (stopped before all balls were at rest)"}`;
  }

  /** What became of the balls that are no longer on the table. */
  result() {
    const fallen = shot.events.filter((event) => event.kind === "pocket").map((event) => `${this.name(event.ball)} in the pocket “${event.where}”`);
    const off = shot.events.filter((event) => event.kind === "leaves_table").map((event) => `${this.name(event.ball)} off the table`);
    const text = [...fallen, ...off].join(" · ");
    return text ? text[0].toUpperCase() + text.slice(1) : shot.table.pockets.length ? "No ball fell." : "";
  }

  name(number) {
    const ball = shot.balls.find((one) => one.number === number);
    return number === shot.cue_ball ? "the cue ball" : (ball && ball.name) || `ball ${number}`;
  }

  writeEvents() {
    this.rows = shot.events.slice(0, 5000).map((event) => {
      const other = event.other >= 0 ? `ball ${event.other}` : event.where;
      const cells = [event.time.toFixed(5), kKindNames[event.kind], event.ball, other, event.after, `${formatNumber(event.speed, 3)} m/s`];
      const row = make("tr", {}, ...cells.map((cell) => make("td", {}, String(cell))));
      row.onclick = () => this.seek(event.time);
      return row;
    });
    find("events").append(...this.rows);
  }

  listen() {
    find("play").onclick = () => this.toggle();
    find("next").onclick = () => this.step(1);
    find("previous").onclick = () => this.step(-1);
    find("time").oninput = (event) => this.seek(+event.target.value);
    for (const id of ["paths", "ghosts", "spin"]) find(id).onchange = () => this.draw();
    window.addEventListener("resize", () => this.draw());
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, select")) return;
      const action = {" ": () => this.toggle(), ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1), Home: () => this.seek(0), End: () => this.seek(shot.duration)}[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    });
  }

  toggle() {
    if (!this.playing && this.time >= shot.duration) this.time = 0;
    this.playing = !this.playing;
    find("play").textContent = this.playing ? "Pause" : "Play";
  }

  step(direction) {
    const times = shot.events.map((event) => event.time);
    const next = direction > 0 ? times.find((t) => t > this.time + 1e-9) : times.reverse().find((t) => t < this.time - 1e-9);
    this.seek(next ?? (direction > 0 ? shot.duration : 0));
  }

  seek(time) {
    this.time = Math.max(0, Math.min(shot.duration, time));
    this.draw();
  }

  tick(now) {
    const elapsed = this.last === null ? 0 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    if (this.playing) {
      this.seek(this.time + elapsed * +find("rate").value);
      if (this.time >= shot.duration) this.toggle();
    }
    requestAnimationFrame((next) => this.tick(next));
  }

  color(ball) {
    return ball.color || kColors[ball.number > 8 ? ((ball.number - 1) % 8) + 1 : ball.number] || "#888888";
  }

  draw() {
    const {view} = this;
    view.draw();
    if (find("paths").checked) {
      this.drawRest();
      this.drawPaths();
    }
    if (find("ghosts").checked) this.drawGhosts();
    shot.balls.forEach((ball, i) => this.drawBall(ball, this.tracks[i].at(this.time)));
    find("time").value = this.time;
    find("clock").textContent = `${this.time.toFixed(3)} s`;
    this.markRow();
    document.documentElement.dataset.status = "ready";
  }

  markRow() {
    let now = -1;
    for (let i = 0; i < this.rows.length && shot.events[i].time <= this.time; ++i) now = i;
    if (now === this.marked) return;
    if (this.marked >= 0) this.rows[this.marked].classList.remove("now");
    this.marked = now;
    if (now < 0) return;
    const row = this.rows[now];
    const box = find("rows");
    row.classList.add("now");
    if (row.offsetTop < box.scrollTop + row.offsetHeight || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight)
      box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }

  /** Where the balls that move will come to rest, faintly. */
  drawRest() {
    const {context, scale} = this.view;
    if (!shot.complete || shot.events.length < shot.event_count) return;
    context.globalAlpha = 0.35;
    shot.balls.forEach((ball, i) => {
      const end = this.tracks[i].at(shot.duration);
      if (end && this.tracks[i].keys.length > 1) fillDisc(context, ...this.view.place([end.x, end.y]), ball.radius * scale, this.color(ball));
    });
    context.globalAlpha = 1;
  }

  drawPaths() {
    const {context} = this.view;
    shot.balls.forEach((ball, i) => {
      for (const [to, alpha] of [[shot.duration, 0.4], [this.time, 0.95]]) {
        const points = this.tracks[i].path(0, to, this.time);
        if (points.length < 2) continue;
        this.view.trace(points, false);
        context.globalAlpha = alpha;
        context.lineWidth = 1.6;
        context.strokeStyle = ball.number === shot.cue_ball ? "#ffffff" : this.lighter(this.color(ball));
        context.stroke();
      }
    });
    context.globalAlpha = 1;
  }

  lighter(color) {
    const parts = [1, 3, 5].map((k) => Math.round(0.55 * parseInt(color.slice(k, k + 2), 16) + 115));
    return `rgb(${parts.join(",")})`;
  }

  /** Where the cue ball was when it met the others. */
  drawGhosts() {
    const {context, scale} = this.view;
    context.setLineDash([4, 3]);
    context.lineWidth = 1.2;
    context.strokeStyle = "rgba(255,255,255,.75)";
    for (const event of shot.events) {
      if (event.kind !== "ball_ball") continue;
      const at = event.ball === shot.cue_ball ? event.at : event.other === shot.cue_ball ? event.other_at : null;
      if (!at) continue;
      const ball = shot.balls.find((one) => one.number === shot.cue_ball);
      context.beginPath();
      context.arc(...this.view.place(at), ball.radius * scale, 0, 2 * Math.PI);
      context.stroke();
    }
    context.setLineDash([]);
  }

  drawBall(ball, state) {
    if (!state) return;
    const {view} = this;
    const {context} = view;
    const lift = state.z - ball.radius;
    const r = ball.radius * view.scale * (1 + lift);
    const [x, y] = view.place([state.x, state.y]);
    const color = this.color(ball);
    const striped = shot.table.game === "pool" && ball.number > 8;
    fillDisc(context, x + r * 0.12 + lift * 60, y + r * 0.24 + lift * 120, r, "rgba(0,0,0,.3)");
    fillDisc(context, x, y, r, striped ? "#faf7ee" : color);
    if (striped) drawStripe(context, x, y, r, color);
    drawGloss(context, x, y, r);
    if (shot.table.game === "pool" && ball.number > 0) drawNumber(context, x, y, r, ball.number);
    if (find("spin").checked) this.drawSpin(x, y, r, ball, state);
  }

  /** Side spin as an arc around the ball; what the lowest point does, where it slides, as a line. */
  drawSpin(x, y, r, ball, state) {
    const {context, scale} = this.view;
    const side = Math.max(-1, Math.min(1, (state.wz * ball.radius) / 2));
    context.lineWidth = 2;
    if (Math.abs(side) > 0.01) {
      context.strokeStyle = "#ffd166";
      context.beginPath();
      context.arc(x, y, r * 1.35, -Math.PI / 2, -Math.PI / 2 - side * Math.PI * 1.6, side > 0);
      context.stroke();
    }
    const sx = state.vx - ball.radius * state.wy;
    const sy = state.vy + ball.radius * state.wx;
    if (state.phase !== "sliding" && state.phase !== "airborne") return;
    context.strokeStyle = "#ff6b5e";
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - sx * 0.03 * scale, y + sy * 0.03 * scale);
    context.stroke();
  }
}

const player = new ShotPlayer();
