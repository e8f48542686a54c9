"""Finds the shared library and loads it.

A file named by argument or in the environment is loaded or raises an exception; no other is tried.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
from pathlib import Path
from typing import Optional

from . import _capi
from ._questions import AnyPath
from .errors import LibraryError

_ENVIRONMENT = "DAMEOTB_LIBRARY"
if os.name == "nt":
    _FILE_NAME = "dameotb.dll"
    _SYSTEM_NAME = _FILE_NAME
else:
    _FILE_NAME = "libdameotb.so"
    _SYSTEM_NAME = "libdameotb.so.0"  # For the system's loader, which honours LD_LIBRARY_PATH.


def load(path: Optional[AnyPath] = None) -> ctypes.CDLL:
    """Loads the library from `path` if given, otherwise from the file that DAMEOTB_LIBRARY names if set, the package's
    own folder, or the system's libraries. Raises LibraryError."""
    if path is not None:
        return _opened(os.fspath(path), "as the argument `library` says")
    named = os.environ.get(_ENVIRONMENT)
    if named:
        return _opened(named, f"as {_ENVIRONMENT} says")
    beside = Path(__file__).resolve().parent / _FILE_NAME
    if beside.exists():
        return _opened(str(beside), "in the package's folder")
    found = ctypes.util.find_library("dameotb") or _SYSTEM_NAME
    try:
        library = ctypes.CDLL(found)
    except OSError as reason:
        raise LibraryError(
            f"{_FILE_NAME} was not found. Tried:\n"
            "  the argument `library`: not given\n"
            f"  the environment variable {_ENVIRONMENT}: not set\n"
            f"  {beside}: not there\n"
            f"  the system's libraries: {reason}\n"
            "`pip install` builds it; so does cmake with -D BUILD_SHARED_LIBS=ON."
        ) from None
    return _checked(library, found)


def _opened(path: str, origin: str) -> ctypes.CDLL:
    try:
        # A name without a directory would be searched for among the system's libraries.
        library = ctypes.CDLL(os.path.abspath(path))
    except (OSError, ValueError) as reason:  # ValueError: a name that no file can have
        named = os.fsdecode(path).encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
        raise LibraryError(f"cannot load {named} ({origin}): {reason}") from None
    return _checked(library, path)


def _checked(library: ctypes.CDLL, path: str) -> ctypes.CDLL:
    try:
        version = library.dameotb_api_version()
    except AttributeError:
        raise LibraryError(f"{path} is not libdameotb: it has no dameotb_api_version") from None
    if version != _capi.API_VERSION:
        raise LibraryError(
            f"{path} has version {version} of the C interface, and this package needs {_capi.API_VERSION}"
        )
    try:
        _capi.declare(library)
    except AttributeError as missing:
        raise LibraryError(f"{path} is of an earlier version than this package: {missing}") from None
    return library
