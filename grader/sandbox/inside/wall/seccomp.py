"""The filter of system calls: an allow-list, as a program that the kernel runs at each call (man 2 seccomp)."""

from __future__ import annotations

import ctypes
import errno
import os
import struct
from typing import NamedTuple

from . import kernel, syscalls

PACKED = struct.Struct("<HBBI")
"""``struct sock_filter`` of linux/filter.h."""
LOAD, JUMP, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x05, 0x15, 0x35, 0x45, 0x06
"""Instructions of classic BPF (linux/bpf_common.h): ld, ja, jeq, jge, jset, ret."""
ALLOW, KILL, FAIL = 0x7FFF0000, 0x80000000, 0x00050000
"""SECCOMP_RET_ALLOW, SECCOMP_RET_KILL_PROCESS, SECCOMP_RET_ERRNO."""
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 (linux/audit.h)."""
X32 = 0x40000000
"""On x86_64, numbers from here on are calls of a second table, the x32 ABI."""
NUMBER, ARCHITECTURE, ARGUMENTS = 0, 4, 16
"""Offsets in ``struct seccomp_data``, in bytes."""
LONGEST_JUMP = 200
"""In instructions; a conditional jump holds its length in one byte."""
SET_FILTER, SPEC_ALLOW = 1, 4
"""
SECCOMP_SET_MODE_FILTER and SECCOMP_FILTER_FLAG_SPEC_ALLOW. The second leaves out a mitigation (speculative store
bypass) that kernels before 5.16 add to filtered processes: it slows them down and protects nobody here.
"""

OWN_PID = 0x0FFFFFFF
"""The place of the process's own number until the filter is installed."""
OWN_ONLY = ("kill", "tkill", "tgkill")
OWN_OR_SELF = ("sched_getaffinity", "getpgid", "getsid")
"""Calls about a process; 0 is the caller itself."""
CLOCKS = ("clock_gettime", "clock_getres", "clock_nanosleep")
FOREIGN_CLOCK = 0x80000000
"""Clock numbers from here on are negative: the CPU clocks of other processes (man 2 clock_getres)."""
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
TERMINAL_QUESTIONS = (0x5401, 0x541B, 0x5450, 0x5451)
"""TCGETS (is it a terminal?), FIONREAD, FIONCLEX, FIOCLEX (asm-generic/ioctls.h)."""
DESCRIPTOR_COMMANDS = (0, 1, 2, 3, 1030, 1032)
"""
F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_DUPFD_CLOEXEC, F_GETPIPE_SZ (man 2 fcntl). Not F_SETFL, which would change the
marker's pipes, F_SETOWN, which sends signals, nor locks.
"""
FUTEX_OPERATIONS = tuple(operation | flags for operation in (0, 1, 3, 4, 5, 9, 10) for flags in (0, 128, 256, 384))
"""Waiting and waking (man 2 futex), without the operations that tell whether a process exists."""
CPU_TIMERS = (1,)
"""
ITIMER_VIRTUAL (sys/time.h), which the watching of endless loops needs. A timer that runs with the clock on the wall
would go off at another place in every run.
"""
PROCESS_NAME_OPTIONS = (3, 15, 16, 0x53564D41)
"""PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_VMA (linux/prctl.h)."""


class Instruction(NamedTuple):
    operation: int
    if_true: int
    """Instructions to skip if the test holds."""
    if_false: int
    """Instructions to skip otherwise."""
    value: int


def load(offset: int) -> Instruction:
    """Load the 32-bit number at `offset` of ``struct seccomp_data`` for the next tests."""
    return Instruction(LOAD, 0, 0, offset)


def compare(operation: int, if_true: int, if_false: int, value: int) -> Instruction:
    """Compare the loaded number with `value`, then skip `if_true` or `if_false` instructions."""
    return Instruction(operation, if_true, if_false, value)


def answer(verdict: int) -> Instruction:
    return Instruction(RETURN, 0, 0, verdict)


def fail(error: int) -> Instruction:
    """End the program: the call fails with this error number."""
    return answer(FAIL | error)


def argument(index: int, *, high: bool = False) -> Instruction:
    """Load the low half of an argument, which holds the kernel's ints and flags, or its high half."""
    return load(ARGUMENTS + 8 * index + (4 if high else 0))


