"""Right answers: agreement with the command on many positions. test_answers.py asks for known ones."""

import json
import pathlib
import tempfile
import unittest
from unittest import mock

import dameotb
import support
from dameotb import Result, Wdl

ROOT = pathlib.Path(__file__).parents[3]
VECTORS = [ROOT / "data" / "conformance" / "dameo.jsonl", ROOT / "tests" / "data" / "succ_vectors.jsonl"]

# A king that can capture four pieces in a circle, back to its own square; promotion; captures of all pieces, which
# need no table.
SPECIAL = [
    "W:WKa1:Ba2,b4,d3,Kc1",
    "W:WKd1:BKf1,a2,b4,d3",
    "W:Wa7:Ba4",
    "B:Wa5:Ba2",
    "B:WKa8:Bc2",
    "W:W:BKc3",
    "B:Wa1,a3,a4,b1,c6:Ba2",
]


class Values(unittest.TestCase):
    def setUp(self):
        self.tables = dameotb.Tablebase(support.TABLES)
        self.addCleanup(self.tables.close)

    def test_types(self):
        self.assertEqual(self.tables.probe("W:Wa7:Ba4:H3:F9"), Result(Wdl.WIN, 5))
        self.assertIs(self.tables.probe(SPECIAL[-1]).wdl, Wdl.LOSS)
        self.assertIs(self.tables.probe_wdl(SPECIAL[-1]), Wdl.LOSS)

    def test_results_are_ordered(self):
        self.assertLess(Wdl.LOSS, Wdl.DRAW)
        self.assertLess(Wdl.DRAW, Wdl.WIN)

    def test_all_agrees_with_the_command(self):
        fens = SPECIAL + support.random_fens(seed=20, count=400)
        answers = support.command_answers(fens)
        self.assertEqual(len(answers), len(fens))
        missing, proven = 0, 0
        for fen, answer in zip(fens, answers):
            with self.subTest(fen):
                bounds = self.tables.bounds(fen)
                if answer is None:
                    missing += 1
                    self.assertIsNone(bounds.wdl)
                    self.assertIs(bounds.at_least.wdl, Wdl.LOSS)
                    self.assertRaises(dameotb.MissingTable, self.tables.probe, fen)
                    continue
                if "at_least" in answer:  # The moves prove what the table does not say.
                    proven += 1
                    self.assertRaises(dameotb.MissingTable, self.tables.probe, fen)
                    self.assertEqual(as_bound(bounds.at_least, Wdl.LOSS), answer["at_least"])
                    self.assertEqual(as_bound(bounds.at_most, Wdl.WIN), answer["at_most"])
                    self.assertEqual(None if bounds.wdl is None else bounds.wdl.name.lower(), answer["result"])
                    continue
                self.assertEqual(bounds, (self.tables.probe(fen), self.tables.probe(fen)))
                if any(move["result"] is None for move in answer["moves"]):
                    self.assertRaises(dameotb.MissingTable, self.tables.moves, fen)
                    continue
                self.assertEqual(named(self.tables.probe(fen)), (answer["result"], answer["plies"]))
                self.assertEqual(self.tables.probe_wdl(fen), self.tables.probe(fen).wdl)
                self.assertEqual(
                    [(move.text, named(move[4:6]), len(move.captured), move.fen) for move in self.tables.moves(fen)],
                    [(m["move"], (m["result"], m["plies"]), m["captured"], m["fen"]) for m in answer["moves"]],
                )
        self.assertGreater(proven, 10)
        self.assertGreater(missing, 10)
        self.assertLess(missing, 200)

    def test_bounds_hold_where_the_table_is_missing(self):
        """The definition: the position is worth what its best move is, and an unknown move may be worth anything."""
        kinds = set()
        with dameotb.Tablebase(support.RULE_TABLES) as truth:
            for fen in support.random_fens(seed=22, count=1500):
                with self.subTest(fen):
                    bounds, value = self.tables.bounds(fen), truth.probe(fen)
                    self.assertLessEqual(preference(bounds.at_least, longest=True), preference(value))
                    self.assertLessEqual(preference(value), preference(bounds.at_most, longest=False))
                    known = [known_value(self.tables, move.fen) for move in truth.moves(fen)]
                    best = max((preference(Result(Wdl(-v.wdl), v.plies + (v.wdl != 0))) for v in known if v), default=None)
                    if best is not None and preference(bounds.at_least) != preference(bounds.at_most):
                        self.assertIn(None, known)
                        self.assertEqual(preference(bounds.at_least, longest=True), best)
                    kinds.add((bounds.wdl, bounds.at_least.plies is None))
        self.assertTrue({(Wdl.WIN, False), (Wdl.DRAW, False), (Wdl.LOSS, False), (None, False), (None, True)} <= kinds, kinds)

    def test_squares_of_moves(self):
        best = self.tables.moves("W:WKa7,Kh8:BKa1")[0]
        self.assertEqual((best.from_square, best.to_square, best.captured), ("a7", "g7", ()))
        for fen in SPECIAL:
            for move in self.tables.moves(fen):
                self.assertTrue(move.text.startswith(move.from_square) and move.text.endswith(move.to_square), move)
        circle = [move for move in self.tables.moves(SPECIAL[0]) if move.to_square == "a1"]
        self.assertEqual({move.from_square for move in circle}, {"a1"})
        self.assertEqual({move.captured for move in circle}, {("c1", "a2", "d3", "b4")})

    def test_more_moves_than_there_was_room_for(self):
        expected = self.tables.moves("W:WKa7,Kh8:BKa1")
        self.assertEqual(len(expected), 40)
        for room in (1, 39, 40):
            with mock.patch("dameotb._capi._USUAL_ROOM", room):
                self.assertEqual(self.tables.moves("W:WKa7,Kh8:BKa1"), expected)

    def test_lines_agree_with_the_command(self):
        lines = 0
        for fen in SPECIAL + support.random_fens(seed=21, count=40):
            with self.subTest(fen):
                try:
                    line = self.tables.line(fen)
                except dameotb.MissingTable:
                    continue
                value, most = self.tables.bounds(fen)  # The moves may prove it where the table is missing.
                self.assertEqual(value, most)
                self.assertEqual([move.text for move in line], support.command_line(fen))
                self.assertEqual(len(line), value.plies)
                for number, move in enumerate(line):
                    self.assertEqual(move.plies, value.plies - number)
                    self.assertEqual(self.tables.probe(move.fen), Result(Wdl(-move.wdl), move.plies - 1))
                lines += bool(line)
        self.assertGreater(lines, 10)


