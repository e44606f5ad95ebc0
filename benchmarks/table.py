"""The measurements as tables, for the terminal and as Markdown: the same cells in both."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table

from benchmarks.claims import RATIO, Claim
from benchmarks.measuring import Cost
from benchmarks.spread import Spread, cpu, peak, spread, wall

NOTHING = "-"
FRACTION = 0.5
"""Ratios below it are written as 1/N."""
WIDTH = 160
"""Columns where the terminal does not say, as in a log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """A table before it is drawn."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def costs_table(costs: Mapping[str, Mapping[int, Cost]]) -> Cells:
    """Return what everything cost."""
    rows = []
    for name, by_round in costs.items():
        runs = by_round.values()
        spreads = (spread(read(cost) for cost in runs) for read in (cpu, wall))
        largest = spread(peak(cost) for cost in runs)
        memory = NOTHING if largest is None else f"{largest.high:,.0f}"
        rows.append((name, str(len(runs)), *map(spread_text, spreads), memory))
    head = ("what", "runs", "CPU s: median (least to most)", "wall s: median (least to most)", "peak MiB")
    return Cells(
        title="costs (of a class: per submission; its memory is the coordinator's)", head=head, rows=tuple(rows)
    )


def claims_table(found: Sequence[Claim]) -> Cells:
    """Return the claims against their targets."""
    rows = tuple((claim.text, spread_text(claim.found, claim.unit), _target(claim), _verdict(claim)) for claim in found)
    return Cells(title="targets", head=("what", "median (least to most)", "target", ""), rows=rows)


def spread_text(found: Spread | None, unit: str = "") -> str:
    """Write a spread: its median, and in brackets how far apart its ends are where there is more than one value."""
    if found is None:
        return NOTHING
    low, middle, high = (_figure(value, unit) for value in (found.low, found.middle, found.high))
    shown = f"{middle} {unit}".rstrip()
    return shown if found.low == found.high else f"{shown} ({low} to {high})"


def markdown(tables: Sequence[Cells], notes: Sequence[str]) -> str:
    """Return the tables and what is to be known of them as Markdown."""
    parts = ["\n".join(f"- {note}" for note in notes)]
    parts += ["\n".join([f"**{cells.title}**", "", *_pipes(cells)]) for cells in tables]
    return "\n\n".join(parts) + "\n"


def draw(tables: Sequence[Cells], notes: Sequence[str], console: Console | None = None) -> None:
    """Print them."""
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


def _pipes(cells: Cells) -> list[str]:
    rule = ["---", *["---:"] * (len(cells.head) - 1)]
    return [f"| {' | '.join(row)} |" for row in (cells.head, rule, *cells.rows)]


def _target(claim: Claim) -> str:
    if claim.at_most is not None:
        return f"at most {_figure(claim.at_most, claim.unit)} {claim.unit}"
    return NOTHING if claim.at_least is None else f"at least {_figure(claim.at_least)} {claim.unit}"


def _verdict(claim: Claim) -> str:
    return {True: "met", False: "missed", None: ""}[claim.met]


def _figure(value: float, unit: str = "") -> str:
    """Write three significant digits, or all before the point; a small ratio as a fraction."""
    if unit == RATIO and 0 < value < FRACTION:
        return f"1/{_figure(1 / value)}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"  # noqa: PLR2004 - three digits
