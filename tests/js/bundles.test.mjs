// The npm package as others use it: packed and installed, bundled for browsers and for Node by each bundler, compiled by
// TypeScript, and in Node by import and by require. Each program asks for one position of AbstractPlay.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { listOf, openPage } from "./browser.mjs";
import { goodTables, serve, temporaryDirectory } from "./support.mjs";

const bundlers = createRequire(join(process.env.DAMEOTB_BUNDLERS, "package.json"));
const esbuild = bundlers("esbuild");
const { rollup } = bundlers("rollup");
const { nodeResolve } = bundlers("@rollup/plugin-node-resolve");
const webpack = bundlers("webpack");
const vite = await import(pathToFileURL(join(dirname(bundlers.resolve("vite/package.json")), "dist/node/index.js")));

const state = {
  game: "dameo", variants: [],
  stack: [{ currplayer: 1, board: { dataType: "Map", value: [["a7", [1, 2]], ["h8", [1, 2]], ["a1", [2, 2]]] }, countdown: 3 }],
};
const answer = "win 5 a7-g7";

/** The program. imports: a line that gives open and two more functions; wasm: an expression. */
const program = ({ imports, source, wasm, done }) => `${imports}
const state = ${JSON.stringify(state)};
async function ask() {
  const tables = await open(${source}, { wasm: ${wasm} });
  const { result, plies, moves } = await tables.moves(fromAbstractPlay(state));
  await tables.close();
  return [result, plies, toAbstractPlay(moves[0])].join(" ");
}
ask().catch((error) => String(error)).then(${done});
`;
const esm = 'import { fromAbstractPlay, open, toAbstractPlay } from "dameotb";';
const cjs = 'const { fromAbstractPlay, open, toAbstractPlay } = require("dameotb");';
const inPage = { source: 'new URL("tables/", location.href)', done: "(text) => (document.title = text)" };
const onDisk = { source: JSON.stringify(goodTables), done: "console.log" };
const wasmImport = (query = "") => `${esm}\nimport wasm from "dameotb/dameotb.wasm${query}";`;

let packed; // the folder of the package as npm unpacks it
let tarball; // and what it unpacks
before(() => {
  const directory = temporaryDirectory({ after: (end) => process.on("exit", end) });
  const run = (command, ...args) => {
    const { status, stderr } = spawnSync(command, args, { cwd: directory, encoding: "utf8" });
    assert.equal(status, 0, stderr);
  };
  run("npm", "pack", process.env.DAMEOTB_PACKAGE, "--offline", "--ignore-scripts", "--silent");
  tarball = join(directory, readdirSync(directory).find((name) => name.endsWith(".tgz")));
  run("tar", "xzf", tarball);
  packed = join(directory, "package");
});

test("npm installs the command that writes the list of a folder", (t) => {
  const root = temporaryDirectory(t);
  writeFileSync(join(root, "package.json"), "{}");
  const run = (command, ...args) => spawnSync(command, args, { cwd: root, encoding: "utf8" });
  const installed = run("npm", "install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", tarball);
  assert.equal(installed.status, 0, installed.stderr);
  const { status, stdout, stderr } = run("npx", "--no", "dameotb-list", goodTables);
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(stdout).files.length, readdirSync(goodTables).length);
});

/** A folder with these files, {name: text}, in which the package is installed. */
function project(t, files) {
  const root = temporaryDirectory(t);
  cpSync(packed, join(root, "node_modules", "dameotb"), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, "out"));
  return root;
}

const putWasmBeside = (root) => cpSync(join(packed, "src", "dameotb.wasm"), join(root, "out", "dameotb.wasm"));

const withWebpack = (config) => new Promise((resolve, reject) => webpack({ mode: "production", performance: { hints: false }, ...config }, (error, stats) => {
  const problems = error ?? (stats.hasErrors() || stats.hasWarnings() ? new Error(stats.toString()) : null);
  return problems ? reject(problems) : resolve();
}));

async function withEsbuild(root, options) {
  const { warnings } = await esbuild.build({ absWorkingDir: root, entryPoints: ["main.js"], bundle: true, logLevel: "silent",
                                             outfile: "out/main.js", ...options });
  assert.deepEqual(warnings, []);
}

async function withRollup(root, format, options) {
  const warnings = [];
  const bundle = await rollup({ input: join(root, "main.js"), onwarn: ({ message }) => warnings.push(message), ...options });
  await bundle.write({ file: join(root, "out", "main.js"), format });
  await bundle.close();
  assert.deepEqual(warnings, []);
}

