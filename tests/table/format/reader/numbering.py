"""The offset of a position: docs/format.md, "The offset of a position"."""
import re
from bisect import bisect_right
from functools import lru_cache
from itertools import combinations
from math import comb, isqrt
from typing import NamedTuple

from .rules import Position, squares_of

ALL = 2**64 - 1


def choose(n, k):
    """Returns C(n, k), 0 if k < 0 or k > n."""
    return comb(n, k) if 0 <= k <= n else 0


def rank(numbers):
    """Returns the rank of a set of numbers, given in ascending order."""
    return sum(comb(number, i + 1) for i, number in enumerate(numbers))


@lru_cache(maxsize=None)
def unrank(rank_, size):
    """Returns the set of `size` numbers that has that rank, in ascending order."""
    numbers = []
    for k in range(size, 0, -1):
        number = k - 1
        while comb(number + 1, k) <= rank_:
            number += 1
        rank_ -= comb(number, k)
        numbers.append(number)
    return tuple(reversed(numbers))


def rank_among(bits, squares):
    """Returns the rank of a set among some squares; both are sets of squares."""
    return rank([(squares & ((1 << square) - 1)).bit_count() for square in squares_of(bits)])


@lru_cache(maxsize=1024)
def numbered(squares):
    """Returns the squares of a set, numbered 0, 1, ... in their order."""
    return squares_of(squares)


def unrank_among(rank_, size, squares):
    """Returns the set that has that rank among some squares; both are sets of squares."""
    in_order = numbered(squares)
    return sum(1 << in_order[number] for number in unrank(rank_, size))


def flip_rows(bits):
    """Turns the board upside down: rank 1 becomes rank 8."""
    return int.from_bytes(bits.to_bytes(8, "little"), "big")


MIRRORED_ROWS = [int(f"{row:08b}"[::-1], 2) for row in range(256)]


def mirror(bits):
    """Mirrors the board: file a becomes file h."""
    return int.from_bytes(bytes(MIRRORED_ROWS[row] for row in bits.to_bytes(8, "little")), "little")


