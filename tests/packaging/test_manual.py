"""Manual pages and completions, as they are installed: complete, without a formatter's warning, and working in the
shells. What a machine lacks (groff, zsh, fish) is skipped.

Environment: DAMEOTB_CMAKE and DAMEOTB_BUILD, to install from.
"""

import os
import pathlib
import pty
import re
import shutil
import subprocess
import tempfile
import unittest


def printed(*command, **options):
    return subprocess.run(command, capture_output=True, text=True, check=True, **options).stdout


def setUpModule():
    global temporary, prefix, command
    temporary = tempfile.TemporaryDirectory()
    prefix = pathlib.Path(temporary.name) / "prefix"
    printed(os.environ["DAMEOTB_CMAKE"], "--install", os.environ["DAMEOTB_BUILD"], "--prefix", str(prefix),
            "--component", "command")  # fmt: skip
    command = str(prefix / "bin/dameotb")


def tearDownModule():
    temporary.cleanup()


def subcommands():
    listed = printed(command, "--help").split("Subcommands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in listed.splitlines()]


class Pages(unittest.TestCase):
    def page(self, name):
        return prefix / "share/man/man1" / f"{name}.1"

    def test_every_subcommand_has_a_page_that_the_first_one_names(self):
        names = {f"dameotb-{subcommand}" for subcommand in subcommands()}
        self.assertIn("dameotb-gen", names)
        pages = {page.stem for page in self.page("dameotb").parent.iterdir()}
        self.assertEqual(pages, names | {"dameotb"})
        first = self.page("dameotb").read_text().replace("\\-", "-")
        for name in names:
            self.assertIn(f"\\fB{name}\\fR(1)", first)

    def test_pages_say_what_help_says(self):
        for arguments in ([], *([subcommand] for subcommand in subcommands())):
            text = printed(command, *arguments, "--help")
            page = self.page("-".join(["dameotb", *arguments])).read_text()
            words = re.sub(r"\\f[BIR]", "", page.replace("\\-", "-").replace("\\(aq", "'"))
            options = re.findall(r"^  (?:-h,)?(--\S+)(?: (?!needs|not with)([A-Za-z|-]+))?", text, re.MULTILINE)
            self.assertIn(("--help", ""), options)
            for name, value in options:
                with self.subTest(command=arguments, option=name):
                    self.assertRegex(words, f"(?m)^(-h, )?{name}{re.escape(' ' + value) if value else ''}( [.]{{3}})?$")
            for line in text.split("\nExamples:\n")[-1].split("\n\n")[0].splitlines() if arguments else []:
                with self.subTest(command=arguments, example=line):
                    self.assertIn(f"\n{line}\n", words)

    def test_a_directory_that_cannot_be_made_is_an_error(self):
        done = subprocess.run([command, "--write-manual", "/dev/null/share"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^dameotb: .*/dev/null/share.*\n$")


@unittest.skipUnless(shutil.which("groff"), "there is no groff")
class Formatter(unittest.TestCase):
    def test_no_page_has_a_warning(self):
        for page in (prefix / "share/man/man1").iterdir():
            done = subprocess.run(["groff", "-man", "-ww", "-z", "-Tutf8", page], capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)


class Completions(unittest.TestCase):
    """A line as it is typed, and what it becomes at a tab. Where a name is complete the shells add a blank."""

    CASES = (
        ("dameotb prob", "dameotb probe "),
        ("dameotb --vers", "dameotb --version "),
        ("dameotb gen --pie", "dameotb gen --pieces "),
        ("dameotb find --dir tables --zugzwang m", "dameotb find --dir tables --zugzwang mutual "),
        ("dameotb stats --dir tab", "dameotb stats --dir tables/"),
        ("dameotb check --dir two", "dameotb check --dir two"),
        ("dameotb manifest --compare two", "dameotb manifest --compare two.claims "),
        ("dameotb claims --dir tables two", "dameotb claims --dir tables two.claims "),
        ("dameotb claims --av", "dameotb claims --available "),
        ("dameotb line two", "dameotb line two"),
    )

    def setUp(self):
        self.directory = pathlib.Path(temporary.name) / self.id()
        (self.directory / "tables").mkdir(parents=True)
        (self.directory / "two.claims").touch()

    def typed(self, shell, preparation):
        """What each line becomes in a shell on a terminal. `preparation` makes Ctrl-G print <LINE>."""
        process, terminal = pty.fork()
        if process == 0:
            os.chdir(self.directory)
            path = f"{prefix}/bin:{os.environ['PATH']}"
            os.execvpe(shell[0], shell, {"PATH": path, "HOME": str(self.directory), "TERM": "dumb", "PS1": ""})
        seen = ""

        def wait_for(pattern):
            nonlocal seen
            while not (found := re.search(pattern, seen)):
                seen += os.read(terminal, 4096).decode(errors="replace")
            seen = seen[found.end() :]
            return found

        try:
            os.write(terminal, f"{preparation}; printf 'rea%s\\n' dy\n".encode())
            wait_for("ready")
            for line, expected in self.CASES:
                os.write(terminal, line.encode() + b"\t\x07")
                with self.subTest(line):
                    self.assertEqual(wait_for("<(dameotb[^>]*)>")[1], expected)
                os.write(terminal, b"\x15")  # Ctrl-U empties the line
        finally:
            os.close(terminal)
            os.waitpid(process, 0)

    def test_bash(self):
        file = prefix / "share/bash-completion/completions/dameotb"
        self.typed(["bash", "--norc", "--noprofile", "-i"],
                   f"source {file}; bind -x '\"\\C-g\": echo \"<$READLINE_LINE>\"'")  # fmt: skip

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh(self):
        printed("zsh", "-n", str(prefix / "share/zsh/site-functions/_dameotb"))
        self.typed(["zsh", "-f", "-i"],
                   f"fpath=({prefix}/share/zsh/site-functions $fpath); autoload -U compinit; compinit -u -D; "
                   "unsetopt beep; show() { print -r -- \"<$BUFFER>\" }; zle -N show; bindkey '^G' show")  # fmt: skip

    @unittest.skipUnless(shutil.which("fish"), "there is no fish")
    def test_fish(self):
        file = str(prefix / "share/fish/vendor_completions.d/dameotb.fish")
        printed("fish", "-n", file)
        for line, expected in self.CASES:
            offered = printed("fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", file, line,
                              cwd=self.directory, env={**os.environ, "HOME": str(self.directory)})  # fmt: skip
            names = [each.split("\t")[0] for each in offered.splitlines()]
            with self.subTest(line):
                wanted = [] if expected == line else [expected.split()[-1]]
                self.assertEqual(names, wanted)


if __name__ == "__main__":
    unittest.main()
