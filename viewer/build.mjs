// node build.mjs [FOLDER]: bundles the viewer for reports into FOLDER (bundle), where CMake finds it: building Carom takes no Node.
import {createHash} from "node:crypto";
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {dirname, join, relative} from "node:path";
import {fileURLToPath} from "node:url";
import * as esbuild from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = process.argv[2] ?? join(here, "bundle");
const common = {bundle: true, minify: true, charset: "utf8", legalComments: "none", target: ["chrome111", "firefox113", "safari16.4"], logLevel: "warning", absWorkingDir: here};
const kThreeGlobal = "CaromThree";

// three.js stands apart, so that a change of the viewer leaves its half megabyte alone: the viewer takes it from a global.
const threeNames = [...readFileSync(join(here, "src/space/three.ts"), "utf8").matchAll(/export \{([^}]*)\}/g)].flatMap(([, names]) => names.split(",").map((name) => name.trim()).filter(Boolean));
const threeFromGlobal = {
  name: "three-from-global",
  setup(build) {
    build.onResolve({filter: /\/three\.js$/}, () => ({path: "three", namespace: "global"}));
    build.onLoad({filter: /.*/, namespace: "global"}, () => ({contents: `export const {${threeNames.join(", ")}} = ${kThreeGlobal};`}));
  },
};

const licence = readFileSync(join(here, "node_modules/three/LICENSE"), "utf8").trimEnd();
const {version} = JSON.parse(readFileSync(join(here, "node_modules/three/package.json"), "utf8"));

mkdirSync(folder, {recursive: true});
const outputs = {
  "plane.js": {entryPoints: ["src/report/report_plane.ts"]},
  "space.js": {entryPoints: ["src/report/report_space.ts"], plugins: [threeFromGlobal]},
  "shot.js": {entryPoints: ["src/shot/shot.ts"]},
  "style.css": {entryPoints: ["src/report/style.css"]},
  "three.js": {entryPoints: ["src/space/three.ts"], globalName: kThreeGlobal, banner: {js: `/*\nthree.js ${version}, https://threejs.org\n\n${licence}\n*/`}},
};
for (const [name, options] of Object.entries(outputs)) {
  const {outputFiles: [{text}]} = await esbuild.build({...common, format: name.endsWith(".js") ? "iife" : undefined, ...options, write: false});
  writeFileSync(join(folder, name), text.replace(/[ \t]+$/gm, ""));
}

// What the bundle was made from: tests/house/viewer_bundle.py compares without Node.
const sources = [...readdirSync(join(here, "src"), {recursive: true, withFileTypes: true}).filter((entry) => entry.isFile()).map((entry) => relative(here, join(entry.parentPath ?? entry.path, entry.name))), "build.mjs", "package-lock.json", "package.json"].sort();
const sum = (name) => createHash("sha256").update(readFileSync(join(here, name))).digest("hex");
writeFileSync(join(folder, "sources.sha256"), sources.map((name) => `${sum(name)}  ${name}\n`).join(""));
