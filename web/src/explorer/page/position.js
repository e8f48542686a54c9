// Positions as the page holds them: which piece stands where, and FEN. Only the server knows which moves are legal.
// A position is {side: "w" | "b", pieces: Map from square ("a1") to kind ("wm", "wk", "bm", "bk")}. It never changes.

export const files = "abcdefgh";

/** All squares: a1, b1, ... h8. */
export const squares = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((row) => [...files].map((file) => file + row));

/** Draw rules have at most so many plies. */
export const mostPlies = 120;

export const otherSide = { w: "b", b: "w" };

export const empty = { side: "w", pieces: new Map() };

/** The position in which games begin. */
export const startFen = "W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2,f2,g2,c3,d3,e3,f3:Bc6,d6,e6,f6,b7,c7,d7,e7,f7,g7,a8,b8,c8,d8,e8,f8,g8,h8";

const section = (colour, pieces) =>
  colour.toUpperCase() +
  squares
    .filter((square) => pieces.get(square)?.[0] === colour)
    .map((square) => (pieces.get(square)[1] === "k" ? "K" : "") + square)
    .join(",");

/** Returns the FEN in the form that the server prints. */
export const toFen = ({ side, pieces }) => `${side.toUpperCase()}:${section("w", pieces)}:${section("b", pieces)}`;

/** Returns the position, or null if the text is no position. The server can say why it is none. */
export function parseFen(text) {
  const parts = text.trim().split(":").filter((part) => !/^[HF]\d+$/.test(part));
  const colours = parts.slice(1).map((part) => part[0]).sort().join("");
  if (parts.length !== 3 || !/^[WB]$/.test(parts[0]) || colours !== "BW") {
    return null;
  }
  const pieces = new Map();
  for (const part of parts.slice(1)) {
    for (const piece of part.length > 1 ? part.slice(1).split(",") : []) {
      if (!/^K?[a-h][1-8]$/.test(piece) || pieces.has(piece.slice(-2))) {
        return null;
      }
      pieces.set(piece.slice(-2), part[0].toLowerCase() + (piece.length === 3 ? "k" : "m"));
    }
  }
  return { side: parts[0].toLowerCase(), pieces };
}

/** In an address the position is the parameter fen, or ends the path of PlayStrategy's analysis board or board editor. */
const inAddress = /[?&]fen=([^&#]*)|\/(?:analysis\/dameo|editor)\/([^?#]*)/;

/** Returns whether the text is an address, with a scheme or without. No position has a slash. */
export const isAddress = (text) => /^\s*[^\s/"]*(?:\/\/|\.[^\s/"]*\/)/.test(text);

/**
 * Returns a FEN as people paste it, with blanks, other capitals, a final dot, in an address, or as the word "start", as
 * it is read here. Other texts stay no FEN.
 */
export function pastedFen(text) {
  const [, parameter, path] = inAddress.exec(text) ?? [];
  const address = parameter ?? path;
  let fen = address ?? text;
  try {
    fen = address === undefined ? fen : decodeURIComponent(address);
  } catch {
    // The percent signs stand for no text, so this is no FEN either.
  }
  return fen.trim() === "start" ? startFen : fen.replace(/[\s_]+/g, "").replace(/\.$/, "")
    .replace(/(^|:)[a-z]/g, (begin) => begin.toUpperCase())
    .replace(/k/g, "K")
    .replace(/(?<=[^:])[A-H](?=[1-8])/g, (file) => file.toLowerCase());
}

/**
 * Returns the FEN as the address and the server write it, without its counter. Text that is no position stays as it is;
 * the server refuses it.
 */
export function toNormalFen(fen) {
  const read = parseFen(fen);
  return read ? toFen(read) : fen;
}

/** Returns the counter of a FEN, H12; 0 if it has none. Beyond the longest draw rule all are alike. */
export const counterOf = (fen) => Math.min(Number(/:H(\d+)(?::|\s*$)/.exec(fen)?.[1] ?? 0), mostPlies);

/** Returns the number of the next move that a FEN has, F103; 1 if it has none. */
export const numberOf = (fen) => Math.min(Math.max(Number(/:F(\d+)(?::|\s*$)/.exec(fen)?.[1] ?? 1), 1), 2 ** 31 - 1);

/** Returns the position with `kind` on the square. If `kind` is null, the square becomes empty. */
export function withPiece({ side, pieces }, square, kind) {
  const changed = new Map(pieces);
  changed.delete(square);
  if (kind) {
    changed.set(square, kind);
  }
  return { side, pieces: changed };
}

export const withSide = ({ pieces }, side) => ({ side, pieces });

const mapped = ({ side, pieces }, squareOf, kindOf) => ({
  side,
  pieces: new Map([...pieces].map(([square, kind]) => [squareOf(square), kindOf(kind)])),
});

/**
 * Returns the position as the other side sees it: colours swapped, board turned upside down. Its value for the side to
 * move is the same.
 */
export const swapped = (position) =>
  withSide(
    mapped(position, (square) => square[0] + (9 - square[1]), (kind) => otherSide[kind[0]] + kind[1]),
    otherSide[position.side],
  );

/** Returns the position with left and right exchanged. */
export const mirrored = (position) =>
  mapped(position, (square) => files[7 - files.indexOf(square[0])] + square[1], (kind) => kind);
