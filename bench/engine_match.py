#!/usr/bin/env python3
"""Plays the example engine with tables against itself without them, at equal time, under a draw rule.

    bench/engine_match.py build/examples/engine/dameotb-engine tables bench/data/game_positions.txt --games 200

Each position is played twice, with colours exchanged. A game is drawn at the third occurrence of a position, too, and
after 300 plies. Needs the Python package (PYTHONPATH=bindings/python) and the shared library (DAMEOTB_LIBRARY).
Prints the games won, drawn and lost by the engine with tables, and the Elo difference with its standard error.
"""
from __future__ import annotations

import argparse
import collections
import math
import random
import subprocess
import sys
from pathlib import Path

import dameotb

MOST_PLIES = 300


class Engine:
    """One process, to which positions are sent in the Hub protocol."""

    def __init__(self, program: str, tables: str, rule: int, seconds: float) -> None:
        self._process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._seconds = seconds
        self._ask("hub", "wait")
        self._say(f"set-param name=rule value={rule}")
        if tables:
            self._say(f"set-param name=tables value={tables}")
        self._ask("init", "ready")

    def _say(self, line: str) -> None:
        print(line, file=self._process.stdin, flush=True)

    def _ask(self, line: str, answer: str) -> str:
        self._say(line)
        for reply in self._process.stdout:
            if reply.split(maxsplit=1)[0] == "error":
                raise RuntimeError(f"{line}: {reply}")
            if reply.split(maxsplit=1)[0] == answer:
                return reply
        raise RuntimeError(f"the engine has ended at: {line}")

    def new_game(self) -> None:
        self._say("new-game")

    def move(self, start: str, moves: list[str]) -> str:
        self._say(f'pos pos={start} moves="{" ".join(moves)}"')
        self._say(f"level move-time={self._seconds}")
        return self._ask("go think", "done").split("move=", 1)[1].strip().strip('"')

    def close(self) -> None:
        self._say("quit")
        self._process.wait()


def play(board: dameotb.Tablebase, start: str, engines: dict[str, Engine], rule: int) -> str:
    """Returns the winner, "W" or "B", or "" for a draw."""
    fen, counter, moves = start, 0, []
    seen = collections.Counter([fen])
    for engine in engines.values():
        engine.new_game()
    while len(moves) < MOST_PLIES:
        legal = {move.text: move for move in board.legal_moves(fen)}
        side = fen[0]
        if not legal:
            return "B" if side == "W" else "W"
        if counter >= rule or seen[fen] == 3:
            return ""
        move = legal[engines[side].move(start, moves)]
        moves.append(move.text)
        kings = [piece[-2:] for piece in fen.replace(":", ",").split(",") if "K" in piece]
        counter = counter + 1 if not move.captured and move.from_square in kings else 0
        fen = move.fen
        seen[fen] += 1
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("engine")
    parser.add_argument("tables")
    parser.add_argument("positions", type=Path, help="a file, each line of which begins with a FEN")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=0.1, help="for a move (default: 0.1)")
    parser.add_argument("--rule", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    lines = arguments.positions.read_text(encoding="ascii").splitlines()
    starts = random.Random(arguments.seed).sample([line.split()[0] for line in lines], (arguments.games + 1) // 2)
    engines = [Engine(arguments.engine, tables, arguments.rule, arguments.seconds) for tables in (arguments.tables, "")]
    results = collections.Counter()
    with dameotb.Tablebase(arguments.tables) as board:
        for number in range(arguments.games):
            with_tables = "WB"[number % 2]
            without = "BW"[number % 2]
            sides = {with_tables: engines[0], without: engines[1]}
            winner = play(board, starts[number // 2], sides, arguments.rule)
            results["draw" if not winner else "won" if winner == with_tables else "lost"] += 1
            print(f"game {number + 1}: {dict(results)}", file=sys.stderr)
    for engine in engines:
        engine.close()
    games = arguments.games
    score = (results["won"] + results["draw"] / 2) / games
    print(f"seed {arguments.seed}: +{results['won']} ={results['draw']} -{results['lost']}")
    if 0 < score < 1:
        square = (results["won"] + results["draw"] / 4) / games
        elo = 400 * math.log10(score / (1 - score))
        error = math.sqrt((square - score * score) / games) * 400 / (math.log(10) * score * (1 - score))
        print(f"{elo:+.0f} Elo, standard error {error:.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
