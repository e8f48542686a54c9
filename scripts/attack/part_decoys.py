"""Things of the user beside an output, or in its place, must survive: files, folders, links, pipes and devices."""
import os
import re
import stat
import threading

import jobs
import running
from part_cluster import lacks_mpi
from reference import contents
from trying import require

NAMES = {"site": ("site.old", "site.part", "site.tmp", "site.new", "site~", ".site.part", ".site.old"),
         "found.txt": ("found.txt.part", "found.txt.tmp", "found.txt~", ".found.txt.part", "found.part",
                       "found.txt.old"),
         "tables": tuple(f".{name}.{pid}.partial" for name in ("KvK.dtm", "KvK.wdl", "MvM.dtm", "KvK.dtz")
                         for pid in range(1, 9))}
KINDS = ("file", "folder", "empty folder", "link to file", "link to folder", "pipe", "dangling link")
MADE = "KMvM"
FIXED_NAMES = (f"{MADE}.stats", f".{MADE}.scratch", f".{MADE}.scratch-journal", f".{MADE}.dtz.scratch",
               f".{MADE}.dtz.scratch-journal", ".dameotb-lock", ".dameotb-run", ".dameotb-run/notes.txt",
               f".dameotb-run/{MADE}")
LEAST_MEMORY = re.compile(rb"needs ([0-9.]+)([KMG]) of memory")


def snapshot(directory):
    """Returns what a user has, except where `{path: what}` is a matter of the output alone."""
    found = {}
    for path in sorted(directory.rglob("*")):
        about = path.lstat()
        kind = stat.S_IFMT(about.st_mode)
        data = path.read_bytes() if stat.S_ISREG(about.st_mode) else os.readlink(path) if path.is_symlink() else None
        found[str(path.relative_to(directory))] = (kind, about.st_mode, about.st_rdev, data)
    return found


def put_decoy(path, kind, victims):
    if kind == "file":
        path.write_bytes(b"of the user\n")
    elif kind.endswith("folder") and not kind.startswith("link"):
        path.mkdir()
        if kind == "folder":
            (path / "notes.txt").write_bytes(b"of the user\n")
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "hard link":
        os.link(victims / "file.txt", path)
    else:
        path.symlink_to({"link to file": victims / "file.txt", "link to folder": victims / "folder"}.get(
            kind, "nowhere"))


def user_folder(try_):
    """Returns a directory with what links lead to."""
    victims = try_.directory / "user"
    (victims / "folder").mkdir(parents=True)
    (victims / "file.txt").write_bytes(b"of the user\n")
    (victims / "folder" / "kept.txt").write_bytes(b"of the user\n")
    return victims


def beside(try_):
    """A run whose temporary names, as somebody may guess them, are taken."""
    job = try_.random.choice([jobs.report, jobs.find, jobs.gen])(try_)
    place = jobs.fresh(try_, job)
    victims = user_folder(try_)
    output = {"report": "site", "find": "found.txt", "gen": "tables"}[job.name]
    chosen = try_.random.sample(NAMES[output], try_.random.randint(1, 4))
    for name in chosen:
        kind = try_.random.choice(KINDS)
        try_.note(f"{name}: {kind}")
        put_decoy(place / name, kind, victims)

    def users():
        tops = {name: what for name, what in snapshot(place).items() if name.split("/")[0] in chosen}
        return tops, snapshot(victims)

    was = users()
    prefix = ("unshare", "--pid", "--fork", "--kill-child") if output == "tables" and os.geteuid() == 0 else ()
    run = try_.start(job.words(place), prefix=prefix).wait(try_.setting.command_seconds * try_.setting.patience)
    now = users()
    changed = [name for before, after in zip(was, now) for name in {**before, **after}
               if before.get(name) != after.get(name)]
    require(not changed, f"{changed[:3]} of the user is changed or gone", run)
    require(run.status == 0, "it does not work beside files of the user", run)
    job.require_finished(place, run)


def folder_in_place(try_):
    """A report is to go where a folder is that is none, or one with more in it: it is refused."""
    job = jobs.report(try_)
    place = jobs.fresh(try_, job)
    victims = user_folder(try_)
    site = place / "site"
    site.mkdir(exist_ok=True)
    kind = try_.random.choice(KINDS)
    name = try_.random.choice(["notes.txt", "index.html.bak", ".hidden", "KKvK.dtm"])
    try_.note(f"site/{name}: {kind}")
    put_decoy(site / name, kind, victims)
    was = snapshot(place), snapshot(victims)
    run = try_.run(job.words(place))
    require(run.status in (1, 2), "a folder with something of the user is replaced", run)
    require((snapshot(place), snapshot(victims)) == was, "a refused folder is changed", run)


