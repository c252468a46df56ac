import {execFileSync} from "node:child_process";
import {once} from "node:events";
import {readFileSync} from "node:fs";
import {createDeflateRaw, deflateRawSync} from "node:zlib";
import {expect, type Page, test} from "@playwright/test";
import {middles} from "./colors.js";
import {degreesOf} from "../src/play/aim.js";
import {pack, unpack} from "../src/packed.js";
import {firstAim} from "../src/play/first_aim.js";
import {kAmongPersons} from "../src/play/stored.js";
import {carom} from "./program.js";
import {drag, drawSimply, game, openGame, point, saved, setPower, shoot, skip} from "./table.js";

test("nothing is asked of another server", async ({page}) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (!["localhost", ""].includes(url.hostname)) foreign.push(request.url());
  });
  await openGame(page, game("eight-ball"));
  for (const name of ["Look", "Build", "Lesson", "Speed"]) {
    await page.getByRole("link", {name, exact: true}).click();
    await expect(page.getByRole("heading", {level: 1})).toBeVisible();
  }
  expect(foreign).toEqual([]);
});

test("a legal break: the balls scatter, and the status says what happened and who plays", async ({page}) => {
  await openGame(page, game("eight-ball"));
  await expect(page.getByTestId("status")).toContainText("Player 1 plays, cue ball in hand behind the head string");
  await setPower(page, 9);
  await shoot(page);
  await expect(page.getByTestId("status")).not.toHaveClass(/foul/);
  await expect(page.getByTestId("status")).toContainText(/Player [12] plays/);
  expect((await saved(page)).actions.filter((action) => action.strike)).toHaveLength(1);
});

test("a stroke that meets no ball is a foul, said with its reason, and gives the ball in hand", async ({page}) => {
  await openGame(page, game("nine-ball"));
  await setPower(page, 7);  // one that pots the 9 would end the game
  await shoot(page);
  await point(page, [-1.1, 0.5]);
  await setPower(page, 0.2);
  const turn = await page.getByTestId("status").textContent();
  await shoot(page);
  await expect(page.getByTestId("status")).toHaveClass(/foul/);
  await expect(page.getByTestId("status")).toContainText(/no ball|WPA 6/i);
  await expect(page.getByTestId("status")).toContainText("in hand");
  expect(await page.getByTestId("status").textContent()).not.toBe(turn);
});

test("the ball in hand is refused beyond the head string, says why, and stays where it was", async ({page}) => {
  await openGame(page, game("eight-ball"));
  await drag(page, [-0.9525, 0], [0.3, 0.2]);
  await expect(page.getByTestId("notice")).toContainText("Not here");
  await page.mouse.up();
  await expect(page.getByTestId("notice")).toContainText("cannot lie there");
  expect(await page.evaluate(() => localStorage.getItem("carom.game"))).not.toContain('\\"place\\"');
});

test("a refusal says why over the table, which stays where it is, and can be closed", async ({page}) => {
  await openGame(page, game("eight-ball"));
  const table = () => page.getByTestId("stage").locator("canvas").boundingBox();
  const before = await table();
  await drag(page, [-0.9525, 0], [0.3, 0.2]);
  await expect(page.getByTestId("notice")).toContainText("Not here");
  expect(await table()).toEqual(before);
  await page.mouse.up();
  await expect(page.getByTestId("notice")).toContainText("cannot lie there");
  expect(await table()).toEqual(before);
  await page.getByRole("button", {name: "Close the notice"}).click();
  await expect(page.getByTestId("notice")).toBeHidden();
  expect(await table()).toEqual(before);
});

test("the ball in hand lies where it is dropped, if the rules allow it", async ({page}) => {
  await openGame(page, game("eight-ball"));
  await drag(page, [-0.9525, 0], [-0.8, 0.3]);
  await page.mouse.up();
  await expect.poll(async () => (await saved(page)).actions.length).toBe(1);
  const [{at}] = (await saved(page)).actions;
  expect(Math.hypot(at![0] + 0.8, at![1] - 0.3)).toBeLessThan(0.01);
});

test("undo takes a shot back, redo plays it again", async ({page}) => {
  await openGame(page, game("eight-ball"));
  await setPower(page, 8);
  await shoot(page);
  const after = await page.getByTestId("status").textContent();
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("status")).toContainText("Undone");
  expect((await saved(page)).position).toBe(0);
  await page.getByTestId("redo").click();
  await expect(page.getByTestId("status")).toContainText(after!);
});

