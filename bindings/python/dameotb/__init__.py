"""Probes endgame tables of Dameo: results, also under a draw rule, distances to the end, ranked moves, best lines.

The package contains no tables. It loads libdameotb.so, the probe library's C interface, when the first Tablebase is
opened. README.md lists where it looks for it.

>>> import dameotb
>>> with dameotb.Tablebase("tables") as tables:
...     wdl, plies = tables.probe("W:WKa7,Kh8:BKa1")
>>> wdl.name, plies
('WIN', 5)
"""

from ._questions import Rule
from .answers import (
    UNKNOWN,
    Bound,
    Bounds,
    Duplicate,
    KnownMove,
    LegalMove,
    Outcome,
    Proof,
    RankedMove,
    Result,
    RuleResult,
    Statistics,
    TableFile,
    Wdl,
)
from .errors import (
    BadArgument,
    BadFile,
    BadNotation,
    DameotbError,
    IllegalPosition,
    InternalError,
    LibraryError,
    MissingTable,
    NoRoom,
    OutOfMemory,
    SystemFailure,
    UnknownResult,
)
from .prover import Prover
from .tablebase import Tablebase

__version__ = "0.1.0"  # The library's; a test compares them.

__all__ = [
    "UNKNOWN",
    "BadArgument",
    "BadFile",
    "BadNotation",
    "Bound",
    "Bounds",
    "DameotbError",
    "Duplicate",
    "IllegalPosition",
    "InternalError",
    "KnownMove",
    "LegalMove",
    "LibraryError",
    "MissingTable",
    "NoRoom",
    "OutOfMemory",
    "Outcome",
    "Proof",
    "Prover",
    "RankedMove",
    "Result",
    "Rule",
    "RuleResult",
    "Statistics",
    "SystemFailure",
    "TableFile",
    "Tablebase",
    "UnknownResult",
    "Wdl",
]
