"""The Python package as a wheel: built without a package index, installed into an environment that has nothing else,
and asked there.

Environment: DAMEOTB_SOURCE, the repository; DAMEOTB_TABLES, tables of up to 3 pieces.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import unittest
import zipfile

SOURCE = pathlib.Path(os.environ["DAMEOTB_SOURCE"])
# All that a wheel is made from: the Python package and the modules of the probe library.
PARTS = ("CMakeLists.txt", "LICENSE", "cmake", "rules", "index", "table", "probe", "proof", "bindings/python")


def can_make_wheels(python):
    try:
        # 61 is the first setuptools that reads pyproject.toml.
        program = "import setuptools, wheel, pip, ensurepip; exit(int(setuptools.__version__.split('.')[0]) < 61)"
        return subprocess.run([python, "-c", program], stderr=subprocess.DEVNULL).returncode == 0
    except OSError:
        return False


# The Python that runs this, or else the system's, for which there are packages.
PYTHON = next(filter(can_make_wheels, (sys.executable, "/usr/bin/python3")), None)

PROGRAM = """
import sys, dameotb
print(dameotb.__file__)
print(dameotb.Tablebase(sys.argv[1]).probe("W:WKa7,Kh8:BKa1").plies)
"""


@unittest.skipUnless(PYTHON, "no Python has pip, setuptools 61, wheel and ensurepip")
class Wheel(unittest.TestCase):
    def run_in(self, directory, *command):
        own = ("PYTHONPATH", "DAMEOTB_LIBRARY", "LD_LIBRARY_PATH", "CMAKE_ARGS")
        environment = {name: value for name, value in os.environ.items() if name not in own}
        done = subprocess.run(command, cwd=directory, env=environment, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def test_a_wheel_answers_in_an_environment_of_its_own(self):
        with tempfile.TemporaryDirectory() as temporary:
            directory = pathlib.Path(temporary)
            repository = directory / "repository"  # Building leaves files behind.
            ignored = shutil.ignore_patterns("build*", "*.egg-info", "__pycache__")
            for part in PARTS:
                (repository / part).parent.mkdir(parents=True, exist_ok=True)
                if (SOURCE / part).is_dir():
                    shutil.copytree(SOURCE / part, repository / part, symlinks=True, ignore=ignored)
                else:
                    shutil.copy(SOURCE / part, repository / part)
            self.run_in(directory, PYTHON, "-m", "pip", "wheel", "--no-index", "--no-build-isolation",
                        "--no-deps", "--wheel-dir", "wheels", "repository/bindings/python")  # fmt: skip
            (wheel,) = (directory / "wheels").iterdir()
            platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            self.assertRegex(wheel.name, rf"^dameotb-[0-9.]+-py3-none-{platform}\.whl$")
            names = zipfile.ZipFile(wheel).namelist()
            self.assertIn("dameotb/libdameotb.so", names)
            self.assertIn("dameotb/py.typed", names)
            for notice in ("LICENSE", "NOTICE.xxhash"):
                self.assertTrue([name for name in names if name.endswith(f".dist-info/{notice}")], names)
            shutil.rmtree(repository)

            self.run_in(directory, PYTHON, "-m", "venv", "clean")
            python = str(directory / "clean/bin/python")
            self.run_in(directory, python, "-m", "pip", "install", "--no-index", str(wheel))
            said = self.run_in(directory, python, "-c", PROGRAM, os.environ["DAMEOTB_TABLES"]).splitlines()
            self.assertTrue(said[0].startswith(str(directory / "clean")), said[0])
            self.assertEqual(said[1:], ["5"])


if __name__ == "__main__":
    unittest.main()
