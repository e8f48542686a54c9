"""What callers ask, as the C interface takes it: positions, draw rules, counters, arrays and directories."""

from __future__ import annotations

import array
import ctypes
import itertools
import operator
import os
import re
import sys
from typing import Any, Iterable, Iterator, Optional, Union

from . import _capi
from ._capi import call
from .errors import BadArgument, BadNotation

AnyPath = Union[str, bytes, "os.PathLike[Any]"]
#: A draw rule: its plies, from 1 to 120, or the name of a site whose rules, except that of repetition, apply:
#: "playstrategy" or "abstractplay", which both have a draw rule of 50 plies.
Rule = Union[int, str]

# The fields of an array of positions, and the integers that they may be, in the letters of the module struct.
_POSITION_FIELDS = [(name, "QLql") for name in ("white_men", "white_kings", "black_men", "black_kings")]
_POSITION_FIELDS += [("side_to_move", "iIlL")]
_NATIVE, _SWAPPED = ("<", ">!") if sys.byteorder == "little" else (">", "<")

_CHUNK = 1 << 16  # Positions in text form that are in memory at a time.


def parsed(library: ctypes.CDLL, fen: str) -> _capi.Position:
    """Raises BadNotation, and TypeError for what is no text."""
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


def require_no_counter(counter: Optional[int]) -> None:
    """Raises BadArgument for a counter without a draw rule, which would be ignored."""
    if counter is not None:
        raise BadArgument(f"counter is {counter}, and needs a rule")


def size_of(size: Optional[int], name: str) -> int:
    """Returns a number of bytes or pieces, at least 1, as C has it: 0 for None. Raises BadArgument."""
    number = 1 if size is None else operator.index(size)
    if not 1 <= number <= _capi.LARGEST_SIZE:
        raise BadArgument(f"{name} is {number}, and must be from 1 to {_capi.LARGEST_SIZE}")
    return 0 if size is None else number


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


def path_bytes(path: AnyPath) -> bytes:
    """The name of a directory as the system has it. Raises BadArgument for one that no directory can have."""
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError as reason:
        raise BadArgument(f"{path!r} cannot be the path of a directory: {reason.reason}") from None
    if b"\0" in encoded:  # C would end the path there.
        raise BadArgument(f"{path!r} cannot be the path of a directory: embedded null byte")
    return encoded


def as_positions(positions: Any) -> Any:
    """Returns an array of positions, in the same memory if that may be written to. Raises TypeError and BadArgument."""
    try:
        view = memoryview(positions)
    except TypeError:
        raise TypeError("an array of positions is needed") from None
    size = ctypes.sizeof(_capi.Position)
    if view.itemsize != size or not view.c_contiguous:
        raise BadArgument(
            f"an array of positions must be contiguous, with items of {size} bytes; numpy.ascontiguousarray makes one"
        )
    fields = re.findall("([<>=@!^]?)([A-Za-z]):([^:]*):", view.format)
    are_as_expected = [
        name == expected and kind in kinds and not (order and order in _SWAPPED)
        for (order, kind, name), (expected, kinds) in zip(fields, _POSITION_FIELDS)
    ]
    if len(are_as_expected) < len(_POSITION_FIELDS) or not all(are_as_expected):
        raise BadArgument(f"an array of positions needs the fields of Tablebase.positions, not {view.format}")
    return _of(_capi.Position, view)


def as_counters(counters: Any) -> Any:
    """Returns an array of a C int for each; those of a writable array of such are in its memory. Raises TypeError."""
    try:
        view = memoryview(counters)
    except TypeError:
        view = memoryview(b"")
    is_of_ints = view.format.lstrip("@=" + _NATIVE) in ("i", "l") and view.itemsize == ctypes.sizeof(ctypes.c_int)
    if not (is_of_ints and view.c_contiguous):
        # Greater ones are all alike, lesser ones all wrong, and some do not fit.
        numbers = (max(-1, min(operator.index(one), _capi.MOST_RULE_PLIES)) for one in counters)
        view = memoryview(array.array("i", numbers))
    return _of(ctypes.c_int, view)


def _of(kind: Any, view: memoryview) -> Any:
    array_of = kind * (view.nbytes // ctypes.sizeof(kind))
    return array_of.from_buffer_copy(view) if view.readonly else array_of.from_buffer(view)
