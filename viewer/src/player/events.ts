/** A table of events: only the rows in sight exist. */
import {formatCount, spoken} from "../format.js";
import {make} from "../page.js";
import {upperBound} from "../search.js";

const kRowHeight = 30;
const kRowHeightForFingers = 44;
const kMostRows = 11.5;  // in sight

export interface Column {
  title: string;
  /** Of a CSS grid. */
  width: string;
  number?: boolean;
  text(i: number): string | Node;
  /** What the column is sorted by. */
  order(i: number): number | string;
}

export interface EventList {
  /** Ascending; the events are numbered in this order. */
  time: ArrayLike<number>;
  /** The kind of each, a place in `kinds`. */
  kind: ArrayLike<number>;
  kinds: readonly string[];
  /** How many there were of each kind that there was. Where they come in as they happen, all may grow. */
  counts: Record<string, number>;
  columns: Column[];
  /** Whether it is about what is searched for. */
  isAbout(i: number, search: string): boolean;
  /** What is said below. */
  note: string;
}

const kKindColors: Record<string, string> = {
  impact: "var(--c1)", merge: "var(--c2)", stick: "var(--c2)", pocket: "var(--ink)", rest: "var(--accent)", release: "var(--accent)", force_begin: "var(--c3)",
  force_end: "var(--c3)", change: "var(--faint)", stop: "var(--accent)", slide: "var(--c2)", stuck: "var(--c3)", roll: "var(--c2)", contact_begin: "var(--c4)", contact_end: "var(--faint)", sleep: "var(--faint)", wake: "var(--c4)", appear: "var(--c2)",
  cue_strike: "var(--c3)", ball_ball: "var(--c1)", cushion: "var(--c2)", leaves_table: "var(--flash)",
};

/** The name of a kind with its colour. */
export function kindCell(kind: string, name = spoken(kind)): HTMLElement {
  const cell = make("span.kind", {}, name);
  cell.style.setProperty("--kind", kKindColors[kind] ?? "var(--faint)");
  return cell;
}

export class EventTable {
  readonly element: HTMLElement;
  private readonly rowHeight = matchMedia("(pointer: coarse)").matches ? kRowHeightForFingers : kRowHeight;
  private readonly kinds: Set<number>;
  private readonly spacer = make("div");
  private readonly rows = make("div.rows", {tabIndex: 0}, this.spacer);
  private readonly caption = make("p.caption");
  private readonly chips = make("div.chips");
  private counted = "";
  private readonly heads: HTMLButtonElement[];
  private search = "";
  private sortBy = 0;
  private descending = false;
  private shown: number[] = [];
  private current = -1;
  private now = -Infinity;
  private seen = true;

  constructor(private readonly list: EventList, private readonly onJump: (i: number) => void, private readonly nameOf = spoken) {
    this.kinds = new Set(list.kinds.keys());
    this.heads = list.columns.map((column, k) => this.head(column, k));
    const search = make("input", {type: "search", id: "event-search", placeholder: "Body: name or number", ariaLabel: "Show events of a body", spellcheck: false});
    search.oninput = () => {
      this.search = search.value.trim().toLowerCase();
      this.update();
    };
    const table = make("div.table", {}, make("div.row.head", {}, ...this.heads), this.rows);
    table.style.setProperty("--row-height", `${this.rowHeight}px`);
    table.style.setProperty("--columns", list.columns.map(({width}) => width).join(" "));
    this.element = make("section.card.events", {ariaLabel: "Events"}, make("div.card-head", {}, make("h2", {}, "Events"), this.chips, search), table, this.caption);
    this.rows.addEventListener("scroll", () => this.draw());
    this.rows.addEventListener("keydown", (event) => this.stepBy(event));
    new ResizeObserver(() => this.draw()).observe(this.rows);
    new IntersectionObserver(([{isIntersecting}]) => this.see(isIntersecting)).observe(this.rows);
    this.refresh();
  }

  /** The list has grown. */
  refresh(): void {
    const counts = Object.entries(this.list.counts);
    const text = JSON.stringify(counts);
    if (text === this.counted) return;
    this.counted = text;
    this.chips.replaceChildren(...counts.map(([kind, count]) => this.chip(kind, count)));
    this.update();
  }

