// The table of answers under rules: what the package answers about one position, its line, and many at a time.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { open } from "./package.mjs";
import { goodTables } from "./support.mjs";

const path = join(dirname(fileURLToPath(import.meta.url)), "../data/answers.jsonl");
const vectors = readFileSync(path, "utf8").trim().split("\n").map((line) => JSON.parse(line))
  .filter(({ rule }) => /^\d+$/.test(rule)); // the package knows numbers of plies alone

const resultOf = ({ result, z }) => ({ result, z });

test("answers under a rule are those of the table of answers", async () => {
  const opened = new Map();
  assert.ok(vectors.length > 100);
  for (const vector of vectors) {
    if (!opened.has(vector.tables)) {
      opened.set(vector.tables, await open(join(dirname(goodTables), vector.tables)));
    }
    const tables = opened.get(vector.tables);
    const fen = `${vector.fen}:H${vector.counter}`;
    const rule = Number(vector.rule);
    const what = `${fen} under ${rule} with ${vector.tables}`;
    for (const answer of [await tables.probe(fen, { rule }), await tables.moves(fen, { rule })]) {
      assert.deepEqual(resultOf(answer.rule), resultOf(vector), what);
      assert.deepEqual({ result: answer.result, plies: answer.plies }, vector.without, what);
    }
    const [one] = await tables.results([fen], { rule });
    assert.deepEqual(resultOf(one.rule), resultOf(vector.alone ?? vector), what);
    const line = await tables.line(fen, { rule });
    assert.deepEqual(line.line.map(({ move }) => move), vector.line ?? [], what);
  }
  await Promise.all([...opened.values()].map((tables) => tables.close()));
});
