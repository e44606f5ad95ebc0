"""Charts of a distribution: position and height of the bars, and a description."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from grader.reports.classes.graded_result import BINS
from grader.text.number_text import count_text, decimal_text

TOP, BASE = 44, 160
"""Pixels from the top of the chart to the top of the highest bar and to the foot of all bars; texts are above."""
LEFT, WIDTH = Decimal(3), Decimal(94)
"""In percent of the chart's width; the margins have room for the labels of the first and the last edge."""
GAP = Decimal("0.6")
SECONDS = tuple(map(Decimal, ["0", "0.1", "0.2", "0.5", *"125", "10", "20", "50", "100", "200", "500", "1000"]))
"""Edges in CPU seconds, each about twice the one before: a slow search takes a hundred times as long as a quick one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """The number of values between two edges."""

    x: Decimal
    """Percent of the chart's width, as all horizontal lengths."""
    width: Decimal
    middle: Decimal
    y: int
    """Pixels from the top, as all vertical lengths."""
    height: int
    count: int


class Edge(NamedTuple):
    """A label under the bars."""

    x: Decimal
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A distribution to draw. Widths are percents: the chart fits any screen, and its letters keep their size."""

    bars: tuple[Bar, ...]
    edges: tuple[Edge, ...]
    description: str
    """All numbers of the chart, for screen readers."""
    median_x: Decimal | None = None
    """Where a vertical line shows the median."""
    median_label: str = ""

    @property
    def median_anchor(self) -> str:
        """The SVG ``text-anchor`` that writes the label on the side of the line with more room."""
        return "end" if self.median_x is not None and self.median_x > LEFT + WIDTH / 2 else "start"


def marks_chart(distribution: Sequence[int], median: Decimal) -> Chart:
    """Return a chart of marks; `distribution` has a number per tenth of the points possible, `median` is in percent."""
    edges = [str(100 * tenth // BINS) for tenth in range(BINS + 1)]
    return _chart(
        "Distribution of marks in percent",
        distribution,
        edges,
        median_x=LEFT + WIDTH * min(max(median, Decimal(0)), Decimal(100)) / 100,
        median_label=f"median {decimal_text(median)} %",
    )


def seconds_chart(seconds: Sequence[float]) -> Chart:
    """Return a chart of at least one time in CPU seconds, without empty bars at both ends."""
    places = [max(0, bisect_right(SECONDS, one) - 1) for one in seconds]
    low, high = min(places), max(places)
    edges = [decimal_text(edge) for edge in SECONDS[low : high + 2]]
    # The last bar has no upper edge.
    edges += ["more"] if high == len(SECONDS) - 1 else []
    counts = [places.count(place) for place in range(low, high + 1)]
    return _chart("Distribution of CPU seconds", counts, edges)


def _chart(
    title: str, counts: Sequence[int], edges: Sequence[str], median_x: Decimal | None = None, median_label: str = ""
) -> Chart:
    step, most = WIDTH / len(counts), max([*counts, 1])
    bars = [_bar(at, step, count, most) for at, count in enumerate(counts)]
    numbers = (
        f"{low} to {high}: {count_text(count, 'student')}"
        for low, high, count in zip(edges, edges[1:], counts, strict=False)
        if count
    )
    return Chart(
        bars=tuple(bars),
        edges=tuple(Edge(_rounded(LEFT + step * at), label) for at, label in enumerate(edges)),
        description=f"{title}. {'; '.join(numbers)}.{f' The {median_label}.' if median_label else ''}",
        median_x=None if median_x is None else _rounded(median_x),
        median_label=median_label,
    )


def _bar(at: int, step: Decimal, count: int, most: int) -> Bar:
    # Rounded up, so that one student in a class of 3,000 still has a bar.
    height = -(-count * (BASE - TOP) // most)
    x, width = LEFT + step * at + GAP / 2, step - GAP
    middle = _rounded(x + width / 2)
    return Bar(x=_rounded(x), width=_rounded(width), middle=middle, y=BASE - height, height=height, count=count)


def _rounded(value: Decimal) -> Decimal:
    return value.quantize(Decimal("0.01"))
