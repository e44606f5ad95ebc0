"""What a graded class cost, read from its results: the submissions and the rest apart, and why searches ran plainly."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from benchmarks.measuring import Cost

NAMED_FIRST = re.compile(r"^'[^']+' ")
"""The name of the function that a reason begins with."""
VARIABLE = re.compile(r"(?<=variable )'[^']+'")


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFigures:
    """One class, graded by one checkout."""

    name: str
    memoized: tuple[float, ...]
    """CPU seconds of each submission whose search was memoized."""
    plain: tuple[float, ...]
    """Those of the others."""
    without_search: int
    """How many files have no search that could be memoized."""
    whole: Cost
    """Per submission, of all processes."""
    reasons: Counter[str]
    """Why searches ran plainly, without the names of functions, and how often."""

    @property
    def all(self) -> tuple[float, ...]:
        """Return the CPU seconds of each submission."""
        return self.memoized + self.plain

    @property
    def eligible(self) -> float:
        """Return the percentage of searches that were memoized."""
        return 100 * len(self.memoized) / max(1, len(self.all) - self.without_search)

    @property
    def rest(self) -> float:
        """Return the CPU seconds per submission of everything that does not run its code."""
        return self.whole.cpu - fmean(self.all)


def read_figures(name: str, out: Path, whole: Cost, without_search: int) -> ClassFigures:
    """Return the figures of a class whose results are in `out` and which cost `whole` per submission."""
    results = [json.loads(file.read_text(encoding="utf-8")) for file in sorted(out.rglob("result.json"))]
    return ClassFigures(
        name=name,
        memoized=_seconds(one for one in results if one["shortcut"]["functions"]),
        plain=_seconds(one for one in results if not one["shortcut"]["functions"]),
        without_search=without_search,
        whole=whole,
        reasons=Counter(_reason(one) for one in results if not one["shortcut"]["functions"]),
    )


def _seconds(results: Iterable[Mapping[str, Any]]) -> tuple[float, ...]:
    return tuple(one["timing"]["cpu_seconds"] for one in results)


def _reason(result: Mapping[str, Any]) -> str:
    return VARIABLE.sub("...", NAMED_FIRST.sub("... ", result["shortcut"]["why"] or "no search was run"))
