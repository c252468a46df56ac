"use strict";
// The run as the report carries it: JSON with arrays of numbers in base 64 (docs/formats/report.md).

const kNoBody = 0xffffffff;

function decodeArray(text, Type) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = characters.charCodeAt(i);
  return new Type(bytes.buffer);
}

function decodeFields(object, types) {
  const fields = {};
  for (const [name, Type] of Object.entries(types)) fields[name] = decodeArray(object[name], Type);
  return fields;
}

function decodeMotion(motion) {
  const keys = decodeFields(motion.keys, {
    first: Uint32Array, time: Float64Array, position: Float64Array, velocity: Float64Array,
    law: Uint32Array, followed: Uint8Array, laws: Float64Array,
  });
  const frames = motion.frames && {
    ...motion.frames,
    ...decodeFields(motion.frames, {time: Float64Array, position: Uint16Array, speed: Uint8Array}),
  };
  return {exactUntil: motion.exact_until, keys, frames};
}

/** For each ball the list of [time, radius, mass] from which on it has grown. */
function decodeGrowths(growths) {
  const {ball, values} = decodeFields(growths, {ball: Uint32Array, values: Float64Array});
  const list = new Map();
  ball.forEach((slot, i) => {
    if (!list.has(slot)) list.set(slot, []);
    list.get(slot).push(Array.from(values.subarray(3 * i, 3 * i + 3)));
  });
  return list;
}

/** For each ball that vanishes {time, fate, by}. */
function decodeEnds(ends) {
  const {ball, time, fate, by} = decodeFields(ends, {ball: Uint32Array, time: Float64Array, fate: Uint8Array, by: Uint32Array});
  const list = new Map();
  ball.forEach((slot, i) => list.set(slot, {time: time[i], fate: ["here", "merged", "pocketed", "removed"][fate[i]], by: by[i]}));
  return list;
}

/** What was observed: series over time, and curves of their own; nothing if nothing was. */
function decodeMeasured(measured) {
  if (!measured) return {series: [], curves: []};
  const time = decodeArray(measured.time, Float64Array);
  const curve = (one) => ({...one, ...decodeFields(one, {x: Float64Array, y: Float64Array, expected: Float64Array})});
  return {
    time,
    series: measured.series.map((one) => ({name: one.name, values: decodeArray(one.values, Float64Array)})),
    curves: measured.curves.map(curve),
  };
}

/** How far an obstacle is at time t from where it was added: straight ways from key to key. */
function displacement({ways}, t, dimension) {
  const k = Math.max(0, upperBound(ways.time, t) - 1);
  const last = k + 1 === ways.time.length;
  const share = last ? t - ways.time[k] : (t - ways.time[k]) / (ways.time[k + 1] - ways.time[k]);
  return Array.from({length: dimension}, (_, i) => {
    const at = k * dimension + i;
    return ways.position[at] + share * (last ? ways.velocity[at] : ways.position[at + dimension] - ways.position[at]);
  });
}

function decodeObstacle(obstacle) {
  return obstacle.ways ? {...obstacle, ways: decodeFields(obstacle.ways, {time: Float64Array, position: Float64Array, velocity: Float64Array})} : obstacle;
}

function decodeRun(json) {
  const balls = {
    ...json.balls,
    ...decodeFields(json.balls, {
      id: Uint32Array, radius: Float64Array, mass: Float64Array, restitution: Float32Array, color: Uint8Array, flags: Uint8Array,
    }),
  };
  const names = new Map(json.obstacles.map((obstacle) => [obstacle.id, obstacle.name]));
  balls.id.forEach((id, slot) => names.set(id, balls.names[slot] || ""));
  const slots = new Map(Array.from(balls.id, (id, slot) => [id, slot]));
  return {
    ...json,
    balls,
    obstacles: json.obstacles.map(decodeObstacle),
    slotOf: (id) => slots.get(id),
    bodyName: (id) => (id === kNoBody ? "" : names.get(id) || `#${id}`),
    span: json.until - json.from,
    ends: decodeEnds(json.lives.ends),
    growths: decodeGrowths(json.lives.growths),
    motion: decodeMotion(json.motion),
    samples: decodeFields(json.samples, {
      time: Float64Array, kinetic: Float64Array, potential: Float64Array, dissipated: Float64Array, work: Float64Array,
      momentum: Float64Array, impacts: Float64Array,
    }),
    measured: decodeMeasured(json.measured),
    events: {
      seen: json.events.seen,
      ...decodeFields(json.events, {
        number: Uint32Array, time: Float64Array, kind: Uint8Array, a: Uint32Array, b: Uint32Array,
        point: Float32Array, approach_speed: Float32Array, impulse: Float32Array,
      }),
    },
  };
}

/** The index of the first element of the ascending `list` that is > x. */
function upperBound(list, x) {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= x) low = middle + 1;
    else high = middle;
  }
  return low;
}
