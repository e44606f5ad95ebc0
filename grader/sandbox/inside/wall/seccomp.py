"""The filter of system calls: an allow-list as a program for the kernel's packet filter (man 2 seccomp)."""

from __future__ import annotations

import ctypes
import errno
import os
import struct

from . import kernel, syscalls

INSTRUCTION = struct.Struct("<HBBI")
LOAD, JUMP, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
ALLOW, KILL = 0x7FFF0000, 0x80000000
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000
"""From here on x86_64 counts the calls of another table."""
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Where these stand in what the filter is shown."""
LONGEST_JUMP = 200
SET_FILTER, WITHOUT_SLOWDOWN = 1, 4
"""The second: without a mitigation of speculative stores, added by old kernels, that guards nobody here."""

OWN = 0x0FFFFFFF
"""Stands for this process's number until the filter is put on."""
OWN_ONLY = ("kill", "tkill", "tgkill")
OWN_OR_SELF = ("sched_getaffinity", "getpgid", "getsid")
CLOCKS = ("clock_gettime", "clock_getres", "clock_nanosleep")
FOREIGN_CLOCK = 0x80000000
"""Clock numbers from here on, negative ones, are other processes' CPU clocks."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
TERMINAL_QUESTIONS = (0x5401, 0x541B, 0x5450, 0x5451)
"""TCGETS (is it a terminal?), FIONREAD, FIONCLEX, FIOCLEX."""
DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 1030, 1032)
"""Duplicates and questions; not F_SETFL, which changes the marker's pipes, F_SETOWN, which sends signals, nor locks."""
FUTEX_OPERATIONS = tuple(operation | flags for operation in (0, 1, 3, 4, 5, 9, 10) for flags in (0, 128, 256, 384))
"""Waiting and waking; not those with an owner, which tell whether a process exists."""
NAMING = (3, 15, 16, 0x53564D41)
"""PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_VMA."""

Code = tuple[int, int, int, int]


def refused(number: int) -> int:
    """Return the verdict that makes a call fail with this error."""
    return 0x00050000 | number


def answer(verdict: int) -> Code:
    """End the program with `verdict`."""
    return RETURN, 0, 0, verdict


def argument(index: int, *, high: bool = False) -> Code:
    """Load the low half of an argument, as both machines write it; the kernel's ints and flags live there."""
    return LOAD, 0, 0, ARGUMENTS + 8 * index + (4 if high else 0)


def one_of(index: int, values: tuple[int, ...], error: int) -> list[Code]:
    """Allow a call whose argument is one of `values`."""
    tests = [(EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [argument(index), *tests, answer(refused(error)), answer(ALLOW)]


def rules(machine: str) -> dict[str, list[Code]]:
    """Return what is asked of the arguments of each call in `syscalls.CHECKED`."""
    reading = [(ANY_BIT, 0, 1, WRITING), answer(refused(errno.EACCES)), answer(ALLOW)]
    # A null pointer for the new limit, both halves, is a question.
    asking = [argument(2), (EQUAL, 0, 2, 0), argument(2, high=True), (EQUAL, 1, 0, 0), answer(refused(errno.EPERM))]
    timing = [argument(0), (AT_LEAST, 0, 1, FOREIGN_CLOCK), answer(refused(errno.EPERM)), answer(ALLOW)]
    found = {
        **dict.fromkeys(OWN_ONLY, one_of(0, (OWN,), errno.EPERM)),
        **dict.fromkeys(OWN_OR_SELF, one_of(0, (0, OWN), errno.EPERM)),
        **dict.fromkeys(CLOCKS, timing),
        "prlimit64": [*asking, *one_of(0, (0, OWN), errno.EPERM)],
        "open": [argument(1), *reading],
        "openat": [argument(2), *reading],
        "ioctl": one_of(1, TERMINAL_QUESTIONS, errno.ENOTTY),
        "futex": one_of(1, FUTEX_OPERATIONS, errno.EPERM),
        "fcntl": one_of(1, DESCRIPTOR_COMMANDS, errno.EPERM),
        "prctl": one_of(0, NAMING, errno.EPERM),
    }
    return {name: found[name] for name in syscalls.numbers(syscalls.CHECKED, machine)}


def program(machine: str) -> list[Code]:
    """Return the whole filter for `machine`, with `OWN` where the number of the process belongs."""
    code: list[Code] = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, ARCHITECTURES[machine]), answer(KILL)]
    code.append((LOAD, 0, 0, NUMBER))
    if machine == "x86_64":
        code += [(AT_LEAST, 0, 1, X32), answer(KILL)]
    code += _all(list(syscalls.numbers(syscalls.ALLOWED, machine).values()), ALLOW)
    checked = syscalls.numbers(syscalls.CHECKED, machine)
    for name, body in rules(machine).items():
        code += [(EQUAL, 0, len(body), checked[name]), *body]
    code += _all(list(syscalls.numbers(syscalls.REFUSED, machine).values()), refused(errno.EPERM))
    return [*code, answer(refused(errno.ENOSYS))]


def _all(numbers: list[int], verdict: int) -> list[Code]:
    """Give every call of `numbers` the same verdict; jumps reach no further than one byte says."""
    code: list[Code] = []
    for start in range(0, len(numbers), LONGEST_JUMP):
        part = numbers[start : start + LONGEST_JUMP]
        code += [(EQUAL, len(part) - at, 0, number) for at, number in enumerate(part)]
        # A match jumps to the verdict; without one the program goes on behind it.
        code += [(JUMP, 0, 0, 1), answer(verdict)]
    return code


def packed(code: list[Code]) -> bytes:
    """Return a program as the kernel reads it."""
    return b"".join(INSTRUCTION.pack(*one) for one in code)


def load(code: bytes) -> None:
    """Filter this process, which has given up new privileges, from now on (Unavailable when the kernel does not)."""
    raw = ctypes.create_string_buffer(code, len(code))
    whole = ctypes.create_string_buffer(struct.pack("@HP", len(code) // INSTRUCTION.size, ctypes.addressof(raw)))
    try:
        kernel.syscall("seccomp", SET_FILTER, WITHOUT_SLOWDOWN, whole)
    except kernel.Unavailable as error:
        if error.number != errno.EINVAL:
            raise
        kernel.syscall("seccomp", SET_FILTER, 0, whole)


class Filter:
    """The filter, made once; each process puts it on with its own number."""

    def __init__(self) -> None:
        """Make it for this machine (Unavailable when its calls are not known)."""
        if not kernel.KNOWN:
            raise kernel.Unavailable(kernel.unknown())
        code = program(kernel.MACHINE)
        self._code = bytearray(packed(code))
        self._own = [INSTRUCTION.size * at + 4 for at, one in enumerate(code) if one[0] == EQUAL and one[3] == OWN]

    def put_on(self) -> str:
        """Filter this process from now on (Unavailable when the kernel does not); return a description."""
        for place in self._own:
            struct.pack_into("<I", self._code, place, os.getpid())
        load(bytes(self._code))
        return f"allow-list of {len(syscalls.numbers(syscalls.ALLOWED, kernel.MACHINE))} calls"
