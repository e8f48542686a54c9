"""Asks the Python package the same of good and of damaged tables, in every way that it can be asked, and with arguments
of every kind.

    ask_python.py GOOD DAMAGED plain|sealed SEED ROUNDS [GONE]

Prints WRONG and ends with status 1 if a damaged file gave another answer, or an exception that is not the package's own
or names no file. With `sealed`, any answer of the right kind will do. GONE: a class that lacks a file. Environment:
PYTHONPATH and DAMEOTB_LIBRARY, as bindings/python/README.md says.
"""
import copy
import faulthandler
import pickle
import random
import sys
import threading
from pathlib import Path

import dameotb

SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
POSITIONS = 12  # a round
OPTIONS = [{"keep": keep, "cache_bytes": size} for keep in ("units", "pages") for size in (None, 1, 1 << 16)]
ODD = [None, 5, -1, 1.5, float("nan"), 1 << 70, True, b"", b"KvK", "", "\0", "K\0vK", "\ud800", "é", "x" * 100_000,
       "W:WKa1:BKh8,", "__class__", "KvK", "both", [], [None], [5], ["KvK", b"KvK"], ["\0"], ["\ud800"], ["MvK"], {}, {"KvK": 1},
       object(), iter(["KvK"]), iter([7]), range(3), Path("."), len]


class Wrong(Exception):
    """What must not be."""


def any_position(generator, most_pieces):
    """Returns a FEN; both sides nearly always have a piece."""
    sides = {"W": [], "B": []}
    for number, square in enumerate(generator.sample(SQUARES, generator.randint(2, most_pieces))):
        side = "WB"[number] if number < 2 and generator.random() < 0.97 else generator.choice("WB")
        is_king = square[1] == ("8" if side == "W" else "1") or generator.random() < 0.5
        sides[side].append("K" * is_king + square)
    return f"{generator.choice('WB')}:W{','.join(sides['W'])}:B{','.join(sides['B'])}"


def outcome_of(question, *arguments):
    """Returns what was answered, or the package's exception as (its type, its text)."""
    try:
        return question(*arguments)
    except dameotb.DameotbError as error:
        return type(error), str(error)


