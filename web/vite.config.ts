import {defineConfig} from "vite";

export default defineConfig({
  base: "./",
  publicDir: "public",
  worker: {format: "es"},
  build: {target: "es2022", chunkSizeWarningLimit: 900},
  server: {fs: {allow: [".."]}},
});
