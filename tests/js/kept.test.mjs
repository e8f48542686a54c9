// What the npm package keeps in the browser's Cache storage: it is used after a reload and without a network, goes with
// the file that it is of, and never makes an answer fail.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { blankPage, listOf, openPage, site } from "./browser.mjs";
import { goodTables, serve } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5, from KKvK and KvK
const another = "W:WKa7,h2:BKa1"; // of KMvK

/** A server of the example's folder, and the address of a page without a script there. */
async function served(t, behave) {
  const root = await site(t);
  const { url, requests } = await serve(t, root, behave);
  return { tables: join(root, "some", "where", "tables"), page: `${url}${blankPage}`, requests };
}

/** Opens tables in the page and asks for the moves of positions. Returns {plies: [...], read}, or {error: its code}. */
const ask = (page, fens, options) => page.evaluate(async ([all, how]) => {
  const { open } = await import("./dameotb/dameotb.js");
  try {
    const tables = await open(new URL("tables/", location.href), how);
    const plies = [];
    for (const fen of all) {
      plies.push((await tables.moves(fen)).plies);
    }
    return { plies, read: tables.read };
  } catch (error) {
    return { error: error.code ?? `${error}` };
  }
}, [fens, options]);

/** Returns the sizes of what is kept: {name of the file: bytes}. */
const kept = (page) => page.evaluate(async () => {
  const sizes = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const file = new URL(request.url).pathname.split("/").at(-1) || "list";
      sizes[file] = (sizes[file] ?? 0) + (await (await cache.match(request)).arrayBuffer()).byteLength;
    }
  }
  return sizes;
});

