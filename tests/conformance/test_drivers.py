"""Runs the conformance kit's drivers as programs: with this project's command, and with misreadings of the rules.

    test_drivers.py KIT DRIVERS DAMEOTB ANSWER RULES [NODE]

DRIVERS: the folder of the drivers. ANSWER: conformance_answer. RULES: conformance-rules. Without NODE, the driver in
JavaScript is left out.
"""

import re
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KIT, FOLDER, DAMEOTB, ANSWER, RULES, *NODE = sys.argv[1:]
DRIVERS = [[sys.executable, f"{FOLDER}/conformance.py"]]
DRIVERS += [[node, f"{FOLDER}/conformance.mjs"] for node in NODE if node]
MISREADINGS = re.findall(r'\{Misreading::\w+, "([a-z-]+)", "([a-z-]+)"\}',
                         (ROOT / "tests/oracles/plain_rules.hpp").read_text())


def run(*command):
    return subprocess.run(command, capture_output=True, text=True)


class Drivers(unittest.TestCase):
    def test_the_command_passes(self):
        expected = run(RULES, KIT)
        self.assertEqual(expected.returncode, 0, expected.stdout)
        self.assertRegex(expected.stdout, r"(?m)^linear-move: (\d+) of \1$")
        for driver in DRIVERS:
            found = run(*driver, KIT, "freeling", DAMEOTB, "moves")
            self.assertEqual((found.returncode, found.stdout, found.stderr), (0, expected.stdout, ""), driver)

    def test_the_plain_rules_pass_for_each_site(self):
        for driver in DRIVERS:
            for site in ("freeling", "playstrategy", "abstractplay"):
                found = run(*driver, KIT, site, ANSWER, site, "none")
                self.assertEqual((found.returncode, found.stderr), (0, ""), found.stdout)

    def test_every_misreading_fails_with_the_same_report(self):
        self.assertGreater(len(MISREADINGS), 20)
        for name, tag in MISREADINGS:
            reports = [run(*driver, KIT, "freeling", ANSWER, "freeling", name) for driver in DRIVERS]
            for found in reports:
                self.assertEqual((found.returncode, found.stderr), (1, ""), name)
                self.assertRegex(found.stdout, rf"(?m)^{tag}: \d+ of \d+\n  [WB]:.*\n    (missing|extra  ) ")
                self.assertEqual(found.stdout, reports[0].stdout)

    def test_a_command_that_fails_is_an_error(self):
        for driver in DRIVERS:
            for command in (["false"], ["true"], ["head", "-n", "3"], [ANSWER]):
                found = run(*driver, KIT, "freeling", *command)
                self.assertNotIn(found.returncode, (0,), command)
                self.assertIn("answers", found.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
