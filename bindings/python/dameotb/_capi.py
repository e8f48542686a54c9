"""dameotb/dameotb.h in ctypes: its structures, its functions, and statuses turned into exceptions.

Nothing here knows the rules of Dameo. ctypes releases the interpreter lock during each call.
"""

from __future__ import annotations

import ctypes
import struct
from ctypes import POINTER, c_char, c_char_p, c_int, c_size_t, c_uint64, c_void_p
from types import TracebackType
from typing import Any, Optional, TypeVar

from . import errors

API_VERSION = 1
FEN_SIZE = 264
MOVE_TEXT_SIZE = 192
WHITE = 0
OK = 0
ILLEGAL_POSITION = 2
BAD_ARGUMENT = 3
PRELOAD = {"wdl": 0, "dtm": 1, "both": 2, "dtz": 3, "all": 4}
KEEP = {"units": 0, "pages": 1}
MOST_RULE_PLIES = 120
NO_RULE = 0
SITES = {"freeling": NO_RULE, "playstrategy": 1001, "abstractplay": 1002}
UNKNOWN = 2  # The wdl of a KnownMove.
UNKNOWN_PLIES = -1  # Of a RuleValue, a KnownMove or of Bounds.
METRICS = ("wdl", "dtm", "dtz")
LARGEST_SIZE = c_size_t(-1).value

_Closable = TypeVar("_Closable", bound="Closable")
_USUAL_ROOM = 256  # Few positions have more moves.


class Error(ctypes.Structure):
    _fields_ = [("text", c_char * 472), ("missing_class", c_char * 40)]


class Position(ctypes.Structure):
    _fields_ = [
        ("white_men", c_uint64),
        ("white_kings", c_uint64),
        ("black_men", c_uint64),
        ("black_kings", c_uint64),
        ("side_to_move", c_int),
        ("_padding", c_int),  # Named, so that NumPy does not have to guess.
    ]


class Value(ctypes.Structure):
    _fields_ = [("wdl", c_int), ("plies", c_int)]


class Bounds(ctypes.Structure):
    _fields_ = [("at_least", Value), ("at_most", Value)]


class RuleValue(ctypes.Structure):
    _fields_ = [("wdl", c_int), ("plies", c_int)]


class Move(ctypes.Structure):
    # `from` is a keyword in Python.
    _fields_ = [("from_square", c_int), ("to_square", c_int), ("captured", c_uint64)]


class RankedMove(ctypes.Structure):
    _fields_ = [("move", Move), ("value", Value)]


class KnownMove(ctypes.Structure):
    _fields_ = [("move", Move), ("value", RuleValue), ("without", Value), ("counter", c_int)]


# The bytes of these structures, for what is done once for each move.
POSITION = struct.Struct("4Q2i")
MOVE = struct.Struct("2iQ")
RANKED_MOVE = struct.Struct("2iQ2i")
KNOWN_MOVE = struct.Struct("2iQ6i")


class File(ctypes.Structure):
    _fields_ = [
        ("name", c_char * 40),
        ("class_name", c_char * 40),
        ("metric", c_int),
        ("is_usable", c_int),
        ("bytes", c_uint64),
        ("positions", c_uint64),
    ]


class Statistics(ctypes.Structure):
    _fields_ = [("hits", c_uint64), ("reads", c_uint64), ("memory_bytes", c_uint64)]


class Options(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("cache_bytes", c_size_t), ("keep", c_size_t), ("most_pieces", c_size_t)]


class Limits(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t),
        ("milliseconds", c_uint64),
        ("nodes", c_uint64),
        ("is_given_up", c_void_p),
        ("context", c_void_p),
        ("shortest", c_int),
    ]


class Duplicate(ctypes.Structure):
    _fields_ = [("file", c_char * 40), ("used", c_size_t), ("hidden", c_size_t)]


# Of the functions that write what is known of moves by a rule.
_KNOWN_MOVES: list[Any] = [
    c_void_p,
    POINTER(Position),
    c_int,
    c_int,
    POINTER(KnownMove),
    c_size_t,
    POINTER(c_size_t),
]

