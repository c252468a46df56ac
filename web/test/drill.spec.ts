import {expect, test} from "@playwright/test";
import {loadCarom, type Point2, type ShotRecord} from "carom-wasm";
import {type Drill, kDrills, kMostPoints, points, savedDrill} from "../src/play/drill.js";

const kSpeeds = [1, 1.6, 2.4, 3.4, 4.5];
const kTips: [number, number][] = [[0, 0], [0, 0.35], [0, -0.4], [0, -0.2], [0.3, 0.1], [-0.3, 0.1], [0, 0.2]];

/** The best of many strokes: at the object ball in steps of its width seen from the cue ball, or, of three cushions, all around. */
async function best(drill: Drill): Promise<{most: number; made: number; tried: number}> {
  const carom = await loadCarom();
  const plain = carom.game({game: drill.game, seed: 1});
  const layout = drill.layout(plain.table());
  const radius = plain.table().ball_radius;
  plain.close();
  const game = carom.game(savedDrill(drill, layout));
  const {cue_ball: cue, balls} = game.state();
  expect(cue).toBe(0);
  const [from, to] = balls as Point2[];
  const straight = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const wide = Math.asin((2 * radius) / Math.hypot(to[0] - from[0], to[1] - from[1]));
  const angles = layout.pot ? Array.from({length: 161}, (_, k) => straight + (wide * (k - 80)) / 80) : Array.from({length: 240}, (_, k) => (2 * Math.PI * k) / 240);
  let [most, made, tried] = [0, 0, 0];
  for (const angle of angles)
    for (const speed of layout.pot ? kSpeeds : [3.4, 5])
      for (const [side, height] of layout.pot ? kTips : [[0.3, 0.2], [-0.3, 0.2], [0, 0.2]]) {
        const record: ShotRecord = game.shoot({speed, heading: [Math.cos(angle), Math.sin(angle)], side, height, elevation: 0});
        const {balls: rest, verdict} = game.state();
        const hit = layout.pot ? record.events.some(({kind, ball, part}) => kind === "pocket" && ball === layout.pot!.ball && part === layout.pot!.pocket) : verdict.points[0] > 0;
        made += Number(hit);
        ++tried;
        most = Math.max(most, points(layout, hit, layout.pot ? rest[0] : [0, 0]));
        game.undo();
      }
  game.close();
  return {most, made, tried};
}

for (const drill of kDrills)
  test(`the drill ${drill.title} can be made, in full, and not by any stroke`, async () => {
    const {most, made, tried} = await best(drill);
    console.log(`${drill.title}: ${made} of ${tried} strokes make it, the best for ${most} points`);
    expect(most).toBe(kMostPoints);
    expect(made / tried).toBeLessThan(0.3);
  });

test("points: none for a miss or a scratch, half for the pot, the rest by the zone", () => {
  const layout = {balls: [] as Point2[], zone: {at: [1, 0] as Point2, radius: 0.1}};
  expect(points(layout, false, [1, 0])).toBe(0);
  expect(points(layout, true, null)).toBe(0);
  expect(points(layout, true, [1.05, 0])).toBe(10);
  expect(points(layout, true, [1.15, 0])).toBe(8);  // 5 + 5 (2 − 1.5) = 7.5
  expect(points(layout, true, [2, 0])).toBe(5);
  expect(points({balls: []}, true, [0, 0])).toBe(10);
});
