// The examples of the rules: small boards on which the legal moves can be played.

import * as answers from "../answers.js";
import { Board } from "../board.js";
import { make } from "../elements.js";
import { parseFen } from "../position.js";
import { fillPage, text } from "../texts.js";
import { errorWords, whyNot } from "../words.js";

/** Makes a board of an element with data-fen and a paragraph; with data-still it shows a position that is not played. */
function startExample(element) {
  const words = element.querySelector("p");
  const caption = words.textContent;
  const grid = make("div", { className: "board", role: "grid", ariaLabel: caption });
  element.prepend(make("div", { className: "board-frame" }, grid));

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
  }

  async function open(next, path = null) {
    [fen, moves, mustCapture, selected] = [next, [], false, null];
    show(path);
    if (!("still" in element.dataset)) {
      const answer = await answers.legal(next).catch((error) => (words.textContent = errorWords(error), null));
      if (answer && next === fen) {
        [moves, mustCapture] = [answer.moves, answer.must_capture];
        show();
      }
    }
  }

  function playTo(from, to, path) {
    const move = moves.find((one) => one.from === from && one.to === to);
    if (move) {
      const count = move.captured.length;
      words.textContent = text(count > 1 ? "rules-taken" : "rules-moved", { move: move.move, count, caption });
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
    const again = make("button", { type: "button" }, text("rules-again"));
    again.addEventListener("click", () => {
      words.textContent = caption;
      open(element.dataset.fen);
    });
    element.append(make("div", { className: "foot" }, again, make("a", { href: `explorer.html?fen=${fen}` }, text("rules-in-explorer"))));
  }
  open(fen);
}

fillPage();
document.querySelectorAll(".example").forEach(startExample);
if (location.hash) {
  document.getElementById(location.hash.slice(1))?.scrollIntoView(); // the boards have moved what is below them
}