def known_value(tables, fen):
    try:
        return tables.probe(fen)
    except dameotb.MissingTable:
        return None


def preference(value, longest=False):
    """Returns a number that is greater for better values. longest: of any length means the longest."""
    plies = value.plies if value.plies is not None else 999 if (value.wdl is Wdl.WIN) == longest else 0
    return value.wdl * (1000 - plies)


def as_bound(bound, extreme):
    """Returns the bound as the command writes it. extreme: the result that, of any length, bounds nothing."""
    return None if bound == (extreme, None) else {"result": bound.wdl.name.lower(), "plies": bound.plies}


def named(value):
    return value[0].name.lower(), value[1]


class LegalMoves(unittest.TestCase):
    def test_those_of_the_vectors(self):
        with tempfile.TemporaryDirectory() as empty, dameotb.Tablebase(empty) as tables:
            asked = 0
            for path in VECTORS:
                for vector in map(json.loads, path.read_text(encoding="ascii").splitlines()):
                    if "succ" in vector:
                        moves = tables.legal_moves(vector["fen"])
                        self.assertEqual(sorted(move.fen for move in moves), sorted(vector["succ"]), vector["fen"])
                        if "moves" in vector:
                            self.assertLessEqual({move.text for move in moves}, set(vector["moves"]))
                        asked += 1
            self.assertEqual(asked, 3100 + 233)

    def test_squares(self):
        with dameotb.Tablebase(support.TABLES) as tables:
            for fen in [*SPECIAL, *support.random_fens(seed=27, count=50)]:
                ranked = tables.moves(fen, rule="freeling")
                ways = {move.text: move[1:] for move in tables.legal_moves(fen)}
                for move in ranked:
                    self.assertEqual(ways[move.text], (move.from_square, move.to_square, move.captured, move.fen))

    def test_what_is_no_position(self):
        with dameotb.Tablebase(support.TABLES) as tables:
            self.assertRaises(dameotb.BadNotation, tables.legal_moves, "W:Wa8:Bb3")
            self.assertEqual(tables.legal_moves("W:W:BKa1"), [])
        self.assertRaises(ValueError, tables.legal_moves, "W:WKa1:BKb3")  # closed


if __name__ == "__main__":
    unittest.main()
