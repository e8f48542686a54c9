"""Values under a draw rule: known ones, those of the definition, agreement with the command, and what is refused."""

import pathlib
import re
import shutil
import tempfile
import unittest

import dameotb
import support
from dameotb import RuleResult, Wdl

KNOWN = "W:WKa7,Kh8:BKa1"  # A win in 5, of which the rule sees 4: in the fourth Black must capture.
PLIES = support.RULE_PLIES
DRAW = RuleResult(Wdl.DRAW, 0)


class Values(unittest.TestCase):
    def setUp(self):
        self.tables = dameotb.Tablebase(support.RULE_TABLES)
        self.addCleanup(self.tables.close)

    def test_draw_rule(self):
        self.assertEqual(self.tables.draw_rule, PLIES)
        with dameotb.Tablebase(support.TABLES) as tables:
            self.assertIsNone(tables.draw_rule)
        self.tables.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            self.tables.draw_rule

    def test_known_positions(self):
        for fen, expected in [
            (KNOWN, RuleResult(Wdl.WIN, 4)),
            (KNOWN + ":H2", RuleResult(Wdl.WIN, 4)),
            (KNOWN + ":H3:F60", DRAW),
            ("B:WKb2,Kh8:BKa1", DRAW),  # a loss in 8 without the rule
            ("B:WKh6,Kh8:BKh1:H5", RuleResult(Wdl.LOSS, 1)),
            ("B:WKh6,Kh8:BKh1:H6", DRAW),
            ("B:Wa1,a3,a4,b1,c6:Ba2:H2147483647", RuleResult(Wdl.LOSS, 0)),
        ]:
            with self.subTest(fen):
                result = self.tables.probe_rule(fen, plies=PLIES)
                self.assertEqual(result, expected)
                self.assertIs(type(result), RuleResult)
                self.assertIs(result.wdl, expected.wdl)

    def test_counter(self):
        for counter, expected in [(0, Wdl.WIN), (2, Wdl.WIN), (3, Wdl.DRAW), (6, Wdl.DRAW), (1 << 32, Wdl.DRAW)]:
            for fen in (KNOWN, KNOWN + ":H2", KNOWN + ":H99"):  # The argument counts, not the text.
                self.assertIs(self.tables.probe_rule(fen, PLIES, counter).wdl, expected)

    def test_usual_rule(self):
        self.assertEqual(self.tables.probe_rule(KNOWN + ":H45"), RuleResult(Wdl.WIN, None))
        self.assertRaises(dameotb.UnknownResult, self.tables.probe_rule, KNOWN + ":H46")

    def test_values_follow_from_those_after_the_moves(self):
        """The definition (docs/rules.md, "The draw rule")."""
        changed = 0
        kinds = set()
        for fen in support.random_fens(seed=25, count=500):
            with self.subTest(fen):
                result = self.tables.probe_rule(fen, PLIES)
                self.assertEqual(result, best(self.after(fen, move) for move in self.tables.moves(fen)))
                changed += result.wdl != self.tables.probe_wdl(fen)
                kinds.add(result)
        self.assertGreater(changed, 5)
        self.assertGreater(len(kinds), 6)

    def after(self, fen, move):
        """Returns what a move is worth: a capture or a man's move sets the counter to 0, a king's move adds 1."""
        wdl, plies = self.tables.probe_rule(move.fen, PLIES)
        by_king = "K" + move.from_square in re.split("[:,]|(?<=:)[WB]", fen)
        needed = plies + 1 if by_king and not move.captured else 1
        return DRAW if wdl == Wdl.DRAW or needed > PLIES else RuleResult(Wdl(-wdl), needed)

    def test_agrees_with_the_command(self):
        partly = tempfile.TemporaryDirectory()
        self.addCleanup(partly.cleanup)
        for file in pathlib.Path(support.RULE_TABLES).iterdir():
            if file.name not in ("KKvK.dtz", "KMvM.wdl"):
                shutil.copy(file, partly.name)
        fens = [f"{fen}:H{number % 9}" for number, fen in enumerate(support.random_fens(seed=26, count=500))]
        seen = {"proven": 0, "missing": 0, "unknown": 0, "-": 0, "plies": 0}
        for directory in (support.RULE_TABLES, partly.name):
            with dameotb.Tablebase(directory) as tables:
                for plies in (PLIES, 5, 50):
                    answers = support.command_rule_answers(directory, plies, fens)
                    self.assertEqual(len(answers), len(fens))
                    for fen, answer in zip(fens, answers):
                        with self.subTest(fen, plies=plies):
                            expected = said(tables, fen, plies)
                            if expected in (None, ("unknown", "-")) and answer not in (None, ("unknown", "-")):
                                self.check_proof(tables, fen, plies, answer[0])
                                seen["proven"] += 1
                            elif (expected, answer) != (None, ("unknown", "-")):  # known without the rule, by a move
                                self.assertEqual(expected, answer)
                        seen[kind(answer)] += 1
        self.assertGreater(min(seen.values()), 20, seen)

    def check_proof(self, tables, fen, plies, result):
        """Checks a result that no table has: a move wins, or all are known."""
        position, counter = fen.rsplit(":H", 1)
        worths = []
        for move in self.tables.moves(position):
            by_king = "K" + move.from_square in re.split("[:,]|(?<=:)[WB]", position)
            after = int(counter) + 1 if by_king and not move.captured else 0
            answer = said(tables, f"{move.fen}:H{after}", plies)
            known = answer is not None and answer[0] != "unknown"
            worths.append(-Wdl[answer[0].upper()] if known else None)
        if result != "win":
            self.assertNotIn(None, worths)
        self.assertEqual(Wdl[result.upper()], max(worth for worth in worths if worth is not None))


