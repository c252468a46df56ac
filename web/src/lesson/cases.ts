/** The cases of the lesson, much like those of scenes/teaching, and what each teaches. A test proves every sentence. */

export type Point = [number, number];

export interface Disc {
  at: Point;
  radius: number;
  velocity: Point;
}

export interface Case {
  name: string;
  about: string;
  a: Disc;
  b: Disc;
}

const still: Point = [0, 0];

export const kCases: Case[] = [
  {name: "Head on", about: "The line of motion goes through both centres: the circles touch after the gap, 10 − 2, of a movement of 9.", a: {at: [0, 0], radius: 1, velocity: [9, 0]}, b: {at: [10, 0], radius: 1, velocity: still}},
  {name: "The edge hits", about: "The centre's line misses the other circle, and yet the edge hits it: what counts is D against the sum of the radii.", a: {at: [0, 1.5], radius: 1, velocity: [9, 0]}, b: {at: [8, 0], radius: 1, velocity: still}},
  {name: "Graze", about: "D is exactly the sum of the radii: the circles touch in one instant. Exact arithmetic decides it.", a: {at: [0, 2], radius: 1, velocity: [8, 0]}, b: {at: [7, 0], radius: 1, velocity: still}},
  {name: "Right length, wrong way", about: "The movement is longer than the gap, but leads away: the nearest place lies behind A.", a: {at: [5, 0], radius: 1, velocity: [-3, 0.5]}, b: {at: [9, 0], radius: 1, velocity: still}},
  {name: "Crossing without a hit", about: "The paths cross, but the circles are at the crossing at different times.", a: {at: [0, 1.5], radius: 1, velocity: [10, -1]}, b: {at: [2.5, -3.5], radius: 1, velocity: [0.5, 6]}},
  {name: "Parallel with a hit", about: "Both move; in the frame of the second only the difference of the velocities counts.", a: {at: [0, 0.6], radius: 1, velocity: [6, 0]}, b: {at: [5, -0.6], radius: 1, velocity: [1, 0]}},
];
