// What a browser reads for its first answer, and for the next one: requests, bytes and rounds of the npm package with
// tables on a web server, by class and call. Positions are random ones of the class, or of any class of that many
// pieces; each begins with nothing read. Requests that are under way at the same time are one round. tables.json, which
// comes first, is not counted. Milliseconds are the median, without those that the server waits.
//
//   node bench/first_answer.mjs DIRECTORY POSITIONS CLASS|PIECES...     DAMEOTB_PACKAGE: the package; default: build/js

import { createServer } from "node:http";
import { once } from "node:events";
import { createReadStream, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [directory, positions, ...classes] = process.argv.slice(2);
if (!(positions > 0) || classes.length === 0) {
  console.error("usage: node first_answer.mjs DIRECTORY POSITIONS CLASS|PIECES...");
  process.exit(2);
}
const root = pathToFileURL(`${resolve(process.env.DAMEOTB_PACKAGE ?? "build/js")}/`);
const { open } = await import(new URL("src/node.js", root));
const { listOf } = await import(new URL("src/list.js", root));

const delay = 10; // ms that the server waits, so that requests sent together are under way together
const counts = { requests: 0, bytes: 0, rounds: 0 };
let underWay = 0;

const list = JSON.stringify(await listOf(directory));
const server = createServer((request, reply) => {
  const name = request.url.slice(1);
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  if (name === "tables.json") {
    reply.end(list);
    return;
  }
  const [start, end] = [Number(range[1]), Number(range[2])];
  counts.requests += 1;
  counts.bytes += end - start + 1;
  counts.rounds += underWay === 0 ? 1 : 0;
  underWay += 1;
  const size = statSync(join(directory, name)).size;
  setTimeout(() => {
    underWay -= 1;
    reply.writeHead(206, { "Content-Length": end - start + 1, "Content-Range": `bytes ${start}-${end}/${size}` });
    createReadStream(join(directory, name), { start, end }).pipe(reply);
  }, delay);
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const url = `http://127.0.0.1:${server.address().port}/`;

let state = 20261126;
/** A number from 0 to n - 1 (splitmix32). */
function below(n) {
  state = (state + 0x9e3779b9) | 0;
  let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return ((mixed ^ (mixed >>> 15)) >>> 0) % n;
}

/** A random class of as many pieces, each side with one at least. */
function randomClass(pieces) {
  const white = 1 + below(pieces - 1);
  const side = (count) => Array.from({ length: count }, () => "KM"[below(2)]).join("");
  return `${side(white)}v${side(pieces - white)}`;
}

/** A random position of a class, or of as many pieces. */
function randomPosition(given) {
  const taken = new Set();
  const sides = (given > 0 ? randomClass(Number(given)) : given).split("v").map((pieces, colour) => [...pieces].map((piece) => {
    for (;;) {
      const [file, rank] = [below(8), 1 + below(8)];
      const square = "abcdefgh"[file] + rank;
      if (!taken.has(square) && (piece === "K" || rank !== (colour === 0 ? 8 : 1))) {
        taken.add(square);
        return (piece === "K" ? "K" : "") + square;
      }
    }
  }).join(","));
  return `${"WB"[below(2)]}:W${sides[0]}:B${sides[1]}`;
}

/** Returns what a call reads, and its milliseconds but for the delays. */
async function costOf(call) {
  const before = { ...counts };
  const began = performance.now();
  const answer = await call();
  const used = Object.fromEntries(Object.keys(counts).map((key) => [key, counts[key] - before[key]]));
  return { answer, ms: performance.now() - began - delay * used.rounds, ...used };
}

const calls = {
  "who wins": (tables, fen) => tables.results([fen], { plies: false }),
  "plies": (tables, fen) => tables.probe(fen),
  "all moves": (tables, fen) => tables.moves(fen),
};
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];

console.log("class\tcall\trequests\tKB\trounds\tms\tmost requests\tmost KB");
for (const name of classes) {
  const costs = new Map([...Object.keys(calls), "next moves"].map((call) => [call, []]));
  for (let i = 0; i < positions; ++i) {
    const fen = randomPosition(name);
    for (const [call, ask] of Object.entries(calls)) {
      const tables = await open(url, { cacheBytes: 32 << 20 });
      const cost = await costOf(() => ask(tables, fen));
      costs.get(call).push(cost);
      const next = cost.answer.moves?.[0]?.fen; // what is asked after the best move
      if (next) {
        costs.get("next moves").push(await costOf(() => tables.moves(next)));
      }
      await tables.close();
    }
  }
  for (const [call, all] of costs) {
    const mean = (key, unit = 1) => (all.reduce((sum, cost) => sum + cost[key], 0) / all.length / unit).toFixed(1);
    const most = (key, unit = 1) => Math.round(Math.max(...all.map((cost) => cost[key])) / unit);
    console.log([name, call, mean("requests"), mean("bytes", 1000), mean("rounds"),
                 median(all.map(({ ms }) => ms)).toFixed(0), most("requests"), most("bytes", 1000)].join("\t"));
  }
}
server.closeAllConnections();
server.close();
