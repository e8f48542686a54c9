// Results, moves and classes in words.

import { outcomeText } from "./outcome.js";
import { otherSide } from "./position.js";
import { text, texts } from "./texts.js";

export const sideName = (side) => text(`side-${side}`);
export const plies = (count) => text("plies", { count });

const longestName = 9; // characters of a class's name that are still read at a glance

/** Returns "a king", "two men", "a king and two men". */
function sideWords(letters) {
  const numbers = texts.numbers.split(" ");
  const kinds = [["K", "kings"], ["M", "men"]].map(([letter, name]) => {
    const count = letters.split(letter).length - 1;
    return count === 0 ? [] : [text(name, { count, number: numbers[count] ?? count })];
  });
  const [one, other] = kinds.flat();
  return other ? text("and", { one, other }) : one;
}

/** Returns a class in words: "KKMvK" is "two kings and a man against a king". */
export function classWords(name) {
  const [white, black] = name.split("v").map(sideWords);
  return text("against", { white, black });
}

/** Says that a class has no table. */
export const noTable = (name) => (name.length <= longestName ? text("no-table", { name }) : text("no-table-so-many"));

/** Returns the text as a sentence, with a capital and an end. */
export const sentence = (words) => `${words[0].toUpperCase()}${words.slice(1)}${/[.?!]$/.test(words) ? "" : "."}`;

/** The server's errors that the page has words for. In others the server's own words say more. */
const errorTexts = {
  no_such_position: "no-such-position",
  none_found: "none-found",
  busy: "busy",
  took_too_long: "took-too-long",
  too_many_pieces: "too-many-pieces",
  not_counted: "not-counted",
  network: "no-network",
  cors: "no-cors",
  no_ranges: "no-ranges",
  no_list: "no-list",
};

/** Returns what an error says to the user. */
export const errorWords = ({ code, message }) => (code in errorTexts ? text(errorTexts[code]) : sentence(message));

/** Returns "win 5", "draw" or "loss 8", for the side that moves. */
export function short({ result, plies: count }) {
  if (result === null) {
    return text("unknown");
  }
  return result === "draw" || count === null ? text(result) : text(`${result}-in`, { count });
}

/** Returns "White wins in 5 plies", "White wins in at most 5 plies" or "Draw", for a result with the side to move. */
export function resultWords(side, known) {
  const { name, winner, plies: count } = outcomeText(side, known);
  return text(name, { side: winner && sideName(winner), plies: count !== undefined && plies(count) });
}

const hasPieces = (fen, side) => fen.split(":").some((part, i) => i > 0 && part[0].toLowerCase() === side && part.length > 1);

/** Returns whose turn it is, and of which class the position is: the name of its table, as in every list of classes. */
function contextOf({ side_to_move: mover, table: name }) {
  const toMove = text("to-move", { side: sideName(mover[0]) });
  const known = name ? `${name.length <= longestName ? `${name}, ` : ""}${classWords(name)}` : "";
  return known ? `${toMove} · ${known}` : toMove;
}

/** Says which table is missing for the result of an answer. */
function missingWords({ missing_table: missing, rule }) {
  if (missing === null) {
    return text("no-dtz", { name: `${rule.missing_dtz}.dtz`, plies: plies(rule.plies) });
  }
  return missing.can_be_made ? noTable(missing.class) : text("too-many-pieces");
}

/** Whether the page comes from the user's own machine: then it is the user who can make tables. */
const isOwn = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/**
 * Returns {words, command}, which help where an answer lacks a table that can be made: the command for whoever runs the
 * server, for visitors what there is. classes: those that have tables. Null for nothing.
 */
export function missingHelp(answer, classes) {
  const missing = answer?.missing_table;
  if (!missing?.can_be_made) {
    return null;
  }
  if (missing.command && isOwn) {
    return { words: text("make-table"), command: missing.command };
  }
  const pieces = Math.max(...classes.map((entry) => entry.pieces));
  return classes.length > 0 ? { words: text("tables-here", { count: classes.length, pieces }) } : null;
}

/** Returns whose picture stands for a result: "w", "b" or "draw". */
const outcomeOf = (side, result) => (result === "draw" ? "draw" : result === "win" ? side : otherSide[side]);

/** Returns the headline and the outcome for what a search has proven. */
function describeProof(side, proof) {
  if (proof.result !== null) {
    const { plies: count } = outcomeText(side, proof);
    return { outcome: outcomeOf(side, proof.result), headline: resultWords(side, proof), distance: count !== undefined && plies(count) };
  }
  const name = proof.at_least?.result === "draw" ? "at-least-draw" : "at-most-draw";
  return { outcome: "unknown", headline: text(name, { side: sideName(side) }) };
}

