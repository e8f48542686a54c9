"""Tablebase: open directories of tables, probed with positions in text form.

Results, move order and lines come from the library. Only what the C interface lacks is computed here: the position
after a move.
"""

from __future__ import annotations

import ctypes
import enum
import math
import operator
import os
import threading
from types import TracebackType
from typing import Any, Iterable, NamedTuple, NoReturn, Optional, Union

from . import _capi, _library
from ._capi import call
from .errors import BadArgument, BadNotation, BufferTooSmall

Path = Union[str, "os.PathLike[str]"]

_USUAL_ROOM = 256  # Few positions have more moves.
_MOST_LINE = 1000  # Moves of a proof that are shown.


class Wdl(enum.IntEnum):
    """A result for the side to move. Greater is better; `-result` is the opponent's."""

    LOSS = -1
    DRAW = 0
    WIN = 1


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


class RankedMove(NamedTuple):
    """A legal move and its value for the side that makes it."""

    text: str  #: "d1-b3", or "c5xc1xh1" for a capture.
    from_square: str  #: "c5"
    to_square: str  #: "h1"; a capture may end where it began.
    captured: tuple[str, ...]  #: The squares of the captured pieces, from a1 to h8; empty for a quiet move.
    wdl: Wdl
    plies: int  #: To the end of the game, this move included; 0 for a draw.
    fen: str  #: The position after the move.


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
    others probe: calls in progress finish first, later ones raise ValueError. Processes: each opens its own; a
    Tablebase cannot be copied or pickled.

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

    def __reduce__(self) -> NoReturn:
        """Refuses copying and pickling, like an open file."""
        raise TypeError("a Tablebase cannot be copied or pickled; open the directory once more")

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

    def preload(self, classes: Optional[Iterable[str]] = None, what: str = "both") -> int:
        """Loads whole classes into memory, where they stay until close(): all of them, or none.

        classes: names, such as "KKvK"; None: all in the directories that have what is asked for. Captures lead to
        smaller classes, which are preloaded only if they are named too. what: "wdl" (what probe_wdl reads), "dtm"
        (what probe, moves and line read) or "both". .dtz files cannot be preloaded.
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

    def probe_rule(self, fen: str, plies: int = 50, counter: Optional[int] = None) -> RuleResult:
        """Returns the value under a draw rule: the game is a draw after `plies` plies without a capture or a man's
        move, unless the side to move has no legal move.

        plies: from 1 to 120. counter: how many such plies have been played, at least 0; None: the H of the text, as in
        "W:WKa7,Kh8:BKa1:H12", or 0 without one.

        The value comes from the .dtz files if they hold under this rule, and otherwise from the .wdl and .dtm files as
        far as possible: a draw stays a draw, and a win or a loss stands if the game ends before the counter can
        reach `plies`. Raises UnknownResult (a LookupError) for other wins and losses, and BadArgument (a ValueError)
        for bad plies or a bad counter.

        >>> with Tablebase("tables_under_a_rule") as tables:
        ...     tables.probe_rule("W:WKa7,Kh8:BKa1:H2", plies=6)
        ...     tables.probe_rule("W:WKa7,Kh8:BKa1:H3", plies=6)
        RuleResult(wdl=<Wdl.WIN: 1>, plies=4)
        RuleResult(wdl=<Wdl.DRAW: 0>, plies=0)
        """
        handle, position, value = self._open_handle(), self._parsed(fen), _capi.RuleValue()
        call(self._library.dameotb_probe_rule, handle, position, *self._rule_of(fen, plies, counter), value)
        return RuleResult(Wdl(value.wdl), _known_plies(value))

    def probe_many(self, fens: Iterable[str]) -> list[Optional[Result]]:
        """Returns what `probe` does for each position, or None where a table is missing. Faster than one by one.

        >>> with Tablebase("tables") as tables:
        ...     tables.probe_many(["W:WKa7,Kh8:BKa1", "W:WKa1,Kb1,Kc1:BKg8,Kh8"])
        [Result(wdl=<Wdl.WIN: 1>, plies=5), None]
        """
        answers = self._answers(self._library.dameotb_probe_dtm_many, fens, _capi.Value)
        return [None if value is None else _result(value) for value in answers]

    def probe_wdl_many(self, fens: Iterable[str]) -> list[Optional[Wdl]]:
        """Returns what `probe_wdl` does for each position, or None where a table is missing. Faster than one by one."""
        answers = self._answers(self._library.dameotb_probe_wdl_many, fens, ctypes.c_int)
        return [None if wdl is None else Wdl(wdl) for wdl in answers]

    def moves(self, fen: str) -> list[RankedMove]:
        """Returns all legal moves, best first; an empty list if the game is over. Needs .dtm files.

        The winner's fastest move comes first, and the loser's slowest; equal ones are in a fixed order. Moves to the
        same position count as one. Values come from the positions after the moves: there can be an answer here where
        `probe` has none, and vice versa.

        >>> with Tablebase("tables") as tables:
        ...     best, *others = tables.moves("W:WKa7,Kh8:BKa1")
        >>> best.text, best.plies, best.fen, len(others)
        ('a7-g7', 5, 'B:WKg7,Kh8:BKa1', 39)
        """
        handle, position = self._open_handle(), self._parsed(fen)
        return [
            self._described(position, move)
            for move in _filled(_capi.RankedMove, self._library.dameotb_probe_root, handle, position)
        ]

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

    def line(self, fen: str) -> list[RankedMove]:
        """Returns best play to the end of the game: the winner takes the fastest way and the loser the slowest.

        Each move is the first one of `moves`, with its value for the side that makes it. The list is empty for a draw,
        whose best play never ends, and for a finished game. Needs .dtm files.

        >>> with Tablebase("tables") as tables:
        ...     print(*(move.text for move in tables.line("W:WKa7,Kh8:BKa1")))
        a7-g7 a1-b1 g7-b7 b1xb8 h8xa8
        """
        handle, position = self._open_handle(), self._parsed(fen)
        line: list[RankedMove] = []
        for move in _filled(_capi.RankedMove, self._library.dameotb_best_line, handle, position):
            line.append(self._described(position, move))
            position = _after(position, move.move)
        return line

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
        counter = ctypes.c_int()
        call(self._library.dameotb_fen_counter, fen.encode("ascii"), counter)
        return counter.value

    def _rule_of(self, fen: str, plies: int, counter: Optional[int]) -> tuple[int, int]:
        """Returns the plies of a draw rule, and the counter: that of the text for None. Raises BadArgument."""
        rule_plies = operator.index(plies)
        if not 1 <= rule_plies <= _capi.MOST_RULE_PLIES:
            raise BadArgument(f"plies is {rule_plies}, and must be from 1 to {_capi.MOST_RULE_PLIES}")
        played = self._counter_of(fen) if counter is None else operator.index(counter)
        if played < 0:
            raise BadArgument(f"counter is {played}, and must be at least 0")
        # All counters from rule_plies on are alike, and ctypes would cut off what is too large for a C int.
        return rule_plies, min(played, rule_plies)

    def _answers(self, function: Any, fens: Iterable[str], kind: Any) -> list[Any]:
        """Returns a batch function's answer for each position, or None where a table is missing."""
        handle, positions = self._open_handle(), [self._parsed(fen) for fen in fens]
        count = len(positions)
        answers, statuses = (kind * count)(), (ctypes.c_int * count)()
        call(function, handle, (_capi.Position * count)(*positions), count, answers, statuses)
        return [answer if status == _capi.OK else None for answer, status in zip(answers, statuses)]

    def _described(self, position: _capi.Position, ranked: _capi.RankedMove) -> RankedMove:
        move = ranked.move
        return RankedMove(
            self._text_of(position, move),
            _square_name(move.from_square),
            _square_name(move.to_square),
            tuple(_square_name(square) for square in range(64) if move.captured >> square & 1),
            *_result(ranked.value),
            self._fen_of(_after(position, move)),
        )

    def _text_of(self, position: _capi.Position, move: _capi.Move) -> str:
        text = ctypes.create_string_buffer(_capi.MOVE_TEXT_SIZE)
        call(self._library.dameotb_move_text, position, move, text, len(text))
        return text.value.decode("ascii")

    def _fen_of(self, position: _capi.Position) -> str:
        text = ctypes.create_string_buffer(_capi.FEN_SIZE)
        call(self._library.dameotb_format_fen, position, text, len(text))
        return text.value.decode("ascii")


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
        rule: Optional[int] = None,
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
        line: list[str] = []
        for move in moves[: count.value]:
            line.append(self._tables._text_of(position, move))
            position = _after(position, move)
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