const inBrowser = {
  "esbuild, the module beside it": {
    imports: esm, wasm: "undefined",
    build: async (root) => {
      await withEsbuild(root, { format: "esm" });
      putWasmBeside(root);
    },
  },
  "esbuild, the module inside": {
    imports: wasmImport(), wasm: "wasm",
    // Old formats have no import.meta. Nothing asks for it: the program passes the module.
    build: (root) => withEsbuild(root, { format: "iife", loader: { ".wasm": "binary" }, logOverride: { "empty-import-meta": "silent" } }),
  },
  "esbuild, the module as a file": {
    imports: wasmImport(), wasm: "wasm",
    build: (root) => withEsbuild(root, { format: "esm", loader: { ".wasm": "file" } }),
  },
  "webpack": {
    imports: esm, wasm: "undefined",
    build: (root) => withWebpack({ context: root, entry: "./main.js", output: { path: join(root, "out") } }),
  },
  "webpack, by require": {
    imports: cjs, wasm: "undefined",
    build: (root) => withWebpack({ context: root, entry: "./main.js", output: { path: join(root, "out") } }),
  },
  "Rollup, the module beside it": {
    imports: esm, wasm: "undefined",
    build: async (root) => {
      await withRollup(root, "es", { plugins: [nodeResolve({ browser: true })] });
      putWasmBeside(root);
    },
  },
  "Vite": {
    imports: esm, wasm: "undefined",
    build: (root) => vite.build({ root, configFile: false, logLevel: "warn", base: "./", build: { outDir: "out" } }),
  },
  "Vite, the module's address": {
    imports: wasmImport("?url"), wasm: "wasm",
    build: (root) => vite.build({ root, configFile: false, logLevel: "warn", base: "./", build: { outDir: "out" } }),
  },
};

const html = '<!DOCTYPE html><title>waiting</title><link rel="icon" href="data:,"><script type="module" src="main.js"></script>';

/** All JavaScript below a folder. */
const scriptsOf = (directory) => readdirSync(directory, { recursive: true }).filter((name) => name.endsWith(".js"))
  .map((name) => readFileSync(join(directory, name), "utf8"));

/** The title that the page gets in the end. */
async function titleOf(t, url) {
  const page = await openPage(t, url);
  await page.waitForFunction(() => document.title !== "waiting");
  return page.title();
}

async function putTables(directory) {
  cpSync(goodTables, join(directory, "tables"), { recursive: true });
  writeFileSync(join(directory, "tables", "tables.json"), JSON.stringify(await listOf(goodTables)));
}

for (const [name, { imports, wasm, build }] of Object.entries(inBrowser)) {
  test(`in a browser: ${name}`, async (t) => {
    const root = project(t, { "main.js": program({ imports, wasm, ...inPage }), "index.html": html });
    await build(root);
    const out = join(root, "out");
    const scripts = scriptsOf(out);
    assert.ok(scripts.length > 0);
    for (const text of scripts) {
      assert.ok(text.length > 1000);
      assert.doesNotMatch(text, /["'`]node:|readdir/);
    }
    if (!readdirSync(out).includes("index.html")) {
      cpSync(join(root, "index.html"), join(out, "index.html"));
    }
    await putTables(out);
    assert.equal(await titleOf(t, (await serve(t, out)).url), answer);
  });
}

/** A page whose only import is that of the element, which a bundler must not leave out though nothing of it is used. */
const boardProgram = `import "dameotb/board";
addEventListener("dameo-result", ({ detail: { result, plies, moves } }) => (document.title = [result, plies, moves[0].move].join(" ")));
document.body.innerHTML = '<dameo-board fen="W:WKa7,Kh8:BKa1" tables="tables/"></dameo-board>';
`;

for (const name of ["esbuild, the module beside it", "webpack", "Rollup, the module beside it", "Vite"]) {
  test(`<dameo-board> in a browser: ${name}`, async (t) => {
    const root = project(t, { "main.js": boardProgram, "index.html": html.replace("</script>", "</script><body>") });
    await inBrowser[name].build(root);
    const out = join(root, "out");
    if (!readdirSync(out).includes("index.html")) {
      cpSync(join(root, "index.html"), join(out, "index.html"));
    }
    await putTables(out);
    assert.equal(await titleOf(t, (await serve(t, out)).url), answer);
  });
}

for (const [name, imports, wasm, config] of [
  ["left as it is", esm, "undefined", { optimizeDeps: { exclude: ["dameotb"] } }],
  ["bundled before", wasmImport("?url"), "wasm", {}],
]) {
  test(`in a browser: Vite's server, the package ${name}`, async (t) => {
    const root = project(t, { "main.js": program({ imports, wasm, ...inPage }), "index.html": html });
    mkdirSync(join(root, "public"));
    await putTables(join(root, "public"));
    const server = await vite.createServer({ root, configFile: false, logLevel: "error", server: { host: "127.0.0.1" }, ...config });
    try {
      await server.listen();
      assert.equal(await titleOf(t, server.resolvedUrls.local[0]), answer);
    } finally {
      t.after(() => server.close()); // after the page, which would complain
    }
  });
}

test("a bundle without the module says that it lacks it", async (t) => {
  const root = project(t, { "main.js": program({ imports: esm, wasm: "undefined", ...inPage }), "index.html": html });
  await withEsbuild(root, { format: "iife", logOverride: { "empty-import-meta": "silent" } });
  cpSync(join(root, "index.html"), join(root, "out", "index.html"));
  await putTables(join(root, "out"));
  assert.match(await titleOf(t, (await serve(t, join(root, "out"))).url), /TypeError: .*its option `wasm`/);
});

/** What Node prints when it runs a file; it may not take long to end. */
async function run(file) {
  const child = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "pipe"], timeout: 30_000 });
  const read = async (stream) => (await stream.toArray()).join("").trimEnd();
  const [printed, complaints] = await Promise.all([read(child.stdout), read(child.stderr)]);
  assert.equal(complaints, "");
  return printed;
}

