// What open() takes for a source: paths and addresses, and what is neither; and how long it asks a server that is busy.

import assert from "node:assert/strict";
import { copyFileSync, cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { listOf, open, root, TablesError } from "./package.mjs";
import { goodTables, serve, temporaryDirectory } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5

/** A folder with tables and their list, as it lies on a server. */
async function listed(t) {
  const directory = temporaryDirectory(t);
  cpSync(goodTables, directory, { recursive: true });
  writeFileSync(join(directory, "tables.json"), JSON.stringify(await listOf(directory)));
  return directory;
}

test("relative paths stay those of the directory in which open() was called", async (t) => {
  const directory = temporaryDirectory(t);
  cpSync(goodTables, join(directory, "tables"), { recursive: true });
  copyFileSync(new URL("src/dameotb.wasm", root), join(directory, "module.wasm"));
  mkdirSync(join(directory, "elsewhere"));
  const before = process.cwd();
  t.after(() => process.chdir(before));
  process.chdir(directory);
  const opening = [open("tables", { wasm: "module.wasm" }), open(["elsewhere", "./tables/"])];
  process.chdir(join(directory, "elsewhere")); // before anything was read
  for (const tables of await Promise.all(opening)) {
    assert.equal((await tables.probe(twoKings)).plies, 5);
    await tables.close();
  }
  await assert.rejects(open("tables"), ({ code, message }) =>
    code === "unreadable" && message.startsWith(join(directory, "elsewhere", "tables: ")));
});

test("the query of an address goes with each request", async (t) => {
  const query = "?token=a%2Fb&c=d";
  const { url, requests } = await serve(t, await listed(t), (request) => (request.url.endsWith(query) ? "well" : 403));
  for (const folder of [`${url}${query}`, new URL(`${url}${query}#there`)]) {
    requests.length = 0;
    assert.equal((await (await open(folder)).probe(twoKings)).plies, 5);
    assert.deepEqual(new Set(requests.map(([name]) => name)), new Set(["tables.json", "KKvK.wdl", "KKvK.dtm"]));
  }
  await assert.rejects(open(url), ({ code, message }) => code === "network" && message.endsWith("tables.json: 403 Forbidden"));
});

test("a server that is busy is asked again", async (t) => {
  let [refusals, refusal] = [0, []];
  const { url, requests } = await serve(t, await listed(t), () => (refusals-- > 0 ? refusal : "well"));
  for (refusal of [[429], [429, { "Retry-After": "1" }], [503, { "Retry-After": new Date().toUTCString() }]]) {
    refusals = 1; // of the list
    const tables = await open(url);
    refusals = 1; // of a table
    requests.length = 0;
    assert.equal((await tables.probe(twoKings)).plies, 5);
    assert.equal(requests.length, 1 + tables.read.requests);
  }
});

test("one that stays busy has failed when it may send nothing for longer, and waiting for it can be aborted", async (t) => {
  let refusal = [429];
  const { url, requests } = await serve(t, await listed(t), () => refusal);
  const isBusy = ({ code, message }) => code === "network" && message.startsWith(`${url}tables.json: ${refusal[0]} `);
  await assert.rejects(open(url, { timeout: 2500 }), isBusy); // after one second, but not after two more
  assert.equal(requests.length, 2);
  for (refusal of [[429, { "Retry-After": "3600" }], [429, { "Retry-After": new Date(Date.now() + 3.6e6).toUTCString() }],
                   [503], [500, { "Retry-After": "0" }]]) {
    requests.length = 0;
    await assert.rejects(open(url), isBusy);
    assert.equal(requests.length, 1);
  }
  refusal = [429, { "Retry-After": "20" }];
  const controller = new AbortController();
  const opening = open(url, { signal: controller.signal });
  const aborted = assert.rejects(opening, { name: "AbortError" });
  requests.length = 0;
  while (requests.length === 0) {
    await new Promise(setImmediate);
  }
  await setTimeout(100); // until it waits, most likely
  controller.abort();
  assert.equal(await Promise.race([aborted, setTimeout(10_000, "late", { ref: false })]), undefined);
  assert.equal(requests.length, 1);
});

test("what is no source is refused in words", async () => {
  for (const [given, words] of [[undefined, "undefined"], [null, "null"], [5, "of type number"], [{}, "of type object"],
                                [{ list() {} }, "of type object"],
                                [[goodTables, undefined], "undefined"]]) {
    await assert.rejects(open(given), (error) =>
      error instanceof TypeError && !(error instanceof TablesError)
      && error.message.startsWith("a source of tables is ") && error.message.endsWith(`not ${words}`), words);
  }
});
