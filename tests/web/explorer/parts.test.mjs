// A site whose tables are in parts: its pages answer like those of a site with whole tables, and keep what they have seen.

import assert from "node:assert/strict";
import { readdirSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { randomPositions, serve } from "./files_support.mjs";
import { headline, isLoadError, settled, sharedSite, start, stop, visit, writeSite } from "./support.mjs";

const seed = Number(process.env.DAMEOTB_SEED ?? 20261126);
const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5, from KKvK and KvK
const small = ["--part-bytes", "1K"];
const isPart = (name) => /\.(wdl|dtm|dtz)\.\d{3}$/.test(name);

before(start);
after(stop);

/** A site of these arguments on a plain web server: {url, requests, tables}, `tables` the folder of its tables. */
async function served(t, arguments_, root = sharedSite(arguments_)) {
  const { url, requests } = await serve(t, root);
  return { url: `${url}some/where/`, requests, tables: join(root, "some", "where", "tables") };
}

/** What the pages of a site ask their answers for, asked in a browser: results, moves and best lines of positions. */
async function answersOf(t, { url }, fens) {
  const page = await visit(t, `${url}explorer.html`);
  await settled(page);
  return page.evaluate(async (all) => {
    const { line, probe, results } = await import("./answers.js");
    const answers = [await results(all)];
    for (const fen of all) {
      const early = [];
      answers.push([await probe(fen, { early: (known) => early.push(known) }), early, await line(fen)]);
    }
    return answers;
  }, fens);
}

test("answers are those of a site with whole tables", async (t) => {
  t.diagnostic(`seed ${seed}`);
  const fens = randomPositions(150, 3, seed);
  const whole = await answersOf(t, await served(t, []), fens);
  assert.ok(whole[0].filter(({ plies }) => plies > 0).length > 50);
  assert.ok(whole.slice(1).filter(([, , { line }]) => line.length > 0).length > 50);
  for (const size of ["1K", "4K", "5001"]) { // within a chunk of what is read, and over the borders of chunks
    const site = await served(t, ["--part-bytes", size]);
    assert.ok(readdirSync(site.tables).filter(isPart).length > 10);
    assert.deepEqual(await answersOf(t, site, fens), whole, size);
    const read = site.requests.map(([name]) => name).filter(isPart);
    assert.ok(new Set(read).size > 10, `${read}`);
    assert.deepEqual(site.requests.filter(([name, range]) => isPart(name) && !range), [], "whole parts");
  }
});

test("what was seen is there without a network", async (t) => {
  const { url, requests } = await served(t, small);
  const page = await visit(t, `${url}explorer.html?fen=${twoKings}`, { isExpected: isLoadError });
  await headline(page, "White wins in 5 plies");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload(); // now all comes through the worker
  await headline(page, "White wins in 5 plies");
  assert.ok(requests.some(([name]) => isPart(name)));
  await page.context().setOffline(true);
  await page.reload();
  await headline(page, "White wins in 5 plies");
  // Tables are kept as ranges of whole tables, and not once more with the pages.
  const kept = await page.evaluate(async () => {
    const all = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    return all.flat().map((request) => new URL(request.url).pathname);
  });
  assert.ok(kept.some((name) => name.endsWith("/KKvK.dtm")), `${kept}`);
  assert.deepEqual(kept.filter(isPart), []);
});

test("without a part the tables in it are not known, and others are", async (t) => {
  const { url, tables } = await served(t, small, writeSite(t, small));
  const part = join(tables, "KKvK.dtm.001");
  const page = await visit(t, `${url}favicon.svg`, { isExpected: isLoadError });
  for (const [spoil, words] of [[() => truncateSync(part, 1000), "KKvK.dtm.001: 1000 bytes came where there should be 1024"],
                                [() => rmSync(part), "cannot be read over the network"]]) {
    spoil();
    await page.goto(`${url}explorer.html?fen=${twoKings}`);
    await headline(page, "No answer");
    await page.locator("#detail", { hasText: words }).waitFor();
    await page.goto(`${url}explorer.html?fen=W:WKa1:BKc2`);
    await headline(page, "Draw");
  }
});
