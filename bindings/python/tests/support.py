"""Shared by the tests: the tables, the command as a second opinion, random positions.

Environment: DAMEOTB_LIBRARY, the shared library; DAMEOTB_TEST_TABLES, a directory with all classes of up to 3 pieces
but KMvM; DAMEOTB_TEST_RULE_TABLES, one with all of them, also under a draw rule of 6 plies (both as
tests/c_api/make_tables.cmake makes them); DAMEOTB_TEST_COMMAND, the dameotb command.
"""

import json
import os
import random
import subprocess

TABLES = os.environ["DAMEOTB_TEST_TABLES"]
RULE_TABLES = os.environ["DAMEOTB_TEST_RULE_TABLES"]
RULE_PLIES = 6
COMMAND = os.environ["DAMEOTB_TEST_COMMAND"]

SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]


def random_fens(seed, count):
    """Returns positions of 2 and 3 pieces with pieces of both sides; some of the missing class."""
    generator = random.Random(seed)
    return [random_fen(generator, generator.choice((2, 3, 3, 3))) for _ in range(count)]


def random_fen(generator, pieces):
    sides = {"W": [], "B": []}
    for number, square in enumerate(generator.sample(SQUARES, pieces)):
        side = "WB"[number] if number < 2 else generator.choice("WB")
        promotion_rank = "8" if side == "W" else "1"
        is_king = square[1] == promotion_rank or generator.random() < 0.5
        sides[side].append("K" * is_king + square)
    return f"{generator.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def command_answers(fens):
    """Returns the answer of `dameotb probe --json` for each position; None where it has none."""
    arguments = [COMMAND, "probe", "--json", "--dir", TABLES]
    done = subprocess.run(arguments, input="\n".join(fens) + "\n", capture_output=True, text=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return [None if "error" in answer else answer for answer in answers]


def command_line(fen):
    """Returns the moves that `dameotb line` prints."""
    arguments = [COMMAND, "line", "--dir", TABLES, fen]
    printed = subprocess.run(arguments, capture_output=True, text=True, check=True).stdout.splitlines()
    return [word for word in "".join(printed[1:]).split() if not word.endswith(".")]
