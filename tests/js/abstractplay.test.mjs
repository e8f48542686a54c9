// Positions and moves as AbstractPlay's gameslib has them. The states are written by hand after src/games/dameo.ts and
// src/common/serialization.ts at commit b8c3115.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findAbstractPlay, fromAbstractPlay, open, pdnFromAbstractPlay, TablesError, toAbstractPlay } from "./package.mjs";
import { randomNumbers } from "./support.mjs";

const man = 1;
const king = 2;
const position = (currplayer, pieces, countdown = 0, more = {}) =>
  ({ _version: "20240219", _results: [], currplayer, board: new Map(Object.entries(pieces)), countdown, ...more });
const stateOf = (stack, more = {}) =>
  ({ game: "dameo", numplayers: 2, variants: [], gameover: false, winner: [], stack, ...more });
/** As gameslib writes a state. */
const serialized = (state) =>
  JSON.stringify(state, (_, value) => (value instanceof Map ? { dataType: "Map", value: [...value] } : value));

const early = position(1, { a2: [1, man], h8: [2, king] });
const late = position(2, { h1: [1, king], b7: [2, man], c3: [1, man], a8: [1, king], a3: [1, man], g7: [2, king] }, 12);
const lateFen = "B:WKh1,a3,c3,Ka8:Bb7,Kg7:H12";

test("a position, a state, its text, what JSON makes of it, and a game give the same FEN", async () => {
  const state = stateOf([early, late]);
  const game = Object.assign(Object.create({ moves() {} }), { ...state, ...late }); // a DameoGame has both
  for (const given of [late, state, serialized(state), JSON.parse(serialized(state)), game]) {
    assert.equal(fromAbstractPlay(given), lateFen);
  }
  assert.equal(fromAbstractPlay(stateOf([early])), "W:Wa2:BKh8:H0");
  // A game that shows an earlier position means that one.
  assert.equal(fromAbstractPlay({ ...state, ...early }), "W:Wa2:BKh8:H0");
  const tables = await open(new Map());
  assert.equal((await tables.probe(lateFen, { rule: 50 })).fen, lateFen); // in the order in which FEN is printed
});

test("the starting position and the end of a side", async () => {
  const board = {};
  for (const [rank, files] of [[1, "abcdefgh"], [2, "bcdefg"], [3, "cdef"]]) {
    for (const file of files) {
      board[`${file}${9 - rank}`] = [2, man];
      board[`${file}${rank}`] = [1, man];
    }
  }
  const tables = await open(new Map());
  const start = fromAbstractPlay(position(1, board));
  assert.equal((await tables.probe(start, { rule: 50 })).fen, start);
  assert.match(start, /^W:Wa1,b1,c1,.*,f3:Bc6,d6,.*,h8:H0$/);
  assert.equal(fromAbstractPlay(position(2, { d4: [1, king] }, 50)), "B:WKd4:B:H50");
});

test("what is no position of Dameo is refused", () => {
  const piece = { a1: [1, man] };
  for (const [given, words] of [
    [stateOf([early], { game: "frisian" }), "frisian is not dameo"],
    [stateOf([early], { variants: ["anti"] }), "the variant anti"],
    [stateOf([early], { variants: ["size-10"] }), "the variant size-10"],
    [stateOf([]), "there is no board"],
    [{}, "there is no board"],
    [null, "there is no board"],
    [undefined, "there is no board"],
    [7, "there is no board"],
    ["", "JSON"],
    ["null", "there is no board"],
    ["W:WKa1:BKh8", "JSON"],
    [position(3, piece), "3 is not a player"],
    [position(undefined, piece), "undefined is not a player"],
    [position(1, piece, -1), "-1 is not a counter"],
    [position(1, piece, null), "null is not a counter"],
    [position(1, { a9: [1, man] }), '["a9",[1,1]]'],
    [position(1, { j10: [1, man] }), '["j10",[1,1]]'],
    [position(1, { a1: [3, man] }), '["a1",[3,1]]'],
    [position(1, { a1: [1, 3] }), '["a1",[1,3]]'],
    [position(1, { a1: "1" }), '["a1","1"]'],
    [{ ...early, board: { dataType: "Map", value: [null] } }, "null"],
    [{ ...early, board: piece }, "there is no board"],
  ]) {
    assert.throws(() => fromAbstractPlay(given), (error) =>
      error instanceof TablesError && error.code === "bad_position" && error.message.includes(words), `${words}: ${JSON.stringify(given)}`);
  }
});

/** The one game that a PDN holds. */
async function gameOf(pdn) {
  const { games } = await (await open(new Map())).games(pdn);
  assert.equal(games.length, 1);
  return games[0];
}

