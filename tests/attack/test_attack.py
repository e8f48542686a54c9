"""The script of attacks itself: it works for a moment of every part, and it notices a command that does nothing.

Findings of so few tries with one seed would be known: what is tested is that the script has not rotted.
"""
import argparse
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

MAIN = Path(__file__).resolve().parents[2] / "scripts" / "attack" / "main.py"
PARTS = ["plain", "sealed", "slow", "replaced", "names", "kills", "full", "twice", "clock", "decoys", "limits", "boards",
         "requests", "crowd", "costs", "cluster", "python", "browser"]
SEED = "7"


def attack(*arguments):
    """Runs the script on the build, with time to spare; returns the finished process."""
    with tempfile.TemporaryDirectory() as work:
        return subprocess.run([sys.executable, "-B", MAIN, "5", SEED, "--small", "--patience", "10", "--build", BUILD,
                               "--work", work, *arguments], capture_output=True, text=True, check=False)


class Attack(unittest.TestCase):
    def test_a_moment(self):
        """A try of each part finds nothing."""
        # The crowd takes seconds by the clock: its server is that of the malformed requests. The cluster has a test of
        # its own.
        parts = [part for part in PARTS if part not in ("crowd", "cluster")]
        done = attack("--tries", "1", *(word for part in parts for word in ("--part", part)))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        parts = [part for part in parts if f"{part} is left out: " not in done.stdout]
        table = [line.split() for line in done.stdout.split("findings  seconds")[1].splitlines() if line]
        self.assertEqual([(row[0], row[1], row[2]) for row in table], [(part, "1", "0") for part in parts])

    def test_a_liar(self):
        """A command that says nothing and does nothing, as if all were well, is found out by each part that runs it."""
        parts = ["plain", "kills", "full", "twice", "decoys", "limits", "requests", "crowd"]
        done = attack("--command", "/bin/true", "--tries", "3", *(word for part in parts for word in ("--part", part)))
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        for part in parts:
            self.assertIn(f"FINDING in {part}, seed {SEED}", done.stdout)
            self.assertIn(f"scripts/attack.sh 1 {SEED} --part {part} --try", done.stdout)

    def test_arguments(self):
        """The same seed tries the same, and wrong usage is refused."""
        for wrong in (["--part", "none"], ["--try", "3"], ["--patience", "0"]):
            self.assertEqual(attack(*wrong).returncode, 2)
        one = ["--command", "/bin/true", "--part", "plain", "--try", "4"]
        first, second = ([line for line in attack(*one).stdout.splitlines() if "with:" in line] for _ in range(2))
        self.assertEqual(first, second)
        self.assertTrue(first)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    known, rest = parser.parse_known_args()
    BUILD = known.build
    unittest.main(argv=[sys.argv[0], *(f"Attack.{name}" for name in rest)])
