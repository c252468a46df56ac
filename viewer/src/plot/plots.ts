/** Which plots a run gets. */
import {formatCount, formatNumber, spoken} from "../format.js";
import type {PlotData, PlotSeries} from "./plot.js";
import type {Curve, Recording, Series} from "../report/recording.js";
import {upperBound} from "../search.js";

const kRateBins = 120;
const kUnits = "(scene’s units)";
export const kTimeAxis = `time ${kUnits}`;

type Times = Pick<Recording, "from" | "until">;

const overTime = ({from, until}: Times, time: ArrayLike<number>) => ({from, until, xAxis: kTimeAxis, x: time});
const isZero = (values: ArrayLike<number>, scale: number): boolean => Array.from(values).every((value) => Math.abs(value) <= 1e-12 * scale);
const greatest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

export function energyPlot(run: Recording): PlotData {
  const {time, kinetic, potential, dissipated, work} = run.samples;
  const sum = kinetic.map((k, i) => k + potential[i] + dissipated[i] - work[i]);
  const scale = Math.max(greatest(kinetic), greatest(potential), 1e-300);
  const series: PlotSeries[] = [{name: "kinetic", color: "--c1", values: kinetic}];
  if (!isZero(potential, scale)) series.push({name: "potential", color: "--c2", values: potential});
  if (!isZero(dissipated, scale)) series.push({name: "dissipated", color: "--c3", values: dissipated});
  if (!isZero(work, scale)) series.push({name: "work done", color: "--accent", values: work});
  if (series.length > 1) series.push({name: isZero(work, scale) ? "sum" : "sum − work", color: "--c4", values: sum});
  const largest = Math.max(scale, Math.abs(run.summary.end.initial));
  return {...overTime(run, time), title: "Energy", note: `ledger off by ${formatNumber(Math.abs(run.summary.end.residual) / largest, 2)} of it`, yAxis: `energy ${kUnits}`, series};
}

export function momentumPlot(run: Recording): PlotData {
  const d = run.dimension;
  const {time, momentum} = run.samples;
  const {start, end} = run.summary;
  const scale = start.momentum_scale || end.momentum_scale;
  const along = (k: number) => time.map((_, i) => momentum[i * d + k]);
  const series = ["x", "y", "z"].slice(0, d).map((name, k) => {
    const values = along(k);
    return {name, color: ["--c1", "--c2", "--c3"][k], values: isZero(values, scale) ? values.map(() => 0) : values};
  });
  return {...overTime(run, time), title: "Momentum", note: `Σ |m v| = ${formatNumber(end.momentum_scale, 4)} at the end`, yAxis: `momentum ${kUnits}`, series};
}

/** Impacts per unit of time, in at most kRateBins equal bins of the samples. */
export function collisionRate(run: Recording): {time: Float64Array; rate: Float64Array} {
  const {time, impacts} = run.samples;
  const bins = Math.max(1, Math.min(kRateBins, time.length - 1));
  const edges = Float64Array.from({length: bins}, (_, k) => run.from + (run.span * k) / bins);
  const countAt = (t: number) => impacts[Math.max(0, upperBound(time, t + 1e-9 * run.span) - 1)];
  return {time: edges, rate: edges.map((t, k) => ((countAt(k + 1 < bins ? edges[k + 1] : run.until) - countAt(t)) * bins) / (run.span || 1))};
}

export function ratePlot(run: Recording): PlotData {
  const {time, rate} = collisionRate(run);
  const {impacts} = run.samples;
  const total = impacts[impacts.length - 1] - impacts[0];
  return {
    ...overTime(run, time), title: "Collisions per unit of time", note: `${formatCount(total)} in all`, yAxis: "collisions per unit of time", area: true,
    series: [{name: "rate", color: "--accent", values: rate}],
  };
}

/** Title, and what stands at the axis. */
const kObservables: Record<string, [string, string]> = {
  pressure: ["Pressure", `pressure ${kUnits}`], compressibility: ["Compressibility Z = P V / (N T)", "Z (pure number)"], temperature: ["Temperature", `temperature ${kUnits}`],
  rotational_temperature: ["Temperature of the spins", `temperature ${kUnits}`],
  collision_rate: ["Collisions of a ball per unit of time", "per unit of time"], mean_free_time: ["Mean free time", kTimeAxis],
  msd: ["Mean squared displacement", `length² ${kUnits}`], mean_speed: ["Mean speed", `speed ${kUnits}`], speed_2: ["Mean square of the speed", `speed² ${kUnits}`],
  speed_4: ["Mean fourth power of the speed", `speed⁴ ${kUnits}`], sonine_a2: ["Sonine coefficient a\u2082", "a₂ (pure number)"],
  coordination: ["Contacts that carry a ball", "contacts"], rattlers: ["Rattlers", "balls"], packing_fraction: ["Packing fraction", "share (pure number)"],
  contact_pressure: ["Pressure of contacts", `pressure ${kUnits}`], contacts: ["Contacts that press", "contacts"], mean_force: ["Mean force of a contact", `force ${kUnits}`],
  flow_rate: ["Flow through the gate", "balls per unit of time"], mass_flow: ["Flow of mass through the gate", `mass per unit of time ${kUnits}`],
  cell_mean: ["Balls in a cell", "balls"], cell_variance_over_mean: ["Variance over mean of the balls in a cell", "ratio (pure number)"],
};

/** The mean of a series over time, without the first row, which has nothing before it. */
function seriesMean({values}: Series): number {
  const good = values.subarray(1).filter(Number.isFinite);
  return good.reduce((sum, value) => sum + value, 0) / (good.length || 1);
}

export function seriesPlot(series: Series, time: Float64Array, times: Times): PlotData {
  const name = spoken(series.name);
  const [title, yAxis] = kObservables[series.name] ?? [name, `${name} ${kUnits}`];
  return {...overTime(times, time), title, note: `mean ${formatNumber(seriesMean(series), 5)}`, yAxis, series: [{name, color: "--c1", values: series.values}]};
}

/** What stands at the axes of a curve, by what it is over. */
const kCurveAxes: Record<string, [string, string]> = {
  r: [`distance r ${kUnits}`, "g(r) (pure number)"], balls: ["balls in a cell", "cells"], "f / mean f": ["force of a contact over the mean", "density (pure number)"], "v / sqrt(T/m)": ["v / √(T/m) (pure number)", "density (pure number)"],
};

/** A curve has an axis of its own instead of time. */
export function curvePlot({title, x_name: xName, x, y, expected}: Curve): PlotData {
  const half = x.length > 1 ? (x[1] - x[0]) / 2 : 0.5;
  const series: PlotSeries[] = [{name: "measured", color: "--c1", values: y}];
  if (expected.length) series.unshift({name: "expected of an ideal gas", color: "--c3", values: expected});
  const [xAxis, yAxis] = kCurveAxes[xName] ?? [`${xName} ${kUnits}`, "value"];
  return {title, xAxis, yAxis, from: x.length ? x[0] - half : 0, until: x.length ? x[x.length - 1] + half : 1, x, series};
}

/** Plots of their own axes, and those over time. */
export function plotsOf(run: Recording): {curves: PlotData[]; overTime: PlotData[]} {
  const {time, series, curves} = run.measured;
  return {curves: curves.map(curvePlot), overTime: [energyPlot(run), momentumPlot(run), ratePlot(run), ...series.map((one) => seriesPlot(one, time, run))]};
}