test("a game goes on after a reload", async ({page}) => {
  await openGame(page, game("snooker"));
  await shoot(page);
  const [status, kept] = [await page.getByTestId("status").textContent(), await saved(page)];
  await page.reload();
  await expect(page.getByTestId("status")).toHaveText(status!);
  expect(await saved(page)).toEqual(kept);
});

test("a link opens the same game in a fresh profile", async ({page, browser}) => {
  await openGame(page, game("three-cushion"));
  await shoot(page);
  const status = await page.getByTestId("status").textContent();
  await page.getByTestId("copy-link").click();
  await expect(page).toHaveURL(/#play\/./);
  const fresh = await browser.newContext();
  const other = await fresh.newPage();
  await drawSimply(other);
  await other.goto(page.url());
  await expect(other.getByTestId("status")).toHaveText(status!);
  await expect(other.getByTestId("replay")).toBeEnabled();
  await fresh.close();
});

test("a damaged link is told, and the own game is not lost", async ({page}) => {
  await openGame(page, game("eight-ball"));
  await shoot(page);
  const kept = await saved(page);
  await page.goto("/#play/abcdefg");
  await page.reload();
  await expect(page.getByTestId("notice")).toContainText("could not be opened");
  await expect(page.getByTestId("replay")).toBeEnabled();
  expect(await saved(page)).toEqual(kept);
});

/** A link of half a megabyte that unpacks to 400 MB. */
async function longLink(): Promise<string> {
  const stream = createDeflateRaw();
  const packed: Buffer[] = [];
  stream.on("data", (part: Buffer) => packed.push(part));
  for (let k = 0; k < 400; ++k) if (!stream.write(Buffer.alloc(1e6, " "))) await once(stream, "drain");
  stream.end();
  await once(stream, "end");
  return Buffer.concat(packed).toString("base64url");
}

test("a link that unpacks to 400 MB is given up after a few, and the own game is not touched", async ({page}) => {
  const link = await longLink();
  expect(link.length).toBeLessThan(1e6);
  let inflated = 0;
  const read = ReadableStreamDefaultReader.prototype.read;
  ReadableStreamDefaultReader.prototype.read = async function (this: ReadableStreamDefaultReader<Uint8Array>) {
    const part = (await read.call(this)) as ReadableStreamReadResult<Uint8Array>;
    inflated += part.value?.length ?? 0;
    return part;
  };
  await expect(unpack(link)).rejects.toThrow("unpacks to more than 4 MB");
  ReadableStreamDefaultReader.prototype.read = read;
  expect(inflated).toBeGreaterThan(4e6);
  expect(inflated).toBeLessThan(6e6);
  await openGame(page, game("practice"));
  const kept = await page.evaluate(() => localStorage.getItem("carom.game"));
  await page.goto(`/#play/${link}`);
  await expect(page.getByTestId("notice")).toContainText("unpacks to more than 4 MB");
  await expect(page.getByTestId("shoot")).toBeEnabled();
  expect(await page.evaluate(() => localStorage.getItem("carom.game"))).toBe(kept);
});

test("what is packed is unpacked, whatever its letters", async () => {
  for (const text of ["", "a", "Größe ⟲ 🎱", JSON.stringify(Array.from({length: 50_000}, (_, k) => k))]) expect(await unpack(await pack(text))).toBe(text);
  for (const damaged of ["abcdefg", "%%%", (await pack("x".repeat(100))).slice(0, 5)]) await expect(unpack(damaged)).rejects.toThrow("the link is damaged");
});

/** Opens the page with a game of one's own, and then another by a link; the text that is kept of one's own. */
async function openLinked(page: Page, own: string, linked: string): Promise<string> {
  await openGame(page, own);
  await shoot(page);
  const kept = (await page.evaluate(() => localStorage.getItem("carom.game")))!;
  const packed = deflateRawSync(Buffer.from(linked)).toString("base64url");
  await page.goto(`/#play/${packed}`);
  await expect(page.getByTestId("linked")).toBeVisible();
  await expect(page.getByTestId("shoot")).toBeEnabled();
  return kept;
}

test("a linked game is played beside one's own, which is there to go back to", async ({page}) => {
  const kept = await openLinked(page, game("nine-ball"), game("practice"));
  const stored = () => page.evaluate(() => localStorage.getItem("carom.game"));
  await expect(page.getByTestId("scores")).toHaveText("Practice");
  await expect(page.getByTestId("linked")).toContainText("leaves your own game as it was");
  await shoot(page);
  await expect(page.getByTestId("replay")).toBeEnabled();
  expect(await stored()).toBe(kept);
  await page.reload();
  await expect(page.getByTestId("linked")).toBeVisible();
  await expect(page.getByTestId("scores")).toHaveText("Practice");
  await expect(page.getByTestId("replay")).toBeEnabled();  // the shot is in the address
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("status")).toContainText("Undone");
  expect(await stored()).toBe(kept);
  await page.getByRole("link", {name: "Back to your own game"}).click();
  await expect(page.getByTestId("linked")).toBeHidden();
  await expect(page.getByTestId("scores")).toContainText("Player 1");
  await expect(page.getByTestId("replay")).toBeEnabled();
  expect(await stored()).toBe(kept);
});

