// The npm package on Node: its answers are those of the command, from every source, and errors have their codes.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { openAsBlob, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { cp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { listOf, open, root, TablesError } from "./package.mjs";
import { askCommand, command, goodTables, oneSided, randomPositions, serve, temporaryDirectory } from "./support.mjs";

const seed = Number(process.env.DAMEOTB_SEED ?? 20261123);
const manyTables = process.env.DAMEOTB_MANY_TABLES; // of up to 5 pieces, if there are any: a longer test
const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5: a7-g7 a1-b1 g7-b7 b1xb8 h8xa8

/** Compares the package's answers to positions with the command's. */
async function compare(tables, directory, fens) {
  const expected = askCommand(directory, fens);
  let known = 0;
  let captures = 0;
  let proven = 0;
  const answers = [];
  for (const [i, fen] of fens.entries()) {
    const found = await tables.moves(fen);
    const { error, result, plies, at_least, at_most, moves } = expected[i];
    // What only the moves prove, results() does not look at. Forced captures can tell the result alone.
    const isProven = "at_least" in found && (found.missing_table !== null || found.plies !== null);
    answers.push(isProven ? { result: null, plies: null } : { result: found.result, plies: found.plies });
    if (error) {
      // The command has no answer at all where a table is missing and the moves prove nothing.
      assert.match(error, /^no table/, fen);
      assert.ok(found.result === null && found.at_least?.result !== "draw", `${fen}: ${error}`);
      continue;
    }
    known += 1;
    captures += found.must_capture ? 1 : 0;
    proven += isProven && result !== null ? 1 : 0;
    assert.deepEqual([found.result, found.plies, found.at_least, found.at_most], [result, plies, at_least, at_most],
                     `${fen}, seed ${seed}`);
    const short = found.moves.map((one) => ({ move: one.move, result: one.result, plies: one.plies,
                                              captured: one.captured.length, fen: one.fen }));
    assert.deepEqual(short, moves, `${fen}, seed ${seed}`);
    const { moves: _, ...head } = found;
    assert.deepEqual(await tables.probe(fen), head);
  }
  assert.deepEqual(await tables.results(fens), answers);
  return { known, captures, proven };
}

test("under a draw rule answers are those of the command, and lines end before the counter", async (t) => {
  t.diagnostic(`seed ${seed}`);
  const directory = join(dirname(goodTables), "ruled");
  const rule = 6; // under which many results change
  const tables = await open(directory);
  const fens = randomPositions(3000, 3, seed).map((fen, i) => `${fen}:H${i % 8}`);
  const expected = askCommand(directory, fens, rule);
  const counts = { compared: 0, changed: 0, lines: 0 };
  for (const [i, fen] of fens.entries()) {
    if (expected[i].error) {
      continue;
    }
    const found = await tables.moves(fen, { rule });
    assert.deepEqual([found.result, found.plies, found.rule], [expected[i].result, expected[i].plies, expected[i].rule], fen);
    const short = found.moves.map((one) => ({ move: one.move, result: one.result, plies: one.plies, zeroing: one.zeroing,
                                              rule: one.rule, captured: one.captured.length, fen: one.fen }));
    assert.deepEqual(short, expected[i].moves, fen);
    const { moves, ...head } = found;
    assert.deepEqual(await tables.probe(fen, { rule }), head);
    if (!("at_least" in head)) {
      assert.deepEqual(await tables.results([fen], { rule }), [{ result: head.result, plies: head.plies, rule: head.rule }]);
    }
    counts.compared += 1;
    counts.changed += head.rule.result === head.result ? 0 : 1;
    if (i % 20 === 0 && moves.every((move) => move.rule.result !== null)) {
      const { line } = await tables.line(fen, { rule });
      assert.equal(line.length === 0, head.rule.result === "draw" || moves.length === 0, fen);
      assert.ok(line.every((step) => Number(step.fen.match(/:H(\d+)$/)[1]) <= rule), fen);
      if (line.length > 0) {
        assert.equal((await tables.moves(line.at(-1).fen)).moves.length, 0, fen);
        counts.lines += 1;
      }
    }
  }
  assert.ok(counts.compared > 500 && counts.changed > 20 && counts.lines > 10, JSON.stringify(counts));
  await assert.rejects(tables.probe(fens[0], { rule: 0 }), RangeError);
  await assert.rejects(tables.moves(fens[0], { rule: 121 }), RangeError);
  const other = await tables.probe("W:WKd1,Ka3:BKa1", { rule: 12 }); // a win in 13
  assert.deepEqual(other.rule, { plies: 12, counter: 0, result: null, z: null, missing_dtz: "KKvK" });
  await tables.close();
});

