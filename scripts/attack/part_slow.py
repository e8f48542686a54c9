"""Sealed files that are made to take long. None may take a command more than twice the processor time that a sound file
of its class takes, beyond what nobody would notice. Climbs from a random form to slower ones."""
import shutil

import running
from trying import require, require_calm

CLASSES = {"two": ("KvM", "MvM"), "four": ("KMvKM", "KKvMM", "KKMvM", "MMvMM", "KKvKK")}
UNIT_PLACES = (1, 7, 100, 1000, 2048, 5000, 8192, 65536)
PAGE_UNITS = (1, 2, 16, 64)
BYTES = ("plain", "single", "blocks", "empty", "any", "ones")
QUESTIONS = (["manifest"], ["check"], ["check", "--values"], ["stats"], ["verify"],
             ["find", "--longest", "--limit", "1000"], ["find", "--zugzwang", "any", "--limit", "1000"], ["compress"],
             ["claims"], ["gen"], ["probe"], ["line"])
OF_ALL = ("manifest", "check")  # that take no classes, so the class is alone in the directory

FACTOR = 2.0
NOTICED_SECONDS = 0.3  # of processor time, beyond the factor
STEPS = 4
LETTERS = {"K": "K", "M": ""}  # of a piece, in a FEN


def mutate(form, random):
    """Returns the form with one of its three choices made again."""
    changed = list(form)
    which = random.randrange(3)
    changed[which] = random.choice((UNIT_PLACES, PAGE_UNITS, BYTES)[which])
    return tuple(changed)


def positions(name, random):
    """Returns FENs of the class, a line each; some may be refused."""
    lines = []
    for _ in range(200):
        squares = iter(random.sample([file + row for file in "abcdefgh" for row in "234567"], len(name)))
        sides = [",".join(LETTERS[piece] + next(squares) for piece in side) for side in name.split("v")]
        lines.append(f"{random.choice('WB')}:W{sides[0]}:B{sides[1]}\n")
    return "".join(lines).encode()


class Race:
    """The same question of a sound class and of slow files of it."""

    def __init__(self, try_, name, question):
        self._try = try_
        self._name = name
        self._question = question
        self._stdin = positions(name, try_.random) if question[0] in ("probe", "line") else b""
        self._claims = try_.directory / "all.claims"
        self._claims.write_text('source "s"\nclaim "c"\n'
                                f"placements of {name}, either to move: 0 wins, 0 best moves 2\n")
        self._good = try_.setting.reference.tables("two" if try_.small else "four")

    def _fresh(self, form):
        """Returns a directory with the class, sound or in that form."""
        directory = self._try.directory / ("sound" if form is None else "slow")
        shutil.rmtree(directory, ignore_errors=True)
        if self._question[0] in OF_ALL:
            directory.mkdir()
        else:
            shutil.copytree(self._good, directory)
        for metric in ("wdl", "dtm"):
            file = f"{self._name}.{metric}"
            if form is None:
                shutil.copyfile(self._good / file, directory / file)
                continue
            block_positions, group_blocks, blocks = form
            made = running.run([self._try.setting.programs / "attack_mutate", "slow", self._try.random.randrange(1000),
                                self._good / file, block_positions, group_blocks, blocks, directory / file], 120)
            if made.status != 0:
                raise RuntimeError(made.describe())
        return directory

    def _words(self, directory):
        if self._question[0] == "claims":
            return ["claims", "--dir", directory, self._claims]
        if self._question[0] == "gen":
            return ["gen", "--dir", directory, "--class", self._name]
        about = [] if self._question[0] in (*OF_ALL, "probe", "line") else [self._name]
        return [*self._question, "--dir", directory, *about]

    def _take(self, directory):
        setting = self._try.setting
        run = running.run([setting.command, *self._words(directory)], 20 * setting.command_seconds * setting.patience,
                          stdin=self._stdin)
        require_calm(run)
        return run

    def measure(self, form, times):
        """Returns (seconds of the sound class, seconds of the form, the run of the form): the least of some each, in
        turns."""
        sound, slow = self._fresh(None), self._fresh(form)
        pairs = []
        for _ in range(times):
            if self._question[0] == "compress":
                sound, slow = self._fresh(None), self._fresh(form)
            pairs.append((self._take(sound), self._take(slow)))
        last = min((pair[1] for pair in pairs), key=lambda run: run.processor_seconds)
        return min(pair[0].processor_seconds for pair in pairs), last.processor_seconds, last


def slow(try_):
    name = try_.random.choice(CLASSES["two" if try_.small else "four"])
    question = try_.random.choice(QUESTIONS)
    try_.note(f"{name}, {' '.join(question)}")
    race = Race(try_, name, question)
    form = tuple(try_.random.choice(choices) for choices in (UNIT_PLACES, PAGE_UNITS, BYTES))
    worst = None
    for _ in range(1 if try_.small else STEPS):
        sound, taken, run = race.measure(form, 1)
        if worst is None or taken > worst[0]:
            worst = taken, form
        if taken > FACTOR * sound + NOTICED_SECONDS:
            sound, taken, run = race.measure(form, 3)  # was it noise?
            require(taken <= FACTOR * sound + NOTICED_SECONDS,
                    f"{taken:.2f} s of processor time, {sound:.2f} s for the sound {name}, with blocks and block groups {form}",
                    run)
        form = mutate(worst[1], try_.random)
