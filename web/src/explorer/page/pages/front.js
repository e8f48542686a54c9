// The front page: what the tables know, and some positions to begin with, each with its result out of the tables.

import * as answers from "../answers.js";
import { make, makeSvg } from "../elements.js";
import { files, parseFen } from "../position.js";
import { fillPage, language, text } from "../texts.js";
import { classWords, errorWords, resultWords, sideName } from "../words.js";

/** Positions that show something; those that no table here knows are left out. */
const shown = [
  "W:WKa7,Kh8:BKa1", "W:Wc1,c3:BKc5", "W:WKb2,Ke2:BKf5,Kh5", "W:WKb1,d1,Ka2:BKa1", "W:Wd1,Kb3,h5:BKh7",
  "W:WKh2,Kg3,Kc5:BKh1,Kb4", "W:Wb1,f2,Kb6:BKa6,a8", "W:Wa1,Ka2,e2:BKc1,c7,d8",
];

/** Returns a picture of a board, for those who see it; the words beside it say the same. */
function picture(fen) {
  const put = (name, x, y, attributes) => makeSvg(name, { x, y, width: 1, height: 1, ...attributes });
  const fields = Array.from({ length: 64 }, (_, i) => {
    const [x, y] = [i % 8, Math.floor(i / 8)];
    return put("rect", x, y, { class: (x + y) % 2 === 0 ? "light" : "dark" });
  });
  const pieces = [...parseFen(fen).pieces].map(([square, kind]) =>
    put("use", files.indexOf(square[0]), 8 - square[1], { href: `#${kind}` }));
  return makeSvg("svg", { viewBox: "0 0 8 8", class: "thumbnail", "aria-hidden": "true" }, ...fields, ...pieces);
}

/** Returns the class of a position: "KKvK". */
function classOf(fen) {
  const kinds = [...parseFen(fen).pieces.values()].sort(); // kings before men
  const of = (side) => kinds.filter((kind) => kind[0] === side).map((kind) => kind[1].toUpperCase()).join("");
  return `${of("w")}v${of("b")}`;
}

function entry(fen, result) {
  const side = fen[0].toLowerCase();
  const words = [make("strong", {}, resultWords(side, result)), make("span", {}, classWords(classOf(fen))),
                 make("span", {}, text("to-move", { side: sideName(side) }))];
  return make("li", {}, make("a", { className: "card", href: `explorer.html?fen=${fen}` }, picture(fen), ...words));
}

/** Says what is wrong with the tables, below what they should know. */
function showProblem(error) {
  document.getElementById("problem").textContent = errorWords(error);
}

async function showPositions() {
  const results = await answers.results(shown);
  const entries = shown.flatMap((fen, i) => (results[i].result === null ? [] : [entry(fen, results[i])]));
  document.getElementById("positions").replaceChildren(...entries);
  document.getElementById("look").hidden = entries.length === 0;
}

/** Returns how many classes there are of so many pieces, those that differ by the colours alone counted once. */
function classesOf(pieces) {
  let count = 0;
  for (let white = Math.ceil(pieces / 2); white < pieces; ++white) { // of n pieces, 0 to n are men
    const black = pieces - white;
    count += white === black ? ((white + 1) * (white + 2)) / 2 : (white + 1) * (black + 1);
  }
  return count;
}

/** Returns "up to 4 pieces", or if not all classes are there "up to 3 pieces, and some of 4". */
function piecesWords(classes) {
  const pieces = Math.max(...classes.map((one) => one.pieces));
  let complete = 1;
  while (complete < pieces && classes.filter((one) => one.pieces === complete + 1).length === classesOf(complete + 1)) {
    complete += 1;
  }
  return text(complete === pieces ? "front-all" : complete < 2 ? "front-some" : "front-all-and-some", { complete, pieces });
}

async function showKnown() {
  const classes = await answers.classes();
  const positions = classes.reduce((sum, one) => sum + one.positions, 0);
  const number = new Intl.NumberFormat(language);
  document.getElementById("known").textContent = classes.length === 0
    ? text("no-tables")
    : text("front-known", { positions: number.format(positions), pieces: piecesWords(classes) });
}

if (new URLSearchParams(location.search).has("fen")) {
  location.replace(`explorer.html${location.search}`); // the explorer was the first page once
} else {
  fillPage();
  await showKnown().catch(showProblem);
  await showPositions().catch(showProblem);
}
