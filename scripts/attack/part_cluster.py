"""dameotb-mpi where calls of the system fail in one process, a process is killed, or a file of a run that did not end
is damaged. All processes must be gone soon, with one line that says why, and the same command must end the work."""
import errno
import math
import os
import re
import shutil
import time
from pathlib import Path

import running
from reference import contents, without_locks
from trying import Finding, require

RANKS = 3
RUN_SECONDS = 120
ALONE_SECONDS = 10  # that mpirun may take to start its processes, and when they have ended
END_SECONDS = 5.0  # from what happens to the end of all processes
CLASSES = ("KKMvM", "KMvKM", "KKMvK", "KMvMM")  # cut into batches, with plans and parts
SMALL_CLASSES = ("KKvK", "KMvM")
ERRORS = ("EIO", "ENOSPC", "EMFILE", "ENOMEM", "EACCES")
SHARED = {"gen": ".dameotb-run", "verify": ".dameotb-verify"}
FRAME = re.compile(rb"\x28\xb5\x2f\xfd.*?(?=\x28\xb5\x2f\xfd|\Z)", re.DOTALL)  # of zstd, about
_counts = {}  # by what is done and classes, then by rank: how often an undisturbed process makes each call


def lacks_mpi(setting):
    """Returns what is missing here, in words."""
    if not shutil.which("mpirun"):
        return "there is no mpirun (scripts/install-packages.sh --mpi)"
    if not (setting.build / "dameotb-mpi").exists():
        return "dameotb-mpi is not built (cmake -DDAMEOTB_MPI=ON)"
    return ""


class Cluster:
    """The command of a try, in its directory."""

    def __init__(self, try_):
        self.try_ = try_
        self.does = try_.random.choice(["gen", "gen", "verify"])
        self.made = try_.random.choice(SMALL_CLASSES if try_.small else CLASSES)
        self.expected = try_.setting.reference.result(
            ("cluster", self.made), lambda place: None, ["gen", "--dir", "PLACE", "--class", self.made])[0]
        self.place = try_.directory / "place"
        self.place.mkdir()
        self.put_tables()
        try_.note(f"{self.does} --class {self.made}")

    def put_tables(self):
        """Puts the tables there, but for those that are to be made: of a class that takes long no others."""
        for name, data in self.expected.items():
            if self.does == "verify" or not (self.try_.small or name.startswith(self.made + ".")):
                (self.place / name).write_bytes(data)

    def run(self, fault):
        """Runs it; `fault` is what fault_shim.cpp says. Requires an end, and that no process is left.

        Where all processes have ended and mpirun has not, it is killed, and the run has passed "alone": after MPI_Abort
        two threads of Open MPI 4.1.4's mpirun may wait for each other in PMIx_server_finalize, of PMIx 4.2.2.
        """
        mpi = self.try_.setting.build / "dameotb-mpi"
        shim = self.try_.setting.programs / "attack_fault_shim.so"
        faults = [f"DAMEOTB_FAULT_{name}={value}" for name, value in {"UNDER": self.place, **fault}.items()]
        words = ["env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "mpirun", "--oversubscribe",
                 "--bind-to", "none", "-n", RANKS, "env", f"LD_PRELOAD={shim}", *faults,
                 mpi, self.does, "--dir", self.place, "--class", self.made]
        patience = self.try_.setting.patience
        launcher = running.Process(words)
        begun = self.ended = time.time()
        is_alone = False
        while not launcher.has_ended() and not is_alone and time.time() - begun < RUN_SECONDS * patience:
            self.ended = time.time() if self.processes() else self.ended
            is_alone = time.time() - self.ended > ALONE_SECONDS * patience
            time.sleep(0.05)
        left = self.processes()
        self.ended = self.ended if is_alone else time.time()
        run = launcher.wait(0)
        run.passed = "alone" if is_alone else run.passed
        require(not run.passed or is_alone, f"it hangs, {len(left)} processes", run)
        require(not left, "processes are left", run)
        return run

    def processes(self):
        """Returns the processes of dameotb-mpi that work in the directory."""
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            try:
                words = path.read_bytes().split(b"\0")
            except OSError:
                continue
            if words[0].endswith(b"/dameotb-mpi") and str(self.place).encode() in words:
                found.append(int(path.parent.name))
        return found

    def counts(self):
        """Returns how often each rank of an undisturbed run makes each call: {call: count} by rank."""
        key = (self.does, self.made)
        if key not in _counts:
            begin = time.monotonic()
            counted = self.try_.directory / "counts"
            self.complete({"COUNTS": counted})
            _counts[key] = [
                {name: int(count) for name, count in map(str.split, Path(f"{counted}.{rank}").read_text().splitlines())}
                for rank in range(RANKS)]
            shutil.rmtree(self.place)
            self.place.mkdir()
            self.put_tables()
            self.try_.setting.reference.seconds += time.monotonic() - begin
        return _counts[key]

    def complete(self, fault=None):
        run = self.run(fault or {})
        require(run.status == 0, "the same command does not end the work", run)
        self.require_right(run)

    def require_right(self, run, leftovers_allowed=False):
        files = {name: data for name, data in without_locks(contents(self.place)).items()
                 if not leftovers_allowed or not name.startswith(".dameotb-")}
        require(files == self.expected, "the files are not those of dameotb gen", run)

    def require_reason(self, run, what):
        """Requires one line that names a file, unless it speaks of memory."""
        lines = [line for line in run.err.decode().splitlines() if line.startswith("dameotb-mpi: ")]
        has_status = run.status == 1 or run.passed == "alone"  # killed, it has another one
        require(has_status and len(lines) == 1, f"{len(lines)} lines of why it ended, after {what}", run)
        require(str(self.place) in lines[0] or "memory" in lines[0], f"no file is named, after {what}: {lines[0]}", run)
        return lines[0]


