#!/usr/bin/env python3
"""Writes the probe library as one source file, dameotb_probe.cpp, with dameotb.h beside it.

usage: amalgamate.py --root DIR --xxhash FILE --version X.Y.Z --out DIR SOURCE...

The SOURCEs are put one after the other, each of our headers where it is first included, and xxhash.h with its notice.
They stand in one translation unit, so names that are local to a file must differ within a module. What remains to
compile it is C++20, the system's headers, and zstd.
"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'\s*#include\s+(?:<(dameotb/[^>]+|xxhash\.h)>|"([^"]+)")')


class Amalgamation:
    def __init__(self, root, xxhash):
        self.root = root
        self.xxhash = xxhash
        self.lines = []
        self.seen = set()

    def add(self, path):
        """Adds a file with all that it includes of ours."""
        if path in self.seen:
            return
        self.seen.add(path)
        for line in path.read_text(encoding="utf-8").splitlines():
            found = INCLUDE.match(line)
            if found:
                self.include(path, *found.groups())
            elif line != "#pragma once" and not line.startswith("#define XXH_INLINE_ALL"):
                self.lines.append(line)

    def include(self, path, public, private):
        if public == "xxhash.h":
            self.add_xxhash()
        elif public == "dameotb/dameotb.h":
            self.lines.append('#include "dameotb.h"')
        elif public:
            self.add(self.root / public.split("/")[1] / "include" / public)
        else:
            # In the file's own folder, in that of its module's sources, or in that of another module that it may see.
            source = next(parent for parent in path.parents if parent.name == "src")
            folders = [path.parent, source, *sorted(self.root.glob("*/src"))]
            self.add(next(folder / private for folder in folders if (folder / private).is_file()).resolve())

    def add_xxhash(self):
        if self.xxhash in self.seen:
            return
        self.seen.add(self.xxhash)
        self.lines += [
            "#define XXH_INLINE_ALL",
            "#pragma GCC diagnostic push",
            '#pragma GCC diagnostic ignored "-Wunused-function"',
            self.xxhash.read_text(encoding="utf-8").rstrip("\n"),
            "#pragma GCC diagnostic pop",
        ]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--root", type=pathlib.Path, required=True, help="of the source tree")
    parser.add_argument("--xxhash", type=pathlib.Path, required=True, help="the header xxhash.h")
    parser.add_argument("--version", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True, help="the folder to write into")
    parser.add_argument("sources", type=pathlib.Path, nargs="+", metavar="SOURCE")
    arguments = parser.parse_args()
    root = arguments.root.resolve()
    whole = Amalgamation(root, arguments.xxhash.resolve())
    whole.lines = [
        f"// dameotb {arguments.version}: the probe library as one file. Made by scripts/amalgamate.py; do not edit.",
        "// Compile it as C++20, with dameotb.h beside it, and link libzstd: c++ -std=c++20 -O2 dameotb_probe.cpp -lzstd",
        "// LICENSE is that of dameotb; that of xxHash, which is in here, stands before it.",
        f'#define DAMEOTB_VERSION "{arguments.version}"',
    ]
    for source in arguments.sources:
        whole.add(source.resolve())
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "dameotb_probe.cpp").write_text("\n".join(whole.lines) + "\n", encoding="utf-8")
    header = root / "probe/include/dameotb/dameotb.h"
    (arguments.out / "dameotb.h").write_text(header.read_text(encoding="utf-8"), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
