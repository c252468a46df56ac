import {defineConfig} from "vite";

export default defineConfig({
  base: "./",
  publicDir: "public",
  resolve: {dedupe: ["three"]},  // the viewer's and the app's are one
  worker: {format: "es"},
  build: {target: "es2022", chunkSizeWarningLimit: 900},
  server: {fs: {allow: [".."]}},
});
