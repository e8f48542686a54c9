// The examples of the rules: small boards on which the legal moves can be played.

import * as api from "./api.js";
import { drawArrows } from "./arrows.js";
import { Board } from "./board.js";
import { parseFen } from "./position.js";
import { sentence, whyNot } from "./words.js";

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** Makes a board of an element with data-fen and a paragraph; with data-still it shows a position that is not played. */
function startExample(element) {
  const words = element.querySelector("p");
  const caption = words.textContent;
  const grid = make("div", { className: "board", role: "grid", ariaLabel: caption });
  const frame = make("div", { className: "board-frame" }, grid);
  const arrows = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [key, value] of [["class", "arrows"], ["viewBox", "0 0 8 8"], ["aria-hidden", "true"]]) {
    arrows.setAttribute(key, value);
  }
  frame.append(arrows);
  element.prepend(frame);

  let fen = element.dataset.fen;
  let moves = [];
  let mustCapture = false;
  let selected = null;

  function show(path = null) {
    const targets = moves.filter((move) => move.from === selected).map((move) => [move.to, "unknown"]);
    board.show({
      position: parseFen(fen), turned: false, selected, path, last: [],
      targets: new Map(targets),
      must: mustCapture ? moves.map((move) => move.from) : [],
    });
    drawArrows(arrows, { moves, choice: "none", from: null, highlighted: null, turned: false });
  }

  async function open(next, path = null) {
    [fen, moves, mustCapture, selected] = [next, [], false, null];
    show(path);
    if (!("still" in element.dataset)) {
      const answer = await api.probe(next).catch((error) => (words.textContent = sentence(error.message), null));
      if (answer && next === fen) {
        [moves, mustCapture] = [answer.moves, answer.must_capture];
        show();
      }
    }
  }

  function playTo(from, to, path) {
    const move = moves.find((one) => one.from === from && one.to === to);
    if (move) {
      words.textContent = `${move.move}${move.captured.length > 1 ? ` takes ${move.captured.length}` : ""}. ${caption}`;
      open(move.fen, path ?? null);
    }
    return Boolean(move);
  }

  const board = new Board(grid, {
    choose(square) {
      const path = moves.find((one) => one.from === selected && one.to === square)?.path;
      if (selected === null || !playTo(selected, square, path)) {
        const isMovable = moves.some((move) => move.from === square);
        const { side, pieces } = parseFen(fen);
        selected = isMovable && square !== selected ? square : null;
        words.textContent = isMovable
          ? caption
          : whyNot({ side, kind: pieces.get(square) ?? null, moves, mustCapture }) || caption;
        show();
      }
    },
    drag: (from, to) => to && playTo(from, to, null),
    canDrag: (square) => moves.some((move) => move.from === square),
    place() {},
    release() {
      selected = null;
      show();
    },
  });
  if (!("still" in element.dataset)) {
    const again = make("button", { type: "button" }, "Again");
    again.addEventListener("click", () => {
      words.textContent = caption;
      open(element.dataset.fen);
    });
    element.append(make("div", { className: "foot" }, again, make("a", { href: `/?fen=${fen}` }, "In the explorer")));
  }
  open(fen);
}

document.querySelectorAll(".example").forEach(startExample);
if (location.hash) {
  document.querySelector(location.hash)?.scrollIntoView(); // the boards have moved what is below them
}
