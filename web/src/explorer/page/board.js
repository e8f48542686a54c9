// The board: 64 squares as an ARIA grid with roving focus, with pieces on them, for mouse, touch and keys.
// It shows what it is given, and reports what the user does with which square. The caller decides what that means.

import { makeSvg } from "./elements.js";
import { files, squares } from "./position.js";
import { text } from "./texts.js";

export const dragDistance = 6; // pixels that a pointer moves before a press becomes a drag
const kindOfKey = { w: "wm", W: "wk", b: "bm", B: "bk", Delete: null, Backspace: null };
const stepOfKey = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const still = matchMedia("(prefers-reduced-motion: reduce)");

const pieceImage = (kind) =>
  makeSvg("svg", { class: "piece", "aria-hidden": "true" }, makeSvg("use", { href: `#${kind}` }));

export class Board {
  #grid;
  #handlers;
  #cells = new Map();
  #turned = false;
  #focused = "a1";
  #press = null; // a pointer that went down on a square: {id, square, x, y, ghost}

  /**
   * handlers: choose(square); drag(from, to), where `to` is null if the piece was dropped off the board;
   * canDrag(square); place(square, kind or null); release().
   */
  constructor(grid, handlers) {
    this.#grid = grid;
    this.#handlers = handlers;
    for (const square of squares) {
      const cell = document.createElement("div");
      cell.setAttribute("role", "gridcell");
      cell.dataset.square = square;
      cell.tabIndex = -1;
      this.#cells.set(square, cell);
    }
    this.#layOut();
    grid.addEventListener("keydown", (event) => this.#onKey(event));
    grid.addEventListener("focusin", (event) => this.#rove(event.target.dataset.square));
    grid.addEventListener("pointerdown", (event) => this.#onDown(event));
    grid.addEventListener("pointermove", (event) => this.#onMove(event));
    grid.addEventListener("pointerup", (event) => this.#onUp(event));
    grid.addEventListener("pointercancel", () => this.#endPress());
  }

  /** Returns the square at a point of the window, or null. */
  squareAt(x, y) {
    const under = document.elementsFromPoint(x, y).map((element) => element.closest?.("[role=gridcell]"));
    return under.find((cell) => cell && this.#grid.contains(cell))?.dataset.square ?? null;
  }

  /**
   * Shows a view: {position, turned, selected, targets: Map from square to "win" | "draw" | "loss" | "unknown",
   * last: squares of the last move, must: squares of pieces that must take, path: the squares of a move to animate, or
   * null}.
   */
  show({ position, turned, selected, targets, last, must, path }) {
    if (turned !== this.#turned) {
      this.#turned = turned;
      this.#layOut();
    }
    for (const [square, cell] of this.#cells) {
      const kind = position.pieces.get(square);
      if (cell.dataset.kind !== (kind ?? "")) {
        cell.dataset.kind = kind ?? "";
        cell.querySelector(".piece")?.remove();
        cell.append(...(kind ? [pieceImage(kind)] : []));
      }
      const target = targets.get(square);
      cell.classList.toggle("selected", square === selected);
      cell.classList.toggle("last", last.includes(square));
      cell.classList.toggle("must", must.includes(square));
      cell.classList.toggle("target", target !== undefined);
      cell.dataset.target = target ?? "";
      cell.classList.toggle("grab", this.#handlers.canDrag(square));
      cell.setAttribute("aria-selected", square === selected);
      const words = [square, text(kind ? `piece-${kind}` : "vacant")];
      if (target) {
        words.push(target === "unknown" ? text("can-be-moved-to") : text("moving-here", { result: text(target) }));
      }
      if (must.includes(square)) {
        words.push(text("must-take"));
      }
      cell.setAttribute("aria-label", words.join(", "));
    }
    if (path && !still.matches) {
      this.#animate(path);
    }
  }

  #animate(path) {
    const boxes = path.map((square) => this.#cells.get(square).getBoundingClientRect());
    const end = boxes.at(-1);
    const frames = boxes.map(({ left, top }) => ({ transform: `translate(${left - end.left}px, ${top - end.top}px)` }));
    const piece = this.#cells.get(path.at(-1)).querySelector(".piece");
    piece?.animate(frames, { duration: 140 + 60 * (path.length - 1) ** 1.5, easing: "ease-out" });
  }

  /** Returns the rows from top to bottom, as the user sees them. */
  #layOut() {
    const ranks = [8, 7, 6, 5, 4, 3, 2, 1];
    const columns = [...files];
    if (this.#turned) {
      ranks.reverse();
      columns.reverse();
    }
    const rows = ranks.map((rank, i) => {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      for (const [j, file] of columns.entries()) {
        const cell = this.#cells.get(file + rank);
        cell.className = (i + j) % 2 === 0 ? "light" : "dark";
        cell.dataset.rank = j === 0 ? rank : "";
        cell.dataset.file = i === 7 ? file : "";
        row.append(cell);
      }
      return row;
    });
    this.#grid.replaceChildren(...rows);
    this.#rove(this.#focused);
  }

  #rove(square) {
    this.#cells.get(this.#focused).tabIndex = -1;
    this.#focused = square;
    this.#cells.get(square).tabIndex = 0;
  }

  #onKey(event) {
    const { key } = event;
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (key in stepOfKey || key === "Home" || key === "End") {
      this.#step(key);
    } else if (key === "Enter" || key === " ") {
      this.#handlers.choose(this.#focused);
    } else if (key in kindOfKey) {
      this.#handlers.place(this.#focused, kindOfKey[key]);
    } else if (key === "Escape") {
      this.#handlers.release();
    } else {
      return;
    }
    event.preventDefault();
  }

  #step(key) {
    const all = [...this.#grid.querySelectorAll("[role=gridcell]")]; // as the user sees them
    const at = all.indexOf(this.#cells.get(this.#focused));
    let [column, row] = [at % 8, Math.floor(at / 8)];
    if (key in stepOfKey) {
      const [dx, dy] = stepOfKey[key];
      [column, row] = [column + dx, row + dy].map((n) => Math.min(7, Math.max(0, n)));
    } else {
      column = key === "Home" ? 0 : 7;
    }
    all[row * 8 + column].focus();
  }

  #onDown(event) {
    const square = event.target.closest("[role=gridcell]")?.dataset.square;
    if (square && event.isPrimary && event.button === 0) {
      this.#press = { square, x: event.clientX, y: event.clientY, ghost: null };
      if (this.#handlers.canDrag(square)) {
        this.#grid.setPointerCapture(event.pointerId);
      }
    }
  }

  #onMove(event) {
    const press = this.#press;
    if (!press || !event.isPrimary || !this.#handlers.canDrag(press.square)) {
      return;
    }
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (!press.ghost && Math.hypot(dx, dy) >= dragDistance) {
      press.ghost = this.#cells.get(press.square).querySelector(".piece");
      press.ghost.classList.add("dragged");
    }
    if (press.ghost) {
      press.ghost.style.transform = `translate(${dx}px, ${dy}px) scale(1.1)`;
    }
  }

  #onUp(event) {
    const press = this.#press;
    if (!press || !event.isPrimary) {
      return;
    }
    const square = this.squareAt(event.clientX, event.clientY);
    const dragged = press.ghost !== null;
    this.#endPress();
    if (dragged) {
      if (square !== press.square) {
        this.#handlers.drag(press.square, square);
      }
    } else if (square === press.square) {
      this.#cells.get(square).focus({ preventScroll: true });
      this.#handlers.choose(square);
    }
  }

  #endPress() {
    if (this.#press?.ghost) {
      this.#press.ghost.classList.remove("dragged");
      this.#press.ghost.style.transform = "";
    }
    this.#press = null;
  }
}