test("answers are those of the command: random positions, forced captures, missing tables", async (t) => {
  t.diagnostic(`seed ${seed}`);
  const tables = await open(goodTables);
  const fens = randomPositions(2000, 4, seed);
  const { known, captures, proven } = await compare(tables, goodTables, fens);
  assert.ok(known > 500 && known < 1900 && captures > 100 && proven > 50, `${known} known, ${captures} captures, ${proven} proven`);
  await tables.close();
});

test("so they are where one side to move is stored", async (t) => {
  const directory = oneSided(t);
  const tables = await open(directory);
  const { known } = await compare(tables, goodTables, randomPositions(1000, 3, seed + 1));
  assert.ok(known > 500);
  await tables.close();
});

test("and with tables of up to 5 pieces", { skip: !manyTables && "DAMEOTB_MANY_TABLES is not set" }, async (t) => {
  const tables = await open(manyTables);
  const counts = await compare(tables, manyTables, randomPositions(20000, 5, seed + 2));
  t.diagnostic(JSON.stringify({ ...counts, read: tables.read }));
  await tables.close();
});

test("best play is that of the command", async () => {
  const tables = await open(goodTables);
  const { line, result, plies } = await tables.line(twoKings);
  assert.deepEqual([result, plies, line.map(({ move }) => move).join(" ")],
                   ["win", 5, "a7-g7 a1-b1 g7-b7 b1xb8 h8xa8"]);
  for (const fen of randomPositions(60, 3, seed + 3)) {
    const { status, stdout } = spawnSync(command, ["line", "--json", "--dir", goodTables, fen], { encoding: "utf8" });
    if (status === 0) {
      const found = await tables.line(fen);
      assert.deepEqual(found.line.map(({ move }) => move), JSON.parse(stdout).line.map(({ move }) => move), fen);
    }
  }
  await tables.close();
});

test("a probe asks for the bytes of its moves only where the table is missing", async () => {
  const [probed, moved] = await Promise.all([open(goodTables), open(goodTables)]);
  assert.equal((await probed.probe(twoKings)).at_least, undefined);
  await moved.moves(twoKings);
  assert.ok(probed.read.bytes < moved.read.bytes, `${probed.read.bytes} and ${moved.read.bytes}`);
  const wins = await probed.probe("W:WKa1,g7:Bb4"); // a promotion, into a class that has a table
  assert.deepEqual([wins.result, wins.plies, wins.at_least, wins.at_most, wins.missing_table.class],
                   ["win", null, { result: "win", plies: 5 }, null, "KMvM"]);
  await Promise.all([probed.close(), moved.close()]);
});

test("README.md has words for an answer, also for one that only the moves prove", async () => {
  const [recipe] = /    function words[^]*?\n    }\n/.exec(readFileSync(new URL("README.md", root), "utf8"));
  const words = new Function(`${recipe}; return words;`)();
  const tables = await open(goodTables);
  for (const [fen, said] of [
    [twoKings, "win in 5"], ["B:WKg7,Kh8:BKa1", "loss in 4"], ["W:WKa1:BKh7", "draw"],
    ["W:We2,Kh6:BKb2,f7", "win in at most 7"], ["W:Wa1,a2,b1,b2:BKh8", "not known"],
  ]) {
    assert.equal(words(await tables.moves(fen)), said, fen);
  }
  assert.equal(words({ result: null, plies: null, at_least: { result: "draw", plies: 0 } }), "at least a draw");
  assert.equal(words({ result: "loss", plies: null, at_least: { result: "loss", plies: 4 } }), "loss in at least 4");
  for (const at_least of [undefined, null, { result: "win", plies: null }]) {
    assert.equal(words({ result: "win", plies: null, at_least }), "win");
  }
  await tables.close();
});

