"""The encoding by neighbours: docs/codec.md, whose words the names are.

White to move or Black: all squares are those of the placement of that number, as it lies."""
from .libraries import Refused
from .rules import ray

UNKNOWN = 255
NO_CODE = 255
MIXED = 4
MASK = 2**64 - 1
J = 0xD6E8FEB86659FD93
WEST, SOUTH = 0, 1


WAYS = ((-1, 0), (0, -1), (-1, -1), (1, -1))  # west, south, south-west, south-east
LINES = [[ray(square, way) for way in WAYS] for square in range(64)]


# "The range decoder"

class RangeDecoder:
    """Reads decisions with known probabilities."""

    def __init__(self, data):
        self.data = data
        self.range = 0xFFFFFFFF
        self.code = int.from_bytes(data[:4].ljust(4, b"\0"), "big")
        self.next = 4

    def read(self, probability):
        """Reads yes or no; yes has the probability, in 65,536ths."""
        part = (self.range >> 16) * probability
        yes = self.code < part
        if yes:
            self.range = part
        else:
            self.code -= part
            self.range -= part
        while self.range < 1 << 24:
            byte = self.data[self.next] if self.next < len(self.data) else 0
            self.next += 1
            self.range <<= 8
            self.code = (self.code << 8 | byte) & 0xFFFFFFFF
        return yes


# "The bytes of a model"

class Adaptive:
    """Probabilities that adapt, each for decisions of one kind."""

    def __init__(self, decoder, count):
        self.decoder = decoder
        self.p = [32768] * count

    def read(self, i):
        """Reads a decision; its probability becomes that of "The bytes of a model"."""
        p = self.p[i]
        yes = self.decoder.read(p)
        self.p[i] = p + (65504 - p) // 32 if yes else p - (p - 32) // 32
        return yes

    def number(self, bits):
        """Reads a number, from the highest bit down."""
        number = 1
        for _ in range(bits):
            number = 2 * number + self.read(number)
        return number - (1 << bits)


def read_table(decoder, bits):
    """Returns the votes of one table."""
    is_zero, is_negative, size = Adaptive(decoder, 1), Adaptive(decoder, 1), Adaptive(decoder, 128)
    votes = []
    for _ in range(1 << bits):
        if is_zero.read(0):
            votes.append(0)
        else:
            negative = is_negative.read(0)
            votes.append(-size.number(7) if negative else size.number(7))
    return votes


def read_tree(decoder, grades):
    """Returns the leaves of a tree: of each path, as a binary number of a 1 and then the path, the grade.

    "A unit of a .dtm", on canonical paths."""
    numbers = Adaptive(decoder, 64)
    lengths = [numbers.number(6) for _ in range(256)]
    if any(length > 40 or (length and grade not in grades) for grade, length in enumerate(lengths)):
        raise Refused("a length of a path that cannot be")
    leaves = sorted((length, grade) for grade, length in enumerate(lengths) if length)
    if len(leaves) < 2 or sum(2 ** (40 - length) for length, _ in leaves) != 2**40:
        raise Refused("the paths of a model are not those of a tree")
    tree = {}
    path, length_before = -1, leaves[0][0]
    for length, grade in leaves:
        path = (path + 1) << (length - length_before)
        length_before = length
        tree[1 << length | path] = grade
    return tree


class Model:
    """Votes, and for a .wdl the order of grades, for a .dtm the trees."""

    def __init__(self, data, is_dtm):
        if len(data) < 5 or not 8 <= data[0] <= 20:
            raise Refused("a model without its first bytes")
        self.is_dtm = is_dtm
        bits = data[0]
        self.shift = 64 - bits
        size = int.from_bytes(data[1:5], "little")
        self.bytes = 5 + size
        if self.bytes > len(data):
            raise Refused("a model of more bytes than there are")
        decoder = RangeDecoder(data[5:self.bytes])
        self.candidates = [read_table(decoder, bits) for _ in range(6)]
        if is_dtm:
            self.escapes = [read_table(decoder, bits) for _ in range(3)]
            self.trees = [read_tree(decoder, grades) for grades in (range(1, 127), range(129, 255))]
        else:
            numbers = Adaptive(decoder, 4)
            self.order = [numbers.number(2) for _ in range(3)]
            if sorted(self.order) != [1, 2, 3]:
                raise Refused("a model's grades are not 1, 2 and 3")
            self.rows = [read_table(decoder, bits) for _ in range(4)]


