// The game that is shown: a track of positions, each with the move that led to it, and the index of the one shown.
// The browser's history holds all that the user can come back to. The address holds the position, so that a copied
// address opens it.

import { counterAt, fenAt, keptFenAt, rule } from "../draw_rule.js";
import { isEmbedded } from "../embed.js";
import { counterOf, numberOf, startFen, toNormalFen } from "../position.js";
import { text } from "../texts.js";

const firstFen = "W:WKa7,Kh8:BKa1"; // two kings against one

/** Returns a text as a part of an address, with the signs of positions and moves as they are. */
const written = (part) => encodeURIComponent(part).replace(/%3A/g, ":").replace(/%2C/g, ",");

const ruleWritten = () => (rule === null ? "" : `&rule=${rule}`);

/** Returns the squares of a move's text: ["d1", "d4", "a4"]. */
export const squaresOf = (move) => move.match(/[a-h][1-8]/g) ?? [];

/**
 * Returns the number of White's move that the entry of a track belongs to, if it stands before that entry's move: before
 * White's, and before the first. 0 if none does.
 */
export function numberBefore(track, index) {
  const ply = index - (track[0].fen.startsWith("B") ? 0 : 1);
  return ply % 2 === 0 || index === 1 ? Math.floor(ply / 2) + (track[0].number ?? 1) : 0;
}

/** Returns the FEN in which a track begins, with its counter and the number of its first move. */
export const numberedFen = (track) => keptFenAt(track, 0) + (track[0].number > 1 ? `:F${track[0].number}` : "");

/** Returns the move of a track's entry with its number: "1. a7-g7", "3... a1-b1". */
export function numberedMove(track, index) {
  const number = numberBefore(track, index) || numberBefore(track, index - 1);
  return `${number}${track[index - 1].fen.startsWith("W") ? "." : "..."} ${track[index].move}`;
}

/** Returns the FEN that an address has, which may say "start" for the position in which games begin. */
const meantFen = (fen) => (fen === "start" ? startFen : fen);