test("a new game that begins beside a linked one is one's own, and the one before stays in the list", async ({page}) => {
  const kept = JSON.parse(await openLinked(page, game("nine-ball"), game("practice"))) as {saved: string};
  await page.getByTestId("new-game").click();
  await expect(page.getByRole("dialog")).toContainText("other games stay in the list");
  await page.getByTestId("game-kind").selectOption("snooker");
  await page.getByTestId("new-name").fill("Friday");
  await page.getByTestId("start-game").click();
  await expect(page.getByTestId("linked")).toBeHidden();
  await expect(page).toHaveURL(/#play$/);
  await expect.poll(async () => (await saved(page)).settings.game).toBe("snooker");
  await expect(page.getByTestId("game-name")).toHaveValue("Friday");
  await expect(page.getByTestId("games").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", {name: "Resume My game"}).click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("carom.game"))).toContain("My game");
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem("carom.game")))!)).toEqual({...kAmongPersons, name: "My game", saved: kept.saved});
});

test("a linked game can be kept as one's own", async ({page}) => {
  await openLinked(page, game("nine-ball"), game("practice"));
  await page.getByTestId("adopt").click();
  await expect(page.getByTestId("linked")).toBeHidden();
  await expect(page).toHaveURL(/#play$/);
  await expect(page.getByTestId("game-name")).toHaveValue("Practice");
  await expect(page.getByRole("button", {name: "Resume My game"})).toContainText("9-ball, ");
});

test("games are listed by name where the page begins, resumed as they were, exported, opened again and removed", async ({page}) => {
  await openGame(page, game("nine-ball"));
  await shoot(page);
  const before = await page.evaluate(() => localStorage.getItem("carom.game"));
  await page.getByTestId("game-name").fill("With Ada");
  await page.getByTestId("game-name").press("Enter");
  for (const kind of ["three-cushion", "three-cushion"]) {
    await page.getByTestId("new-game").click();
    await page.getByTestId("game-kind").selectOption(kind);
    await page.getByTestId("start-game").click();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByTestId("scores")).toContainText("inn.");
  }
  await expect(page.getByTestId("game-name")).toHaveValue("Three-cushion 2");
  await page.reload();
  await expect(page.getByTestId("shoot")).toBeEnabled();
  await expect(page.getByTestId("games").getByRole("listitem")).toHaveCount(2);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", {name: "Export With Ada"}).click()]);
  expect(file.suggestedFilename()).toBe("With_Ada.json");
  const path = await file.path();
  execFileSync(carom, ["check", path]);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", {name: "Remove Three-cushion"}).click();
  await expect(page.getByTestId("games").getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", {name: "Resume With Ada"}).click();
  await expect(page.getByTestId("game-name")).toHaveValue("With Ada");
  expect(JSON.parse((await page.evaluate(() => localStorage.getItem("carom.game")))!)).toEqual({...JSON.parse(before!), name: "With Ada"});
  await page.getByTestId("game-file").setInputFiles({name: "With Ada.json", mimeType: "application/json", buffer: readFileSync(path)});
  await expect(page.getByTestId("game-name")).toHaveValue("With Ada 2");
  await page.getByTestId("game-file").setInputFiles({name: "torn.json", mimeType: "application/json", buffer: Buffer.from(readFileSync(path).subarray(0, 50))});
  await expect(page.getByTestId("notice")).toContainText("torn could not be opened: ");
  await expect(page.getByTestId("game-name")).toHaveValue("With Ada 2");
  await expect(page.getByTestId("games").getByRole("listitem")).toHaveCount(2);
});

test("a list of games that is damaged is put aside and told, and what is whole of it stays", async ({page}) => {
  const whole = {name: "Whole", saved: game("snooker"), players: ["human", "easy"]};
  const damaged = JSON.stringify([whole, {name: "Torn"}]);
  await page.addInitScript((text) => localStorage.getItem("carom.games") ?? localStorage.setItem("carom.games", text), damaged);
  await openGame(page, game("practice"));
  await expect(page.getByTestId("notice")).toContainText('under "carom.games.damaged"');
  expect(await page.evaluate(() => localStorage.getItem("carom.games.damaged"))).toBe(damaged);
  await expect(page.getByTestId("games").getByRole("listitem")).toHaveText(/^WholeSnooker, 0 actions/);
});

test("the link to one's own game as it is now leads to it", async ({page}) => {
  await openGame(page, game("three-cushion"));
  await shoot(page);
  const kept = await saved(page);
  await page.getByTestId("copy-link").click();
  await expect(page).toHaveURL(/#play\/./);
  await page.reload();
  await expect(page.getByTestId("replay")).toBeEnabled();
  await expect(page.getByTestId("linked")).toBeHidden();
  await shoot(page);
  await expect(page).toHaveURL(/#play$/);
  expect((await saved(page)).actions.length).toBeGreaterThan(kept.actions.length);
});

test("a kept game that cannot be read is put aside and told, and a new one begins", async ({page}) => {
  const damaged = ['{"saved": "', JSON.stringify({saved: game("practice").slice(0, 40), players: ["human", "human"]})];
  await page.goto("/#lesson");
  await page.evaluate(() => localStorage.setItem("carom.settings", '{"simple": true, "view": "below", "rate": -1}'));  // drawn soon; the others are none
  for (const [k, text] of damaged.entries()) {
    await page.evaluate((kept) => localStorage.setItem("carom.game", kept), text);
    await page.goto("/#play");
    await expect(page.getByTestId("shoot")).toBeEnabled();
    const aside = `carom.game.damaged${k ? `-${k + 1}` : ""}`;
    await expect(page.getByTestId("notice")).toContainText("The game of your last visit could not be read: ");
    await expect(page.getByTestId("notice")).toContainText(`under "${aside}"`);
    await expect(page.getByTestId("view")).toHaveValue("above");
    await expect(page.getByTestId("rate")).toHaveValue("1");
    expect(await page.evaluate((key) => [localStorage.getItem(key), localStorage.getItem("carom.game")], aside)).toEqual([text, null]);
    await page.goto("/#lesson");
    await expect(page.getByTestId("lesson")).toBeVisible();
  }
});

test("a shot is aimed and played by keys alone", async ({page}) => {
  await openGame(page, game("practice"));
  await expect(page.getByTestId("angle")).toHaveText("0.00°");
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByTestId("angle")).toHaveText("0.50°");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page.getByTestId("angle")).toHaveText("0.48°");
  await page.keyboard.press("Space");
  await expect(page.getByTestId("skip")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect.poll(async () => (await saved(page)).actions.length).toBe(1);
});

test("the first aim is straight at the nearest ball, past what is in the way, or all around", async () => {
  const [near, far] = [[1, 0], [0, 3]] as [number, number][];
  const tried: number[] = [];
  const only = (right: (angle: number) => boolean) => async (angle: number) => (tried.push(angle), right(angle));
  expect(await firstAim([0, 0], [far, near], 0.03, only(() => true))).toBe(0);
  expect(await firstAim([0, 0], [far, near], 0.03, only((angle) => angle > 1))).toBe(Math.PI / 2);
  expect(await firstAim([0, 0], [far, near], 0.03, only((angle) => angle !== 0 && Math.abs(angle) < 0.06))).toBeCloseTo(0.35 * Math.asin(0.06), 12);  // a part of the near one
  tried.length = 0;
  expect(await firstAim([0, 0], [far, near], 0.03, only((angle) => Math.abs(Math.abs(angle) - Math.PI) < 1e-9))).toBeCloseTo(Math.PI, 12);
  expect(new Set(tried.map((angle) => Math.round((angle * 180) / Math.PI))).size).toBeGreaterThan(355);
  expect(await firstAim([0, 0], [far, near], 0.03, only(() => false))).toBe(0);
});

/** A nine-ball game after a break at 8 m/s, from which seed 35 leaves the 2 behind the 3. */
const kHidden = game("nine-ball", 35, [{strike: {speed: 8, heading: [1, 0.01], tip: [0, 0], elevation: 0}}]);

test("the first aim of a turn points at a ball that may be met first, where a straight line would not", async ({page}) => {
  await openGame(page, kHidden);
  await expect(page.getByTestId("status")).toContainText("On: 2.");
  await expect(page.getByTestId("prediction")).toContainText(/^First ball: 2\b/);
});

test("the first aim points at a ball on after a shot, after an undone one, and where the cue ball is put", async ({page}) => {
  await openGame(page, game("snooker"));
  await expect(page.getByTestId("prediction")).toContainText("First ball: red");
  await drag(page, [-1.0475, 0.146], [-1.2, -0.1]);
  await page.mouse.up();
  await expect(page.getByTestId("prediction")).toContainText("First ball: red");
  await shoot(page);
  await page.getByTestId("undo").click();
  await expect(page.getByTestId("prediction")).toContainText("First ball: red");
});

test("an angle reads from 0 to less than 360 degrees", () => {
  const turn = 2 * Math.PI;
  for (const [angle, text] of [[0, "0.00"], [-1e-17, "0.00"], [turn, "0.00"], [-1e-5, "0.00"], [turn - 1e-5, "0.00"], [-turn / 4, "270.00"], [5 * turn + turn / 8, "45.00"], [-0.01 * (turn / 360), "359.99"]] as const)
    expect(degreesOf(angle)).toBe(text);
});

test("the buttons beside the aim turn the cue the way their arrows go", async ({page}) => {
  await openGame(page, game("practice"));
  const turns = [["Turn the aim left a little", "⟲", "0.10°"], ["Turn the aim right a little", "⟳", "0.00°"], ["Turn the aim right a little", "⟳", "359.90°"], ["Turn the aim left a little", "⟲", "0.00°"]] as const;
  for (const [name, arrow, angle] of turns) {
    const button = page.getByRole("button", {name});
    await expect(button).toHaveText(arrow);
    await button.click();
    await expect(page.getByTestId("angle")).toHaveText(angle);  // anticlockwise from the long axis
  }
});

test("speeds, balls and pockets are listed in their order", async ({page}) => {
  await openGame(page, game("straight-pool"));
  await expect(page.getByTestId("rate").getByRole("option")).toHaveText(["0.1×", "0.25×", "0.5×", "1×", "2×", "4×"]);
  await expect(page.getByLabel("Pocket").getByRole("option").first()).toHaveText("as aimed");
});

test("a replay says which shot is shown again", async ({page}) => {
  await openGame(page, game("nine-ball"));
  await shoot(page);
  await page.getByRole("button", {name: "Replay last shot"}).click();
  await expect(page.getByTestId("status")).toHaveText("Shot 1 of 1 again, as it was played.");
  await skip(page);
  await expect(page.getByTestId("status")).not.toContainText("again");
});

test("the computer plays its turn", async ({page}) => {
  await openGame(page, game("practice"));
  await page.getByTestId("new-game").click();
  await page.getByTestId("game-kind").selectOption("nine-ball");
  await page.getByTestId("player-2").selectOption("easy");
  await page.getByTestId("start-game").click();
  await setPower(page, 0.4);
  await point(page, [-1.1, 0.5]);
  await shoot(page);
  await expect.poll(async () => (await saved(page)).actions.filter((action) => action.strike).length).toBeGreaterThan(1);
});

test("from above, tilted, upright and behind the cue, yellow is to the right of who looks from baulk to the reds", async ({page}) => {
  await openGame(page, game("snooker"));
  const canvas = page.getByTestId("stage").locator("canvas");
  const [wide, high] = [{width: 820, height: 480}, {width: 420, height: 900}];
  for (const [view, viewport] of [["above", wide], ["tilted", wide], ["cue", wide], ["above", high], ["tilted", high]] as const) {
    await page.setViewportSize(viewport);
    await page.getByTestId("view").selectOption(view);
    await expect(async () => {
      const [yellow, reds, blue] = await middles(canvas, [48, 0, 222]);
      // Anticlockwise in this order; below 0, as y points downwards.
      expect((reds[0] - yellow[0]) * (blue[1] - yellow[1]) - (reds[1] - yellow[1]) * (blue[0] - yellow[0])).toBeLessThan(0);
    }).toPass({timeout: 60_000});
  }
});
