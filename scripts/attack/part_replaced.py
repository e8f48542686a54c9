"""Table files are replaced, overwritten, cut, removed and renamed while programs read them. Answers are right, or
errors; nobody crashes or hangs; and with sound files again a new start answers."""
import contextlib
import http.client
import os
import shutil
import time

import running
from part_files import POSITIONS
from reference import FORMS, plain
from server import Server
from trying import Finding, require, require_calm

PATHS = ("/api/v1/probe?fen=W:WKa7:BKh8", "/api/v1/line?fen=B:WKb2:BKa1", "/api/v1/probe?fen=W:WKa7:Bd4",
         "/api/v1/probe?fen=W:Wc2:Bf7")
# What reads or, of gen, keeps and makes files, and whether each line that it prints is known beforehand.
COMMANDS = ((["stats"], True), (["manifest"], True), (["find", "--zugzwang", "any"], True), (["verify"], False),
            (["verify", "--plain"], False), (["check"], False), (["check", "--values"], False), (["gen"], False))
STEP_SECONDS = 0.004


class Changes:
    """Changes the files of `place`, one at a time, and makes them sound again."""

    def __init__(self, try_, place):
        self._random = try_.random
        self._place = place
        reference = try_.setting.reference
        self._forms = [reference.tables(try_.pieces, form) for form in FORMS]
        self._names = sorted(path.name for path in self._forms[0].iterdir() if path.suffix in (".dtm", ".wdl"))
        self._aside = try_.directory / "aside"
        self._new = try_.directory / "new"

    def once(self, somebody_writes=False):
        name = self._random.choice(self._names)
        kinds = [self._replace] * 4 + [self._replace_by_other, self._cut, self._overwrite, self._overwrite_whole,
                                       self._remove, self._make_folder, self._make_pipe]
        # gen may put a file where one was removed, and makes the directory again that is moved away.
        with contextlib.suppress(OSError if somebody_writes else ()):
            self._random.choice(kinds if somebody_writes else [*kinds, self._move_all])(name, self._place / name)
            if self._random.random() < 0.3:
                self._replace(name, self._place / name)

    def _put(self, source, path):
        if path.is_dir():
            path.rmdir()
        shutil.copyfile(source, self._new)
        os.replace(self._new, path)

    def _replace(self, name, path):
        self._put(self._random.choice(self._forms) / name, path)

    def _replace_by_other(self, _, path):
        self._put(self._forms[0] / self._random.choice(self._names), path)

    def _cut(self, _, path):
        if path.is_file():
            os.truncate(path, self._random.randrange(path.stat().st_size + 1))

    def _overwrite(self, _, path):
        if path.is_file() and path.stat().st_size > 0:
            with open(path, "r+b") as file:
                file.seek(self._random.randrange(path.stat().st_size))
                file.write(self._random.randbytes(self._random.choice([1, 8, 300])))

    def _overwrite_whole(self, name, path):
        if path.is_file():
            path.write_bytes((self._random.choice(self._forms) / name).read_bytes())

    def _remove(self, _, path):
        path.rmdir() if path.is_dir() else path.unlink(missing_ok=True)

    def _make_folder(self, name, path):
        self._remove(name, path)
        path.mkdir()

    def _make_pipe(self, name, path):
        self._remove(name, path)
        os.mkfifo(path)

    def _move_all(self, *_):
        self._place.rename(self._aside)
        time.sleep(STEP_SECONDS)
        self._aside.rename(self._place)

    def make_sound(self):
        for name in self._names:
            self._put(self._forms[0] / name, self._place / name)


def ask_server(server, expected, random):
    path = random.choice(PATHS)
    try:
        status, body, _ = server.get(path, seconds=20 * server.patience)
    except (OSError, http.client.HTTPException) as error:
        raise Finding(f"{path} is not answered while files change: {error!r}") from error
    require((status, body) == (200, expected[path]) or status >= 400, f"{path} is answered {status} {body[:200]!r}")


def command_meanwhile(try_, changes, place, good):
    """Runs a command while files change, and looks at what it says."""
    words, is_known = try_.random.choice(COMMANDS)
    try_.note(" ".join(words))
    command = try_.setting.sanitized if try_.random.random() < 0.3 else try_.setting.command
    about = ["--pieces", try_.piece_count()] if words[0] == "gen" else []
    process = running.Process([command, *words, *about, "--dir", place])
    end = time.monotonic() + try_.setting.command_seconds * try_.setting.patience
    while not process.has_ended() and time.monotonic() < end:
        changes.once(somebody_writes=words[0] == "gen")
        time.sleep(STEP_SECONDS)
    run = process.wait(1, try_.setting.sanitized_bytes)
    require_calm(run)
    known = set(try_.setting.reference.answer(good, words)) if is_known else set()
    wrong = [line for line in plain(run.out, place) if line not in known and not line.startswith((b"all", b"class"))]
    require(not is_known or not wrong, f"a wrong line, {wrong[:1]}", run)


def replaced(try_):
    good = try_.setting.reference.tables(try_.pieces)
    place = try_.setting.reference.copy(try_.directory / "tables", try_.pieces)
    changes = Changes(try_, place)
    seconds = 0.3 if try_.small else 2.0
    reader = running.Process([try_.setting.sanitized_programs / "attack_changing", good, place,
                              try_.random.randrange(1 << 31), int(1000 * seconds), 3, try_.piece_count()])
    with Server(try_, place, sanitized=try_.random.random() < 0.3) as server:
        # It opens the directory once, which is moved away now and then.
        while b"opened" not in reader.said() and not reader.has_ended():
            time.sleep(STEP_SECONDS)
        expected = {path: server.get(path, 20 * server.patience)[1] for path in PATHS}
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for _ in range(try_.random.randint(1, 4)):
                changes.once()
            ask_server(server, expected, try_.random)
        server.require_bounds()
    run = reader.wait(10 + 20 * try_.setting.patience, try_.setting.sanitized_bytes)
    wrong = [line for line in run.out.splitlines() if line.startswith(b"WRONG")]
    require(not wrong, str(wrong[:1]), run)
    require_calm(run, statuses=(0,))
    command_meanwhile(try_, changes, place, good)
    changes.make_sound()
    run = try_.run(["probe", "--dir", place], stdin=POSITIONS)
    require(plain(run.out, place) == try_.setting.reference.answer(good, ["probe"], POSITIONS),
            "a new start answers otherwise", run)
