// PlayStrategy's analysis page and /playstrategy/dameo: 1,000 positions are asked for, and the answers read by that
// page's rules, with the changes that docs/playstrategy.md proposes. What it would show is compared with /api/v1/probe.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { randomNumbers, randomPositions } from "../js/support.mjs";

let server, address;

before(async () => {
  server = spawn(process.env.DAMEOTB_COMMAND, ["serve", "--dir", process.env.DAMEOTB_TABLES, "--port", "0"]);
  for await (const printed of server.stdout) {
    const found = /API: +(http:\/\/[^/]+)/.exec(printed);
    if (found) {
      address = found[1];
      break;
    }
  }
});
after(() => server.kill());

// The page: what it reads of a FEN ...
const placed = (fen) => fen.split(":").slice(1, 3).flatMap((side) => side.slice(1).split(",").filter(Boolean));
const pieceCount = (fen) => placed(fen).length;
const sideToMove = (fen) => (fen[0] === "W" ? "p1" : "p2");
const clock = (fen) => parseInt(/:H(\d+)/.exec(fen)[1], 10);
const opposite = (side) => (side === "p1" ? "p2" : "p1");

/** ... what it asks, as soon as there is one piece too many ... */
async function tablebase(fen) {
  assert.ok(pieceCount(fen) - 1 <= 5);
  const reply = await fetch(`${address}/playstrategy/dameo?${new URLSearchParams({ fen })}`);
  assert.equal(reply.status, 200);
  return { ...(await reply.json()), fen, tablebase: true };
}

/** ... under which title a move stands: each title that lets it pass ... */
function titles(move, fen) {
  const halfmoves = clock(fen) + 1;
  const zeroed = halfmoves === 1;
  const immediateWin = move.checkmate || move.variant_loss;
  const known = move.dtz !== null;
  const dtz = move.checkmate || move.variant_win || move.variant_loss || move.zeroing ? 0 : move.dtz;
  return Object.entries({
    winning: immediateWin || (move.wdl === -2 && known && (zeroed || dtz - halfmoves > -100)),
    unknown: !immediateWin && !move.variant_win && !move.insufficient_material && !move.stalemate &&
             move.wdl === null && move.dtz === null,
    winning_by_mistake: move.wdl === -2 && known && !zeroed && dtz - halfmoves === -100,
    win_prevented: known && (move.wdl === -1 || (move.wdl === -2 && !zeroed && dtz - halfmoves < -100)),
    drawn: !immediateWin && !move.variant_win && (move.insufficient_material || move.stalemate || move.wdl === 0),
    loss_saved: known && (move.wdl === 1 || (move.wdl === 2 && !zeroed && dtz + halfmoves > 100)),
    losing_by_mistake: move.wdl === 2 && known && !zeroed && dtz + halfmoves === 100,
    losing: move.variant_win || (move.wdl === 2 && known && (zeroed || dtz + halfmoves < 100)),
  }).filter(([, passes]) => passes).map(([title]) => title);
}

/** ... whose colour its badge has ... */
function winner(move, fen) {
  if (move.checkmate || move.variant_loss || move.wdl < 0) return sideToMove(fen);
  if (move.variant_win || move.wdl > 0) return opposite(sideToMove(fen));
  return undefined;
}

/** ... what the badge says ... */
function badge(move) {
  if (move.variant_loss) return "variant win";
  if (move.dtz === null) return null;
  if (move.dtz === 0) return "draw";
  if (move.zeroing) return move.san.includes("x") ? "capture" : "pawn move";
  return `DTZ ${Math.abs(move.dtz)}`;
}

/** ... and what it sends to its server if the move is clicked. */
function playUci(uci) {
  const promotion = /[A-Za-z]$/.test(uci);
  const squares = promotion ? uci.slice(0, -1) : uci;
  assert.equal(squares.length, 4);
  return [squares.slice(0, 2), squares.slice(2)];
}

// The page's server: the FEN after a jump.

/** The pieces of a FEN by square: side and letter, M for a man. */
function board(fen) {
  const pieces = new Map();
  for (const side of fen.split(":").slice(1, 3)) {
    for (const piece of side.slice(1).split(",").filter(Boolean)) {
      pieces.set(piece.slice(-2), { side: side[0], role: piece.length > 2 ? piece[0] : "M" });
    }
  }
  return pieces;
}

/** Plays a jump, or a quiet move. Pieces taken stay on the board as ghosts until the turn ends. */
function play(fen, uci, endsTurn) {
  const pieces = board(fen);
  const [from, to] = [uci.slice(0, 2), uci.slice(2, 4)];
  const piece = pieces.get(from);
  const between = [...pieces.keys()].filter((square) => square !== from && isBetween(from, square, to));
  const isZeroing = between.length > 0 || "MA".includes(piece.role);
  pieces.delete(from);
  pieces.set(to, piece);
  for (const square of between) {
    pieces.get(square).role = pieces.get(square).role === "K" ? "P" : "G";
  }
  if (endsTurn) {
    for (const [square, { role }] of pieces) {
      if ("GP".includes(role)) pieces.delete(square);
    }
    piece.role = "BK".includes(piece.role) || uci.endsWith("K") ? "K" : "M";
  } else {
    piece.role = "BK".includes(piece.role) ? "B" : "A";
  }
  const list = (side) => [...pieces].filter(([, piece]) => piece.side === side)
    .map(([square, { role }]) => (role === "M" ? "" : role) + square).join(",");
  const turn = (fen[0] === "W") === endsTurn ? "B" : "W";
  return `${turn}:W${list("W")}:B${list("B")}:H${isZeroing ? 0 : clock(fen) + 1}:F30`;
}

