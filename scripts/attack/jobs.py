"""Runs of the command that write files: what is there before, what an undisturbed run leaves, and whether a disturbed
run leaves complete files."""
import shutil
from dataclasses import dataclass
from pathlib import Path

from reference import contents
from trying import require

LARGE_CLASSES = ("KKvKM", "KMvKM", "KKMvK")


@dataclass
class Job:
    name: str
    arguments: list  # PLACE stands for the directory that all output goes to
    before: dict     # what is there, {path within PLACE: bytes}
    after: dict
    seconds: float   # of an undisturbed run
    at_once: bool    # all files change together; otherwise each by itself

    def words(self, place):
        return [str(word).replace("PLACE", str(place)) for word in self.arguments]

    def put_before(self, place):
        put(self.before, place)

    def require_whole(self, place, run, leftovers_allowed):
        """Requires of every final name that it has what it had, or what it is to have."""
        files = contents(place)
        tops = {Path(name).parts[0] for name in (*self.before, *self.after)}
        own = {name: data for name, data in files.items() if Path(name).parts[0] in tops}
        others = [name for name in files if name not in own and "lock" not in name.lower()]
        if self.at_once:
            require(own in (self.before, self.after),
                    f"neither the old nor the new output, {sorted(own)[:4]} of {len(own)} files", run)
        else:
            for name, data in own.items():
                require(data in (self.before.get(name), self.after.get(name)), f"{name} is not whole", run)
            missing = [name for name in self.before if name not in own]
            require(not missing, f"{missing[:3]} is gone", run)
        require(leftovers_allowed or not others, f"{others[:3]} is left behind", run)

    def require_finished(self, place, run):
        files = {name: data for name, data in contents(place).items()}
        for name, data in self.after.items():
            require(name in files, f"{name} is missing", run)
            require(files[name] == data, f"{name} is not what an undisturbed run makes", run)


def put(files, place):
    for name, data in files.items():
        path = place / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)


def made_by(try_, name, arguments, before, at_once, key):
    after, seconds = try_.setting.reference.result((name, *key), lambda place: put(before, place), arguments)
    try_.note(f"{name} {' '.join(map(str, key))}")
    return Job(name, arguments, before, after, seconds, at_once)


def gen(try_):
    """Makes tables where some are already."""
    whole = contents(try_.setting.reference.tables(try_.pieces))
    kept = try_.random.choice([0, 2, 5])
    first = sorted({name[:-4] for name in whole}, key=lambda name: (len(name), name.count("M"), name))[:kept]
    before = {name: data for name, data in whole.items() if name[:-4] in first}
    arguments = ["gen", "--dir", "PLACE", "--pieces", try_.piece_count()]
    return made_by(try_, "gen", arguments, before, False, (kept,))


def gen_large(try_):
    """Makes one class of 4 pieces, which takes seconds."""
    made = try_.random.choice(LARGE_CLASSES)
    whole = contents(try_.setting.reference.tables("four"))
    before = {name: data for name, data in whole.items() if name[:-4] != made}
    threads = try_.random.choice("12")
    return made_by(try_, "gen", ["gen", "--dir", "PLACE", "--class", made, "--threads", threads],
                   before, False, (made, threads))


def compress(try_):
    before = contents(try_.setting.reference.tables(try_.pieces, "small blocks"))
    return made_by(try_, "compress", ["compress", "--dir", "PLACE"], before, False, ())


def report(try_):
    tables = try_.setting.reference.tables(try_.pieces)
    classes = try_.random.choice([[], ["KvK", "MvM"]])
    old = try_.random.choice([None, ["KvK", "KvM"]])
    arguments = ["report", "--dir", tables, "--out", "PLACE/site"]
    former = {}
    if old:
        former = try_.setting.reference.result(("former", *old), lambda place: None, [*arguments, *old])[0]
    return made_by(try_, "report", [*arguments, *classes], former, True, (bool(old), *classes))


def find(try_):
    tables = try_.setting.reference.tables(try_.pieces)
    before = try_.random.choice([{}, {"found.txt": b"what was there\n"}])
    query = try_.random.choice([["--result", "win"], ["--format", "pdn", "KvM"], ["--longest"]])
    return made_by(try_, "find", ["find", "--dir", tables, "--out", "PLACE/found.txt", *query], before, True,
                   (len(before), *query))


def site(try_):
    """Writes the folder for any web server, where the build has what it needs."""
    arguments = ["site", "--dir", try_.setting.reference.tables(try_.pieces), "--out", "PLACE/site"]
    if not try_.setting.reference.may_make_sites():
        return report(try_)
    return made_by(try_, "site", arguments, {}, True, ())


def any_job(try_, large_share=0.0, sites=False):
    """`sites`: also the job that takes longest, and works for many files like `report`."""
    if try_.random.random() < large_share:
        return gen_large(try_)
    return try_.random.choice([gen, gen, compress, report, find, *([site] if sites else [])])(try_)


def fresh(try_, job, name="place"):
    """Returns the directory in which the job's work begins."""
    place = try_.directory / name
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    job.put_before(place)
    return place
