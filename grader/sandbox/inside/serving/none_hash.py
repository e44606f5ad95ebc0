"""
Gives None the same hash in every run, as Python does from 3.12 on. Before, it is the address of None.

Sets of positions are ordered by it, and not all systems give programs the same addresses in every run.
"""

from __future__ import annotations

import ctypes
import sys

TP_HASH = 15 * ctypes.sizeof(ctypes.c_void_p)
"""Where a type object holds the function that hashes: the place of `tp_hash` in PyTypeObject of CPython."""


def fix() -> None:
    """Let None be hashed by a function of CPython that returns 0 for it and looks at nothing else."""
    if sys.version_info >= (3, 12) or sys.implementation.name != "cpython":
        return
    slot, by_address = _slot(type(None)), _slot(object).value
    if slot.value != by_address or _slot(int).value == by_address:
        return  # another layout
    slot.value = ctypes.cast(ctypes.pythonapi.PyObject_IsTrue, ctypes.c_void_p).value
    if hash(None) != 0:
        slot.value = by_address


def _slot(kind: type) -> ctypes.c_void_p:
    return ctypes.c_void_p.from_address(id(kind) + TP_HASH)
