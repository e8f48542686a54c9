// Pages with tables behind them, a browser, and pages in it that fail the test if a script does. The pages come from
// `dameotb serve`, or if EXPLORER_SOURCE is "files" from a plain web server with the folder of `dameotb site`.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { serve } from "./files_support.mjs";

/** The pages have no server of tables behind them. */
export const isFiles = process.env.EXPLORER_SOURCE === "files";
/** For tests of nothing but pages: those of a site are the same files, and only answers.js is another. */
export const ofPages = { skip: isFiles && "the pages are those of a server, with which this is tested" };

const browserOptions = {
  executablePath: process.env.EXPLORER_BROWSER,
  headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync"],
};

let browser;
let address; // of the explorer
const endings = []; // what ends all that was started

const endingsOf = new WeakMap(); // from a test to what ends all that it has started

/** Calls end() after the test: first for what began last, so that a page is gone before the server that it asks. */
function afterwards(test, end) {
  if (!endingsOf.has(test)) {
    const all = [];
    endingsOf.set(test, all);
    test.after(async () => {
      const errors = [];
      for (const each of all.reverse()) {
        await Promise.resolve().then(each).catch((error) => errors.push(error));
      }
      if (errors.length > 0) {
        throw errors[0];
      }
    });
  }
  endingsOf.get(test).push(end);
}

async function startServer(...more) {
  // Other tests share the tables, so what the server counts is kept elsewhere.
  const counts = mkdtempSync(join(tmpdir(), "dameotb-test-"));
  endings.push(() => rmSync(counts, { recursive: true }));
  const child = spawn(process.env.EXPLORER_COMMAND,
                      ["serve", "--dir", process.env.EXPLORER_TABLES, "--stats-dir", counts, "--port", "0", ...more],
                      { stdio: ["ignore", "pipe", "inherit"] });
  const [printed] = await once(child.stdout, "data");
  return [child, `${/http:\/\/\S+/.exec(printed)[0]}explorer.html`];
}

/** The address of the explorer of another server, with these options. */
export async function serveWith(test, ...options) {
  const [child, explorer] = await startServer(...options);
  afterwards(test, () => child.kill());
  return explorer;
}

/** Calls make(arguments), which returns a directory, the first time only for each arguments. */
function madeOnce(make) {
  const made = new Map();
  return (arguments_ = []) => {
    const key = JSON.stringify(arguments_);
    if (!made.has(key)) {
      made.set(key, make(arguments_));
    }
    return made.get(key);
  };
}

