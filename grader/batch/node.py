"""The processor and the speed of a machine. Limits are CPU seconds, so a mark near a limit depends on both."""

from __future__ import annotations

import dataclasses
import platform
import time
from functools import cache
from pathlib import Path
from typing import NamedTuple

from grader.model.result import Result

CPU_INFO = Path("/proc/cpuinfo")
FIELDS = ("model name", "CPU implementer", "cpu family", "CPU part", "model")
"""The fields of x86 and ARM that tell processors apart. All virtual machines may have one model name."""
ROUNDS, STEPS = 5, 40_000
FACTOR = 2
"""A call away from its limit took at most half of it: a machine of half the speed gives the same mark."""


class Node(NamedTuple):
    processor: str
    seconds: float
    """CPU seconds of a fixed small workload."""

    def would_agree(self, result: Result) -> bool:
        """Return whether `result` of another machine counts here; one of an older grader always does."""
        timing = result.timing
        if timing.processor in {"", self.processor}:
            return True
        ratio = (timing.calibration_seconds or self.seconds) / self.seconds
        return not timing.near_limit and 1 / FACTOR <= ratio <= FACTOR

    def stamped(self, result: Result) -> Result:
        timing = dataclasses.replace(result.timing, processor=self.processor, calibration_seconds=self.seconds)
        return dataclasses.replace(result, timing=timing)


@cache
def this_node() -> Node:
    """Return the facts about this machine; the first call takes some 30 ms."""
    return Node(_processor(), round(min(_workload() for _ in range(ROUNDS)), 5))


def _processor() -> str:
    try:
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").partition("\n\n")[0].splitlines()
    except OSError:
        lines = []
    found = {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    named = [f"{name} {found[name]}".removeprefix(f"{FIELDS[0]} ") for name in FIELDS if name in found]
    return ", ".join(named) or platform.processor() or platform.machine()


def _workload() -> float:
    """Return the CPU seconds of calls, comparisons and lists, the main work of a search."""
    began = time.process_time()
    board = list("XO.XO.X..")
    for step in range(STEPS):
        if board[step % 9] == board[(step + 4) % 9] != ".":
            board[step % 9] = board[step % 7]
    return time.process_time() - began
