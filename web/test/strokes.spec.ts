import {expect, type Page, test} from "@playwright/test";
import {type Game, loadCarom, type Point2} from "carom-wasm";
import {kDegree, speedOfPull, strokeOf} from "../src/play/aim.js";
import {firstAim} from "../src/play/first_aim.js";
import {firstMeeting} from "../src/play/meeting.js";
import {pullReach} from "../src/play/pointing.js";
import {game, inCanvas, openGame, saved, setPower, shoot, skip} from "./table.js";

interface Strike {
  strike: {speed: number; heading: [number, number]};
}

const strikes = async (page: Page) => (await saved(page)).actions.filter((action) => action.strike) as unknown as Strike[];
const canvasOf = (page: Page) => page.getByTestId("stage").locator("canvas");
const angleOf = async (page: Page) => parseFloat((await page.getByTestId("angle").textContent())!);
const powerOf = async (page: Page) => Number(await page.getByTestId("power").locator("visible=true").inputValue());

/** Where the cue ball lies at first, and another place. */
const kFrom: Point2 = [-0.9525, 0];
const kTo: Point2 = [0.2, 0.3];
const kAngle = (Math.atan2(kTo[1] - kFrom[1], kTo[0] - kFrom[0]) * 180) / Math.PI;

/** The mouse points there, is pressed, and goes back along the cue by so many pixels. */
async function drawBack(page: Page, pixels: number): Promise<void> {
  const [from, to] = [await inCanvas(page, kFrom), await inCanvas(page, kTo)];
  const box = (await canvasOf(page).boundingBox())!;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  await page.mouse.move(box.x + to.x, box.y + to.y);
  await page.mouse.down();
  await page.mouse.move(box.x + to.x - ((to.x - from.x) * pixels) / length, box.y + to.y - ((to.y - from.y) * pixels) / length, {steps: 4});
}

test("the mouse aims where it points, and drawn back it strikes as hard as it was drawn", async ({page}) => {
  await openGame(page, game("nine-ball"));
  await canvasOf(page).hover({position: await inCanvas(page, kTo)});
  await expect.poll(() => angleOf(page)).toBeCloseTo(kAngle, 0);
  const {width, height} = (await canvasOf(page).boundingBox())!;
  await drawBack(page, 0.6 * pullReach(width, height));
  await expect.poll(() => powerOf(page)).toBeCloseTo(speedOfPull(0.6), 0);
  const speed = await powerOf(page);
  await page.mouse.up();
  await expect.poll(async () => (await strikes(page)).length).toBe(1);
  const [{strike}] = await strikes(page);
  expect(strike.speed).toBeCloseTo(speed, 9);
  expect((Math.atan2(strike.heading[1], strike.heading[0]) * 180) / Math.PI).toBeCloseTo(kAngle, 0);
});

test("a press that is not drawn back aims and holds the aim; Escape lets the cue go", async ({page}) => {
  await openGame(page, game("nine-ball"));
  await setPower(page, 5);
  await drawBack(page, 3);
  await page.mouse.up();
  await expect(page.getByTestId("skip")).toBeHidden();
  expect(await powerOf(page)).toBe(5);
  const angle = (await page.getByTestId("angle").textContent())!;
  await canvasOf(page).hover({position: await inCanvas(page, [0.5, -0.4])});
  await expect(page.getByTestId("angle")).toHaveText(angle);
  await drawBack(page, 80);
  await expect.poll(() => powerOf(page)).not.toBe(5);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  expect(await powerOf(page)).toBe(5);
  await expect(page.getByTestId("shoot")).toBeEnabled();
  expect(await strikes(page)).toHaveLength(0);
});

