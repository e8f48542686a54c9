// The two lists of moves: the legal moves with their results, in the order in which the server ranks them, and the moves
// that were played.

import { short } from "./words.js";

function item(...children) {
  const element = document.createElement("li");
  element.append(...children);
  return element;
}

function button(className, ...children) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = className;
  element.append(...children);
  return element;
}

function span(className, text) {
  const element = document.createElement("span");
  element.className = className;
  element.textContent = text;
  return element;
}

/**
 * Shows the legal moves. Calls play(move) on a click. Calls highlight(move) while a move is pointed at, and then
 * highlight(null).
 */
export function showLegalMoves(list, moves, { play, highlight }) {
  list.replaceChildren(
    ...moves.map((move) => {
      const result = move.result ?? "unknown";
      const element = button(`move ${result}`, span("text", move.move), span("badge", short(move)));
      const entry = item(element);
      entry.classList.toggle("long", move.path.length > 3);
      element.dataset.move = move.move;
      element.addEventListener("click", () => play(move));
      for (const [event, value] of [["pointerenter", move], ["focus", move], ["pointerleave", null], ["blur", null]]) {
        element.addEventListener(event, () => highlight(value));
      }
      return entry;
    }),
  );
}

/** Shows the track [{fen, move}, ...], whose first entry has no move. Calls go(index) on a click on a move. */
export function showTrack(list, track, index, go) {
  const blackBegins = track[0].fen.startsWith("B");
  const items = track.slice(1).map(({ move }, i) => {
    const ply = i + (blackBegins ? 1 : 0);
    const element = button("ply", move);
    if (i + 1 === index) {
      element.setAttribute("aria-current", "true");
    }
    element.addEventListener("click", () => go(i + 1));
    const number = ply % 2 === 0 ? `${ply / 2 + 1}.` : i === 0 ? "1…" : "";
    return item(...(number ? [span("number", number)] : []), element);
  });
  list.replaceChildren(...items);
  const current = list.querySelector("[aria-current]");
  if (current) {
    // Only the list scrolls, not the page.
    list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
  } else {
    list.scrollTop = 0;
  }
}
