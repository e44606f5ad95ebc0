"""Least, median and most of several measurements, and of their ratios to those of a peer in the same rounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from statistics import median

from benchmarks.measuring import Cost

ReadCost = Callable[[Cost], float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Least, median and most of several measurements of one thing."""

    low: float
    middle: float
    """The median."""
    high: float


def spread(values: Iterable[float | None]) -> Spread | None:
    """Return the spread of the values that are not None, None if there are none."""
    known = sorted(value for value in values if value is not None)
    return Spread(low=known[0], middle=median(known), high=known[-1]) if known else None


def cpu(cost: Cost) -> float | None:
    """Return the CPU seconds."""
    return cost.cpu


def wall(cost: Cost) -> float | None:
    """Return the wall seconds."""
    return cost.wall


def peak(cost: Cost) -> float | None:
    """Return the memory of the largest process in MiB."""
    return cost.peak_mib


def ratios(ours: Mapping[int, Cost], theirs: Mapping[int, Cost], read: ReadCost) -> Spread | None:
    """Return the spread of `ours` divided by `theirs` in the rounds that both have, None if they share none."""
    pairs = [(read(ours[number]), read(theirs[number])) for number in sorted(ours.keys() & theirs.keys())]
    return spread(a / b for a, b in pairs if a is not None and b)
