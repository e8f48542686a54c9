"""Runs the commands that pages show after `$ `, in order, and compares what they print with what the page shows.

Each page has a fresh directory with the project's `data` and the tables of up to 3 pieces in `tables`, which
docs/tour.md makes itself. Word for word, but for:

- `...` stands for anything, within a line, and on a line of its own for any lines;
- seconds (`0.08 s`, `solve 0.00`, `in 1 s`) and the number of blanks may differ;
- JSON may be broken into lines and indented on a page.

A `\\` at the end of a command continues it on the next line. Standard error comes after standard output.
`dameotb serve` gets a free port, which later commands use in place of 8080, and runs to the end of the page.

Environment: DAMEOTB_COMMAND, the program; DAMEOTB_SOURCE, the project.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["DAMEOTB_SOURCE"])
COMMAND = pathlib.Path(os.environ["DAMEOTB_COMMAND"])
ADDRESS = "http://127.0.0.1:8080"
MOST_SECONDS = 60


def examples(page):
    """Returns (command, lines of output) for each command of a page."""
    found = []
    inside = False  # a block that began with a command
    for line in (SOURCE / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("    $ "):
            inside = True
            found.append([line[6:], []])
        elif not line.startswith("    "):
            inside = False
        elif inside and found[-1][0].endswith("\\"):
            found[-1][0] += "\n" + line.strip()
        elif inside:
            found[-1][1].append(line[4:])
    return [(command, output) for command, output in found]


def without_times(text):
    text = re.sub(r"\b(read|solve|encode) +\d+\.\d\d\b", r"\1 TIME", text)
    text = re.sub(r"\b\d+\.\d\d s\b|\bin \d+ s\b", "TIME", text)
    return re.sub(r" +", " ", text).rstrip()


def pattern(lines):
    """Returns the regular expression of an output."""
    if lines and lines[0].startswith("{"):
        lines = ["".join(line.strip() for line in lines)]
    expression = ""
    for number, line in enumerate(lines):
        if line == "...":
            expression += r"(?:.*\n)*"
            continue
        parts = (re.escape(part) for part in without_times(line).split("..."))
        expression += r".*".join(parts) + r"\n"
    return re.compile(expression)


class Page:
    """A directory in which the commands of one page run."""

    def __init__(self, test, makes_tables):
        temporary = tempfile.TemporaryDirectory()
        test.addCleanup(temporary.cleanup)
        self.test = test
        self.directory = pathlib.Path(temporary.name)
        self.address = ADDRESS
        (self.directory / "bin").mkdir()
        (self.directory / "bin/dameotb").symlink_to(COMMAND)
        (self.directory / "data").symlink_to(SOURCE / "data")
        self.environment = {**os.environ, "PATH": f"{self.directory / 'bin'}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        if makes_tables:
            self.run("dameotb gen --dir tables --pieces 3 --metrics wdl,dtm,dtz")

    def run(self, command):
        """Returns what a command prints: standard output, then standard error."""
        if command.startswith("dameotb serve "):
            return self.serve(command)
        ended = subprocess.run(
            ["bash", "-c", command.replace(ADDRESS, self.address)], cwd=self.directory, env=self.environment,
            capture_output=True, timeout=MOST_SECONDS, encoding="utf-8"
        )  # fmt: skip
        return ended.stdout + ended.stderr

    def serve(self, command):
        """Starts a server, and returns what it prints until it answers."""
        server = subprocess.Popen(
            [*command.split(), "--port", "0"], cwd=self.directory, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", executable=COMMAND
        )  # fmt: skip
        self.test.addCleanup(server.stdout.close)
        self.test.addCleanup(server.wait)
        self.test.addCleanup(server.terminate)
        printed = ""
        while not printed.endswith("Ctrl-C stops\n"):
            line = server.stdout.readline()
            self.test.assertTrue(line, f"{command} ended: {printed}")
            printed += line
        self.address = re.search(r"http://127\.0\.0\.1:\d+", printed)[0]
        return printed.replace(self.address, ADDRESS)


class Documents(unittest.TestCase):
    def check(self, name, at_least, files={}):
        page = Page(self, makes_tables=name != "docs/tour.md")
        for file, text in files.items():
            (page.directory / file).write_text(text, encoding="utf-8")
        tried = examples(name)
        self.assertGreaterEqual(len(tried), at_least, f"{name} shows too few commands")
        for command, output in tried:
            with self.subTest(page=name, command=command):
                printed = page.run(command)
                if not printed.endswith("\n"):
                    printed += "\n"
                lines = "".join(without_times(line) + "\n" for line in printed.splitlines())
                if not pattern(output).fullmatch(lines):
                    self.fail(f"{name} shows\n" + "\n".join(output) + f"\nbut it is\n{printed}")

    def test_readme(self):
        self.check("README.md", 2)

    def test_tour(self):
        self.check("docs/tour.md", 20)

    def test_prove(self):
        self.check("docs/prove.md", 1)

    def test_certificates(self):
        self.check("docs/certificates.md", 2)

    def test_find(self):
        self.check("docs/find.md", 1)

    def test_export(self):
        self.check("docs/export.md", 3)

    def test_claims(self):
        # The file is what the page shows before the command.
        text = (SOURCE / "docs/claims.md").read_text(encoding="utf-8")
        claims = text[text.index("    source ") : text.index("    $ dameotb claims")]
        self.check("docs/claims.md", 1, {"two.claims": claims})

    @unittest.skipUnless(shutil.which("curl"), "there is no curl")
    def test_http_api_names_every_error(self):
        description = json.loads((SOURCE / "docs/openapi.json").read_text(encoding="utf-8"))
        page = (SOURCE / "docs/http-api.md").read_text(encoding="utf-8")
        error = description["components"]["schemas"]["Error"]["properties"]["error"]
        codes = error["properties"]["code"]["enum"]
        self.assertGreater(len(codes), 20)
        self.assertEqual([code for code in codes if f"`{code}`" not in page], [])

    def test_http_api(self):
        self.check("docs/http-api.md", 7)
        self.check("docs/playstrategy.md", 2)


if __name__ == "__main__":
    unittest.main()
