import {expect, test} from "@playwright/test";

test("the lesson shows D, T and the clipped movement, and moves with the keys", async ({page}) => {
  await page.goto("/#lesson");
  const values = page.locator("#lesson-values");
  // The gap of 8 is 8/9 of a movement of 9.
  await expect(values).toContainText("Time of impact (1 is the end of the movement)0.88888889");
  await expect(values).toContainText("the movement is clipped");
  await page.getByRole("button", {name: "The edge hits"}).click();
  await expect(values).toContainText("1.5");
  await page.getByRole("button", {name: "Parallel with a hit"}).click();
  // R = 2, D = 1.2, T = 1.6: a way of 5 − 1.6 at relative speed 5.
  await expect(values).toContainText("1.6");
  await expect(values).toContainText("0.68");
  await page.getByTestId("lesson").focus();
  for (let k = 0; k < 16; ++k) await page.keyboard.press("ArrowUp");
  await expect(values).toContainText("They do not touch in this movement");
});