const ofTables = (requests) =>
  requests.map(([name]) => name.split("/").at(-1)).filter((name) => /\.(wdl|dtm)$/.test(name));
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** Asks, and waits until all that was read is kept. */
async function askAndKeep(page, fens) {
  const answer = await ask(page, fens);
  for (let tries = 0; tries < 200; ++tries) {
    const { list, ...files } = await kept(page);
    if (list && sum(Object.values(files)) >= answer.read.bytes + answer.read.kept) {
      return answer;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`not all is kept: ${JSON.stringify([answer, await kept(page)])}`);
}

test("what was read once takes no request after a reload, nor on another page", async (t) => {
  const { page: url, requests } = await served(t);
  const page = await openPage(t, url);
  const first = await askAndKeep(page, [twoKings]);
  assert.equal(first.plies[0], 5);
  assert.deepEqual([first.read.requests > 0, first.read.kept], [true, 0]);
  requests.length = 0;
  await page.reload();
  const again = await ask(page, [twoKings]);
  assert.deepEqual(again, { plies: [5], read: { requests: 0, bytes: 0, kept: first.read.bytes } });
  const other = await page.context().newPage();
  await other.goto(`${url}?other`);
  assert.equal((await ask(other, [twoKings])).read.requests, 0);
  assert.deepEqual(ofTables(requests), []);
  assert.equal(requests.filter(([name]) => name.endsWith("tables.json")).length, 2); // is it still the same?
});

test("without a network, what was seen is answered", async (t) => {
  const { page: url } = await served(t);
  const page = await openPage(t, url);
  await askAndKeep(page, [twoKings]);
  await page.context().setOffline(true);
  assert.deepEqual((await ask(page, [twoKings])).plies, [5]);
  assert.deepEqual(await ask(page, [another]), { error: "network" });
  assert.deepEqual(await ask(page, [twoKings], { keep: false }), { error: "network" });
  await page.context().setOffline(false);
  const { plies: [plies] } = await ask(page, [another]);
  assert.ok(plies > 0);
});

test("so it is where the server fails", async (t) => {
  let fails = false;
  const { page: url } = await served(t, (_, name) => (fails && name.includes("tables/") ? 503 : "well"));
  const page = await openPage(t, url);
  await askAndKeep(page, [twoKings]);
  fails = true;
  assert.deepEqual((await ask(page, [twoKings])).plies, [5]);
});

test("a table that has changed is read anew, and what was kept of it is gone", async (t) => {
  const { page: url, requests } = await served(t);
  const page = await openPage(t, url);
  await askAndKeep(page, [twoKings]);
  const names = await page.evaluate(() => caches.keys());
  // The same parts of an earlier file; and what others keep, in a folder below, too.
  const [earlier, others] = await page.evaluate(async () => {
    const name = (await caches.keys()).find((one) => one.includes(" KKvK.dtm "));
    const older = await caches.open(`${name.slice(0, -8)}AAAAAAA=`);
    for (const request of await (await caches.open(name)).keys()) {
      await older.put(request, new Response("x"));
    }
    await caches.delete(name);
    const folder = new URL("tables/", location.href).href;
    const foreign = ["another", `dameotb ${folder}below/ list`];
    await Promise.all(foreign.map((one) => caches.open(one)));
    return [`${name.slice(0, -8)}AAAAAAA=`, foreign];
  });
  requests.length = 0;
  await page.reload();
  assert.deepEqual((await askAndKeep(page, [twoKings])).plies, [5]);
  assert.deepEqual([...new Set(ofTables(requests))], ["KKvK.dtm"]);
  assert.ok(!names.includes(earlier));
  assert.deepEqual((await page.evaluate(() => caches.keys())).sort(), [...names, ...others].sort());
});

test("a table that the list does not describe is not kept, nor is one that shall not be", async (t) => {
  const { page: url, tables } = await served(t);
  const page = await openPage(t, url);
  assert.deepEqual((await ask(page, [twoKings], { keep: false })).plies, [5]);
  assert.deepEqual(await kept(page), {});
  const { files } = await listOf(goodTables);
  const short = files.map(({ name, bytes }) => ({ name, bytes }));
  writeFileSync(join(tables, "tables.json"), JSON.stringify({ files: short }));
  assert.deepEqual((await ask(page, [twoKings])).plies, [5]);
  assert.deepEqual((await ask(page, [twoKings])).read.kept, 0);
  assert.deepEqual(Object.keys(await kept(page)), ["list"]);
});

for (const [what, script] of [
  ["is full", () => {
    globalThis.puts = 0;
    Cache.prototype.put = async () => {
      globalThis.puts += 1;
      throw new DOMException("no more room", "QuotaExceededError");
    };
  }],
  ["may not be opened", () => {
    CacheStorage.prototype.open = async () => {
      throw new DOMException("not here", "SecurityError");
    };
    CacheStorage.prototype.keys = CacheStorage.prototype.open;
  }],
  ["may not be looked at", () => Object.defineProperty(globalThis, "caches", { get: () => {
    throw new DOMException("not here", "SecurityError");
  } })],
  ["is not there", () => Object.defineProperty(globalThis, "caches", { value: undefined })],
]) {
  test(`a storage that ${what} makes no answer fail`, async (t) => {
    const { page: url } = await served(t);
    const page = await openPage(t, url, script);
    assert.deepEqual((await ask(page, [twoKings])).plies, [5]);
    const puts = await page.evaluate(() => globalThis.puts);
    const { plies, read } = await ask(page, [twoKings, another]);
    assert.deepEqual([plies[0], read.kept], [5, 0]);
    assert.equal(await page.evaluate(() => globalThis.puts), puts); // it is not tried again
  });
}

test("a quota that the browser holds to makes no answer fail", async (t) => {
  const { page: url } = await served(t);
  const page = await openPage(t, url);
  const session = await page.context().newCDPSession(page);
  await session.send("Storage.overrideQuotaForOrigin", { origin: new URL(url).origin, quotaSize: 20_000 });
  const first = await ask(page, [twoKings, another]);
  assert.deepEqual([first.plies[0], first.read.bytes > 20_000], [5, true]);
  await page.reload();
  const { plies, read } = await ask(page, [twoKings, another]);
  assert.deepEqual(plies, first.plies);
  assert.ok(read.kept <= 20_000, JSON.stringify(read));
  assert.ok(sum(Object.values(await kept(page))) <= 20_000);
});

test("what is kept and damaged is read anew, once", async (t) => {
  const { page: url, requests } = await served(t);
  const page = await openPage(t, url);
  await askAndKeep(page, [twoKings]);
  await page.evaluate(async () => {
    for (const name of (await caches.keys()).filter((one) => one.includes("KKvK.dtm"))) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
        await cache.put(request, new Response(bytes.map((byte) => byte ^ 1)));
      }
    }
  });
  requests.length = 0;
  await page.reload();
  // Several questions find out at the same time.
  const all = await page.evaluate(async (fen) => {
    const { open } = await import("./dameotb/dameotb.js");
    const tables = await open(new URL("tables/", location.href));
    return Promise.all([fen, fen, fen].map(async (one) => (await tables.moves(one)).plies));
  }, twoKings);
  assert.deepEqual(all, [5, 5, 5]);
  assert.deepEqual([...new Set(ofTables(requests))], ["KKvK.dtm"]);
  await askAndKeep(page, [twoKings]);
  requests.length = 0;
  await page.reload();
  assert.deepEqual((await ask(page, [twoKings])).plies, [5]);
  assert.deepEqual(ofTables(requests), []);
});

test("a connection that breaks in the middle leaves nothing wrong behind", async (t) => {
  let left = 3;
  const { page: url } = await served(t, (_, name) => (/\.(wdl|dtm)$/.test(name) && left-- > 0 ? "break" : "well"));
  const page = await openPage(t, url);
  const answers = await page.evaluate(async (fen) => {
    const { open } = await import("./dameotb/dameotb.js");
    const tables = await open(new URL("tables/", location.href));
    const answer = async () => tables.moves(fen).then(({ plies }) => plies, (error) => error.code);
    return [await answer(), await answer(), await answer(), await answer()];
  }, twoKings);
  assert.equal(answers[0], "network");
  assert.equal(answers.at(-1), 5);
  assert.deepEqual((await askAndKeep(page, [twoKings])).plies, [5]);
  await page.context().setOffline(true);
  assert.deepEqual((await ask(page, [twoKings])).plies, [5]);
});