const onNode = {
  "import": { file: "main.mjs", imports: esm },
  "require": { file: "main.cjs", imports: cjs },
  "esbuild, CommonJS": {
    imports: cjs,
    build: async (root) => {
      await withEsbuild(root, { platform: "node", target: "node18", format: "cjs", outfile: "out/main.cjs" });
      putWasmBeside(root);
    },
    file: "out/main.cjs",
  },
  "esbuild, modules": {
    imports: esm,
    build: async (root) => {
      await withEsbuild(root, { platform: "node", target: "node18", format: "esm", outfile: "out/main.mjs" });
      putWasmBeside(root);
    },
    file: "out/main.mjs",
  },
  "esbuild, the module inside": {
    imports: wasmImport(), wasm: "wasm",
    build: (root) => withEsbuild(root, { platform: "node", target: "node18", format: "esm", outfile: "out/main.mjs", loader: { ".wasm": "binary" } }),
    file: "out/main.mjs",
  },
  "webpack": {
    imports: esm,
    build: (root) => withWebpack({ context: root, entry: "./main.js", target: "node", output: { path: join(root, "out"), filename: "main.cjs" } }),
    file: "out/main.cjs",
  },
  "webpack, by require": {
    imports: cjs,
    build: async (root) => {
      await withWebpack({ context: root, entry: "./main.js", target: "node", output: { path: join(root, "out"), filename: "main.cjs" } });
      const file = join(root, "out", "main.cjs");
      assert.match(await run(file), /dameotb\.wasm: ENOENT: .*; open\(\) needs its option `wasm`$/);
      putWasmBeside(root);
    },
    file: "out/main.cjs",
  },
  "webpack, by require, the package left out": {
    imports: cjs,
    build: (root) => withWebpack({ context: root, entry: "./main.js", target: "node", externals: { dameotb: "commonjs dameotb" },
                                   output: { path: join(root, "out"), filename: "main.cjs" } }),
    file: "out/main.cjs",
  },
  "Rollup": {
    imports: esm,
    build: async (root) => {
      await withRollup(root, "es", { plugins: [nodeResolve({ exportConditions: ["node"] })], external: /^node:/ });
      cpSync(join(root, "out", "main.js"), join(root, "out", "main.mjs"));
      putWasmBeside(root);
    },
    file: "out/main.mjs",
  },
};

for (const [name, { imports, wasm = "undefined", build, file }] of Object.entries(onNode)) {
  test(`on Node: ${name}`, async (t) => {
    const text = program({ imports, wasm, ...onDisk });
    const root = project(t, { [build ? "main.js" : file]: text });
    await build?.(root);
    assert.equal(await run(join(root, file)), answer);
  });
}

test("on Node: a folder or a module that is not there is an error of the package, by import and by require", async (t) => {
  const body = `
const failure = (source, options) => open(source, options).catch((error) =>
  [error instanceof TablesError, error.name, error.code, error.message].join(" "));
const missing = [["nowhere"], ["file:///nowhere"], [new URL("file:///nowhere")], [new Map(), { wasm: "nowhere" }]];
Promise.all(missing.map((each) => failure(...each))).then((all) => console.log(all.join("\\n")));
`;
  const root = project(t, {
    "main.mjs": `import { TablesError, open } from "dameotb";${body}`,
    "main.cjs": `const { TablesError, open } = require("dameotb");${body}`,
  });
  for (const file of ["main.mjs", "main.cjs"]) {
    const lines = (await run(join(root, file))).split("\n");
    assert.deepEqual(lines, [resolve("nowhere"), "/nowhere", "/nowhere", resolve("nowhere")].map((path) =>
      `true TablesError unreadable ${path}: ENOENT: no such file or directory`));
  }
});

