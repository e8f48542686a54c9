"""The exceptions of the package: one for each status of the C interface, and one for the library itself.

Those with a counterpart among Python's own exceptions also derive from it, so that `except ValueError` catches every
text that is not a position.
"""

from __future__ import annotations


class DameotbError(Exception):
    """The base of all exceptions of this package. `str()` gives one human-readable line."""


class LibraryError(DameotbError, OSError):
    """The shared library was not found or cannot be used. The text lists what was tried."""


class _Unanswered(DameotbError, LookupError):
    missing_class: str

    def __init__(self, text: str, missing_class: str) -> None:
        super().__init__(text, missing_class)
        self.missing_class = missing_class

    def __str__(self) -> str:
        return str(self.args[0])


class MissingTable(_Unanswered):
    """A needed table is missing: an ordinary answer, on which an engine continues its search.

    `missing_class` is the name of a class whose table is needed, as in "KKMvKM". It can be smaller than the position's
    class, since captures are followed to their end.
    """


class UnknownResult(_Unanswered):
    """Won or lost without the draw rule, but the tables do not say whether it still is under the rule: an ordinary
    answer of `probe_rule`, and of `line` under a rule.

    `missing_class` is the name of a class whose .dtz for this rule is missing, as in "KKMvKM"; empty if none is, and
    the rules of a site are what is unknown.
    """


class IllegalPosition(DameotbError, ValueError):
    """A position that no game can reach, of which no table knows anything: a side has more than 18 pieces."""


class BadNotation(DameotbError, ValueError):
    """A text that is not a position, or has a man on its promotion rank or two pieces on a square."""


class BadFile(DameotbError, OSError):
    """The directory is missing or unreadable, or a table file is damaged or unreadable. The text says which and why."""


class SystemFailure(DameotbError, OSError):
    """The operating system could not open or read the directory or a table file, which may be sound: too many open
    files, an I/O error. The text says which and why; the same call may succeed later."""


class BadArgument(DameotbError, ValueError):
    """The library refused an argument."""


class OutOfMemory(DameotbError, MemoryError):
    """The library ran out of memory."""


class NoRoom(DameotbError):
    """The classes to preload do not fit into the cache. The text says how much they need."""


class InternalError(DameotbError):
    """A bug in the library or in this package."""


class BufferTooSmall(InternalError):
    """Never leaves the package, which retries with a larger buffer."""


_UNANSWERED = {1: MissingTable, 11: UnknownResult}
_REFUSED = {
    2: IllegalPosition,
    3: BadArgument,
    4: BadNotation,
    5: BadFile,
    6: BufferTooSmall,
    7: OutOfMemory,
    9: NoRoom,
    10: SystemFailure,
}


def of_status(status: int, text: str, missing_class: str) -> DameotbError:
    """The exception for a dameotb_status other than DAMEOTB_OK."""
    if status in _UNANSWERED:
        return _UNANSWERED[status](text, missing_class)
    return _REFUSED.get(status, InternalError)(text)
