// A site of all tables up to 5 pieces, with one side to move. It is made by hand, since that takes ten minutes:
//   dameotb site --dir tables --pieces 5 --sides one --claims data/claims/kings.claims --out DIR/some/where
//   EXPLORER_SOURCE=files EXPLORER_SITE=DIR node --test large_site.test.mjs   (with what run.cmake sets)

import assert from "node:assert/strict";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { randomPositions } from "./files_support.mjs";
import { timesByClock } from "./network.mjs";
import {
  addressOf, checkPages, fromNothing, headline, serveSite, start, stop, tooSmall, tooWide, violations, visit,
} from "./support.mjs";

const root = process.env.EXPLORER_SITE;
const site = root && join(root, "some", "where");
const byHand = { skip: !root && "EXPLORER_SITE is not set" };
const fivePieces = "W:WKb2,Ke2,c3:BKf5,Kh5";

if (root) {
  before(start);
  after(stop);
}

test("it takes at most 130 MB, and all its links lead somewhere", byHand, (t) => {
  const bytes = readdirSync(site, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath ?? entry.path, entry.name)).size, 0);
  const { pages, links } = checkPages(site);
  t.diagnostic(`${(bytes / 1e6).toFixed(1)} MB, ${pages.length} pages, ${links} links`);
  assert.ok(bytes <= 130e6, `${bytes} bytes`);
});

test("its pages are usable by all, on a telephone too", byHand, async (t) => {
  for (const options of [{}, { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }]) {
    for (const name of ["./", `explorer.html?fen=${fivePieces}`, "report/index.html", "report/KKMvKK.html",
                        "report/claims.html", "rules.html"]) {
      const page = await visit(t, addressOf(name), options);
      await page.waitForLoadState("networkidle");
      assert.deepEqual(await violations(page), [], name);
      assert.deepEqual(await tooWide(page, options.viewport?.width ?? 1280), [], name);
      assert.deepEqual(options.isMobile && !name.startsWith("report") ? await tooSmall(page) : [], [], name);
    }
  }
});

test("on a slow network a position of 5 pieces has its result within 2.5 seconds", byHand, async (t) => {
  const times = await timesByClock(t, {
    ...await fromNothing(t, { root, fen: fivePieces }), isDone: (page) => headline(page, "wins"),
    isDoneLater: (page) => headline(page, "wins in"), enough: 2500,
  });
  assert.ok(times.some((time) => time < 2500), `${times} ms`);
});

test("all moves of a random position need 12 requests and 200 KB at most on average, and none again", byHand, async (t) => {
  const url = `${await serveSite(t, { root })}tables/`;
  const { open } = await import(pathToFileURL(join(site, "dameotb", "dameotb.js")));
  const wasm = await WebAssembly.compile(readFileSync(join(site, "dameotb", "dameotb.wasm")));
  const fens = randomPositions(4000, 5, 20261123).filter((fen) => fen.match(/[a-h][1-8]/g).length === 5).slice(0, 100);
  let [requests, bytes] = [0, 0];
  for (const fen of fens) {
    const tables = await open(url, { wasm });
    assert.notEqual((await tables.moves(fen)).result, null, fen);
    requests += tables.read.requests;
    bytes += tables.read.bytes;
    const before_ = tables.read.requests;
    await tables.moves(fen);
    assert.equal(tables.read.requests, before_);
  }
  t.diagnostic(`${(requests / fens.length).toFixed(1)} requests, ${(bytes / fens.length / 1000).toFixed(0)} KB on average`);
  assert.ok(requests / fens.length <= 12);
  assert.ok(bytes / fens.length <= 200_000);
});
