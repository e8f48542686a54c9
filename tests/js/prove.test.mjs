// What a search proves where no table has the result.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { TablesError, open, root } from "./package.mjs";
import { goodTables, knownResults, randomPositions, serve } from "./support.mjs";

const stroke = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7"; // the Turkish stroke
const strokeLine = ["c1-e3", "a5xc5", "e1-c3", "c5xc1xh1xh3xd3", "d2xd4xd6xb6xb8"];
/** A number for an outcome: greater ones are better. A bound without plies is the worst outcome of its result, or the best. */
function worth({ result, plies }, extreme) {
  const most = 1000;
  return result === "draw" ? 0
       : result === "win" ? (plies === null ? (extreme === "worst" ? 1 : most) : most - plies)
                          : (plies === null ? (extreme === "worst" ? -most : -1) : plies - most);
}

/** Fails unless a value lies within the bounds of an answer. */
function assertTrue(answer, value) {
  const { fen, result, at_least: least, at_most: most } = answer;
  const what = `${fen}: ${JSON.stringify({ result, least, most })}, and it is ${JSON.stringify(value)}`;
  assert.ok(!least || worth(least, "worst") <= worth(value), what);
  assert.ok(!most || worth(value) <= worth(most, "best"), what);
  assert.ok(result === null || result === value.result, what);
}

test("a proof has its result, the most plies, and a line to the end", async () => {
  const tables = await open(goodTables, { proofs: true });
  const answer = await tables.prove(stroke);
  assert.deepEqual([answer.result, answer.plies, answer.proved], ["win", null, true]);
  assert.deepEqual([answer.at_least, answer.at_most], [{ result: "win", plies: 5 }, null]);
  assert.deepEqual(answer.line.map(({ move }) => move), strokeLine);
  const known = await tables.prove("W:WKa7,Kh8:BKa1");
  assert.deepEqual([known.result, known.plies, known.proved, known.line.length], ["win", 5, undefined, 5]);
  const start = await tables.prove("W:Wa1,b1,c1,d1,e1,f1,g1,h1:Ba8,b8,c8,d8,e8,f8,g8,h8", { time: 50 });
  assert.deepEqual([start.result, start.proved, start.line], [null, undefined, []]);
  await tables.close();
});

test("the positions with known results have them", async () => {
  const tables = await open(goodTables, { proofs: true });
  for (const [fen, result, plies] of knownResults(fileURLToPath(new URL("../../docs", import.meta.url)))) {
    const answer = await tables.prove(fen);
    assert.deepEqual([fen, answer.result, plies ?? answer.plies], [fen, result, answer.plies]);
  }
  await tables.close();
});

test("under a draw rule a proof says what holds under it", async () => {
  const tables = await open(goodTables, { proofs: true });
  // The win takes 5 plies, the first of them a man's move, which resets the counter.
  const inTime = await tables.prove(`${stroke}:H49`, { rule: 50 });
  assert.deepEqual([inTime.rule.result, inTime.rule.at_least], ["win", { result: "win", z: null }]);
  assert.deepEqual([inTime.result, inTime.at_least.plies, inTime.proved], ["win", 5, true]);
  assert.deepEqual(inTime.line.map(({ move }) => move), strokeLine);
  const tooLate = await tables.prove(stroke, { rule: 2, time: 200 });
  assert.deepEqual([tooLate.rule.result, tooLate.rule.at_least], [null, { result: "draw", z: 0 }]);
  assert.equal(tooLate.result, "win");
  const known = await tables.prove("W:WKa7,Kh8:BKa1:H45", { rule: 50 });
  assert.deepEqual(known, await tables.line("W:WKa7,Kh8:BKa1:H45", { rule: 50 }));
  await assert.rejects(tables.prove(stroke, { rule: 0 }));
  await tables.close();
});

test("no bound that is proven is false, from tables that come piece by piece", async (t) => {
  const seed = 20261129;
  const { url, requests } = await serve(t, goodTables);
  const all = await open(goodTables);
  const { files } = all;
  const read = async (name, offset, length) => {
    const reply = await fetch(url + name, { headers: { Range: `bytes=${offset}-${offset + length - 1}` } });
    return new Uint8Array(await reply.arrayBuffer());
  };
  const few = await open({ list: async () => files, read }, { proofs: true, mostPieces: 2 });
  let decided = 0;
  const fens = randomPositions(200, 3, seed);
  const truth = await all.results(fens);
  const isKnown = truth.map(({ plies }) => plies !== null);
  for (const [i, fen] of fens.entries()) {
    if (isKnown[i]) {
      const answer = await few.prove(fen, { time: 60 });
      assertTrue(answer, truth[i]);
      decided += answer.result === null ? 0 : 1;
    }
  }
  const known = isKnown.filter(Boolean).length;
  t.diagnostic(`seed ${seed}: ${decided} of ${known} decided, ${requests.length} requests`);
  assert.ok(known > 100 && decided > known / 2, `${decided} of ${known} decided`);
  assert.ok(requests.length > 0);
  await all.close();
});

test("a search goes on where it ended, lets others have their turn, and can be called off", async () => {
  const tables = await open(goodTables, { proofs: true });
  const hard = "W:WKc8:Ba2,Kh2,e4,b6,b7,f7,e8,g8,h8";
  let asked = 0;
  while (asked < 1000 && (await tables.prove(hard, { time: 1 })).result !== "loss") {
    asked += 1;
  }
  assert.ok(asked < 1000);
  const start = "W:Wa1,b1,c1,d1,e1,f1,g1,h1:Ba8,b8,c8,d8,e8,f8,g8,h8";
  const controller = new AbortController();
  const endless = tables.prove(start, { time: 1e9, signal: controller.signal });
  assert.equal((await tables.probe("W:WKa7,Kh8:BKa1")).plies, 5);
  controller.abort();
  await assert.rejects(endless, { name: "AbortError" });
  await tables.close();
});

test("what cannot be searched is refused, or soon answered", async () => {
  const tables = await open(goodTables, { proofs: true });
  await assert.rejects(tables.prove("W:WKa7"), (error) => error instanceof TablesError && error.code === "bad_position");
  const others = await open(goodTables);
  await assert.rejects(others.prove(stroke), { name: "TypeError", message: /option `proofs`/ });
  // So many ways to capture that no search begins: a king among 19 others, placed for the worst.
  const crowd = "W:WKh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8";
  assert.equal((await tables.prove(crowd, { time: 1e9 })).result, null);
  await Promise.all([tables.close(), others.close()]);
});

test("the larger module has the size that README.md says", async () => {
  const wasm = readFileSync(new URL("src/dameotb-prove.wasm", root));
  const packed = brotliCompressSync(wasm).length;
  const [, raw, small] = /dameotb-prove\.wasm`, (\d+) KB \((\d+) KB with brotli\)/.exec(
    readFileSync(new URL("README.md", root), "utf8").replace(/\s+/g, " "));
  for (const [bytes, said] of [[wasm.length, raw], [packed, small]]) {
    assert.ok(Math.abs(bytes / 1000 - said) < 0.05 * said, `README.md says ${said} KB of ${bytes} bytes`);
  }
});