def read_models(data, is_dtm, count):
    """Returns one model for each stored side, which lie one after the other."""
    models = []
    for _ in range(count):
        models.append(Model(data, is_dtm))
        data = data[models[-1].bytes:]
    if data:
        raise Refused("bytes behind the models")
    return models


# "Decisions"

def probabilities():
    """Returns p(s) for the sums -256 to 256, at s + 256."""
    o = 2**32
    of_noes = []
    for _ in range(257):
        of_noes.append(max(3, o * 65536 // (2**32 + o)))
        o = o * 4034748382 // 2**32
    return of_noes[::-1] + [65536 - p for p in of_noes[1:]]


PROBABILITIES = probabilities()


def mix(a, t):
    """Returns mix(a, t): "Decisions"."""
    return ((a ^ (t * 0xC2B2AE3D27D4EB4F & MASK)) * 0x9E3779B97F4A7C15) & MASK


def packed(*values):
    """Returns a number made of bytes, the lowest first."""
    return int.from_bytes(bytes(values), "little")


# "Grades"

def grades_of_codes(is_dtm, has_king):
    """Returns the grade of each code, by whether the side to move has a king."""
    if not is_dtm:
        return dict(enumerate((1, 2, 3) if has_king else (3, 2, 1)))
    grades = {0: 127 if has_king else 128}
    for code in range(1, 253):
        if code % 2:
            grades[code] = (code + 1) // 2 if has_king else 255 - (code + 1) // 2
        else:
            grades[code] = 255 - code // 2 if has_king else code // 2
    return grades


# "Units and rows"

class Row:
    """The places of a unit that differ in the runner's square alone."""

    def __init__(self, men, waiting, fellows):
        self.men = men
        self.waiting = waiting
        self.fellows = fellows
        self.grades = [UNKNOWN] * 64  # by the runner's square, where known
        self.quiet = {}  # which places of the unit are quiet, by the runner's square
        self.kind = 0
        self.hits = [0] * 64

    @property
    def others(self):
        """Returns the squares of all pieces but the runner."""
        return self.men[0] | self.men[1] | self.waiting | self.fellows


def rows_of(positions, quiet, side):
    """Returns the rows of a unit by their names. The runner is of that side."""
    rows = {}
    for place, position in enumerate(positions):
        kings = position.kings[side]
        runner = kings & -kings
        waiting = position.kings[1 - side] if side == position.mover else 0
        name = position.men, waiting, kings & ~runner
        row = rows.setdefault(name, Row(*name))
        if quiet[place]:
            row.quiet[runner.bit_length() - 1] = place
    return rows


# "What is known around a place"

def square_distance(changed):
    """Returns 3 x max(f, r) + min(f, r) of the two squares of a set."""
    one, other = (changed & -changed).bit_length() - 1, changed.bit_length() - 1
    distances = abs(one % 8 - other % 8), abs(one // 8 - other // 8)
    return 3 * max(distances) + min(distances)


def nearest_slices(slices):
    """Returns for each slice (given in the order of their numbers) the nearest, or None: "The nearest slice"."""
    nearest = {}
    for i, (white, black) in enumerate(slices):
        best = None, 1000
        for other in slices[:i]:
            of_white, of_black = other[0] ^ white, other[1] ^ black
            if (of_white | of_black).bit_count() == 2 and not (of_white and of_black):  # one man moved
                distance = square_distance(of_white | of_black) + (1 if of_white else 0)
                if distance <= best[1]:
                    best = other, distance
        nearest[white, black] = best[0]
    return nearest


def open_line(square, way, others):
    """Returns the line of a king: "Bounds"."""
    line = []
    for step in LINES[square][way]:
        if others >> step & 1:
            break
        line.append(step)
    return line


def greatest(grades):
    """Returns the greatest known grade, or 255."""
    return max((grade for grade in grades if grade != UNKNOWN), default=UNKNOWN)


class Surroundings:
    """The rows around a row, for all its places."""

    def __init__(self, row, rows, nearest):
        self.row = row
        waiting, fellow = row.waiting & -row.waiting, row.fellows & -row.fellows
        with_waiting_on = lambda square: rows.get((row.men, row.waiting ^ waiting | 1 << square, row.fellows))
        with_fellow_on = lambda square: rows.get((row.men, row.waiting, row.fellows ^ fellow | 1 << square))
        self.waiting_lines = self.lines(waiting, with_waiting_on)
        self.fellow_lines = self.lines(fellow, with_fellow_on)
        self.west, self.south = (self.step(waiting, way, with_waiting_on) for way in (WEST, SOUTH))
        self.fellow = self.step(fellow, WEST, with_fellow_on)
        self.slice = rows.get((nearest, row.waiting, row.fellows))

    def lines(self, king, with_king_on):
        """Returns the rows with the king on its four lines."""
        if not king:
            return [[]] * 4
        squares = (open_line(king.bit_length() - 1, way, self.row.others) for way in range(4))
        return [[row for row in map(with_king_on, line) if row] for line in squares]

    def step(self, king, way, with_king_on):
        """Returns the row with the king one step away, or None."""
        line = open_line(king.bit_length() - 1, way, self.row.others) if king else []
        return with_king_on(line[0]) if line else None

    def guesses_and_hints(self, runner):
        """Returns the 16 grades around a place."""
        row = self.row
        grades = row.grades
        runner_lines = [min((grades[square] for square in open_line(runner, way, row.others)), default=UNKNOWN)
                        for way in range(4)]
        fellow_lines = [min((other.grades[runner] for other in line), default=UNKNOWN) for line in self.fellow_lines]
        waiting_lines = [greatest(other.grades[runner] for other in line) for line in self.waiting_lines]
        west = runner - 1 if runner % 8 else None
        south = runner - 8 if runner >= 8 else None
        known = lambda other, square: UNKNOWN if other is None or square is None else other.grades[square]
        guesses = (greatest(runner_lines + fellow_lines), known(self.west, runner), known(self.south, runner),
                   known(self.fellow, runner), known(self.slice, runner), known(row, west), known(row, south),
                   min(waiting_lines))
        hints = (*runner_lines, greatest(fellow_lines), known(self.slice, west), known(self.south, west),
                 known(self.fellow, west))
        return guesses, hints


# "A unit of a .wdl", "A unit of a .dtm"

class UnitReader:
    """Decodes one unit. on_decision, if given, is told each decision: for the examples of docs/codec.md."""

    def __init__(self, positions, quiet, data, model, results=None, on_decision=None):
        self.model = model
        self.decoder = RangeDecoder(data)
        self.on_decision = on_decision
        self.results = results
        self.quiet_count = sum(quiet)
        mover = positions[0].mover
        has_king = bool(positions[0].kings[mover])
        self.grade_of = grades_of_codes(model.is_dtm, has_king)
        self.code_of = {grade: code for code, grade in self.grade_of.items()}
        self.rows = rows_of(positions, quiet, mover if has_king else 1 - mover)
        self.nearest = nearest_slices(list(dict.fromkeys(position.men for position in positions)))
        self.codes = bytearray([NO_CODE]) * len(positions)
        self.misses = 0
        self.recent = {False: [], True: []}  # newest first; below the draw's grade, and above

    def decide(self, tables, contexts):
        """Reads a decision: "Decisions"."""
        total = sum(table[context >> self.model.shift] for table, context in zip(tables, contexts))
        probability = PROBABILITIES[max(total, -256) + 256] if total <= 256 else 65536 - PROBABILITIES[0]
        yes = self.decoder.read(probability)
        if self.on_decision:
            self.on_decision(contexts, total, probability, yes)
        return yes

    def decode(self):
        """Returns the codes of the unit's places, 255 where a capture is forced."""
        if self.model.is_dtm:
            self.decode_rows(self.dtm_place)
        elif self.quiet_count:
            kind = self.read_kind(lambda j: [(j + 1) << 60] * 4)
            if kind == MIXED:
                self.decode_rows(self.wdl_place)
            else:
                for row in self.rows.values():
                    self.fill(row, kind)
        return bytes(self.codes)

    def read_kind(self, contexts):
        """Reads the kind of a unit or a row."""
        if not self.decide(self.model.rows, contexts(0)):
            return MIXED
        for j in (1, 2):
            if self.decide(self.model.rows, contexts(j)):
                return self.model.order[j - 1]
        return self.model.order[2]

    def fill(self, row, grade):
        """Gives all quiet places of a row a grade."""
        for runner in row.quiet:
            self.set(row, runner, grade)

    def set(self, row, runner, grade):
        """Notes the grade of a place, and its code: "Grades"."""
        row.grades[runner] = grade
        self.codes[row.quiet[runner]] = self.code_of[grade]

    def decode_rows(self, decode_place):
        """Decodes the rows that have a quiet place, in their order; for a .wdl after their kinds."""
        last = 0
        for row in self.rows.values():
            if not row.quiet:
                continue
            around = Surroundings(row, self.rows, self.nearest[row.men])
            if not self.model.is_dtm:
                row.kind = last = self.read_row_kind(row, around, last)
                if row.kind != MIXED:
                    self.fill(row, row.kind)
                    self.misses //= 2
                    continue
            for runner in row.quiet:
                guesses, hints = around.guesses_and_hints(runner)
                grade = decode_place(row, runner, guesses, hints)
                self.set(row, runner, grade)
                row.hits[runner] = (guesses[0] == grade) + 2 * (guesses[1] == grade) + 4 * (guesses[4] == grade)

    def read_row_kind(self, row, around, last):
        """Reads the kind of a row."""
        fellow, west, south, slice_ = (other.kind if other else 0
                                       for other in (around.fellow, around.west, around.south, around.slice))
        packs = (packed(fellow, west, south, slice_, last), packed(len(row.quiet), last, west, fellow),
                 packed(lowest(row.waiting), lowest(row.fellows), fellow, west),
                 packed(self.misses // 4, slice_, west, last))
        bases = [mix(b, 11 + i) for i, b in enumerate(packs)]
        return self.read_kind(lambda j: [base + (j + 1) * J & MASK for base in bases])

    def wdl_place(self, row, runner, guesses, hints):
        """Reads the grade of a place of a mixed row."""
        guessed = unlike(guess for guess in guesses if guess != UNKNOWN)
        candidates = guessed + [grade for grade in self.model.order if grade not in guessed]
        contexts = self.place_contexts(row, runner, guesses, hints, guessed, guesses_possible=is_known,
                                       peculiar=lowest(row.waiting))
        k = self.ask(candidates[:2], len(guessed), candidates[0], contexts)
        k = 2 if k is None else k
        self.count_miss(k != 0)
        return candidates[k]

    def dtm_place(self, row, runner, guesses, hints):
        """Reads the grade of a place, whose result is known."""
        result = self.results[row.quiet[runner]]
        if result == 1:
            return self.grade_of[0]
        is_above = (result == 2) == (self.grade_of[2] > 128)
        is_possible = lambda grade: 129 <= grade <= 254 if is_above else 1 <= grade <= 126
        guessed = unlike(guess for guess in guesses if is_possible(guess))
        recent = self.recent[is_above]
        candidates = guessed + [grade for grade in recent if grade not in guessed]
        first = candidates[0] if candidates else UNKNOWN
        contexts = self.place_contexts(row, runner, guesses, hints, guessed, is_possible, peculiar=first)
        k = self.ask(candidates, len(guessed), 1 if is_above else 2, contexts)
        self.count_miss(k != 0)
        grade = self.escape(guesses, candidates, is_above) if k is None else candidates[k]
        if (k is None or k >= len(guessed)) and recent[:1] != [grade]:
            self.recent[is_above] = [grade] + recent[:1]
        return grade

    def place_contexts(self, row, runner, guesses, hints, guessed, guesses_possible, peculiar):
        """Returns mix(a_i, i + 1): "Decisions"."""
        def pattern(grade):
            """Returns G_i or H_i: "Candidates and patterns"."""
            return 5 if not guesses_possible(grade) else guessed.index(grade) if grade in guessed else 4
        g, h = list(map(pattern, guesses)), list(map(pattern, hints))
        hits_west = row.hits[runner - 1] if runner % 8 else 8
        hits_south = row.hits[runner - 8] if runner >= 8 else 8
        packs = (packed(g[0], g[1], g[2], g[3], 0, g[5], g[6]),
                 packed(h[0], h[1], h[2], h[3], h[4], 0, 0, g[7]),
                 packed(g[0], g[1], self.misses // 4, hits_west, hits_south, g[5]),
                 packed(g[0], g[1], runner, 0, 0, g[5]),
                 packed(g[2], g[3], g[4], 0, 0, h[5], h[6], h[7]),
                 packed(g[0], g[1], peculiar, 0, 0, g[5]))
        return [mix(a, i + 1) for i, a in enumerate(packs)]

    def ask(self, candidates, guessed, big_k, contexts):
        """Asks for candidates; returns which is right, or None."""
        for k, grade in enumerate(candidates):
            r = k if k < guessed else 4 + k - guessed
            c = 0 if k == 0 else 1 if grade < candidates[0] else 2
            d = 0 if k < 2 else 1 if grade < candidates[k - 1] else 2
            added = (9 * (8 * big_k + r) + 3 * c + d + 1) * J
            if self.decide(self.model.candidates, [context + added & MASK for context in contexts]):
                return k
        return None

    def count_miss(self, is_miss):
        """Counts misses: "Decisions"."""
        self.misses = (7 * self.misses + 4 + 63 * is_miss) // 8

    def escape(self, guesses, candidates, is_above):
        """Reads a grade that no candidate has."""
        c0, c1 = (candidates + [UNKNOWN, UNKNOWN])[:2]
        bases = (mix(guesses[1], 21), mix(guesses[0] + 256 * guesses[1], 22), mix(c0 + 256 * c1, 23))
        tree = self.model.trees[is_above]
        path = 1
        while path not in tree:
            added = (2 * path + is_above) * J
            path = 2 * path + self.decide(self.model.escapes, [base + added & MASK for base in bases])
        return tree[path]


def is_known(grade):
    """Says whether a grade is known: possible, in a .wdl ("Candidates and patterns")."""
    return grade != UNKNOWN


def lowest(kings):
    """Returns the lowest square of a set, 64 if there is none."""
    return (kings & -kings).bit_length() - 1 if kings else 64


def unlike(grades):
    """Returns each grade once, the first four of them."""
    return list(dict.fromkeys(grades))[:4]


# "The bytes of a unit"

def codes_as_they_are(data, quiet, is_dtm, results):
    """Returns the codes of a unit that has as many bytes as places, checked."""
    for code, is_quiet, i in zip(data, quiet, range(len(data))):
        if not is_quiet:
            fits = code == NO_CODE
        elif is_dtm:
            fits = code <= 252 and results[i] == (1 if code == 0 else 0 if code % 2 else 2)
        else:
            fits = code <= 2
        if not fits:
            raise Refused("a code that cannot be")
    return data


def decode_unit(positions, quiet, data, model, results=None):
    """Returns the codes of a unit's places, 255 where a capture is forced. results: for a .dtm the .wdl's codes."""
    if len(data) == len(positions):
        return codes_as_they_are(data, quiet, model.is_dtm, results)
    return UnitReader(positions, quiet, data, model, results).decode()
