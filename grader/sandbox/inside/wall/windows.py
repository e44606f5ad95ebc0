"""
The part of the wall that a process can ask of Windows: a test of its job's limits, and a token of low integrity.

The marker makes the job (`grader/sandbox/launching/windows.py`). A process of low integrity can read files, but cannot
change files and processes of ordinary integrity, as all of the user's are. It cannot raise its integrity again.
"""

from __future__ import annotations

import ctypes
import os
import struct
from typing import Any

from .kernel import Unavailable

LIMITS = struct.Struct("<qqI4xQQI4xQII48xQQQQ")
"""JOBOBJECT_EXTENDED_LIMIT_INFORMATION of 64-bit Windows."""
EXTENDED_LIMIT_INFORMATION = 9
FLAGS = {"CPU": 0x2, "NPROC": 0x8, "AS": 0x100}
"""The limits that must hold, by their names on other systems."""
KILL_ON_CLOSE = 0x2000
INTEGRITY_LEVEL = 25
LOW = "S-1-16-4096"
INTEGRITY_GROUP = 0x20
QUERY_AND_ADJUST = 0x8 | 0x80
TERMINATE = 0x1


class _Label(ctypes.Structure):
    """TOKEN_MANDATORY_LABEL."""

    _fields_ = (("sid", ctypes.c_void_p), ("attributes", ctypes.c_uint32))


def _library(name: str) -> Any:
    """Return a library of Windows; a handle is a pointer, which ctypes would cut to 32 bits."""
    if os.name != "nt":
        raise Unavailable("not on this system")
    library = getattr(ctypes, "WinDLL")(name, use_last_error=True)  # noqa: B009 - not on other systems
    if name == "kernel32":
        library.GetCurrentProcess.restype = library.OpenProcess.restype = ctypes.c_void_p
    return library


def _job() -> tuple[int, ...]:
    held = ctypes.create_string_buffer(LIMITS.size)
    asked = _library("kernel32").QueryInformationJobObject(None, EXTENDED_LIMIT_INFORMATION, held, LIMITS.size, None)
    return LIMITS.unpack(held.raw) if asked else (0,) * 13


def require_limits() -> str:
    """Return the names of the limits of this process's job (Unavailable if Windows does not confirm all of them)."""
    missing = [name for name, flag in FLAGS.items() if not _job()[2] & flag]
    if missing:
        raise Unavailable(f"Windows confirms no job with {', '.join(missing)}")
    return ", ".join(FLAGS)


def require_end_with_parent() -> None:
    """Test whether the job ends this process when the marker's handle is closed (Unavailable if not)."""
    if not _job()[2] & KILL_ON_CLOSE:
        raise Unavailable("Windows confirms no job that ends with the grader")


def lower_integrity() -> str:
    """Give this process's token low integrity, for good (Unavailable if Windows does not confirm it)."""
    security, kernel32 = _library("advapi32"), _library("kernel32")
    token, sid, text = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_wchar_p()
    process = ctypes.c_void_p(kernel32.GetCurrentProcess())
    security.OpenProcessToken(process, QUERY_AND_ADJUST, ctypes.byref(token))
    security.ConvertStringSidToSidW(LOW, ctypes.byref(sid))
    label = _Label(sid, INTEGRITY_GROUP)
    security.SetTokenInformation(
        token, INTEGRITY_LEVEL, ctypes.byref(label), ctypes.sizeof(label) + security.GetLengthSid(sid)
    )
    held, size = ctypes.create_string_buffer(256), ctypes.c_uint32()
    security.GetTokenInformation(token, INTEGRITY_LEVEL, held, len(held), ctypes.byref(size))
    security.ConvertSidToStringSidW(ctypes.c_void_p(_Label.from_buffer(held).sid), ctypes.byref(text))
    kernel32.CloseHandle(token)
    if text.value != LOW:
        raise Unavailable("Windows confirms no low integrity")
    return "low integrity"


def open_to_end(pid: int) -> None:
    """Open a process with the right to end it (OSError if Windows refuses)."""
    kernel32 = _library("kernel32")
    handle = ctypes.c_void_p(kernel32.OpenProcess(TERMINATE, 0, pid))
    if not handle.value:
        raise PermissionError(pid)
    kernel32.CloseHandle(handle)
