"use strict";
// Plots over time, each with a cursor at the player's time.

const kPlotMargin = {left: 58, right: 12, top: 10, bottom: 24};
const kRateBins = 120;

class Plot {
  /** series: [{name, color (custom property), values}], all over `time`. */
  constructor(host, {title, note, time, series, area, still, run, onSeek}) {
    this.time = time;
    this.series = series;
    this.area = area;
    this.run = run;
    this.still = still;  // not over the run's time: nothing moves in it
    this.now = run.from;
    this.canvas = make("canvas");
    this.legend = make("div.legend");
    host.append(make("article.card.plot", {}, make("header", {}, make("h2", {}, title), make("span.note", {}, note || "")), this.canvas, this.legend));
    this.values = series.map(({name, color}) => {
      const value = make("b");
      const swatch = make("i");
      swatch.style.background = `var(${color})`;
      this.legend.append(make("span", {}, swatch, name, value));
      return value;
    });
    this.range = this.findRange();
    if (!still) this.listen(onSeek);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.draw());
  }

  listen(onSeek) {
    const run = this.run;
    const seek = (event) => {
      const {left, right} = kPlotMargin;
      const part = (event.offsetX - left) / (this.canvas.clientWidth - left - right);
      onSeek(run.from + Math.max(0, Math.min(1, part)) * run.span);
    };
    this.canvas.addEventListener("pointerdown", (event) => {
      this.canvas.setPointerCapture(event.pointerId);
      this.dragging = true;
      seek(event);
    });
    this.canvas.addEventListener("pointermove", (event) => this.dragging && seek(event));
    for (const end of ["pointerup", "pointercancel"]) this.canvas.addEventListener(end, () => (this.dragging = false));
  }

  findRange() {
    let low = 0;
    let high = 0;
    for (const {values} of this.series)
      for (const value of values) {
        if (value < low) low = value;
        if (value > high) high = value;
      }
    // Rounding errors around zero are not a plot: leave them flat.
    if (high - low < 1e-300) return {low: 0, high: 1};
    const pad = 0.08 * (high - low);
    return {low: low < 0 ? low - pad : 0, high: high > 0 ? high + pad : 0};
  }

  x(t) {
    const {left, right} = kPlotMargin;
    return left + ((t - this.run.from) / (this.run.span || 1)) * (this.width - left - right);
  }

  y(value) {
    const {top, bottom} = kPlotMargin;
    return this.height - bottom - ((value - this.range.low) / (this.range.high - this.range.low)) * (this.height - top - bottom);
  }

  draw() {
    const [context, width, height] = fitCanvas(this.canvas);
    Object.assign(this, {context, width, height});
    context.clearRect(0, 0, width, height);
    this.drawAxes();
    for (const series of this.series) this.drawSeries(series);
    if (this.still) return;
    this.drawCursor();
    this.writeValues();
  }

  drawAxes() {
    const {context, width, height, run, range} = this;
    const {left, right, top, bottom} = kPlotMargin;
    context.font = `11px ${cssColor("--sans")}`;
    context.fillStyle = cssColor("--muted");
    context.strokeStyle = cssColor("--line");
    context.lineWidth = 1;
    context.textBaseline = "middle";
    context.textAlign = "right";
    const step = niceStep(range.high - range.low, 4);
    for (let k = Math.ceil(range.low / step); k * step <= range.high; ++k) {
      const y = Math.round(this.y(k * step)) + 0.5;
      context.strokeStyle = cssColor(k === 0 ? "--line-strong" : "--line");
      context.beginPath();
      context.moveTo(left, y);
      context.lineTo(width - right, y);
      context.stroke();
      context.fillText(formatNumber(k * step, 3), left - 8, y);
    }
    context.textBaseline = "alphabetic";
    context.textAlign = "center";
    const tick = niceStep(run.span || 1, Math.max(2, width / 90));
    for (let k = Math.ceil(run.from / tick - 1e-9); k * tick <= run.until + 1e-9 * tick; ++k)
      context.fillText(formatNumber(k * tick, 4), Math.min(this.x(k * tick), width - right - 6), height - bottom + 17);
    void top;
  }

  drawSeries({values, color}) {
    const {context, time, height} = this;
    context.beginPath();
    for (let i = 0; i < values.length; ++i) {
      const x = this.x(time[i]);
      const y = this.y(values[i]);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
      if (this.area && i + 1 < time.length) context.lineTo(this.x(time[i + 1]), y);
    }
    context.lineJoin = "round";
    context.lineWidth = 1.7;
    context.strokeStyle = cssColor(color);
    context.stroke();
    if (this.area && values.length) {
      context.lineTo(this.x(this.run.until), this.y(0));
      context.lineTo(this.x(time[0]), this.y(0));
      context.globalAlpha = 0.16;
      context.fillStyle = cssColor(color);
      context.fill();
      context.globalAlpha = 1;
    }
    void height;
  }

  drawCursor() {
    const {context, height} = this;
    const {top, bottom} = kPlotMargin;
    const x = this.x(this.now);
    context.strokeStyle = cssColor("--accent");
    context.lineWidth = 1.3;
    context.beginPath();
    context.moveTo(x, top - 4);
    context.lineTo(x, height - bottom);
    context.stroke();
    context.fillStyle = cssColor("--accent");
    const i = Math.max(0, upperBound(this.time, this.now) - 1);
    for (const {values} of this.series) {
      if (values.length <= i) continue;
      context.beginPath();
      context.arc(x, this.y(values[i]), 2.6, 0, 2 * Math.PI);
      context.fill();
    }
  }

  writeValues() {
    const i = Math.max(0, upperBound(this.time, this.now) - 1);
    this.series.forEach(({values}, k) => (this.values[k].textContent = formatNumber(values[Math.min(i, values.length - 1)] ?? NaN, 4)));
  }

  setTime(t) {
    if (t === this.now) return;
    this.now = t;
    this.draw();
  }
}

