"""Prover: what search proves of positions that no table has."""

from __future__ import annotations

import ctypes
import itertools
import math
import threading
from typing import Optional

from . import _capi
from ._board import Board, played
from ._capi import Handle, call
from ._questions import Rule, parsed, rule_of
from .answers import Bounds, Proof, to_bound
from .errors import BadArgument

_MOST_LINE = 1000  # Moves of a proof that are shown.


class Prover:
    """A search for proofs, made by Tablebase.prover. It remembers what it has found out: asked again, or for the next
    position of a game, it goes on from there. Threads take turns."""

    def __init__(self, library: ctypes.CDLL, handle: Handle, hash_bytes: int) -> None:
        self._library = library
        pointer = ctypes.c_void_p()
        call(self._library.dameotb_open_prover, handle, hash_bytes, pointer)
        self._handle = Handle(self._library.dameotb_close_prover, pointer, keeps=handle)
        self._turn = threading.Lock()

    def prove(
        self,
        fen: str,
        seconds: float = 1.0,
        nodes: Optional[int] = None,
        *,
        shortest: bool = False,
        rule: Optional[Rule] = None,
        counter: Optional[int] = None,
    ) -> Proof:
        """Returns what can be proven of the value, by search down to the tables, in so much processor time.

        What is said is proven, never an estimate; endless play is the draw that it is. If the limits end the search, or
        tables are missing, the bounds say less, or nothing. Of a win or a loss that the search has proven, one bound
        has the most plies that the winner's way takes, if the tables know the distances where it ends.

        seconds: more than 0. nodes: how many positions are searched at most, at least 1; None: any number. shortest:
        whether to go on after a proof of a win or a loss, for the shortest win; if it is found, both bounds have its
        plies, and the line is the shortest win with the longest defence. rule: the plies of a draw rule, under which
        what is said holds, with this counter, as in Tablebase.probe_rule; a win or a loss has no plies then. None:
        without one.
        """
        if not seconds > 0:
            raise BadArgument(f"seconds is {seconds}, and must be more than 0")
        if nodes is not None and nodes < 1:
            raise BadArgument(f"nodes is {nodes}, and must be at least 1")
        most = 2**64 - 1  # ctypes would cut off what is larger.
        milliseconds = min(max(1, round(seconds * 1000)), most) if seconds < math.inf else 0
        size = ctypes.sizeof(_capi.Limits)
        limits = _capi.Limits(size, milliseconds, min(nodes or 0, most), None, None, shortest)
        position, bounds = parsed(self._library, fen), _capi.Bounds()
        moves, count = (_capi.Move * _MOST_LINE)(), ctypes.c_size_t()
        function, under = self._library.dameotb_prove, ()
        if rule is not None:
            function, under = self._library.dameotb_prove_rule, rule_of(self._library, fen, rule, counter)
        with self._turn:
            call(function, self._handle, position, *under, limits, bounds, moves, len(moves), count)
        rows = itertools.islice(_capi.MOVE.iter_unpack(moves), count.value)
        line = played(Board(self._library, position), rows, lambda board, row: board.text(*row))
        return Proof(Bounds(to_bound(bounds.at_least), to_bound(bounds.at_most)), line)