/** Returns what describe() does, where the result is known and the values of the moves are still being read. */
export const describeEarly = (side, result) =>
  ({ outcome: outcomeOf(side, result), headline: resultWords(side, { result, plies: null }), detail: text("moves-come") });

/** Returns "Counter: 12 of 50 plies."; nothing without a draw rule. */
export const counterWords = ({ rule }) =>
  rule && sentence(text("counter-is", { counter: rule.counter, plies: plies(rule.plies) }));

/** Returns what a draw rule makes of the result, with the counter; nothing without one. */
function ruleWords({ side_to_move: mover, result, without, rule }) {
  if (!rule) {
    return undefined;
  }
  const words = [counterWords({ rule })];
  if (rule.counter === rule.plies) {
    words.push(text("ended-by-rule", { plies: plies(rule.plies) }));
  } else if (result === "draw" && (without.result === "win" || without.result === "loss")) {
    words.push(text(`not-within-${without.result}`, { plies: plies(rule.plies) }));
  } else if (rule.z > 0) {
    words.push(text(`holds-${result}`, { most: rule.plies - rule.z }));
  }
  if (without.result === "win" || without.result === "loss") {
    words.push(text("without-rule", { result: resultWords(mover[0], without) }));
  }
  return words.map(sentence).join(" ");
}

/**
 * Returns a headline, a sentence and the outcome for an answer of /probe: the winner "w" or "b", "draw", "unknown", or
 * "problem". answer.proof is what a search has proven, if it has. distance: the words of the headline that say in how many plies, if it does. ruled: what holds under the draw
 * rule, if there is one.
 */
export function describe(answer) {
  const side = answer.side_to_move[0];
  const [mover, opponent] = [side, otherSide[side]].map(sideName);
  const context = contextOf(answer);
  if (!hasPieces(answer.fen, otherSide[side]) && hasPieces(answer.fen, side)) {
    return { outcome: side, headline: text("has-no-piece", { side: opponent }), detail: text("set-up-both", { side: mover }) };
  }
  if (answer.moves.length === 0) {
    const detail = text(hasPieces(answer.fen, side) ? "no-legal-move" : "no-piece-left", { side: mover });
    return { outcome: otherSide[side], headline: text("has-won", { side: opponent }), detail };
  }
  if (answer.proof) {
    const words = answer.proof.line.length > 0 ? ` ${text("proof-begins", { move: answer.proof.line[0].move })}` : "";
    const { missing_table: table, rule } = answer;
    const missing = (table ? table.can_be_made : rule?.missing_dtz) ? ` ${missingWords(answer)}` : "";
    const detail = `${context}.${missing} ${text("proved-by-search")}${words}`;
    return { ...describeProof(side, answer.proof), detail, ruled: ruleWords(answer.proof) };
  }
  if (answer.result === null) {
    const isHeld = answer.at_least?.result === "draw";
    const headline = isHeld ? text("at-least-draw", { side: mover }) : text("is-unknown");
    const proof = isHeld ? `${text("moves-prove")} ` : "";
    const detail = `${context}. ${missingWords(answer)} ${proof}${text("playable-all-the-same")}`;
    return { outcome: "unknown", headline, detail, ruled: ruleWords(answer) };
  }
  const shown = answer.must_capture ? text("forced-too", { context }) : context;
  const detail = answer.missing_table ? `${shown}. ${missingWords(answer)} ${text("moves-prove")}` : shown;
  if (answer.rule) { // its plies are those of the counter, and not to the end
    const headline = resultWords(side, { result: answer.result, plies: null });
    return { outcome: outcomeOf(side, answer.result), headline, detail, ruled: ruleWords(answer) };
  }
  const { plies: count } = outcomeText(side, answer);
  const distance = count !== undefined && plies(count);
  return { outcome: outcomeOf(side, answer.result), headline: resultWords(side, answer), distance, detail };
}

/** Returns why a piece that was chosen cannot be moved. `kind`: of the piece, null for a vacant square. */
export function whyNot({ side, kind, moves, mustCapture }) {
  if (kind === null || moves.length === 0) {
    return "";
  }
  if (kind[0] !== side) {
    return text("turn-of", { side: sideName(side) });
  }
  if (mustCapture) {
    const squares = [...new Set(moves.map((move) => move.from))].join(text("or"));
    const count = moves[0].captured.length;
    return text(count > 1 ? "most-forced" : "capture-forced", { squares, count });
  }
  return text("cannot-move");
}
