// The example page in a browser: its folder, and pages that fail the test if a script does.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before } from "node:test";
import { pathToFileURL } from "node:url";
import { goodTables, temporaryDirectory } from "./support.mjs";

const modules = process.env.DAMEOTB_NODE_MODULES;
const { chromium } = await import(pathToFileURL(join(modules, "playwright-core/index.mjs")));
export const { listOf } = await import(pathToFileURL(join(process.env.DAMEOTB_PACKAGE, "src/list.js")));

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.EXPLORER_BROWSER, headless: true,
                                    args: ["--no-sandbox", "--disable-gpu", "--no-first-run"] });
});
after(() => browser?.close());

/** The address, below the server's root, of a page beside the example that does nothing. */
export const blankPage = "some/where/blank.html";

/** The example's folder, put together as its README says, in a folder below the server's root. */
export async function site(t) {
  const root = temporaryDirectory(t);
  const below = join(root, "some", "where");
  mkdirSync(below, { recursive: true });
  for (const name of ["index.html", "who_wins.js"]) {
    cpSync(join(process.env.DAMEOTB_EXAMPLE, name), join(below, name));
  }
  writeFileSync(join(root, blankPage), "<!DOCTYPE html><title>Blank</title>");
  cpSync(join(process.env.DAMEOTB_PACKAGE, "src"), join(below, "dameotb"), { recursive: true });
  cpSync(goodTables, join(below, "tables"), { recursive: true });
  writeFileSync(join(below, "tables", "tables.json"), JSON.stringify(await listOf(goodTables)));
  return root;
}

/** What a browser itself says of a request that failed, or whose answer the page may not read. */
const isOfRequest = (words) => /^(Failed to load resource|Access to fetch)/.test(words);

/** A page in a context of its own, with nothing in its caches. script: runs in it before all others. */
export async function openPage(t, url, script) {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const problems = [];
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !isOfRequest(message.text())) {
      problems.push(message.text());
    }
  });
  t.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  if (script) {
    await page.addInitScript(script);
  }
  await page.goto(url);
  return page;
}
