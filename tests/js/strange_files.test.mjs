// The npm package on Node and what is no table, or cannot be read: in directories, among chosen files, and on servers
// that send something else, too much, or nothing. It is named, and other tables answer.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import {
  chmodSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync,
} from "node:fs";
import { createServer as createSocket } from "node:net";
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { listOf, open, root, TablesError } from "./package.mjs";
import { goodTables, temporaryDirectory } from "./support.mjs";

const twoKings = "W:WKa7,Kh8:BKa1"; // win in 5, from KKvK and KvK
const oneKing = "W:WKa1:BKc2"; // a draw
const soon = { timeout: 20_000 };

const failsWith = (code, words) => (error) => {
  assert.ok(error instanceof TablesError, error.stack);
  assert.deepEqual([error.code, error.message.includes(words)], [code, true], error.message);
  return true;
};

/** A copy of the tables in which `spoil(file)` has put something in the place of KKvK.dtm. */
async function spoilt(t, spoil) {
  const directory = temporaryDirectory(t);
  cpSync(goodTables, directory, { recursive: true });
  const file = join(directory, "KKvK.dtm");
  rmSync(file);
  await spoil(file, t);
  return { directory, file };
}

const putBack = (file) => cpSync(join(goodTables, "KKvK.dtm"), file);
const makePipe = (file) => assert.equal(spawnSync("mkfifo", [file]).status, 0);
const makeSocket = (file, t) => new Promise((resolve) => {
  const server = createSocket().listen(file, resolve);
  t.after(() => server.close());
});

async function requireOthersAnswer(tables) {
  assert.equal((await tables.probe(oneKing)).result, "draw");
  assert.deepEqual(await tables.results([twoKings], { plies: false }), [{ result: "win", plies: null }]);
}

for (const [what, spoil] of [
  ["a link to nothing", (file) => symlinkSync("nowhere", file)],
  ["a link to itself", (file) => symlinkSync(file, file)],
  ["a pipe", makePipe],
  ["a link to a device", (file) => symlinkSync("/dev/zero", file)],
  ["a directory", (file) => mkdirSync(file)],
  ["a link to a directory", (file) => symlinkSync("..", file)],
  ["a socket", makeSocket],
]) {
  test(`${what} in the place of a table is named, and other tables answer`, soon, async (t) => {
    const { directory, file } = await spoilt(t, spoil);
    const tables = await open(directory);
    for (let time = 0; time < 2; ++time) {
      await assert.rejects(tables.moves(twoKings), failsWith("unreadable", `${file}: `));
      await requireOthersAnswer(tables);
    }
    await tables.close();
  });
}

test("a link to a table is one", soon, async (t) => {
  const { directory } = await spoilt(t, (file) => symlinkSync(join(goodTables, "KKvK.dtm"), file));
  const tables = await open(directory);
  assert.equal((await tables.moves(twoKings)).plies, 5);
  await tables.close();
});

test("a table that is exchanged for a pipe after it was listed is named, and read once it is back", soon, async (t) => {
  const { directory, file } = await spoilt(t, putBack);
  const tables = await open(directory);
  rmSync(file);
  makePipe(file);
  await assert.rejects(tables.moves(twoKings), failsWith("unreadable", `${file}: is not a regular file`));
  await requireOthersAnswer(tables);
  rmSync(file);
  putBack(file);
  assert.equal((await tables.moves(twoKings)).plies, 5);
  await tables.close();
});

test("close() closes the others where one could not be opened", soon, async (t) => {
  const { directory, file } = await spoilt(t, putBack);
  const tables = await open(directory);
  await requireOthersAnswer(tables);
  rmSync(file);
  const answer = tables.moves(twoKings);
  await Promise.all([assert.rejects(answer, failsWith("unreadable", file)), tables.close()]);
});