def transpose(bits):
    """Exchanges files for rows."""
    return sum(1 << (square % 8 * 8 + square // 8) for square in squares_of(bits))


# The eight symmetries of the board.
SYMMETRIES = [lambda bits, images=images: images[2](images[1](images[0](bits)))
              for images in ([mirror if i & 1 else int, flip_rows if i & 2 else int, transpose if i & 4 else int]
                             for i in range(8))]


class Half(NamedTuple):
    """The men of one half of the board, on squares 0 to 31 of the half."""
    white: int
    black: int

    @property
    def pair(self):
        """Returns (a, b): "With men"."""
        return self.white.bit_count(), self.black.bit_count()


def first(j, a, b):
    """Returns first(j), "With men": the halves with a white and b black men and fewer than j white ones on rank 1."""
    return sum(choose(4, i) * choose(24, a - i) * choose(28 - (a - i), b) for i in range(j))


@lru_cache(maxsize=None)
def halves(a, b):
    """Returns H(a, b)."""
    return first(5, a, b)


HALF_ROW_1 = 0xF
HALF_ROWS_2_TO_7 = 0xFFFFFF0
HALF_ROWS_2_TO_8 = 0xFFFFFFF0


def half_rank(half):
    """Returns the rank of a half."""
    a, b = half.pair
    on_row_1 = half.white & HALF_ROW_1
    j = on_row_1.bit_count()
    others = half.white & HALF_ROWS_2_TO_7
    white = rank(squares_of(on_row_1)) * choose(24, a - j) + rank_among(others, HALF_ROWS_2_TO_7)
    black = rank_among(half.black, HALF_ROWS_2_TO_8 & ~half.white)
    return first(j, a, b) + white * choose(28 - (a - j), b) + black


def half_unrank(number, a, b):
    """Returns the half with a white and b black men that has that rank."""
    j = max(j for j in range(5) if first(j, a, b) <= number and first(j, a, b) < first(j + 1, a, b))
    white, black = divmod(number - first(j, a, b), choose(28 - (a - j), b))
    on_row_1, others = divmod(white, choose(24, a - j))
    white_men = unrank_among(on_row_1, j, HALF_ROW_1) | unrank_among(others, a - j, HALF_ROWS_2_TO_7)
    return Half(white_men, unrank_among(black, b, HALF_ROWS_2_TO_8 & ~white_men))


def left_half(men):
    """Returns the squares of a half that men of files a to d have."""
    return sum(1 << (square // 8 * 4 + square % 8) for square in squares_of(men) if square % 8 < 4)


def left_squares(half):
    """Returns the squares of the board of men of a left half."""
    return sum(1 << (square // 4 * 8 + square % 4) for square in squares_of(half))


class Material(NamedTuple):
    """A class: its pieces."""
    white_kings: int
    white_men: int
    black_kings: int
    black_men: int

    @staticmethod
    def parse(name):
        """Returns the class of a name as KKMvKM."""
        white, black = re.fullmatch("(K*M*)v(K*M*)", name).groups()
        return Material(white.count("K"), white.count("M"), black.count("K"), black.count("M"))

    @staticmethod
    def of(position):
        """Returns the class of a position."""
        return Material(position.kings[0].bit_count(), position.men[0].bit_count(),
                        position.kings[1].bit_count(), position.men[1].bit_count())

    @property
    def name(self):
        """Returns the name of the class, as files have it."""
        return "K" * self.white_kings + "M" * self.white_men + "v" + "K" * self.black_kings + "M" * self.black_men

    @property
    def men(self):
        """Returns the number of men."""
        return self.white_men + self.black_men

    def kings(self, colour):
        """Returns the number of kings of a side."""
        return self.black_kings if colour else self.white_kings

    @property
    def swapped(self):
        """Returns the class that differs in the colours alone."""
        return Material(*self[2:], *self[:2])

    @property
    def sides(self):
        """Returns byte 14 of the header."""
        return 1 if self == self.swapped else 2

    @property
    def has_table(self):
        """Says whether White has more pieces, or as many pieces and no fewer kings."""
        return (sum(self[:2]), self.white_kings) >= (sum(self[2:]), self.black_kings)


def swap_colours(position):
    """Returns the position with colours swapped and the board turned upside down."""
    return Position(1 - position.mover, *(tuple(flip_rows(bits) for bits in reversed(sides)) for sides in position[1:]))


def stored_form(position):
    """Returns the position that has the same position and is of a class that has a table: step 1."""
    material = Material.of(position)
    is_swapped = not material.has_table or (material.sides == 1 and position.mover == 1)
    return swap_colours(position) if is_swapped else position


class IndexWithMen:
    """Placement numbers of a class with men."""

    def __init__(self, material):
        self.material = material
        self.pairs = []  # of left halves: (a, b), (c, d), number of the first slice, slices
        self.slices = 0
        for a in range(material.white_men + 1):
            for b in range(material.black_men + 1):
                left, right = (a, b), (material.white_men - a, material.black_men - b)
                if left >= right:
                    count = halves(*left)
                    slices = count * (count + 1) // 2 if left == right else count * halves(*right)
                    self.pairs.append((left, right, self.slices, slices))
                    self.slices += slices
        self.size = self.slices * self.kings_numbers(0)
        self.men_of_slice = lru_cache(maxsize=4096)(self.men_of_slice)

    def sets(self, mover):
        """Returns in how many ways the kings of the side that waits stand, and those of the side to move."""
        free = 64 - self.material.men
        waiting, moving = self.material.kings(1 - mover), self.material.kings(mover)
        return choose(free, waiting), choose(free - waiting, moving)

    def kings_numbers(self, mover):
        """Returns how many kings' numbers there are: "With men"."""
        waiting, moving = self.sets(mover)
        return waiting * moving

    def slice_of(self, left, right):
        """Returns the slice's number."""
        for pair, other, first_slice, _ in self.pairs:
            if pair == left.pair:
                l, r = half_rank(left), half_rank(right)
                return first_slice + (l * (l + 1) // 2 + r if pair == other else l * halves(*other) + r)
        raise AssertionError("the left half has fewer men")

    def men_of_slice(self, number):
        """Returns the squares of white and of black men."""
        for pair, other, first_slice, slices in self.pairs:
            if number < first_slice + slices:
                break
        number -= first_slice
        if pair == other:
            l = (isqrt(8 * number + 1) - 1) // 2
            r = number - l * (l + 1) // 2
        else:
            l, r = divmod(number, halves(*other))
        left, right = half_unrank(l, *pair), half_unrank(r, *other)
        return tuple(left_squares(left[i]) | mirror(left_squares(right[i])) for i in (0, 1))

    def number(self, position):
        """Returns the placement number of a position in stored form."""
        men, kings, mover = position.men, position.kings, position.mover
        left = Half(*(left_half(bits) for bits in men))
        right = Half(*(left_half(mirror(bits)) for bits in men))
        if (left.pair, half_rank(left)) < (right.pair, half_rank(right)):
            left, right = right, left
            men, kings = (tuple(mirror(bits) for bits in both) for both in (men, kings))
        free = ALL & ~(men[0] | men[1])
        waiting = rank_among(kings[1 - mover], free)
        moving = rank_among(kings[mover], free & ~kings[1 - mover])
        kings_number = waiting * self.sets(mover)[1] + moving
        return self.slice_of(left, right) * self.kings_numbers(mover) + kings_number

    def position(self, number, mover):
        """Returns the placement of that number, with the side to move."""
        slice_number, kings_number = divmod(number, self.kings_numbers(mover))
        men = self.men_of_slice(slice_number)
        waiting_rank, moving_rank = divmod(kings_number, self.sets(mover)[1])
        free = ALL & ~(men[0] | men[1])
        waiting = unrank_among(waiting_rank, self.material.kings(1 - mover), free)
        moving = unrank_among(moving_rank, self.material.kings(mover), free & ~waiting)
        return Position(mover, men, (waiting, moving) if mover else (moving, waiting))


@lru_cache(maxsize=None)
def cycles_of(image):
    """Returns the cycles of a symmetry, each as a set of squares."""
    cycles = set()
    for square in range(64):
        cycle = 1 << square
        while image(cycle) & ~cycle:
            cycle |= image(cycle)
        cycles.add(cycle)
    return cycles


class Orbits:
    """Sets of `size` of some squares, up to symmetries that map these squares onto themselves, and that with any two
    have what they make together. The orbits are counted, never listed: "Without men"."""

    def __init__(self, squares, size, images):
        self.squares = squares
        self.size = size
        self.images = images
        self.cycles = [cycles_of(image) for image in images]
        self.count = self.mean_of_fixed(lambda cycles: self.fixed(0, squares, cycles))

    def mean_of_fixed(self, fixed):
        """Returns how many orbits there are, by Burnside's lemma: fixed(cycles) says how many sets a symmetry keeps."""
        return sum(map(fixed, self.cycles)) // len(self.images)

    def fixed(self, held, within, cycles):
        """Returns how many sets that hold some squares, and lie within others, are made of whole cycles."""
        missing = self.size
        free = [0] * 5  # cycles that may be taken or left, by how many squares they have
        for cycle in cycles:
            if not cycle & held:
                free[cycle.bit_count()] += not cycle & ~within
            elif cycle & ~within:
                return 0
            else:
                missing -= cycle.bit_count()
        return sum(choose(free[4], fours) * choose(free[2], twos) * choose(free[1], missing - 4 * fours - 2 * twos)
                   for fours in range(missing // 4 + 1) for twos in range(missing // 2 + 1))

    def before(self, end):
        """Returns how many orbits have a set of a lower rank than `end`."""
        # Lower ranks have the sets that, for one member of `end`, hold all higher ones and for the rest lie below it.
        lower = []
        for square in squares_of(end):
            higher = end >> square + 1 << square + 1
            lower.append((higher, higher | self.squares & (1 << square) - 1))
        images = [[(image(held), image(within)) for held, within in lower] for image in self.images]

        def in_none(held, within, images, cycles):
            """Counts the fixed sets that hold and lie within, and are in none of the images."""
            if held & ~within or held.bit_count() > self.size:
                return 0
            if not images:
                return self.fixed(held, within, cycles)
            in_one = sum(in_none(held | h, within & w, images[1:], cycles) for h, w in images[0])
            return in_none(held, within, images[1:], cycles) - in_one

        return self.count - self.mean_of_fixed(lambda cycles: in_none(0, self.squares, images, cycles))

    def rank(self, bits):
        """Returns how many orbits come before that of a set."""
        if len(self.images) == 1:
            return rank_among(bits, self.squares)
        return self.before(min(image(bits) for image in self.images))

    def unrank(self, number):
        """Returns the least set of the orbit of that number: the last set before which there are no more orbits."""
        if len(self.images) == 1:
            return unrank_among(number, self.size, self.squares)
        low, high = number, choose(self.squares.bit_count(), self.size)
        while high - low > 1:
            middle = (low + high) // 2
            is_after = self.before(unrank_among(middle, self.size, self.squares)) > number
            low, high = (low, middle) if is_after else (middle, high)
        return unrank_among(low, self.size, self.squares)


class IndexWithoutMen:
    """Placement numbers of a class of kings alone.

    The least image of a placement has the least image of the leading kings. So its keys are, for each set of leading
    kings that is its own least image, all sets of the other kings that are the least of those that the symmetries make
    which leave the leading kings as they are."""

    def __init__(self, material):
        self.leader = 0 if sum(material) <= 6 else 1  # the colour whose kings lead
        self.leaders, self.others = material.kings(self.leader), material.kings(1 - self.leader)
        sets = (sum(1 << square for square in squares) for squares in combinations(range(64), self.leaders))
        self.leading = sorted(bits for bits in sets if bits == min(image(bits) for image in SYMMETRIES))
        self.first = {}  # of leading kings: the keys before theirs
        self.size = 0
        self.orbits = lru_cache(maxsize=4096)(self.orbits)
        for leading in self.leading:
            self.first[leading] = self.size
            self.size += self.orbits(leading).count

    def orbits(self, leading):
        """Returns the orbits of the other kings, for leading kings that are their own least image."""
        same = [image for image in SYMMETRIES if image(leading) == leading]
        return Orbits(ALL & ~leading, self.others, same)

    def number(self, position):
        """Returns the placement number of a position in stored form."""
        leading, others = position.kings[self.leader], position.kings[1 - self.leader]
        # As numbers, sets of one size are in the order of their ranks.
        least, image = min(((image(leading), image) for image in SYMMETRIES), key=lambda pair: pair[0])
        return self.first[least] + self.orbits(least).rank(image(others))

    def position(self, number, mover):
        """Returns the placement of that number, with the side to move."""
        leading = self.leading[bisect_right(self.leading, number, key=self.first.get) - 1]
        kings = leading, self.orbits(leading).unrank(number - self.first[leading])
        return Position(mover, (0, 0), kings if self.leader == 0 else kings[::-1])


@lru_cache(maxsize=None)
def index_of(material):
    """Returns the index of a class: numbers of placements, and back."""
    return IndexWithMen(material) if material.men else IndexWithoutMen(material)
