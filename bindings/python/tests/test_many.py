"""Many positions in one call, and preloaded classes."""

import os
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

    def test_arrays(self):
        fens = support.random_fens(seed=25, count=300)
        expected = [(2, -1) if answer is None else answer for answer in one_by_one(self.tables.probe, fens)]
        positions = self.tables.positions(iter(fens))
        values = self.tables.probe_array(positions)
        self.assertEqual([(value.wdl, value.plies) for value in values], expected)
        self.assertEqual(memoryview(values).itemsize, 8)
        self.assertEqual(bytes(self.tables.probe_array(memoryview(positions).toreadonly())), bytes(values))
        results = [2 if wdl is None else wdl for wdl in one_by_one(self.tables.probe_wdl, fens)]
        self.assertEqual(list(self.tables.probe_wdl_array(positions)), results)
        self.assertIn(dameotb.UNKNOWN, results)
        self.assertEqual(len(self.tables.probe_array(self.tables.positions([]))), 0)

    def test_arrays_of_numpy(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("numpy is not installed")
        array = numpy.asarray(self.tables.positions([KNOWN, "W:WKb1,Kd1:BKc1"]))
        array["white_kings"][1] = array["white_kings"][0]
        array["black_kings"][1] = array["black_kings"][0]
        values = numpy.asarray(self.tables.probe_array(array))
        self.assertEqual((values["wdl"].tolist(), values["plies"].tolist()), ([1, 1], [5, 5]))
        self.assertEqual(numpy.asarray(self.tables.probe_wdl_array(array)).tolist(), [1, 1])
        names = list(array.dtype.names)
        other_order = numpy.zeros(2, [(name, array.dtype[name]) for name in [*names[2:4], *names[:2], *names[4:]]])
        with_doubles = array.astype([(name, "f8" if array.dtype[name].itemsize == 8 else "i4") for name in names])
        for wrong in (array.astype(array.dtype.newbyteorder()), with_doubles, other_order, array.view("V40")):
            self.assertEqual(wrong.itemsize, 40)
            self.assertRaisesRegex(dameotb.BadArgument, "the fields of", self.tables.probe_array, wrong)

    def test_bad_arrays(self):
        positions = self.tables.positions([KNOWN, KNOWN])
        positions[1].black_men = positions[1].white_kings
        for ask in (self.tables.probe_array, self.tables.probe_wdl_array):
            self.assertRaisesRegex(dameotb.IllegalPosition, r"positions\[1\]", ask, positions)
            self.assertRaisesRegex(dameotb.BadArgument, "items of 40 bytes", ask, b"positions")
            self.assertRaises(TypeError, ask, [KNOWN])
            self.assertRaises(TypeError, ask, KNOWN)

    def test_default(self):
        missing = "W:WKa1,b2:Bg6"
        self.assertEqual(self.tables.get(KNOWN), self.tables.probe(KNOWN))
        self.assertEqual((self.tables.get(missing), self.tables.get(missing, 7)), (None, 7))
        self.assertIs(self.tables.get_wdl(KNOWN), dameotb.Wdl.WIN)
        self.assertEqual((self.tables.get_wdl(missing), self.tables.get_wdl(missing, 7)), (None, 7))
        self.assertRaises(dameotb.BadNotation, self.tables.get, "W")

    def test_inventory(self):
        files = self.tables.files()
        self.assertEqual([file.name for file in files[:2]], ["KvK.wdl", "KvK.dtm"])
        self.assertEqual({file.name for file in files}, set(os.listdir(support.TABLES)))
        self.assertTrue(all(file.is_usable and file.bytes == os.path.getsize(os.path.join(support.TABLES, file.name))
                            for file in files))
        self.assertEqual({file.metric for file in files}, {"wdl", "dtm"})
        self.assertEqual(list(self.tables), self.tables.classes())
        self.assertEqual(len(set(self.tables)), len(files) // 2)
        self.assertEqual(self.tables.most_pieces, 3)

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
            self.assertRaisesRegex(ValueError, "wdl, dtm, both, dtz, all", tables.preload, None, "none")
        with dameotb.Tablebase(support.TABLES, cache_bytes=20000) as tables:
            self.assertRaisesRegex(dameotb.NoRoom, "bytes of the cache", tables.preload)
            self.assertEqual(tables.probe(KNOWN).plies, 5)

    def test_statistics(self):
        with dameotb.Tablebase(support.TABLES) as tables:
            self.assertEqual(tables.statistics()[:2], (0, 0))
            tables.probe(KNOWN)
            reads = tables.statistics().reads
            self.assertGreater(reads, 0)
            tables.probe(KNOWN)
            self.assertEqual(tables.statistics().reads, reads)
            self.assertGreater(tables.statistics().hits, 0)
            self.assertGreater(tables.statistics().memory_bytes, 0)
            tables.reset_statistics()
            self.assertEqual(tables.statistics()[:2], (0, 0))
            tables.preload()
            tables.probe(KNOWN)
            self.assertEqual(tables.statistics()[:2], (0, 0))
        self.assertRaisesRegex(ValueError, "closed", tables.statistics)


if __name__ == "__main__":
    unittest.main()
