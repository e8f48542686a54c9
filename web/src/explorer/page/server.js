// Answers from the HTTP API of the server that the page came from. Those to positions are kept, the newest,
// because they do not change while the server runs.

import { search as searchIn } from "./search.js";
import { text } from "./texts.js";

const kept = new Map();
const mostKept = 1000; // answers; more than the moves of a game for which alternatives are asked
const mostAtOnce = 1000; // positions of one request
const mostTries = 5;
const longestWait = 3; // seconds until a request is repeated; one that should wait longer is not

/** Resolves after so many seconds; rejects as fetch() does if it is called off before. */
function wait(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, 1000 * seconds);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** Returns after how many seconds a request should be repeated that there is no room for now; NaN: it should not. */
function waitOf({ status, headers }) {
  const asked = headers.has("Retry-After") ? Number(headers.get("Retry-After")) : NaN;
  if (status === 429) {
    return Number.isNaN(asked) ? 1 : asked; // a proxy that counts requests may not say
  }
  return status === 503 ? asked : NaN;
}

/** Returns what a request that has broken off fails with. */
const failure = (error) => (error.name === "AbortError" ? error : new Error(text("server-silent")));

/** Fetches, and again where the server or a proxy before it asks for patience. */
async function fetchPatiently(path, signal, options) {
  for (let tries = 1; ; ++tries) {
    const reply = await fetch(path, { signal, ...options }).catch((error) => {
      throw failure(error);
    });
    const seconds = waitOf(reply);
    if (tries === mostTries || !(seconds <= longestWait)) {
      return reply;
    }
    await wait(seconds, signal);
  }
}

/**
 * Returns the answer as JSON. Throws Error with the server's message, and with its code if it has one; with the status
 * alone if the answer is not the server's.
 */
async function ask(path, signal, options = {}) {
  const reply = await fetchPatiently(path, signal, options);
  const json = await reply.json().catch((error) => {
    if (error instanceof SyntaxError) {
      return null;
    }
    throw failure(error);
  });
  if (reply.ok && json !== null) {
    return json;
  }
  if (!json?.error) {
    throw new Error(text("not-the-server", { status: reply.status }));
  }
  throw Object.assign(new Error(json.error.message), { code: json.error.code, missingTable: json.missing_table });
}

async function askOnce(path, signal) {
  const answer = kept.get(path) ?? (await ask(path, signal));
  kept.delete(path); // to be the newest
  kept.set(path, answer);
  if (kept.size > mostKept) {
    kept.delete(kept.keys().next().value);
  }
  return answer;
}

function post(path, body) {
  return ask(path, undefined, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

const about = (fen, rule) => `fen=${encodeURIComponent(fen)}${rule ? `&plies=${rule}` : ""}`;

export const probe = (fen, { signal, rule } = {}) => askOnce(`api/v1/probe?${about(fen, rule)}`, signal);
export const prove = (fen, { signal, rule } = {}) => askOnce(`api/v1/prove?${about(fen, rule)}`, signal);
/** Only if the server has what a browser needs for it, and names the place. */
const place = document.querySelector("meta[name=tables]")?.content;
export const search = place &&
  ((fen, options) => searchIn({ place: new URL(place, document.baseURI).href, isServer: true }, fen, options));
export const legal = (fen) => probe(fen);
export const line = (fen, { rule } = {}) => askOnce(`api/v1/line?${about(fen, rule)}`);
/** Returns what a text holds as PDN: {games: [{tags, fen, moves: [{move, fen}], result, error}]}. */
export const games = (pdn) => post("api/v1/games", { pdn });
/** Returns the results of many positions: [{result, plies, rule}, ...]; result is null where it is not known. */
export async function results(fens, { rule } = {}) {
  const known = [];
  for (let i = 0; i < fens.length; i += mostAtOnce) {
    known.push(...(await post("api/v1/probe", { fens: fens.slice(i, i + mostAtOnce), plies: rule })).positions);
  }
  return known.map(({ result = null, plies = null, rule: under }) => ({ result, plies, rule: under }));
}
/** Returns a random position: wish is {class, result, plies}, plies a text such as "9" or "5-9", or left out. */
export const random = (wish) => ask(`api/v1/random?${new URLSearchParams(wish)}`);
export async function classes() {
  const { classes, most_counted_pieces: most = Infinity } = await ask("api/v1/classes");
  return classes.map((entry) => ({ ...entry, countable: entry.counted || entry.pieces <= most }));
}
/** Returns the statistics of a class. They have `counting` while the server is still counting. */
export const stats = (name, signal) => ask(`api/v1/stats/${encodeURIComponent(name)}`, signal);
