"""Chance as a student's code finds it: numbers of every origin are the same in every run."""

from __future__ import annotations

import contextlib
import ctypes
import os
import random
import sys
import tempfile
from array import array
from typing import Any

from .replacement import replace

OWN_PID = 2
"""The process id that a submission finds."""


class PinnedRandom(random.Random):
    """`random.Random` that never takes its seed from the operating system."""

    def seed(self, a: Any = None, version: int = 2) -> None:
        super().seed(0 if a is None else a, version)


class SystemChance(PinnedRandom):
    """What the operating system draws."""

    next_seed: int | None = None
    """What it is seeded with before it draws again; most calls draw nothing."""

    def draw(self, size: int, /) -> bytes:
        """Return as many bytes as `os.urandom` does."""
        if self.next_seed is not None:
            self.seed(self.next_seed)
            self.next_seed = None
        return self.randbytes(size)


_instance, _system = PinnedRandom(0), SystemChance(0)
"""The generators behind the functions of `random`, and behind those that ask the operating system."""


def install() -> None:
    """Replace every origin of chance."""
    vars(os).update(urandom=_system.draw)
    if hasattr(os, "getrandom"):
        replace(os, "getrandom", lambda size, flags=0: _system.draw(size))  # noqa: ARG005 - the signature of the real one
    vars(random).update(_urandom=_system.draw, Random=PinnedRandom, _inst=_instance)
    # The functions of `random` are methods of one hidden instance.
    names = [name for name in dir(random) if not name.startswith("_") and hasattr(getattr(random, name), "__self__")]
    vars(random).update({name: getattr(_instance, name) for name in names})
    vars(tempfile).update(_Random=PinnedRandom)
    sys.modules["_uuid"] = None  # type: ignore[assignment] # it asks the system; without it `uuid` asks `os.urandom`
    _fix_process_id()
    _fix_hash_of_none()


def restart(number: int, *, numpy: bool) -> None:
    """Seed every generator anew, also `numpy`'s, even if the submission has replaced the functions of `random`."""
    _instance.seed(number)
    _system.next_seed = number
    if numpy and "numpy.random" in sys.modules:
        with contextlib.suppress(Exception):
            sys.modules["numpy.random"].seed(number % (1 << 32))


def _fix_process_id() -> None:
    """Give every probe the same process id, by which it can still end itself."""
    # In an array: kept by itself, a number above 256 is an object, which moves those that are made after it.
    real, kill = array("q", [os.getpid()]), getattr(os, "kill", None)
    replace(os, "getpid", lambda: OWN_PID)
    if kill is not None:
        replace(os, "kill", lambda pid, signal, /: kill(real[0] if pid == OWN_PID else pid, signal))


TP_HASH = 15 * ctypes.sizeof(ctypes.c_void_p)
"""Where a type object holds the function that hashes: the place of `tp_hash` in PyTypeObject of CPython."""


def _fix_hash_of_none() -> None:
    """
    Let None be hashed by a function of CPython that returns 0 for it and looks at nothing else, as from 3.12 on.

    Before, its hash is its address, by which sets of positions are ordered; not all systems give the same addresses in
    every run.
    """
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
