// Which text says what a position is worth, for the explorer and for <dameo-board>.

import { otherSide } from "./position.js";

/**
 * Returns the name of the text for a known result, with the side to move: {name, winner, plies}. Of a result that only
 * moves or a search prove, the plies are the bound on them. Without a distance there are no plies, in a draw no winner
 * either.
 */
export function outcomeText(side, { result, plies, at_least: bound, at_most: most }) {
  if (result === "draw") {
    return { name: "is-draw" };
  }
  const winner = result === "win" ? side : otherSide[side];
  if (plies !== null) {
    return { name: "wins-in", winner, plies };
  }
  if (bound && bound.plies !== null) {
    return { name: result === "win" ? "wins-in-at-most" : "wins-in-at-least", winner, plies: bound.plies };
  }
  if (result === "loss" && most && most.plies !== null) {
    return { name: "wins-in-at-most", winner, plies: most.plies };
  }
  return { name: "wins", winner };
}
