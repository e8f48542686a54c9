// The npm package in a browser: the example page on a plain web server, fast and slow.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { askCommand, goodTables, randomPositions, serve, temporaryDirectory } from "./support.mjs";

const modules = process.env.DAMEOTB_NODE_MODULES;
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core/index.mjs")));
const { listOf } = await import(pathToFileURL(join(process.env.DAMEOTB_PACKAGE, "src/list.js")));
const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.EXPLORER_BROWSER, headless: true,
                                    args: ["--no-sandbox", "--disable-gpu", "--no-first-run"] });
});
after(() => browser?.close());

/** The example's folder, put together as its README says, in a folder below the server's root. */
async function site(t) {
  const root = temporaryDirectory(t);
  const below = join(root, "some", "where");
  mkdirSync(below, { recursive: true });
  for (const name of ["index.html", "who_wins.js"]) {
    cpSync(join(process.env.DAMEOTB_EXAMPLE, name), join(below, name));
  }
  cpSync(join(process.env.DAMEOTB_PACKAGE, "src"), join(below, "dameotb"), { recursive: true });
  cpSync(goodTables, join(below, "tables"), { recursive: true });
  writeFileSync(join(below, "tables", "tables.json"), JSON.stringify(await listOf(goodTables)));
  return root;
}

async function openPage(t, url) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource")) {
      problems.push(message.text());
    }
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  await page.goto(url);
  return page;
}

test("the example says who wins, from a folder below the root, with a strict policy", async (t) => {
  const { url, requests } = await serve(t, await site(t));
  const page = await openPage(t, `${url}some/where/index.html?fen=${twoKings}`);
  await page.locator("#answer", { hasText: "For white, who is to move: win in 5." }).waitFor();
  assert.equal(await page.locator("#moves li").first().textContent(), "a7-g7 win in 5");
  assert.ok(requests.some(([name, range]) => name === "some/where/tables/KKvK.dtm" && range !== ""));
  await page.locator("#moves a").first().click();
  await page.locator("#answer", { hasText: "For black, who is to move: loss in 4." }).waitFor();
});

test("answers in the browser are the command's", async (t) => {
  const { url } = await serve(t, await site(t));
  const page = await openPage(t, `${url}some/where/index.html`);
  const fens = randomPositions(400, 3, 20261123);
  const found = await page.evaluate(async (all) => {
    const { open } = await import("./dameotb/dameotb.js");
    const tables = await open(new URL("tables/", location.href));
    return Promise.all(all.map((fen) => tables.moves(fen)));
  }, fens);
  askCommand(goodTables, fens).forEach(({ error, result, plies, moves }, i) => {
    if (!error) {
      assert.deepEqual([found[i].result, found[i].plies], [result, plies], fens[i]);
      assert.deepEqual(found[i].moves.map(({ move, plies: count }) => [move, count]),
                       moves.map(({ move, plies: count }) => [move, count]), fens[i]);
    }
  });
});

test("a server without ranges is named; a slow network shows the first result within 2.5 s", async (t) => {
  const root = await site(t);
  const whole = await serve(t, root, (_, name) => (/\.(wdl|dtm)$/.test(name) ? "whole" : "well"));
  const refused = await openPage(t, `${whole.url}some/where/index.html`);
  await refused.locator("#answer", { hasText: "sends whole files where parts are asked for" }).waitFor();

  const { url } = await serve(t, root);
  const context = await browser.newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.emulateNetworkConditions",
                     { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 }); // 1.6 Mbit/s
  const began = performance.now();
  await page.goto(`${url}some/where/index.html?fen=${twoKings}`);
  await page.locator("#answer", { hasText: "win in 5" }).waitFor();
  t.diagnostic(`${(performance.now() - began).toFixed(0)} ms from nothing, the module not compressed`);
});
