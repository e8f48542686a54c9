"""Proofs of positions that no table has."""

import math
import pathlib
import re
import signal
import unittest
from concurrent.futures import ThreadPoolExecutor

import dameotb
import support
from dameotb import Bound, Bounds, Wdl

RULES = pathlib.Path(__file__).parents[3] / "docs" / "rules.md"
STROKE = "W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7"
NOTHING = Bounds(Bound(Wdl.LOSS, None), Bound(Wdl.WIN, None))


class Prove(unittest.TestCase):
    def setUp(self):
        self.tables = dameotb.Tablebase(support.TABLES)
        self.addCleanup(self.tables.close)

    def test_win(self):
        bounds, line = self.tables.prover().prove(STROKE)
        self.assertEqual(bounds, Bounds(Bound(Wdl.WIN, 5), Bound(Wdl.WIN, None)))
        self.assertEqual(self.tables.prover().prove(STROKE, shortest=True).bounds.at_most, Bound(Wdl.WIN, 5))
        self.assertEqual(line, ["c1-e3", "a5xc5", "e1-c3", "c5xc1xh1xh3xd3", "d2xd4xd6xb6xb8"])

    def test_known_results(self):
        """The table of docs/rules.md."""
        rows = re.findall(r"^\| `([WB]:[^`]+)` \| (win|draw|loss|won)(?: in (\d+))?", RULES.read_text(), re.MULTILINE)
        self.assertEqual(len(rows), 8)
        prover = self.tables.prover()
        for fen, result, plies in rows:
            bounds = prover.prove(fen).bounds
            self.assertEqual(bounds.wdl, Wdl["WIN" if result == "won" else result.upper()], fen)
            if plies:
                self.assertEqual(bounds, Bounds(*[Bound(bounds.wdl, int(plies))] * 2), fen)

    def test_limits_and_going_on(self):
        prover = self.tables.prover(1 << 20)
        self.assertEqual(prover.prove(STROKE, nodes=1).bounds, NOTHING)
        self.assertEqual(prover.prove(STROKE, seconds=float("inf")).bounds.wdl, Wdl.WIN)
        self.assertEqual(prover.prove(STROKE, nodes=100).bounds.wdl, Wdl.WIN)
        for bad in ({"seconds": 0}, {"seconds": float("nan")}, {"nodes": 0}):
            with self.assertRaises(dameotb.BadArgument):
                prover.prove(STROKE, **bad)
        with self.assertRaises(ValueError):
            self.tables.prover(0)
        with self.assertRaises(dameotb.BadNotation):
            prover.prove("W:WKa9:BKa1")

    def test_under_a_rule(self):
        """The win takes 5 plies, the first of them a man's move, which resets the counter."""
        prover = self.tables.prover()
        bounds, line = prover.prove(STROKE, rule=50, counter=49)
        self.assertEqual(bounds, Bounds(Bound(Wdl.WIN, None), Bound(Wdl.WIN, None)))
        self.assertEqual(len(line), 5)
        at_least_a_draw = Bounds(Bound(Wdl.DRAW, 0), Bound(Wdl.WIN, None))
        self.assertEqual(prover.prove(STROKE, rule=2, counter=0).bounds, at_least_a_draw)
        self.assertEqual(prover.prove(STROKE + ":H1", rule=2).bounds, at_least_a_draw)
        for bad in ({"rule": 0}, {"rule": 121}, {"rule": 50, "counter": -1}):
            with self.assertRaises(dameotb.BadArgument):
                prover.prove(STROKE, **bad)

    def test_nothing_false(self):
        """The bounds from tables of two pieces hold the values that the command knows."""
        fens = support.random_fens(seed=24, count=60)
        decided = 0
        with dameotb.Tablebase(support.TABLES, most_pieces=2) as few:
            prover = few.prover()
            for fen, answer in zip(fens, support.command_answers(fens)):
                bounds = prover.prove(fen, nodes=2000).bounds
                if answer is not None and answer["result"] is not None:
                    result = Wdl[answer["result"].upper()]
                    self.assertLessEqual(bounds.at_least.wdl, result, fen)
                    self.assertGreaterEqual(bounds.at_most.wdl, result, fen)
                    decided += bounds.wdl is not None
        self.assertGreater(decided, 20)

    def test_closed_and_threads(self):
        prover = self.tables.prover()
        self.tables.close()
        with self.assertRaises(ValueError):
            self.tables.prover()
        with ThreadPoolExecutor(4) as threads:
            proofs = list(threads.map(prover.prove, [STROKE] * 8))
        self.assertEqual({proof.bounds.wdl for proof in proofs}, {Wdl.WIN})

    def test_close(self):
        with dameotb.Prover(self.tables, 1 << 20) as prover:
            self.assertEqual(prover.prove(STROKE).bounds.wdl, Wdl.WIN)
        prover.close()
        self.assertRaisesRegex(ValueError, "closed", prover.prove, STROKE)

    @unittest.skipUnless(hasattr(signal, "setitimer"), "the system has no timers")
    def test_a_signal_ends_a_search(self):
        class Stop(Exception):
            pass

        def stop(*_):
            raise Stop

        self.addCleanup(signal.signal, signal.SIGALRM, signal.signal(signal.SIGALRM, stop))
        start = "W:Wa1,b1,c1,d1,e1,f1,g1,h1,b2,c2,d2,e2,f2,g2,c3,d3,e3,f3:Bc6,d6,e6,f6,b7,c7,d7,e7,f7,g7,a8,b8,c8,d8,e8,f8,g8,h8"
        prover = self.tables.prover()
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        self.assertRaises(Stop, prover.prove, start, seconds=math.inf)
        self.assertEqual(prover.prove(STROKE).bounds.wdl, Wdl.WIN)


if __name__ == "__main__":
    unittest.main()
