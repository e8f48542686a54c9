// Positions and moves as AbstractPlay's gameslib has them (src/games/dameo.ts, read at commit b8c3115): player 1 is
// White, a piece is [player, 1 for a man or 2 for a king], and `countdown` is the counter of the draw rule.

import { TablesError } from "./errors.js";

/** Throws unless it holds. */
function requireThat(holds, words) {
  if (!holds) {
    throw new TablesError("bad_position", `AbstractPlay: ${words}`);
  }
}

/** Returns the entries of a board: a Map, or what gameslib writes of one as JSON. */
function entriesOf(board) {
  const entries = board instanceof Map ? [...board] : board?.value;
  requireThat(Array.isArray(entries), "there is no board; the state of a game has one in each position of its stack");
  return entries;
}

function isPieceOnSquare(entry) {
  const [cell, piece] = Array.isArray(entry) ? entry : [];
  return /^[a-h][1-8]$/.test(cell) && Array.isArray(piece) && piece.length === 2 &&
         piece.every((part) => part === 1 || part === 2);
}

/** Returns pieces as FEN has them, a1 first, then b1. */
function piecesOf(entries, player) {
  const byRank = ([a], [b]) => (a[1] + a[0] < b[1] + b[0] ? -1 : 1);
  const own = entries.filter(([, [owner]]) => owner === player).sort(byRank);
  return own.map(([cell, [, size]]) => (size === 2 ? `K${cell}` : cell)).join(",");
}

/** Returns what a text is as JSON; anything else as it is. */
function parsed(given) {
  if (typeof given !== "string") {
    return given;
  }
  try {
    return JSON.parse(given);
  } catch (cause) {
    throw new TablesError("bad_position", "AbstractPlay: the text is not complete, or is not JSON", { cause });
  }
}

/** Throws unless a game is of Dameo, and of no variant. */
function requireDameo(name, variants) {
  requireThat((name ?? "dameo") === "dameo", `${name} is not dameo`);
  const [variant] = variants ?? [];
  requireThat(variant === undefined, `the variant ${variant} has other rules`);
}

/** Returns one position, of a game or of its stack, as FEN. */
function fenOf(position) {
  const { board, currplayer, countdown } = position ?? {};
  const entries = entriesOf(board);
  const strange = entries.findIndex((entry) => !isPieceOnSquare(entry));
  requireThat(strange === -1, `${JSON.stringify(entries[strange])} is not a piece on a square`);
  requireThat(currplayer === 1 || currplayer === 2, `${currplayer} is not a player`);
  requireThat(Number.isSafeInteger(countdown) && countdown >= 0, `${countdown} is not a counter`);
  return `${currplayer === 1 ? "W" : "B"}:W${piecesOf(entries, 1)}:B${piecesOf(entries, 2)}:H${countdown}`;
}

/**
 * Returns the FEN, with the counter, of an AbstractPlay game: a DameoGame, its state() or moveState(), or the text of
 * serialize(). A state means its last position. Throws a TablesError if it is not one, or of a variant.
 */
export function fromAbstractPlay(given) {
  const game = parsed(given);
  requireDameo(game?.game, game?.variants);
  return fenOf(game?.board ? game : game?.stack?.at(-1));
}

/** Returns the result of PDN for what the players got; "*" if the game is not over. */
const resultOf = (white, black) =>
  (!(Number.isFinite(white) && Number.isFinite(black)) ? "*" : white > black ? "1-0" : white < black ? "0-1" : "1/2-1/2");

/** Returns a game as PDN. tags: [name, value] pairs; those whose value is no text are left out. */
function toPdn(tags, moves, result) {
  const strange = moves.findIndex((move) => typeof move !== "string" || !/^[a-h][1-8](-[a-h][1-8])+$/i.test(move));
  requireThat(strange === -1, `${JSON.stringify(moves[strange])} is not a move`);
  const written = [...tags, ["Variant", "Dameo"], ["Result", result]].filter(([, value]) => typeof value === "string")
    .map(([name, value]) => `[${name} "${value.trim().replace(/\s+/g, " ").replace(/["\\]/g, "\\$&")}"]\n`);
  return `${written.join("")}\n${[...moves.map((move) => move.toLowerCase()), result].join("\n")}\n`;
}

/** Returns the PDN of a record. Each round of its moves is a list, of texts or of what the moves did, {move, result}. */
function pdnOfRecord({ header, moves }) {
  const { game, players, event, site } = header ?? {};
  requireDameo(String(game?.name ?? "dameo").toLowerCase(), game?.variants);
  const [white, black] = Array.isArray(players) ? players : [];
  const [date] = /^\d{4}-\d\d-\d\d/.exec(header?.["date-start"]) ?? [];
  const tags = [["Event", event], ["Site", site?.name], ["Date", date?.replaceAll("-", ".")], ["White", white?.name],
                ["Black", black?.name]];
  const played = moves.flat().filter((move) => move !== null); // null: no move of this player in a round
  return toPdn(tags, played.map((move) => move?.move ?? move), resultOf(white?.result, black?.result));
}

/**
 * Returns an AbstractPlay game as PDN, which games() reads: the record of a finished game, as the site offers it for
 * download, or what fromAbstractPlay() takes, of which a single position is a game without moves. Throws a TablesError if
 * it is none of them, or of a variant.
 */
export function pdnFromAbstractPlay(given) {
  const game = parsed(given);
  if (Array.isArray(game?.moves)) {
    return pdnOfRecord(game);
  }
  requireDameo(game?.game, game?.variants);
  const [first, ...later] = Array.isArray(game?.stack) ? game.stack : [game];
  const share = (player) => (game.gameover === true && Array.isArray(game.winner) ? Number(game.winner.includes(player)) : NaN);
  return toPdn([["SetUp", "1"], ["FEN", fenOf(first)]], later.map((position) => position?.lastmove), resultOf(share(1), share(2)));
}

/** Returns a move of an answer as AbstractPlay writes it: captures, too, with "-" between their squares. */
export function toAbstractPlay({ move }) {
  return move.replaceAll("x", "-");
}

/**
 * Returns the one of these moves, of moves() or legalMoves(), that AbstractPlay writes as `text`; undefined if none is.
 * Where several paths capture the same pieces, the move has one of them, and the text may have another.
 */
export function findAbstractPlay(moves, text) {
  const stops = text.toLowerCase().replace(/\s+/g, "").split("-");
  const legs = stops.slice(1).map((to, i) => [stops[i], to]);
  return moves.find(({ from, to, captured }) =>
    from === stops[0] && to === stops.at(-1) && legs.length === Math.max(captured.length, 1) &&
    captured.every((square) => legs.some(([a, b]) => isBetween(square, a, b))));
}

/** Returns whether a square lies strictly between two others of a file or a rank. */
function isBetween(square, a, b) {
  const on = (i) => a[i] === b[i] && square[i] === a[i];
  const inside = (i) => (a[i] < square[i] && square[i] < b[i]) || (b[i] < square[i] && square[i] < a[i]);
  return (on(0) && inside(1)) || (on(1) && inside(0));
}
