"""Where the shared library is searched for, in which order, and the message if it is missing."""

import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import dameotb
import support
from dameotb import _capi, _library

BUILT = os.environ["DAMEOTB_LIBRARY"]


class Finding(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)

    def test_version(self):
        self.assertEqual(_library.load(BUILT).dameotb_version().decode(), dameotb.__version__)

    def test_argument(self):
        shutil.copy(BUILT, self.directory / "here.so")
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.directory)
        with mock.patch.dict(os.environ, DAMEOTB_LIBRARY="/absent"):
            for library in (BUILT, pathlib.Path(BUILT), "here.so"):
                with dameotb.Tablebase(support.TABLES, library=library) as tables:
                    self.assertEqual(tables.probe("W:WKa7,Kh8:BKa1").plies, 5)

    def test_what_is_named_is_not_replaced(self):
        with self.assertRaisesRegex(dameotb.LibraryError, "absent.so .as the argument") as caught:
            dameotb.Tablebase(support.TABLES, library="absent.so")
        self.assertIsInstance(caught.exception, OSError)
        for name in ("a\0b", "\ud800", b"absent\xff"):
            with self.assertRaisesRegex(dameotb.LibraryError, "cannot load .* .as the argument") as caught:
                dameotb.Tablebase(support.TABLES, library=name)
            str(caught.exception).encode()  # can be printed
        with mock.patch.dict(os.environ, DAMEOTB_LIBRARY="/absent"):
            self.assertRaisesRegex(dameotb.LibraryError, "/absent .as DAMEOTB_LIBRARY", dameotb.Tablebase, "")

    def test_files_that_are_no_library_of_ours(self):
        text = self.directory / "text.so"
        text.write_text("no library")
        self.assertRaisesRegex(dameotb.LibraryError, "cannot load", dameotb.Tablebase, "", library=text)
        other = pathlib.Path(__import__("_ctypes").__file__)
        self.assertRaisesRegex(dameotb.LibraryError, "is not libdameotb", dameotb.Tablebase, "", library=other)
        with mock.patch.dict(_capi._ARGUMENTS, dameotb_of_tomorrow=[]):
            self.assertRaisesRegex(dameotb.LibraryError, "earlier version.*of_tomorrow", dameotb.Tablebase, "")
        with mock.patch.object(_capi, "API_VERSION", 99):
            self.assertRaisesRegex(dameotb.LibraryError, "and this package needs 99", dameotb.Tablebase, "")

    def loaded_by_a_copy(self, **environment):
        """Returns what a program prints that imports a copy of the package: answer, or error."""
        if not (self.directory / "dameotb").exists():
            shutil.copytree(pathlib.Path(dameotb.__file__).parent, self.directory / "dameotb")
        program = (
            "import sys, dameotb\n"
            "try: print(dameotb.Tablebase(sys.argv[1]).probe('W:WKa7,Kh8:BKa1').plies)\n"
            "except dameotb.LibraryError as error: print(error)\n"
        )
        kept = {name: value for name, value in os.environ.items() if name != "DAMEOTB_LIBRARY"}
        return subprocess.run(
            [sys.executable, "-c", program, support.TABLES],
            env={**kept, "PYTHONPATH": str(self.directory), **environment},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    def test_names_on_windows(self):
        # The package's modules, as Windows runs them: what they look for, and where.
        names = []
        built = ctypes.CDLL(BUILT)
        source = pathlib.Path(_library.__file__).read_text(encoding="utf-8")
        windows = {"__name__": "dameotb._library", "__package__": "dameotb", "__file__": str(self.directory / "_library.py")}
        with mock.patch.object(os, "name", "nt"):
            exec(compile(source, "_library.py", "exec"), windows)
        with mock.patch.dict(os.environ, DAMEOTB_LIBRARY=""), mock.patch.object(
            ctypes, "CDLL", lambda name: names.append(name) or built
        ):
            with mock.patch.object(ctypes.util, "find_library", return_value=None):
                windows["load"]()
            (self.directory / "dameotb.dll").touch()
            windows["load"]()
        self.assertEqual(names, ["dameotb.dll", str(self.directory.resolve() / "dameotb.dll")])

    def test_nowhere(self):
        said = self.loaded_by_a_copy(DAMEOTB_LIBRARY="", LD_LIBRARY_PATH="")
        if said == "5":
            self.skipTest("the system has the library")
        for part in ("was not found", "library`: not given", "DAMEOTB_LIBRARY: not set", "system", "BUILD_SHARED_LIBS"):
            self.assertIn(part, said)
        self.assertIn(f"{self.directory.resolve()}/dameotb/libdameotb.so: not there", said)

    def test_in_the_folder_of_the_package(self):
        (self.directory / "dameotb").mkdir()
        shutil.copytree(pathlib.Path(dameotb.__file__).parent, self.directory / "dameotb", dirs_exist_ok=True)
        shutil.copy(BUILT, self.directory / "dameotb" / "libdameotb.so")
        self.assertEqual(self.loaded_by_a_copy(), "5")
        # The environment comes first.
        self.assertIn("/absent", self.loaded_by_a_copy(DAMEOTB_LIBRARY="/absent"))

    def test_from_the_system(self):
        shutil.copy(BUILT, self.directory / "libdameotb.so.0")
        self.assertEqual(self.loaded_by_a_copy(LD_LIBRARY_PATH=str(self.directory)), "5")


class Structures(unittest.TestCase):
    """The library reads what ctypes lays out; sizes are those of C on all 64-bit platforms."""

    def test_sizes(self):
        self.assertEqual(ctypes.sizeof(_capi.Error), 512)
        self.assertEqual(ctypes.sizeof(_capi.Position), 40)
        self.assertEqual(ctypes.sizeof(_capi.RankedMove), 24)
        self.assertEqual(ctypes.sizeof(_capi.RuleValue), 8)
        self.assertEqual(ctypes.sizeof(_capi.KnownMove), 40)
        for layout, kind in (
            (_capi.POSITION, _capi.Position),
            (_capi.MOVE, _capi.Move),
            (_capi.RANKED_MOVE, _capi.RankedMove),
            (_capi.KNOWN_MOVE, _capi.KnownMove),
        ):
            self.assertEqual(layout.size, ctypes.sizeof(kind))
        self.assertEqual(ctypes.sizeof(_capi.File), 104)

    def test_names_and_numbers_are_those_of_the_header(self):
        header = (pathlib.Path(__file__).parents[3] / "probe/include/dameotb/dameotb.h").read_text()
        for declared in (
            f"#define DAMEOTB_API_VERSION {_capi.API_VERSION}\n",
            f"#define DAMEOTB_FEN_SIZE {_capi.FEN_SIZE}\n",
            f"#define DAMEOTB_MOVE_TEXT_SIZE {_capi.MOVE_TEXT_SIZE}\n",
            f"#define DAMEOTB_MOST_RULE_PLIES {_capi.MOST_RULE_PLIES}\n",
            f"DAMEOTB_WHITE = {_capi.WHITE},",
            "DAMEOTB_OK = 0,",
            "DAMEOTB_PRELOAD_WDL = 0, DAMEOTB_PRELOAD_DTM = 1, DAMEOTB_PRELOAD_BOTH = 2 ",
            "DAMEOTB_PRELOAD_DTZ = 3, DAMEOTB_PRELOAD_ALL = 4 ",
            "DAMEOTB_LOSS = -1, DAMEOTB_DRAW = 0, DAMEOTB_WIN = 1 ",
            f"DAMEOTB_UNKNOWN = {_capi.UNKNOWN} ",
            f"DAMEOTB_NO_RULE = {_capi.NO_RULE}, DAMEOTB_PLAYSTRATEGY = {_capi.SITES['playstrategy']}, "
            f"DAMEOTB_ABSTRACTPLAY = {_capi.SITES['abstractplay']} ",
            "DAMEOTB_METRIC_WDL = 0, DAMEOTB_METRIC_DTM = 1, DAMEOTB_METRIC_DTZ = 2 ",
        ):
            self.assertIn(declared, header)
        names = ["NO_TABLE", "ILLEGAL_POSITION", "BAD_ARGUMENT", "BAD_NOTATION", "BAD_FILE", "BUFFER_TOO_SMALL",
                 "OUT_OF_MEMORY", "INTERNAL", "NO_ROOM", "SYSTEM", "UNKNOWN_RESULT"]  # fmt: skip
        classes = ["MissingTable", "IllegalPosition", "BadArgument", "BadNotation", "BadFile", "BufferTooSmall",
                   "OutOfMemory", "InternalError", "NoRoom", "SystemFailure", "UnknownResult"]  # fmt: skip
        for status, (name, expected) in enumerate(zip(names, classes), start=1):
            self.assertIn(f"DAMEOTB_{name} = {status}", header)
            error = dameotb.errors.of_status(status, "text", "KvK")
            self.assertEqual((type(error).__name__, str(error)), (expected, "text"))


if __name__ == "__main__":
    unittest.main()
