"""Values under a draw rule: those of the definition, and what is refused. test_answers.py asks for known ones."""

import array
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

    def test_counter(self):
        result = self.tables.probe_rule(KNOWN + ":H3:F60", PLIES)
        self.assertEqual((type(result), result), (RuleResult, DRAW))
        for counter, expected in [(0, Wdl.WIN), (2, Wdl.WIN), (3, Wdl.DRAW), (6, Wdl.DRAW), (1 << 32, Wdl.DRAW)]:
            for fen in (KNOWN, KNOWN + ":H2", KNOWN + ":H99"):  # The argument counts, not the text.
                self.assertIs(self.tables.probe_rule(fen, PLIES, counter).wdl, expected)

    def test_usual_rule(self):
        self.assertEqual(self.tables.probe_rule(KNOWN + ":H45"), RuleResult(Wdl.WIN, None))
        self.assertRaises(dameotb.UnknownResult, self.tables.probe_rule, KNOWN + ":H46")
        self.assertEqual(self.tables.get_rule(KNOWN + ":H45"), RuleResult(Wdl.WIN, None))
        self.assertIsNone(self.tables.get_rule(KNOWN + ":H46"))
        self.assertEqual(self.tables.get_rule("B:WKa1,b2:Bg6,h6", counter=3, default="search on"), "search on")

    def test_moves(self):
        best, *others = self.tables.moves(KNOWN + ":H2", rule=PLIES)
        self.assertEqual(best[:4] + best[-1:], ("a7-g7", "a7", "g7", (), "B:WKg7,Kh8:BKa1:H3"))
        self.assertEqual((best.wdl, best.plies, best.without), (Wdl.WIN, 4, dameotb.Outcome(Wdl.WIN, 5)))
        self.assertEqual(len(others), 39)
        # Too late, it is the first of the draws.
        late = self.tables.moves(KNOWN, rule=PLIES, counter=3)
        self.assertEqual((late[0].text, late[0].wdl, late[0].without.plies), ("a7-g7", Wdl.DRAW, 5))
        self.assertEqual(late[0].fen, "B:WKg7,Kh8:BKa1:H4")
        self.assertEqual([move.text for move in self.tables.line(KNOWN, rule=PLIES, counter=2)],
                         ["a7-g7", "a1-b1", "g7-b7", "b1xb8", "h8xa8"])
        self.assertEqual(self.tables.line(KNOWN, rule=PLIES, counter=2)[-1].fen, "B:WKa8:B:H0")
        self.assertEqual(self.tables.line(KNOWN, rule=PLIES, counter=3), [])
        # Without a rule, the same moves in the same order, with what is known.
        free = self.tables.moves(KNOWN, rule="freeling")
        self.assertEqual([(move.text, move.wdl, move.plies, move.fen) for move in free],
                         [(move.text, move.wdl, move.plies, move.fen) for move in self.tables.moves(KNOWN)])
        self.assertEqual([move.text for move in self.tables.line(KNOWN, rule="freeling")],
                         [move.text for move in self.tables.line(KNOWN)])
        with tempfile.TemporaryDirectory() as directory, dameotb.Tablebase(directory) as empty:
            moves = empty.moves(KNOWN, rule=50)
            self.assertEqual(len(moves), 40)
            self.assertEqual((moves[0].wdl, moves[0].plies, moves[0].without), (None, None, None))
            # That it is taken at once needs no table.
            self.assertEqual(moves[-1].without, dameotb.Outcome(Wdl.LOSS, 2))
            self.assertRaises(dameotb.MissingTable, empty.line, KNOWN, rule=50)

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


