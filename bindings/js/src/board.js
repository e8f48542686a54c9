// <dameo-board>: shows a position and, with tables, its result and its best moves. README.md has the attributes. What it
// draws with is the explorer's; words and pictures are put into drawing.js when the package is built.

import { drawArrows, isBestKnown } from "./arrows.js";
import { open } from "./dameotb.js";
import { pictures, styles, words } from "./drawing.js";
import { makeSvg } from "./elements.js";
import { outcomeText } from "./outcome.js";
import { files, parseFen, pastedFen, squares, startFen, toFen } from "./position.js";
import { addressOf } from "./sources.js";

const ownStyles = `
:host { display: block; max-width: 480px; }
:host([hidden]) { display: none; }
svg { display: block; width: 100%; overflow: hidden; border-radius: 1.5%; }
.light { fill: var(--square-light); }
.dark { fill: var(--square-dark); }
.coordinate { fill: var(--coordinate); font: 600 var(--coordinate-size) system-ui, sans-serif; }
p { margin: .4em 0 0; overflow-wrap: anywhere; }
p:empty { display: none; }
`;

const kinds = ["wk", "wm", "bk", "bm"];
const mostQuoted = 100; // characters of a text that is no position
const leastText = 9; // CSS pixels of a coordinate
const [usualText, mostText] = [0.17, 0.26]; // sizes of a coordinate in squares; a larger one would reach the piece

let sheet = null;
let symbols = null; // by kind

/** Makes, once for a page, what all boards share. A constructed style sheet needs no permission of the page's policy. */
function prepare() {
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles + ownStyles);
    const template = document.createElement("template");
    template.innerHTML = `<svg>${pictures}</svg>`;
    symbols = new Map([...template.content.querySelectorAll("symbol")].map((symbol) => [symbol.id, symbol]));
  }
}

const opened = new Map(); // promises of tables, by address

/** Returns the tables at an address, opened once for all boards of the page. After a failure the next board tries again. */
function openOnce(address) {
  if (!opened.has(address)) {
    opened.set(address, open(address).catch((error) => {
      opened.delete(address);
      throw error;
    }));
  }
  return opened.get(address);
}

const quoted = (text) => `'${text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text}'`;

/** Returns why a text is no position, as the library says it where one of its pieces is wrong. */
function problemOfText(given) {
  const entries = /^[WB]:(?:W(.*):B(.*)|B(.*):W(.*))$/.exec(pastedFen(given).replace(/:[HF]\d+(?=:|$)/g, ""))
    ?.slice(1).filter(Boolean).flatMap((section) => section.split(",")) ?? [];
  const wrong = entries.find((entry) => !/^K?[a-h][1-8]$/.test(entry));
  if (wrong !== undefined) {
    const hint = /^K?\d+(-\d+)?$/.test(wrong) ? "; Dameo names squares a1 to h8" : "";
    return `expected a square (a1 to h8), found ${quoted(wrong)}${hint}`;
  }
  const on = entries.map((entry) => entry.slice(-2));
  const twice = on.find((square, i) => on.indexOf(square) < i);
  return twice ? `two pieces on ${twice}` : `${quoted(given)} is not in the form W:WKa7,Kh8:BKa1`;
}

/** Returns why a position cannot occur, or null. */
function problemOf(position, given) {
  if (position === null) {
    return problemOfText(given);
  }
  const promoted = [...position.pieces].find(([square, kind]) => kind[1] === "m" && square[1] === (kind[0] === "w" ? "8" : "1"));
  return promoted ? `a man on ${promoted[0]} would be a king` : null;
}

// Where there is no document, as when a server renders pages, the module can be imported all the same.
const Base = globalThis.HTMLElement ?? class {};

export class DameoBoard extends Base {
  static observedAttributes = ["fen", "flipped", "coordinates", "label", "lang", "tables"];

  #board = null;
  #caption = null;
  #tables = null; // given by a script, instead of the attribute
  #isDue = false;
  #asking = null;

  get fen() {
    return this.getAttribute("fen") ?? startFen;
  }
  set fen(fen) {
    this.setAttribute("fen", fen);
  }
  get flipped() {
    return this.hasAttribute("flipped");
  }
  set flipped(flipped) {
    this.toggleAttribute("flipped", flipped);
  }
  get coordinates() {
    return this.hasAttribute("coordinates");
  }
  set coordinates(coordinates) {
    this.toggleAttribute("coordinates", coordinates);
  }
  /** The tables that open() has returned, or the address of the attribute; null for none. */
  get tables() {
    return this.#tables ?? this.getAttribute("tables");
  }
  set tables(tables) {
    this.#tables = tables;
    this.#changed();
  }

