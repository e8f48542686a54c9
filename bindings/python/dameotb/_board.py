"""The moves of a position in text form.

Moves, their order and lines come from the library. Only the position after a legal move is computed here: the C
interface would look for all moves again.
"""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterable

from . import _capi
from ._capi import call
from .answers import WDL_OF_NUMBER, KnownMove, LegalMove, RankedMove, to_outcome

_SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]


class Board:
    """A position and the moves from it, in whole numbers: ctypes takes a microsecond for each member of a structure.
    Moves are legal, and given by the numbers of their squares and the captured ones as bits."""

    def __init__(self, library: ctypes.CDLL, position: _capi.Position) -> None:
        self._library = library
        self._position = _capi.Position.from_buffer_copy(position)
        self._after = _capi.Position()
        self._text = ctypes.create_string_buffer(max(_capi.FEN_SIZE, _capi.MOVE_TEXT_SIZE))
        *sides, side_to_move, _ = _capi.POSITION.unpack(position)
        self._is_white = side_to_move == _capi.WHITE
        self._own, self._other = (sides[:2], sides[2:]) if self._is_white else (sides[2:], sides[:2])

    def legal_move(self, row: tuple[int, ...]) -> LegalMove:
        text, fen = self._described(*row)
        return LegalMove(*text, fen)

    def ranked_move(self, row: tuple[int, ...]) -> RankedMove:
        *squares, wdl, plies = row
        text, fen = self._described(*squares)
        return RankedMove(*text, WDL_OF_NUMBER[wdl], plies, fen)

    def known_move(self, row: tuple[int, ...], rule: int) -> KnownMove:
        *squares, wdl, plies, wdl_without, plies_without, counter, _ = row
        text, fen = self._described(*squares)
        outcome, without = to_outcome(wdl, plies), to_outcome(wdl_without, plies_without)
        if rule != _capi.NO_RULE:
            fen += f":H{counter}"
        return KnownMove(*text, *(outcome or (None, None)), without, fen)

    def after(self, start: int, end: int, captured: int) -> _capi.Position:
        """The position after the move, with the other side to move. The next call overwrites it."""
        men, kings = self._own
        stays_man = men >> start & 1 and end // 8 != (7 if self._is_white else 0)
        left, arrived = ~(1 << start), 1 << end
        own = (men & left | arrived, kings) if stays_man else (men & left, kings & left | arrived)
        other = [pieces & ~captured for pieces in self._other] if captured else self._other
        white, black = (own, other) if self._is_white else (other, own)
        _capi.POSITION.pack_into(self._after, 0, *white, *black, self._is_white, 0)
        return self._after

    def moved(self, start: int, end: int, captured: int) -> Board:
        """The board after the move."""
        return Board(self._library, self.after(start, end, captured))

    def _described(self, start: int, end: int, captured: int) -> tuple[tuple[str, str, str, tuple[str, ...]], str]:
        """What the first members of a LegalMove have, and the text of the position after the move."""
        squares = tuple(_SQUARES[square] for square in range(64) if captured >> square & 1) if captured else ()
        fen = self._written(self._library.dameotb_format_fen, self.after(start, end, captured))
        return (self.text(start, end, captured), _SQUARES[start], _SQUARES[end], squares), fen

    def text(self, start: int, end: int, captured: int) -> str:
        """The text of the move."""
        if not captured:
            return f"{_SQUARES[start]}-{_SQUARES[end]}"
        move = _capi.Move(start, end, captured)
        return self._written(self._library.dameotb_move_text, self._position, move)

    def _written(self, function: Any, *arguments: Any) -> str:
        call(function, *arguments, self._text, len(self._text))
        return self._text.value.decode("ascii")


def played(
    board: Board, rows: Iterable[tuple[int, ...]], described: Callable[[Board, tuple[int, ...]], Any]
) -> list[Any]:
    """What `described` says of each move of a line, of which each row has what `Board.after` takes in front."""
    line = []
    for row in rows:
        line.append(described(board, row))
        board = board.moved(*row[:3])
    return line