/** Returns the line that an address names, {fen, moves, at}, or null. */
export function sharedLine(address) {
  const asked = new URLSearchParams(/\?[^#]*/.exec(address)?.[0]);
  const [fen, moves, at] = ["fen", "moves", "at"].map((name) => asked.get(name));
  return fen && moves ? { fen: meantFen(fen), moves, at: Number(at) } : null;
}

/** Returns what a move threw away, from the best result and the one it has; nothing if nothing, or if one is unknown. */
export const thrownAway = (best, result) => (best && result && best !== result ? best : undefined);

export class Game {
  /** [{fen, move, outcome, lost}, ...]: a move leads from the position before it; the first entry has none, but the
   * counter of the draw rule, if it has run, the number of its first move, if that is not 1, and the tags of the game,
   * if it was read from PDN. `outcome`:
   * what the move is worth to the side that makes it, {result, plies}, and `lost`: what it threw away, "win" or "draw";
   * each only if the tables tell. */
  track = [{ fen: firstFen }];
  index = 0;
  /** What is played out here, {side, start, wish}, or null: a reload goes on with it. */
  playOut = null;
  #changed;
  #search = location.search; // the address's that was shown last

  /** Calls changed(path) when another position is shown; path: the squares of the move that led there, or null. */
  constructor(changed) {
    this.#changed = changed;
  }

  get fen() {
    return this.track[this.index].fen;
  }
  /** The position with the counter, if a draw rule is chosen. */
  get shownFen() {
    return fenAt(this.track, this.index);
  }
  get counter() {
    return counterAt(this.track, this.index);
  }
  get atEnd() {
    return this.index === this.track.length - 1;
  }
  /** The address of the position shown, as it is written. */
  get address() {
    return `?fen=${written(keptFenAt(this.track, this.index))}${ruleWritten()}`;
  }
  /** An address that keeps the whole line, and which of its positions is shown. */
  get lineAddress() {
    const moves = this.track.slice(1).map(({ move }) => move).join(",");
    const start = written(numberedFen(this.track));
    return moves ? `?fen=${start}&moves=${written(moves)}&at=${this.index}${ruleWritten()}` : this.address;
  }
  /**
   * Shows what an entry of the browser's history holds, or without one what the address names. playOut: what goes on being
   * played out there, if anything.
   */
  restore(state, playOut = null) {
    const asked = new URLSearchParams(location.search).get("fen");
    const fen = asked === null ? firstFen : meantFen(asked);
    this.track = state?.track ?? [{ fen: toNormalFen(fen), counter: counterOf(fen), number: numberOf(fen) }];
    this.index = state?.index ?? 0;
    this.#search = location.search;
    this.playOut = playOut;
    if (state?.playOut && !playOut) {
      history.replaceState(this.#state, "");
    }
    if (asked !== null) {
      this.#name();
    }
    this.#changed(null);
  }

  /**
   * Returns whether an entry of the browser's history is a place on this page, as the skip link adds one: it holds nothing,
   * and only what follows # is new in its address. From then on it holds what is shown.
   */
  adopts(state) {
    const isPlace = state === null && location.hash !== "" && location.search === this.#search;
    if (isPlace) {
      history.replaceState(this.#state, "");
    }
    return isPlace;
  }

  /**
   * Opens a position that no move leads to. number: of its next move, if that is known. isSame: in the same entry of the
   * browser's history.
   */
  open(fen, counter, number, isSame = false) {
    const track = [{ fen, counter, number }];
    const isNumbered = number > 1 && number !== this.track[0].number;
    if (isNumbered || keptFenAt(track, 0) !== keptFenAt(this.track, this.index)) {
      [this.track, this.index] = [track, 0];
      isSame ? this.#replace() : this.#push();
      this.#changed(null);
    }
  }

  /** Opens a whole line, at one of its positions. isSame: in the same entry of the browser's history. */
  openTrack(track, index, isSame = false) {
    [this.track, this.index] = [track, Math.max(0, Math.min(index, track.length - 1)) || 0];
    isSame ? this.#replace() : this.#push();
    this.#changed(null);
  }

  /** Plays a move. path: the squares to animate, or null. */
  play({ fen, move, outcome, lost }, path) {
    this.track = [...this.track.slice(0, this.index + 1), { fen, move, outcome, lost }];
    this.index += 1;
    this.#push();
    this.#changed(path);
  }

  /** Puts a line behind the position shown, instead of what is there. */
  append(line) {
    this.track = [...this.track.slice(0, this.index + 1), ...line];
    this.#push();
  }

  /** Goes to another index on the track. This adds no entry to the browser's history. */
  go(index) {
    if (index < 0 || index >= this.track.length || index === this.index) {
      return;
    }
    const move = index === this.index + 1 ? this.track[index].move : null;
    this.index = index;
    this.#replace();
    this.#changed(move ? squaresOf(move) : null);
  }

  /** Keeps what is played out, or null, in the browser's history. */
  keep(playOut) {
    this.playOut = playOut;
    this.#replace();
  }

  /** Takes other words for the same line: what its moves are worth has changed. */
  retell(track) {
    this.track = track;
    this.#replace();
  }

  /** What the browser's history keeps. */
  get #state() {
    return { track: this.track, index: this.index, rule, playOut: this.playOut };
  }

  #push() {
    if (isEmbedded) { // the back button is that of the page around the frame
      this.#replace();
      return;
    }
    history.pushState(this.#state, "", this.address);
    this.#name();
  }

  #replace() {
    history.replaceState(this.#state, "", `${this.address}${isEmbedded ? "&embed=1" : ""}`);
    this.#name();
  }

  #name() {
    this.#search = location.search;
    document.title = `${this.fen} – ${text("title")}`;
  }
}
