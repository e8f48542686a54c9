"""Errors: wrong texts, tables and files, and calls after close()."""

import copy
import os
import pathlib
import pickle
import resource
import shutil
import tempfile
import unittest
from unittest import mock

import dameotb
import support

KNOWN = "W:WKa7:BKa1"


class Positions(unittest.TestCase):
    def setUp(self):
        self.tables = dameotb.Tablebase(support.TABLES)
        self.addCleanup(self.tables.close)
        self.methods = [
            self.tables.probe,
            self.tables.probe_wdl,
            self.tables.probe_rule,
            self.tables.moves,
            self.tables.line,
        ]

    def test_text_that_is_no_position(self):
        for fen, part in [
            ("", "at character 1"),
            ("W:WKa1,b9:BKh8", "at character 8"),
            ("W:WKa1:BKh8\0", "null character at character 12"),
            ("W:W\u00e9:B", "at character 4"),
            ("W:W\ud800:B", "at character 4"),
            ("W:Wa8:BKa1", "promotion rank"),
            ("W:WBd4:BGd3,b4", "capture under way"),
            ("W:WKa1:BKa1", "two pieces on a1"),
        ]:
            for method in self.methods:
                with self.subTest(fen=fen, method=method.__name__):
                    with self.assertRaises(dameotb.BadNotation) as caught:
                        method(fen)
                    self.assertIn(part, str(caught.exception))
                    self.assertIsInstance(caught.exception, (dameotb.DameotbError, ValueError))

    def test_position_that_no_game_has(self):
        fen = "W:W" + ",".join(support.SQUARES[:19]) + ":BKh8"
        for method in self.methods:
            with self.assertRaisesRegex(dameotb.IllegalPosition, "more than 18") as caught:
                method(fen)
            self.assertIsInstance(caught.exception, ValueError)

    def test_no_text(self):
        for fen in (None, b"W:WKa7:BKa1", 5):
            for method in self.methods:
                self.assertRaises(TypeError, method, fen)

    def test_missing_file(self):
        with dameotb.Tablebase(pathlib.Path(support.TABLES).parent / "results") as tables:
            self.assertIs(tables.probe_wdl("W:WKa1:BKh7"), dameotb.Wdl.DRAW)
            for method in (tables.probe, tables.moves):
                with self.assertRaisesRegex(dameotb.MissingTable, r"^there is no KvK\.dtm, only KvK\.wdl$") as caught:
                    method("W:WKa1:BKh6")
                self.assertEqual(caught.exception.missing_class, "KvK")

    def test_missing_table(self):
        for fen in ("W:WKa1,b2:Bg6", "B:Wg3:BKa8,b7"):
            for method in self.methods:
                with self.assertRaises(dameotb.MissingTable) as caught:
                    method(fen)
                self.assertEqual(caught.exception.missing_class, "KMvM")
                self.assertEqual(str(caught.exception), "no table of the class KMvM")
                self.assertIsInstance(caught.exception, dameotb.DameotbError)
                self.assertIsInstance(caught.exception, LookupError)

    def test_no_tables_of_so_many_pieces(self):
        text = "no table of the class KKKKKKKvK: there are none of more than 7 pieces"
        for method in self.methods:
            with self.assertRaises(dameotb.MissingTable) as caught:
                method("W:WKa1,Kb1,Kc1,Kd1,Ke1,Kf1,Kg1:BKh7")
            self.assertEqual(caught.exception.missing_class, "KKKKKKKvK")
            self.assertEqual(str(caught.exception), text)


class Closing(unittest.TestCase):
    def test_methods_of_a_closed_tablebase(self):
        with dameotb.Tablebase(support.TABLES) as tables:
            self.assertEqual(tables.probe(KNOWN).plies, 0)
            self.assertNotIn("closed", repr(tables))
        tables.close()
        self.assertIn("closed", repr(tables))
        for method in (tables.probe, tables.probe_wdl, tables.probe_rule, tables.moves, tables.line):
            with self.assertRaisesRegex(ValueError, "closed") as caught:
                method(KNOWN)
            self.assertNotIsInstance(caught.exception, dameotb.DameotbError)

    def test_copies_open_the_directories_anew(self):
        here = os.getcwd()
        self.addCleanup(os.chdir, here)
        os.chdir(support.TABLES)
        library = os.environ.get("DAMEOTB_LIBRARY")
        relative = library and os.path.relpath(library)
        with dameotb.Tablebase(".", most_pieces=2, keep="pages", library=relative) as tables:
            os.chdir(here)
            for copied in (copy.copy, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))):
                with copied(tables) as another:
                    self.assertEqual(another.probe(KNOWN).plies, 0)
                    self.assertEqual(another.most_pieces, 2)
            self.assertEqual(tables.probe(KNOWN).plies, 0)
        self.assertRaisesRegex(ValueError, "closed", pickle.dumps, tables)

    @unittest.skipUnless(os.path.isdir("/proc/self/fd"), "no /proc/self/fd")
    def test_files_are_closed(self):
        def open_files():
            return len(os.listdir("/proc/self/fd"))

        before = open_files()
        tables = dameotb.Tablebase(support.TABLES)
        tables.probe(KNOWN)
        self.assertGreater(open_files(), before)
        tables.close()
        self.assertEqual(open_files(), before)
        forgotten = dameotb.Tablebase(support.TABLES)
        forgotten.probe(KNOWN)
        del forgotten
        self.assertEqual(open_files(), before)


