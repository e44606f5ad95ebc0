"""How far from everything else a student's code ran, as shown by its own probe and seen from outside it."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Level(enum.Enum):
    """What the code could reach, weakest first; claimed only after a self-test."""

    BASIC = "basic"
    """A process of its own with limits, and otherwise the rights of whoever grades."""
    PARTIAL = "partial"
    """Some of the kernel's layers, not all: what is open stands in the self-test."""
    FULL = "full"
    """No file's content, no network, no other process, no program: it can compute and answer."""
    FULL_PLUS = "full+"
    """The same in namespaces of its own: it cannot even ask whether a file or a process exists."""

    def reaches(self, required: Level) -> bool:
        """Tell whether this level is at least `required`."""
        order = list(Level)
        return order.index(self) >= order.index(required)


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One thing that holds the code back."""

    name: str
    on: bool
    detail: str = ""
    """How it is set where it is on, or why it is off."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EscapeAttempt:
    """Something the self-test tried inside, before any student's code was there."""

    name: str
    blocked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ProcStatus:
    """What ``/proc/<pid>/status`` of the probe says, read from outside; None where there is no such file."""

    no_new_privs: int | None = None
    seccomp: int | None = None
    """2 is a filter."""
    capabilities: int | None = None
    """The effective set; 0 is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Isolation:
    """The level, and what it rests on."""

    level: Level
    layers: tuple[Layer, ...]
    self_test: tuple[EscapeAttempt, ...]
    seen: ProcStatus
