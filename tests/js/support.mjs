// Random positions, what the command answers to them, and a plain web server for folders.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import { once } from "node:events";
import { cpSync, createReadStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

export const command = process.env.DAMEOTB_COMMAND;
export const goodTables = process.env.DAMEOTB_TABLES;

/** The rows of "Positions with known results" in docs/rules.md: [fen, result, plies], null where it gives no plies. */
export function knownResults(docs) {
  const row = /^\| `([WB]:[^`]+)` \| (win|draw|loss|won)(?: in (\d+))?/gm;
  const known = Array.from(readFileSync(join(docs, "rules.md"), "utf8").matchAll(row), ([, fen, result, plies]) =>
    [fen, result === "won" ? "win" : result, plies ? Number(plies) : null]);
  assert.equal(known.length, 8);
  return known;
}

/** Numbers from 0 to below 1; the same for the same seed. */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FENs of random positions of 2 to `most` pieces, each side with one at least, without men on the row of promotion. */
export function randomPositions(count, most, seed) {
  const random = randomNumbers(seed);
  const below = (n) => Math.floor(random() * n);
  return Array.from({ length: count }, () => {
    const pieces = 2 + below(most - 1);
    const white = 1 + below(pieces - 1);
    const taken = new Set();
    const sides = [[], []];
    for (let i = 0; i < pieces; ++i) {
      const colour = i < white ? 0 : 1;
      const isKing = random() < 0.5;
      for (;;) {
        const [file, rank] = [below(8), 1 + below(8)];
        const square = "abcdefgh"[file] + rank;
        if (!taken.has(square) && (isKing || rank !== (colour === 0 ? 8 : 1))) {
          taken.add(square);
          sides[colour].push((isKing ? "K" : "") + square);
          break;
        }
      }
    }
    return `${random() < 0.5 ? "W" : "B"}:W${sides[0].join(",")}:B${sides[1].join(",")}`;
  });
}

/**
 * What `dameotb probe --json` answers to the positions: objects with result, plies and moves, or with error. `rule`: the
 * plies of a draw rule, if any.
 */
export function askCommand(directory, fens, rule) {
  const ruled = rule === undefined ? [] : ["--rule", rule];
  const { stdout } = spawnSync(command, ["probe", "--json", "--dir", directory, ...ruled],
                               { input: fens.join("\n") + "\n", maxBuffer: 1 << 30, encoding: "utf8" });
  const answers = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  assert.equal(answers.length, fens.length);
  return answers;
}

export function temporaryDirectory(test) {
  const directory = mkdtempSync(join(tmpdir(), "dameotb-js-"));
  test.after(() => rmSync(directory, { recursive: true }));
  return directory;
}

/** A copy of the tables in which all that can store one side to move do so. */
export function oneSided(test) {
  const directory = temporaryDirectory(test);
  cpSync(goodTables, directory, { recursive: true });
  const { status, stdout, stderr } = spawnSync(process.env.DAMEOTB_STORE_ONE_SIDE, [directory], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  assert.ok(Number(stdout) >= 4, `${stdout} tables store one side`);
  return directory;
}

const types = { ".html": "text/html; charset=utf-8", ".css": "text/css", ".js": "text/javascript", ".json": "application/json",
                ".svg": "image/svg+xml", ".wasm": "application/wasm" };

/**
 * A web server of a folder. `behave(request, name)` may return "whole" (ranges are not known), "break" (the connection
 * ends in the middle), a number (a status) or [status, headers], or "other" (the file is another one now). compresses: whole files of the
 * types above, as brotli does it in passing. headers: sent with each file. Returns {url, requests}, where requests are
 * [name, range].
 */
export async function serve(test, directory, behave = () => "well", compresses = false, headers = {}) {
  const requests = [];
  const server = createServer((request, reply) => {
    const name = decodeURIComponent(new URL(request.url, "http://x").pathname.slice(1)).replace(/(^|\/)$/, "$1index.html");
    const how = behave(request, name);
    Object.entries(headers).forEach(([header, value]) => reply.setHeader(header, value));
    requests.push([name, request.headers.range ?? ""]);
    if (typeof how === "number" || Array.isArray(how)) {
      reply.writeHead(...[how].flat()).end();
      return;
    }
    const path = join(directory, name);
    const size = statSync(path, { throwIfNoEntry: false })?.size;
    if (size === undefined) {
      reply.writeHead(404).end();
      return;
    }
    if (compresses && extname(name) in types && /\bbr\b/.test(request.headers["accept-encoding"] ?? "")) {
      const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
      const packed = brotliCompressSync(readFileSync(path), options);
      reply.writeHead(200, { "Content-Type": types[extname(name)], "Content-Encoding": "br", ETag: `"${size}br"`,
                             "Content-Length": packed.length }).end(packed);
      return;
    }
    const etag = `"${size}${how === "other" ? "x" : ""}"`;
    // A browser goes on with what it has kept of a file only if the file is still the same.
    const isAsked = how !== "whole" && (request.headers["if-range"] ?? etag) === etag;
    const range = isAsked ? /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") : null;
    const [begin, end] = range ? [Number(range[1]), Math.min(Number(range[2]), size - 1)] : [0, size - 1];
    if (begin > end) {
      reply.writeHead(size > 0 ? 416 : 200, { ETag: etag, "Content-Range": `bytes */${size}` }).end();
      return;
    }
    reply.writeHead(range ? 206 : 200, {
      "Content-Type": types[extname(name)] ?? "application/octet-stream",
      ETag: etag,
      "Content-Length": end - begin + 1,
      ...(range ? { "Content-Range": `bytes ${begin}-${end}/${size}` } : {}),
    });
    if (how === "break") {
      createReadStream(path, { start: begin, end: begin }).on("data", (bytes) => reply.write(bytes, () => reply.destroy()));
      return;
    }
    createReadStream(path, { start: begin, end }).pipe(reply);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}/`, requests };
}
