"""Makes system calls that Python's library lacks, with ctypes: nothing to install, no compiler."""

from __future__ import annotations

import ctypes
import errno
import functools
import platform
import sys
from typing import Any

from . import syscalls

MACHINE = platform.machine()
NUMBERS_KNOWN = sys.platform.startswith("linux") and MACHINE in syscalls.MACHINES and sys.byteorder == "little"
"""Whether the numbers of this machine's system calls are known."""
NUMBERS = syscalls.numbers(syscalls.REFUSED, MACHINE) if NUMBERS_KNOWN else {}
"""The wall's own calls by name: a finished wall refuses all of them, so the table of refused calls has them."""

SET_PARENT_DEATH_SIGNAL, SET_DUMPABLE, SET_NO_NEW_PRIVS = 1, 4, 38
"""PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS (linux/prctl.h, man 2 prctl)."""
ASK_PERSONALITY, NO_RANDOM_ADDRESSES = 0xFFFFFFFF, 0x0040000
"""The argument that changes nothing, and ADDR_NO_RANDOMIZE (man 2 personality)."""


class Unavailable(Exception):
    """The kernel refused, or this system has no such call; the text says which call and why."""

    def __init__(self, text: str, number: int = 0) -> None:
        super().__init__(text)
        self.number = number


@functools.cache
def libc() -> Any:
    return ctypes.CDLL(None, use_errno=True)


def syscall(name: str, *arguments: Any) -> int:
    """Make a system call and return its result (Unavailable if it fails or has no known number)."""
    if not NUMBERS_KNOWN:
        raise Unavailable(why_unknown())
    call = libc().syscall
    call.restype = ctypes.c_long
    converted = [ctypes.c_long(argument) if isinstance(argument, int) else argument for argument in arguments]
    return _checked(name, call(ctypes.c_long(NUMBERS[name]), *converted))


def call_libc(name: str, *arguments: Any) -> int:
    """Call the C library's function `name` and return its result (Unavailable if it fails or does not exist)."""
    try:
        call = getattr(libc(), name)
    except (AttributeError, OSError, TypeError):
        raise Unavailable(f"{name}: not on this system") from None
    converted = [ctypes.c_ulong(argument) if isinstance(argument, int) else argument for argument in arguments]
    return _checked(name, call(*converted))


def prctl(option: int, value: int) -> None:
    """Change a setting of this process (Unavailable if that fails)."""
    call_libc("prctl", option, value, 0, 0, 0)


def require_fixed_addresses() -> None:
    """Test whether objects have the same addresses in every run (Unavailable if they have not)."""
    if not call_libc("personality", ASK_PERSONALITY) & NO_RANDOM_ADDRESSES:
        raise Unavailable("personality: EPERM")


def why_unknown() -> str:
    return f"no table for {MACHINE}" if sys.platform.startswith("linux") else "not on this system"


def _checked(name: str, returned: int) -> int:
    if returned < 0:
        number = ctypes.get_errno()
        raise Unavailable(f"{name}: {errno.errorcode.get(number, number)}", number)
    return returned