test.describe("with a finger", () => {
  test.use({hasTouch: true});

  test("on the cloth it aims, on the cue it draws back and strikes", async ({page}) => {
    await openGame(page, game("practice"));
    const session = await page.context().newCDPSession(page);
    const box = (await canvasOf(page).boundingBox())!;
    const touch = async (type: "touchStart" | "touchMove" | "touchEnd", ...at: {x: number; y: number}[]) => session.send("Input.dispatchTouchEvent", {type, touchPoints: at.map(({x, y}) => ({x: box.x + x, y: box.y + y}))});
    await touch("touchStart", await inCanvas(page, [0.2, -0.3]));
    await touch("touchMove", await inCanvas(page, [0.2, 0.3]));
    await touch("touchEnd");
    await expect(page.getByTestId("skip")).toBeHidden();
    await expect.poll(() => angleOf(page)).toBeCloseTo(kAngle, 0);
    const [ball, aside] = [await inCanvas(page, kFrom), await inCanvas(page, kTo)];
    const length = Math.hypot(aside.x - ball.x, aside.y - ball.y);
    const behind = (pixels: number) => ({x: ball.x - ((aside.x - ball.x) * pixels) / length, y: ball.y - ((aside.y - ball.y) * pixels) / length});
    await touch("touchStart", behind(40));
    await touch("touchMove", behind(110));
    await touch("touchEnd");
    await expect.poll(async () => (await strikes(page)).length).toBe(1);
  });
});

test("the hint of a first visit goes after the first stroke, for good", async ({page}) => {
  await openGame(page, game("practice"));
  await expect(page.getByTestId("hint")).toHaveText("Point at a ball to aim. Press, draw back and let go to shoot.");
  await shoot(page);
  await expect(page.getByTestId("shoot")).toBeEnabled();
  await expect(page.getByTestId("hint")).toBeHidden();
  await page.reload();
  await expect(page.getByTestId("shoot")).toBeEnabled();
  await expect(page.getByTestId("hint")).toBeHidden();
});

test("the wheel of the fine aim turns it by hundredths of a degree, by pointer and keys", async ({page}) => {
  await openGame(page, game("practice"));
  await expect(page.getByTestId("angle")).toHaveText("0.00°");
  const wheel = page.getByTestId("fine");
  await wheel.focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByTestId("angle")).toHaveText("0.02°");
  const {x, y, width, height} = (await wheel.boundingBox())!;
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2 - 50, y + height / 2);
  await page.mouse.up();
  await expect(page.getByTestId("angle")).toHaveText("1.02°");
});

/** One ball straight before a pocket (the drill Stop shot), in a game of one's own after a first shot. */
const kStraightIn = (() => {
  const rest = [[-0.0018, -0.194], [0.55, 0.15], ...Array(14).fill(null)] as ([number, number] | null)[];
  return game("practice", 1, [{shot: Array.from({length: 14}, (_, k) => ["pocket", 0, k + 2, 0]), rest}]);
})();

test("a coach shows the first ball, and only study tells what falls", async ({page}) => {
  await openGame(page, kStraightIn);
  await expect(page.getByTestId("prediction")).toHaveText("First ball: 1.");
  await page.getByTestId("guides").selectOption("study");
  await expect(page.getByTestId("prediction")).toContainText("Falls: 1 into");
  await page.getByTestId("guides").selectOption("off");
  await expect(page.getByTestId("prediction")).toHaveText("");
});

async function startMatch(page: Page, kind: string): Promise<void> {
  await page.getByTestId("new-game").click();
  await page.getByTestId("game-kind").selectOption(kind);
  await page.getByTestId("name-1").fill("Ada");
  await page.getByTestId("name-2").fill("Bea");
  await page.getByTestId("player-2").selectOption("human");
  await page.getByTestId("breaks").selectOption("1");
  await page.getByTestId("race").fill("3");
  await page.getByTestId("match").check();
  await page.getByTestId("start-game").click();
}

test("a match has names, a length and who breaks, and takes nothing back; a reload keeps all of it", async ({page}) => {
  await openGame(page, game("practice"));
  await startMatch(page, "nine-ball");
  await expect(page.getByTestId("status")).toContainText("Bea plays");
  const {settings} = (await saved(page)) as unknown as {settings: {race_to: number; first_player: number}};
  expect(settings).toMatchObject({race_to: 3, first_player: 1});
  await page.getByTestId("guides").selectOption("study");
  await shoot(page);
  await expect(page.getByTestId("undo")).toBeDisabled();
  await page.keyboard.press("u");
  expect((await strikes(page)).length).toBe(1);
  await page.reload();
  await expect(page.getByTestId("score-0")).toContainText("Ada");
  await expect(page.getByTestId("undo")).toBeDisabled();
});

