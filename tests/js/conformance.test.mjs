// The npm package's rules pass the conformance kit, through the kit's driver.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { compare } from "../../examples/conformance/conformance.mjs";
import { goodTables } from "./support.mjs";

const { open } = await import(new URL("src/node.js", pathToFileURL(`${process.env.DAMEOTB_PACKAGE}/`)));

test("legal moves are those of the conformance kit", async () => {
  const tables = await open(goodTables);
  const kit = readFileSync(new URL("../../data/conformance/dameo.jsonl", import.meta.url), "utf8");
  const ask = async (fen) => ({ succ: (await tables.legalMoves(fen)).map((move) => move.fen) });
  const { report, failed } = await compare(kit, "freeling", ask);
  assert.equal(failed, 0, report);
  assert.match(report, /^text-form: (\d+) of \1$/m);
  const one = await compare(kit, "freeling", async (fen) => ({ succ: (await ask(fen)).succ.slice(1) }));
  assert.ok(one.failed > 200, one.report);
  await tables.close();
});
