"""Table files with damage. Plain damage must be noticed. Damage under right checksums (sealed) must only be survived.
"""
import running
from reference import FORMS, contents, plain
from trying import require, require_calm

POSITIONS = b"".join(line + b"\n" for line in (
    b"W:WKa7:BKh8", b"B:WKb2:BKh8", b"W:WKa7:Bd4", b"B:WKd1:Bd5", b"W:Wc2:Bf7", b"W:Wc1:Bd7", b"B:WKc1:BKc3",
    b"W:WKb1:BKc1"))
QUESTIONS = (["check"], ["verify"], ["verify", "--plain"], ["manifest"], ["stats"], ["stats", "CLASS"],
             ["find", "--zugzwang", "mutual"], ["find", "CLASS", "--result", "win", "--longest"],
             ["find", "--unique-solution", "--plies", "7-", "CLASS"], ["probe"], ["probe", "--json"], ["gen"])

FILES = 20  # that the probe library is asked of, a try


def damage(try_, kind, to="tables"):
    """Returns the directory of the good tables, and `to` with a copy of them, of which one or two files are damaged."""
    form = try_.random.choice(FORMS)
    good = try_.setting.reference.tables(try_.pieces, form)
    damaged = try_.setting.reference.copy(try_.directory / to, try_.pieces, form)
    names = sorted(path.name for path in good.iterdir() if path.suffix in (".dtm", ".wdl"))
    for _ in range(try_.random.choice([1, 1, 2])):
        name = try_.random.choice(names)
        other = try_.random.choice([other for other in names if other[-4:] == name[-4:]])
        run = running.run([try_.setting.programs / "attack_mutate", kind, try_.seed(), good / name, good / other,
                           damaged / name], 60)
        if run.status != 0:
            raise RuntimeError(run.describe())
        try_.note(f"{form}, {name}: {run.out.decode().strip()}")
    return good, damaged


def ask_library(try_, kind):
    """Damages FILES files one by one and asks the probe library."""
    pieces = try_.random.choice(["two", try_.pieces])
    form, other = try_.random.sample(FORMS, 2)
    good = try_.setting.reference.tables(pieces, form)
    copy = try_.setting.reference.copy(try_.directory / "library", pieces, form)
    program = try_.setting.sanitized_programs / "attack_probe"
    try_.note(f"library: {form}")
    run = running.run([program, good, try_.setting.reference.tables(pieces, other), copy, kind, try_.seed(), FILES, 24],
                      try_.setting.command_seconds * try_.setting.patience, try_.setting.sanitized_bytes)
    last = b" ".join(run.out.splitlines()[-2:]).decode(errors="replace")
    require(b"WRONG" not in run.out, last, run)
    try_.note(f"library: {last}")
    require_calm(run, statuses=(0,))


def about_class(try_, question, good):
    """Returns the question with the name of a class that is there where it says CLASS."""
    name = try_.random.choice(sorted(path.stem for path in good.glob("*.dtm")))
    return [name if word == "CLASS" else word for word in question]


def ask(try_, question, damaged):
    threads = ["--threads", try_.random.choice("12")] if question[0] != "probe" else []
    stdin = POSITIONS if question[0] == "probe" else b""
    return try_.run([*question, *threads, "--dir", damaged], sanitized=True, stdin=stdin)


def require_right(try_, question, run, good, damaged):
    """Requires the good tables' answer, or an error and nothing wrong before it."""
    stdin = POSITIONS if question[0] == "probe" else b""
    expected = try_.setting.reference.answer(good, question, stdin)
    answered = plain(run.out, damaged)
    if run.status == 0:
        require(answered == expected, "another answer, and no error", run)
    elif question[0] != "check":
        known = set(expected)
        wrong = [line for line in answered if line not in known and b"error" not in line]
        require(not wrong, f"a wrong line before the error, {wrong[:1]}", run)


def gen(try_, good, damaged):
    """Requires that gen keeps no file whose header or size is wrong; with --check, none that is damaged at all."""
    whole = try_.random.random() < 0.5
    options = ["--pieces", try_.piece_count(), *(["--check"] if whole else [])]
    run = try_.run(["gen", *options, "--dir", damaged], sanitized=True)
    require(run.status != 2, "gen does not know its options", run)
    if run.status != 0:
        return
    now = contents(damaged)
    made = contents(try_.setting.reference.tables(try_.pieces))
    for name, was in contents(good).items():
        found = now.get(name, b"")
        is_right = any(found == file or not whole and has_header_of(found, file) for file in (was, made[name]))
        require(is_right or (whole and holds_the_same(try_, good, damaged)), f"kept {name}, which is damaged", run)


def has_header_of(found, file):
    """Returns whether the header is sound, as far as that can be said without the checksum. Where block groups of other sizes
    were put in, the file has another size, and its header says so."""
    if len(found) == len(file):
        return found[:128] == file[:128]
    return (found[:40], found[48:120]) == (file[:40], file[48:120]) and \
        len(found) == int.from_bytes(found[40:48], "little")


def holds_the_same(try_, good, damaged):
    checked = running.run([try_.setting.reference.maker, "manifest", "--dir", damaged], 60)
    return checked.status == 0 and plain(checked.out, damaged) == try_.setting.reference.answer(good, ["manifest"])


def damaged_files(try_, kind):
    ask_library(try_, kind)
    good, damaged = damage(try_, kind)
    for question in try_.random.sample(QUESTIONS, 2):
        question = about_class(try_, question, good)
        if question[0] == "gen" and kind == "plain":
            gen(try_, good, damaged)
        elif question[0] == "gen":
            try_.run(["gen", "--pieces", try_.piece_count(), "--dir", damaged], sanitized=True)
        else:
            run = ask(try_, question, damaged)
            if kind == "plain":
                require_right(try_, question, run, good, damaged)


def plain_damage(try_):
    damaged_files(try_, "plain")


def sealed_damage(try_):
    damaged_files(try_, "sealed")