test("on Node: the list of a folder, by import and by require", async (t) => {
  const print = `listOf(${JSON.stringify(goodTables)}).then((list) => console.log(JSON.stringify(list)))`;
  const root = project(t, {
    "main.mjs": `import { listOf } from "dameotb/list"; ${print}`,
    "main.cjs": `const { listOf } = require("dameotb/list"); ${print}`,
  });
  const expected = JSON.stringify(await listOf(goodTables));
  assert.equal(await run(join(root, "main.mjs")), expected);
  assert.equal(await run(join(root, "main.cjs")), expected);
});

test("what npm packs has the license, declarations for import and require, and no more than is listed", () => {
  const names = readdirSync(packed, { recursive: true });
  for (const name of ["LICENSE", "README.md", "src/dameotb.d.ts", "src/dameotb.d.cts", "src/node.cjs", "src/dameotb.wasm"]) {
    assert.ok(names.includes(name), name);
  }
  assert.deepEqual(readdirSync(packed).sort(), ["LICENSE", "README.md", "package.json", "src"]);
  assert.match(readFileSync(join(packed, "LICENSE"), "utf8"), /MIT License/);
});

const typed = `
import { fromAbstractPlay, open, toAbstractPlay, findAbstractPlay, TablesError, type MovesAnswer } from "dameotb";

type Cell = [1 | 2, 1 | 2];
const board = new Map<string, Cell>([["a7", [1, 2]], ["h8", [1, 2]], ["a1", [2, 2]]]);

async function ask(): Promise<string> {
  const tables = await open(${JSON.stringify(goodTables)}, { wasm: undefined });
  const { result, plies, moves }: MovesAnswer = await tables.moves(fromAbstractPlay({ currplayer: 1, board, countdown: 0 }));
  const played: string = toAbstractPlay(findAbstractPlay(moves, "a7-g7")!);
  // @ts-expect-error: a position is a text
  tables.probe(7).catch((error: unknown) => error instanceof TablesError);
  // @ts-expect-error: a number of bytes is not a text
  open("", { cacheBytes: "7" }).catch(() => null);
  await tables.close();
  return [result, plies, played].join(" ");
}

ask().then((text) => console.log(text));
`;

const typedBoard = `import "dameotb/board";
import { DameoBoard } from "dameotb/board";
const board = document.createElement("dameo-board");
board.fen = "W:WKa7,Kh8:BKa1";
board.flipped = true;
addEventListener("dameo-result", ({ detail }) => console.log(detail.result, detail.moves[0].move));
// @ts-expect-error: a side is not turned to
board.flipped = "b";
export const isBoard: boolean = board instanceof DameoBoard;
`;

for (const options of [{ module: "commonjs", moduleResolution: "node10" }, { module: "node16" }, { module: "esnext", moduleResolution: "bundler" }]) {
  test(`TypeScript: the element, with ${JSON.stringify(options)}`, (t) => {
    const compilerOptions = { target: "ES2022", lib: ["ES2022", "DOM"], strict: true, types: [], noEmit: true, ...options };
    const root = project(t, { "main.mts": typedBoard, "tsconfig.json": JSON.stringify({ compilerOptions, files: ["main.mts"] }) });
    const { status, stdout } = spawnSync(process.execPath, [bundlers.resolve("typescript/bin/tsc"), "-p", root], { encoding: "utf8" });
    assert.equal(status, 0, stdout);
  });
}

for (const [name, options, file, made] of [
  ["CommonJS, as AbstractPlay's gameslib", { module: "commonjs", moduleResolution: "node10", esModuleInterop: true, target: "ES2016" }, "main.ts", "main.js"],
  ["Node's own resolution, by import", { module: "node16" }, "main.mts", "main.mjs"],
  ["Node's own resolution, by require", { module: "node16" }, "main.cts", "main.cjs"],
  ["for a bundler", { module: "esnext", moduleResolution: "bundler" }, "main.mts", "main.mjs"],
]) {
  test(`TypeScript: ${name}`, async (t) => {
    const compilerOptions = { target: "ES2022", lib: ["ES2022", "DOM"], strict: true, types: [], ...options };
    const root = project(t, { [file]: typed, "tsconfig.json": JSON.stringify({ compilerOptions, files: [file] }) });
    const { status, stdout } = spawnSync(process.execPath, [bundlers.resolve("typescript/bin/tsc"), "-p", root], { encoding: "utf8" });
    assert.equal(status, 0, stdout);
    assert.equal(await run(join(root, made)), answer);
  });
}
