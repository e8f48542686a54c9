"""Builds the shared library with CMake and puts it next to the package's modules, so that a wheel needs only libzstd.
Everything else about the package is in pyproject.toml.

Environment: CMAKE_ARGS, further options for CMake, as in CMAKE_ARGS="-D DAMEOTB_CPU=".
"""

import os
import pathlib
import shlex
import shutil
import subprocess
import sys

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # before setuptools 70.1
    from wheel.bdist_wheel import bdist_wheel

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]


class BuildWithLibrary(build_py):
    def run(self):
        super().run()
        if getattr(self, "editable_mode", False):
            return  # The modules stay where they are, and nothing is put next to them.
        if not (REPOSITORY / "probe/CMakeLists.txt").exists():
            sys.exit("dameotb is built where the whole repository is, which has the library's sources")
        build = pathlib.Path(self.get_finalized_command("build").build_temp).resolve()
        generator = ["-G", "Ninja"] if shutil.which("ninja") and "CMAKE_GENERATOR" not in os.environ else []
        options = ["CMAKE_BUILD_TYPE=Release", "DAMEOTB_SHARED=ON"]
        options += [f"DAMEOTB_{name}=OFF" for name in ("GEN", "TESTS", "EXAMPLES", "INSTALL")]
        subprocess.run(
            ["cmake", "-S", REPOSITORY, "-B", build, *generator, *(f"-D{option}" for option in options),
             *shlex.split(os.environ.get("CMAKE_ARGS", ""))],
            check=True,
        )  # fmt: skip
        subprocess.run(
            ["cmake", "--build", build, "--target", "dameotb_shared", "--parallel", str(os.cpu_count())], check=True
        )
        name = "dameotb.dll" if os.name == "nt" else "libdameotb.so"
        shutil.copyfile(build / "probe" / name, pathlib.Path(self.build_lib) / "dameotb" / name)


class WithCompiledCode(Distribution):
    def has_ext_modules(self):
        return True


class WheelForAllPythons(bdist_wheel):
    """Tags the wheel for one system and processor, but all Python versions: nothing is compiled against Python."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


setup(distclass=WithCompiledCode, cmdclass={"build_py": BuildWithLibrary, "bdist_wheel": WheelForAllPythons})
