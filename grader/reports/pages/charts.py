"""Bars of a distribution: where each stands, how high it is, and the same in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from grader.reports.classes.statistics import BINS
from grader.reports.text.number_text import counted, plain

TOP, BASE = 44, 160
"""Where, in pixels, the highest bar begins and all of them end; counts and a note stand above."""
LEFT, WIDTH = Decimal(3), Decimal(94)
"""In percent of the chart's width: the labels of the first and the last edge reach beyond their edges."""
GAP = Decimal("0.6")
SECONDS = tuple(map(Decimal, ["0", "0.1", "0.2", "0.5", *"125", "10", "20", "50", "100", "200", "500", "1000"]))
"""Edges in CPU seconds: each about twice the one before, since a slow search takes a hundred times a quick one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """How many lie between two edges."""

    x: Decimal
    width: Decimal
    middle: Decimal
    y: int
    height: int
    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A distribution to draw; lengths across are percents, so that it fits any width with its letters unchanged."""

    bars: tuple[Bar, ...]
    edges: tuple[tuple[Decimal, str], ...]
    """Where each label under the bars stands."""
    words: str
    """All of its numbers, for who cannot see it."""
    line: Decimal | None = None
    """Where a line stands across the bars: the median."""
    line_label: str = ""

    @property
    def line_anchor(self) -> str:
        """On which side of the line its label has room."""
        return "end" if self.line is not None and self.line > LEFT + WIDTH / 2 else "start"


def marks_chart(distribution: Sequence[int], median: Decimal) -> Chart:
    """Return the marks in tenths of the points possible."""
    edges = [str(100 * tenth // BINS) for tenth in range(BINS + 1)]
    return _chart(
        "Distribution of marks in percent",
        distribution,
        edges,
        line=LEFT + WIDTH * min(max(median, Decimal(0)), Decimal(100)) / 100,
        line_label=f"median {plain(median)} %",
    )


def seconds_chart(seconds: Sequence[float]) -> Chart:
    """Return CPU seconds between edges that grow; there must be one. What nobody took at either end is left out."""
    places = [max(0, bisect_right(SECONDS, one) - 1) for one in seconds]
    low, high = min(places), max(places)
    edges = [plain(edge) for edge in SECONDS[low : high + 2]]
    # Above the last edge there is no other.
    edges += ["more"] if high == len(SECONDS) - 1 else []
    counts = [places.count(place) for place in range(low, high + 1)]
    return _chart("Distribution of CPU seconds", counts, edges)


def _chart(
    title: str, counts: Sequence[int], edges: Sequence[str], line: Decimal | None = None, line_label: str = ""
) -> Chart:
    step, most = WIDTH / len(counts), max([*counts, 1])
    bars = [_bar(at, step, count, most) for at, count in enumerate(counts)]
    said = (
        f"{low} to {high}: {counted(count, 'student')}"
        for low, high, count in zip(edges, edges[1:], counts, strict=False)
        if count
    )
    return Chart(
        bars=tuple(bars),
        edges=tuple((_at(LEFT + step * at), label) for at, label in enumerate(edges)),
        words=f"{title}. {'; '.join(said)}.{f' The {line_label}.' if line_label else ''}",
        line=None if line is None else _at(line),
        line_label=line_label,
    )


def _bar(at: int, step: Decimal, count: int, most: int) -> Bar:
    # Whoever is there is seen: one student in a class of 3,000 still gets a bar.
    height = -(-count * (BASE - TOP) // most)
    x, width = LEFT + step * at + GAP / 2, step - GAP
    return Bar(x=_at(x), width=_at(width), middle=_at(x + width / 2), y=BASE - height, height=height, count=count)


def _at(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"))