test("when a game is over, the same can be played again, and who did not begin begins", async ({page}) => {
  await page.addInitScript((text) => {
    localStorage.setItem("carom.settings", JSON.stringify({simple: true}));
    if (!localStorage.getItem("carom.game")) localStorage.setItem("carom.game", JSON.stringify({name: "Ours", saved: text, players: ["human", "human"], names: ["Ada", "Bea"]}));
  }, game("nine-ball", 7, [{choose: "concede"}]));
  await page.goto("/");
  await page.getByTestId("again").click();
  await expect(page.getByTestId("status")).toContainText("Bea plays");
  await expect(page.getByTestId("game-name")).toHaveValue("Ours 2");
});

test("the shots of a game are listed with what came of them, and one can play on from before each", async ({page}) => {
  await openGame(page, kStraightIn);
  await shoot(page);
  await shoot(page);
  await page.getByTestId("shot-list").getByText("Shots").click();
  const rows = page.getByTestId("shots").getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("Player 1: 1 fell");
  await page.getByRole("button", {name: "Show shot 1 again"}).click();
  await expect(page.getByTestId("status")).toHaveText("Shot 1 of 2 again, as it was played.");
  await skip(page);
  await page.getByRole("button", {name: "Play on from before shot 2"}).click();
  await expect(page.getByTestId("game-name")).toHaveValue("My game, shot 2");
  await expect(rows).toHaveCount(1);
  expect((await strikes(page)).length).toBe(1);
  await expect(page.getByTestId("games").getByRole("listitem")).toHaveCount(1);
});

test("when the shot clock has run down, the stroke is played as it is aimed", async ({page}) => {
  // The page's time stands but for what it is told to run, however long the machine takes.
  await page.clock.install({time: 0});
  await page.clock.pauseAt(1_000);
  await page.addInitScript((text) => {
    localStorage.setItem("carom.settings", JSON.stringify({simple: true}));
    if (!localStorage.getItem("carom.game")) localStorage.setItem("carom.game", JSON.stringify({saved: text, players: ["human", "human"], clock: 15}));
  }, kStraightIn);
  await page.goto("/");
  const shown = async () => {
    await page.clock.runFor(50);
    return await page.getByTestId("clock").textContent({timeout: 100}).catch(() => null);
  };
  await expect.poll(shown).toBe("15 s");
  await page.clock.runFor(3_000);
  await expect(page.getByTestId("clock")).toHaveText(/^([1-9]|1[0-2]) s$/);
  expect(await strikes(page)).toHaveLength(0);
  await page.clock.runFor(15_000);
  await expect.poll(async () => (await strikes(page)).length).toBe(1);
});

test("a drill puts the balls, counts the tries, and leaves one's own game alone", async ({page}) => {
  await openGame(page, game("practice"));
  const kept = await page.evaluate(() => localStorage.getItem("carom.game"));
  await page.getByText("Drills").click();
  await page.getByTestId("drills").getByRole("button", {name: /Stop shot/}).click();
  await expect(page.getByTestId("drill-score")).toHaveText("Stop shot · try 1 of 10 · 0 points");
  await setPower(page, 3);
  await shoot(page);
  await expect(page.getByTestId("drill-score")).toContainText("try 2 of 10");
  await expect(page.getByTestId("status")).toContainText(/^Made: ([5-9]|10) of 10\./);
  await page.keyboard.press("ArrowLeft");
  for (let k = 0; k < 9; ++k) await page.keyboard.press("ArrowLeft");  // five degrees off
  await shoot(page);
  await expect(page.getByTestId("status")).toContainText("Missed: 0 of 10.");
  expect(await page.evaluate(() => localStorage.getItem("carom.game"))).toBe(kept);
});

