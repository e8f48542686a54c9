"""Tablebase: open directories of tables, probed with positions in text form.

Results, moves, their order and lines come from the library. Only the position after a legal move is computed here: the
C interface would look for all moves again.
"""

from __future__ import annotations

import array
import ctypes
import enum
import itertools
import math
import operator
import os
import struct
import threading
from types import TracebackType
from typing import Any, Callable, Iterable, Iterator, NamedTuple, Optional, Union, overload

from . import _capi, _library
from ._capi import call
from .errors import BadArgument, BadNotation, BufferTooSmall, IllegalPosition, MissingTable, UnknownResult

Path = Union[str, "os.PathLike[str]"]
#: A draw rule: its plies, from 1 to 120, or the name of a site, by all of whose rules but that of repetition a question
#: is asked: "playstrategy" or "abstractplay".
Rule = Union[int, str]

_USUAL_ROOM = 256  # Few positions have more moves.
_MOST_LINE = 1000  # Moves of a proof that are shown.
_SQUARES = [column + row for row in "12345678" for column in "abcdefgh"]
_CHUNK = 1 << 16  # Positions in text form that are in memory at a time.

#: The result in an array where a table is missing.
UNKNOWN = _capi.UNKNOWN


class Wdl(enum.IntEnum):
    """A result for the side to move. Greater is better; `-result` is the opponent's."""

    LOSS = -1
    DRAW = 0
    WIN = 1


_WDL = {int(wdl): wdl for wdl in Wdl}


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
    #: of a move, which holds with any counter; None for a win or a loss that is known only from tables without the
    #: rule.
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
    material: str  #: The class, "KKvK".
    metric: str  #: "wdl", "dtm" or "dtz"
    is_usable: bool  #: False if it cannot be opened, or is not what its name says: probes that need it fail.
    bytes: int  #: The file's size; 0 if it cannot be opened.
    positions: int  #: How many the class stores, over both sides to move; 0 if the file is not usable.


class Statistics(NamedTuple):
    """What a Tablebase's cache has done. Probes of preloaded classes count as nothing."""

    hits: int  #: Values that were in the cache.
    reads: int  #: Blocks that had to be read and decoded; with keep="pages" those that had to be read.
    memory_bytes: int  #: Of cache_bytes, taken at the moment.


class Duplicate(NamedTuple):
    """A table file that is not used, because an earlier directory has one of the same name."""

    file: str  #: "KKvK.dtm"
    used: str  #: The directory whose file is used, as it was given.
    hidden: str  #: The one whose file is not.


