// The kinds of pieces beside the board in Set up: one is chosen, to be placed by clicks; or a piece is dragged from here.

import { dragDistance } from "./board.js";

/** Calls drop(square, kind) when a piece was dragged to a square; squareAt(x, y) returns the square there, or null. */
export function watchPalette(palette, { drop, squareAt }) {
  let press = null; // {label, x, y, ghost}

  function end() {
    press?.ghost?.remove();
    press = null;
  }

  palette.addEventListener("pointerdown", (event) => {
    const label = event.target.closest("label");
    if (label && event.isPrimary && event.button === 0) {
      press = { label, x: event.clientX, y: event.clientY, ghost: null };
    }
  });
  addEventListener("pointermove", (event) => {
    if (!press || !event.isPrimary) {
      return;
    }
    if (!press.ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) >= dragDistance) {
      press.label.querySelector("input").checked = true;
      press.ghost = press.label.querySelector("svg").cloneNode(true);
      press.ghost.setAttribute("class", "palette-ghost");
      document.body.append(press.ghost);
    }
    if (press.ghost) {
      press.ghost.style.left = `${event.clientX}px`;
      press.ghost.style.top = `${event.clientY}px`;
    }
  });
  addEventListener("pointerup", (event) => {
    const done = press;
    end();
    if (!done || !event.isPrimary) {
      return;
    }
    const square = done.ghost && squareAt(event.clientX, event.clientY);
    if (square) {
      const { value } = done.label.querySelector("input");
      drop(square, value === "none" ? null : value);
    }
  });
  addEventListener("pointercancel", end);
}
