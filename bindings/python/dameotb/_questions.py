"""What callers ask, as the C interface takes it: positions, draw rules, counters, arrays and directories."""

from __future__ import annotations

import array
import ctypes
import itertools
import operator
import os
from typing import Any, Iterable, Iterator, Optional, Union

from . import _capi
from ._capi import call
from .errors import BadArgument, BadNotation

Path = Union[str, "os.PathLike[str]"]
#: A draw rule: its plies, from 1 to 120, or the name of a site, by all of whose rules but that of repetition a question
#: is asked: "playstrategy" or "abstractplay".
Rule = Union[int, str]

_CHUNK = 1 << 16  # Positions in text form that are in memory at a time.


def parsed(library: ctypes.CDLL, fen: str) -> _capi.Position:
    """Raises BadNotation, IllegalPosition, and TypeError for what is no text."""
    if not isinstance(fen, str):
        raise TypeError(f"a position is given as str, not {type(fen).__name__}")
    if "\0" in fen:  # C would end the text there.
        raise BadNotation(f"null character at character {fen.index(chr(0)) + 1}")
    position = _capi.Position()
    call(library.dameotb_parse_fen, fen.encode("utf-8", "replace"), position)
    return position


def parsed_all(library: ctypes.CDLL, fens: list[str]) -> Any:
    """Returns an array of what `parsed` returns for each."""
    positions, error = (_capi.Position * len(fens))(), _capi.Error()
    parse = library.dameotb_parse_fen
    for fen, position in zip(fens, positions):
        if not isinstance(fen, str) or "\0" in fen or parse(fen.encode("utf-8", "replace"), position, error):
            parsed(library, fen)  # Raises what is wrong.
    return positions


def chunks(fens: Iterable[str]) -> Iterator[list[str]]:
    """Returns some at a time, so that a text of millions of lines does not have to fit into memory."""
    remaining = iter(fens)
    while chunk := list(itertools.islice(remaining, _CHUNK)):
        yield chunk


def rule_of(
    library: ctypes.CDLL, fen: str, rule: Rule, counter: Optional[int], may_be_none: bool = False
) -> tuple[int, int]:
    """Returns what stands for a draw rule in C, and the counter: that of the text for None. Raises BadArgument."""
    return rule_number(rule, may_be_none), counter_of(library, fen, counter)


def rule_number(rule: Rule, may_be_none: bool = False) -> int:
    """Returns what stands for a draw rule in C. may_be_none: whether "freeling", which is none, is allowed."""
    if isinstance(rule, str):
        names = [name for name, number in _capi.SITES.items() if may_be_none or number != _capi.NO_RULE]
        if rule not in names:
            raise BadArgument(f"rule is {rule!r}, and must be a number, or one of {', '.join(names)}")
        return _capi.SITES[rule]
    plies = operator.index(rule)
    if not 1 <= plies <= _capi.MOST_RULE_PLIES:
        raise BadArgument(f"rule is {plies}, and must be from 1 to {_capi.MOST_RULE_PLIES}")
    return plies


def counter_of(library: ctypes.CDLL, fen: str, given: Optional[int]) -> int:
    """Returns the counter that is given; for None the H of the text, which `parsed` must accept, or 0."""
    played = _counter_in(library, fen) if given is None else operator.index(given)
    if played < 0:
        raise BadArgument(f"counter is {played}, and must be at least 0")
    # All counters from the rule's plies on are alike, and ctypes would cut off what is too large for a C int.
    return min(played, _capi.MOST_RULE_PLIES)


def _counter_in(library: ctypes.CDLL, fen: str) -> int:
    if ":H" not in fen:
        return 0
    counter = ctypes.c_int()
    call(library.dameotb_fen_counter, fen.encode("ascii"), counter)
    return counter.value


def path_bytes(path: Path) -> bytes:
    """The name of a directory as the system has it. Raises BadArgument for one that no directory can have."""
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError as reason:
        raise BadArgument(f"{path!r} cannot be the path of a directory: {reason.reason}") from None
    if b"\0" in encoded:  # C would end the path there.
        raise BadArgument(f"{path!r} cannot be the path of a directory: embedded null byte")
    return encoded


def as_positions(positions: Any) -> Any:
    return _as_array(positions, _capi.Position, "positions")


def as_counters(counters: Any) -> Any:
    """Returns an array of a C int for each; those of 32 bits stay in the same memory if that may be written to."""
    try:
        return _as_array(counters, ctypes.c_int, "integers")
    except (TypeError, BadArgument):
        # Greater ones are all alike, and some do not fit.
        return _as_array(array.array("i", (min(operator.index(one), _capi.MOST_RULE_PLIES) for one in counters)),
                         ctypes.c_int, "integers")


def _as_array(items: Any, kind: Any, words: str) -> Any:
    """Returns an array of what has the buffer protocol, in the same memory if that may be written to. Raises TypeError
    and BadArgument, which call the items `words`."""
    try:
        view = memoryview(items)
    except TypeError:
        raise TypeError(f"an array of {words} is needed") from None
    size = ctypes.sizeof(kind)
    if view.itemsize != size or not view.c_contiguous:
        raise BadArgument(
            f"an array of {words} must be contiguous, with items of {size} bytes; numpy.ascontiguousarray makes one"
        )
    array_of = kind * (view.nbytes // size)
    return array_of.from_buffer_copy(view) if view.readonly else array_of.from_buffer(view)
