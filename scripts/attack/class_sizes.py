"""Counts the positions of a class for each side to move, as docs/format.md says, without an index. Used to make files that
lie about themselves."""
from functools import lru_cache
from itertools import product
from math import comb

# What the eight symmetries of the board do to its squares: {length of a cycle: how many}.
SYMMETRIES = [{1: 64}, {2: 32}, {2: 32}, {2: 32}, {4: 16}, {4: 16}, {1: 8, 2: 28}, {1: 8, 2: 28}]


def counts(name):
    """Returns (white kings, white men, black kings, black men) of a name as KKMvK."""
    white, black = name.split("v")
    return white.count("K"), white.count("M"), black.count("K"), black.count("M")


@lru_cache(None)
def positions_per_side(name):
    white_kings, white_men, black_kings, black_men = counts(name)
    if white_men + black_men == 0:
        return sum(fixed(cycles, white_kings, black_kings) for cycles in SYMMETRIES) // 8
    free = 64 - white_men - black_men
    return slices(white_men, black_men) * comb(free, white_kings) * comb(free - white_kings, black_kings)


def fixed(cycles, white, black):
    """Counts the placements of kings that a symmetry leaves as they are: cycles all white, all black or empty."""
    ways = {(0, 0): 1}
    for length, number in cycles.items():
        more = {}
        for (w, b), way in ways.items():
            for i, j in product(range((white - w) // length + 1), range((black - b) // length + 1)):
                if i + j <= number:
                    key = (w + i * length, b + j * length)
                    more[key] = more.get(key, 0) + way * comb(number, i) * comb(number - i, j)
        ways = more
    return ways.get((white, black), 0)


def halves(white, black):
    """Counts the ways to put men on a half of the board, where white ones may not be on row 8, black ones not on 1."""
    return sum(comb(4, rank_1) * comb(24, white - rank_1) * comb(28 - (white - rank_1), black)
               for rank_1 in range(min(white, 4) + 1) if white - rank_1 <= 24)


def slices(white, black):
    """Counts the sets of squares for the men, mirror images together."""
    total = 0
    for a, b in product(range(white + 1), range(black + 1)):
        other = (white - a, black - b)
        if (a, b) > other:
            total += halves(a, b) * halves(*other)
        elif (a, b) == other:
            total += halves(a, b) * (halves(a, b) + 1) // 2
    return total
