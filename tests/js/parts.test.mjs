// Tables in parts: what is read from the parts is what the whole file has, for every range, and a folder with parts
// answers like one with whole files. Parts that are missing, short or of another cut are named.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, openAsBlob, readFileSync, readdirSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Bytes, listOf, open, partName, piecesOf, root, TablesError, withParts } from "./package.mjs";
import { command, goodTables, randomNumbers, randomPositions, serve, temporaryDirectory } from "./support.mjs";

const seed = Number(process.env.DAMEOTB_SEED ?? 20261126);
const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5, from KKvK and KvK
const partBytes = 1024; // the least: every table of more than that is in parts

/** Bytes of a file that tell where they are from. */
const contents = (length) => Uint8Array.from({ length }, (_, i) => (i * 151 + (i >> 8) * 31 + (i >> 16)) & 255);

/** The files that a host has, by name, cut here by the definition: each next `size` bytes are the next part. */
function cut(name, bytes, size) {
  const files = new Map();
  for (let at = 0; at < bytes.length; at += size) {
    const digits = Math.max(3, `${Math.ceil(bytes.length / size) - 1}`.length);
    files.set(`${name}.${`${files.size}`.padStart(digits, "0")}`, bytes.subarray(at, at + size));
  }
  return files;
}

const failsWith = (code, words) => (error) => {
  assert.ok(error instanceof TablesError, error.stack);
  assert.deepEqual([error.code, error.message.includes(words)], [code, true], error.message);
  return true;
};

test("the pieces of every range of a small file are its bytes, in order, and none is empty", () => {
  let [ranges, over] = [0, 0];
  for (let length = 1; length <= 13; ++length) {
    const bytes = contents(length);
    for (let size = 1; size <= length; ++size) {
      const files = cut("KvK.wdl", bytes, size);
      for (let offset = 0; offset < length; ++offset) {
        for (let end = offset + 1; end <= length; ++end) {
          const pieces = piecesOf({ name: "KvK.wdl", bytes: length, partBytes: size }, offset, end - offset);
          const found = pieces.flatMap((piece) => {
            const whole = files.get(piece.name);
            assert.ok(piece.length > 0 && piece.offset + piece.length <= whole.length, JSON.stringify(piece));
            return [...whole.subarray(piece.offset, piece.offset + piece.length)];
          });
          assert.deepEqual(found, [...bytes.subarray(offset, end)], `${length} by ${size}: ${offset} to ${end}`);
          assert.equal(new Set(pieces.map(({ name }) => name)).size, pieces.length, "one piece for each part");
          ranges += 1;
          over += pieces.length > 1 ? 1 : 0;
        }
      }
    }
  }
  assert.ok(ranges > 2500 && over > 1500, `${ranges} ranges, ${over} of several parts`);
});

test("a file without parts is one piece, an empty one too", () => {
  assert.deepEqual(piecesOf({ name: "KvK.wdl", bytes: 0 }, 0, 0), [{ name: "KvK.wdl", offset: 0, length: 0 }]);
  assert.deepEqual(piecesOf({ name: "KvK.wdl", bytes: 9 }, 2, 5), [{ name: "KvK.wdl", offset: 2, length: 5 }]);
});

test("names of parts are as long as that of the last one, three digits at least", () => {
  const names = (bytes, part) => partName({ name: "KvK.dtm", bytes, partBytes: 10 }, part);
  assert.deepEqual([names(11, 0), names(11, 1), names(10_000, 999), names(10_001, 999), names(10_001, 1000)],
                   ["KvK.dtm.000", "KvK.dtm.001", "KvK.dtm.999", "KvK.dtm.0999", "KvK.dtm.1000"]);
  // Far beyond 2^32.
  assert.deepEqual(piecesOf({ name: "KvK.dtm", bytes: 2 ** 40, partBytes: 90 * 2 ** 20 }, 2 ** 39, 1),
                   [{ name: "KvK.dtm.05825", offset: 2 ** 39 - 5825 * 90 * 2 ** 20, length: 1 }]);
});

