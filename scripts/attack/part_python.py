"""The Python package and damaged files: right answers, or its own exceptions with the file's name; odd arguments."""
import os
import sys
from pathlib import Path

import running
from part_files import damage
from trying import require, require_calm

HERE = Path(__file__).resolve().parent
PACKAGE = HERE.parents[1] / "bindings" / "python"
ROUNDS = 3


def library_of(setting):
    return setting.build / "probe" / "libdameotb.so"


def lacks_library(setting):
    """Returns what is missing here, in words."""
    return "" if library_of(setting).exists() else "the build has no libdameotb.so (cmake -D DAMEOTB_SHARED=ON)"


def put_in_place(try_, damaged):
    """Puts what is no table into the place of one, or nothing. Returns the class, if it lacks a file now."""
    path = try_.random.choice(sorted(path for path in damaged.iterdir() if path.suffix in (".dtm", ".wdl")))
    kind = try_.random.choice(["nothing", "directory", "pipe", "link", "device"])
    try_.note(f"{path.name}: {kind}")
    path.unlink()
    if kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind != "nothing":
        path.symlink_to("nowhere" if kind == "link" else "/dev/zero")
    return [path.stem] if kind == "nothing" else []


def python_package(try_):
    setting = try_.setting
    for number in range(1 if try_.small else ROUNDS):
        kind = try_.random.choice(["plain", "plain", "sealed"])
        good, damaged = damage(try_, kind, f"tables {number}")
        gone = put_in_place(try_, damaged) if try_.random.random() < 0.25 else []
        environment = {"PYTHONPATH": PACKAGE, "PYTHONDONTWRITEBYTECODE": "1",
                       "DAMEOTB_LIBRARY": library_of(setting)}
        run = running.run([sys.executable, "-W", "error", HERE / "ask_python.py", good, damaged, kind, try_.seed(), ROUNDS,
                           *gone], setting.command_seconds * setting.patience, setting.command_bytes,
                          prefix=["env", *(f"{name}={value}" for name, value in environment.items())])
        require(b"WRONG" not in run.out, run.out.decode(errors="replace").strip(), run)
        require_calm(run, statuses=(0,))
