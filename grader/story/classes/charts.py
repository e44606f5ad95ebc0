"""Two distributions: the marks in percent, and the computing time that the students' files took."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from decimal import Decimal

from grader.blocks import Line, Lines, Text
from grader.story.classes.statistics import BINS, ClassStatistics
from grader.text.number_text import decimal_text
from grader.widgets import Chart

BAR_WIDTH = 40
"""Characters of the longest bar of letters."""
SECONDS = tuple(map(Decimal, ["0", "0.1", "0.2", "0.5", *"125", "10", "20", "50", "100", "200", "500", "1000"]))
"""Edges in CPU seconds, each about twice the one before: a slow search takes a hundred times as long as a quick one."""


def marks_chart(statistics: ClassStatistics) -> Chart:
    """Return the marks: a number per tenth of the points possible, for other formats as bars of letters."""
    whole = "automatic points" if statistics.are_marks_automatic else "points possible"
    caption = f"Students by percent of the {whole}, bonus left out"
    counts = statistics.distribution
    return Chart(
        title="Distribution of marks in percent",
        caption=caption,
        counts=counts,
        edges=tuple(str(100 * tenth // BINS) for tenth in range(BINS + 1)),
        middle=float(min(max(statistics.median, Decimal(0)), Decimal(100))),
        middle_label=f"median {decimal_text(statistics.median)} %",
        otherwise=(Lines(caption, histogram(counts)),),
    )


def seconds_chart(seconds: Sequence[float], note: Text) -> Chart:
    """Return at least one time in CPU seconds, without empty bars at both ends; other formats leave it out."""
    places = [max(0, bisect_right(SECONDS, one) - 1) for one in seconds]
    low, high = min(places), max(places)
    edges = [decimal_text(edge) for edge in SECONDS[low : high + 2]]
    # The last bar has no upper edge.
    edges += ["more"] if high == len(SECONDS) - 1 else []
    return Chart(
        title="Distribution of CPU seconds",
        caption="Students by CPU seconds for the whole submission",
        counts=tuple(places.count(place) for place in range(low, high + 1)),
        edges=tuple(edges),
        note=note,
    )


def histogram(distribution: Sequence[int], width: int = BAR_WIDTH) -> tuple[Line, ...]:
    """Return a line per tenth with a bar of ASCII characters; the longest bar has at most `width`."""
    largest = max(distribution, default=0)
    lines = []
    for tenth, count in enumerate(distribution):
        low, high = tenth * 100 // BINS, (tenth + 1) * 100 // BINS
        # Rounded up, so that one student in a class of 300 still has a bar.
        bar = "#" * (-(-count * width // largest) if largest > width else count)
        upper = f"{high:>3}" if tenth == BINS - 1 else f"<{high:>2}"
        lines.append(Line(bar, f"{low:>3} to {upper} % {count:>4}"))
    return tuple(lines)