  connectedCallback() {
    for (const name of ["fen", "flipped", "coordinates", "tables"]) { // set before the element was defined
      if (Object.hasOwn(this, name)) {
        const value = this[name];
        delete this[name];
        this[name] = value;
      }
    }
    if (this.#board === null) {
      prepare();
      const root = this.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      this.#board = makeSvg("svg", { viewBox: "0 0 8 8", role: "img", part: "board" });
      this.#caption = document.createElement("p");
      this.#caption.setAttribute("role", "status");
      this.#caption.setAttribute("part", "caption");
      root.append(this.#board, this.#caption);
      new ResizeObserver(([{ contentRect: { width } }]) => {
        const size = Math.min(Math.max(usualText, (leastText * 8) / width), mostText);
        this.#board.style.setProperty("--coordinate-size", `${size}px`);
      }).observe(this.#board);
    }
    this.#changed();
  }

  disconnectedCallback() {
    this.#asking?.abort();
  }

  attributeChangedCallback() {
    this.#changed();
  }

  /** Shows, once, what several attributes have changed. */
  #changed() {
    if (!this.isConnected || this.#isDue) {
      return;
    }
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      if (this.isConnected) {
        this.#show();
      }
    });
  }

  #show() {
    this.#asking?.abort();
    const read = parseFen(pastedFen(this.fen));
    const position = read ?? { side: "w", pieces: new Map() };
    const problem = problemOf(read, this.fen);
    this.#board.replaceChildren(...this.#squares(), ...this.#pieces(position));
    this.#board.setAttribute("aria-label", this.#label(position, problem));
    this.#caption.textContent = problem ? "" : this.#toMove(position);
    if (problem) {
      this.#fail("not-legal", { code: "bad_position", message: problem });
    } else if (this.tables !== null) {
      this.#ask(position);
    }
  }

  #toMove({ side }) {
    return this.#text("to-move", { side: this.#text(`side-${side}`) });
  }

  /** Says more below the board, after whose turn it is. */
  #say(words) {
    const { textContent: before } = this.#caption;
    this.#caption.textContent = before ? `${before} · ${words}` : words;
  }

  /** Says of a position what the tables know. */
  async #ask(position) {
    const { signal } = (this.#asking = new AbortController());
    const given = this.tables;
    let answer;
    try {
      const tables = typeof given === "string" ? await openOnce(addressOf(given, this.baseURI).href) : given;
      signal.throwIfAborted();
      answer = await tables.moves(toFen(position), { signal });
    } catch (error) {
      if (!signal.aborted) {
        this.#fail("no-answer", { code: error.code ?? "internal", message: error.message });
      }
      return;
    }
    if (!signal.aborted) {
      const arrows = makeSvg("g", { class: "arrows" });
      const choice = isBestKnown(answer.moves) ? "best" : "none";
      drawArrows(arrows, { moves: answer.moves, choice, from: null, highlighted: null, turned: this.flipped });
      this.#board.append(arrows);
      this.#say(this.#result(position.side, answer));
      this.dispatchEvent(new CustomEvent("dameo-result", { detail: answer, bubbles: true, composed: true }));
    }
  }

  /** Says that something is wrong, to the reader and to the page. */
  #fail(text, { code, message }) {
    this.#say(`${this.#text(text)}: ${message}`);
    this.dispatchEvent(new CustomEvent("dameo-error", { detail: { code, message }, bubbles: true, composed: true }));
  }

  /** The place of a square, in squares from the upper left corner. */
  #place(square) {
    const [x, y] = [files.indexOf(square[0]), 8 - square[1]];
    return this.flipped ? [7 - x, 7 - y] : [x, y];
  }

  #squares() {
    return squares.flatMap((square) => {
      const [x, y] = this.#place(square);
      const field = makeSvg("rect", { class: (x + y) % 2 === 0 ? "light" : "dark", x, y, width: 1, height: 1 });
      const coordinate = (text, place) => makeSvg("text", { class: "coordinate", "aria-hidden": "true", ...place }, text);
      return [field,
              ...(this.coordinates && x === 0 ? [coordinate(square[1], { x: 0.04, y: y + 0.04, dy: ".75em" })] : []),
              ...(this.coordinates && y === 7 ? [coordinate(square[0], { x: x + 0.96, y: 7.95, "text-anchor": "end" })] : [])];
    });
  }

  #pieces({ pieces }) {
    return [...pieces].map(([square, kind]) => {
      const [x, y] = this.#place(square);
      const picture = symbols.get(kind).cloneNode(true).childNodes;
      return makeSvg("svg", { x, y, width: 1, height: 1, viewBox: "0 0 100 100" }, ...picture);
    });
  }

  /** Returns what the board is for those who do not see it. */
  #label({ side, pieces }, problem) {
    const name = this.getAttribute("label") ?? this.#text("dameo-board");
    if (problem) {
      return name;
    }
    const all = kinds.map((kind) => [kind, squares.filter((square) => pieces.get(square) === kind)]);
    const standing = all.filter(([, on]) => on.length > 0).map(([kind, on]) => `${this.#text(`piece-${kind}`)}: ${on.join(", ")}`);
    return [name, this.#toMove({ side }), ...standing].join(". ");
  }

  /** Returns the result in the explorer's words; of one that only the moves prove, what they prove. */
  #result(side, answer) {
    const sideName = (colour) => this.#text(`side-${colour}`);
    if (answer.result === null) {
      return answer.at_least?.result === "draw" ? this.#text("at-least-draw", { side: sideName(side) }) : this.#text("is-unknown");
    }
    const { name, winner, plies: count } = outcomeText(side, answer);
    if (winner && (count === 0 || answer.moves.length === 0)) {
      return this.#text("has-won", { side: sideName(winner) });
    }
    const plies = count !== undefined && this.#text("plies", { count });
    return this.#text(name, { side: winner && sideName(winner), plies });
  }

  /** Returns a text in the language of this part of the page, English if the package does not have it, with its {values}. */
  #text(name, values = {}) {
    const wanted = (this.closest("[lang]")?.lang ?? "").split("-")[0].toLowerCase();
    const language = Object.hasOwn(words, wanted) ? wanted : "en";
    const found = words[language][name];
    const form = typeof found === "string" ? found : found[new Intl.PluralRules(language).select(values.count)];
    return form.replace(/\{(\w+)\}/g, (_, value) => values[value]);
  }
}

// A page may load the module twice, from two bundles.
if (globalThis.customElements && !customElements.get("dameo-board")) {
  customElements.define("dameo-board", DameoBoard);
}
