"""What is answered, and how it is made from what the library writes."""

from __future__ import annotations

import enum
from typing import NamedTuple, Optional

from . import _capi

#: The result in an array where it is not known.
UNKNOWN = _capi.UNKNOWN


class Wdl(enum.IntEnum):
    """A result for the side to move. Greater is better; `-result` is the opponent's."""

    LOSS = -1
    DRAW = 0
    WIN = 1

    def __neg__(self) -> Wdl:
        return Wdl(-int(self))


# What stands for it in C.
WDL_OF_NUMBER = {int(wdl): wdl for wdl in Wdl}


class Result(NamedTuple):
    """A position's value for the side to move."""

    wdl: Wdl
    plies: int  #: To the end of the game with best play: odd for a win, even for a loss, 0 for a draw.


class Bound(NamedTuple):
    """A lower or upper bound on the true value."""

    wdl: Wdl
    #: As in Result. None for a win or a loss of any length: in a lower bound the longest win or the shortest loss, in
    #: an upper bound the shortest win or the longest loss.
    plies: Optional[int]


class Bounds(NamedTuple):
    """Bounds on a position's value for the side to move, in the order in which players prefer values: a fast win, a
    slow win, a draw, a slow loss, a fast loss."""

    at_least: Bound
    at_most: Bound

    @property
    def wdl(self) -> Optional[Wdl]:
        """The result; None if several are possible."""
        return self.at_least.wdl if self.at_least.wdl == self.at_most.wdl else None


class Proof(NamedTuple):
    """What a search has proven of a position."""

    bounds: Bounds
    #: A way to what is proven for the side that it favours, as texts of moves: of a win or a loss the winner's moves
    #: against one defence, of a draw at most the first move.
    line: list[str]


class RuleResult(NamedTuple):
    """A position's value for the side to move under a draw rule, with a given counter."""

    wdl: Wdl
    #: How many plies of the rule a win or a loss needs, not the distance to the end of the game: under a rule of N
    #: plies the result holds up to a counter of N - plies, and is a draw beyond. 0 for a draw, and for a loss for lack
    #: of a move, which holds with any counter (by the rules of "abstractplay" 1, up to a counter of 49); None for a win
    #: or a loss that is known only from tables without the rule.
    plies: Optional[int]


class LegalMove(NamedTuple):
    """A legal move."""

    text: str  #: This and the next three are as in RankedMove.
    from_square: str
    to_square: str
    captured: tuple[str, ...]
    fen: str  #: The position after the move.


class RankedMove(NamedTuple):
    """A legal move and its value for the side that makes it."""

    text: str  #: "d1-b3", or "c5xc1xh1" for a capture.
    from_square: str  #: "c5"
    to_square: str  #: "h1"; a capture may end where it began.
    captured: tuple[str, ...]  #: The squares of the captured pieces, from a1 to h8; empty for a quiet move.
    wdl: Wdl
    plies: int  #: To the end of the game, this move included; 0 for a draw.
    fen: str  #: The position after the move.


class Outcome(NamedTuple):
    """A result without a draw rule, for the side to move or the side that makes a move."""

    wdl: Wdl
    plies: Optional[int]  #: To the end of the game; None if only the result is known.


class KnownMove(NamedTuple):
    """A legal move, and what is known of it for the side that makes it, by the rule that was asked about."""

    text: str  #: This and the next three are as in RankedMove.
    from_square: str
    to_square: str
    captured: tuple[str, ...]
    wdl: Optional[Wdl]  #: None if it is not known.
    plies: Optional[int]  #: As in RuleResult, this move included; without a rule as in Outcome.
    without: Optional[Outcome]  #: What it is worth without a rule; None if that is not known.
    fen: str  #: The position after the move; under a rule with the counter that the move leaves.


class TableFile(NamedTuple):
    """A table file."""

    name: str  #: "KKvK.dtm"
    class_name: str  #: "KKvK"
    metric: str  #: "wdl", "dtm" or "dtz"
    is_usable: bool  #: False if it cannot be opened, or is not what its name says: probes that need it fail.
    bytes: int  #: The file's size; 0 if it cannot be opened.
    positions: int  #: How many the class stores, over both sides to move; 0 if the file is not usable.


class Statistics(NamedTuple):
    """What a Tablebase's cache has done. Probes of preloaded classes are not counted."""

    hits: int  #: Values that were in the cache.
    reads: int  #: Blocks that had to be read and decoded; with keep="pages" those that had to be read.
    memory_bytes: int  #: Of cache_bytes, taken at the moment.


class Duplicate(NamedTuple):
    """A table file that is not used, because an earlier directory has one of the same name."""

    file: str  #: "KKvK.dtm"
    used: str  #: The directory whose file is used, as it was given.
    hidden: str  #: The one whose file is not.


# What the C interface writes, as what is answered.


def to_result(value: _capi.Value) -> Result:
    return Result(WDL_OF_NUMBER[value.wdl], value.plies)


def _known_plies(plies: int) -> Optional[int]:
    return None if plies == _capi.UNKNOWN_PLIES else plies


def to_rule_result(value: _capi.RuleValue) -> RuleResult:
    return RuleResult(WDL_OF_NUMBER[value.wdl], _known_plies(value.plies))


def to_outcome(wdl: int, plies: int) -> Optional[Outcome]:
    """Of a KnownMove."""
    return None if wdl == _capi.UNKNOWN else Outcome(WDL_OF_NUMBER[wdl], _known_plies(plies))


def to_bound(value: _capi.Value) -> Bound:
    return Bound(WDL_OF_NUMBER[value.wdl], _known_plies(value.plies))
