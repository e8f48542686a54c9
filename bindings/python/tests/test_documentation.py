"""The examples in docstrings and pages, where `tables` is a directory with tables of up to 3 pieces, and
`tables_under_a_rule` one with tables under a draw rule of 6 plies, too."""

import doctest
import os
import pathlib
import tempfile
import unittest

import dameotb
import support
from dameotb import tablebase

PROJECT = pathlib.Path(__file__).resolve().parents[3]


class Examples(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        os.symlink(os.path.abspath(support.TABLES), os.path.join(temporary.name, "tables"))
        os.symlink(os.path.abspath(support.RULE_TABLES), os.path.join(temporary.name, "tables_under_a_rule"))
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(temporary.name)

    def test_docstrings(self):
        for module in (dameotb, tablebase):
            self.check(doctest.testmod(module))

    def test_pages(self):
        for page in ("bindings/python/README.md", "docs/engine-authors.md"):
            self.check(doctest.testfile(str(PROJECT / page), module_relative=False, encoding="utf-8"))

    def check(self, results):
        self.assertEqual(results.failed, 0)
        self.assertGreaterEqual(results.attempted, 2)


if __name__ == "__main__":
    unittest.main()
