// Moves as arrows on the board. Colour, kind of line and label show the result: solid and a number of plies for a win,
// dashed and = for a draw, dotted and a number of plies in a square for a loss, thin for an unknown result. Colours are
// those of the side to move, as in the list of moves. While a piece is chosen, its targets have the labels alone.

import { makeSvg } from "./elements.js";
import { files } from "./position.js";

const labelledMoves = 12; // if there are more, only the best ones have labels
const fewBest = 3; // if more moves are equally good, none of them stands out

/** Returns the middle of a square, in the board's units. */
function centre(square, turned) {
  const [x, y] = [files.indexOf(square[0]) + 0.5, 8.5 - square[1]];
  return turned ? [8 - x, 8 - y] : [x, y];
}

/** Returns the point that lies `distance` before `to`, on the way from `from`. */
function before([x0, y0], [x1, y1], distance) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  return [x1 - ((x1 - x0) * distance) / length, y1 - ((y1 - y0) * distance) / length];
}

const text = (number) => number.toFixed(3).replace(/\.?0+$/, "");
const point = ([x, y]) => `${text(x)} ${text(y)}`;

function head(from, tip) {
  const base = before(from, tip, 0.24);
  const [dx, dy] = [(tip[0] - base[0]) * 0.55, (tip[1] - base[1]) * 0.55];
  return makeSvg("path", {
    class: "head",
    d: `M${point(tip)} L${point([base[0] - dy, base[1] + dx])} L${point([base[0] + dy, base[1] - dx])} Z`,
  });
}

function arrow(move, { turned, foremost, labelled, captured }) {
  // A capture may end where it began. Then its path has other squares in between.
  const stops = move.path.map((square) => centre(square, turned));
  const [last, end] = stops.slice(-2);
  const group = makeSvg("g", { class: `arrow ${move.result ?? "unknown"} ${foremost ? "foremost" : ""}` });
  const tip = before(last, end, labelled ? 0.2 : 0.08);
  const shaft = [before(stops[1], stops[0], 0.4), ...stops.slice(1, -1), before(last, tip, 0.2)];
  group.append(makeSvg("path", { class: "shaft", d: `M${shaft.map(point).join(" L")}` }), head(last, tip));
  for (const square of captured ? move.captured : []) {
    const [x, y] = centre(square, turned);
    const cross = ["taken edge", "taken"].map((name) => makeSvg("path", { class: name, d: `M${x - 0.2} ${y - 0.2}l.4 .4m0 -.4l-.4 .4` }));
    group.append(...cross);
  }
  return group;
}

/** Returns the number of plies of a move, drawn on the square where the move ends. */
function label(move, turned) {
  const [x, y] = centre(move.to, turned);
  const words = makeSvg("text", { x: text(x), y: text(y) });
  words.textContent = move.result === "draw" ? "=" : (move.plies ?? "?");
  const r = 0.19;
  const badge =
    move.result === "loss"
      ? makeSvg("rect", { class: "badge", x: text(x - r), y: text(y - r), width: 2 * r, height: 2 * r, rx: 0.05 })
      : makeSvg("circle", { class: "badge", cx: text(x), cy: text(y), r });
  return makeSvg("g", { class: `label ${move.result ?? "unknown"}` }, badge, words);
}

const isBest = (move, best) => move.result === best.result && move.plies === best.plies;

/** Returns one move for each square where moves end: the best, as the moves come best first. */
const bestByTarget = (moves) => [...new Map([...moves].reverse().map((move) => [move.to, move])).values()];

/** Returns whether the best of these moves, best first, is known to be it: one with an unknown result may be better. */
export const isBestKnown = (moves) =>
  moves[0]?.result === "win" || (moves.length > 0 && moves.every(({ result }) => result !== null));

/**
 * Draws the arrows. moves: as the server lists them, best first. choice: "all", "best" or "none". from: the square of a
 * chosen piece, of whose moves only labels are shown; or null. highlighted: the text of one move that stands out, or
 * null.
 */
export function drawArrows(element, { moves, choice, from, highlighted, turned }) {
  const one = moves.find((move) => move.move === highlighted);
  if (from && !one) {
    const chosen = bestByTarget(moves.filter((move) => move.from === from));
    element.replaceChildren(makeSvg("g", { class: "labels" }, ...chosen.map((move) => label(move, turned))));
    return;
  }
  const best = moves[0];
  const shown = one ? [one] : moves.filter((move) => choice === "all" || (choice === "best" && isBest(move, best)));
  const isSure = isBestKnown(moves);
  const bestMoves = shown.filter((move) => isSure && isBest(move, best));
  const [others, foremostOnes, labels] = ["others", "best", "labels"].map((name) => makeSvg("g", { class: name }));
  for (const move of [...shown].reverse()) {
    const isOne = move === one || moves.length === 1;
    const foremost = isOne || (bestMoves.length <= fewBest && bestMoves.includes(move));
    const labelled = foremost || shown.length <= labelledMoves;
    const layer = foremost || bestMoves.includes(move) ? foremostOnes : others;
    layer.append(arrow(move, { turned, foremost, labelled, captured: isOne }));
    labels.append(...(labelled ? [label(move, turned)] : []));
  }
  element.replaceChildren(others, foremostOnes, labels);
}