function isBetween(from, square, to) {
  const [[x0, y0], [x, y], [x1, y1]] = [from, square, to].map((name) => [name.charCodeAt(0), name.charCodeAt(1)]);
  return (x1 - x0) * (y - y0) === (y1 - y0) * (x - x0) && Math.min(x0, x1) <= x && x <= Math.max(x0, x1) &&
         Math.min(y0, y1) <= y && y <= Math.max(y0, y1);
}

/**
 * Plays a move that is shown, and all ways to go on, and checks that every answer agrees with the one before. Returns in
 * how many positions a capture was under way.
 */
async function follow(fen, move) {
  const next = play(fen, move.uci, move.rest === null);
  const answer = await tablebase(next);
  if (move.rest === null) {
    assert.deepEqual([answer.wdl, answer.dtz, answer.dtm], [move.wdl, move.dtz, move.dtm], next);
    return 0;
  }
  // The same side goes on with the same piece: the best rest is worth what the jump was.
  if (answer.wdl !== null) {
    assert.equal(answer.wdl, 0 - move.wdl, next);
  }
  const best = answer.moves[0];
  assert.deepEqual([best.wdl, best.dtz, best.dtm], [move.wdl, move.dtz, move.dtm], next);
  assert.equal(answer.moves.filter((one) => one.turn === move.rest).length, 1, `${next}: ${move.rest} is shown`);
  const jumps = move.rest.split(",").length;
  for (const one of answer.moves) {
    assert.equal(one.uci.slice(0, 2), move.uci.slice(2, 4), `${next}: the same piece goes on`);
    assert.equal(one.turn.split(",").length, jumps, `${next}: every rest takes the most`);
    assert.equal(titles(one, next).length, 1);
  }
  let steps = 1;
  for (const one of answer.moves) {
    steps += await follow(next, one);
  }
  return steps;
}

// What /api/v1/probe says.
async function probe(fen) {
  const reply = await fetch(`${address}/api/v1/probe?${new URLSearchParams({ fen, site: "playstrategy" })}`);
  return reply.json();
}

const sign = { win: 1, draw: 0, loss: -1 };
const worth = (move) => 4 * sign[move.rule.result] + (move.rule.result === "draw" ? sign[move.result] : 0);
const titleOf = { 4: "winning", 1: "win_prevented", 0: "drawn", "-1": "loss_saved", "-4": "losing" };

test("the page shows of 1,000 positions what the tables say", async () => {
  const random = randomNumbers(20261126);
  const seen = {};
  let longTurns = 0;
  for (const position of randomPositions(1000, 3, 20261126)) {
    const counter = random() < 0.2 ? 0 : Math.floor(random() * 51);
    const fen = `${position}:H${counter}:F30`;
    const [shown, said] = await Promise.all([tablebase(fen), probe(fen)]);
    // Turns by their first jump, which is all that the page plays at once.
    const jumps = new Map();
    for (const move of said.moves) {
      const jump = move.path.slice(0, 2).join("");
      jumps.set(jump, Math.max(jumps.get(jump) ?? -9, worth(move)));
    }
    assert.equal(new Set(shown.moves.map((move) => move.uci)).size, shown.moves.length, "rows have different keys");
    for (const move of shown.moves) {
      const title = titles(move, fen);
      assert.equal(title.length, 1, `${fen} ${JSON.stringify(move)}: ${title}`);
      seen[title[0]] = (seen[title[0]] ?? 0) + 1;
      longTurns += move.rest !== null;
      const [from, to] = playUci(move.uci);
      const best = jumps.get(from + to);
      if (best === undefined) {
        assert.ok(move.san.includes("x"), `${fen}: ${from}${to} is another path of a capture`);
        continue;
      }
      jumps.delete(from + to);
      assert.equal(title[0], titleOf[best], `${fen} ${move.uci}`);
      assert.equal(winner(move, fen), best > 0 ? sideToMove(fen) : best < 0 ? opposite(sideToMove(fen)) : undefined);
      assert.equal(badge(move) === "draw", best === 0);
    }
    assert.equal(jumps.size, 0, `${fen}: every move is shown`);
    // An empty list is the end of the game, and the page says so.
    assert.equal(shown.moves.length === 0, shown.variant_loss);
  }
  for (const title of Object.values(titleOf)) {
    assert.ok(seen[title] > 0, `no move was ${title}`);
  }
  assert.ok(longTurns > 0);
});

test("the page plays a turn jump by jump, and is told how it goes on", async () => {
  let underWay = 0;
  for (const position of randomPositions(4000, 5, 20261127)) {
    const fen = `${position}:H30:F30`;
    for (const move of (await tablebase(fen)).moves.filter((move) => move.rest !== null)) {
      underWay += await follow(fen, move);
    }
  }
  assert.ok(underWay > 200, `${underWay} positions with a capture under way`);
});

test("the page shows as unknown what no table has", async () => {
  const fen = "W:WKa1,Kb1:BKg8,Kh8:H0:F30";
  const unknown = (await tablebase(fen)).moves.filter((move) => move.wdl === null);
  assert.ok(unknown.length > 0);
  for (const move of unknown) {
    assert.deepEqual(titles(move, fen), ["unknown"]);
  }
});
