"""Positions and moves, as docs/rules.md has them; the numbers are those of its rules.

Sets of squares are integers with a bit for each square: a1 = 0, b1 = 1, ..., h8 = 63. Colours: 0 White, 1 Black."""
from typing import NamedTuple

ALONG = ((0, 1), (1, 0), (0, -1), (-1, 0))  # steps of file and row
DIAGONAL = ((1, 1), (-1, 1), (1, -1), (-1, -1))
ROW_8 = 0xFF << 56
ROW_1 = 0xFF
FAR_ROW = (ROW_8, ROW_1)


class Position(NamedTuple):
    """A placement and the side to move."""
    mover: int
    men: tuple  # of White, of Black
    kings: tuple

    @property
    def occupied(self):
        """Returns the squares of all pieces."""
        return self.men[0] | self.men[1] | self.kings[0] | self.kings[1]

    def pieces(self, colour):
        """Returns the squares of a side."""
        return self.men[colour] | self.kings[colour]


def ray(square, step):
    """Returns the squares from one (exclusive) to the edge of the board, nearest first."""
    file, row = square % 8 + step[0], square // 8 + step[1]
    squares = []
    while 0 <= file < 8 and 0 <= row < 8:
        squares.append(8 * row + file)
        file, row = file + step[0], row + step[1]
    return tuple(squares)


RAYS_ALONG = [[ray(square, step) for step in ALONG] for square in range(64)]
RAYS = [[ray(square, step) for step in ALONG + DIAGONAL] for square in range(64)]
RAYS_AHEAD = [[[ray(square, (file, ahead)) for file in (-1, 0, 1)] for square in range(64)] for ahead in (1, -1)]


def squares_of(bits):
    """Returns the squares of a set, lowest first."""
    squares = []
    while bits:
        squares.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return squares


def leaps(square, is_king, enemies, occupied):
    """Yields what a piece can take and where it then lands: rule 4."""
    for line in RAYS_ALONG[square]:
        for i, taken in enumerate(line if is_king else line[:1]):
            if occupied >> taken & 1:
                if enemies >> taken & 1:
                    for landing in line[i + 1:] if is_king else line[i + 1:i + 2]:
                        if occupied >> landing & 1:
                            break
                        yield taken, landing
                break


def must_capture(position):
    """Says whether the side to move has a capture: rule 4, "captures are compulsory"."""
    mover, men, kings = position
    enemies = men[1 - mover] | kings[1 - mover]
    occupied = enemies | men[mover] | kings[mover]
    for is_king, pieces in ((False, men[mover]), (True, kings[mover])):
        while pieces:
            square = (pieces & -pieces).bit_length() - 1
            pieces &= pieces - 1
            for line in RAYS_ALONG[square]:
                for i, taken in enumerate(line if is_king else line[:1]):
                    if occupied >> taken & 1:
                        if enemies >> taken & 1 and i + 1 < len(line) and not occupied >> line[i + 1] & 1:
                            return True
                        break
    return False


def chains(square, is_king, enemies, occupied, taken):
    """Yields where a capture may end, and all that it has taken: rule 5. Taken pieces stay in `occupied`."""
    if taken:
        yield square, taken
    for victim, landing in leaps(square, is_king, enemies & ~taken, occupied):
        yield from chains(landing, is_king, enemies, occupied, taken | 1 << victim)


def captures(position):
    """Returns the legal captures, as (start, end, taken): rule 6, those that take the most pieces."""
    mover = position.mover
    found = set()
    for square in squares_of(position.pieces(mover)):
        is_king = bool(position.kings[mover] >> square & 1)
        without = position.occupied & ~(1 << square)
        for end, taken in chains(square, is_king, position.pieces(1 - mover), without, 0):
            found.add((square, end, taken))
    most = max((taken.bit_count() for _, _, taken in found), default=0)
    return [capture for capture in found if capture[2].bit_count() == most]


def quiet_moves(position):
    """Yields moves that do not capture, as (start, end, 0): rules 1 and 3."""
    mover, men = position.mover, position.men[position.mover]
    occupied = position.occupied
    for square in squares_of(men):
        for line in RAYS_AHEAD[mover][square]:
            for end in line:
                if not men >> end & 1:
                    if not occupied >> end & 1:
                        yield square, end, 0
                    break
    for square in squares_of(position.kings[mover]):
        for line in RAYS[square]:
            for end in line:
                if occupied >> end & 1:
                    break
                yield square, end, 0


def after(position, start, end, taken):
    """Returns the position after a move; a man that ends on the far rank is a king: rule 2."""
    mover = position.mover
    men, kings = list(position.men), list(position.kings)
    for pieces in (men, kings):
        pieces[1 - mover] &= ~taken
    is_king = kings[mover] >> start & 1 or FAR_ROW[mover] >> end & 1
    men[mover] &= ~(1 << start)
    kings[mover] &= ~(1 << start)
    (kings if is_king else men)[mover] |= 1 << end
    return Position(1 - mover, tuple(men), tuple(kings))


def successors(position):
    """Returns the positions that the legal moves lead to, each once."""
    moves = captures(position) or quiet_moves(position)
    return {after(position, *move) for move in moves}


def parse(fen):
    """Returns the position of a FEN as it is printed: "Text forms"."""
    turn, *sides = fen.split(":")
    men, kings = [0, 0], [0, 0]
    for side in sides:
        if side[0] in "WB":
            colour = "WB".index(side[0])
            for piece in filter(None, side[1:].split(",")):
                bit = 1 << ("abcdefgh".index(piece[-2]) + 8 * (int(piece[-1]) - 1))
                (kings if piece[0] == "K" else men)[colour] |= bit
    return Position("WB".index(turn), tuple(men), tuple(kings))


def to_fen(position):
    """Returns a position as it is printed: "Text forms"."""
    sides = []
    for colour in (0, 1):
        kings = position.kings[colour]
        sides.append(",".join(("K" if kings >> square & 1 else "") + "abcdefgh"[square % 8] + str(square // 8 + 1)
                              for square in squares_of(position.pieces(colour))))
    return f"{'WB'[position.mover]}:W{sides[0]}:B{sides[1]}"
