"""Many positions in one call, and preloaded classes."""

import unittest

import dameotb
import support

KNOWN = "W:WKa7,Kh8:BKa1"


def one_by_one(ask, fens):
    answers = []
    for fen in fens:
        try:
            answers.append(ask(fen))
        except dameotb.MissingTable:
            answers.append(None)
    return answers


class Many(unittest.TestCase):
    def setUp(self):
        self.tables = dameotb.Tablebase(support.TABLES)
        self.addCleanup(self.tables.close)

    def test_same_answers_as_one_by_one(self):
        fens = support.random_fens(seed=24, count=300)
        expected = one_by_one(self.tables.probe, fens)
        self.assertGreater(expected.count(None), 10)
        self.assertGreater(len(expected) - expected.count(None), 100)
        self.assertEqual(self.tables.probe_many(fens), expected)
        self.assertEqual(self.tables.probe_many(iter(fens)), expected)
        self.assertEqual(self.tables.probe_wdl_many(fens), one_by_one(self.tables.probe_wdl, fens))
        self.assertIs(type(self.tables.probe_wdl_many([KNOWN])[0]), dameotb.Wdl)

    def test_none(self):
        self.assertEqual(self.tables.probe_many([]), [])
        self.assertEqual(self.tables.probe_wdl_many(()), [])

    def test_one_bad_position_among_them(self):
        for ask in (self.tables.probe_many, self.tables.probe_wdl_many):
            self.assertRaises(dameotb.BadNotation, ask, [KNOWN, "W:WKa9:BKh8"])
        self.tables.close()
        self.assertRaisesRegex(ValueError, "closed", self.tables.probe_many, [KNOWN])


class Preload(unittest.TestCase):
    def test_named_and_all(self):
        with dameotb.Tablebase(support.TABLES) as tables:
            self.assertEqual(tables.preload([]), 0)
            first = tables.preload(["KKvK"], "wdl")
            self.assertGreater(first, 31444 // 4)
            self.assertEqual(tables.preload(["KvKK", "KKvK"], what="wdl"), 0)
            self.assertGreater(tables.preload(), first)
            self.assertEqual(tables.preload(what="dtm"), 0)
            self.assertEqual(tables.probe(KNOWN).plies, 5)
        self.assertRaisesRegex(ValueError, "closed", tables.preload)

    def test_refusals(self):
        with dameotb.Tablebase(support.TABLES) as tables:
            with self.assertRaises(dameotb.MissingTable) as caught:
                tables.preload(["KKvK", "MvKM"])
            self.assertEqual(caught.exception.missing_class, "KMvM")
            for classes in (["KK"], ["\u00e9"], ["KvK\0"]):
                self.assertRaises(dameotb.BadArgument, tables.preload, classes)
            self.assertRaisesRegex(ValueError, "wdl, dtm, both", tables.preload, None, "all")
        with dameotb.Tablebase(support.TABLES, cache_bytes=20000) as tables:
            self.assertRaisesRegex(dameotb.NoRoom, "bytes of the cache", tables.preload)
            self.assertEqual(tables.probe(KNOWN).plies, 5)


if __name__ == "__main__":
    unittest.main()
