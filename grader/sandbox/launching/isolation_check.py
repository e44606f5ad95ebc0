"""
Judges how isolated a probe is, before the probe gets a submission.

There are two witnesses: the report of our own code in the probe, which has not received a byte of a student's file, and
``/proc/<pid>/status``, read from outside, for the most important layers.
"""

from __future__ import annotations

import os
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from grader.errors import HarnessFault
from grader.model.isolation import EscapeAttempt, Isolation, Layer, Level, ProcStatus
from grader.sandbox.launching.interpreter import Interpreter
from grader.sandbox.launching.process import Exit, KernelLimits, Process, proc_text
from grader.sandbox.wire.frames import HEADER, MAX_JSON, FrameBuffer, MalformedFrame, read

CONFINEMENT_TIMEOUT = 60
"""Wall seconds that our own code inside has to confine itself; a healthy machine needs a few milliseconds."""
SECCOMP_FILTER = 2
"""The field ``Seccomp`` of a process with a filter: SECCOMP_MODE_FILTER (man 5 proc)."""
FOLDER_LENGTH = 300
"""The length in characters to which the path of the temporary folder is filled up."""
REQUIRED_LAYERS = ("limits", "no_new_privs", "seccomp")
FILE_LAYERS = ("landlock", "namespaces")
"""Layers that keep files away: one refuses to open them, one hides them. Full needs one of them, full+ both."""
CHECK_LIMITS = KernelLimits(memory_bytes=512 << 20, cpu_seconds=10)
"""Generous limits for a probe that runs no submission and only reports its isolation."""


class Launcher(ABC):
    """Starts and reaps probes, all at least as isolated as its first."""

    def __init__(self, extra: Sequence[str], off: Mapping[str, str], python: Interpreter) -> None:
        """Let probes of `python` read `extra` files; leave off the layers in `off`, which gives a reason for each."""
        self.python, self._extra, self._off = python, extra, dict(off)
        self._isolation: Isolation | None = None

    @property
    def isolation(self) -> Isolation:
        """How isolated the probes are, tested with a probe without a submission (HarnessFault if none starts)."""
        if self._isolation is None:
            self.reap(self.start(CHECK_LIMITS))
        assert self._isolation is not None  # noqa: S101 - `start` has set it
        return self._isolation

    def start(self, limits: KernelLimits) -> Process:
        """Start a probe that waits for its job (HarnessFault if none starts, or one less isolated than the first)."""
        process = self._start_unverified(limits)
        try:
            self._isolation = require_same_level(self._isolation, await_confinement(process.pid, process.answers))
        except BaseException:
            self.reap(process)
            raise
        return process

    @abstractmethod
    def reap(self, process: Process) -> Exit:
        """Kill the probe if it still runs, wait for it, and close our ends of its pipes."""

    @abstractmethod
    def close(self) -> None:
        """End every process that this launcher started."""

    @abstractmethod
    def _start_unverified(self, limits: KernelLimits) -> Process:
        """Start a probe that confines itself (HarnessFault if none starts)."""


def require_same_level(before: Isolation | None, now: Isolation) -> Isolation:
    """Return the isolation of a launcher's first probe (HarnessFault if the probe started `now` is less isolated)."""
    if before is not None and not now.level.reaches(before.level):
        raise HarnessFault(f"a probe came up at isolation {now.level.value}, the ones before had {before.level.value}")
    return before or now


def agent_settings(off: Mapping[str, str], extra: Sequence[str]) -> dict[str, Any]:
    """Return the agent's settings: layers to leave off, files to leave readable, targets of the escape attempts."""
    try:
        folder = tempfile.gettempdir()
    except OSError:  # there is no writable folder
        folder = os.sep
    # Slashes at the end do not change a path: see `process.SETTINGS_LENGTH`.
    folder = folder.ljust(FOLDER_LENGTH, os.sep)
    return {"off": dict(off), "extra": list(extra), "folder": folder, "marker": os.getpid()}


def await_confinement(pid: int, answers: int) -> Isolation:
    """Wait until the probe `pid` has confined itself; return its isolation (HarnessFault without a report)."""
    # One frame is read and not a byte more: the probe's later reader needs the rest.
    header = read(answers, HEADER.size, CONFINEMENT_TIMEOUT)
    size = sum(HEADER.unpack(header)) if len(header) == HEADER.size else 0
    report = header + read(answers, min(size, MAX_JSON), CONFINEMENT_TIMEOUT)
    return _isolation(report, read_status(pid))


@lru_cache
def _isolation(report: bytes, outside: ProcStatus) -> Isolation:
    """Return the isolation by the frame `report` and by the kernel: cached, as a launcher's probes report the same."""
    frames = FrameBuffer()
    frames.add(report)
    try:
        frame = frames.take()
    except MalformedFrame as error:
        raise HarnessFault(f"a probe did not say how it is confined: {error}") from error
    if frame is None:
        raise HarnessFault("a probe ended, or fell silent, before it was confined")
    message = frame.message
    if message["type"] != "confined":
        raise HarnessFault(f"a probe could not be confined: {message.get('why')}")
    layers = [Layer(name=name, on=on, detail=detail) for name, (on, detail) in message["layers"].items()]
    tried = [EscapeAttempt(name=name, blocked=blocked) for name, blocked in message["attempts"].items()]
    return replace(judge_level(layers, tried, outside), python="{}.{}".format(*message["python"]))


def judge_level(layers: Sequence[Layer], self_test: Sequence[EscapeAttempt], outside: ProcStatus) -> Isolation:
    """Return the level that both witnesses agree on, with their evidence."""
    on = {layer.name for layer in layers if layer.on}
    level = Level.BASIC
    if "landlock" in on or ("seccomp" in on and outside.seccomp == SECCOMP_FILTER):
        level = Level.PARTIAL
    proved = bool(self_test) and all(attempt.blocked for attempt in self_test)
    if (
        proved
        and on.issuperset(REQUIRED_LAYERS)
        and outside == ProcStatus(no_new_privs=1, seccomp=SECCOMP_FILTER, capabilities=0)
    ):
        level = [level, Level.FULL, Level.FULL_PLUS][len(on.intersection(FILE_LAYERS))]
    return Isolation(level=level, layers=tuple(layers), self_test=tuple(self_test), seen=outside)


def read_status(pid: int) -> ProcStatus:
    """Return the fields of process `pid` in ``/proc``; None for a missing field."""
    status = proc_text(pid, "status")
    fields = (status.partition(f"\n{name}:")[2].split(maxsplit=1) for name in ("NoNewPrivs", "Seccomp", "CapEff"))
    numbers = [int(field[0], 16) if field else None for field in fields]
    return ProcStatus(no_new_privs=numbers[0], seccomp=numbers[1], capabilities=numbers[2])