class Asking:
    """One round: one way to open the tables, and the same questions to both."""

    def __init__(self, good, damaged, is_sealed, gone, generator):
        self._directory = str(damaged)
        self._is_sealed = is_sealed
        self._gone = gone
        self._random = generator
        self._good = good
        self._options = generator.choice(OPTIONS)
        most = 1 + max(len(path.stem) - 1 for path in Path(damaged).iterdir() if path.suffix == ".dtm")
        self._fens = [any_position(generator, most) for _ in range(POSITIONS)]

    def all(self):
        with dameotb.Tablebase(self._directory, **self._options) as damaged:
            if self._random.random() < 0.3:
                self._preload(damaged)
            self._single(damaged, self._fens)
            self._many(damaged)
            self._threads(damaged)
        self._closed(damaged)
        again = dameotb.Tablebase(Path(self._directory), **self._options)
        self._single(again, self._fens[:3])
        again.close()
        again.close()

    def _single(self, damaged, fens):
        for fen in fens:
            for name in ("probe", "probe_wdl", "moves", "line"):
                self._compare(name, fen, outcome_of(getattr(self._good, name), fen),
                              outcome_of(getattr(damaged, name), fen))

    def _many(self, damaged):
        for name in ("probe", "probe_wdl"):
            found = outcome_of(getattr(damaged, name + "_many"), self._fens)
            if isinstance(found, tuple):
                self._require_named(name + "_many", found)
                continue
            expected = getattr(self._good, name + "_many")(iter(self._fens))
            if len(found) != len(expected):
                raise Wrong(f"{name}_many: {len(found)} answers to {len(expected)} positions")
            for fen, one, other in zip(self._fens, expected, found):
                if not (one == other or self._is_sealed or (other is None and self._gone)):
                    raise Wrong(f"{name}_many, {fen}: {other} and not {one}")

    def _compare(self, name, fen, good, found):
        if found == good:
            return
        if isinstance(found, tuple) and isinstance(found[0], type):
            if found[0] is dameotb.MissingTable:
                if not self._gone:
                    raise Wrong(f"{name}, {fen}: {found}, and all tables are there")
            else:
                self._require_named(name, found)
        elif not self._is_sealed:
            raise Wrong(f"{name}, {fen}: {found} and not {good}")

    def _require_named(self, name, found):
        """Requires that the exception is that of a bad file, and says which."""
        kind, text = found
        if kind is dameotb.MissingTable and self._gone:
            return
        if kind is not dameotb.BadFile or self._directory not in text:
            raise Wrong(f"{name}: {kind.__name__}: {text}")

    def _preload(self, damaged):
        names = [path.stem for path in Path(self._directory).iterdir() if path.suffix in (".dtm", ".wdl")]
        classes = self._random.choice([None, self._random.sample(names, 2), ["KvM"]])
        found = outcome_of(damaged.preload, classes, self._random.choice(["wdl", "dtm", "both"]))
        if isinstance(found, tuple) and found[0] not in (dameotb.NoRoom, dameotb.MissingTable):
            self._require_named("preload", found)

    def _threads(self, damaged):
        """Asks in several threads at once, while one of them may close the tables."""
        problems = []
        closes = self._random.random() < 0.5

        def ask(fens):
            try:
                self._single(damaged, fens)
            except ValueError as error:
                if not closes or str(error) != "the tablebase is closed":
                    problems.append(error)
            except Exception as error:  # a thread's own would be lost
                problems.append(error)

        threads = [threading.Thread(target=ask, args=[self._fens[i:]]) for i in range(4)]
        for thread in threads:
            thread.start()
        if closes:
            damaged.close()
        for thread in threads:
            thread.join()
        if problems:
            raise problems[0]

    def _closed(self, damaged):
        for question in (damaged.probe, damaged.probe_wdl, damaged.moves, damaged.line, damaged.preload):
            try:
                question(self._fens[0])
            except ValueError as error:
                if str(error) == "the tablebase is closed":
                    continue
            raise Wrong(f"{question.__name__} of a closed tablebase")

    def odd(self):
        """Calls with arguments that are none. They are refused, by Python's own exceptions or the package's."""
        choice = self._random.choice
        tables = dameotb.Tablebase(self._directory)
        calls = [(dameotb.Tablebase, [choice(ODD)], {}),
                 (dameotb.Tablebase, [self._directory], {"cache_bytes": choice(ODD)}),
                 (dameotb.Tablebase, [self._directory], {"keep": choice(ODD)}),
                 (dameotb.Tablebase, [self._directory], {"library": choice(ODD)}),
                 (tables.preload, [choice(ODD)], {}), (tables.preload, [["KvK"], choice(ODD)], {}),
                 *((getattr(tables, name), [choice(ODD)], {})
                   for name in ("probe", "probe_wdl", "moves", "line", "probe_many", "probe_wdl_many")),
                 (copy.copy, [tables], {}), (copy.deepcopy, [tables], {}), (pickle.dumps, [tables], {})]
        for call, arguments, named in calls:
            try:
                call(*arguments, **named)
            except (TypeError, ValueError, OverflowError, dameotb.DameotbError) as error:
                if not str(error):
                    raise Wrong(f"{call} of {arguments}, {named}: no words") from error
        self._single(tables, self._fens[:2])


def main():
    faulthandler.enable()
    good, damaged, kind, seed, rounds, *gone = sys.argv[1:]
    generator = random.Random(int(seed))
    good = dameotb.Tablebase(good)
    unraised = []
    sys.unraisablehook = unraised.append
    for _ in range(int(rounds)):
        asking = Asking(good, damaged, kind == "sealed", gone, generator)
        try:
            asking.all()
            asking.odd()
        except Wrong as error:
            print(f"WRONG: {error}")
            return 1
    if unraised:
        print(f"WRONG: {unraised[0].object}: {unraised[0].exc_value!r}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
