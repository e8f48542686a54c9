// The draw rule that the page plays by, and the tables' answers under it. A counter belongs to a place of a game, since
// only the moves tell it. Answers have one form: under a rule, `result` and `plies` are those under it, `plies` being
// those of the counter, and `without` has what holds without it.

import * as answers from "./answers.js";
import { isEmbedded } from "./embed.js";
import { mostPlies, parseFen, toNormalFen } from "./position.js";

/** The plies of PlayStrategy and AbstractPlay. */
export const usualPlies = 50;

const key = "dameo-draw-rule";

/** Returns what the user has chosen here, or null. A browser may forbid a page to remember. */
function remembered() {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Returns the plies of a rule that a text names, or null. */
export function rulePlies(text) {
  const plies = /^\d{1,3}$/.test(text ?? "") ? Number(text) : 0;
  return plies >= 1 && plies <= mostPlies ? plies : null;
}

/**
 * The plies of the rule; null for none. The address names it for this visit, the user's choice is remembered. In a frame
 * the address alone counts: who wrote it should see there what others see.
 */
export let rule = rulePlies(new URLSearchParams(location.search).get("rule")) ?? (isEmbedded ? null : rulePlies(remembered()));

/** Plays by another rule from now on; null for none. */
export function chooseRule(plies) {
  rule = plies;
  try {
    plies === null ? localStorage.removeItem(key) : localStorage.setItem(key, plies);
  } catch {
    // The address still has it.
  }
}

/** Returns whether a move from this position sets the counter to 0: a capture, or a man's move. */
export const isZeroing = (fen, move) => move.includes("x") || !fen.includes(`K${move.slice(0, 2)}`);

let counted = {}; // the counters of one track

function countersOf(track) {
  if (counted.track !== track || counted.rule !== rule) {
    const end = rule ?? Infinity;
    let counter = 0;
    const next = ({ move }, i) => {
      if (i === 0) {
        counter = Math.min(track[0].counter ?? 0, end);
      } else if (counter < end) { // a game that the rule has ended stays so
        counter = isZeroing(track[i - 1].fen, move) ? 0 : counter + 1;
      }
      return counter;
    };
    counted = { track, rule, counters: track.map(next) };
  }
  return counted.counters;
}

/** Returns the counter at a place of a track. */
export const counterAt = (track, index) => countersOf(track)[index];

/** Returns whether the rule ends the game at a place of a track, unless no move is left there. */
export const isEnded = (track, index) => rule !== null && counterAt(track, index) === rule;

/** Returns the FEN of a place of a track, under a rule with the counter. */
export function fenAt(track, index) {
  const { fen } = track[index];
  return rule === null || !parseFen(fen) ? fen : `${fen}:H${counterAt(track, index)}`;
}

/**
 * Returns the FEN of a place of a track as links and PDN keep it: also without a rule with the counter, if the track
 * began with one, as a rule may be chosen later.
 */
export const keptFenAt = (track, index) =>
  rule === null && track[0].counter > 0 && counterAt(track, index) > 0 && parseFen(track[index].fen)
    ? `${track[index].fen}:H${counterAt(track, index)}` : fenAt(track, index);

const options = () => (rule === null ? {} : { rule });

const boundUnder = (bound) => bound && { result: bound.result, plies: bound.z };

/** Returns the answer in the page's form. Positions lose the counter, so that the same ones are equal. */
const underRule = ({ rule: under, result, plies, at_least, at_most, ...others }) => ({
  ...others, rule: under, result: under.result, plies: under.z,
  at_least: boundUnder(under.at_least), at_most: boundUnder(under.at_most),
  without: { result, plies, at_least, at_most },
});

/** Returns an answer with a line in the page's form. */
const withLine = (answer) => (answer.rule
  ? { ...underRule(answer), line: answer.line.map(({ move, fen }) => ({ move, fen: toNormalFen(fen) })) }
  : answer);

/** Returns the answer of answers.probe for a place of a track, in the page's form. `early`: as there. */
export async function probe(track, index, { signal, early } = {}) {
  const told = early && ((known) => early({ result: (known.rule ?? known).result }));
  const answer = await answers.probe(fenAt(track, index), { signal, early: told, ...options() });
  if (!answer.rule) {
    return answer;
  }
  const moves = answer.moves.map((move) => ({ ...underRule(move), fen: toNormalFen(move.fen) }));
  return { ...underRule(answer), fen: toNormalFen(answer.fen), moves };
}

/** Returns {result, plies} for each place of a track. */
export async function results(track) {
  const known = await answers.results(track.map((_, i) => fenAt(track, i)), options());
  return known.map((one) => (one.rule ? underRule(one) : one));
}

/** Returns the answer of answers.line for a place of a track, in the page's form. */
export async function line(track, index) {
  return withLine(await answers.line(fenAt(track, index), options()));
}

/** Returns the answer of answers.prove for a place of a track, in the page's form; null if there is none. */
export async function prove(track, index, { signal }) {
  return answers.prove ? withLine(await answers.prove(fenAt(track, index), { signal, ...options() })) : null;
}

/** Whether the visitor's own processor can search. */
export const canSearch = Boolean(answers.search);

/** Returns the answer of answers.search for a place of a track, in the page's form. */
export async function search(track, index, { time, signal }) {
  return withLine(await answers.search(fenAt(track, index), { time, signal, ...options() }));
}
