"""The encoding by neighbours: docs/codec.md, whose words the names are.

White to move or Black: all squares are those of the placement of that number, as it lies."""
from .libraries import Refused
from .rules import ray

UNKNOWN = 255
NO_CODE = 255
MIXED = 4
MASK = 2**64 - 1
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


def tree_of(lengths, relative_values):
    """Returns the leaves of the tree that has these relative values: each path as a number, 1 and its bits, and its relative value.

    "A block of a .dtm", on canonical paths."""
    leaves = sorted((lengths[relative_value], relative_value) for relative_value in relative_values if lengths[relative_value])
    if len(leaves) < 2 or sum(2 ** (40 - length) for length, _ in leaves) != 2**40:
        raise Refused("the paths of a model are not those of a tree")
    tree = {}
    path, length_before = -1, leaves[0][0]
    for length, relative_value in leaves:
        path = (path + 1) << (length - length_before)
        length_before = length
        tree[1 << length | path] = relative_value
    return tree


class Model:
    """Votes, and for a .wdl the order of relative values, for a .dtm or .dtz the trees."""

    def __init__(self, data, has_distances):
        if len(data) < 5 or not 8 <= data[0] <= 20:
            raise Refused("a model without its first bytes")
        self.has_distances = has_distances
        bits = data[0]
        self.shift = 64 - bits
        size = int.from_bytes(data[1:5], "little")
        self.bytes = 5 + size
        if self.bytes > len(data):
            raise Refused("a model of more bytes than there are")
        decoder = RangeDecoder(data[5:self.bytes])
        self.candidates = [read_table(decoder, bits) for _ in range(4)]
        if has_distances:
            self.escapes = [read_table(decoder, bits) for _ in range(2)]
            numbers = Adaptive(decoder, 64)
            lengths = [numbers.number(6) for _ in range(256)]
            if any(length > 40 or (length and relative_value in (0, 127, 254, 255)) for relative_value, length in enumerate(lengths)):
                raise Refused("a length of a path that cannot be")
            self.trees = [tree_of(lengths, relative_values) for relative_values in (range(1, 127), range(128, 254))]
        else:
            numbers = Adaptive(decoder, 4)
            self.order = [numbers.number(2) for _ in range(3)]
            if sorted(self.order) != [1, 2, 3]:
                raise Refused("a model's relative values are not 1, 2 and 3")
            self.rows = [read_table(decoder, bits) for _ in range(2)]


def read_models(data, has_distances, count):
    """Returns one model for each stored side, which lie one after the other."""
    models = []
    for _ in range(count):
        models.append(Model(data, has_distances))
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


def packed(*values):
    """Returns a number made of bytes, the lowest first."""
    return int.from_bytes(bytes(values), "little")


# "Relative values"

def relative_values_of_codes(has_distances, has_king):
    """Returns the relative value of each code, by whether the side to move has a king."""
    if not has_distances:
        return dict(enumerate((1, 2, 3) if has_king else (3, 2, 1)))
    relative_values = {0: 127}
    for code in range(1, 253):
        if code % 2:
            relative_values[code] = (code + 1) // 2 if has_king else 254 - (code + 1) // 2
        else:
            relative_values[code] = 254 - code // 2 if has_king else code // 2
    return relative_values


# "Blocks and rows"

class Row:
    """The positions of a block that differ in the runner's square alone."""

    def __init__(self, men, waiting, fellows):
        self.men = men
        self.waiting = waiting
        self.fellows = fellows
        self.relative_values = [UNKNOWN] * 64  # by the runner's square, where known
        self.quiet = {}  # which positions of the block are quiet, by the runner's square
        self.kind = 0
        self.first = None  # its first position in the block

    @property
    def others(self):
        """Returns the squares of all pieces but the runner."""
        return self.men[0] | self.men[1] | self.waiting | self.fellows


def rows_of(positions, quiet, side):
    """Returns the rows of a block by their names. The runner is of that side."""
    rows = {}
    for offset, position in enumerate(positions):
        kings = position.kings[side]
        runner = kings & -kings
        waiting = position.kings[1 - side] if side == position.mover else 0
        name = position.men, waiting, kings & ~runner
        row = rows.setdefault(name, Row(*name))
        row.first = offset if row.first is None else row.first
        if quiet[offset]:
            row.quiet[runner.bit_length() - 1] = offset
    return rows


# "What is known around a position"