/** Runs the command with the tables. It writes into a directory some/where below the one that is returned. */
function run(subcommand, arguments_) {
  const root = mkdtempSync(join(tmpdir(), "explorer-"));
  endings.push(() => rmSync(root, { recursive: true }));
  mkdirSync(join(root, "some"));
  const all = [subcommand, "--dir", process.env.EXPLORER_TABLES, "--out", join(root, "some", "where"), ...arguments_];
  const { status, stderr } = spawnSync(process.env.EXPLORER_COMMAND, all, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return root;
}

/**
 * A site in a folder some/where below a directory. Returns that directory, which tests share: they leave it as it is.
 * `arguments_` are those of the command.
 */
export const sharedSite = madeOnce((arguments_) => {
  const classes = ["MMvK", "KKvM", "MvM"]; // and those they lead to: without MMvM, which lacks one
  return run("site", [...classes, ...arguments_]);
});

/** Such a site that the test may change. It is removed after the test. */
export function writeSite(test, arguments_) {
  const root = temporaryDirectory(test);
  cpSync(sharedSite(arguments_), root, { recursive: true });
  return root;
}

/** A plain web server with a site, that of EXPLORER_SITE if there is one. Returns the address of the site; the options are those of serve(). */
export async function serveSite(test, { root = process.env.EXPLORER_SITE ?? sharedSite(), behave, compresses, headers } = {}) {
  const { url } = await serve({ after: (end) => afterwards(test, end) }, root, behave, compresses, headers);
  return `${url}some/where/`;
}

/** Starts both; the browser has a profile of its own, which is new and is removed at the end. */
export async function start() {
  if (isFiles) {
    address = `${await serveSite({ after: (end) => endings.push(end) })}explorer.html`;
  } else {
    const [server, printed] = await startServer();
    endings.push(() => server.kill());
    address = printed;
  }
  browser = await chromium.launch(browserOptions);
}

export async function stop() {
  await browser?.close();
  endings.forEach((end) => end());
}

/** A page in a browser context of its own, closed after the test, which fails if there were problems. */
async function newPage(test, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const problems = [];
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => problems.push(error.message));
  afterwards(test, async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  return { page, problems };
}

/** The words are the browser's own, of a request that was refused or broken off: what the page then shows is tested. */
export const isLoadError = (words) => /^(Failed to load resource|Access to fetch)/.test(words);

/** A page of the explorer. */
export async function open(test, fen = null, options = {}) {
  const { page, problems } = await newPage(test, options);
  page.on("console", (message) => {
    if (message.type() === "error" && !isLoadError(message.text())) {
      problems.push(message.text());
    }
  });
  page.on("request", (request) => {
    if (!request.url().startsWith(new URL(".", address).href)) {
      problems.push(`asks for ${request.url()}`);
    }
  });
  await page.goto(fen === null ? address : `${address}?fen=${fen}`);
  await settled(page);
  return page;
}

/** Another page, at an address of its own; the test fails if there are errors that `isExpected` does not know. */
export async function visit(test, url, { isExpected = () => false, ...options } = {}) {
  const { page, problems } = await newPage(test, options);
  page.on("console", (message) => {
    if (message.type() === "error" && !isExpected(message.text())) {
      problems.push(message.text());
    }
  });
  await page.goto(url);
  return page;
}

/** The address of another page of those that the tests are about. */
export const addressOf = (name) => new URL(name, address).href;

// These two wait most. A function is asked in every frame; a locator looks again after half a second.

/** Waits until the answer to the position that is shown is there. */
export const settled = (page) =>
  page.waitForFunction(() => document.querySelector("#result[aria-busy=false]")?.checkVisibility());

export const square = (page, name) => page.locator(`[data-square=${name}]`);

/** Waits until the headline says so: has the text in it, or matches the regular expression. */
export async function headline(page, text) {
  const asked = text instanceof RegExp ? { source: text.source, flags: text.flags } : { text };
  await page.waitForFunction(({ source, flags, text: part }) => {
    const element = document.getElementById("headline");
    const said = element?.checkVisibility() ? element.textContent : "";
    return part === undefined ? new RegExp(source, flags).test(said) : said.includes(part);
  }, asked);
}

/** The position in the address. */
export const fenOf = (page) => new URL(page.url()).searchParams.get("fen");

/** Waits for a position in the address, and that the page has its answer. */
export async function atFen(page, fen) {
  await page.waitForFunction((expected) => new URLSearchParams(location.search).get("fen") === expected, fen);
  assert.equal(await page.locator("#fen").inputValue(), fen);
  await settled(page);
}

/** Waits for a place of a game that began with a counter: without a draw rule only the address has it. */
export async function atCounted(page, fen) {
  await page.waitForFunction((expected) => new URLSearchParams(location.search).get("fen") === expected, fen);
  assert.equal(await page.inputValue("#fen"), fen.replace(/:H\d+$/, ""));
  await settled(page);
}

/** What stands on the board, as the accessible names of its squares say: {a1: "White king", ...}. */
export async function pieces(page) {
  const names = await page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.ariaLabel));
  assert.equal(names.length, 64);
  return Object.fromEntries(names.map((name) => name.split(", ")).filter(([, piece]) => piece !== "vacant")
                                 .map(([name, piece]) => [name, piece]));
}

/** The arguments that let the boards of a report lead to the explorer that was started. */
export const leadsHere = () => ["--explorer", address];