test("no frame is drawn while nothing moves", async ({page}) => {
  await page.addInitScript(() => {
    const counted = window as unknown as {drawn: number};
    counted.drawn = 0;
    for (const name of ["drawElements", "drawArrays"] as const) {
      const plain = WebGL2RenderingContext.prototype[name] as (...args: number[]) => void;
      Object.assign(WebGL2RenderingContext.prototype, {[name](this: WebGL2RenderingContext, ...args: number[]) {
        ++counted.drawn;
        plain.apply(this, args);
      }});
    }
  });
  await openGame(page, game("practice"));
  const drawn = () => page.evaluate(() => (window as unknown as {drawn: number}).drawn);
  const frames = (count: number) => page.evaluate((left) => new Promise<void>((resolve) => {
    const next = () => (left-- > 0 ? requestAnimationFrame(next) : resolve());
    next();
  }), count);
  await expect(page.getByTestId("prediction")).toContainText("First ball");
  await frames(3);
  const before = await drawn();
  expect(before).toBeGreaterThan(0);
  await frames(30);
  expect(await drawn()).toBe(before);
  await page.keyboard.press("ArrowLeft");
  await expect.poll(drawn).toBeGreaterThan(before);
});

const kPlain = {side: 0, height: 0, elevation: 0};

/** The angle that a turn of nine-ball begins with, as the page finds it. */
function beginning(game: Game): Promise<number> {
  const {balls, balls_on: on} = game.state();
  const legal = async (angle: number) => on.includes(firstMeeting(game.preview(strokeOf({...kPlain, angle, speed: 3})), 0)?.met ?? -1);
  return firstAim(balls[0]!, on.map((ball) => balls[ball]!), game.table().ball_radius, legal);
}

/** A game of nine-ball that two strokes win: a break turned by so many half degrees, then one turned by so many, and so many m/s harder. */
async function wonByTwo(): Promise<{seed: number; turns: [number, number]; harder: number}> {
  const carom = await loadCarom();
  for (let seed = 1; ; ++seed)
    for (const first of [0, 1, -1, 2, -2]) {
      const game = carom.game({game: "nine-ball", seed, target: 1});
      const begin = await beginning(game);
      game.shoot(strokeOf({...kPlain, angle: begin + 0.5 * first * kDegree, speed: 9}));
      const {over, turn, choices, verdict, balls} = game.state();
      const angle = !over && turn === 0 && !choices.length && !verdict.fouls.length && balls[0] ? await beginning(game) : NaN;
      for (let second = -12; second <= 12 && !Number.isNaN(angle); ++second)
        for (const harder of [0, 2, 4, 6]) {
          game.shoot(strokeOf({...kPlain, angle: angle + 0.5 * second * kDegree, speed: 3 + harder}));
          if (game.state().winner === 0) return {seed, turns: [first, second], harder};
          game.undo();
        }
      game.close();
    }
}

test("a game is played by keys alone, from the break to the win", async ({page}) => {
  const {seed, turns, harder} = await wonByTwo();
  const press = async (key: string, times: number) => {
    for (let k = 0; k < times; ++k) await page.keyboard.press(key);
  };
  const turn = (count: number) => press(count < 0 ? "ArrowRight" : "ArrowLeft", Math.abs(count));
  await openGame(page, JSON.stringify({carom_game: 1, settings: {game: "nine-ball", seed, race_to: 1}, actions: []}));
  await expect(page.getByTestId("prediction")).toContainText("First ball: 1");
  await turn(turns[0]);
  await press("Space", 1);
  await expect(page.getByTestId("skip")).toBeVisible();
  await press("Space", 1);
  await expect(page.getByTestId("status")).toContainText("Player 1 plays. On: ");
  await expect(page.getByTestId("prediction")).toContainText("First ball: ");
  await turn(turns[1]);
  await press("Shift+ArrowUp", harder);
  await press("Space", 1);
  await expect(page.getByTestId("skip")).toBeVisible();
  await press("Escape", 1);
  await expect(page.getByTestId("status")).toContainText("Player 1 has won.");
  await page.getByTestId("again").focus();
  await press("Enter", 1);
  await expect(page.getByTestId("status")).toContainText("Player 2 plays");
});