test("rules without tables", async () => {
  const tables = await open(new Map());
  const start = "W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2,f2,g2,c3,d3,e3,f3:Bc6,d6,e6,f6,b7,c7,d7,e7,f7,g7,a8,b8,c8,d8,e8,f8,g8,h8";
  const { stdout } = spawnSync(command, ["perft", start, "4"], { encoding: "utf8" });
  assert.ok(stdout.includes(`${await tables.perft(start, 4)}`), stdout);
  const moves = await tables.legalMoves("W:WKd1:BKf1,a2,b4,d3");
  assert.deepEqual(moves.map(({ captured }) => captured.length), [4, 4]);
  const { result, missing_table } = await tables.probe(twoKings);
  assert.deepEqual([result, missing_table], [null, { class: "KKvK", can_be_made: true }]);
  const many = await tables.probe("W:WKa1,Kb1,Kc1,Kd1:BKh8,Kg8,Kf8,Ke8");
  assert.deepEqual(many.missing_table, { class: "KKKKvKKKK", can_be_made: false });
});

/** What `dameotb serve` answers to texts of games. */
async function askServer(t, texts) {
  const child = spawn(command, ["serve", "--dir", goodTables, "--port", "0"], { stdio: ["ignore", "pipe", "inherit"] });
  t.after(() => child.kill());
  const [printed] = await once(child.stdout, "data");
  const url = new URL("api/v1/games", /http:\/\/\S+/.exec(printed)[0]);
  const answers = [];
  for (const pdn of texts) {
    const headers = { "Content-Type": "application/json" };
    const sent = Buffer.from(pdn).toString(); // half a pair of surrogates is no text
    const reply = await fetch(url, { method: "POST", headers, body: JSON.stringify({ pdn: sent }) });
    assert.equal(reply.status, 200, pdn.slice(0, 200));
    answers.push(await reply.json());
  }
  return answers;
}

test("games are read as the server reads them, broken ones too", async (t) => {
  const corpus = new URL("../fuzz/corpus/pdn/", import.meta.url);
  const full = "W:WKh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8"; // as below
  const texts = [
    ...readdirSync(corpus).map((name) => readFileSync(new URL(name, corpus), "utf8")),
    "",
    `\uFEFF[White "A"]\r\n[FEN "${twoKings}"]\r\n1. a7-g7 (1. a7-a6) a1-b1 {why} 2-0\n[White "B"]\n1. c3-c4 c3-c4\n`,
    '[White "\\"\\\\ / \u0000\u0001\u001f\u007f\t\u2028 \u00e9 \ud83d\ude00 \ud800"]\n[White "again"]\n' +
      '[__proto__ "x"]\n1. c3-c4',
    '[White x]\n[Black "y"]\n1. c3-c4',
    '[FEN "W:Wz9:Ba1"]\n[Black "y"]\n1. c3-c4\n[White "next"]\n1. c3-c4 *',
    '[Variant "Frisian"]\n1. c3-c4',
    `[white \u201CA\u201D]\n[fen "${twoKings}:H3:F103"]\n1.\u00A0A7\u2013G7\u00B1 a1\u2212b1(?) \u00BD-\u00BD`,
    "[\0W\0h\0i\0t\0e\0",
    "1. c3-c4 {for ever\nc6-c5",
    "1. c3-c4\n(1. d3-d4",
    "(1. c3-c4)",
    `1. ${"x".repeat(10000)}`,
    `1. c3-${"\u00e9".repeat(100)}`, // cut in the middle of a letter
    `[FEN "${full}"]\n1. h2xh9`,
    `[FEN "W:WKa1:BKh7"]\n1. a1-a2${" (a1-b1)".repeat(5000)}`,
    '[White "x"]\n1. c3-c4 c3-c5\n'.repeat(2000),
  ];
  const expected = await askServer(t, texts);
  const tables = await open(goodTables);
  for (const [i, pdn] of texts.entries()) {
    assert.deepEqual(await tables.games(pdn), expected[i], pdn.slice(0, 200));
  }
  assert.equal((await tables.probe(twoKings)).plies, 5);
  await tables.close();
});

