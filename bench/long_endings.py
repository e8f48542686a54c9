#!/usr/bin/env python3
"""Prints random positions that take long to win, for bench/engine_match.py: a FEN and the plies of the win or loss.

    bench/long_endings.py tables --pieces 6 --plies 31 --count 200

Needs the tables of so many pieces, the Python package (PYTHONPATH=bindings/python) and the shared library
(DAMEOTB_LIBRARY).
"""
from __future__ import annotations

import argparse
import random

import dameotb

SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]


def random_fen(source: random.Random, pieces: int) -> str:
    """Returns a random placement; men do not stand on the row where they would be kings."""
    squares = source.sample(SQUARES, pieces)
    white = source.randint(1, pieces - 1)
    side = source.choice("WB")
    texts = []
    for number, square in enumerate(squares):
        is_man = source.random() < 0.6 and square[1] != ("8" if number < white else "1")
        texts.append(square if is_man else "K" + square)
    return f"{side}:W{','.join(texts[:white])}:B{','.join(texts[white:])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables")
    parser.add_argument("--pieces", type=int, default=6)
    parser.add_argument("--plies", type=int, default=31, help="at least so many to the end of the game")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    source = random.Random(arguments.seed)
    found = 0
    with dameotb.Tablebase(arguments.tables) as tables:
        while found < arguments.count:
            fen = random_fen(source, arguments.pieces)
            result = tables.probe(fen)
            if result.plies >= arguments.plies:
                print(f"{fen} {result.plies}")
                found += 1


if __name__ == "__main__":
    main()