const coup = position(1, { d1: [1, king], d3: [2, man], b4: [2, man], h8: [2, king] }, 3);
const coupFen = "W:WKd1:Bd3,b4,Kh8";
const played = stateOf([coup, { ...coup, currplayer: 2, lastmove: "d1-d4-a4" }, { ...coup, lastmove: "h8-h1" }]);

test("a state becomes a game, with its moves and its result", async () => {
  for (const given of [played, serialized(played), JSON.parse(serialized(played))]) {
    const { fen, moves, result, tags, error } = await gameOf(pdnFromAbstractPlay(given));
    assert.deepEqual([fen, tags.FEN, moves.map(({ move }) => move), result, error],
                     [coupFen, `${coupFen}:H3`, ["d1xd4xa4", "h8-h1"], "*", null]);
    assert.equal(moves[0].fen, "B:WKa4:BKh8");
  }
  for (const [winner, expected] of [[[1], "1-0"], [[2], "0-1"], [[1, 2], "1/2-1/2"]]) {
    assert.equal((await gameOf(pdnFromAbstractPlay({ ...played, gameover: true, winner }))).result, expected);
  }
  // A single position is a game without moves.
  const { fen, moves, error } = await gameOf(pdnFromAbstractPlay(late));
  assert.deepEqual([`${fen}:H12`, moves, error], [lateFen, [], null]);
});

// As genRecord() of src/games/_base.ts and getMovesAndResults() write it.
const record = {
  header: {
    game: { name: "Dameo" }, site: { name: "Abstract Play", gameid: "1" }, "date-start": "2026-11-26T19:00:00.000Z",
    players: [{ name: 'al"ice\n', userid: "a", is_ai: false, result: 0 }, { name: "bob", userid: "b", is_ai: false, result: 1 }],
  },
  moves: [["d3-d4", "c6-c5"], ["e3-e4", { move: "f6-f5", result: [{ type: "eog" }, { type: "winners", players: [2] }] }], ["c3-c4", null]],
};

test("the record of a finished game becomes a game, with its players", async () => {
  for (const given of [record, JSON.stringify(record)]) {
    const { fen, moves, result, tags, error } = await gameOf(pdnFromAbstractPlay(given));
    assert.deepEqual(moves.map(({ move }) => move), ["d3-d4", "c6-c5", "e3-e4", "f6-f5", "c3-c4"]);
    assert.match(fen, /^W:Wa1,b1,/);
    assert.deepEqual([result, error], ["0-1", null]);
    assert.deepEqual(tags, { Site: "Abstract Play", Date: "2026.11.26", White: 'al"ice', Black: "bob", Variant: "Dameo", Result: "0-1" });
  }
});

test("a text that was cut short is said to be incomplete, whatever the engine's words", () => {
  const text = JSON.stringify(record);
  for (const length of [1, 80, text.length - 1]) {
    for (const read of [fromAbstractPlay, pdnFromAbstractPlay]) {
      assert.throws(() => read(text.slice(0, length)), ({ code, message, cause }) =>
        code === "bad_position" && message === "AbstractPlay: the text is not complete, or is not JSON" && cause instanceof SyntaxError);
    }
  }
});

test("what is no game of Dameo is no PDN", () => {
  for (const [given, words] of [
    ["{", "JSON"],
    ["[]", "there is no board"],
    [null, "there is no board"],
    [{ stack: [] }, "there is no board"],
    [{ ...played, game: "frisian" }, "frisian is not dameo"],
    [{ ...played, variants: ["anti"] }, "the variant anti"],
    [{ ...played, stack: [coup, null] }, "undefined is not a move"],
    [{ ...played, stack: [coup, { ...coup, lastmove: "d1-d4]" }] }, '"d1-d4]" is not a move'],
    [{ ...record, header: { game: { name: "Lasca" } } }, "lasca is not dameo"],
    [{ ...record, header: { game: { name: "Dameo", variants: ["Anti"] } } }, "the variant Anti"],
    [{ moves: [["c3-c4", ["c6-c5"]]] }, '["c6-c5"] is not a move'],
    [{ header: { "date-start": 7, players: 7 }, moves: [[7]] }, "7 is not a move"],
  ]) {
    assert.throws(() => pdnFromAbstractPlay(given), (error) =>
      error instanceof TablesError && error.code === "bad_position" && error.message.includes(words), `${words}: ${JSON.stringify(given)}`);
  }
});