/** A directory that is removed after the test. */
export function temporaryDirectory(test) {
  const directory = mkdtempSync(join(tmpdir(), "explorer-"));
  afterwards(test, () => rmSync(directory, { recursive: true }));
  return directory;
}

/** The directory of a report, which tests share: `arguments_` are those of the command. */
const sharedReport = madeOnce((arguments_) => join(run("report", arguments_), "some", "where"));

/** The explorer of another server, which has the report of these arguments, too. */
export async function serveReport(test, arguments_) {
  const [child, root] = await startServer("--report", sharedReport(["--explorer", "/", ...arguments_]));
  afterwards(test, () => child.kill());
  const { page, problems } = await newPage(test);
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  await page.goto(root);
  await settled(page);
  return page;
}

/** A report of these arguments, opened from the disk. */
export async function makeReport(test, arguments_, { name = "index", ...options } = {}) {
  const { page } = await newPage(test, options);
  await page.goto(pathToFileURL(join(sharedReport(arguments_), `${name}.html`)).href);
  return page;
}

/** What a test of a slow network loads: the explorer of the site in `root` at a position, with nothing in its caches. */
export async function fromNothing(t, { root, fen }) {
  const site = await serveSite(t, { root, compresses: true });
  return { newPage: () => visit(t, `${site}favicon.svg`, { isExpected: isLoadError }), url: `${site}explorer.html?fen=${fen}` };
}

/** The files of a directory, as paths below it. */
const filesBelow = (directory) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath ?? entry.path, entry.name)));

/** Asserts that every page of a site has its policy, and that every link leads to something. Returns {pages, links}. */
export function checkPages(site) {
  const pages = filesBelow(site).filter((name) => name.endsWith(".html"));
  let links = 0;
  for (const name of pages) {
    const text = readFileSync(join(site, name), "utf8");
    const [policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(text)?.slice(1) ?? [];
    assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; /, name);
    assert.doesNotMatch(policy, /unsafe-inline|https?:/);
    assert.doesNotMatch(text, /<!-- with /);
    for (const [, target] of text.matchAll(/ (?:href|src)="([^"]+)"/g)) {
      const [path, anchor] = target.replace(/\?[^#]*/, "").split("#");
      assert.doesNotMatch(path, /^(\/|[a-z]+:)/, `${name} leads out of the site: ${target}`);
      const file = path === "" ? join(site, name) : resolve(dirname(join(site, name)), path);
      assert.ok(existsSync(file), `${name}: ${target} is not there`);
      assert.ok(!anchor || readFileSync(file, "utf8").includes(`id="${anchor}"`), `${name}: ${target} has no such place`);
      links += 1;
    }
  }
  return { pages, links };
}

/** The rules of accessibility that depend on colours: all that a page in dark can break if it keeps the rules in light. */
export const rulesOfColours = ["color-contrast", "link-in-text-block"];

/** What axe finds against the rules of accessibility, all or those that are named. */
export async function violations(page, rules) {
  if (!await page.evaluate(() => "axe" in globalThis)) {
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  }
  const options = { preload: false, resultTypes: ["violations"], ...rules && { runOnly: rules } }; // preloading asks for style sheets
  return page.evaluate(async (chosen) => {
    const found = await globalThis.axe.run(chosen);
    return found.violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
  }, options);
}

/** What makes a page wider than the screen, which a telephone would show by shrinking all of it. */
export async function tooWide(page, width) {
  const content = await page.evaluate(() => document.documentElement.scrollWidth);
  return content <= width ? [] : [`${content} on ${width}`];
}

/** Links and controls that a finger misses: less than 40 pixels high. Links within sentences may be as low as those. */
export const tooSmall = (page) =>
  page.locator("nav a, .neighbours a, tbody a, .explore, button, select, summary, .segments label, #fen").evaluateAll((all) =>
    all.filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 40)
       .map((element) => element.outerHTML.slice(0, 80)));