def square_distance(changed):
    """Returns how many files and rows the two squares of a set are apart, added up."""
    one, other = (changed & -changed).bit_length() - 1, changed.bit_length() - 1
    return abs(one % 8 - other % 8) + abs(one // 8 - other // 8)


def nearest_slices(slices):
    """Returns for each slice (given in the order of their numbers) the nearest, or None: "The nearest slice"."""
    nearest = {}
    for i, (white, black) in enumerate(slices):
        best = None, 1000
        for other in slices[:i]:
            of_white, of_black = other[0] ^ white, other[1] ^ black
            if (of_white | of_black).bit_count() == 2 and not (of_white and of_black):  # one man moved
                distance = square_distance(of_white | of_black)
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


def greatest(relative_values):
    """Returns the greatest known relative value, or 255."""
    return max((relative_value for relative_value in relative_values if relative_value != UNKNOWN), default=UNKNOWN)


class Surroundings:
    """The rows around a row, for all its positions."""

    def __init__(self, row, rows, nearest):
        self.row = row
        waiting, fellow = row.waiting & -row.waiting, row.fellows & -row.fellows
        with_waiting_on = lambda square: rows.get((row.men, row.waiting ^ waiting | 1 << square, row.fellows))
        with_fellow_on = lambda square: rows.get((row.men, row.waiting, row.fellows ^ fellow | 1 << square))
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
        """Returns the relative values around a position."""
        row = self.row
        relative_values = row.relative_values
        runner_lines = [min((relative_values[square] for square in open_line(runner, way, row.others)), default=UNKNOWN)
                        for way in range(4)]
        fellow_lines = [min((other.relative_values[runner] for other in line), default=UNKNOWN) for line in self.fellow_lines]
        west = runner - 1 if runner % 8 else None
        south = runner - 8 if runner >= 8 else None
        known = lambda other, square: UNKNOWN if other is None or square is None else other.relative_values[square]
        guesses = (known(self.west, runner), known(row, west), greatest(runner_lines + fellow_lines),
                   known(row, south), known(self.south, runner), known(self.fellow, runner),
                   known(self.slice, runner))
        hints = (*runner_lines, greatest(fellow_lines), known(self.south, west), known(self.fellow, west),
                 known(self.slice, west))
        return guesses, hints


# "A block of a .wdl", "A block of a .dtm"

class BlockReader:
    """Decodes one block. on_decision, if given, is told each decision: for the examples of docs/codec.md."""

    def __init__(self, positions, quiet, data, model, results=None, on_decision=None):
        self.model = model
        self.decoder = RangeDecoder(data)
        self.on_decision = on_decision
        self.results = results
        self.quiet_count = sum(quiet)
        mover = positions[0].mover
        has_king = bool(positions[0].kings[mover])
        self.relative_value_of = relative_values_of_codes(model.has_distances, has_king)
        self.code_of = {relative_value: code for code, relative_value in self.relative_value_of.items()}
        self.rows = rows_of(positions, quiet, mover if has_king else 1 - mover)
        self.nearest = nearest_slices(list(dict.fromkeys(position.men for position in positions)))
        self.codes = bytearray([NO_CODE]) * len(positions)
        self.misses = 0
        self.recent = {False: [], True: []}  # newest first; below the draw's relative value, and above
        self.at = 0  # the position that is read, or the first one of the row, and what is known around it
        self.around = ()

    def decide(self, tables, situation, decision, *question):
        """Reads a decision: "Decisions". situation: the bytes a_i of each table; decision: the bytes b."""
        contexts = [(packed(*a) * 0x9E3779B97F4A7C15 + packed(*decision) * 0xD6E8FEB86659FD93) & MASK
                    for a in situation]
        votes = [table[context >> self.model.shift] for table, context in zip(tables, contexts)]
        total = sum(votes)
        probability = PROBABILITIES[max(total, -256) + 256] if total <= 256 else 65536 - PROBABILITIES[0]
        yes = self.decoder.read(probability)
        if self.on_decision:
            self.on_decision(self, question, list(zip(contexts, votes)), probability, yes)
        return yes

    def decode(self):
        """Returns the codes of the block's positions, 255 where a capture is forced."""
        if self.model.has_distances:
            self.decode_rows(self.dtm_offset)
        elif self.quiet_count:
            kind = self.read_kind([()] * 2, 0, "block")
            if kind == MIXED:
                self.decode_rows(self.wdl_offset)
            else:
                for row in self.rows.values():
                    self.fill(row, kind)
        return bytes(self.codes)

    def read_kind(self, situation, first, what):
        """Reads the kind of a block or a row; the first decision has that number."""
        if not self.decide(self.model.rows, situation, [first], what, 0):
            return MIXED
        for j in (1, 2):
            if self.decide(self.model.rows, situation, [first + j], what, j):
                return self.model.order[j - 1]
        return self.model.order[2]

    def fill(self, row, relative_value):
        """Gives all quiet positions of a row a relative value."""
        for runner in row.quiet:
            self.set(row, runner, relative_value)

    def set(self, row, runner, relative_value):
        """Notes the relative value of a position, and its code: "Relative values"."""
        row.relative_values[runner] = relative_value
        self.codes[row.quiet[runner]] = self.code_of[relative_value]

    def decode_rows(self, decode_offset):
        """Decodes the rows that have a quiet position, in their order; for a .wdl after their kinds."""
        last = 0
        for row in self.rows.values():
            if not row.quiet:
                continue
            around = Surroundings(row, self.rows, self.nearest[row.men])
            if not self.model.has_distances:
                self.at = row.first
                row.kind = last = self.read_row_kind(row, around, last)
                if row.kind != MIXED:
                    self.fill(row, row.kind)
                    continue
            for runner, self.at in row.quiet.items():
                self.around = around.guesses_and_hints(runner)
                self.set(row, runner, decode_offset(row, runner, *self.around))

    def read_row_kind(self, row, around, last):
        """Reads the kind of a row."""
        fellow, west, south, slice_ = (other.kind if other else 0
                                       for other in (around.fellow, around.west, around.south, around.slice))
        return self.read_kind([(west, fellow, last, south, slice_), (west, fellow, last, len(row.quiet))], 3, "row")

    def wdl_offset(self, row, runner, guesses, hints):
        """Reads the relative value of a position of a mixed row."""
        guessed = unlike(guess for guess in guesses if guess != UNKNOWN)
        candidates = guessed + [relative_value for relative_value in self.model.order if relative_value not in guessed]
        k = self.ask(candidates[:2], self.situation(runner, guesses, hints, guessed, is_known))
        k = 2 if k is None else k
        self.count_miss(k != 0)
        return candidates[k]

    def dtm_offset(self, row, runner, guesses, hints):
        """Reads the relative value of a position, whose result is known."""
        result = self.results[row.quiet[runner]]
        if result == 1:
            return self.relative_value_of[0]
        is_above = (result == 2) == (self.relative_value_of[2] > 127)
        is_possible = lambda relative_value: 128 <= relative_value <= 253 if is_above else 1 <= relative_value <= 126
        guessed = unlike(guess for guess in guesses if is_possible(guess))
        recent = self.recent[is_above]
        candidates = guessed + [relative_value for relative_value in recent if relative_value not in guessed]
        k = self.ask(candidates, self.situation(runner, guesses, hints, guessed, is_possible))
        self.count_miss(k != 0)
        relative_value = self.escape(candidates, is_above) if k is None else candidates[k]
        if recent[:1] != [relative_value]:
            self.recent[is_above] = [relative_value] + recent[:1]
        return relative_value

    def situation(self, runner, guesses, hints, guessed, is_possible):
        """Returns the bytes a_i of a position's candidates: "Decisions"."""
        def pattern(relative_value):
            """Returns G_i or H_i: "Candidates and patterns"."""
            return 8 if not is_possible(relative_value) else guessed.index(relative_value) if relative_value in guessed else 7
        g, h = list(map(pattern, guesses)), list(map(pattern, hints))
        return [h[:5], [*g[:3], self.misses // 4], [*g[:4], runner], g[4:] + h[5:]]

    def ask(self, candidates, situation):
        """Asks for candidates; returns which is right, or None."""
        for k, relative_value in enumerate(candidates):
            decision = [k, relative_value < candidates[0], 0 if self.model.has_distances else candidates[0]]
            if self.decide(self.model.candidates, situation, decision, "candidate", k, relative_value):
                return k
        return None

    def count_miss(self, is_miss):
        """Counts misses: "Decisions"."""
        self.misses = (7 * self.misses + 64 * is_miss) // 8

    def escape(self, candidates, is_above):
        """Reads a relative value that no candidate has."""
        c0, c1 = (candidates + [UNKNOWN, UNKNOWN])[:2]
        tree = self.model.trees[is_above]
        path = 1
        while path not in tree:
            path = 2 * path + self.decide(self.model.escapes, [(c0,), (c0, c1)], path.to_bytes(8, "little"), "escape", path)
        return tree[path]


def is_known(relative_value):
    """Says whether a relative value is known: possible, in a .wdl ("Candidates and patterns")."""
    return relative_value != UNKNOWN


def unlike(relative_values):
    """Returns each relative value once."""
    return list(dict.fromkeys(relative_values))


# "The bytes of a block"

def codes_as_they_are(data, quiet, has_distances, results):
    """Returns the codes of a block that has as many bytes as positions, checked."""
    for code, is_quiet, i in zip(data, quiet, range(len(data))):
        if not is_quiet:
            fits = code == NO_CODE
        elif has_distances:
            fits = code <= 252 and results[i] == (1 if code == 0 else 0 if code % 2 else 2)
        else:
            fits = code <= 2
        if not fits:
            raise Refused("a code that cannot be")
    return data


def decode_block(positions, quiet, data, model, results=None):
    """Returns the codes of a block's positions, 255 where a capture is forced. results: for a .dtm or .dtz the .wdl's codes."""
    if len(data) == len(positions):
        return codes_as_they_are(data, quiet, model.has_distances, results)
    return BlockReader(positions, quiet, data, model, results).decode()
