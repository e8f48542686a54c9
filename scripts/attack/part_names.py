"""Files in a table directory whose names or sizes promise what is not there, and things that no program should wait
for."""
import http.client
import os
import re

import running
from class_sizes import counts, positions_per_side
from reference import plain
from server import Server
from trying import require

KINDS = ("empty", "sparse", "garbage", "sealed", "sealed", "sealed for another", "directory", "pipe", "link", "header")
QUESTIONS = (["check"], ["stats"], ["manifest"], ["find", "--result", "win", "--limit", "3", "--sort", "longest"],
             ["probe"], ["gen", "--pieces", "2"], ["verify"], ["stats", "NAME"], ["find", "NAME", "--limit", "1"])


def class_name(random, most):
    """Returns a name of a class of two to `most` pieces, seldom one that no class has."""
    pieces = random.randint(2, most)
    white = random.randint((pieces + 1) // 2, pieces - 1)
    sides = []
    for size in (white, pieces - white):
        kings = random.choice([0, size, random.randint(0, size)])
        sides.append("K" * kings + "M" * (size - kings))
    return random.choice(["v".join(sides)] * 6 + ["v".join(reversed(sides)), "v".join(sides).lower(), sides[0] + "v"])


def is_class_name(name):
    return re.fullmatch("K*M*v[KM]+", name) is not None and name[0] != "v"


def empty_file(try_, name, path, positions):
    """Writes a sealed file of that class, with so few blocks as are allowed, and all of them empty."""
    block_positions = min(max(positions // 400, 1), 1 << 16)
    positions = min(positions, block_positions << 20)
    try_.note(f"sealed as {name} with {positions} positions")
    run = running.run([try_.setting.programs / "attack_mutate", "empty", name, path.suffix[1:], positions, block_positions,
                       path], 60)
    if run.status != 0:
        raise RuntimeError(run.describe())


def put_strange(try_, tables, most_pieces):
    """Puts one strange file into the directory of tables; returns the name of the class that it is called by."""
    random = try_.random
    name = class_name(random, most_pieces)
    path = tables / (name + random.choice([".dtm", ".wdl"]))
    kind = random.choice(KINDS)
    try_.note(f"{path.name}: {kind}")
    if path.is_dir() and not path.is_symlink():  # the strange file before this one
        path.rmdir()
    path.unlink(missing_ok=True)
    if kind.startswith("sealed") and is_class_name(name):
        other = class_name(random, 5) if "another" in kind else name
        other = other if is_class_name(other) else name
        # Six pieces are the most that gen makes: going through all of such a file is honest work, of minutes.
        is_exact = random.random() < 0.7 and sum(counts(other)) != 6
        empty_file(try_, other, path, positions_per_side(other) if is_exact else 1 << random.randrange(57))
    elif kind in ("sparse", "header"):
        good = try_.setting.reference.tables("two") / ("KvK" + path.suffix)
        path.write_bytes(good.read_bytes()[:128] if kind == "header" else b"")
        os.truncate(path, random.choice([128, 144, 1 << 20, 3700 << 20, 1 << random.randrange(7, 42)]))
    elif kind == "directory":
        path.mkdir()
    elif kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to(random.choice([path.name, "/dev/zero", "..", "KvM.dtm"]))
    else:
        path.write_bytes(random.randbytes(random.choice([1, 127, 128, 129, 4096])) if kind == "garbage" else b"")
    return name


def position_of(name):
    """Returns a FEN of the class, on squares far enough apart for all that has up to 16 pieces."""
    if "v" not in name:
        return "W:WKa1:BKh8"
    white_kings, white_men, black_kings, black_men = counts(name.replace("k", "K").replace("m", "M"))
    squares = (f"{file}{row}" for row in "2467" for file in "aceg")
    sides = [[*(f"K{next(squares)}" for _ in range(kings)), *(next(squares) for _ in range(men))]
             for kings, men in ((white_kings, white_men), (black_kings, black_men))]
    return f"W:W{','.join(sides[0])}:B{','.join(sides[1])}"


def ask_server(try_, tables):
    with Server(try_, tables) as server:
        try:
            server.get("/api/v1/classes", seconds=try_.setting.command_seconds * try_.setting.patience)
        except (OSError, http.client.HTTPException) as error:
            require(False, f"/api/v1/classes is not answered ({error!r})")
        server.require_bounds()


def strange_names(try_):
    tables = try_.setting.reference.copy(try_.directory / "tables", "two")
    names = [put_strange(try_, tables, try_.random.choice([3, 5, 8, 8, 12])) for _ in range(try_.random.randint(1, 2))]
    for question in try_.random.sample(QUESTIONS, 2):
        question = [names[0] if word == "NAME" else word for word in question]
        stdin = "".join(f"{position_of(name)}\n" for name in names).encode() if question[0] == "probe" else b""
        try_.run([*question, "--dir", tables], stdin=stdin, sanitized=try_.random.random() < 0.25)
    good = "W:WKa7:BKh8\n"
    if all(name not in ("KvK", "kvk") for name in names):
        run = try_.run(["probe", "--dir", tables], stdin=good.encode())
        require(plain(run.out, tables) == [b"W:WKa7:BKh8\tdraw\t0"], "a good file beside is not answered", run)
    if try_.random.random() < 0.4:
        ask_server(try_, tables)