def fail_once(try_, cluster, calls=None, kills=None):
    """Runs it with one call that fails, or with one process that is killed."""
    counts = cluster.counts()
    rank = try_.random.randrange(RANKS)
    made = [call for call, count in counts[rank].items() if count and call in (calls or counts[rank])]
    call = try_.random.choice(made or ["new"])
    number = min(counts[rank][call], int(math.exp(try_.random.uniform(0, math.log(counts[rank][call] + 1)))))
    is_kill = try_.random.random() < 0.2 if kills is None else kills
    name = "KILL" if is_kill else "ENOMEM" if call in ("new", "zstd", "mmap") else try_.random.choice(ERRORS)
    lasts = not is_kill and try_.random.random() < 0.3
    what = f"{name} in {call} {number}{' and later' if lasts else ''} of rank {rank}"
    try_.note(what)
    mark = try_.directory / "mark"
    mark.unlink(missing_ok=True)
    run = cluster.run({"RANK": rank, "CALL": call, "NUMBER": number, "LASTS": "yes" if lasts else "", "MARK": mark,
                       "ERRNO": 0 if is_kill else getattr(errno, name)})
    if run.status == 0:
        cluster.require_right(run, leftovers_allowed=True)  # it may be that something could not be removed
        return
    require(mark.exists(), f"it fails, and not for {what}", run)
    took = cluster.ended - mark.stat().st_mtime
    require(took <= END_SECONDS * try_.setting.patience, f"it ends {took:.1f} s after {what}", run)
    if not is_kill:
        cluster.require_reason(run, what)


def exchange_records(try_, data, other):
    """Puts a compressed record of another file in the place of one of the same size, if there is one, or all of it."""
    def records(of):
        return [(part.start(), len(part[0])) for part in FRAME.finditer(of)]

    pairs = [(to, at, size) for to, size in records(data) for at, like in records(other)
             if size == like and data[to:to + size] != other[at:at + size]]
    if not pairs:
        return bytearray(other)
    to, at, size = try_.random.choice(pairs)
    data[to:to + size] = other[at:at + size]
    return data


def damage(try_, cluster):
    """Damages a file of a run that did not end, and runs it. Returns whether there was one."""
    shared = cluster.place / SHARED[cluster.does]
    files = sorted(path for path in shared.rglob("*") if path.is_file() and path.stat().st_size > 0)
    if not files:
        return False
    path = try_.random.choice(files)
    data = bytearray(path.read_bytes())
    how = try_.random.choice(["emptied", "cut", "flipped", "exchanged", "exchanged"])
    other = try_.random.choice(files)
    if how == "flipped":
        data[try_.random.randrange(len(data))] ^= 1 << try_.random.randrange(8)
    elif how == "exchanged":
        data = exchange_records(try_, data, other.read_bytes())
    else:
        del data[0 if how == "emptied" else try_.random.randrange(len(data)):]
    path.write_bytes(data)
    what = f"{path.relative_to(cluster.place)} {how}"
    try_.note(what)
    run = cluster.run({})
    if run.status == 0:
        cluster.require_right(run)
        return True
    line = cluster.require_reason(run, what)
    is_identity = path.parent == shared and path.name == "run"
    named = shared if is_identity else path
    require(how in ("flipped", "exchanged") and str(named) in line, f"it is not made again, after {what}", run)
    if is_identity:
        shutil.rmtree(shared)
    else:
        path.unlink()
    return True


def cluster(try_):
    command = Cluster(try_)
    if try_.random.random() < 0.4:
        # What a killed run leaves is more than an ended one does.
        fail_once(try_, command, calls=("rename", "pwrite"), kills=True)
        if try_.random.random() < 0.6 and damage(try_, command):
            command.complete()
            return
    fail_once(try_, command)
    command.complete()
