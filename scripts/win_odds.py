#!/usr/bin/env python3
"""Prints what kings, men and the move add to the odds of a win, from the shares in docs/endings.md.

    scripts/win_odds.py docs/endings.md
    scripts/win_odds.py docs/endings.md --check proof/src/odds.hpp   # are these the ones in the source?

Logistic regression: the logarithm of the odds that a side wins, in the positions of a class without a forced capture, is
the sum of `king` for each king that it has more, `man` for each man, and `waits` if the other side is to move. Classes
of 4 to 6 pieces count alike: larger ones tell what fewer pieces on a fuller board are worth, smaller ones little.
"""
from __future__ import annotations

import argparse
import math
import re
import sys
from pathlib import Path

NAMES = ("king", "man", "waits")
SHARES = re.compile(r"\| ([KM]+)v([KM]+) \| (White|Black) \| ([^|]+) \|")


def observations(page: str) -> list[tuple[tuple[int, int, int], float]]:
    """Returns what a side has more than the other, with its share of wins: for each class and side to move, twice."""
    found = []
    for white, black, mover, shares in SHARES.findall(page):
        percent = [float(number) for number in re.findall(r"[\d.]+", shares)]
        if not 4 <= len(white + black) <= 6 or len(percent) != 3:
            continue
        own, other = (white, black) if mover == "White" else (black, white)
        kings, men = (own.count(piece) - other.count(piece) for piece in "KM")
        found.append(((kings, men, 0), percent[0] / 100))
        found.append(((-kings, -men, 1), percent[2] / 100))
    return found


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Returns the solution of linear equations, by Cramer's rule: there are three."""

    def determinant(m: list[list[float]]) -> float:
        return sum(
            m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]) for i in range(3)
        )

    whole = determinant(matrix)
    return [
        determinant([[*row[:i], value, *row[i + 1 :]] for row, value in zip(matrix, right)]) / whole for i in range(3)
    ]


def fit(data: list[tuple[tuple[int, int, int], float]]) -> list[float]:
    """Returns the weights of greatest likelihood, by Newton's method."""
    weights = [0.0] * 3
    for _ in range(30):
        gradient = [0.0] * 3
        hessian = [[0.0] * 3 for _ in range(3)]
        for values, share in data:
            odds = 1 / (1 + math.exp(-sum(w * v for w, v in zip(weights, values))))
            for i in range(3):
                gradient[i] += (share - odds) * values[i]
                for j in range(3):
                    hessian[i][j] += odds * (1 - odds) * values[i] * values[j]
        weights = [w + step for w, step in zip(weights, solve(hessian, gradient))]
    return weights


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("page", type=Path)
    parser.add_argument("--check", type=Path, metavar="SOURCE")
    arguments = parser.parse_args()
    data = observations(arguments.page.read_text(encoding="utf-8"))
    lines = [f"{name} = {weight:.1f}" for name, weight in zip(NAMES, fit(data))]
    print(*lines, f"{len(data)} shares", sep="\n")
    if arguments.check:
        source = arguments.check.read_text(encoding="utf-8")
        missing = [line for line in lines if line not in source]
        print(*(f"{arguments.check} does not say: {line}" for line in missing), sep="\n", file=sys.stderr)
        return 1 if missing else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