class Many(unittest.TestCase):
    def one_by_one(self, tables, fens, plies, counters):
        answers = []
        for fen, counter in zip(fens, counters):
            try:
                answers.append(tables.probe_rule(fen, plies, counter))
            except LookupError:
                answers.append(None)
        return answers

    def test_same_answers_as_one_by_one(self):
        fens = support.random_fens(seed=26, count=300)
        counters = array.array("i", (number % 9 for number in range(300)))
        for directory in (support.TABLES, support.RULE_TABLES):
            with dameotb.Tablebase(directory) as tables:
                for plies in (PLIES, 50, "playstrategy", "abstractplay"):
                    expected = self.one_by_one(tables, fens, plies, counters)
                    with_counters = [f"{fen}:H{counter}" for fen, counter in zip(fens, counters)]
                    self.assertEqual(tables.probe_rule_many(iter(with_counters), plies), expected)
                    values = tables.probe_rule_array(tables.positions(fens), plies, counters)
                    self.assertEqual([answer_of(value) for value in values], expected)
                    at_start = self.one_by_one(tables, fens, plies, [0] * 300)
                    self.assertEqual(tables.probe_rule_many(with_counters, plies, counter=0), at_start)
                    without_counters = tables.probe_rule_array(tables.positions(fens), plies)
                    self.assertEqual([answer_of(value) for value in without_counters], at_start)
                    self.assertIn(DRAW, expected)
                    if directory == support.TABLES:
                        self.assertIn(None, expected)

    def test_bad_arguments(self):
        with dameotb.Tablebase(support.RULE_TABLES) as tables:
            positions = tables.positions([KNOWN, KNOWN])
            ask = tables.probe_rule_array
            self.assertRaisesRegex(dameotb.BadArgument, r"counters\[1\] is less", ask, positions, 6, array.array("i", [0, -1]))
            self.assertRaisesRegex(dameotb.BadArgument, "1 counters for 2", ask, positions, 6, array.array("i", [0]))
            for counters in ([2, 3], (2, 3), array.array("q", [2, 1 << 40])):
                self.assertEqual([value.wdl for value in ask(positions, 6, counters)], [1, 0])
            self.assertRaises(TypeError, ask, positions, 6, [0, 0.5])
            self.assertRaises(TypeError, ask, positions, 6, array.array("f", [0, 3]))
            self.assertEqual([value.wdl for value in ask(positions, 6, array.array("I", [2, (1 << 32) - 1]))], [1, 0])
            self.assertRaisesRegex(dameotb.BadArgument, r"counters\[1\] is less", ask, positions, 6, [0, -(1 << 40)])
            self.assertRaises(TypeError, ask, positions, 6, 3)
            self.assertRaisesRegex(dameotb.BadArgument, "from 1 to 120", ask, positions, 0)
            self.assertRaisesRegex(dameotb.BadArgument, "counter is -1", tables.probe_rule_many, [KNOWN], 6, -1)
            for method in (tables.moves, tables.line, tables.prover().prove):
                self.assertRaisesRegex(dameotb.BadArgument, "needs a rule", method, KNOWN, counter=3)
            positions[1].black_men = positions[1].white_kings
            self.assertRaisesRegex(dameotb.IllegalPosition, r"positions\[1\]", ask, positions, 6)


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
                self.assertRaisesRegex(dameotb.BadArgument, "rule is .*from 1 to 120", tables.probe_rule, KNOWN, plies)
            for counter in (-1, -1 << 32):
                self.assertRaisesRegex(dameotb.BadArgument, "counter is -", tables.probe_rule, KNOWN, PLIES, counter)
            for word in ("6", "freeling", "chess", ""):
                self.assertRaisesRegex(dameotb.BadArgument, "one of playstrategy, abs", tables.probe_rule, KNOWN, word)
            self.assertRaisesRegex(dameotb.BadArgument, "one of freeling, play", tables.moves, KNOWN, rule="6")
            for arguments in ((6.0,), (None,), (PLIES, "0"), (PLIES, 1.0)):
                self.assertRaises(TypeError, tables.probe_rule, KNOWN, *arguments)

    def test_damaged_file(self):
        with tempfile.TemporaryDirectory() as directory:
            shutil.copy(pathlib.Path(support.RULE_TABLES, "KvK.wdl"), directory)
            pathlib.Path(directory, "KvK.dtz").write_text("not a table")
            with dameotb.Tablebase(directory) as tables:
                self.assertRaisesRegex(dameotb.BadFile, "KvK.dtz", tables.probe_rule, "W:WKa1:BKc2")
                with self.assertRaisesRegex(dameotb.BadFile, "KvK.dtz"):
                    tables.draw_rule


def answer_of(value):
    """Returns what an array says as probe_rule_many does."""
    return None if value.wdl == dameotb.UNKNOWN else RuleResult(Wdl(value.wdl), None if value.plies < 0 else value.plies)


def best(values):
    """Returns the value that the side to move prefers; the fastest win, the slowest loss."""
    return max(values, key=lambda value: (value.wdl, -value.wdl * value.plies), default=RuleResult(Wdl.LOSS, 0))


if __name__ == "__main__":
    unittest.main()