class Tablebase:
    """One or more open directories of tables.

    >>> tables = Tablebase("tables")
    >>> tables.probe("W:WKa7,Kh8:BKa1")
    Result(wdl=<Wdl.WIN: 1>, plies=5)
    >>> tables.close()

    Threads: one Tablebase serves any number of threads concurrently, without locks. One thread may close it while
    others probe: calls in progress finish first, later ones raise ValueError. Processes: each opens its own. A pickled
    Tablebase opens its directories anew where it is unpickled, so one can be passed to worker processes; after a fork,
    the child opens its own, too.

    All methods that take a position raise BadNotation or IllegalPosition (both are ValueError) for a text that is no
    legal position, MissingTable (a LookupError) if a table is missing, BadFile (an OSError) if one is damaged, and
    ValueError after close(). DameotbError catches all of these but the last.
    """

    def __init__(
        self,
        path: Union[Path, Iterable[Path]],
        *,
        cache_bytes: Optional[int] = None,
        keep: str = "units",
        most_pieces: Optional[int] = None,
        library: Optional[Path] = None,
    ) -> None:
        """Opens the directory `path`, which may be empty; files are opened on first use and stay open. A relative path
        keeps its meaning after os.chdir().

        path: a directory, or several, as in ["tables", "/mnt/more"]: each file is taken from the first directory that
        has one of its name, so a class's .wdl may be in another directory than its .dtm or .dtz. If these do not
        belong to each other, probes that need both raise BadFile.
        cache_bytes: limit on the memory for parts of tables, at least 1; None: the library's default, 64 MiB.
        keep: the form of these parts. "units": decoded, so that a probe takes a fraction of a microsecond; "pages": as
        in the files, which takes a tenth of the memory, but each probe decodes its value again.
        most_pieces: tables of more pieces are ignored; at least 1; None: all are used. Forced captures that lead
        to fewer pieces are still answered.
        library: the shared library; None: tries DAMEOTB_LIBRARY, the package's folder and the system, in this order.
        Raises LibraryError, BadFile if the directory cannot be read, and ValueError for a bad argument.
        """
        if cache_bytes is not None and not 1 <= cache_bytes <= _capi.LARGEST_SIZE:
            raise ValueError(f"cache_bytes is {cache_bytes}, and must be from 1 to {_capi.LARGEST_SIZE}")
        if keep not in _capi.KEEP:
            raise ValueError(f"keep is {keep!r}, and must be one of {', '.join(_capi.KEEP)}")
        if most_pieces is not None and not 1 <= most_pieces <= _capi.LARGEST_SIZE:
            raise ValueError(f"most_pieces is {most_pieces}, and must be at least 1")
        is_one = isinstance(path, (str, bytes, os.PathLike))
        directories = [_path_bytes(one) for one in ([path] if is_one else path)]
        self._paths = [os.fsdecode(directory) for directory in directories]
        self._places = [os.path.abspath(path) for path in self._paths]  # Whatever the working directory is later.
        self._options = {"cache_bytes": cache_bytes, "keep": keep, "most_pieces": most_pieces, "library": library}
        self._library = _library.load(library)
        options = _capi.Options(ctypes.sizeof(_capi.Options), cache_bytes or 0, _capi.KEEP[keep], most_pieces or 0)
        pointer, count = ctypes.c_void_p(), len(directories)
        names = (ctypes.c_char_p * count)(*directories)
        call(self._library.dameotb_open_directories, names, count, options, pointer)
        self._handle: Optional[_Handle] = _Handle(self._library.dameotb_close, pointer)

    def __enter__(self) -> Tablebase:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        paths = ", ".join(map(repr, self._paths))
        return f"<dameotb.Tablebase {paths}{', closed' if self._handle is None else ''}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles what it was opened with. Raises ValueError if it is closed."""
        self._open_handle()
        return _opened, (self._places, self._options)

    def close(self) -> None:
        """Closes the files and frees the cache once calls in other threads have ended. May be called again."""
        self._handle = None

    @property
    def duplicates(self) -> list[Duplicate]:
        """The files that are not used, because an earlier directory has one of the same name.

        >>> with Tablebase(["tables", "tables"]) as tables:
        ...     tables.duplicates[0]
        Duplicate(file='KvK.wdl', used='tables', hidden='tables')
        """
        found = _filled(_capi.Duplicate, self._library.dameotb_duplicates, self._open_handle())
        return [Duplicate(one.file.decode("ascii"), self._paths[one.used], self._paths[one.hidden]) for one in found]

    @property
    def most_pieces(self) -> int:
        """The number of pieces of the largest class that has a file; 0 if there is none.

        >>> with Tablebase("tables") as tables:
        ...     tables.most_pieces
        3
        """
        handle, pieces = self._open_handle(), ctypes.c_int()
        call(self._library.dameotb_most_pieces, handle, pieces)
        return pieces.value

    def files(self) -> list[TableFile]:
        """Returns the files that are there, class by class from small ones to large ones. Opens every file and reads
        its header.

        >>> with Tablebase("tables") as tables:
        ...     tables.files()[0]
        TableFile(name='KvK.wdl', material='KvK', metric='wdl', is_usable=True, bytes=159, positions=518)
        """
        return [
            TableFile(
                one.name.decode("ascii"),
                one.class_name.decode("ascii"),
                _capi.METRICS[one.metric],
                bool(one.is_usable),
                one.bytes,
                one.positions,
            )
            for one in _filled(_capi.File, self._library.dameotb_files, self._open_handle())
        ]

    def classes(self) -> list[str]:
        """Returns the names of the classes that have a file, small ones first. A Tablebase can also be iterated over,
        which gives the same.

        >>> with Tablebase("tables") as tables:
        ...     "KKvK" in tables.classes(), list(tables) == tables.classes()
        (True, True)
        """
        return list(dict.fromkeys(file.material for file in self.files()))

    def __iter__(self) -> Iterator[str]:
        return iter(self.classes())

    def preload(self, classes: Optional[Iterable[str]] = None, what: str = "both") -> int:
        """Loads whole classes into memory, where they stay until close(): all of them, or none.

        classes: names, such as "KKvK"; None: all in the directories that have what is asked for. Captures lead to
        smaller classes, which are preloaded only if they are named too. what: "wdl" (what probe_wdl reads), "dtm"
        (what probe, moves and line read), "both", "dtz" (what probe_rule reads) or "all".
        Returns the additional bytes of `cache_bytes` that this takes. Raises NoRoom if the classes do not fit,
        MissingTable, BadFile, and ValueError for a bad argument.

        >>> with Tablebase("tables") as tables:
        ...     tables.preload(["KKvK", "KvK"], "wdl") > 7000
        True
        """
        handle, names, count, added = self._open_handle(), None, 0, ctypes.c_size_t()
        if what not in _capi.PRELOAD:
            raise BadArgument(f"what to preload is {what!r}, and must be one of {', '.join(_capi.PRELOAD)}")
        if classes is not None:
            texts = list(classes)
            if any("\0" in text for text in texts):  # C would end the text there.
                raise BadArgument("null character in the name of a class")
            count = len(texts)
            names = (ctypes.c_char_p * count)(*(text.encode("utf-8", "replace") for text in texts))
        call(self._library.dameotb_preload, handle, names, count, _capi.PRELOAD[what], added)
        return added.value

    def statistics(self) -> Statistics:
        """Returns what the cache has done since the tables were opened, or since reset_statistics(). While other
        threads probe, their last counts may be missing.

        >>> with Tablebase("tables") as tables:
        ...     _ = tables.probe("W:WKa7,Kh8:BKa1"), tables.probe("W:WKa7,Kh8:BKa1")
        ...     tables.statistics()[:2]
        (1, 1)
        """
        statistics = _capi.Statistics()
        call(self._library.dameotb_get_statistics, self._open_handle(), statistics)
        return Statistics(statistics.hits, statistics.reads, statistics.memory_bytes)

    def reset_statistics(self) -> None:
        """Sets the counts of statistics() to 0."""
        call(self._library.dameotb_reset_statistics, self._open_handle())

    def probe(self, fen: str) -> Result:
        """Returns the result for the side to move and the plies to the end. Needs .dtm files.

        >>> with Tablebase("tables") as tables:
        ...     wdl, plies = tables.probe("B:WKb2,Kh8:BKa1")
        >>> wdl is Wdl.LOSS, plies
        (True, 8)
        """
        handle, value = self._open_handle(), _capi.Value()
        call(self._library.dameotb_probe_dtm, handle, self._parsed(fen), value)
        return _result(value)

    def probe_wdl(self, fen: str) -> Wdl:
        """Returns only the result, for which the smaller .wdl files suffice.

        >>> with Tablebase("tables") as tables:
        ...     tables.probe_wdl("W:WKb1,Kd1:BKc1")
        <Wdl.DRAW: 0>
        """
        handle, wdl = self._open_handle(), ctypes.c_int()
        call(self._library.dameotb_probe_wdl, handle, self._parsed(fen), wdl)
        return Wdl(wdl.value)

    def bounds(self, fen: str) -> Bounds:
        """Returns the tightest bounds on the value that follow from the position's own tables and the values of its
        moves.

        If the tables have the value, both are that value. Otherwise a move whose value is not known may be worth
        anything, and the position is worth what its best move is: one known win proves a win, in no more plies. Does
        not raise MissingTable: if nothing is known, the bounds are a loss and a win of any length.

        >>> with Tablebase("tables") as tables:
        ...     tables.bounds("W:WKa7,Kh8:BKa1").at_least
        ...     tables.bounds("W:WKa1,Kb1,Kc1:BKg8,Kh8").wdl is None
        Bound(wdl=<Wdl.WIN: 1>, plies=5)
        True
        """
        handle, bounds = self._open_handle(), _capi.Bounds()
        call(self._library.dameotb_probe_bounds, handle, self._parsed(fen), bounds)
        return Bounds(_bound(bounds.at_least), _bound(bounds.at_most))

    @property
    def draw_rule(self) -> Optional[int]:
        """The plies of the draw rule under which the .dtz files hold; None if there are none.

        Raises BadFile.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     tables.draw_rule
        6
        """
        handle, plies = self._open_handle(), ctypes.c_int()
        call(self._library.dameotb_draw_rule, handle, plies)
        return plies.value or None

    def probe_rule(self, fen: str, rule: Rule = 50, counter: Optional[int] = None) -> RuleResult:
        """Returns the value under a draw rule: the game is a draw after so many plies without a capture or a man's
        move, unless the side to move has no legal move.

        rule: these plies, from 1 to 120, or the name of a site, as in Rule. counter: how many have been played, at
        least 0; None: the H of the text, as in "W:WKa7,Kh8:BKa1:H12", or 0 without one.

        The value comes from the .dtz files if they hold under this rule, and otherwise from the .wdl and .dtm files as
        far as possible: a draw stays a draw, and a win or a loss stands if the game ends before the counter can
        end it. Raises UnknownResult (a LookupError) for other wins and losses, and BadArgument (a ValueError) for a bad
        rule or counter.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     tables.probe_rule("W:WKa7,Kh8:BKa1:H2", rule=6)
        ...     tables.probe_rule("W:WKa7,Kh8:BKa1:H3", rule=6)
        RuleResult(wdl=<Wdl.WIN: 1>, plies=4)
        RuleResult(wdl=<Wdl.DRAW: 0>, plies=0)
        """
        handle, position, value = self._open_handle(), self._parsed(fen), _capi.RuleValue()
        call(self._library.dameotb_probe_rule, handle, position, *self._rule_of(fen, rule, counter), value)
        return _rule_result(value)

    def get(self, fen: str, default: Any = None) -> Any:
        """Returns what `probe` does, or `default` where a table is missing.

        >>> with Tablebase("tables") as tables:
        ...     tables.get("W:WKa1,Kb1,Kc1:BKg8,Kh8", "search on")
        'search on'
        """
        try:
            return self.probe(fen)
        except MissingTable:
            return default

    def get_wdl(self, fen: str, default: Any = None) -> Any:
        """Returns what `probe_wdl` does, or `default` where a table is missing."""
        try:
            return self.probe_wdl(fen)
        except MissingTable:
            return default

    def get_rule(self, fen: str, rule: Rule = 50, counter: Optional[int] = None, default: Any = None) -> Any:
        """Returns what `probe_rule` does, or `default` where the tables do not say it."""
        try:
            return self.probe_rule(fen, rule, counter)
        except (MissingTable, UnknownResult):
            return default

    def probe_many(self, fens: Iterable[str]) -> list[Optional[Result]]:
        """Returns what `probe` does for each position, or None where a table is missing. Faster than one by one; with
        arrays, `probe_array` is much faster still.

        >>> with Tablebase("tables") as tables:
        ...     tables.probe_many(["W:WKa7,Kh8:BKa1", "W:WKa1,Kb1,Kc1:BKg8,Kh8"])
        [Result(wdl=<Wdl.WIN: 1>, plies=5), None]
        """
        handle, answers = self._open_handle(), []
        for chunk in _chunks(fens):
            values = self._probe_array(handle, self._parsed_all(chunk))
            numbers = memoryview(values).cast("B").cast("i").tolist()
            answers += [
                None if wdl == UNKNOWN else Result(_WDL[wdl], plies) for wdl, plies in zip(numbers[::2], numbers[1::2])
            ]
        return answers

    def probe_wdl_many(self, fens: Iterable[str]) -> list[Optional[Wdl]]:
        """Returns what `probe_wdl` does for each position, or None where a table is missing. Faster than one by one."""
        handle, answers = self._open_handle(), []
        for chunk in _chunks(fens):
            answers += [_WDL.get(wdl) for wdl in self._probe_wdl_array(handle, self._parsed_all(chunk))]
        return answers

    def probe_rule_many(
        self, fens: Iterable[str], rule: Rule = 50, counter: Optional[int] = None
    ) -> list[Optional[RuleResult]]:
        """Returns what `probe_rule` does for each position, or None where the result is not known, for lack of a table
        or under this rule. Faster than one by one.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     tables.probe_rule_many(["W:WKa7,Kh8:BKa1:H2", "W:WKa1,Kb1,Kc1:BKg8,Kh8"], rule=6)
        [RuleResult(wdl=<Wdl.WIN: 1>, plies=4), None]
        """
        handle, number, answers = self._open_handle(), self._rule_number(rule), []
        for chunk in _chunks(fens):
            positions = self._parsed_all(chunk)
            counters = [self._counter(fen, counter) for fen in chunk]
            values = self._probe_rule_array(handle, positions, number, (ctypes.c_int * len(chunk))(*counters))
            answers += [None if value.wdl == UNKNOWN else _rule_result(value) for value in values]
        return answers

    def positions(self, fens: Iterable[str]) -> Any:
        """Returns an array of positions for `probe_array`. It has the buffer protocol: `numpy.asarray` shares its
        memory, as a structured array whose fields are `white_men`, `white_kings`, `black_men` and `black_kings`
        (bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8) and `side_to_move` (0 for White, 1 for Black).

        >>> with Tablebase("tables") as tables:
        ...     array = tables.positions(["W:WKa7,Kh8:BKa1", "B:WKb2,Kh8:BKa1"])
        ...     len(array), array[1].black_kings, array[1].side_to_move, memoryview(array).itemsize
        (2, 1, 1, 40)
        """
        self._open_handle()
        return self._parsed_all(list(fens))

    def probe_array(self, positions: Any) -> Any:
        """Returns the values of an array of positions, as an array with the fields `wdl` and `plies`, both of 32 bits.
        Where a table is missing, `wdl` is UNKNOWN, which is 2, and `plies` is -1.

        positions: what `positions` returns, or any other array of the same layout with the buffer protocol, such as one
        of numpy's with that dtype. Takes less than half a microsecond a position if the blocks are in memory, without
        the interpreter lock. Raises IllegalPosition, which names the first that is, and BadArgument for another layout.

        >>> with Tablebase("tables") as tables:
        ...     values = tables.probe_array(tables.positions(["W:WKa7,Kh8:BKa1", "W:WKa1,Kb1,Kc1:BKg8,Kh8"]))
        >>> [(value.wdl, value.plies) for value in values]
        [(1, 5), (2, -1)]
        """
        return self._probe_array(self._open_handle(), _as_positions(positions))

    def probe_wdl_array(self, positions: Any) -> Any:
        """Returns the results of an array of positions alone, as an array of integers of 32 bits: -1, 0 or 1, or
        UNKNOWN where a table is missing. Takes and raises what `probe_array` does."""
        return self._probe_wdl_array(self._open_handle(), _as_positions(positions))

    def probe_rule_array(self, positions: Any, rule: Rule = 50, counters: Any = None) -> Any:
        """Returns the values of an array of positions under a draw rule, as an array with the fields `wdl` and `plies`,
        which are as in RuleResult; `plies` is -1 where it would be None. Where the result is not known, `wdl` is
        UNKNOWN. Takes and raises what `probe_array` does.

        counters: as many integers, none less than 0, in a list or an array; None: all are 0. An array of 32-bit integers
        (numpy.int32) is not copied.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     values = tables.probe_rule_array(tables.positions(["W:WKa7,Kh8:BKa1"] * 2), 6, array.array("i", [2, 3]))
        >>> [(value.wdl, value.plies) for value in values]
        [(1, 4), (0, 0)]
        """
        asked = _as_positions(positions)
        counts = None if counters is None else _as_counters(counters)
        if counts is not None and len(counts) != len(asked):
            raise BadArgument(f"there are {len(counts)} counters for {len(asked)} positions")
        return self._probe_rule_array(self._open_handle(), asked, self._rule_number(rule), counts)

    def legal_moves(self, fen: str) -> list[LegalMove]:
        """Returns all legal moves by the rules alone, in a fixed order: no table is asked, and any number of pieces may
        be on the board. Moves that lead to the same position count as one. Never raises MissingTable.

        >>> with Tablebase("tables") as tables:
        ...     [move.text for move in tables.legal_moves("W:WKd1:Bd3,b4,f6")]
        ['d1xd4xa4', 'd1xd6xg6', 'd1xd6xh6']
        """
        self._open_handle()
        position = self._parsed(fen)
        moves = _filled(_capi.Move, self._library.dameotb_legal_moves, position)
        board = _Board(self._library, position)
        described = (board.described(*row) for row in _capi.MOVE.iter_unpack(moves))
        return [LegalMove(*text, fen) for text, fen in described]

    @overload
    def moves(self, fen: str) -> list[RankedMove]: ...

    @overload
    def moves(self, fen: str, *, rule: Rule, counter: Optional[int] = None) -> list[KnownMove]: ...

    def moves(
        self, fen: str, *, rule: Optional[Rule] = None, counter: Optional[int] = None
    ) -> Union[list[RankedMove], list[KnownMove]]:
        """Returns all legal moves, best first; an empty list if the game is over. Needs .dtm files, without a rule.

        The winner's fastest move comes first, and the loser's slowest; equal ones are in a fixed order. Moves to the
        same position count as one. Values come from the positions after the moves: there can be an answer here where
        `probe` has none, and vice versa.

        >>> with Tablebase("tables") as tables:
        ...     best, *others = tables.moves("W:WKa7,Kh8:BKa1")
        >>> best.text, best.plies, best.fen, len(others)
        ('a7-g7', 5, 'B:WKg7,Kh8:BKa1', 39)

        rule: a draw rule, as in probe_rule; "freeling" is no rule. counter: as in probe_rule. Then there is always an
        answer, with what is known of each move: wins, draws, moves of unknown result, losses. Wins that need the fewest
        plies of the rule come first, and losses that need the most; among equals the order is that without a rule. So a
        win that comes too late is the first of the draws. Of moves whose result under the rule is unknown, those that
        win without it come before draws, and those that lose without it just before losses.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     best = tables.moves("W:WKa7,Kh8:BKa1:H3", rule=6)[0]
        >>> best.text, best.wdl.name, best.without.plies, best.fen
        ('a7-g7', 'DRAW', 5, 'B:WKg7,Kh8:BKa1:H4')
        """
        handle, position = self._open_handle(), self._parsed(fen)
        board = _Board(self._library, position)
        if rule is None:
            ranked = _filled(_capi.RankedMove, self._library.dameotb_probe_root, handle, position)
            return [self._ranked(board, row) for row in _capi.RANKED_MOVE.iter_unpack(ranked)]
        asked = self._rule_of(fen, rule, counter, may_be_none=True)
        known = _filled(_capi.KnownMove, self._library.dameotb_probe_root_rule, handle, position, *asked)
        return [self._known(board, row, asked[0]) for row in _capi.KNOWN_MOVE.iter_unpack(known)]

    def prover(self, hash_bytes: Optional[int] = None) -> Prover:
        """Returns a search for proofs of positions that no table has. It works on after close().

        hash_bytes: the memory for what it finds out about positions, at least 1; None: 64 MiB.

        >>> with Tablebase("tables") as tables:
        ...     tables.prover().prove("W:Wc1,d1,e1,d2,h2,b5:BKa5,d5,c6,b7").bounds.at_least
        Bound(wdl=<Wdl.WIN: 1>, plies=5)
        """
        if hash_bytes is not None and not 1 <= hash_bytes <= _capi.LARGEST_SIZE:
            raise ValueError(f"hash_bytes is {hash_bytes}, and must be from 1 to {_capi.LARGEST_SIZE}")
        return Prover(self, self._open_handle(), hash_bytes or 0)

    @overload
    def line(self, fen: str) -> list[RankedMove]: ...

    @overload
    def line(self, fen: str, *, rule: Rule, counter: Optional[int] = None) -> list[KnownMove]: ...

    def line(
        self, fen: str, *, rule: Optional[Rule] = None, counter: Optional[int] = None
    ) -> Union[list[RankedMove], list[KnownMove]]:
        """Returns best play to the end of the game: the winner takes the fastest way and the loser the slowest.

        Each move is the first one of `moves`, with its value for the side that makes it. The list is empty for a draw,
        whose best play never ends, and for a finished game. Needs .dtm files.

        >>> with Tablebase("tables") as tables:
        ...     print(*(move.text for move in tables.line("W:WKa7,Kh8:BKa1")))
        a7-g7 a1-b1 g7-b7 b1xb8 h8xa8

        rule, counter: as in `moves`. Each move is then the first one of `moves` with the counter that those before it
        leave, and the game ends before the rule would end it. Raises UnknownResult if the tables do not say the result.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     print(*(move.fen for move in tables.line("W:WKa7,Kh8:BKa1:H2", rule=6)[:2]))
        B:WKg7,Kh8:BKa1:H3 W:WKg7,Kh8:BKb1:H4
        """
        handle, position = self._open_handle(), self._parsed(fen)
        board = _Board(self._library, position)
        if rule is None:
            ranked = _filled(_capi.RankedMove, self._library.dameotb_best_line, handle, position)
            return _played(board, _capi.RANKED_MOVE.iter_unpack(ranked), self._ranked)
        asked = self._rule_of(fen, rule, counter, may_be_none=True)
        known = _filled(_capi.KnownMove, self._library.dameotb_best_line_rule, handle, position, *asked)
        rows = _capi.KNOWN_MOVE.iter_unpack(known)
        return _played(board, rows, lambda at, row: self._known(at, row, asked[0]))

    def _open_handle(self) -> _Handle:
        """Called once per method, whose handle keeps the tables open until it returns. Raises ValueError if closed."""
        handle = self._handle
        if handle is None:
            raise ValueError("the tablebase is closed")
        return handle

    def _parsed(self, fen: str) -> _capi.Position:
        if not isinstance(fen, str):
            raise TypeError(f"a position is given as str, not {type(fen).__name__}")
        if "\0" in fen:  # C would end the text there.
            raise BadNotation(f"null character at character {fen.index(chr(0)) + 1}")
        position = _capi.Position()
        call(self._library.dameotb_parse_fen, fen.encode("utf-8", "replace"), position)
        return position

    def _counter_of(self, fen: str) -> int:
        """Returns the H of a text that `_parsed` accepts, or 0."""
        if ":H" not in fen:
            return 0
        counter = ctypes.c_int()
        call(self._library.dameotb_fen_counter, fen.encode("ascii"), counter)
        return counter.value

    def _rule_of(self, fen: str, rule: Rule, counter: Optional[int], may_be_none: bool = False) -> tuple[int, int]:
        """Returns what stands for a draw rule in C, and the counter: that of the text for None. Raises BadArgument."""
        return self._rule_number(rule, may_be_none), self._counter(fen, counter)

    def _rule_number(self, rule: Rule, may_be_none: bool = False) -> int:
        if isinstance(rule, str):
            names = [name for name, number in _capi.SITES.items() if may_be_none or number != _capi.NO_RULE]
            if rule not in names:
                raise BadArgument(f"rule is {rule!r}, and must be a number, or one of {', '.join(names)}")
            return _capi.SITES[rule]
        plies = operator.index(rule)
        if not 1 <= plies <= _capi.MOST_RULE_PLIES:
            raise BadArgument(f"rule is {plies}, and must be from 1 to {_capi.MOST_RULE_PLIES}")
        return plies

    def _counter(self, fen: str, counter: Optional[int]) -> int:
        played = self._counter_of(fen) if counter is None else operator.index(counter)
        if played < 0:
            raise BadArgument(f"counter is {played}, and must be at least 0")
        # All counters from the rule's plies on are alike, and ctypes would cut off what is too large for a C int.
        return min(played, _capi.MOST_RULE_PLIES)

    def _parsed_all(self, fens: list[str]) -> Any:
        """Returns an array of what `_parsed` returns for each."""
        positions, error = (_capi.Position * len(fens))(), _capi.Error()
        parse = self._library.dameotb_parse_fen
        for fen, position in zip(fens, positions):
            if not isinstance(fen, str) or "\0" in fen or parse(fen.encode("utf-8", "replace"), position, error):
                self._parsed(fen)  # Raises what is wrong.
        return positions

    def _probe_array(self, handle: _Handle, positions: Any) -> Any:
        count = len(positions)
        values = (_capi.Value * count).from_buffer(_unknown_values(count))
        _call_many(count, self._library.dameotb_probe_dtm_many, handle, positions, count, values)
        return values

    def _probe_wdl_array(self, handle: _Handle, positions: Any) -> Any:
        count = len(positions)
        results = (ctypes.c_int * count).from_buffer(bytearray(struct.pack("i", UNKNOWN) * count))
        _call_many(count, self._library.dameotb_probe_wdl_many, handle, positions, count, results)
        return results

    def _probe_rule_array(self, handle: _Handle, positions: Any, rule: int, counters: Any) -> Any:
        count = len(positions)
        values = (_capi.RuleValue * count).from_buffer(_unknown_values(count))
        _call_many(count, self._library.dameotb_probe_rule_many, handle, positions, counters, count, rule, values)
        return values

    def _ranked(self, board: _Board, row: tuple[int, ...]) -> RankedMove:
        *squares, wdl, plies = row
        text, fen = board.described(*squares)
        return RankedMove(*text, _WDL[wdl], plies, fen)

    def _known(self, board: _Board, row: tuple[int, ...], rule: int) -> KnownMove:
        *squares, wdl, plies, wdl_without, plies_without, counter, _ = row
        text, fen = board.described(*squares)
        outcome, without = _outcome(wdl, plies), _outcome(wdl_without, plies_without)
        if rule != _capi.NO_RULE:
            fen += f":H{counter}"
        return KnownMove(*text, *(outcome or (None, None)), without, fen)