function isZero(values, scale) {
  return values.every((value) => Math.abs(value) <= 1e-12 * scale);
}

function energyPlot(run) {
  const {time, kinetic, potential, dissipated, work} = run.samples;
  const total = kinetic.map((k, i) => k + potential[i] + dissipated[i] - work[i]);
  const scale = Math.max(...kinetic.map(Math.abs), ...potential.map(Math.abs), 1e-300);
  const series = [{name: "kinetic", color: "--c1", values: kinetic}];
  if (!isZero(potential, scale)) series.push({name: "potential", color: "--c2", values: potential});
  if (!isZero(dissipated, scale)) series.push({name: "dissipated", color: "--c3", values: dissipated});
  if (!isZero(work, scale)) series.push({name: "work done", color: "--accent", values: work});
  if (series.length > 1) series.push({name: isZero(work, scale) ? "sum" : "sum − work", color: "--c4", values: total});
  const largest = Math.max(scale, Math.abs(run.summary.end.initial));
  return {title: "Energy", note: `ledger off by ${formatNumber(Math.abs(run.summary.end.residual) / largest, 2)} of it`, time, series};
}

function momentumPlot(run) {
  const d = run.dimension;
  const {time, momentum} = run.samples;
  const axis = (k) => time.map((_, i) => momentum[i * d + k]);
  const series = ["x", "y", "z"].slice(0, d).map((name, k) => ({name, color: ["--c1", "--c2", "--c3"][k], values: axis(k)}));
  const scale = run.summary.start.momentum_scale || run.summary.end.momentum_scale;
  for (const one of series) if (isZero(one.values, scale)) one.values = one.values.map(() => 0);
  return {title: "Momentum", note: `Σ |m v| = ${formatNumber(run.summary.end.momentum_scale, 4)} at the end`, time, series};
}

/** Impacts per unit of time, in at most kRateBins equal bins of the samples. */
function collisionRate(run) {
  const {time, impacts} = run.samples;
  const bins = Math.max(1, Math.min(kRateBins, time.length - 1));
  const edges = Float64Array.from({length: bins}, (_, k) => run.from + (run.span * k) / bins);
  const countAt = (t) => impacts[Math.max(0, upperBound(time, t + 1e-9 * run.span) - 1)];
  const rate = edges.map((t, k) => ((countAt(k + 1 < bins ? edges[k + 1] : run.until) - countAt(t)) * bins) / (run.span || 1));
  return {time: edges, rate};
}

function ratePlot(run) {
  const {time, rate} = collisionRate(run);
  const total = run.samples.impacts[run.samples.impacts.length - 1] - run.samples.impacts[0];
  return {title: "Collisions per unit of time", note: `${formatCount(total)} in all`, time, area: true, series: [{name: "rate", color: "--accent", values: rate}]};
}

const kSeriesTitles = {
  pressure: "Pressure", compressibility: "Compressibility Z = P V / (N T)", temperature: "Temperature",
  collision_rate: "Collisions of a ball per unit of time", mean_free_time: "Mean free time", msd: "Mean squared displacement",
  mean_speed: "Mean speed", speed_2: "Mean square of the speed", speed_4: "Mean fourth power of the speed",
  sonine_a2: "Sonine coefficient a\u2082", cell_mean: "Balls in a cell", cell_variance_over_mean: "Variance over mean of the balls in a cell",
};

/** The mean of a series over time, without the first row, which has nothing before it. */
function seriesMean({values}) {
  const good = values.slice(1).filter(Number.isFinite);
  return good.reduce((sum, value) => sum + value, 0) / (good.length || 1);
}

function seriesPlot(series, time) {
  const name = series.name.replaceAll("_", " ");
  return {title: kSeriesTitles[series.name] || name, note: `mean ${formatNumber(seriesMean(series), 5)}`, time, series: [{name, color: "--c1", values: series.values}]};
}

/** A curve has an axis of its own instead of time. */
function curvePlot(curve) {
  const half = curve.x.length > 1 ? (curve.x[1] - curve.x[0]) / 2 : 0.5;
  const from = curve.x.length ? curve.x[0] - half : 0;
  const until = curve.x.length ? curve.x[curve.x.length - 1] + half : 1;
  const series = [{name: "measured", color: "--c1", values: curve.y}];
  if (curve.expected.length) series.unshift({name: "expected of an ideal gas", color: "--c3", values: curve.expected});
  return {title: curve.title, note: `over ${curve.x_name}`, time: curve.x, series, still: true, run: {from, until, span: until - from}};
}

function makePlots(run, host, onSeek) {
  const {time, series, curves} = run.measured;
  for (const curve of curves) new Plot(host, curvePlot(curve));
  const overTime = [energyPlot(run), momentumPlot(run), ratePlot(run), ...series.map((one) => seriesPlot(one, time))];
  return overTime.map((plot) => new Plot(host, {...plot, run, onSeek}));
}
