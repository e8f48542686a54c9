"""The table of answers: what `probe_rule` answers, with the counter in the FEN and as an argument, `bounds`, `moves`
and `line`."""

import contextlib
import json
import pathlib
import unittest

import dameotb
import support

VECTORS = pathlib.Path(__file__).parents[3] / "tests" / "data" / "answers.jsonl"


class Answers(unittest.TestCase):
    def test_what_the_tables_tell(self):
        seen = set()
        with contextlib.ExitStack() as stack:
            opened = {}
            for line in VECTORS.read_text().splitlines():
                vector = json.loads(line)
                name = vector["tables"]
                if name not in opened:
                    directory = pathlib.Path(support.RULE_TABLES).parent / name
                    opened[name] = stack.enter_context(dameotb.Tablebase(directory))
                alone = vector.get("alone", vector)
                expected = alone["result"], alone["z"]
                fen, counter, word = vector["fen"], vector["counter"], vector["rule"]
                plies = int(word) if word.isdecimal() else word
                with self.subTest(fen, counter=counter, plies=plies, tables=name):
                    self.assertEqual(said(opened[name], f"{fen}:H{counter}", plies), expected)
                    self.assertEqual(said(opened[name], fen, plies, counter), expected)
                    least, most = opened[name].bounds(fen)
                    is_known = least.wdl == most.wdl
                    without = (least.wdl.name.lower() if is_known else None,
                               least.plies if is_known and least.plies == most.plies else None)
                    self.assertEqual(without, (vector["without"]["result"], vector["without"]["plies"]))
                    moves = opened[name].moves(fen, rule=plies, counter=counter)
                    if moves and all(move.wdl is not None for move in moves):
                        self.assertEqual(moves[0].wdl.name.lower(), vector["result"])
                    self.assertEqual(line_of(opened[name], f"{fen}:H{counter}", plies), vector["line"])
                seen.add(expected)
        self.assertGreater(len(seen), 6)


def said(tables, *question):
    """Returns result and plies; None where the tables do not tell."""
    try:
        result = tables.probe_rule(*question)
    except (dameotb.MissingTable, dameotb.UnknownResult):
        return None, None
    return result.wdl.name.lower(), result.plies


def line_of(tables, fen, rule):
    """Returns the moves of best play; None where the tables do not tell."""
    try:
        return [move.text for move in tables.line(fen, rule=rule)]
    except (dameotb.MissingTable, dameotb.UnknownResult):
        return None


if __name__ == "__main__":
    unittest.main()
