"""What the compiler and the linker did against mistakes in memory (cmake/hardening.cmake), as programs and libraries show
it. readelf is where a compiler is.

Environment: DAMEOTB_PROGRAMS, programs and shared libraries, and DAMEOTB_ARCHIVES, our static libraries, with colons;
DAMEOTB_HARDENED, the flags that cmake/hardening.cmake has set, with blanks.
"""

import os
import pathlib
import re
import subprocess
import unittest

PROGRAMS = os.environ["DAMEOTB_PROGRAMS"].split(":")
ARCHIVES = list(filter(None, os.environ.get("DAMEOTB_ARCHIVES", "").split(":")))
FLAGS = os.environ["DAMEOTB_HARDENED"].split()


def readelf(*arguments):
    environment = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(["readelf", "--wide", *arguments], capture_output=True, text=True, check=True, env=environment).stdout


class Hardening(unittest.TestCase):
    def of_each_program(self, look, *options):
        """Calls look(name, what readelf prints of the program)."""
        for program in PROGRAMS:
            with self.subTest(pathlib.Path(program).name):
                look(pathlib.Path(program).name, readelf(*options, program))

    def test_code_lies_anywhere_and_is_no_data(self):
        def look(_, said):
            self.assertRegex(said, r"Type: +DYN ")
            segments = re.findall(r"^ +(\w+) +0x\w+ 0x\w+ 0x\w+ 0x\w+ 0x\w+ ([R ][W ][E ])", said, re.MULTILINE)
            self.assertEqual(dict(segments)["GNU_STACK"], "RW ")
            self.assertIn("GNU_RELRO", dict(segments))
            self.assertNotIn("RWE", [how for _, how in segments])

        self.of_each_program(look, "--file-header", "--program-headers")

    def test_all_is_bound_before_main(self):
        def look(name, said):
            self.assertRegex(said, r"\(FLAGS_1\).*\bNOW\b")
            self.assertNotIn("TEXTREL", said)
            if ".so" not in name:
                self.assertRegex(said, r"\(FLAGS_1\).*\bPIE\b")

        self.of_each_program(look, "--dynamic")

    def test_the_stack_and_the_c_library_watch(self):
        def look(name, said):
            if "-fstack-protector-strong" in FLAGS:
                self.assertIn(" __stack_chk_fail@", said)
            # The library and dameotb-mpi call nothing whose bounds have to be looked at when they run.
            if "-D_FORTIFY_SOURCE" in FLAGS and name == "dameotb":
                self.assertRegex(said, r" __(?!stack)\w+_chk@")

        self.of_each_program(look, "--dyn-syms")

    def test_the_cpp_library_looks_at_indices(self):
        if "-D_GLIBCXX_ASSERTIONS" in FLAGS:
            for program in PROGRAMS:
                with self.subTest(pathlib.Path(program).name):
                    self.assertIn(b"__n < this->size()", pathlib.Path(program).read_bytes())

    def test_jumps_go_where_they_may(self):
        """Of all objects of ours; the linker says so of a program only if the C library's own have it, too."""
        wanted = {"-fcf-protection": "IBT, SHSTK", "-mbranch-protection=standard": "BTI, PAC"}
        for flag in set(FLAGS) & set(wanted):
            for archive in ARCHIVES:
                with self.subTest(archive=pathlib.Path(archive).name):
                    objects = readelf("--notes", archive).split("\nFile: ")[1:]
                    self.assertTrue(objects)
                    self.assertEqual([each.split("\n")[0] for each in objects if wanted[flag] not in each], [])


if __name__ == "__main__":
    unittest.main()
