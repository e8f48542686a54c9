"""Attacks dameotb for some minutes. The parts take turns, each try has a seed, and every finding says how to repeat it.

Run by scripts/attack.sh, which builds the programs. Exit status: 0 nothing found, 1 findings, 2 wrong usage, 3 the
attack itself does not work.
"""
import argparse
import secrets
import shutil
import sys
import time
import traceback
from pathlib import Path

from part_boards import boards
from part_browser import browser, lacks_browser
from part_clock import clock
from part_cluster import cluster, lacks_mpi
from part_costs import costs
from part_crowd import crowd
from part_decoys import decoys
from part_files import plain_damage, sealed_damage
from part_kills import full_disk, killed
from part_limits import limits
from part_names import strange_names
from part_python import lacks_library, python_package
from part_replaced import replaced
from part_requests import requests
from part_slow import slow
from part_twice import two_runs
from reference import Reference
from trying import Finding, Setting, Try

# What tries it, what share of the time it gets, and what it is.
PARTS = {
    "plain": (plain_damage, 4, "damaged table files, 22 a try"),
    "sealed": (sealed_damage, 4, "the same with checksums made right"),
    "slow": (slow, 2, "sealed files that take long, against sound ones"),
    "replaced": (replaced, 2, "files that change while they are read"),
    "names": (strange_names, 2, "files whose names or sizes lie"),
    "kills": (killed, 4, "runs killed at random moments"),
    "full": (full_disk, 1, "runs on a full disk"),
    "twice": (two_runs, 3, "two runs at once, in name spaces of their own"),
    "clock": (clock, 1, "a clock that jumps, and files from the future"),
    "decoys": (decoys, 1, "files of the user around outputs"),
    "limits": (limits, 1, "little memory, few descriptors, long lines"),
    "boards": (boards, 2, "random bitboards, 20000 a try"),
    "python": (python_package, 2, "the Python package with damaged files and odd arguments"),
    "requests": (requests, 3, "malformed requests, 200 a try"),
    "crowd": (crowd, 3, "slow and busy connections"),
    "costs": (costs, 3, "requests that are to take much, 60 a try"),
    "cluster": (cluster, 3, "dameotb-mpi with calls that fail, kills, damage"),
    "browser": (browser, 2, "hostile addresses, games and tables in the explorer"),
}
LACKS = {"python": lacks_library, "browser": lacks_browser, "cluster": lacks_mpi}  # what not every machine has
MOST_FINDINGS = 10  # of one part, which ends with them


def parse_arguments():
    parser = argparse.ArgumentParser(prog="scripts/attack.sh", description=__doc__.split("\n\n")[0])
    parser.add_argument("minutes", type=float, metavar="MINUTES", help="time for all parts together")
    parser.add_argument("seed", type=int, nargs="?", metavar="SEED", help="default: a random one, which is printed")
    parser.add_argument("--part", action="append", choices=PARTS, metavar="NAME", help=f"only this: {', '.join(PARTS)}")
    parser.add_argument("--try", type=int, dest="number", metavar="N", help="only this try of the part")
    parser.add_argument("--tries", type=int, metavar="N", help="at most so many tries of each part")
    parser.add_argument("--patience", type=float, default=1, metavar="F", help="factor on all bounds of time")
    parser.add_argument("--small", action="store_true",
                        help="tables of 2 pieces, and less of each: a try takes a second at most")
    parser.add_argument("--build", type=Path, default=Path("build"), help="folder of the release build")
    parser.add_argument("--sanitized", type=Path, help="folder of the sanitized build; default: the release build")
    parser.add_argument("--command", type=Path, help="what is attacked in place of the built command")
    parser.add_argument("--work", type=Path, default=Path("build-attack"), help="where findings are kept")
    options = parser.parse_args()
    if options.minutes <= 0 or options.patience <= 0:
        parser.error("MINUTES and --patience are more than 0")
    if options.number is not None and len(options.part or []) != 1:
        parser.error("--try needs one --part")
    return options


class Attack:
    """All parts with their tries, findings and the time they took."""

    def __init__(self, options):
        self._options = options
        self._seed = options.seed if options.seed is not None else secrets.randbelow(10**6)
        self._work = options.work.resolve()
        shutil.rmtree(self._work, ignore_errors=True)
        (self._work / "found").mkdir(parents=True)
        build = options.build.resolve()
        sanitized = (options.sanitized or options.build).resolve()
        command = (options.command or build / "dameotb").resolve()
        reference = Reference(self._work, build / "dameotb", build / "attack" / "attack_mutate")
        self._setting = Setting(command, options.command and command or sanitized / "dameotb", build / "attack",
                                sanitized / "attack", build, reference, options.patience)
        self._parts = [part for part in options.part or PARTS if self._can(part)]
        self._tries = dict.fromkeys(self._parts, 0)
        self._found = dict.fromkeys(self._parts, 0)
        self._seconds = dict.fromkeys(self._parts, 0.0)

    def _can(self, part):
        lacks = LACKS[part](self._setting) if part in LACKS else ""
        if lacks:
            print(f"{part} is left out: {lacks}", flush=True)
        return not lacks

    def run(self):
        """Returns whether nothing was found."""
        print(f"seed {self._seed}, {', '.join(self._parts)}", flush=True)
        end = time.monotonic() + self._options.minutes * 60
        if self._options.number is not None:
            self._try(self._parts[0], self._options.number)
        try:
            self._try_until(end)
        finally:
            self._print_table()
        return not any(self._found.values())

    def _try_until(self, end):
        while self._options.number is None and time.monotonic() < end:
            waiting = [part for part in self._parts if self._found[part] < MOST_FINDINGS and
                       self._tries[part] < (self._options.tries or sys.maxsize)]
            if not waiting:
                break
            part = min(waiting, key=lambda part: self._seconds[part] / PARTS[part][1])
            self._try(part, self._tries[part])

    def _try(self, part, number):
        directory = self._work / "try"
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        one = Try(self._setting, self._seed, part, number, directory, self._options.small)
        reference = self._setting.reference
        begin = time.monotonic() - reference.seconds
        try:
            PARTS[part][0](one)
        except Finding as finding:
            self._keep(part, number, one, finding)
        self._seconds[part] += time.monotonic() - begin - reference.seconds
        self._tries[part] += 1

    def _keep(self, part, number, one, finding):
        self._found[part] += 1
        kept = self._work / "found" / f"{part}-{self._seed}-{number}"
        shutil.rmtree(kept, ignore_errors=True)
        one.directory.rename(kept)
        print(f"FINDING in {part}, seed {self._seed}, try {number}: {finding}\n"
              f"    with: {'; '.join(one.notes)}\n"
              f"    kept: {kept}\n"
              f"    again: scripts/attack.sh 1 {self._seed} --part {part} --try {number}"
              f"{' --small' if self._options.small else ''}", flush=True)

    def _print_table(self):
        print(f"\n{'part':<9} {'tries':>6} {'findings':>8} {'seconds':>8}")
        for part in self._parts:
            print(f"{part:<9} {self._tries[part]:>6} {self._found[part]:>8} {self._seconds[part]:>8.0f}  "
                  f"{PARTS[part][2]}")


def main():
    options = parse_arguments()
    try:
        return 0 if Attack(options).run() else 1
    except Exception:  # the attack's own mistake, which is no finding
        traceback.print_exc()
        return 3


if __name__ == "__main__":
    sys.exit(main())
