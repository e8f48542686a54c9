// Games as text: what is pasted, what a file holds, what a link keeps. The server reads PDN; this page writes it.

import * as answers from "../answers.js";
import { counterAt, isZeroing, line, probe, results, rule } from "../draw_rule.js";
import { numberBefore, numberedFen, thrownAway } from "./game.js";
import { counterOf, isAddress, startFen } from "../position.js";

const mostAtOnce = 4; // questions; a server or a proxy before it refuses a visitor who asks many
const opposite = { win: "loss", draw: "draw", loss: "win" };

/** Returns whether the text begins as JSON does; a game in PDN may begin with a comment in braces. */
const isJson = (text) => /^\s*\{\s*"[^"]*"\s*:/.test(text);

// What is pasted has other dashes, signs and quotes than PDN, and capitals, which after a colon are a FEN's.
const tag = /^[ \t\u00A0\uFEFF]*\[\s*\w+\s+["\u201C-\u201F\u00AB\u2039]/m;
const move = /[a-h][1-8]\s*[-x:\u2010-\u2015\u2212\u00D7]\s*[a-h][1-8]|[A-H][1-8]\s*[-xX\u2010-\u2015\u2212\u00D7]\s*[A-H][1-8]|\b(?:[a-h][1-8]){2}\b/;

/** Returns whether the text can be a game: it has a tag of PDN or a move, or is one of AbstractPlay's. */
export const looksLikeGame = (text) => isJson(text) || (!isAddress(text) && (tag.test(text) || move.test(text)));

/** Returns the text of a file: UTF-8, UTF-16 if its first bytes say so, otherwise Windows-1252, as older programs have it. */
export async function textOf(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const wide = { "255,254": "utf-16le", "254,255": "utf-16be" }[bytes.slice(0, 2)];
  try {
    return new TextDecoder(wide ?? "utf-8", { fatal: !wide }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Returns whether a game can be opened: it has a move, or tags and nothing that could not be read. */
export const hasBeenRead = ({ track, problem }) => track.length > 1 || (problem === "" && hasTags(track));

/** Returns whether a game has tags. What has neither tags nor moves is no game: "2026", a comment, a result alone. */
const hasTags = ([{ tags }]) => Object.keys(tags).some((name) => name !== "Result");

/** Returns the words of a track: "1.", "a7-g7", "a1-b1", "2.", "g7-b7". */
function numbered(track) {
  return track.slice(1).flatMap(({ move }, i) => {
    const number = numberBefore(track, i + 1);
    return [...(number ? [`${number}${track[i].fen.startsWith("W") ? "." : "..."}`] : []), move];
  });
}

/** Returns the words in lines of at most 79 characters. */
function wrapped(words) {
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== "" && line.length + 1 + word.length > 79) {
      lines.push(word);
    } else {
      lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
    }
  }
  return lines.join("\n");
}

/** Returns a track as PDN, with the tags of the game that it was read from. PDN has no number for Dameo, so the tag Variant names the game. */
export function toPdn(track) {
  const [{ fen, tags = {} }] = track;
  const written = ["Variant", "GameType", "Result", "SetUp", "FEN"];
  const others = Object.entries(tags).filter(([name]) => !written.includes(name))
                       .map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`).join("");
  const result = tags.Result ?? "*";
  const isStart = fen === startFen && counterAt(track, 0) === 0 && !(track[0].number > 1);
  const setUp = isStart ? "" : `[SetUp "1"]\n[FEN "${numberedFen(track)}"]\n`;
  return `${others}[Variant "Dameo"]\n[Result "${result}"]\n${setUp}\n${wrapped([...numbered(track), result])}\n`;
}

/** Returns the PDN of what may be JSON of AbstractPlay. Throws TablesError if it is none of its games. */
async function asPdn(text) {
  if (!isJson(text)) {
    return text;
  }
  const { pdnFromAbstractPlay } = await import("../abstractplay.js");
  return pdnFromAbstractPlay(text);
}

/** Returns a player's name: PlayStrategy's tags have numbers for the sides. */
const playerOf = (tags, side, number) => tags[side] ?? tags[`P${number}`] ?? "?";

/**
 * Reads games, of PDN or of AbstractPlay. Returns [{title, track, at, problem}, ...]; `at` is the place to show first: of
 * a state of AbstractPlay whose game still runs the last one, otherwise 0. problem says why a game could not be read to
 * its end, or is empty. Throws what answers.games throws, and TablesError for JSON that is no game.
 */
export async function readGames(given) {
  const { games } = await answers.games(await asPdn(given));
  return games.map(({ tags, fen, move_number: number, moves, result, error }) => ({
    title: `${playerOf(tags, "White", 1)} – ${playerOf(tags, "Black", 2)}${tags.Event ? `, ${tags.Event}` : ""}`,
    track: [{ fen, counter: counterOf(tags.FEN ?? ""), number, tags: { ...tags, Result: result } },
            ...moves.map(({ move, fen: after }) => ({ fen: after, move }))],
    at: isJson(given) && result === "*" ? moves.length : 0,
    problem: error ?? "",
  }));
}

/** Returns the track of a shared link, {fen, moves: "a7-g7,a1-b1"}. Throws what answers.games throws. */
export async function readLine({ fen, moves }) {
  const [game] = await readGames(`[FEN "${fen.replace(/["\\\n]/g, "")}"]\n${moves.replaceAll(",", " ")}\n`);
  return game;
}

/**
 * Adds to each entry of a track what its move was worth to the side that made it, `outcome`: {result, plies}, and what
 * it threw away, `lost`, as far as the tables tell.
 */
export async function addOutcomes(track) {
  const known = await results(track);
  track.slice(1).forEach((entry, i) => {
    const [best, { result, plies }] = [known[i], known[i + 1]];
    const isReset = rule !== null && isZeroing(track[i].fen, entry.move); // what comes after it no longer counts
    const after = plies === null || isReset ? 0 : plies;
    entry.outcome = { result: opposite[result] ?? null, plies: result === "draw" ? 0 : plies === null ? null : after + 1 };
    entry.lost = thrownAway(best.result, entry.outcome.result);
  });
}

/** Returns best play from a place of a track as more of the track, with what its moves are worth; empty if not known. */
export async function bestLine(track, index) {
  const best = await line(track, index);
  if (rule === null) {
    const outcome = (i) => ({ result: i % 2 === 0 ? best.result : opposite[best.result], plies: best.plies - i });
    return best.line.map((entry, i) => ({ ...entry, outcome: outcome(i) }));
  }
  const entries = [{ fen: track[index].fen, counter: counterAt(track, index) }, ...best.line];
  await addOutcomes(entries).catch(() => {}); // without them it can still be played
  return entries.slice(1);
}

/** Returns the moves of a proof as more of the track: nothing is said of how soon they win. */
export const proofLine = ({ result, line: moves }) =>
  moves.map((entry, i) => ({ ...entry, outcome: { result: (i % 2 === 0 ? result : opposite[result]) ?? null, plies: null } }));

/** Resolves to what ask(item, index) resolves to for each item, a few at a time. Rejects if one does. */
async function askEach(items, ask) {
  const answered = [];
  const queue = (function* () {
    yield* items.entries();
  })();
  const takeFromQueue = async () => {
    for (const [i, item] of queue) { // which an error closes, for all
      answered[i] = await ask(item, i);
    }
  };
  await Promise.all(Array.from({ length: mostAtOnce }, takeFromQueue));
  return answered;
}

/**
 * Returns for each move of a track the others that were open: `equal`, those just as good, same result and plies, and
 * `slower`, how many reach the same result otherwise. Empty where the tables do not tell.
 */
export async function alternatives(track, signal) {
  return askEach(track.slice(1), async ({ fen, move }, i) => {
    const { moves } = await probe(track, i, { signal });
    const played = moves.find((one) => one.move === move || one.fen === fen);
    const others = moves.filter((one) => one !== played && played?.result && one.result === played.result);
    const equal = others.filter(({ plies }) => plies === played.plies);
    return { equal, slower: played?.result === "win" ? others.length - equal.length : 0 };
  });
}
