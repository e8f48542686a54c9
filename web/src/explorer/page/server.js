// Answers from the HTTP API of the server that the page came from. Those to positions are kept, because they do not
// change while the server runs.

import { text } from "./texts.js";

const kept = new Map();
const mostAtOnce = 1000; // positions of one request

/** Returns the answer as JSON. Throws Error with the server's message, and with its code if it has one. */
async function ask(path, signal, options = {}) {
  const reply = await fetch(path, { signal, ...options }).catch((error) => {
    throw error.name === "AbortError" ? error : new Error(text("server-silent"));
  });
  const json = await reply.json();
  if (!reply.ok) {
    throw Object.assign(new Error(json.error.message), { code: json.error.code, missingTable: json.missing_table });
  }
  return json;
}

async function askOnce(path, signal) {
  if (!kept.has(path)) {
    kept.set(path, await ask(path, signal));
  }
  return kept.get(path);
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