test("moves are written and found as AbstractPlay writes them", async () => {
  const tables = await open(new Map());
  const captures = await tables.legalMoves(fromAbstractPlay(position(1, { d1: [1, king], d3: [2, man], b4: [2, man] })));
  assert.deepEqual(captures.map(toAbstractPlay), ["d1-d4-a4"]);
  assert.equal(findAbstractPlay(captures, "D1 - d4 - a4"), captures[0]);
  for (const other of ["d1-d4", "d1-a4", "d1-d4-a4-a5", "d1-d5-a5", "d1xd4xa4", "", "d1-a1-a4"]) {
    assert.equal(findAbstractPlay(captures, other), undefined, other);
  }
  // a1-a3: the rear man moves over the one before it.
  const quiet = await tables.legalMoves(fromAbstractPlay(position(1, { a1: [1, man], a2: [1, man], h8: [2, king] })));
  assert.deepEqual(quiet.map(toAbstractPlay).sort(), ["a1-a3", "a1-b2", "a2-a3", "a2-b3"]);
  for (const move of quiet) {
    assert.equal(findAbstractPlay(quiet, toAbstractPlay(move)), move);
  }
});

/** All paths of captures of player 1 that take the most, [{path, captured}], as docs/rules.md has captures. */
function longestPaths(board) {
  const all = [];
  const isFree = (square, from) => !board.has(square) || square === from; // the piece itself has left its square
  const go = (isKing, path, captured) => {
    all.push({ path, captured });
    for (const [x, y] of [[0, 1], [0, -1], [1, 0], [-1, 0]]) {
      const ray = [];
      let [file, rank] = [path.at(-1).charCodeAt(0) + x, Number(path.at(-1)[1]) + y];
      for (; file >= 97 && file <= 104 && rank >= 1 && rank <= 8; file += x, rank += y) {
        ray.push(`${String.fromCharCode(file)}${rank}`);
      }
      const at = isKing ? ray.findIndex((square) => !isFree(square, path[0])) : 0;
      const victim = ray[at];
      if (board.get(victim)?.[0] !== 2 || captured.includes(victim)) {
        continue;
      }
      for (const stop of ray.slice(at + 1, isKing ? undefined : at + 2)) {
        if (!isFree(stop, path[0])) {
          break;
        }
        go(isKing, [...path, stop], [...captured, victim]);
      }
    }
  };
  for (const [square, [player, size]] of board) {
    if (player === 1) {
      go(size === king, [square], []);
    }
  }
  const most = Math.max(...all.map(({ captured }) => captured.length));
  return all.filter(({ captured }) => captured.length === most && most > 0);
}

test("every path of a capture finds its move, and every capture has one: random positions", async (t) => {
  const seed = Number(process.env.DAMEOTB_SEED ?? 20261126);
  t.diagnostic(`seed ${seed}`);
  const random = randomNumbers(seed);
  const below = (n) => Math.floor(random() * n);
  const tables = await open(new Map());
  const counts = { positions: 0, moves: 0, paths: 0 };
  for (let i = 0; i < 4000; ++i) {
    const pieces = Array.from({ length: 4 + below(10) }, () =>
      [`${"abcdefgh"[below(8)]}${2 + below(6)}`, [random() < 0.3 ? 1 : 2, 1 + below(2)]]);
    const given = position(1, Object.fromEntries(pieces));
    const paths = longestPaths(given.board);
    if (paths.length === 0) {
      continue;
    }
    const fen = fromAbstractPlay(given);
    const moves = await tables.legalMoves(fen);
    const found = new Set();
    for (const { path, captured } of paths) {
      const move = findAbstractPlay(moves, path.join("-"));
      assert.deepEqual([...(move?.captured ?? [])].sort(), [...captured].sort(), `${fen} ${path.join("-")}, seed ${seed}`);
      found.add(move);
    }
    assert.equal(found.size, moves.length, `${fen}, seed ${seed}`);
    const written = new Set(paths.map(({ path }) => path.join("-")));
    assert.ok(moves.every((move) => written.has(toAbstractPlay(move))), `${fen}, seed ${seed}`);
    counts.positions += 1;
    counts.moves += moves.length;
    counts.paths += paths.length;
  }
  assert.ok(counts.positions > 1000 && counts.paths > counts.moves + 100, JSON.stringify(counts));
});

test("a capture is found by any of its paths", async () => {
  const tables = await open(new Map());
  const pieces = { a1: [1, king], a3: [2, man], a6: [2, man], h8: [2, king] };
  const moves = await tables.legalMoves(fromAbstractPlay(position(1, pieces)));
  assert.deepEqual(moves.map(({ to }) => to).sort(), ["a7", "a8"]);
  for (const move of moves) {
    for (const stop of ["a4", "a5"]) {
      assert.equal(findAbstractPlay(moves, `a1-${stop}-${move.to}`), move);
    }
  }
  assert.equal(findAbstractPlay(moves, "a1-a7"), undefined); // a beginning is not a move
});