test("reads are aligned to 4 KiB, and what lies near each other is one request", async () => {
  const reads = [];
  const source = { read: async (_name, offset, count) => (reads.push([offset, count]), new Uint8Array(count)) };
  const held = new Bytes(source, 1e6);
  const file = held.add({ name: "KvK.dtm", bytes: 100_000 });
  const ask = async (...ranges) => {
    held.begin();
    ranges.forEach(([offset, count]) => held.has(file, offset, count));
    await held.fetch(held.wanted);
    return reads.splice(0);
  };
  assert.deepEqual(await ask([5000, 10]), [[4096, 4096]]);
  assert.deepEqual(await ask([5000, 10]), []);
  assert.deepEqual(await ask([8190, 4]), [[8192, 4096]]);
  assert.deepEqual(await ask([20_480, 1], [40_960, 1]), [[20_480, 24_576]]); // 16 KiB lie between
  assert.deepEqual(await ask([49_152, 1], [73_728, 1]), [[49_152, 4096], [73_728, 4096]]); // 20 KiB
  assert.deepEqual(await ask([99_999, 1]), [[98_304, 1696]]);
});

test("random ranges of large files, through what is held in memory, are the bytes of the file", async (t) => {
  t.diagnostic(`seed ${seed}`);
  const random = randomNumbers(seed);
  const below = (n) => Math.floor(random() * n);
  let over = 0;
  for (let round = 0; round < 60; ++round) {
    const length = 1 + below(400_000);
    // Any size, and those next to the chunks of 4 KiB that are read.
    const size = [1 + below(length), 1024 + below(60_000), 4096 + below(3) - 1, 8192 + below(3) - 1][below(4)];
    const bytes = contents(length);
    const parts = cut("KvK.dtm", bytes, size);
    if (parts.size > 2000) {
      continue;
    }
    const reads = [];
    const source = {
      read: async (name, offset, count) => {
        reads.push(`${name} ${offset} ${count}`);
        return parts.get(name).subarray(offset, offset + count);
      },
    };
    const held = new Bytes(source, below(2) * 1e6);
    const file = held.add({ name: "KvK.dtm", bytes: length, partBytes: size, head: bytes.subarray(0, below(200)) });
    for (let i = 0; i < 40; ++i) {
      const offset = below(length);
      const count = 1 + below(Math.min(length - offset, 50_000));
      held.begin();
      if (!held.has(file, offset, count)) {
        await held.fetch(held.wanted);
      }
      assert.ok(held.has(file, offset, count));
      const out = new Uint8Array(count);
      held.copy(file, offset, out);
      assert.deepEqual(Buffer.compare(out, bytes.subarray(offset, offset + count)), 0,
                       `${length} by ${size}: ${count} from ${offset}, seed ${seed}`);
      over += Math.floor(offset / size) === Math.floor((offset + count - 1) / size) ? 0 : 1;
      held.trim(new Set());
    }
    assert.equal(held.read.requests, reads.length);
    assert.equal(held.read.bytes, reads.reduce((sum, read) => sum + Number(read.split(" ")[2]), 0));
  }
  assert.ok(over > 500, `${over} over borders`);
});

const sites = temporaryDirectory({ after });

/** A folder of tables in parts: a copy of the one in the site that `dameotb site` has made, once for each size. */
function inParts(t, size = "1K") {
  const site = join(sites, size);
  if (!existsSync(site)) {
    const classes = ["MMvK", "KKvM", "MvM"]; // and those they lead to: without MMvM, which lacks one
    const { status, stderr } = spawnSync(command, ["site", "--dir", goodTables, "--out", site, "--part-bytes", size, ...classes],
                                         { encoding: "utf8" });
    assert.equal(status, 0, stderr);
  }
  const directory = temporaryDirectory(t);
  cpSync(join(site, "tables"), directory, { recursive: true });
  return directory;
}

const isPart = (name) => /\.\d{3}$/.test(name);
const positions = randomPositions(400, 3, seed);

/** Answers to positions; the whole tables' are compared with the command's in package.test.mjs. */
async function answersOf(tables) {
  const answers = [];
  for (const fen of positions) {
    answers.push(await tables.moves(fen));
  }
  await tables.close();
  return answers;
}

/** The whole tables of the classes of a folder. */
async function wholeAnswers(directory) {
  const { files } = JSON.parse(readFileSync(join(directory, "tables.json"), "utf8"));
  const blobs = await Promise.all(files.map(async ({ name }) => [name, await openAsBlob(join(goodTables, name))]));
  return answersOf(await open(new Map(blobs)));
}