def read_pipe(path, into):
    with open(path, "rb") as pipe:
        into.append(pipe.read())


def special_target(try_):
    """--out is a pipe, a device, a link or a folder: it stays what it is, and what is written goes where it leads."""
    job = jobs.find(try_)
    place = jobs.fresh(try_, jobs.Job("none", [], {}, {}, 0, True))
    victims = user_folder(try_)
    kinds = ["pipe", "link to file", "link to folder", "dangling link", "folder"]
    kind = try_.random.choice(kinds + (["null device", "full device"] if os.geteuid() == 0 else []))
    try_.note(f"found.txt is a {kind}")
    out = place / "found.txt"
    if kind.endswith("device"):
        os.mknod(out, stat.S_IFCHR | 0o666, os.makedev(1, 3 if kind.startswith("null") else 7))
    else:
        put_decoy(out, kind, victims)
    was = out.lstat()
    read = []
    reader = threading.Thread(target=read_pipe, args=(out, read), daemon=True)
    if kind == "pipe":
        reader.start()
    run = try_.start(job.words(place)).wait(try_.setting.command_seconds * try_.setting.patience)
    now = out.lstat()
    is_same = (stat.S_IFMT(was.st_mode), was.st_rdev) == (stat.S_IFMT(now.st_mode), now.st_rdev)
    require(is_same, f"the {kind} is replaced", run)
    expected = job.after["found.txt"]
    if kind == "pipe":
        reader.join(5)
        require(run.status == 0 and read == [expected], "the pipe's reader does not get the output", run)
    elif kind in ("link to file", "null device"):
        require(run.status == 0, f"a {kind} cannot be written to", run)
        if kind == "link to file":
            require((victims / "file.txt").read_bytes() == expected, "the link's target does not have the output", run)
    elif kind == "dangling link":
        require(run.status == 1 or (place / "nowhere").read_bytes() == expected, "the output is nowhere", run)
    else:
        require(run.status == 1, f"a {kind} is taken for a file", run)
    require(contents(victims / "folder") == {"kept.txt": b"of the user\n"}, "a file of the user is gone", run)


def least_memory(try_, words):
    """Returns the least bound with which a command of gen runs, which it names."""
    run = try_.start([*words, "--memory", "1K"]).wait(try_.setting.command_seconds)
    found = LEAST_MEMORY.search(run.err)
    require(found, "the least bound is not named", run)
    return f"{int(float(found[1])) + 1}{found[2].decode()}"


def fixed_name(try_):
    """Something of the user has a name that runs use: it stays what it is, and the run works, or names it."""
    place = jobs.fresh(try_, jobs.Job("none", [], {}, {}, 0, True))
    name = try_.random.choice(FIXED_NAMES)
    tables = try_.setting.reference.tables("three")
    for path in tables.iterdir():
        # A server of another part may have kept its counts there.
        if path.name != name and (path.stem != MADE or name.endswith(".stats") or ".dtz" in name):
            (place / path.name).write_bytes(path.read_bytes())
    victims = user_folder(try_)
    kind = try_.random.choice((*KINDS, "hard link"))
    try_.note(f"{name}: {kind}")
    (place / name).parent.mkdir(exist_ok=True)
    put_decoy(place / name, kind, victims)
    was = snapshot(place), snapshot(victims)
    seconds = try_.setting.command_seconds * try_.setting.patience
    words = ["gen", "--dir", place, "--class", MADE, *(["--metrics", "dtz", "--plies", "50"] if ".dtz" in name else [])]
    if name.startswith(".dameotb-run"):
        if lacks_mpi(try_.setting):
            return
        run = running.run(["env", "OMPI_ALLOW_RUN_AS_ROOT=1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1", "mpirun",
                           "--oversubscribe", "-n", "2", try_.setting.build / "dameotb-mpi", *words], 3 * seconds)
    elif name.endswith(".stats"):
        run = try_.start(["stats", "--keep", "--dir", place, MADE]).wait(seconds)
    else:
        run = try_.start([*words, "--memory", least_memory(try_, words)]).wait(seconds)
    now = snapshot(place), snapshot(victims)
    changed = [path for before, after in zip(was, now) for path in before if before[path] != after.get(path)]
    require(not changed, f"{changed[:3]} of the user is changed or gone", run)
    named = name.split("/")[0].encode()
    require(run.status == 0 or (run.status == 1 and named in run.err), f"{name} is not named", run)


def decoys(try_):
    try_.random.choice([beside, fixed_name, fixed_name, folder_in_place, special_target])(try_)
