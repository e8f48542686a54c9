// Several sources, of which the first that has a file provides it, and the cap on pieces.

import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, openAsBlob, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { listOf, open, TablesError } from "./package.mjs";
import { goodTables, randomPositions, serve, temporaryDirectory } from "./support.mjs";

const seed = Number(process.env.DAMEOTB_SEED ?? 20261127);
const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5
const capture = "B:WKa3,Kc2:BKa1"; // leads to two kings

/** Moves the tables that `moves(name)` chooses out of a copy of all. Returns both directories. */
function split(t, moves) {
  const [kept, moved] = [temporaryDirectory(t), temporaryDirectory(t)];
  cpSync(goodTables, kept, { recursive: true });
  const names = readdirSync(kept).filter(moves);
  assert.ok(names.length > 0);
  names.forEach((name) => renameSync(join(kept, name), join(moved, name)));
  return [kept, moved];
}

async function answersOf(tables, fens) {
  const answers = [];
  for (const fen of fens) {
    answers.push(await tables.moves(fen));
  }
  // Of many positions at a time, what only the moves prove is not said.
  const ofTables = (_, i) => answers[i].at_least === undefined;
  assert.deepEqual((await tables.results(fens)).filter(ofTables),
                   answers.filter(ofTables).map(({ result, plies }) => ({ result, plies })));
  return answers;
}

test("answers do not depend on which source has a file", async (t) => {
  t.diagnostic(`seed ${seed}`);
  const fens = randomPositions(200, 3, seed);
  const alone = await open(goodTables);
  const expected = await answersOf(alone, fens);
  assert.ok(expected.some(({ result }) => result !== null));
  const [kept, moved] = split(t, (name) => name.startsWith("KK") || name.endsWith("dtm"));
  assert.notDeepEqual(await answersOf(await open(kept), fens), expected);
  writeFileSync(join(moved, "tables.json"), JSON.stringify(await listOf(moved)));
  const { url } = await serve(t, moved);
  const blobs = new Map();
  for (const name of readdirSync(moved).filter((name) => !name.endsWith("json"))) {
    blobs.set(name, await openAsBlob(join(moved, name)));
  }
  for (const list of [[kept, moved], [moved, pathToFileURL(kept)], [kept, url], [new URL(url), kept], [kept, blobs],
                      [kept, [moved]]]) {
    const tables = await open(list);
    assert.deepEqual(await answersOf(tables, fens), expected);
    assert.deepEqual(tables.duplicates, []);
    assert.deepEqual(tables.files.map(({ name }) => name).sort(), alone.files.map(({ name }) => name).sort());
    await tables.close();
  }
  assert.deepEqual(alone.duplicates, []);
});

test("the first source that has a file provides it, and the others are named", async (t) => {
  const other = temporaryDirectory(t);
  writeFileSync(join(other, "KKvK.wdl"), "no table");
  copyFileSync(join(goodTables, "KvK.dtm"), join(other, "KvK.dtm"));
  const good = await open([goodTables, other]);
  assert.equal((await good.probe(twoKings)).plies, 5);
  assert.deepEqual(good.duplicates, [{ name: "KKvK.wdl", used: 0, hidden: 1 }, { name: "KvK.dtm", used: 0, hidden: 1 }]);
  const bad = await open([other, goodTables]);
  await assert.rejects(bad.probe(twoKings), (error) => error instanceof TablesError && error.code === "damaged_table");
  const names = (tables) => tables.duplicates.map(({ name, used, hidden }) => `${name} ${used} ${hidden}`).sort();
  assert.deepEqual(names(bad), ["KKvK.wdl 0 1", "KvK.dtm 0 1"]);
  assert.deepEqual(names(await open([other, goodTables], { mostPieces: 2 })), ["KvK.dtm 0 1"]);
});

test("a source of a list that is not there is an error that names it", async (t) => {
  const none = join(temporaryDirectory(t), "none");
  for (const list of [[goodTables, none], [none, goodTables]]) {
    await assert.rejects(open(list), (error) => error.code === "unreadable" && error.message.startsWith(`${none}: `));
  }
  const empty = temporaryDirectory(t);
  mkdirSync(join(empty, "folder"));
  const { url } = await serve(t, empty);
  await assert.rejects(open([goodTables, url]), (error) => error.code === "no_list" && error.message.includes(url));
  await assert.rejects(open([]), TypeError);
});

test("tables of more than mostPieces pieces count as not there", async (t) => {
  const all = await open(goodTables);
  const expected = await all.moves(capture);
  const directory = temporaryDirectory(t);
  cpSync(goodTables, directory, { recursive: true });
  writeFileSync(join(directory, "KKvK.wdl"), "no table"); // would be an error
  const two = await open(directory, { mostPieces: 2 });
  assert.equal(two.files.length, 6);
  assert.deepEqual((await two.probe(twoKings)).missing_table, { class: "KKvK", can_be_made: true });
  assert.deepEqual(await two.moves(capture), expected);
  const one = await open(directory, { mostPieces: 1 });
  assert.equal((await one.probe(capture)).missing_table.class, "KvK");
  assert.equal((await (await open(goodTables, { mostPieces: 6 })).probe(twoKings)).plies, 5);
  for (const mostPieces of [0, -1, NaN, "many"]) {
    await assert.rejects(open(directory, { mostPieces }), RangeError);
  }
});