test("answers from parts are those from whole files: over HTTP, from a directory, from chosen files", async (t) => {
  const directory = inParts(t);
  const names = readdirSync(directory);
  assert.ok(names.filter(isPart).length > 40 && !names.includes("KMvK.dtm"), names.join(" "));
  const expected = await wholeAnswers(directory);
  assert.ok(expected.filter(({ result }) => result !== null).length > 250);
  const { url, requests } = await serve(t, directory);
  assert.deepEqual(await answersOf(await open(url)), expected);
  const read = requests.map(([name]) => name);
  assert.ok(read.filter(isPart).length > 40 && !read.includes("KMvK.dtm"), read.join(" "));
  assert.deepEqual(requests.filter(([name, range]) => isPart(name) && !range), []);
  assert.deepEqual(await answersOf(await open(directory)), expected);
  const blobs = await Promise.all(names.map(async (name) => [name, await openAsBlob(join(directory, name))]));
  assert.deepEqual(await answersOf(await open(new Map(blobs))), expected);
});

test("a chunk that lies in several parts is read once, with a request for each part", async (t) => {
  const { url, requests } = await serve(t, inParts(t));
  const tables = await open(url);
  await Promise.all([tables.moves(twoKings), tables.probe(twoKings), tables.moves(twoKings)]);
  const asked = requests.slice(1).map(([name, range]) => `${name} ${range}`);
  assert.equal(new Set(asked).size, asked.length, asked.join("\n"));
  assert.equal(tables.read.requests, asked.length);
  const parts = asked.filter((one) => one.startsWith("KKvK.dtm."));
  assert.deepEqual(parts.map((one) => one.split(" ")[0]).sort(), ["KKvK.dtm.000", "KKvK.dtm.001", "KKvK.dtm.002", "KKvK.dtm.003"]);
});

test("the list of a folder of parts is that which `dameotb site` writes, also of parts that `split` makes", async (t) => {
  const directory = inParts(t);
  const written = JSON.parse(readFileSync(join(directory, "tables.json"), "utf8"));
  const byName = ({ files }) => [...files].sort((a, b) => (a.name < b.name ? -1 : 1));
  assert.ok(written.files.some(({ part_bytes: size }) => size === partBytes));
  assert.ok(written.files.some(({ part_bytes: size }) => size === undefined));
  assert.deepEqual(byName(written), byName(await listOf(directory)));

  const own = temporaryDirectory(t);
  for (const { name } of written.files) { // also those that become a single part
    const split = ["-b", "1K", "-d", "-a", "3", join(goodTables, name), join(own, `${name}.`)];
    assert.equal(spawnSync("split", split).status, 0);
  }
  const script = fileURLToPath(new URL("src/list.js", root));
  const { status, stdout } = spawnSync(process.execPath, [script, own], { encoding: "utf8" });
  assert.equal(status, 0);
  writeFileSync(join(own, "tables.json"), stdout);
  assert.deepEqual(await answersOf(await open((await serve(t, own)).url)), await wholeAnswers(directory));
});

test("a part that is missing, short or of another cut is named over HTTP, and other tables answer", async (t) => {
  const part = "KKvK.dtm.002";
  const spoils = [
    [(file) => rmSync(file), "network", `${part}: 404`],
    [(file) => truncateSync(file, 1000), "changed", `${part}: 1000 bytes came where there should be 1024`],
    [(file) => cpSync(file.replace("002", "001"), file), "damaged_table", "KKvK.dtm"],
  ];
  for (const [spoil, code, words] of spoils) {
    const directory = inParts(t);
    spoil(join(directory, part));
    const tables = await open((await serve(t, directory)).url);
    for (let time = 0; time < 2; ++time) {
      await assert.rejects(tables.moves(twoKings), failsWith(code, words));
      assert.equal((await tables.probe("W:WKa1:BKc2")).result, "draw");
    }
    if (code !== "damaged_table") { // what was read of that stays
      cpSync(join(inParts(t), part), join(directory, part));
      assert.equal((await tables.moves(twoKings)).plies, 5);
    }
  }
});