def one_of(index: int, values: tuple[int, ...], error: int) -> list[Instruction]:
    """Allow a call if its argument is one of `values`; otherwise it fails with `error`."""
    comparisons = [compare(EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [argument(index), *comparisons, fail(error), answer(ALLOW)]


def rules(machine: str) -> dict[str, list[Instruction]]:
    """Return, for each call in `syscalls.CHECKED`, the instructions that test its arguments."""
    reading = [compare(ANY_BIT, 0, 1, WRITING), fail(errno.EACCES), answer(ALLOW)]
    # Without a new limit (both halves of the pointer are 0) the call only reads the present limit.
    asking = [argument(2), compare(EQUAL, 0, 2, 0), argument(2, high=True), compare(EQUAL, 1, 0, 0), fail(errno.EPERM)]
    timing = [argument(0), compare(AT_LEAST, 0, 1, FOREIGN_CLOCK), fail(errno.EPERM), answer(ALLOW)]
    found = {
        **dict.fromkeys(OWN_ONLY, one_of(0, (OWN_PID,), errno.EPERM)),
        **dict.fromkeys(OWN_OR_SELF, one_of(0, (0, OWN_PID), errno.EPERM)),
        **dict.fromkeys(CLOCKS, timing),
        "prlimit64": [*asking, *one_of(0, (0, OWN_PID), errno.EPERM)],
        "open": [argument(1), *reading],
        "openat": [argument(2), *reading],
        "ioctl": one_of(1, TERMINAL_QUESTIONS, errno.ENOTTY),
        "setitimer": one_of(0, CPU_TIMERS, errno.EPERM),
        "futex": one_of(1, FUTEX_OPERATIONS, errno.EPERM),
        "fcntl": one_of(1, DESCRIPTOR_COMMANDS, errno.EPERM),
        "prctl": one_of(0, PROCESS_NAME_OPTIONS, errno.EPERM),
    }
    return {name: found[name] for name in syscalls.numbers(syscalls.CHECKED, machine)}


def program(machine: str) -> list[Instruction]:
    """Return the whole filter for `machine`, with `OWN_PID` for the process's number."""
    code = [load(ARCHITECTURE), compare(EQUAL, 1, 0, ARCHITECTURES[machine]), answer(KILL), load(NUMBER)]
    if machine == "x86_64":
        code += [compare(AT_LEAST, 0, 1, X32), answer(KILL)]
    code += _same_verdict(list(syscalls.numbers(syscalls.ALLOWED, machine).values()), answer(ALLOW))
    checked = syscalls.numbers(syscalls.CHECKED, machine)
    for name, body in rules(machine).items():
        code += [compare(EQUAL, 0, len(body), checked[name]), *body]
    code += _same_verdict(list(syscalls.numbers(syscalls.REFUSED, machine).values()), fail(errno.EPERM))
    return [*code, fail(errno.ENOSYS)]


def _same_verdict(numbers: list[int], verdict: Instruction) -> list[Instruction]:
    """End the program with `verdict` for every call of `numbers`, in parts short enough for the jumps."""
    code: list[Instruction] = []
    for start in range(0, len(numbers), LONGEST_JUMP):
        part = numbers[start : start + LONGEST_JUMP]
        code += [compare(EQUAL, len(part) - at, 0, number) for at, number in enumerate(part)]
        # A match jumps to the verdict; without one the program skips it.
        code += [Instruction(JUMP, 0, 0, 1), verdict]
    return code


def packed(code: list[Instruction]) -> bytes:
    return b"".join(PACKED.pack(*one) for one in code)


def install(code: bytes) -> None:
    """Filter this process's calls from now on; it has no_new_privs set (Unavailable if the kernel refuses)."""
    raw = ctypes.create_string_buffer(code, len(code))
    whole = ctypes.create_string_buffer(struct.pack("@HP", len(code) // PACKED.size, ctypes.addressof(raw)))
    try:
        kernel.syscall("seccomp", SET_FILTER, SPEC_ALLOW, whole)
    except kernel.Unavailable as error:
        if error.number != errno.EINVAL:  # kernels before 4.17 answer so to the flag
            raise
        kernel.syscall("seccomp", SET_FILTER, 0, whole)


class Filter:
    """The filter, made once; each process installs it with its own number."""

    def __init__(self) -> None:
        """Make the filter for this machine (Unavailable if the numbers of its calls are unknown)."""
        if not kernel.NUMBERS_KNOWN:
            raise kernel.Unavailable(kernel.why_unknown())
        code = program(kernel.MACHINE)
        self._code = bytearray(packed(code))
        own = [at for at, one in enumerate(code) if one.operation == EQUAL and one.value == OWN_PID]
        self._own_pids = [PACKED.size * at + 4 for at in own]

    def restrict_process(self) -> str:
        """Filter this process from now on (Unavailable if the kernel refuses); return a description."""
        for place in self._own_pids:
            struct.pack_into("<I", self._code, place, os.getpid())
        install(bytes(self._code))
        return f"allow-list of {len(syscalls.numbers(syscalls.ALLOWED, kernel.MACHINE))} calls"
