"""What a student's code could not do while it ran: tested inside its process and seen from outside."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from msgspec import Struct


class Level(enum.Enum):
    """What the code could reach, weakest level first; a level counts only after a self-test."""

    BASIC = "basic"
    """A separate process with limits, but with all rights of the person who grades."""
    PARTIAL = "partial"
    """Some layers of the kernel, not all: the self-test shows what the code can still do."""
    FULL = "full"
    """No content of files, no network, no other process, no program: the code can only compute and answer."""
    FULL_PLUS = "full+"
    """The same in separate namespaces: the code cannot even ask whether a file or a process exists."""

    def reaches(self, required: Level) -> bool:
        order = list(Level)
        return order.index(self) >= order.index(required)


class Layer(Struct, frozen=True, kw_only=True):
    """One mechanism that takes rights away from the code."""

    name: str
    on: bool
    detail: str = ""
    """How the layer is set, or why it is off."""


class EscapeAttempt(Struct, frozen=True, kw_only=True):
    """Something the self-test tried inside, before any student's code was there."""

    name: str
    blocked: bool


class ProcStatus(Struct, frozen=True, kw_only=True):
    """What ``/proc/<pid>/status`` of the probe says, read from outside; None on systems without such a file."""

    no_new_privs: int | None = None
    seccomp: int | None = None
    """2 is a filter."""
    capabilities: int | None = None
    """The effective set; 0 is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """The level, and the evidence for it."""

    level: Level
    layers: tuple[Layer, ...]
    self_test: tuple[EscapeAttempt, ...]
    seen: ProcStatus
    python: str = ""
    """The Python that runs the code, by its own report, such as ``3.12``; empty in a result of an older grader."""
