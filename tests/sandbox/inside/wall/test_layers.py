"""The layers one by one: the filter as the kernel runs it on both machines, Landlock on kernels of all versions."""

from __future__ import annotations

import errno
import os
import signal
import sys
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.sandbox.inside.wall import confine, kernel, seccomp, syscalls
from grader.sandbox.inside.wall import landlock as landlock_layer

MACHINES = ("x86_64", "aarch64")
PID = 4_711
ALLOW, KILL = 0x7FFF0000, 0x80000000
EPERM, ENOSYS, EACCES, ENOTTY = (
    0x00050000 | number for number in (errno.EPERM, errno.ENOSYS, errno.EACCES, errno.ENOTTY)
)


PROGRAMS = {machine: seccomp.program(machine) for machine in MACHINES}


def verdict(machine: str, number: int, *arguments: int, architecture: int | None = None) -> int:
    """Run the filter as the kernel does and return its verdict on a call."""
    seen = {0: number, 4: seccomp.ARCHITECTURES[machine] if architecture is None else architecture}
    for index, value in enumerate(arguments):
        seen[16 + 8 * index], seen[20 + 8 * index] = value & 0xFFFFFFFF, (value >> 32) & 0xFFFFFFFF
    at, accumulator, code = 0, 0, PROGRAMS[machine]
    while True:
        operation, yes, no, value = code[at]
        value = PID if value == seccomp.OWN_PID and operation == seccomp.EQUAL else value
        at += 1
        if operation == seccomp.RETURN:
            return int(value)
        if operation == seccomp.LOAD:
            accumulator = seen.get(value, 0)
        elif operation == seccomp.JUMP:
            at += value
        else:
            tests = {seccomp.EQUAL: accumulator == value, seccomp.AT_LEAST: accumulator >= value}
            at += yes if tests.get(operation, bool(accumulator & value)) else no


def numbers(table: str, machine: str) -> dict[str, int]:
    """Return a table's calls on `machine`."""
    found: dict[str, int] = syscalls.numbers(table, machine)
    return found


@pytest.mark.parametrize("machine", MACHINES)
def test_every_call_of_the_lists_gets_its_verdict(machine: str) -> None:
    """On both machines, with any arguments."""
    for table, expected in ((syscalls.ALLOWED, ALLOW), (syscalls.REFUSED, EPERM)):
        for name, number in numbers(table, machine).items():
            assert verdict(machine, number, 1, 2, 3) == expected, name
    assert verdict(machine, numbers(syscalls.MISSING, machine)["clone3"]) == ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
def test_no_call_is_in_two_lists(machine: str) -> None:
    """Every checked call has its rules in the program, and jumps and program are short enough for the kernel."""
    lists = [numbers(table, machine) for table in (syscalls.ALLOWED, syscalls.CHECKED, syscalls.REFUSED)]
    every = [number for one in lists for number in one.values()]

    assert len(every) == len(set(every))
    assert set(seccomp.rules(machine)) == set(lists[1])
    assert max(len(body) for body in seccomp.rules(machine).values()) < 256
    assert len(PROGRAMS[machine]) < 4096


@settings(max_examples=150)
@given(st.sampled_from(MACHINES), st.integers(0, 0xFFFFFFFF), st.integers(0, (1 << 64) - 1))
def test_a_call_in_no_list_does_not_exist(machine: str, number: int, argument: int) -> None:
    """ENOSYS lets a newer C library fall back; calls of x86_64's second table end the process."""
    known = {
        one
        for table in (syscalls.ALLOWED, syscalls.CHECKED, syscalls.REFUSED)
        for one in numbers(table, machine).values()
    }
    if number not in known:
        other_table = machine == "x86_64" and number >= 0x40000000
        assert verdict(machine, number, argument) == (KILL if other_table else ENOSYS)


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("architecture", [0x40000003, 0x40000028, 0xC000003E, 0xC00000B7])
def test_calls_of_another_machine_end_the_process(machine: str, architecture: int) -> None:
    """32-bit calls, for example, have other numbers."""
    if architecture != seccomp.ARCHITECTURES[machine]:
        assert verdict(machine, 0, architecture=architecture) == KILL


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("kill", (PID, 9), ALLOW),
        ("kill", (PID + 1, 0), EPERM),
        ("kill", (0, 0), EPERM),
        ("kill", ((1 << 64) - 1, 9), EPERM),
        ("tgkill", (PID, PID, 6), ALLOW),
        ("tgkill", (PID + 1, PID + 1, 6), EPERM),
        ("sched_getaffinity", (0, 8), ALLOW),
        ("sched_getaffinity", (PID + 1, 8), EPERM),
        ("getpgid", (0,), ALLOW),
        ("getpgid", (1,), EPERM),
        ("prlimit64", (0, 7, 0, 0x7FFF_0000_1000), ALLOW),
        ("prlimit64", (PID, 7, 0, 0x1000), ALLOW),
        ("prlimit64", (PID + 1, 7, 0, 0x1000), EPERM),
        ("prlimit64", (0, 7, 0x1000, 0), EPERM),
        ("prlimit64", (0, 7, 0x7FFF_0000_0000, 0), EPERM),
        ("openat", (0xFFFFFF9C, 0x1000, os.O_RDONLY | os.O_CLOEXEC), ALLOW),
        ("openat", (0xFFFFFF9C, 0x1000, os.O_WRONLY), EACCES),
        ("openat", (0xFFFFFF9C, 0x1000, os.O_RDWR), EACCES),
        ("openat", (0xFFFFFF9C, 0x1000, os.O_CREAT), EACCES),
        ("openat", (0xFFFFFF9C, 0x1000, os.O_TRUNC), EACCES),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), ENOTTY),
        ("fcntl", (3, 3), ALLOW),
        ("fcntl", (3, 4, os.O_APPEND), EPERM),
        ("setitimer", (1, 0x1000, 0), ALLOW),
        ("setitimer", (0, 0x1000, 0), EPERM),
        ("setitimer", (2, 0x1000, 0), EPERM),
        ("futex", (0x1000, 128 | 9), ALLOW),
        ("futex", (0x1000, 128 | 6), EPERM),
        ("fcntl", (3, 8, 1), EPERM),
        ("fcntl", (3, 6, 0x1000), EPERM),
        ("fcntl", (3, 1031, 1 << 20), EPERM),
        ("prctl", (15, 0x1000), ALLOW),
        ("prctl", (1, 0), EPERM),
        ("prctl", (4, 1), EPERM),
        ("clock_gettime", (1, 0x1000), ALLOW),
        ("clock_gettime", ((~PID << 3 | 2) & ((1 << 64) - 1), 0x1000), EPERM),
    ],
)
def test_arguments_decide(name: str, arguments: tuple[int, ...], expected: int) -> None:
    """Calls about the process itself are allowed, calls that reach others are not."""
    for machine in MACHINES:
        assert verdict(machine, numbers(syscalls.CHECKED, machine)[name], *arguments) == expected, machine


