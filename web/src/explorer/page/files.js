// Answers from files alone, without a server that knows of tables: the npm package reads the tables, wherever the page's
// meta element "tables" says that they lie, and answers/ holds what `dameotb site` has counted.

import { open } from "./dameotb/dameotb.js";
import { search as searchIn } from "./search.js";

const place = new URL(document.querySelector("meta[name=tables]").content, document.baseURI);

let opened = null;

/** Opens the tables once; after a failure the next question tries again. */
function tables() {
  opened ??= open(place).catch((error) => {
    opened = null;
    throw error;
  });
  return opened;
}

tables().catch(() => {}); // begins; whoever asks is told of a failure

let keeping = null;

/** Lets the browser keep the pages for when there is no network, after an answer: that should not wait for it. */
function keepPages() {
  keeping ??= navigator.serviceWorker?.register("offline.js").catch(() => {}) ?? true;
}

const failure = (code, message) => Object.assign(new Error(message), { code });

/** Returns what `dameotb site` has written of this name. */
async function written(name, signal) {
  const reply = await fetch(`answers/${name}.json`, { signal }).catch((error) => {
    throw error.name === "AbortError" ? error : failure("network", error.message);
  });
  if (!reply.ok) {
    throw failure("network", `${reply.url}: ${reply.status}`);
  }
  return reply.json().catch((error) => {
    throw error.name === "AbortError" ? error : new Error(`${reply.url}: ${error.message}`);
  });
}

export async function probe(fen, { signal, early, rule } = {}) {
  const all = await tables();
  try {
    if (early) {
      // The values of all moves can take seconds on a slow network, who wins some tenths of one.
      const [known] = await all.results([fen], { plies: false, rule, signal });
      early(known);
    }
    return await all.moves(fen, { rule, signal });
  } finally {
    keepPages();
  }
}
export async function legal(fen) {
  const moves = await (await tables()).legalMoves(fen);
  keepPages();
  return { moves, must_capture: moves.some(({ captured }) => captured.length > 0) };
}
export const search = (fen, options) => searchIn({ place: place.href }, fen, options);
export const line = async (fen, { rule } = {}) => (await tables()).line(fen, { rule });
export const results = async (fens, { rule } = {}) => (await tables()).results(fens, { rule }).finally(keepPages);
export const games = async (pdn) => (await tables()).games(pdn);
export const classes = async () => (await written("classes")).classes.map((entry) => ({ ...entry, counted: true, countable: true }));
export const stats = (name, signal) => written(`stats/${name}`, signal);

/** Returns the first and the last number of plies that a text names: "9", "5-9", "5-", "-9", "". */
function rangeOf(plies) {
  const [, first, dash, last] = /^(\d*)(-?)(\d*)$/.exec(plies) ?? [];
  const range = [Number(first), Number((dash ? last : first) || Infinity)];
  if (first === undefined || plies === "-" || range[0] > range[1]) {
    throw failure("bad_request", `${plies} is no range`);
  }
  return range;
}

const leastPlies = 4; // of a win or loss, if the wish does not name them: no less is worth playing

const oneOf = (all) => all[Math.floor(Math.random() * all.length)];

/** Returns one of the positions that were drawn from the class: of each length some, so that none is rare. */
export async function random({ class: name, result, plies = "" }) {
  const [first, last] = plies === "" && result !== "draw" ? [leastPlies, Infinity] : rangeOf(plies);
  if (first === last && first % 2 !== (result === "win" ? 1 : 0)) {
    throw failure("bad_request", `no ${result} takes ${plies} plies`);
  }
  const found = (await written(`random/${name}`))[result] ?? {};
  const right = Object.entries(found).filter(([count]) => first <= count && count <= last).flatMap(([, fens]) => fens);
  if (right.length === 0) {
    const longest = (await stats(name)).sides.map((side) => side[`longest_${result}`]?.plies ?? 0);
    throw failure(first > Math.max(...longest) ? "no_such_position" : "none_found", "none of those that were drawn is so");
  }
  return { fen: oneOf(right) };
}