test("from a web server, with few requests, each part once", async (t) => {
  const directory = temporaryDirectory(t);
  await cp(goodTables, directory, { recursive: true });
  writeFileSync(join(directory, "tables.json"), JSON.stringify(await listOf(directory)));
  const { url, requests } = await serve(t, directory);
  const tables = await open(url);
  assert.deepEqual(requests, [["tables.json", ""]]);
  await Promise.all([tables.moves(twoKings), tables.probe(twoKings), tables.moves(twoKings)]);
  const parts = requests.slice(1).map(([name, range]) => `${name} ${range}`);
  assert.equal(new Set(parts).size, parts.length, parts.join("\n"));
  const before = requests.length;
  await tables.moves(twoKings);
  assert.equal(requests.length, before); // what was read is here
  await compare(tables, goodTables, randomPositions(200, 3, seed + 4));
});

test("the list of a folder of tables is that which `dameotb site` writes", async (t) => {
  const site = join(temporaryDirectory(t), "site");
  const { status, stderr } = spawnSync(command, ["site", "--dir", goodTables, "--out", site, "KKvK", "MvM"],
                                       { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const written = JSON.parse(readFileSync(join(site, "tables", "tables.json"), "utf8"));
  assert.ok(written.files.length > 4);
  const byName = ({ files }) => [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  assert.deepEqual(byName(written), byName(await listOf(join(site, "tables"))));
});

test("from files that were chosen", async () => {
  const names = readdirSync(goodTables);
  const files = new Map(await Promise.all(names.map(async (name) => [name, await openAsBlob(join(goodTables, name))])));
  await compare(await open(files), goodTables, randomPositions(200, 3, seed + 5));
});

test("from anything that reads", async () => {
  const names = readdirSync(goodTables);
  const bytes = new Map(names.map((name) => [name, readFileSync(join(goodTables, name))]));
  const source = {
    list: async () => names.map((name) => ({ name, bytes: bytes.get(name).length })),
    read: async (name, offset, length) => bytes.get(name).subarray(offset, offset + length),
  };
  await compare(await open(source, { cacheBytes: 0 }), goodTables, randomPositions(200, 3, seed + 6));
});

test("results without plies need no .dtm", async () => {
  const names = readdirSync(goodTables);
  const read = new Set();
  const source = {
    list: async () => names.map((name) => ({ name, bytes: readFileSync(join(goodTables, name)).length })),
    read: async (name, offset, length) => {
      read.add(name);
      return readFileSync(join(goodTables, name)).subarray(offset, offset + length);
    },
  };
  const fens = randomPositions(200, 3, seed + 8);
  const results = await (await open(source)).results(fens, { plies: false });
  assert.deepEqual([...read].filter((name) => name.endsWith(".dtm")), []);
  const whole = await (await open(goodTables)).results(fens);
  assert.deepEqual(results, whole.map(({ result }) => ({ result, plies: result === "draw" ? 0 : null })));
  assert.ok(whole.some(({ plies }) => plies > 0));
});

const failsWith = (code) => (error) => error instanceof TablesError && error.code === code;

test("a text that is no position is refused, and the next question is answered", async () => {
  const tables = await open(goodTables);
  await assert.rejects(tables.probe("W:WKa9:BKa1"), failsWith("bad_position"));
  await assert.rejects(tables.moves("rubbish"), failsWith("bad_position"));
  for (const fens of [[twoKings, ""], ["", twoKings], [""], [twoKings, "", twoKings], [`${twoKings}\n${twoKings}`, twoKings],
                      [`${twoKings}\n`], [twoKings, "rubbish"], [twoKings, undefined], [twoKings, null]]) {
    await assert.rejects(tables.results(fens), failsWith("bad_position"), JSON.stringify(fens));
  }
  assert.equal((await tables.results([twoKings, twoKings])).length, 2);
  assert.deepEqual(await tables.results([]), []);
  await assert.rejects(tables.moves("W:WBd4:BGd3,b4"), (error) => failsWith("bad_position")(error) && /capture under way/.test(error.message));
  // A king among 19 others, placed for the worst.
  const full = "W:WKh2:BKc1,Kg1,Ka2,Kc2,Kg2,Kb3,Kd3,Ke3,Kf3,Kc4,Kc5,Ka6,Kd6,Kf6,Kg6,Kh6,Ke7,Kg7,Ke8";
  await assert.rejects(tables.legalMoves(full), failsWith("bad_position"));
  assert.equal((await tables.probe(twoKings)).plies, 5);
  await tables.close();
});

test("a damaged table is named", async (t) => {
  const directory = temporaryDirectory(t);
  await cp(goodTables, directory, { recursive: true });
  const file = join(directory, "KKvK.dtm");
  const bytes = readFileSync(file);
  for (const at of [5, bytes.length - 20]) {
    const damaged = Uint8Array.from(bytes);
    damaged[at] ^= 1;
    writeFileSync(file, damaged);
    const tables = await open(directory);
    await assert.rejects(tables.moves(twoKings), (error) => failsWith("damaged_table")(error) && /KKvK\.dtm/.test(error.message));
    assert.equal((await tables.probe("W:WKa1:BKc2")).result, "draw");
    await tables.close();
  }
});

test("a server without ranges, without a list, that fails, or whose files change", async (t) => {
  const directory = temporaryDirectory(t);
  await cp(goodTables, directory, { recursive: true });
  await assert.rejects(open((await serve(t, directory)).url), failsWith("no_list"));
  writeFileSync(join(directory, "tables.json"), JSON.stringify(await listOf(directory)));
  const isTable = (name) => name !== "tables.json";
  const asked = async (behave) => (await open((await serve(t, directory, behave)).url)).moves(twoKings);
  await assert.rejects(asked((_, name) => (isTable(name) ? "whole" : "well")), failsWith("no_ranges"));
  await assert.rejects(asked((_, name) => (isTable(name) ? "break" : "well")), failsWith("network"));
  await assert.rejects(asked((_, name) => (isTable(name) ? 500 : "well")), failsWith("network"));
  const positions = randomPositions(300, 3, seed + 7);
  const askAll = async (tables) => {
    for (const fen of positions) {
      await tables.moves(fen);
    }
  };
  let reads = 0;
  const once = (_, name) => (name === "KMvK.dtm" && ++reads > 1 ? "other" : "well"); // it is opened anew then
  const changed = await open((await serve(t, directory, once)).url);
  await askAll(changed);
  assert.ok(reads > 2);
  await compare(changed, goodTables, positions.slice(0, 50));
  const always = (_, name) => (name === "KMvK.dtm" && ++reads % 2 ? "other" : "well");
  await assert.rejects(askAll(await open((await serve(t, directory, always)).url)), failsWith("changed"));
  await assert.rejects(open("http://127.0.0.1:9/"), failsWith("network"));
});

test("what is asked can be aborted, and asked again", async (t) => {
  const directory = temporaryDirectory(t);
  await cp(goodTables, directory, { recursive: true });
  writeFileSync(join(directory, "tables.json"), JSON.stringify(await listOf(directory)));
  const tables = await open((await serve(t, directory)).url);
  const controller = new AbortController();
  const answer = tables.moves(twoKings, { signal: controller.signal });
  controller.abort();
  await assert.rejects(answer, { name: "AbortError" });
  await assert.rejects(tables.moves(twoKings, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.equal((await tables.moves(twoKings)).plies, 5);
});

test("the module is small, and starts fast", async (t) => {
  const wasm = readFileSync(new URL("src/dameotb.wasm", root));
  const packed = brotliCompressSync(wasm).length;
  const began = performance.now();
  await WebAssembly.compile(wasm);
  t.diagnostic(`${wasm.length} bytes, ${packed} with brotli, compiled in ${(performance.now() - began).toFixed(1)} ms`);
  assert.ok(packed <= 91_000, `${packed} bytes`);
  const [, raw, small] = /(\d+) KB \((\d+) KB with brotli\)/.exec(readFileSync(new URL("README.md", root), "utf8"));
  for (const [bytes, said] of [[wasm.length, raw], [packed, small]]) {
    assert.ok(Math.abs(bytes / 1000 - said) < 0.05 * said, `README.md says ${said} KB of ${bytes} bytes`);
  }
});