@pytest.fixture
def landlock(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the Landlock module, for a kernel that the test simulates."""
    monkeypatch.setattr(kernel, "NUMBERS_KNOWN", True)
    return landlock_layer


# What a kernel of each version knows: rights to files and the network, scopes, 64-bit words of attributes.
KERNELS = {
    1: ((1 << 13) - 1, 0, 0, 1),
    2: ((1 << 14) - 1, 0, 0, 1),
    3: ((1 << 15) - 1, 0, 0, 1),
    4: ((1 << 15) - 1, 3, 0, 2),
    5: ((1 << 16) - 1, 3, 0, 2),
    6: ((1 << 16) - 1, 3, 3, 3),
    7: ((1 << 16) - 1, 3, 3, 3),
    9: ((1 << 17) - 1, 3, 3, 3),
    10: ((1 << 17) - 1, 15, 3, 3),
}


@pytest.mark.parametrize("real", KERNELS)
@pytest.mark.parametrize("more", [0, 1, 20])
def test_landlock_takes_all_rights_that_the_kernel_knows(
    landlock: ModuleType, monkeypatch: pytest.MonkeyPatch, real: int, more: int
) -> None:
    """Some kernels announce a version and refuse its attributes: older versions are tried in turn."""
    *known, words = KERNELS[real]
    taken: list[list[int]] = []

    def syscall(_name: str, attributes: Any, size: int, flags: int) -> int:  # noqa: ANN401 - a buffer of ctypes
        if flags:
            return real + more
        asked = [int.from_bytes(attributes[at : at + 8], "little") for at in range(0, size, 8)]
        if len(asked) > words:
            raise landlock.kernel.Unavailable("E2BIG", errno.E2BIG)
        if any(ask & ~have for ask, have in zip(asked, known, strict=False)):
            raise landlock.kernel.Unavailable("EINVAL", errno.EINVAL)
        taken.append(asked)
        return 99

    monkeypatch.setattr(landlock.kernel, "syscall", syscall)
    descriptor, version = landlock._create_ruleset(real + more)  # noqa: SLF001 - the step down is the claim

    assert (descriptor, len(taken)) == (99, 1)
    assert version <= real + more
    assert taken[0] == known[: len(taken[0])]
    assert not any(known[len(taken[0]) :])


def test_another_refusal_is_not_taken_for_an_old_version(landlock: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """An old container profile answers EPERM to all calls: the layer is off and says why."""

    def syscall(name: str, *_arguments: object) -> int:
        raise landlock.kernel.Unavailable(f"{name}: EPERM", errno.EPERM)

    monkeypatch.setattr(landlock.kernel, "syscall", syscall)
    with pytest.raises(landlock.kernel.Unavailable, match="landlock_create_ruleset: EPERM"):
        landlock.Ruleset([])


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give another reason")
def test_an_unknown_machine_has_neither_layer(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a processor whose call numbers are unknown, no call is made with a wrong number."""
    monkeypatch.setattr(kernel, "NUMBERS_KNOWN", False)
    monkeypatch.setattr(kernel, "MACHINE", "riscv64")

    with pytest.raises(kernel.Unavailable, match="no table for riscv64"):
        seccomp.Filter()
    with pytest.raises(kernel.Unavailable, match="no table for riscv64"):
        kernel.syscall("landlock_create_ruleset", None, 0, 1)


def test_a_system_without_any_layer_reports_each(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has no sessions, users, such signals or limits: every layer says so and none fails."""
    for owner, name in [(os, "setsid"), (os, "setresuid"), (signal, "SIGKILL")]:
        monkeypatch.delattr(owner, name)
    monkeypatch.setattr(confine, "resource", None)
    monkeypatch.setattr(kernel, "NUMBERS_KNOWN", False)

    def nothing(*_arguments: object) -> int:
        raise kernel.Unavailable("not on this system")

    monkeypatch.setattr(kernel, "call_libc", nothing)
    layers = confine.Wall({}, ()).confine_process(confine.ProbeLimits(1 << 29, 10), 1)

    assert len(layers) == 11
    assert all(on is False and why for on, why in layers.values())
