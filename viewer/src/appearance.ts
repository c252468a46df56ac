/** Which colours bodies without one of their own get: as src/io draws them in pictures and writes them into reports. */

export interface ColoredBody {
  ball?: object;
  response?: string;
  name?: string;
  group?: string;
  color?: string;
  mark?: string;
  immovable?: boolean;
}

const kObstacle = "#5b6675";
export const kPocket = "#16181c";
const kStillBall = "#838e9c";
const kManyBalls = "#4c78a8";
const kCueBall = "#f7f3e6";
const kFewBalls = 24;
const kFewPlainBalls = 150;

// Distinct for most forms of colour blindness, after Okabe and Ito (2008), toned down.
export const kPalette = ["#2f6fb3", "#e07b39", "#1b9e83", "#c44e7a", "#e2b13c", "#7a64b8", "#56b0d6", "#8a6d52"];
// The usual colours of American pool balls: 1 to 8, and 9 to 15 repeat 1 to 7 as stripes.
const kPoolBalls = ["#f2c12e", "#1f4fa8", "#d8322f", "#5b348c", "#e87522", "#157a46", "#8c2535", "#1c1d21"];

function poolNumber(mark = ""): number {
  const number = /^\d{1,2}$/.test(mark) ? Number(mark) : 0;
  return number <= 15 ? number : 0;
}

export const isStriped = ({mark}: ColoredBody): boolean => poolNumber(mark) >= 9;
const isMovingBall = (body: ColoredBody): boolean => Boolean(body.ball) && body.response !== "pocket";

/** Of all bodies, in their order. */
export function colorsOf(bodies: readonly ColoredBody[]): string[] {
  const balls = bodies.filter(isMovingBall);
  const groups = [...new Set(balls.map(({group}) => group ?? ""))];
  let next = 0;
  return bodies.map((body) => {
    if (body.color) return body.color;
    if (!body.ball) return kObstacle;
    if (body.response === "pocket") return kPocket;
    const number = poolNumber(body.mark);
    if (number > 0) return kPoolBalls[(number - 1) % 8];
    if (body.name === "cue") return kCueBall;
    if (body.immovable) return kStillBall;
    if (balls.length <= kFewBalls) return kPalette[next++ % kPalette.length];
    return groups.length > 1 ? kPalette[groups.indexOf(body.group ?? "") % kPalette.length] : kManyBalls;
  });
}

/** Many balls without colours or marks are better seen by their speeds. */
export function isPlain(bodies: readonly ColoredBody[]): boolean {
  const balls = bodies.filter((body) => isMovingBall(body) && !body.immovable);
  return balls.length > kFewPlainBalls && balls.every(({color, mark}) => !color && !mark);
}