class Files(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)

    def check_bad(self, path, part, method="probe"):
        with self.assertRaises(dameotb.BadFile) as caught:
            with dameotb.Tablebase(path) as tables:
                getattr(tables, method)(KNOWN)
        self.assertIn(part, str(caught.exception))
        self.assertIsInstance(caught.exception, OSError)

    def test_directory(self):
        self.check_bad(self.directory / "absent", "absent")
        for name, reason in (("a\0b", "null byte"), ("\ud800", "surrogates"), (b"a\0b", "null byte")):
            for path in (name, [support.TABLES, name]):
                with self.assertRaisesRegex(dameotb.BadArgument, "cannot be the path of a directory: .*" + reason) as caught:
                    dameotb.Tablebase(path)
                self.assertIsInstance(caught.exception, ValueError)
                str(caught.exception).encode()  # can be printed
        self.assertRaises(TypeError, dameotb.Tablebase, None)
        with dameotb.Tablebase(self.directory) as empty:
            self.assertRaises(dameotb.MissingTable, empty.probe, KNOWN)

    def test_damaged_file(self):
        shutil.copy(pathlib.Path(support.TABLES, "KvK.wdl"), self.directory)  # A .dtm needs it.
        for extension in ("dtm", "wdl"):
            whole = pathlib.Path(support.TABLES, f"KvK.{extension}").read_bytes()
            flipped = bytearray(whole)
            flipped[-10] ^= 0x10
            for damaged in (b"not a table", whole[:-1], bytes(flipped)):
                (self.directory / f"KvK.{extension}").write_bytes(damaged)
                methods = ("probe", "moves", "line") if extension == "dtm" else ("probe_wdl",)
                for method in methods:
                    with self.subTest(extension=extension, size=len(damaged), method=method):
                        self.check_bad(self.directory, f"KvK.{extension}", method)

    def test_too_many_open_files(self):
        before = resource.getrlimit(resource.RLIMIT_NOFILE)
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, before)
        with dameotb.Tablebase(support.TABLES) as tables:
            resource.setrlimit(resource.RLIMIT_NOFILE, (0, before[1]))
            for ask in (lambda: tables.probe(KNOWN), lambda: dameotb.Tablebase(support.TABLES)):
                with self.assertRaisesRegex(dameotb.SystemFailure, "Too many open files") as caught:
                    ask()
                self.assertIsInstance(caught.exception, OSError)
                self.assertNotIsInstance(caught.exception, dameotb.BadFile)
            resource.setrlimit(resource.RLIMIT_NOFILE, before)
            self.assertIsNotNone(tables.probe(KNOWN))

    def test_results_without_distances(self):
        shutil.copy(pathlib.Path(support.TABLES, "KvK.wdl"), self.directory)
        with dameotb.Tablebase(self.directory) as tables:
            self.assertIs(tables.probe_wdl(KNOWN), dameotb.Wdl.DRAW)
            self.assertRaises(dameotb.MissingTable, tables.probe, KNOWN)

    def test_cache_bytes(self):
        for size in (0, -1, 1 << 64):
            self.assertRaisesRegex(ValueError, "cache_bytes", dameotb.Tablebase, support.TABLES, cache_bytes=size)
        for size, passed in ((None, 0), (1, 1), (1 << 30, 1 << 30), ((1 << 64) - 1, (1 << 64) - 1)):
            with mock.patch("dameotb.tablebase.call", wraps=dameotb.tablebase.call) as calls:
                with dameotb.Tablebase(support.TABLES, cache_bytes=size) as tables:
                    self.assertEqual(calls.call_args.args[3].cache_bytes, passed)
                    self.assertEqual(tables.probe("W:WKa7,Kh8:BKa1").plies, 5)

    def test_keep(self):
        for keep in ("", "blocks", None):
            self.assertRaisesRegex(ValueError, "units, pages", dameotb.Tablebase, support.TABLES, keep=keep)
        taken = {}
        for keep in ("units", "pages"):
            with dameotb.Tablebase(support.TABLES, keep=keep) as tables:
                self.assertEqual(tables.probe("W:WKa7,Kh8:BKa1").plies, 5)
                taken[keep] = tables.preload()
                self.assertEqual(tables.probe("W:WKa7,Kh8:BKa1").plies, 5)
        self.assertTrue(0 < taken["pages"] < taken["units"] / 3, taken)


if __name__ == "__main__":
    unittest.main()
