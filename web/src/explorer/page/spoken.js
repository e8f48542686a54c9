// What those who do not see the board hear: the position, a move and what it takes, what was set up.

import { squaresOf } from "./game/game.js";
import { squares } from "./position.js";
import { text } from "./texts.js";
import { sideName } from "./words.js";

/** Returns where the pieces of a kind stand, "kings a7, h8", in an array; empty if there are none. */
function standing(pieces, kind, name) {
  const on = squares.filter((square) => pieces.get(square) === kind);
  return on.length > 0 ? [text(name, { count: on.length, squares: on.join(", ") })] : [];
}

/** Returns the position: "White: kings a7, h8. Black: king a1. White to move." */
export function spokenPosition({ side, pieces }) {
  const sides = ["w", "b"].map((one) => {
    const those = [...standing(pieces, `${one}k`, "kings-on"), ...standing(pieces, `${one}m`, "men-on")];
    return text("side-has", { side: sideName(one), pieces: those.length > 0 ? those.join("; ") : text("no-piece") });
  });
  return [...sides, `${text("to-move", { side: sideName(side) })}.`].join(" ");
}

/** Returns whether a square lies in the row or column from one square to another. */
const isBetween = (square, one, other) =>
  [0, 1].every((i) => (square.charCodeAt(i) - one.charCodeAt(i)) * (square.charCodeAt(i) - other.charCodeAt(i)) <= 0);

/** Returns what a move of a position takes, in that order, "the king on a2, the man on b4"; "" if nothing. */
export function takenWords({ side, pieces }, move) {
  const path = move.includes("x") ? squaresOf(move) : [];
  const isTaken = (square, i) => (pieces.get(square) ?? side)[0] !== side && isBetween(square, path[i], path[i + 1]);
  const taken = path.slice(1).flatMap((_, i) => squares.filter((square) => isTaken(square, i)));
  return taken.map((square) => text(pieces.get(square)[1] === "k" ? "king-on" : "man-on", { square })).join(", ");
}

/**
 * Returns the move of a position: "White: a7 to g7", "Black: a1 takes the king on a2, lands on a5", "and becomes a king" if
 * it does. after: the position that it leads to.
 */
export function spokenMove(before, move, after) {
  const path = squaresOf(move);
  const [from, to] = [path[0], path.at(-1)];
  const taken = takenWords(before, move);
  const words = text(taken ? "spoken-capture" : "spoken-move", { side: sideName(before.side), from, to, taken });
  return before.pieces.get(from) === after.pieces.get(to) ? words : text("becomes-king", { move: words });
}

/** Returns what was set up: "White king on a7"; "a7 vacant" for no kind. */
export const spokenPiece = (square, kind) =>
  kind ? text("placed", { piece: text(`piece-${kind}`), square }) : `${square}, ${text("vacant")}`;