  /** The arrows go from row to row. */
  private stepBy(event: KeyboardEvent): void {
    const by = {ArrowUp: -1, ArrowDown: 1}[event.key];
    if (!by || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const next = this.shown[this.shown.indexOf(this.current) + by];
    if (next !== undefined) this.onJump(next);
  }

  private see(seen: boolean): void {
    this.seen = seen;
    if (seen) this.markNow();
  }

  private chip(kind: string, count: number): HTMLElement {
    const index = this.list.kinds.indexOf(kind);
    const chip = make("button.chip", {type: "button", ariaPressed: String(this.kinds.has(index))}, `${this.nameOf(kind)} `, make("small", {}, formatCount(count)));
    chip.onclick = () => {
      if (!this.kinds.delete(index)) this.kinds.add(index);
      chip.ariaPressed = String(this.kinds.has(index));
      this.update();
    };
    return chip;
  }

  private head({title, number}: Column, k: number): HTMLButtonElement {
    const button = make(number ? "button.number" : "button", {type: "button"}, title);
    button.onclick = () => {
      this.descending = this.sortBy === k && !this.descending;
      this.sortBy = k;
      this.update();
    };
    return button;
  }

  private update(): void {
    const {list, kinds, search, sortBy} = this;
    const shown: number[] = [];
    for (let i = 0; i < list.time.length; ++i) if (kinds.has(list.kind[i]) && (!search || list.isAbout(i, search))) shown.push(i);
    const {order} = list.columns[sortBy];
    if (sortBy > 0) shown.sort((i, j) => compare(order(i), order(j)) || i - j);
    if (this.descending) shown.reverse();
    this.shown = shown;
    list.columns.forEach(({title}, k) => (this.heads[k].textContent = title + (k === sortBy ? (this.descending ? " ↓" : " ↑") : "")));
    this.spacer.style.height = `${shown.length * this.rowHeight}px`;
    this.rows.style.height = `${Math.max(3, Math.min(kMostRows, shown.length)) * this.rowHeight}px`;
    const some = shown.length === list.time.length ? "" : `${formatCount(shown.length)} of ${formatCount(list.time.length)} shown. `;
    this.caption.textContent = `${some}${list.note} Click a row to see it.`.trim();
    this.draw();
  }

  private draw(): void {
    const top = this.rows.scrollTop;
    const first = Math.max(0, Math.floor(top / this.rowHeight) - 4);
    const last = Math.min(this.shown.length, Math.ceil((top + this.rows.clientHeight) / this.rowHeight) + 4);
    this.rows.replaceChildren(this.spacer, ...Array.from({length: Math.max(0, last - first)}, (_, k) => this.row(first + k)));
  }

  private row(place: number): HTMLElement {
    const i = this.shown[place];
    const row = make("div.row", {}, ...this.list.columns.map(({text, number}) => make(number ? "span.number" : "span", {}, text(i))));
    row.style.top = `${place * this.rowHeight}px`;
    row.classList.toggle("now", i === this.current);
    row.classList.toggle("later", this.list.time[i] > this.now);
    row.onclick = () => this.onJump(i);
    return row;
  }

  /** Marks the last event up to t, and keeps it in sight while the table is in the order of time. */
  setTime(t: number): void {
    this.now = t;
    if (this.seen) this.markNow();
  }

  private markNow(): void {
    const current = upperBound(this.list.time, this.now) - 1;
    if (current === this.current) return;
    this.current = current;
    if (this.sortBy === 0 && !this.descending && !this.rows.matches(":hover")) this.bringToSight(upperBound(this.shown, current) - 1);
    this.draw();
  }

  private bringToSight(place: number): void {
    const y = place * this.rowHeight;
    const {scrollTop, clientHeight} = this.rows;
    if (y < scrollTop || y + 2 * this.rowHeight > scrollTop + clientHeight) this.rows.scrollTop = y - clientHeight / 2;
  }
}

const compare = (a: number | string, b: number | string): number => (a < b ? -1 : a > b ? 1 : 0);
