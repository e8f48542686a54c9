"""Little memory, few descriptors and lines without end. Answers must be right, or be refused with a message."""
import http.client
import itertools
import resource

from part_crowd import connect
from part_files import POSITIONS, QUESTIONS, about_class, require_right
from running import MIB
from server import Server
from trying import Finding, require

LOADER_STATUS = 127  # the system's, when it cannot even load the program


def little(try_, limits, tables):
    question = about_class(try_, try_.random.choice([question for question in QUESTIONS if question[0] != "gen"]),
                           tables)
    try_.note(f"{question[0]} with {limits}")
    stdin = POSITIONS if question[0] == "probe" else b""
    threads = ["--threads", try_.random.choice("12")] if question[0] != "probe" else []
    run = try_.start([*question, *threads, "--dir", tables], stdin=stdin, limits=limits).wait(
        try_.setting.command_seconds * try_.setting.patience)
    if run.status == LOADER_STATUS:
        return run
    require(not run.passed and run.status in (0, 1), "it does not end as it should", run)
    require(run.status == 0 or run.err.strip(), "no reason given", run)
    require_right(try_, question, run, tables, tables)
    return run


def little_memory(try_):
    low, high = try_.random.choice([(8, 26), (8, 26), (26, 300)])
    bytes_ = int(try_.random.uniform(low, high) * MIB)
    little(try_, {resource.RLIMIT_AS: bytes_}, try_.setting.reference.tables(try_.pieces))


def few_descriptors(try_):
    run = little(try_, {resource.RLIMIT_NOFILE: try_.random.randint(3, 24)}, try_.setting.reference.tables(try_.pieces))
    words = (run.out + run.err).lower()
    require(b"damaged" not in words, "a good file is called damaged", run)


def few_descriptors_served(try_):
    """A server whose descriptors go to connections that say nothing: tables that cannot be opened are not damaged."""
    most = try_.random.randint(16, 40)
    silent = try_.random.randint(most // 2, most + 8)
    try_.note(f"a server with {most} descriptors and {silent} silent connections")
    tables = try_.setting.reference.tables(try_.pieces)
    expected = dict(line.split(b"\t")[:2] for line in try_.setting.reference.answer(tables, ["probe"], POSITIONS))
    with Server(try_, tables, limits={resource.RLIMIT_NOFILE: most}) as server:
        connections = [connect(server.port) for _ in range(silent)]
        try:
            for fen, result in expected.items():
                ask_in_need(server, fen.decode(), result)
        finally:
            for connection in connections:
                connection.close()
        server.require_bounds()


def ask_in_need(server, fen, result):
    """Requires the right answer, another than that the file is damaged, or none."""
    try:
        status, body, _ = server.get(f"/api/v1/probe?fen={fen}", seconds=3)
    except (OSError, http.client.HTTPException):
        return
    require(b"damaged" not in body, f"a good file is called damaged: {body[:300]!r}")
    require(status != 200 or b'"result":"%s"' % result in body, f"{fen} is answered {body[:300]!r}")


def long_lines(try_):
    """One line far beyond any position: it gets its error in place, and the others their answers."""
    tables = try_.setting.reference.tables(try_.pieces)
    size = int(MIB * 2 ** try_.random.uniform(-6, 3 if try_.small else 6.6))
    try_.note(f"a line of {size} bytes")
    begin = try_.random.choice([b"", b"W:W", b"W:WKa1:B", b"W:WKa1,"])
    unit = try_.random.choice([b"a1,", b"K", b"\0", b"9"]) * 1024
    good = POSITIONS.splitlines(keepends=True)
    stdin = itertools.chain([good[0], begin], itertools.repeat(unit, size // len(unit)), [b"\n", good[1]])
    run = try_.run(["probe", "--dir", tables], stdin=stdin)
    expected = try_.setting.reference.answer(tables, ["probe"], POSITIONS)
    lines = run.out.splitlines()
    require(run.status == 1 and len(lines) == 3 and [lines[0], lines[2]] == expected[:2] and b"\terror\t" in lines[1],
            "lines around a long one are not answered", run)
    if run.most_bytes > 96 * MIB:
        raise Finding(f"a line of {size >> 20} MiB takes {run.most_bytes >> 20} MiB: {run.describe()}")


def limits(try_):
    try_.random.choice([little_memory] * 4 + [few_descriptors, few_descriptors_served, long_lines])(try_)