def _path_bytes(path: Path) -> bytes:
    """The name of a directory as the system has it. Raises BadArgument for one that no directory can have."""
    try:
        encoded = os.fsencode(path)
    except UnicodeEncodeError as reason:
        raise BadArgument(f"{path!r} cannot be the path of a directory: {reason.reason}") from None
    if b"\0" in encoded:  # C would end the path there.
        raise BadArgument(f"{path!r} cannot be the path of a directory: embedded null byte")
    return encoded


def _filled(kind: Any, function: Any, *arguments: Any) -> list[Any]:
    """What a function writes that fills an array of this kind."""
    count = ctypes.c_size_t(_USUAL_ROOM)  # After a refusal, the size that suffices.
    while True:
        items = (kind * count.value)()
        try:
            call(function, *arguments, items, len(items), count)
        except BufferTooSmall:
            continue
        return items[: count.value]


def _result(value: _capi.Value) -> Result:
    return Result(Wdl(value.wdl), value.plies)


def _known_plies(value: Union[_capi.Value, _capi.RuleValue]) -> Optional[int]:
    return None if value.plies == _capi.UNKNOWN_PLIES else value.plies


def _bound(value: _capi.Value) -> Bound:
    return Bound(Wdl(value.wdl), _known_plies(value))


def _square_name(square: int) -> str:
    return "abcdefgh"[square % 8] + str(square // 8 + 1)


def _after(position: _capi.Position, move: _capi.Move) -> _capi.Position:
    """The position after a legal move, with the other side to move."""
    white_moves = position.side_to_move == _capi.WHITE
    white = [position.white_men, position.white_kings]
    black = [position.black_men, position.black_kings]
    own, other = (white, black) if white_moves else (black, white)
    start, end = 1 << move.from_square, 1 << move.to_square
    was_man = bool(own[0] & start)
    promotes = was_man and move.to_square // 8 == (7 if white_moves else 0)
    own[:] = [pieces & ~start for pieces in own]
    own[0 if was_man and not promotes else 1] |= end
    other[:] = [pieces & ~move.captured for pieces in other]
    return _capi.Position(*white, *black, 1 - position.side_to_move)
