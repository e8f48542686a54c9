// The lists of moves: the legal moves in groups by what they are worth, captures to choose from, the moves that were
// played, and those that were mistakes.

import { make } from "./elements.js";
import { numberBefore } from "./game/game.js";
import { rove } from "./roving.js";
import { text } from "./texts.js";
import { short } from "./words.js";

const groups = ["win", "draw", "unknown", "loss"];

const span = (className, ...children) => make("span", { className }, ...children);
const button = (className, ...children) => make("button", { type: "button", className }, ...children);

const resultOf = (move) => move.result ?? "unknown";

/** Lets a button play a move, and highlight it while it is pointed at. Returns the button. */
function handled(element, move, { play, highlight }) {
  element.addEventListener("click", () => play(move));
  for (const [event, value] of [["pointerenter", move], ["focus", move], ["pointerleave", null], ["blur", null]]) {
    element.addEventListener(event, () => highlight(value));
  }
  return element;
}

const takenLabel = (move, { taken }) => text("takes-in-full", { taken: taken(move) });

function moveButton(move, handlers) {
  const tags = [];
  if (move.captured.length > 0) {
    const tag = span("tag", text("takes", { count: move.captured.length }));
    Object.assign(tag, { role: "img", ariaLabel: takenLabel(move, handlers) }); // in full for those who do not see the board
    tags.push(tag);
  }
  if (move.promotes) {
    tags.push(span("tag", text("becomes")));
  }
  if (move.without && move.result === "draw" && (move.without.result === "win" || move.without.result === "loss")) {
    tags.push(span("tag", text("otherwise", { result: short(move.without) })));
  }
  if (move.zeroing) {
    tags.push(make("span", { className: "zeroing", title: text("sets-counter"), ariaHidden: "true" }, "↺"));
    tags.push(span("visually-hidden", `, ${text("sets-counter")}, `));
  }
  const badge = span("badge", short(move));
  badge.title = move.without ? text("without-rule", { result: short(move.without) }) : "";
  const element = button(`move ${resultOf(move)}`, span("text", move.move), ...tags, badge);
  element.dataset.move = move.move;
  return handled(element, move, handlers);
}

/**
 * Shows the legal moves, which are ordered best first, under a heading for each result. Calls play(move) on a click.
 * Calls highlight(move) while a move is pointed at, and then highlight(null). If the focus was in the list, it goes to
 * the first move.
 */
export function showLegalMoves(list, moves, handlers) {
  const hadFocus = list.contains(document.activeElement);
  const parts = groups.map((result) => {
    const items = moves.filter((move) => resultOf(move) === result);
    if (items.length === 0) {
      return [];
    }
    const entries = items.map((move) =>
      make("li", { className: move.path.length > 3 ? "long" : "" }, moveButton(move, handlers)));
    const heading = make("h3", { className: result }, `${text(`group-${result}`)} `, span("count", `${items.length}`));
    return [make("section", {}, heading, make("ol", {}, ...entries))];
  });
  list.replaceChildren(...parts.flat());
  const buttons = [...list.querySelectorAll("button")];
  rove(buttons, ["ArrowUp", "ArrowDown"]);
  if (hadFocus) {
    buttons[0]?.focus({ preventScroll: true });
  }
}

/**
 * Lets the user choose one of some captures that the board alone does not tell apart: several to one square, or one that
 * comes back to its own. Handlers as for the legal moves.
 */
export function showWays(element, ways, handlers) {
  const question = text(ways.length > 1 ? "which-way" : "round-and-back");
  const buttons = ways.map((move) => {
    const way = handled(button("", move.move), move, handlers);
    way.ariaLabel = `${move.move}, ${takenLabel(move, handlers)}`;
    return way;
  });
  element.hidden = ways.length === 0;
  element.replaceChildren(...(ways.length > 0 ? [question] : []), ...buttons);
}

/** Shows the review of a position that was played out. Calls go(index) for the position before a mistake. */
export function showReview(element, { words, mistakes }, go) {
  const items = mistakes.map(({ index, words: mistake }) => {
    const choice = button("", mistake);
    choice.addEventListener("click", () => go(index - 1));
    return make("li", {}, choice);
  });
  element.replaceChildren(words, ...(items.length > 0 ? [make("ul", {}, ...items)] : []));
}

/** Returns what stands behind a played move: what it was worth, and a sign if it threw something away. */
function signs({ outcome, lost }) {
  const parts = [];
  if (outcome?.result) {
    const { result, plies } = outcome;
    const badge = span(`worth ${result}`, result === "draw" ? "=" : plies === null ? "" : `${plies}`);
    badge.ariaHidden = "true";
    badge.title = short(outcome);
    parts.push(badge, span("visually-hidden", `, ${short(outcome)}`));
  }
  if (lost) {
    const words = text(`throws-${lost}`); // those who see have a sign for it
    parts.push(make("span", { className: "sign", title: words, ariaHidden: "true" }, "?"));
    parts.push(span("visually-hidden", `, ${words}`));
  }
  return parts;
}

/** Returns the other moves that were just as good, as buttons, in an array; empty if there are none. */
function others(alternatives, index, branch) {
  if (!alternatives || (alternatives.equal.length === 0 && alternatives.slower === 0)) {
    return [];
  }
  const buttons = alternatives.equal.map((move) => {
    const choice = button("", move.move);
    choice.addEventListener("click", () => branch(index, move));
    return choice;
  });
  const slower = alternatives.slower > 0 ? [span("slower", text("slower-wins", { count: alternatives.slower }))] : [];
  return [span("others", ...(buttons.length > 0 ? [`${text("also")} `] : []), ...buttons, ...slower)];
}

/**
 * Shows the track of a Game. alternatives: what could have been played instead of each move, or null. Calls go(index) on
 * a click on a move, and branch(index, move) on one that could have been played from that position.
 */
export function showTrack(list, { track, index, alternatives }, { go, branch }) {
  const hadFocus = list.contains(document.activeElement);
  const items = track.slice(1).map((entry, i) => {
    const element = button("ply", span("text", entry.move), ...signs(entry));
    if (i + 1 === index) {
      element.setAttribute("aria-current", "true");
    }
    element.addEventListener("click", () => go(i + 1));
    const number = numberBefore(track, i + 1);
    const choices = others(alternatives?.[i], i, branch);
    return make("li", { className: choices.length > 0 ? "branches" : "" },
                ...(number ? [span("number", `${number}${track[i].fen.startsWith("W") ? "." : "…"}`)] : []), element, ...choices);
  });
  list.replaceChildren(...items);
  const current = list.querySelector("[aria-current]");
  rove([...list.querySelectorAll("button")], ["ArrowUp", "ArrowDown"], current ?? undefined);
  if (current) {
    // Only the list scrolls, not the page: down, or sideways where it is one line.
    const [at, box] = [current, list].map((element) => element.getBoundingClientRect());
    list.scrollTop += at.top - box.top - (box.height - at.height) / 2;
    list.scrollLeft += at.left - box.left - (box.width - at.width) / 2;
  } else {
    list.scrollTop = list.scrollLeft = 0;
  }
  if (hadFocus) {
    (current ?? list.querySelector("button"))?.focus({ preventScroll: true });
  }
}