class Prover:
    """A search for proofs, made by Tablebase.prover. It remembers what it has found out: asked again, or for the next
    position of a game, it goes on from there. Threads take turns."""

    def __init__(self, tables: Tablebase, handle: _Handle, hash_bytes: int) -> None:
        self._tables = tables
        self._library = tables._library
        pointer = ctypes.c_void_p()
        call(self._library.dameotb_open_prover, handle, hash_bytes, pointer)
        self._handle = _Handle(self._library.dameotb_close_prover, pointer, keeps=handle)
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
        plies, and the line is the shortest win with the longest defence. rule: the plies of a draw rule, under which what
        is said holds, with this counter, as in Tablebase.probe_rule; a win or a loss has no plies then. None: without one.
        """
        if not seconds > 0:
            raise BadArgument(f"seconds is {seconds}, and must be more than 0")
        if nodes is not None and nodes < 1:
            raise BadArgument(f"nodes is {nodes}, and must be at least 1")
        most = 2**64 - 1  # ctypes would cut off what is larger.
        milliseconds = min(max(1, round(seconds * 1000)), most) if seconds < math.inf else 0
        size = ctypes.sizeof(_capi.Limits)
        limits = _capi.Limits(size, milliseconds, min(nodes or 0, most), None, None, shortest)
        position, bounds = self._tables._parsed(fen), _capi.Bounds()
        moves, count = (_capi.Move * _MOST_LINE)(), ctypes.c_size_t()
        function, under = self._library.dameotb_prove, ()
        if rule is not None:
            function, under = self._library.dameotb_prove_rule, self._tables._rule_of(fen, rule, counter)
        with self._turn:
            call(function, self._handle, position, *under, limits, bounds, moves, len(moves), count)
        rows = itertools.islice(_capi.MOVE.iter_unpack(moves), count.value)
        line = _played(_Board(self._library, position), rows, lambda board, row: board.text(*row))
        return Proof(Bounds(_bound(bounds.at_least), _bound(bounds.at_most)), line)


class _Handle:
    """Owns a dameotb_tablebase or a dameotb_prover, and closes it with the last reference: of a tablebase the Tablebase
    holds one, and so does every method in progress, and every Prover. This makes Tablebase.close safe in any thread,
    without locks."""

    def __init__(self, close: Any, pointer: ctypes.c_void_p, keeps: Optional[_Handle] = None) -> None:
        self._as_parameter_ = pointer
        self._close = close  # Modules may be gone when the interpreter exits.
        self._keeps = keeps  # What the pointer's object needs.

    def __del__(self) -> None:
        self._close(self._as_parameter_)


def _opened(paths: list[str], options: dict[str, Any]) -> Tablebase:
    return Tablebase(paths, **options)


def _path_bytes(path: Path) -> bytes:
    """The name of a directory as the system has it. Raises BadArgument for one that no directory can have."""
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError as reason:
        raise BadArgument(f"{path!r} cannot be the path of a directory: {reason.reason}") from None
    if b"\0" in encoded:  # C would end the path there.
        raise BadArgument(f"{path!r} cannot be the path of a directory: embedded null byte")
    return encoded


def _as_positions(positions: Any) -> Any:
    return _as_array(positions, _capi.Position, "positions")


def _as_counters(counters: Any) -> Any:
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


def _unknown_values(count: int) -> bytearray:
    """Returns the bytes of an array of values that are not known."""
    return bytearray(struct.pack("2i", UNKNOWN, _capi.UNKNOWN_PLIES) * count)


def _chunks(fens: Iterable[str]) -> Iterator[list[str]]:
    """Returns some at a time, so that a text of millions of lines does not have to fit into memory."""
    remaining = iter(fens)
    while chunk := list(itertools.islice(remaining, _CHUNK)):
        yield chunk


def _call_many(count: int, function: Any, *arguments: Any) -> None:
    """Calls a batch function with `arguments` and `count` statuses; it leaves alone the answers that are not known.
    Raises IllegalPosition and BadArgument for the first position or counter that is at fault."""
    statuses = array.array("i", bytes(4 * count))
    call(function, *arguments, (ctypes.c_int * count).from_buffer(statuses))
    if _capi.ILLEGAL_POSITION in statuses:
        raise IllegalPosition(f"positions[{statuses.index(_capi.ILLEGAL_POSITION)}] is not a legal position of the game")
    if _capi.BAD_ARGUMENT in statuses:
        raise BadArgument(f"counters[{statuses.index(_capi.BAD_ARGUMENT)}] is less than 0")


def _filled(kind: Any, function: Any, *arguments: Any) -> Any:
    """An array of what a function writes that fills one of this kind."""
    count = ctypes.c_size_t(_USUAL_ROOM)  # After a refusal, the size that suffices.
    while True:
        items = (kind * count.value)()
        try:
            call(function, *arguments, items, len(items), count)
        except BufferTooSmall:
            continue
        return (kind * count.value).from_buffer(items)


def _result(value: _capi.Value) -> Result:
    return Result(_WDL[value.wdl], value.plies)


def _known_plies(plies: int) -> Optional[int]:
    return None if plies == _capi.UNKNOWN_PLIES else plies


def _rule_result(value: _capi.RuleValue) -> RuleResult:
    return RuleResult(_WDL[value.wdl], _known_plies(value.plies))


def _outcome(wdl: int, plies: int) -> Optional[Outcome]:
    """Of a KnownMove."""
    return None if wdl == _capi.UNKNOWN else Outcome(_WDL[wdl], _known_plies(plies))


def _bound(value: _capi.Value) -> Bound:
    return Bound(Wdl(value.wdl), _known_plies(value.plies))


def _played(
    board: _Board, rows: Iterable[tuple[int, ...]], described: Callable[[_Board, tuple[int, ...]], Any]
) -> list[Any]:
    """What `described` says of each move of a line, of which each row has what `_Board.after` takes in front."""
    line = []
    for row in rows:
        line.append(described(board, row))
        board = board.moved(*row[:3])
    return line


class _Board:
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

    def moved(self, start: int, end: int, captured: int) -> _Board:
        """The board after the move."""
        return _Board(self._library, self.after(start, end, captured))

    def described(self, start: int, end: int, captured: int) -> tuple[tuple[str, str, str, tuple[str, ...]], str]:
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