_ARGUMENTS: dict[str, list[Any]] = {
    "dameotb_open_directories": [POINTER(c_char_p), c_size_t, POINTER(Options), POINTER(c_void_p)],
    "dameotb_duplicates": [c_void_p, POINTER(Duplicate), c_size_t, POINTER(c_size_t)],
    "dameotb_most_pieces": [c_void_p, POINTER(c_int)],
    "dameotb_files": [c_void_p, POINTER(File), c_size_t, POINTER(c_size_t)],
    "dameotb_get_statistics": [c_void_p, POINTER(Statistics)],
    "dameotb_reset_statistics": [c_void_p],
    "dameotb_preload": [c_void_p, POINTER(c_char_p), c_size_t, c_int, POINTER(c_size_t)],
    "dameotb_probe_wdl": [c_void_p, POINTER(Position), POINTER(c_int)],
    "dameotb_probe_dtm": [c_void_p, POINTER(Position), POINTER(Value)],
    "dameotb_probe_bounds": [c_void_p, POINTER(Position), POINTER(Bounds)],
    "dameotb_probe_rule": [c_void_p, POINTER(Position), c_int, c_int, POINTER(RuleValue)],
    "dameotb_draw_rule": [c_void_p, POINTER(c_int)],
    "dameotb_probe_root": [c_void_p, POINTER(Position), POINTER(RankedMove), c_size_t, POINTER(c_size_t)],
    "dameotb_probe_root_rule": _KNOWN_MOVES,
    "dameotb_probe_wdl_many": [c_void_p, POINTER(Position), c_size_t, POINTER(c_int), POINTER(c_int)],
    "dameotb_probe_dtm_many": [c_void_p, POINTER(Position), c_size_t, POINTER(Value), POINTER(c_int)],
    "dameotb_probe_rule_many": [
        c_void_p,
        POINTER(Position),
        POINTER(c_int),
        c_size_t,
        c_int,
        POINTER(RuleValue),
        POINTER(c_int),
    ],
    "dameotb_best_line": [c_void_p, POINTER(Position), POINTER(RankedMove), c_size_t, POINTER(c_size_t)],
    "dameotb_best_line_rule": _KNOWN_MOVES,
    "dameotb_open_prover": [c_void_p, c_size_t, POINTER(c_void_p)],
    "dameotb_prove": [
        c_void_p,
        POINTER(Position),
        POINTER(Limits),
        POINTER(Bounds),
        POINTER(Move),
        c_size_t,
        POINTER(c_size_t),
    ],
    "dameotb_prove_rule": [
        c_void_p,
        POINTER(Position),
        c_int,
        c_int,
        POINTER(Limits),
        POINTER(Bounds),
        POINTER(Move),
        c_size_t,
        POINTER(c_size_t),
    ],
    "dameotb_parse_fen": [c_char_p, POINTER(Position)],
    "dameotb_fen_counter": [c_char_p, POINTER(c_int)],
    "dameotb_format_fen": [POINTER(Position), c_char_p, c_size_t],
    "dameotb_legal_moves": [POINTER(Position), POINTER(Move), c_size_t, POINTER(c_size_t)],
    "dameotb_move_text": [POINTER(Position), POINTER(Move), c_char_p, c_size_t],
}


def declare(library: ctypes.CDLL) -> None:
    """Gives the library's functions their types. Raises AttributeError if one is missing."""
    for name, arguments in _ARGUMENTS.items():
        function = getattr(library, name)
        function.argtypes = [*arguments, POINTER(Error)]
        function.restype = c_int
    library.dameotb_close.argtypes = [c_void_p]
    library.dameotb_close.restype = None
    library.dameotb_close_prover.argtypes = [c_void_p]
    library.dameotb_close_prover.restype = None
    library.dameotb_version.argtypes = []
    library.dameotb_version.restype = c_char_p
    library.dameotb_api_version.argtypes = []
    library.dameotb_api_version.restype = c_int


def call(function: Any, *arguments: Any) -> None:
    """Calls a function that returns a status, with `arguments` and a new error. Raises DameotbError."""
    error = Error()
    status = function(*arguments, error)
    if status != OK:
        text = error.text.decode("utf-8", "replace")
        raise errors.of_status(status, text, error.missing_class.decode("ascii"))


def filled(kind: Any, function: Any, *arguments: Any) -> Any:
    """An array of what a function writes that fills one of this kind."""
    count = c_size_t(_USUAL_ROOM)  # After a refusal, the size that suffices.
    while True:
        items = (kind * count.value)()
        try:
            call(function, *arguments, items, len(items), count)
        except errors.BufferTooSmall:
            continue
        return (kind * count.value).from_buffer(items)


class Handle:
    """Owns a dameotb_tablebase or a dameotb_prover, and closes it with the last reference: of a tablebase the Tablebase
    holds one, and so does every method in progress, and every Prover. This makes Tablebase.close safe in any thread,
    without locks."""

    def __init__(self, close: Any, pointer: c_void_p, keeps: Optional[Handle] = None) -> None:
        self._as_parameter_ = pointer
        self._close = close  # Modules may be gone when the interpreter exits.
        self._keeps = keeps  # What the pointer's object needs.

    def __del__(self) -> None:
        self._close(self._as_parameter_)


class Closable:
    """What has a Handle until it is closed, at the latest by `with`."""

    _handle: Optional[Handle]
    _name: str  # In messages.

    def __enter__(self: _Closable) -> _Closable:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def close(self) -> None:
        """Frees its memory, and closes its files, once calls in other threads have ended. May be called again."""
        self._handle = None

    def _open_handle(self) -> Handle:
        """Called once per method, whose handle keeps things open until it returns. Raises ValueError if closed."""
        handle = self._handle
        if handle is None:
            raise ValueError(f"the {self._name} is closed")
        return handle
