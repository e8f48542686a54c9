"""The results of undisturbed runs, made when first asked for. All other runs are compared with them."""
import re
import shutil

import running

PIECES = {"two": 2, "three": 3, "four": 4}
FORMS = ["made", "small blocks", "other blocks"]


def contents(directory):
    """Returns {path within the directory: bytes} of all regular files; links and others count with what they are."""
    found = {}
    for path in sorted(directory.rglob("*")):
        name = str(path.relative_to(directory))
        if path.is_symlink():
            found[name] = b"-> " + str(path.readlink()).encode()
        elif path.is_file():
            found[name] = path.read_bytes()
        elif not path.is_dir():
            found[name] = b"no file"
    return found


def plain(out, directory):
    """Returns output without what differs from run to run: seconds, the directory, and the width of columns."""
    text = re.sub(rb"(?<!\d)\d{1,7}\.\d{1,3} s\b", b"_ s", out).replace(str(directory).encode(), b"DIR")
    return [b" ".join(line.split()) if b"\t" not in line else line for line in text.splitlines()]


class Reference:
    """`maker`: the command that makes tables and gives the right answers; `recoder`: attack_mutate; `work`: where they
    are kept."""

    def __init__(self, work, maker, recoder):
        self._work = work
        self.maker = maker
        self._recoder = recoder
        self._answers = {}
        self._results = {}
        self._makes_sites = None  # not known yet
        self.seconds = 0.0  # that making and asking took: no part's time

    def tables(self, pieces="three", form="made"):
        """Returns the directory of the tables, which is not to be changed.

        `form`: "made" as gen makes them; "small blocks" and "other blocks" in forms that gen makes of large classes alone
        or of none: with models, and many blocks and block groups.
        """
        directory = self._work / f"{pieces}, {form}"
        if not directory.exists():
            made = self._work / "making"
            shutil.rmtree(made, ignore_errors=True)
            if form == "made":
                self._run(["gen", "--dir", made, "--pieces", PIECES[pieces]])
            else:
                shutil.copytree(self.tables(pieces), made)
                self._recode(made, FORMS.index(form))
            made.rename(directory)
        return directory

    def copy(self, to, pieces="three", form="made"):
        shutil.copytree(self.tables(pieces, form), to)
        return to

    def _recode(self, directory, seed):
        run = running.run([self._recoder, "recode", seed, directory], 600)
        self.seconds += run.seconds
        if run.status != 0:
            raise RuntimeError(f"not recoded: {run.describe()}")

    def answer(self, directory, arguments, stdin=b""):
        """Returns the lines that the maker prints for good tables."""
        key = (directory, *arguments, stdin)
        if key not in self._answers:
            run = self._run([*arguments, "--dir", directory], stdin)
            self._answers[key] = plain(run.out, directory)
        return self._answers[key]

    def result(self, key, prepare, arguments):
        """Returns (contents, seconds) that a run of `arguments` leaves in a directory that `prepare` has filled.

        In `arguments`, PLACE stands for the directory.
        """
        if key not in self._results:
            place = self._work / "result"
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            prepare(place)
            run = self._run([str(word).replace("PLACE", str(place)) for word in arguments])
            self._results[key] = (without_locks(contents(place)), run.seconds)
            shutil.rmtree(place)
        return self._results[key]

    def may_make_sites(self):
        """Returns whether the maker was built with what sites need."""
        if self._makes_sites is None:
            run = running.run([self.maker, "site", "--dir", self.tables("two"), "--out", self._work / "site"], 600)
            self.seconds += run.seconds
            self._makes_sites = run.status == 0
        return self._makes_sites

    def _run(self, arguments, stdin=b""):
        run = running.run([self.maker, *arguments], 600, stdin=stdin)
        self.seconds += run.seconds
        if run.status != 0:
            raise RuntimeError(f"no reference: {run.describe()}")
        return run


def without_locks(files):
    """Leaves out lock files, which stay where a run was."""
    return {name: data for name, data in files.items() if "lock" not in name.lower()}