class Refusals(unittest.TestCase):
    def test_unknown_results(self):
        with dameotb.Tablebase(support.RULE_TABLES) as tables:
            with self.assertRaisesRegex(dameotb.UnknownResult, "of the class KKvK.*under one of 6") as caught:
                tables.probe_rule(KNOWN, 7, 3)
            self.assertEqual(caught.exception.missing_class, "KKvK")
        with dameotb.Tablebase(support.TABLES) as tables:
            self.assertEqual(tables.probe_rule(KNOWN, 7, 2), RuleResult(Wdl.WIN, None))
            with self.assertRaisesRegex(dameotb.UnknownResult, "of the class KKvK can say it$") as caught:
                tables.probe_rule(KNOWN, 7, 3)
            self.assertEqual(caught.exception.missing_class, "KKvK")
            self.assertIsInstance(caught.exception, (dameotb.DameotbError, LookupError))
            self.assertNotIsInstance(caught.exception, dameotb.MissingTable)

    def test_bad_arguments(self):
        with dameotb.Tablebase(support.RULE_TABLES) as tables:
            for plies in (0, -1, 121, (1 << 32) + PLIES):
                self.assertRaisesRegex(dameotb.BadArgument, "plies is .*from 1 to 120", tables.probe_rule, KNOWN, plies)
            for counter in (-1, -1 << 32):
                self.assertRaisesRegex(dameotb.BadArgument, "counter is -", tables.probe_rule, KNOWN, PLIES, counter)
            for arguments in (("6",), (6.0,), (None,), (PLIES, "0"), (PLIES, 1.0)):
                self.assertRaises(TypeError, tables.probe_rule, KNOWN, *arguments)

    def test_damaged_file(self):
        with tempfile.TemporaryDirectory() as directory:
            shutil.copy(pathlib.Path(support.RULE_TABLES, "KvK.wdl"), directory)
            pathlib.Path(directory, "KvK.dtz").write_text("not a table")
            with dameotb.Tablebase(directory) as tables:
                self.assertRaisesRegex(dameotb.BadFile, "KvK.dtz", tables.probe_rule, "W:WKa1:BKc2")
                with self.assertRaisesRegex(dameotb.BadFile, "KvK.dtz"):
                    tables.draw_rule


def best(values):
    """Returns the value that the side to move prefers; the fastest win, the slowest loss."""
    return max(values, key=lambda value: (value.wdl, -value.wdl * value.plies), default=RuleResult(Wdl.LOSS, 0))


def said(tables, fen, plies):
    """Returns the package's answer as the command prints it."""
    try:
        result = tables.probe_rule(fen, plies)
    except dameotb.MissingTable:
        return None
    except dameotb.UnknownResult:
        return "unknown", "-"
    return result.wdl.name.lower(), "-" if result.plies is None else str(result.plies)


def kind(answer):
    if answer is None:
        return "missing"
    result, plies = answer
    return result if result == "unknown" else "-" if plies == "-" else "plies"


if __name__ == "__main__":
    unittest.main()
