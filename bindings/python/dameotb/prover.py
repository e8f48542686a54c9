"""Prover: what search proves of positions that no table has."""

from __future__ import annotations

import ctypes
import itertools
import math
import threading
import time
from typing import TYPE_CHECKING, Optional

from . import _capi
from ._board import Board, played
from ._capi import Closable, Handle, call
from ._questions import Rule, parsed, require_no_counter, rule_of, size_of
from .answers import Bounds, Proof, to_bound
from .errors import BadArgument

if TYPE_CHECKING:
    from .tablebase import Tablebase

_MOST_LINE = 1000  # Moves of a proof that are shown; none is known to be longer.
_SLICE = 0.5  # Seconds of a search without a look at signals.


class Prover(Closable):
    """A search for proofs. It remembers what it has found out: asked again, or for the next position of a game, it goes
    on from there. Threads take turns.

    >>> with Tablebase("tables") as tables, Prover(tables) as prover:
    ...     prover.prove("W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7").bounds.at_least
    Bound(wdl=<Wdl.WIN: 1>, plies=5)
    """

    _name = "prover"

    def __init__(self, tables: Tablebase, hash_bytes: Optional[int] = None) -> None:
        """tables: keep them open while the Prover is made; later they may be closed.
        hash_bytes: the memory for what it finds out about positions, at least 1; None: 64 MiB. Raises BadArgument, and
        ValueError if the tables are closed.
        """
        handle = tables._open_handle()
        self._library = tables._library
        pointer = ctypes.c_void_p()
        call(self._library.dameotb_open_prover, handle, size_of(hash_bytes, "hash_bytes"), pointer)
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
        """Returns what can be proven of the value, by search down to the tables.

        Whatever is returned is proven, never an estimate; endless play is the draw that it is. If the limits end the
        search, or tables are missing, the bounds say less, or nothing. Of a win or a loss that the search has proven,
        one bound has the most plies that the winner's way takes, if the tables know the distances where it ends.

        seconds: of processor time, more than 0; math.inf: no limit. nodes: how many positions are searched at most, at
        least 1; None: any number. shortest: whether to go on after a proof of a win or a loss, for the shortest win; if
        it is found, both bounds have its plies, and the line is the shortest win with the longest defence. rule: a draw
        rule, under which what is returned holds; a win or a loss has no plies then. None: without one. counter: as in
        Tablebase.probe_rule, and only with a rule.

        Raises BadNotation, IllegalPosition, BadFile, BadArgument, and ValueError after close(). Ctrl-C ends a search
        within half a second, unless `nodes` bounds it.
        """
        if not seconds > 0:
            raise BadArgument(f"seconds is {seconds}, and must be more than 0")
        if nodes is not None and nodes < 1:
            raise BadArgument(f"nodes is {nodes}, and must be at least 1")
        handle, position = self._open_handle(), parsed(self._library, fen)
        function, under = self._library.dameotb_prove, ()
        if rule is None:
            require_no_counter(counter)
        else:
            function, under = self._library.dameotb_prove_rule, rule_of(self._library, fen, rule, counter)
        bounds = _capi.Bounds()
        moves, count = (_capi.Move * _MOST_LINE)(), ctypes.c_size_t()
        left = seconds
        with self._turn:
            # Python looks at signals between calls. A search goes on where the last one has ended.
            while True:
                slice_seconds = left if nodes is not None else min(left, _SLICE)
                started = time.thread_time()
                limits = _limits(slice_seconds, nodes, shortest)
                call(function, handle, position, *under, limits, bounds, moves, len(moves), count)
                left -= slice_seconds
                has_ended = time.thread_time() - started < slice_seconds / 2  # before its time: there is no more to do
                if left <= 0 or nodes is not None or has_ended:
                    break
        rows = itertools.islice(_capi.MOVE.iter_unpack(moves), count.value)
        line = played(Board(self._library, position), rows, lambda board, row: board.text(*row))
        return Proof(Bounds(to_bound(bounds.at_least), to_bound(bounds.at_most)), line)


def _limits(seconds: float, nodes: Optional[int], shortest: bool) -> _capi.Limits:
    most = 2**64 - 1  # ctypes would cut off what is larger.
    milliseconds = min(max(1, round(seconds * 1000)), most) if seconds < math.inf else 0
    size = ctypes.sizeof(_capi.Limits)
    return _capi.Limits(size, milliseconds, min(nodes or 0, most), None, None, shortest)
