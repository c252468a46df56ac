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
        ` · ${shot.events.length} events in ${formatNumber(shot.duration)} s${shot.complete ? "" : " (stopped early)"}`;
    find("time").max = shot.duration;
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
    if (find("paths").checked) this.drawPaths();
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
    this.rows.forEach((row, i) => row.classList.toggle("now", i === now));
  }

  drawPaths() {
    const {context} = this.view;
    shot.balls.forEach((ball, i) => {
      for (const [to, alpha] of [[shot.duration, 0.3], [this.time, 0.95]]) {
        const points = this.tracks[i].path(0, to);
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
    this.fillDisc(x + r * 0.12 + lift * 60, y + r * 0.24 + lift * 120, r, "rgba(0,0,0,.3)");
    this.fillDisc(x, y, r, striped ? "#faf7ee" : color);
    if (striped) this.drawStripe(x, y, r, color);
    this.drawGloss(x, y, r);
    if (shot.table.game === "pool" && ball.number > 0) this.drawNumber(x, y, r, ball.number);
    if (find("spin").checked) this.drawSpin(x, y, r, ball, state);
  }

  fillDisc(x, y, r, style) {
    const {context} = this.view;
    context.beginPath();
    context.arc(x, y, r, 0, 2 * Math.PI);
    context.fillStyle = style;
    context.fill();
  }

  drawStripe(x, y, r, style) {
    const {context} = this.view;
    const half = Math.asin(0.6);
    context.beginPath();
    context.arc(x, y, r, -half, half);
    context.arc(x, y, r, Math.PI - half, Math.PI + half);
    context.closePath();
    context.fillStyle = style;
    context.fill();
  }

  drawGloss(x, y, r) {
    const shade = this.view.context.createRadialGradient(x - r * 0.35, y - r * 0.4, r * 0.05, x, y, r);
    shade.addColorStop(0, "rgba(255,255,255,.55)");
    shade.addColorStop(0.4, "rgba(255,255,255,.06)");
    shade.addColorStop(0.75, "rgba(0,0,0,0)");
    shade.addColorStop(1, "rgba(0,0,0,.3)");
    this.fillDisc(x, y, r, shade);
  }

  drawNumber(x, y, r, number) {
    const {context} = this.view;
    this.fillDisc(x, y, r * 0.52, "#fdfcf8");
    context.fillStyle = "#15171b";
    context.font = `650 ${r * 0.72}px sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.fillText(String(number), x, y + r * 0.05);
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
