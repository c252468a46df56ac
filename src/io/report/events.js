"use strict";
// The table of events: only the rows in sight exist.

const kRowHeight = 30;
const kKindColors = {
  impact: "var(--c1)", merge: "var(--c2)", stick: "var(--c2)", pocket: "var(--ink)", rest: "var(--accent)",
  release: "var(--accent)", force_begin: "var(--c3)", force_end: "var(--c3)", change: "var(--faint)",
  stop: "var(--accent)", slide: "var(--c2)", stuck: "var(--c3)",
};

class EventTable {
  constructor(run, onJump) {
    this.run = run;
    this.events = run.events;
    this.onJump = onJump;
    this.kinds = new Set(run.kinds.keys());
    this.search = "";
    this.sortBy = "number";
    this.descending = false;
    this.now = run.from;
    this.columns = [
      {key: "number", title: "#", number: true, text: (i) => formatCount(this.events.number[i] + 1)},
      {key: "time", title: "Time", number: true, text: (i) => formatNumber(this.events.time[i], 10)},
      {key: "kind", title: "Kind", text: (i) => this.kindCell(i)},
      {key: "a", title: "Body", text: (i) => run.bodyName(this.events.a[i])},
      {key: "b", title: "With", text: (i) => run.bodyName(this.events.b[i])},
      {key: "approach_speed", title: "Approach speed", number: true, text: (i) => this.orDash(this.events.approach_speed[i])},
      {key: "impulse", title: "Impulse", number: true, text: (i) => this.orDash(this.events.impulse[i])},
    ];
    this.build();
    this.update();
  }

  orDash(value) {
    return value ? formatNumber(value, 4) : "–";
  }

  kindCell(i) {
    const kind = this.run.kinds[this.events.kind[i]];
    const cell = make("span.kind", {}, kind.replace("_", " "));
    cell.style.setProperty("--kind", kKindColors[kind]);
    return cell;
  }

  build() {
    const {run} = this;
    for (const [kind, count] of Object.entries(run.summary.counts)) {
      const index = run.kinds.indexOf(kind);
      const chip = make("button.chip", {type: "button", ariaPressed: "true"}, kind.replace("_", " ") + " ", make("small", {}, formatCount(count)));
      chip.onclick = () => {
        if (this.kinds.has(index)) this.kinds.delete(index);
        else this.kinds.add(index);
        chip.ariaPressed = String(this.kinds.has(index));
        this.update();
      };
      find("event-kinds").append(chip);
    }
    find("event-search").oninput = (event) => {
      this.search = event.target.value.trim().toLowerCase();
      this.update();
    };
    this.head = make("div.row.head");
    for (const column of this.columns) {
      column.button = make(column.number ? "button.number" : "button", {type: "button"}, column.title);
      column.button.onclick = () => {
        this.descending = this.sortBy === column.key && !this.descending;
        this.sortBy = column.key;
        this.update();
      };
      this.head.append(column.button);
    }
    this.spacer = make("div");
    this.rows = make("div.rows", {tabIndex: 0}, this.spacer);
    this.rows.addEventListener("scroll", () => this.draw());
    find("event-table").append(this.head, this.rows);
    new ResizeObserver(() => this.draw()).observe(this.rows);
  }

  matches(id) {
    return id !== kNoBody && (this.run.bodyName(id).toLowerCase().includes(this.search) || String(id) === this.search);
  }

  update() {
    const {events} = this;
    const shown = [];
    for (let i = 0; i < events.time.length; ++i)
      if (this.kinds.has(events.kind[i]) && (!this.search || this.matches(events.a[i]) || this.matches(events.b[i]))) shown.push(i);
    if (this.sortBy !== "number") {
      const list = events[this.sortBy];
      shown.sort((i, j) => list[i] - list[j] || i - j);
    }
    if (this.descending) shown.reverse();
    this.shown = shown;
    for (const {key, title, button} of this.columns) button.textContent = title + (key === this.sortBy ? (this.descending ? " ↓" : " ↑") : "");
    this.spacer.style.height = `${shown.length * kRowHeight}px`;
    this.rows.style.height = `${Math.max(3, Math.min(11.5, shown.length)) * kRowHeight}px`;
    find("event-caption").textContent = this.caption();
    this.draw();
  }

  caption() {
    const held = this.events.time.length;
    const {seen} = this.events;
    const stride = this.run.thinning.impact_stride;
    const others = Object.keys(this.run.summary.counts).some((kind) => kind !== "impact") && this.run.thinning.other_stride === 1;
    const parts = [this.shown.length === held ? "" : `${formatCount(this.shown.length)} of ${formatCount(held)} shown.`];
    if (held < seen) parts.push(`Of ${formatCount(seen)} events, this table holds every ${stride}${["th", "st", "nd", "rd"][stride % 10 < 4 && stride < 10 ? stride % 10 : 0]} impact${others ? " and all others" : ""}.`);
    parts.push("Click a row to see it.");
    return parts.join(" ").trim();
  }

  draw() {
    const top = this.rows.scrollTop;
    const first = Math.max(0, Math.floor(top / kRowHeight) - 4);
    const last = Math.min(this.shown.length, Math.ceil((top + this.rows.clientHeight) / kRowHeight) + 4);
    const rows = [];
    for (let place = first; place < last; ++place) rows.push(this.row(place));
    this.rows.replaceChildren(this.spacer, ...rows);
  }

  row(place) {
    const i = this.shown[place];
    const row = make("div.row", {}, ...this.columns.map(({text, number}) => make(number ? "span.number" : "span", {}, text(i))));
    row.style.top = `${place * kRowHeight}px`;
    row.classList.toggle("now", i === this.current);
    row.classList.toggle("later", this.events.time[i] > this.now);
    row.onclick = () => this.onJump(i);
    return row;
  }

  /** Marks the last event up to t, and keeps it in sight while the table is in the order of time. */
  setTime(t) {
    const current = upperBound(this.events.time, t) - 1;
    this.now = t;
    if (current === this.current) return;
    this.current = current;
    if (this.sortBy === "number" && !this.descending && !this.rows.matches(":hover")) {
      const place = upperBound(this.shown, current) - 1;
      const y = place * kRowHeight;
      const {scrollTop, clientHeight} = this.rows;
      if (y < scrollTop || y + 2 * kRowHeight > scrollTop + clientHeight) this.rows.scrollTop = y - clientHeight / 2;
    }
    this.draw();
  }
}
