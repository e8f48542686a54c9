// PlayStrategy's analysis page and /playstrategy/dameo: 1,000 positions are asked for, and the answers read by that
// page's rules, with the changes that docs/playstrategy.md proposes. What it would show is compared with /api/v1/probe.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { randomNumbers, randomPositions } from "../js/support.mjs";

const command = process.env.DAMEOTB_COMMAND;
const tables = mkdtempSync(join(tmpdir(), "playstrategy-"));
let server, address;

before(async () => {
  const made = spawnSync(command, ["gen", "--dir", tables, "--pieces", "3", "--metrics", "wdl,dtm,dtz", "--plies", "50"]);
  assert.equal(made.status, 0, String(made.stderr));
  server = spawn(command, ["serve", "--dir", tables, "--port", "0"]);
  for await (const printed of server.stdout) {
    const found = /API: +(http:\/\/[^/]+)/.exec(printed);
    if (found) {
      address = found[1];
      break;
    }
  }
});
after(() => {
  server.kill();
  rmSync(tables, { recursive: true });
});

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

test("the page shows as unknown what no table has", async () => {
  const fen = "W:WKa1,Kb1:BKg8,Kh8:H0:F30";
  const unknown = (await tablebase(fen)).moves.filter((move) => move.wdl === null);
  assert.ok(unknown.length > 0);
  for (const move of unknown) {
    assert.deepEqual(titles(move, fen), ["unknown"]);
  }
});