test("an empty table is named, and two thousand other names do not matter", soon, async (t) => {
  const { directory } = await spoilt(t, (file) => writeFileSync(file, ""));
  for (let i = 0; i < 2_000; ++i) { // the even ones are names of tables, of classes that there are not
    const name = i % 2 ? `note ${i}\n"<b>'` : `${"K".repeat(7 + i % 90)}${"M".repeat(i / 90)}vM.dtm`;
    writeFileSync(join(directory, name), "");
  }
  for (const name of ["__proto__", "constructor", "KvK.dtm.wdl", "vK.dtm", "KKvK.dtx", ".KvK.dtm", "kkvk.dtm"]) {
    writeFileSync(join(directory, name), "");
  }
  writeFileSync(Buffer.concat([Buffer.from(`${directory}/K`), Buffer.from([0xff]), Buffer.from("vK.dtm")]), "");
  const tables = await open(directory);
  await assert.rejects(tables.moves(twoKings), failsWith("damaged_table", "KKvK.dtm"));
  await requireOthersAnswer(tables);
  await tables.close();
});

test("the list leaves out what is no table, and names it", soon, async (t) => {
  const { directory, file } = await spoilt(t, makePipe);
  const named = [];
  const { files } = await listOf(directory, (error) => named.push(error));
  assert.equal(files.length, readdirSync(goodTables).length - 1);
  named.forEach(failsWith("unreadable", file));
  assert.equal(named.length, 1);
  const script = fileURLToPath(new URL("src/list.js", root));
  const list = spawnSync(process.execPath, [script, directory], { encoding: "utf8", timeout: 20_000 });
  assert.deepEqual([list.status, list.stdout], [1, `${JSON.stringify({ files })}\n`]);
  assert.ok(list.stderr.startsWith(`dameotb-list: ${file}: `), list.stderr);
  const none = spawnSync(process.execPath, [script, join(directory, "none")], { encoding: "utf8" });
  assert.deepEqual([none.status, none.stdout, none.stderr],
                   [1, "", `dameotb-list: ${join(directory, "none")}: ENOENT: no such file or directory\n`]);
});

test("the command that writes the list says how it is used, also where a link leads to it", soon, async (t) => {
  const link = join(temporaryDirectory(t), "dameotb-list");
  symlinkSync(fileURLToPath(new URL("src/list.js", root)), link);
  const ask = (...words) => spawnSync(process.execPath, [link, ...words], { encoding: "utf8", timeout: 20_000 });
  const { files } = await listOf(goodTables);
  assert.deepEqual(JSON.parse(ask(goodTables).stdout), { files });
  for (const words of [[], ["--all"], [goodTables, goodTables]]) {
    const { status, stdout, stderr } = ask(...words);
    assert.deepEqual([status, stdout], [2, ""]);
    assert.match(stderr, /^usage: dameotb-list DIR/);
  }
  const { status, stdout } = ask("--help");
  assert.equal(status, 0);
  assert.match(stdout, /^usage: dameotb-list DIR .*\n\n.*\nexample: /s);
});

test("what may not be read is named", { ...soon, skip: process.getuid() !== 0 && "only root can become another" }, async (t) => {
  const { directory, file } = await spoilt(t, putBack);
  const tables = await open(directory);
  chmodSync(file, 0);
  chmodSync(directory, 0o711); // files in it can be opened, but not listed
  const nobody = 65534;
  process.seteuid(nobody);
  try {
    await assert.rejects(tables.moves(twoKings), failsWith("unreadable", `${file}: EACCES`));
    await requireOthersAnswer(tables);
    await assert.rejects(open(directory), failsWith("unreadable", `${directory}: EACCES`));
  } finally {
    process.seteuid(0);
  }
  assert.equal((await tables.moves(twoKings)).plies, 5);
  await tables.close();
});

test("a folder that is not there, or is none, is named", soon, async (t) => {
  const { directory, file } = await spoilt(t, (path) => writeFileSync(path, ""));
  for (const path of [join(directory, "none"), file, join(file, "below"), `${directory}/a\0b`, "", "/dev/zero"]) {
    await assert.rejects(open(path), failsWith("unreadable", `${path}: `));
    await assert.rejects(listOf(path), failsWith("unreadable", `${path}: `));
  }
});

