"use strict";
// What the 2D and the 3D stage share: what is shown, in which colours, and what just happened.

const kBallFlag = {immovable: 1, sticky: 2, striped: 4};
const kFlashSeconds = 0.45;
const kMostFlashes = 160;

/** What the person at the screen has chosen. */
class Choices {
  constructor(run) {
    const many = run.balls.count > 200;
    this.trails = !many;
    this.contacts = run.balls.count <= 150;
    this.velocities = false;
    this.colorBySpeed = run.plain;
    this.follow = false;
    this.selected = -1;
  }
}

class Palette {
  constructor(run, motion) {
    this.run = run;
    this.motion = motion;
    const stops = run.speed_colors.map(parseColor);
    this.ramp = Array.from({length: 64}, (_, i) => {
      const place = (i / 63) * (stops.length - 1);
      const k = Math.min(stops.length - 2, Math.floor(place));
      return mixColors(stops[k], stops[k + 1], place - k);
    });
  }

  own(slot) {
    return Array.from(this.run.balls.color.subarray(3 * slot, 3 * slot + 3));
  }

  /** 0 … 63. */
  speedIndex(slot) {
    return Math.max(0, Math.min(63, Math.round((63 * this.motion.speed[slot]) / this.motion.topSpeed)));
  }

  color(slot, bySpeed) {
    const still = this.run.balls.flags[slot] & kBallFlag.immovable;
    return bySpeed && !still ? this.ramp[this.speedIndex(slot)] : this.own(slot);
  }
}

/** The contacts of the last moments before t, as [event index, age from 0 to 1]. `rate`: simulated time per second of playing. */
function recentContacts(run, t, rate) {
  const window = kFlashSeconds * rate;
  const {time, kind} = run.events;
  const list = [];
  for (let i = upperBound(time, t) - 1; i >= 0 && time[i] > t - window && list.length < kMostFlashes; --i)
    if (!["change", "force_begin", "force_end", "stop"].includes(run.kinds[kind[i]])) list.push([i, (t - time[i]) / window]);
  return list;
}

/** A trail covers this much time before now. */
function trailSpan(run, motion) {
  return motion.count > 40 ? run.span / 6 : run.span / 2;
}

/** The balls whose trails are drawn: all of a few, else only the chosen one. */
function trailBalls(run, choices) {
  if (run.balls.count <= 150) return Array.from({length: run.balls.count}, (_, slot) => slot);
  return choices.selected >= 0 ? [choices.selected] : [];
}
