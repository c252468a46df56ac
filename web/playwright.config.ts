import {defineConfig} from "@playwright/test";

const port = Number(process.env.PORT ?? 4317);

export default defineConfig({
  testDir: "test",
  testIgnore: "unit/**",  // those are Node.js's
  outputDir: "test-results",
  workers: 1,
  timeout: 400_000,
  expect: {timeout: 180_000},
  reporter: [["list"]],
  use: {
    actionTimeout: 120_000,
    baseURL: `http://localhost:${port}`,
    viewport: {width: 820, height: 480},
    deviceScaleFactor: 0.5,  // a quarter of the pixels, which the processor alone draws here
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
    },
  },
  webServer: {command: `npm run --silent serve -- ${port}`, url: `http://127.0.0.1:${port}/`, reuseExistingServer: false, stderr: "ignore"},  // as script/web serves it
});