test("a chosen file that can no longer be read is named", soon, async () => {
  const gone = { size: 4096, slice: () => ({ arrayBuffer: () => Promise.reject(new Error("it is gone")) }) };
  const files = new Map(readdirSync(goodTables).map((name) => [name, new Blob([readFileSync(join(goodTables, name))])]));
  const tables = await open(files.set("KKvK.dtm", gone));
  await assert.rejects(tables.moves(twoKings), failsWith("unreadable", "KKvK.dtm: it is gone"));
  await requireOthersAnswer(tables);
});

/** Opens tables on a server that `answer`s(request, reply, the table's bytes that are asked for). */
async function served(t, answer, list) {
  const server = createServer((request, reply) => {
    const name = request.url.slice(1);
    if (name === "tables.json") {
      list(reply);
      return;
    }
    const [, begin, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range).map(Number);
    answer(reply, readFileSync(join(goodTables, name)).subarray(begin, end + 1), request);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${server.address().port}/`;
}

const goodList = JSON.stringify(await listOf(goodTables));
const sendList = (text = goodList) => (reply) => reply.end(text);

/** Sends for ever, as fast as it is taken; `sent` counts. */
function sendForEver(reply, sent) {
  const send = () => {
    while (reply.write(Buffer.alloc(1 << 16, " "))) {
      sent.bytes += 1 << 16;
    }
    sent.bytes += 1 << 16;
  };
  reply.on("drain", send);
  send();
}

test("a list that is none is named", soon, async (t) => {
  const entry = (more) => JSON.stringify({ files: [{ name: "KKvK.dtm", bytes: 100, ...more }] });
  for (const text of ["<!DOCTYPE html><p>Not here", "", "null", "{}", "[]", '{"files":7}', '{"files":[null]}',
                      '{"__proto__":{"files":[]}}', entry({ bytes: -1 }), entry({ bytes: "100" }), entry({ bytes: 1e300 }),
                      entry({ bytes: null }), entry({ head: "%%%" }), entry({ head: 7 }), entry({ head: {} })]) {
    await assert.rejects(open(await served(t, assert.fail, sendList(text))), failsWith("no_list", "tables.json: "), text);
  }
});

test("a list or a table with another status is an answer of the server, whatever it says", soon, async (t) => {
  for (const status of [201, 203, 204, 205, 206, 304, 400, 500]) {
    const send = (reply) => reply.writeHead(status).end(status === 204 || status === 304 ? undefined : goodList);
    await assert.rejects(open(await served(t, assert.fail, send)), failsWith("network", `tables.json: ${status} `), `${status}`);
    if (status !== 206) {
      const tables = await open(await served(t, send, sendList()));
      await assert.rejects(tables.moves(twoKings), failsWith("network", `: ${status} `), `${status}`);
    }
  }
});

test("what is not the address of a folder is named", soon, async () => {
  for (const given of ["javascript:alert(1)", "mailto:a@example.org", "data:,tables", "blob:http://127.0.0.1/1"]) {
    await assert.rejects(open(new URL(given)), failsWith("no_list", `'${given}' is not the address of a folder`));
  }
  await assert.rejects(open("http://"), failsWith("no_list", "'http://' is not the address of a folder"));
});

test("names in a list that no table has are ignored, also those that lead elsewhere", soon, async (t) => {
  const { files } = JSON.parse(goodList);
  const strange = ["../KKvK.dtm", "//example.org/KKvK.dtm", "javascript:KKvK.dtm", "KKvK.dtm?", "", "__proto__", 7, null]
    .map((name) => ({ name, bytes: "much" }));
  const url = await served(t, (reply, bytes) => reply.writeHead(206).end(bytes), sendList(JSON.stringify({ files: [...strange, ...files] })));
  const tables = await open(url);
  assert.equal(tables.files.length, files.length);
  assert.equal((await tables.moves(twoKings)).plies, 5);
});

test("a list without an end is not read to its end", soon, async (t) => {
  const sent = { bytes: 0 };
  await assert.rejects(open(await served(t, assert.fail, (reply) => sendForEver(reply, sent))), failsWith("no_list", "longer"));
  assert.ok(sent.bytes < 32 << 20, `${sent.bytes}`);
});

test("more bytes than were asked for are not taken", soon, async (t) => {
  const sent = { bytes: 0 };
  const forEver = await served(t, (reply, bytes) => {
    reply.writeHead(206).write(bytes);
    sendForEver(reply, sent);
  }, sendList());
  await assert.rejects((await open(forEver)).moves(twoKings), failsWith("changed", "dtm"));
  assert.ok(sent.bytes < 64 << 20, `${sent.bytes}`);
  const one = await served(t, (reply, bytes) => reply.writeHead(206).end(Buffer.concat([bytes, Buffer.from("x")])), sendList());
  await assert.rejects((await open(one)).moves(twoKings), failsWith("changed", "more bytes"));
  const fewer = await served(t, (reply, bytes) => reply.writeHead(206).end(bytes.subarray(1)), sendList());
  await assert.rejects((await open(fewer)).moves(twoKings), failsWith("changed", "bytes came where"));
});

test("a server that sends something else is named", soon, async (t) => {
  const page = "<!DOCTYPE html><p>Not here";
  const whole = await served(t, (reply) => reply.end(page), sendList());
  await assert.rejects((await open(whole)).moves(twoKings), failsWith("no_ranges", "whole files"));
  const gone = await served(t, (reply) => reply.writeHead(404).end(page), sendList());
  await assert.rejects((await open(gone)).moves(twoKings), failsWith("network", "404"));
  const other = await served(t, (reply, bytes) => reply.writeHead(206).end(bytes.map(() => 60)), sendList());
  await assert.rejects((await open(other)).moves(twoKings), failsWith("damaged_table", "KKvK."));
});

test("sizes that the list tells wrong are noticed", soon, async (t) => {
  for (const change of [(bytes) => bytes - 1, (bytes) => bytes + 1, () => 0, () => 127, () => Number.MAX_SAFE_INTEGER]) {
    const { files } = JSON.parse(goodList);
    files.forEach((file) => (file.bytes = change(file.bytes)));
    for (const heads of [true, false]) {
      const list = JSON.stringify({ files: files.map(({ head, ...file }) => (heads ? { head, ...file } : file)) });
      const url = await served(t, (reply, bytes) => reply.writeHead(206).end(bytes), sendList(list));
      await assert.rejects((await open(url)).moves(twoKings), (error) => error instanceof TablesError && error.code !== "internal");
    }
  }
});

test("a server that sends nothing has failed after a while: no head, no body, no end, for list and tables", soon, async (t) => {
  const stops = [() => {}, (reply) => reply.writeHead(206).flushHeaders(), (reply) => reply.writeHead(206).write("x")];
  for (const stop of stops) {
    const silent = await served(t, stop, sendList());
    await assert.rejects((await open(silent, { timeout: 200 })).moves(twoKings),
                         failsWith("network", "nothing came for 0.2 seconds"));
    const noList = await served(t, assert.fail, stop === stops[0] ? stop : (reply) => reply.write("{"));
    await assert.rejects(open(noList, { timeout: 200 }), failsWith("network", "nothing came for 0.2 seconds"));
  }
});

test("one that sends slowly has not failed, and waiting for it can be aborted", soon, async (t) => {
  const slow = await served(t, (reply, bytes) => {
    reply.writeHead(206);
    const half = bytes.length / 2;
    setTimeout(() => reply.write(bytes.subarray(0, half)), 150);
    setTimeout(() => reply.end(bytes.subarray(half)), 300);
  }, sendList());
  assert.equal((await (await open(slow, { timeout: 250 })).moves(twoKings)).plies, 5);
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 100);
  await assert.rejects(open(await served(t, assert.fail, () => {}), { signal: controller.signal }), { name: "AbortError" });
  await assert.rejects(open(slow, { signal: AbortSignal.abort() }), { name: "AbortError" });
});
