"""The measurements as tables, with the same cells on the terminal and in Markdown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from rich.console import Console
from rich.table import Table

from benchmarks.claims import RATIO, Claim
from benchmarks.class_figures import ClassFigures
from benchmarks.measuring import Cost
from benchmarks.spread import Spread, cpu, peak, spread, wall

NO_VALUE = "-"
FRACTION = 0.5
"""Ratios below this are written as 1/N."""
WIDTH = 160
"""Columns of an output that is no terminal, such as a log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextTable:
    """A table as texts."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def costs_table(costs: Mapping[str, Mapping[int, Cost]]) -> TextTable:
    """Return a table of all costs."""
    rows = []
    for name, by_round in costs.items():
        runs = by_round.values()
        spreads = (spread(read(cost) for cost in runs) for read in (cpu, wall))
        largest = spread(peak(cost) for cost in runs)
        memory = NO_VALUE if largest is None else f"{largest.high:,.0f}"
        rows.append((name, str(len(runs)), *map(spread_text, spreads), memory))
    head = ("what", "runs", "CPU s: median (least to most)", "wall s: median (least to most)", "peak MiB")
    return TextTable(
        title="costs (of a class: per submission; its memory is the coordinator's)", head=head, rows=tuple(rows)
    )


def claims_table(found: Sequence[Claim]) -> TextTable:
    """Return a table of the claims and their targets."""
    rows = tuple((claim.text, spread_text(claim.found, claim.unit), _target(claim), _verdict(claim)) for claim in found)
    return TextTable(title="targets", head=("what", "median (least to most)", "target", ""), rows=rows)


def class_tables(figures: Sequence[ClassFigures]) -> list[TextTable]:
    """Return a table of the costs, and one of the reasons; a column for every checkout. No table without figures."""
    if not figures:
        return []
    head = tuple(one.name for one in figures)
    columns = [_column(one) for one in figures]
    rows = tuple((title, *(column[title] for column in columns)) for title in columns[0])
    counts: Counter[str] = Counter()
    for one in figures:
        counts.update(one.reasons)
    reasons = ((reason, *(str(one.reasons[reason]) for one in figures)) for reason, _ in counts.most_common())
    return [
        TextTable(title="a class", head=("", *head), rows=rows),
        TextTable(title="why searches ran plainly", head=("reason", *head), rows=tuple(reasons)),
    ]


def spread_text(found: Spread | None, unit: str = "") -> str:
    """Return the median as text, with least and most in brackets if they differ."""
    if found is None:
        return NO_VALUE
    low, middle, high = (_figure(value, unit) for value in (found.low, found.middle, found.high))
    shown = f"{middle} {unit}".rstrip()
    return shown if found.low == found.high else f"{shown} ({low} to {high})"


def markdown(tables: Sequence[TextTable], notes: Sequence[str]) -> str:
    """Return notes and tables as Markdown."""
    parts = ["\n".join(f"- {note}" for note in notes)]
    parts += ["\n".join([f"**{cells.title}**", "", *_markdown_rows(cells)]) for cells in tables]
    return "\n\n".join(parts) + "\n"


def draw(tables: Sequence[TextTable], notes: Sequence[str], console: Console | None = None) -> None:
    """Print tables and notes."""
    screen = console or Console()
    if not screen.is_terminal:
        screen.width = WIDTH
    for cells in tables:
        table = Table(title=cells.title, title_justify="left")
        for at, heading in enumerate(cells.head):
            table.add_column(heading, justify="left" if at in {0, len(cells.head) - 1} else "right", overflow="fold")
        for row in cells.rows:
            table.add_row(*row)
        screen.print(table)
    for note in notes:
        screen.print(note, markup=False)


def _markdown_rows(cells: TextTable) -> list[str]:
    rule = ["---", *["---:"] * (len(cells.head) - 1)]
    return [f"| {' | '.join(row)} |" for row in (cells.head, rule, *cells.rows)]


def _column(one: ClassFigures) -> dict[str, str]:
    """Return the cells of one checkout by the title of their row."""
    return {
        "submissions": str(len(one.all)),
        "files without any search": str(one.without_search),
        "searches memoized": f"{len(one.memoized)} ({one.eligible:.0f} %)",
        "CPU s of a submission: mean": _mean(one.all),
        "CPU s of a submission: median": f"{median(one.all):.2f}",
        "the same, search memoized: mean": _mean(one.memoized),
        "the same, search run plainly: mean": _mean(one.plain),
        "CPU s of everything else per submission": f"{one.rest:.2f}",
        "CPU s of all per submission: mean": f"{one.whole.cpu:.2f}",
        "submissions per second": f"{1 / one.whole.wall:.2f}" if one.whole.wall else NO_VALUE,
    }


def _mean(seconds: Sequence[float]) -> str:
    return f"{fmean(seconds):.2f}" if seconds else NO_VALUE


def _target(claim: Claim) -> str:
    if claim.at_most is not None:
        return f"at most {_figure(claim.at_most, claim.unit)} {claim.unit}"
    return NO_VALUE if claim.at_least is None else f"at least {_figure(claim.at_least)} {claim.unit}"


def _verdict(claim: Claim) -> str:
    return {True: "met", False: "missed", None: ""}[claim.met]


def _figure(value: float, unit: str = "") -> str:
    """Return a number with three significant digits (all of a large one); a small ratio as a fraction."""
    if unit == RATIO and 0 < value < FRACTION:
        return f"1/{_figure(1 / value)}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"  # noqa: PLR2004 - three digits