test("so is a part that the server does not send as it was asked", async (t) => {
  const directory = inParts(t);
  for (const [how, code, words] of [[416, "network", "KKvK.dtm.002: 416"], [500, "network", "KKvK.dtm.002: 500"],
                                    ["whole", "no_ranges", "KKvK.dtm.002: the server sends whole files"],
                                    ["break", "network", "KKvK.dtm.002: "]]) {
    const { url } = await serve(t, directory, (_, name) => (name === "KKvK.dtm.002" ? how : "well"));
    await assert.rejects((await open(url)).moves(twoKings), failsWith(code, words));
  }
});

test("a part that changes while a page is open is read anew, and one that keeps changing is named", async (t) => {
  const directory = inParts(t, "20000"); // of KMvK.dtm, what is read at different times lies in one part
  let reads = 0;
  const once = (_, name) => (name === "KMvK.dtm.000" && ++reads > 1 ? "other" : "well");
  const { url } = await serve(t, directory, once);
  assert.deepEqual(await answersOf(await open(url)), await wholeAnswers(directory));
  assert.ok(reads > 2, `${reads}`);
  const always = (_, name) => (name === "KMvK.dtm.000" && ++reads % 2 ? "other" : "well");
  const changing = await open((await serve(t, directory, always)).url);
  await assert.rejects(answersOf(changing), failsWith("changed", "KMvK.dtm.000: the file is not the one that was listed"));
});

test("missing parts and parts of a wrong size are named in a directory", async (t) => {
  const spoils = [
    [(directory) => rmSync(join(directory, "KKvK.dtm.002")), "KKvK.dtm.002: this part is missing"],
    [(directory) => rmSync(join(directory, "KKvK.dtm.000")), "KKvK.dtm.000: this part is missing"],
    [(directory) => truncateSync(join(directory, "KKvK.dtm.001"), 1000), "KKvK.dtm.001: this part has 1000 bytes, others 1024"],
    [(directory) => truncateSync(join(directory, "KKvK.dtm.003"), 0), "KKvK.dtm.003: this part has 0 bytes, others 1024"],
    [(directory) => renameSync(join(directory, "KKvK.dtm.003"), join(directory, "KKvK.dtm.0003")), "KKvK.dtm.001: this part is missing"],
  ];
  for (const [spoil, words] of spoils) {
    const directory = inParts(t);
    spoil(directory);
    const tables = await open(directory);
    await assert.rejects(tables.moves(twoKings), failsWith("unreadable", words));
    assert.equal((await tables.probe("W:WKa1:BKc2")).result, "draw");
    await tables.close();
    const named = [];
    const { files } = await listOf(directory, (error) => named.push(error));
    assert.equal(named.length, 1);
    failsWith("unreadable", words)(named[0]);
    assert.ok(!files.some(({ name }) => name === "KKvK.dtm"));
  }
  const lastMissing = inParts(t);
  rmSync(join(lastMissing, "KKvK.dtm.003"));
  const tables = await open(lastMissing);
  await assert.rejects(tables.moves(twoKings), failsWith("damaged_table", "KKvK.dtm"));
  await tables.close();
});

test("a whole file goes before parts of its name, and other names with numbers are no parts", () => {
  const files = [["KvK.wdl.000", 5], ["KvK.wdl", 7], ["KvM.wdl.000", 1024], ["KvM.wdl.001", 3], ["notes.000", 1], ["KvK.dtm.00", 1],
                 ["MvM.wdl.000", 3]].map(([name, bytes]) => ({ name, bytes }));
  const found = withParts(files).map(({ name, bytes, partBytes: size, defect }) => [name, bytes, size, defect]);
  assert.deepEqual(found, [["KvK.wdl", 7, undefined, undefined], ["notes.000", 1, undefined, undefined],
                           ["KvK.dtm.00", 1, undefined, undefined], ["KvM.wdl", 1027, 1024, undefined],
                           ["MvM.wdl", 3, 1024, undefined]]);
});

test("a list whose parts have no size, or ask for too many requests, is refused", async (t) => {
  const directory = inParts(t);
  const { url } = await serve(t, directory);
  const good = JSON.parse(readFileSync(join(directory, "tables.json"), "utf8"));
  for (const size of [0, -1, 1, 1023, 1024.5, 1e300, "1024", null, {}]) {
    const files = good.files.map((file) => ({ ...file, part_bytes: size }));
    writeFileSync(join(directory, "tables.json"), JSON.stringify({ files }));
    await assert.rejects(open(url), failsWith("no_list", "have less than 1024 bytes"), `${size}`);
  }
});
