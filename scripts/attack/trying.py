"""What every part of the attack uses: a seeded random source, a fresh directory, the programs, the bounds."""
import hashlib
import random
from dataclasses import dataclass
from pathlib import Path

import running
from reference import PIECES
from running import MIB


class Finding(Exception):
    """Something that must not be. The text says what, with the command and its last words."""


@dataclass
class Setting:
    """The programs, the same for all tries. The sanitized ones may be the others where there are none."""
    command: Path          # what is attacked
    sanitized: Path        # the same, built with sanitizers
    programs: Path         # attack_mutate, which is no victim
    sanitized_programs: Path  # attack_probe and attack_boards
    build: Path            # folder of the release build
    reference: object      # reference.Reference
    patience: float        # factor on every bound of time, for slow machines

    stop_seconds = 1.0                  # from SIGINT, SIGTERM or SIGHUP to the end
    command_seconds = 20.0              # of processor time: a command on tables of 3 pieces
    command_bytes = 256 * MIB
    sanitized_bytes = 512 * MIB
    served_seconds = 2.0                # an answer of the server to a client that does nothing bad
    served_bytes = 95 * MIB             # 100 MB


class Try:
    """One try of a part: all that is random in it comes from the seed, the part's name and the try's number."""

    def __init__(self, setting, seed, part, number, directory, small):
        self.setting = setting
        self.small = small
        self.pieces = "two" if small else "three"  # of the tables that most parts use
        digest = hashlib.sha256(f"{seed}:{part}:{number}".encode()).digest()
        self.random = random.Random(digest)
        self.directory = directory
        self.notes = []

    def piece_count(self):
        return PIECES[self.pieces]

    def seed(self):
        """Returns a seed for a program."""
        return self.random.randrange(1 << 63)

    def note(self, text):
        """Keeps in words what was chosen, for a finding."""
        self.notes.append(text)

    def run(self, arguments, sanitized=False, **options):
        """Runs the command, and requires that it ends by itself, within the bounds, with a status that it may have."""
        setting = self.setting
        program = setting.sanitized if sanitized else setting.command
        bound = setting.sanitized_bytes if sanitized else setting.command_bytes
        run = running.run([program, *arguments], setting.command_seconds * setting.patience, bound, **options)
        require_calm(run)
        return run

    def start(self, arguments, **options):
        return running.Process([self.setting.command, *arguments], **options)


def require_calm(run, statuses=(0, 1, 2)):
    """Requires an end within the bounds, by no signal or sanitizer, a status of `statuses`, a reason with any but 0."""
    if run.passed:
        raise Finding(f"more {run.passed} than allowed: {run.describe()}")
    if run.status < 0:
        raise Finding(f"ended by a signal: {run.describe()}")
    if run.status == running.SANITIZER_STATUS:
        raise Finding(f"a sanitizer's error: {run.describe()}")
    if run.status not in statuses:
        raise Finding(f"a status that it may not have: {run.describe()}")
    if run.status != 0 and not run.err.strip():
        raise Finding(f"no reason given: {run.describe()}")


def require(holds, what, run=None):
    if not holds:
        raise Finding(what + (f": {run.describe()}" if run else ""))
