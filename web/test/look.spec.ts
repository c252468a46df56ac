import {expect, type Page, test} from "@playwright/test";

const scene = JSON.stringify({carom: 1, dimension: 2, title: "Two balls of mine", until: 2, walls: {low: [0, 0], high: [8, 4]}, bodies: [{ball: {center: [1, 2], radius: 0.5}, velocity: [3, 0]}, {ball: {center: [5, 2], radius: 0.5}}]});

/** Drops a file on the page, as from a folder. */
async function drop(page: Page, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(([file, content]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], file));
    return transfer;
  }, [name, text]);
  await page.dispatchEvent("#content", "drop", {dataTransfer: data});
}

test("a shipped scene runs, and the gallery shows the others", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await expect(page.getByTestId("gallery").getByRole("link")).not.toHaveCount(0);
});

test("a dropped scene is run", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await drop(page, "mine.json", scene);
  await expect(page.getByTestId("look-title")).toHaveText("Two balls of mine");
  await expect(page.getByTestId("look-status")).toContainText(/^2 balls · [1-9]/);
});

test("a broken file is told with its place, and what was shown stays", async ({page}) => {
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  const title = await page.getByTestId("look-title").textContent();
  await drop(page, "broken.json", scene.replace('"radius":0.5', '"radius":-1'));
  await expect(page.getByTestId("look-notice")).toContainText(/broken\.json: bodies\[0\]\.ball\.radius: got -1/);
  await expect(page.getByTestId("look-title")).toHaveText(title!);
  await drop(page, "torn.json", scene.slice(0, 60));
  await expect(page.getByTestId("look-notice")).toContainText(/torn\.json: line 1/);
});

test("a trajectory in extended XYZ is played", async ({page}) => {
  const frame = (time: number, x: number) => `2\nProperties=species:S:1:pos:R:3:velo:R:3:radius:R:1:id:I:1 Time=${time}\nball ${x} 0 0 1 0 0 0.5 0\nball 4 0 0 0 0 0 0.5 1\n`;
  await page.goto("/#look/cradle");
  await expect(page.getByTestId("look-status")).toContainText("balls");
  await drop(page, "two.xyz", frame(0, 0) + frame(0.5, 0.5) + frame(1, 1));
  await expect(page.getByTestId("look-title")).toHaveText("two.xyz");
  await expect(page.getByTestId("look-clock")).toHaveText("1.00 s");
});
