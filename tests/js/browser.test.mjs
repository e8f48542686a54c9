// The npm package in a browser: the example page on a plain web server, fast and slow.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage, site } from "./browser.mjs";
import { networkTime } from "./network.mjs";
import { askCommand, goodTables, randomPositions, serve } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5

test("the example says who wins, from a folder below the root, with a strict policy", async (t) => {
  const { url, requests } = await serve(t, await site(t));
  const page = await openPage(t, `${url}some/where/index.html?fen=${twoKings}`);
  await page.locator("#answer", { hasText: "For white, who is to move: win in 5." }).waitFor();
  assert.equal(await page.locator("#moves li").first().textContent(), "a7-g7 win in 5");
  assert.ok(requests.some(([name, range]) => name === "some/where/tables/KKvK.dtm" && range !== ""));
  await page.locator("#moves a").first().click();
  await page.locator("#answer", { hasText: "For black, who is to move: loss in 4." }).waitFor();
});

test("the example says what only the moves prove", async (t) => {
  const { url } = await serve(t, await site(t));
  const page = await openPage(t, `${url}some/where/index.html?fen=W:We2,Kh6:BKb2,f7`);
  await page.locator("#answer", { hasText: "win in at most 7 (there is no table KMvKM here)." }).waitFor();
  assert.equal(await page.locator("#moves li").first().textContent(), "h6-h2 win in 7");
  assert.ok((await page.locator("#moves li").allTextContents()).includes("e2-d3 not known"));
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

test("a server without ranges is named", async (t) => {
  const { url } = await serve(t, await site(t), (_, name) => (/\.(wdl|dtm)$/.test(name) ? "whole" : "well"));
  const page = await openPage(t, `${url}some/where/index.html`);
  await page.locator("#answer", { hasText: "sends whole files where parts are asked for" }).waitFor();
});

test("a slow network needs at most 1.8 s for the first result, and nothing is fetched twice", async (t) => {
  const { url } = await serve(t, await site(t), undefined, true);
  const { time, rounds } = await networkTime(t, {
    newPage: () => openPage(t, "about:blank"), url: `${url}some/where/index.html?fen=${twoKings}`,
    isDone: (page) => page.locator("#answer", { hasText: "win in 5" }).waitFor(), enough: 1800,
  });
  assert.ok(time < 1800, JSON.stringify(rounds, null, 1));
  const names = rounds.flatMap((round) => round.names);
  assert.equal(new Set(names).size, names.length, names.join(", ")); // what is fetched ahead is used
});
