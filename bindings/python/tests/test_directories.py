"""Several directories, of which the first that has a file provides it, and the cap on pieces."""

import os
import pathlib
import shutil
import tempfile
import unittest

import dameotb
import support

TWO_KINGS = "W:WKa7,Kh8:BKa1"
CAPTURE = "B:WKa3,Kc2:BKa1"  # leads to two kings


class Directories(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.first = pathlib.Path(temporary.name) / "first"
        self.second = pathlib.Path(temporary.name) / "second"
        shutil.copytree(support.TABLES, self.first)
        self.second.mkdir()

    def test_answers_do_not_depend_on_the_directory(self):
        fens = support.random_fens(7, 300)
        with dameotb.Tablebase(support.TABLES) as tables:
            expected = tables.probe_many(fens)
        for name in ("KKvK.wdl", "KvK.dtm", "KMvK.wdl", "KMvK.dtm"):
            (self.first / name).rename(self.second / name)
        with dameotb.Tablebase(self.first) as tables:
            self.assertNotEqual(tables.probe_many(fens), expected)
        for paths in (
            [self.first, self.second],
            (os.fspath(self.second), os.fsencode(self.first)),
            iter([self.first, self.second]),
        ):
            with dameotb.Tablebase(paths) as tables:
                self.assertEqual(tables.probe_many(fens), expected)
                self.assertEqual(tables.duplicates, [])

    def test_first_wins_and_the_others_are_named(self):
        (self.second / "KKvK.wdl").write_text("no table")
        shutil.copy(self.first / "KvK.dtm", self.second)
        with dameotb.Tablebase([self.first, self.second]) as tables:
            self.assertEqual(tables.probe(TWO_KINGS).plies, 5)
            self.assertEqual(
                tables.duplicates,
                [
                    dameotb.Duplicate("KvK.dtm", str(self.first), str(self.second)),
                    dameotb.Duplicate("KKvK.wdl", str(self.first), str(self.second)),
                ],
            )
        self.assertRaises(ValueError, lambda: tables.duplicates)
        with dameotb.Tablebase([self.second, self.first]) as tables:
            self.assertRaisesRegex(dameotb.BadFile, "second/KKvK.wdl", tables.probe, TWO_KINGS)
        with dameotb.Tablebase([self.first] * 40) as tables:  # More than fit into the usual room.
            self.assertEqual(len(tables.duplicates), 39 * len(list(self.first.iterdir())))

    def test_relative_names_hold_after_chdir(self):
        self.addCleanup(os.chdir, os.getcwd())
        (self.first / "KKvK.wdl").rename(self.second / "KKvK.wdl")
        os.chdir(self.first.parent)
        with dameotb.Tablebase(["first", pathlib.Path("second")]) as tables:
            (self.first / "first").mkdir()
            os.chdir(self.first)
            self.assertEqual(tables.probe(TWO_KINGS).plies, 5)
            self.assertRaisesRegex(dameotb.MissingTable, "KKKvK", tables.probe, "W:WKa7,Kh8,Kd4:BKa1")

    def test_bad_lists(self):
        self.assertRaisesRegex(dameotb.BadFile, "/none: ", dameotb.Tablebase, [self.first, self.first / "none"])
        self.assertRaisesRegex(ValueError, "no directory", dameotb.Tablebase, [])
        self.assertRaisesRegex(ValueError, "null byte", dameotb.Tablebase, [self.first, "a\0b"])
        self.assertRaises(TypeError, dameotb.Tablebase, [self.first, 5])
        self.assertRaises(TypeError, dameotb.Tablebase, 5)

    def test_words(self):
        with dameotb.Tablebase([self.first, self.second]) as tables:
            self.assertEqual(repr(tables), f"<dameotb.Tablebase {str(self.first)!r}, {str(self.second)!r}>")

    def test_most_pieces(self):
        with dameotb.Tablebase(self.first) as tables:
            expected = tables.probe(CAPTURE)
        (self.first / "KKvK.wdl").write_text("no table")  # would be an error
        with dameotb.Tablebase(self.first, most_pieces=2) as tables:
            with self.assertRaises(dameotb.MissingTable) as caught:
                tables.probe(TWO_KINGS)
            self.assertEqual(caught.exception.missing_class, "KKvK")
            self.assertEqual(tables.probe(CAPTURE), expected)
        with dameotb.Tablebase(self.first, most_pieces=1) as tables:
            self.assertRaises(dameotb.MissingTable, tables.probe, CAPTURE)
        with dameotb.Tablebase(support.TABLES, most_pieces=6) as tables:
            self.assertEqual(tables.probe(TWO_KINGS).plies, 5)
        for wrong in (0, -1, 1 << 64):
            self.assertRaises(ValueError, dameotb.Tablebase, self.first, most_pieces=wrong)


if __name__ == "__main__":
    unittest.main()
