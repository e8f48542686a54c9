"""Tablebase: open directories of tables, probed with positions in text form."""

from __future__ import annotations

import array
import ctypes
import os
import struct
from typing import Any, Iterable, Iterator, Optional, Union, overload

from . import _capi, _library
from ._board import Board, played
from ._capi import Closable, Handle, call, filled
from ._questions import (
    AnyPath,
    Rule,
    as_counters,
    as_positions,
    chunks,
    counter_of,
    parsed,
    parsed_all,
    path_bytes,
    require_no_counter,
    rule_number,
    rule_of,
    size_of,
)
from .answers import (
    UNKNOWN,
    WDL_OF_NUMBER,
    Bounds,
    Duplicate,
    KnownMove,
    LegalMove,
    RankedMove,
    Result,
    RuleResult,
    Statistics,
    TableFile,
    Wdl,
    to_bound,
    to_result,
    to_rule_result,
)
from .errors import BadArgument, IllegalPosition, MissingTable, UnknownResult
from .prover import Prover


class Tablebase(Closable):
    """One or more open directories of tables.

    >>> tables = Tablebase("tables")
    >>> tables.probe("W:WKa7,Kh8:BKa1")
    Result(wdl=<Wdl.WIN: 1>, plies=5)
    >>> tables.close()

    Threads: one Tablebase serves any number of threads concurrently, without locks. One thread may close it while
    others probe: calls in progress finish first, later ones raise ValueError; a Prover keeps the files open. Processes:
    each opens its own. A pickled Tablebase opens its directories anew where it is unpickled, so one can be passed to
    worker processes; after a fork, the child opens its own, too.

    All methods that take a position raise BadNotation or IllegalPosition (both are ValueError) for a text that is no
    legal position, MissingTable (a LookupError) if a table is missing, BadFile (an OSError) if one is damaged, and
    ValueError after close(). DameotbError catches all of these but the last.
    """

    _name = "tablebase"

    def __init__(
        self,
        path: Union[AnyPath, Iterable[AnyPath]],
        *,
        cache_bytes: Optional[int] = None,
        keep: str = "units",
        most_pieces: Optional[int] = None,
        library: Optional[AnyPath] = None,
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
        Raises LibraryError, BadFile if the directory cannot be read, and BadArgument.
        """
        if keep not in _capi.KEEP:
            raise BadArgument(f"keep is {keep!r}, and must be one of {', '.join(_capi.KEEP)}")
        sizes = size_of(cache_bytes, "cache_bytes"), _capi.KEEP[keep], size_of(most_pieces, "most_pieces")
        is_one = isinstance(path, (str, bytes, os.PathLike))
        directories = [path_bytes(one) for one in ([path] if is_one else path)]
        self._paths = [os.fsdecode(directory) for directory in directories]
        self._places = [os.path.abspath(path) for path in self._paths]  # Whatever the working directory is later.
        self._options = {"cache_bytes": cache_bytes, "keep": keep, "most_pieces": most_pieces}
        self._options["library"] = None if library is None else os.path.abspath(library)
        self._library = _library.load(library)
        options = _capi.Options(ctypes.sizeof(_capi.Options), *sizes)
        pointer, count = ctypes.c_void_p(), len(directories)
        names = (ctypes.c_char_p * count)(*directories)
        call(self._library.dameotb_open_directories, names, count, options, pointer)
        self._handle = Handle(self._library.dameotb_close, pointer)

    def __repr__(self) -> str:
        paths = ", ".join(map(repr, self._paths))
        return f"<dameotb.Tablebase {paths}{', closed' if self._handle is None else ''}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies and pickles what it was opened with. Raises ValueError if it is closed."""
        self._open_handle()
        return _unpickled, (self._places, self._options)

    @property
    def duplicates(self) -> list[Duplicate]:
        """The files that are not used, because an earlier directory has one of the same name.

        >>> with Tablebase(["tables", "tables"]) as tables:
        ...     tables.duplicates[0]
        Duplicate(file='KvK.wdl', used='tables', hidden='tables')
        """
        found = filled(_capi.Duplicate, self._library.dameotb_duplicates, self._open_handle())
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
        TableFile(name='KvK.wdl', class_name='KvK', metric='wdl', is_usable=True, bytes=159, positions=518)
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
            for one in filled(_capi.File, self._library.dameotb_files, self._open_handle())
        ]

    def classes(self) -> list[str]:
        """Returns the names of the classes that have a file, small ones first. A Tablebase can also be iterated over,
        which gives the same.

        >>> with Tablebase("tables") as tables:
        ...     "KKvK" in tables.classes(), list(tables) == tables.classes()
        (True, True)
        """
        return list(dict.fromkeys(file.class_name for file in self.files()))

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
        call(self._library.dameotb_probe_dtm, handle, parsed(self._library, fen), value)
        return to_result(value)

    def probe_wdl(self, fen: str) -> Wdl:
        """Returns only the result, for which the smaller .wdl files suffice.

        >>> with Tablebase("tables") as tables:
        ...     tables.probe_wdl("W:WKb1,Kd1:BKc1")
        <Wdl.DRAW: 0>
        """
        handle, wdl = self._open_handle(), ctypes.c_int()
        call(self._library.dameotb_probe_wdl, handle, parsed(self._library, fen), wdl)
        return WDL_OF_NUMBER[wdl.value]

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
        call(self._library.dameotb_probe_bounds, handle, parsed(self._library, fen), bounds)
        return Bounds(to_bound(bounds.at_least), to_bound(bounds.at_most))

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
        handle, position, value = self._open_handle(), parsed(self._library, fen), _capi.RuleValue()
        call(self._library.dameotb_probe_rule, handle, position, *rule_of(self._library, fen, rule, counter), value)
        return to_rule_result(value)

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
        for chunk in chunks(fens):
            values = self._probe_array(handle, parsed_all(self._library, chunk))
            numbers = memoryview(values).cast("B").cast("i").tolist()
            pairs = zip(numbers[::2], numbers[1::2])
            answers += [None if wdl == UNKNOWN else Result(WDL_OF_NUMBER[wdl], plies) for wdl, plies in pairs]
        return answers

    def probe_wdl_many(self, fens: Iterable[str]) -> list[Optional[Wdl]]:
        """Returns what `probe_wdl` does for each position, or None where a table is missing. Faster than one by one."""
        handle, answers = self._open_handle(), []
        for chunk in chunks(fens):
            results = self._probe_wdl_array(handle, parsed_all(self._library, chunk))
            answers += [WDL_OF_NUMBER.get(wdl) for wdl in results]
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
        handle, number, answers = self._open_handle(), rule_number(rule), []
        for chunk in chunks(fens):
            positions = parsed_all(self._library, chunk)
            counters = [counter_of(self._library, fen, counter) for fen in chunk]
            values = self._probe_rule_array(handle, positions, number, (ctypes.c_int * len(chunk))(*counters))
            answers += [None if value.wdl == UNKNOWN else to_rule_result(value) for value in values]
        return answers

    def positions(self, fens: Iterable[str]) -> Any:
        """Returns an array of positions for `probe_array`. It has the buffer protocol: `numpy.asarray` shares its
        memory, as a structured array whose fields are `white_men`, `white_kings`, `black_men` and `black_kings`
        (bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8) and `side_to_move` (0 for White, 1 for Black). To pickle it,
        as for another process, make it one of numpy's.

        >>> with Tablebase("tables") as tables:
        ...     array = tables.positions(["W:WKa7,Kh8:BKa1", "B:WKb2,Kh8:BKa1"])
        ...     len(array), array[1].black_kings, array[1].side_to_move, memoryview(array).itemsize
        (2, 1, 1, 40)
        """
        self._open_handle()
        return parsed_all(self._library, list(fens))

    def probe_array(self, positions: Any) -> Any:
        """Returns the values of an array of positions, as an array with the fields `wdl` and `plies`, both of 32 bits.
        Where a table is missing, `wdl` is UNKNOWN, which is 2, and `plies` is -1.

        positions: what `positions` returns, or any other array with the buffer protocol and the same fields, such as
        one of numpy's with that dtype. Takes less than half a microsecond a position if the blocks are in memory,
        without the interpreter lock. Raises IllegalPosition, which names the first that is, and BadArgument for another
        layout.

        >>> with Tablebase("tables") as tables:
        ...     values = tables.probe_array(tables.positions(["W:WKa7,Kh8:BKa1", "W:WKa1,Kb1,Kc1:BKg8,Kh8"]))
        >>> [(value.wdl, value.plies) for value in values]
        [(1, 5), (2, -1)]
        """
        return self._probe_array(self._open_handle(), as_positions(positions))

    def probe_wdl_array(self, positions: Any) -> Any:
        """Returns the results of an array of positions alone, as an array of integers of 32 bits: -1, 0 or 1, or
        UNKNOWN where a table is missing. Takes and raises what `probe_array` does."""
        return self._probe_wdl_array(self._open_handle(), as_positions(positions))

    def probe_rule_array(self, positions: Any, rule: Rule = 50, counters: Any = None) -> Any:
        """Returns the values of an array of positions under a draw rule, as an array with the fields `wdl` and `plies`,
        which are as in RuleResult; `plies` is -1 where it would be None. Where the result is not known, `wdl` is
        UNKNOWN. Takes and raises what `probe_array` does.

        counters: as many integers, none less than 0, in a list or an array; None: all are 0. An array of 32-bit
        integers (numpy.int32) is not copied.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     values = tables.probe_rule_array(tables.positions(["W:WKa7,Kh8:BKa1"] * 2), 6, array.array("i", [2, 3]))
        >>> [(value.wdl, value.plies) for value in values]
        [(1, 4), (0, 0)]
        """
        asked = as_positions(positions)
        counts = None if counters is None else as_counters(counters)
        if counts is not None and len(counts) != len(asked):
            raise BadArgument(f"there are {len(counts)} counters for {len(asked)} positions")
        return self._probe_rule_array(self._open_handle(), asked, rule_number(rule), counts)

    def legal_moves(self, fen: str) -> list[LegalMove]:
        """Returns all legal moves by the rules alone, in a fixed order: no table is asked, and any number of pieces may
        be on the board. Moves that lead to the same position count as one. Never raises MissingTable.

        >>> with Tablebase("tables") as tables:
        ...     [move.text for move in tables.legal_moves("W:WKd1:Bd3,b4,f6")]
        ['d1xd4xa4', 'd1xd6xg6', 'd1xd6xh6']
        """
        self._open_handle()
        position = parsed(self._library, fen)
        moves = filled(_capi.Move, self._library.dameotb_legal_moves, position)
        board = Board(self._library, position)
        return [board.legal_move(row) for row in _capi.MOVE.iter_unpack(moves)]

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

        rule: a draw rule, as in probe_rule; "freeling" is no rule. counter: as in probe_rule, and only with a rule.
        Then there is always an answer, with what is known of each move: wins, draws, moves of unknown result, losses.
        Wins that need the fewest plies of the rule come first, and losses that need the most; among equals the order is
        that without a rule. So a win that comes too late is the first of the draws. Of moves whose result under the
        rule is unknown, those that win without it come before draws, and those that lose without it just before losses.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     best = tables.moves("W:WKa7,Kh8:BKa1:H3", rule=6)[0]
        >>> best.text, best.wdl.name, best.without.plies, best.fen
        ('a7-g7', 'DRAW', 5, 'B:WKg7,Kh8:BKa1:H4')
        """
        handle, position = self._open_handle(), parsed(self._library, fen)
        board = Board(self._library, position)
        if rule is None:
            require_no_counter(counter)
            ranked = filled(_capi.RankedMove, self._library.dameotb_probe_root, handle, position)
            return [board.ranked_move(row) for row in _capi.RANKED_MOVE.iter_unpack(ranked)]
        asked = rule_of(self._library, fen, rule, counter, may_be_none=True)
        known = filled(_capi.KnownMove, self._library.dameotb_probe_root_rule, handle, position, *asked)
        return [board.known_move(row, asked[0]) for row in _capi.KNOWN_MOVE.iter_unpack(known)]

    def prover(self, hash_bytes: Optional[int] = None) -> Prover:
        """Returns a Prover, a search for proofs of positions that no table has. It keeps working after close()."""
        return Prover(self, hash_bytes)

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
        handle, position = self._open_handle(), parsed(self._library, fen)
        board = Board(self._library, position)
        if rule is None:
            require_no_counter(counter)
            ranked = filled(_capi.RankedMove, self._library.dameotb_best_line, handle, position)
            return played(board, _capi.RANKED_MOVE.iter_unpack(ranked), Board.ranked_move)
        asked = rule_of(self._library, fen, rule, counter, may_be_none=True)
        known = filled(_capi.KnownMove, self._library.dameotb_best_line_rule, handle, position, *asked)
        rows = _capi.KNOWN_MOVE.iter_unpack(known)
        return played(board, rows, lambda at, row: at.known_move(row, asked[0]))

    def _probe_array(self, handle: Handle, positions: Any) -> Any:
        count = len(positions)
        values = (_capi.Value * count).from_buffer(_unknown_values(count))
        _call_many(count, self._library.dameotb_probe_dtm_many, handle, positions, count, values)
        return values

    def _probe_wdl_array(self, handle: Handle, positions: Any) -> Any:
        count = len(positions)
        results = (ctypes.c_int * count).from_buffer(bytearray(struct.pack("i", UNKNOWN) * count))
        _call_many(count, self._library.dameotb_probe_wdl_many, handle, positions, count, results)
        return results

    def _probe_rule_array(self, handle: Handle, positions: Any, rule: int, counters: Any) -> Any:
        count = len(positions)
        values = (_capi.RuleValue * count).from_buffer(_unknown_values(count))
        _call_many(count, self._library.dameotb_probe_rule_many, handle, positions, counters, count, rule, values)
        return values


def _unpickled(paths: list[str], options: dict[str, Any]) -> Tablebase:
    return Tablebase(paths, **options)


def _unknown_values(count: int) -> bytearray:
    """Returns the bytes of an array of values that are not known."""
    return bytearray(struct.pack("2i", UNKNOWN, _capi.UNKNOWN_PLIES) * count)


def _call_many(count: int, function: Any, *arguments: Any) -> None:
    """Calls a batch function with `arguments` and `count` statuses; it leaves alone the answers that are not known.
    Raises IllegalPosition and BadArgument for the first position or counter that is at fault."""
    statuses = array.array("i", bytes(4 * count))
    call(function, *arguments, (ctypes.c_int * count).from_buffer(statuses))
    if _capi.ILLEGAL_POSITION in statuses:
        first = statuses.index(_capi.ILLEGAL_POSITION)
        raise IllegalPosition(f"positions[{first}] is not a legal position of the game")
    if _capi.BAD_ARGUMENT in statuses:
        raise BadArgument(f"counters[{statuses.index(_capi.BAD_ARGUMENT)}] is less than 0")
