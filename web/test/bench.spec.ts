import {expect, test} from "@playwright/test";

// The figures are printed, never judged here: machines differ, and this one draws in software.
test("the page about speed measures both scenes", async ({page}) => {
  await page.goto("/#bench");
  await page.getByTestId("bench-run").click();
  await expect(page.getByTestId("bench-status")).toHaveText("Done.");
  const rows = await page.getByTestId("bench-rows").getByRole("row").allInnerTexts();
  expect(rows).toHaveLength(2);
  rows.forEach((row) => console.log(row.replaceAll("\t", "  ")));
});

test("it tells when the table could be played on", async ({page}) => {
  await page.goto("/");
  await expect(page.getByTestId("shoot")).toBeEnabled();
  await page.getByRole("link", {name: "Speed"}).click();
  await expect(page.getByTestId("bench-first")).toContainText(/played on \d+\.\d+ s after/);
  console.log(await page.getByTestId("bench-first").textContent());
});
