"""Asks the kernel for what Python's library has no function for, by ctypes: nothing to install, no compiler."""

from __future__ import annotations

import ctypes
import errno
import functools
import platform
import sys
from typing import Any

from . import syscalls

MACHINE = platform.machine()
KNOWN = sys.platform.startswith("linux") and MACHINE in syscalls.MACHINES and sys.byteorder == "little"
# The wall's own calls are among those that it refuses from then on.
NUMBERS = syscalls.numbers(syscalls.REFUSED, MACHINE) if KNOWN else {}

SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE, SET_NO_NEW_PRIVS = 1, 4, 38


class Unavailable(Exception):
    """The kernel said no; the text says to what, and why."""

    def __init__(self, text: str, number: int = 0) -> None:
        """Carry the text, and the kernel's error number where there is one."""
        super().__init__(text)
        self.number = number


@functools.cache
def libc() -> Any:
    """Return the C library this interpreter runs on."""
    return ctypes.CDLL(None, use_errno=True)


def syscall(name: str, *arguments: Any) -> int:
    """Make a system call (Unavailable when it fails, or this machine's numbers are not known)."""
    if not KNOWN:
        raise Unavailable(unknown())
    call = libc().syscall
    call.restype = ctypes.c_long
    whole = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    return _checked(name, call(ctypes.c_long(NUMBERS[name]), *whole))


def function(name: str, *arguments: Any) -> int:
    """Call the C library's function `name` (Unavailable when it fails, or there is none)."""
    try:
        call = getattr(libc(), name)
    except (AttributeError, OSError, TypeError):
        raise Unavailable(f"{name}: not on this system") from None
    whole = [ctypes.c_ulong(argument) if isinstance(argument, int) else argument for argument in arguments]
    return _checked(name, call(*whole))


def prctl(option: int, value: int) -> None:
    """Change one of this process's own settings (Unavailable when that fails)."""
    function("prctl", option, value, 0, 0, 0)


def unknown() -> str:
    """Say why there is no table of calls for this machine."""
    return f"no table for {MACHINE}" if sys.platform.startswith("linux") else "not on this system"


def _checked(name: str, returned: int) -> int:
    if returned < 0:
        number = ctypes.get_errno()
        raise Unavailable(f"{name}: {errno.errorcode.get(number, number)}", number)
    return returned
