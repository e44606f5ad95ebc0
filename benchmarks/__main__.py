"""
What grading costs, compared to every peer in the same run: ``python -m benchmarks``.

The corpus is generated. Each peer is installed once, with pip, into its own environment. All take turns, so ratios hold
on a busy machine too; seconds hold on an idle one only.
"""

from __future__ import annotations

import os
import platform
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import click
from rich.console import Console

from benchmarks.claims import claims, class_claims, fixture_claims
from benchmarks.cluster import measure_cluster
from benchmarks.corpus import ALPHA_BETA, TYPICAL
from benchmarks.fixtures import fixture_tables, measure_fixtures
from benchmarks.hostile import hostile_tables, measure_hostile
from benchmarks.installed_copy import ROOT
from benchmarks.marker import marker_tables, measure_marker
from benchmarks.measuring import Runs
from benchmarks.one_file import CHECK50, GRADESCOPE, Repetitions, measure
from benchmarks.peers.environments import NotInstallable, Tool, installed
from benchmarks.table import claims_table, class_tables, costs_table, draw, markdown
from benchmarks.wait import measure_wait, wait_tables
from benchmarks.whole_class import measure_class, measure_sizes

CACHE = Path(__file__).with_name(".peers")
PARTS, HOSTILE, MARKER, FIXTURES = ("one-file", "class", "sizes"), "hostile", "marker", "fixtures"
CLUSTER, WAIT = "cluster", "wait"
"""What is measured, and what is measured only if it is named."""
ALL = (*PARTS, HOSTILE, MARKER, FIXTURES, CLUSTER, WAIT)
IDLE = 0.3
"""The highest load average of the last minute at which a machine counts as idle."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much to measure."""

    repetitions: Repetitions
    class_size: int
    sizes: dict[int, int]
    """Class sizes, and how often each is graded."""
    made: tuple[int, ...]
    """Sizes of the made classes that are merged."""


FULL = Plan(
    repetitions=Repetitions(rounds=9, exhaustive=3, warm=8),
    class_size=200,
    sizes={50: 3, 200: 1, 1000: 1},
    made=(1_000, 10_000, 100_000),
)
QUICK = Plan(
    repetitions=Repetitions(rounds=3, exhaustive=1, warm=2), class_size=8, sizes={3: 1, 6: 1, 12: 1}, made=(100, 1_000)
)


@click.command()
@click.option("--quick", is_flag=True, help="Fewer repetitions and small classes: to try it out, not to quote.")
@click.option("--students", metavar="N", type=click.IntRange(min=1), help="Size of the class that is graded once.")
@click.option(
    "--checkout",
    "checkouts",
    metavar="DIR",
    multiple=True,
    default=[ROOT],
    type=click.Path(path_type=Path, exists=True, resolve_path=True),
    help="Grade the class with the grader of this checkout; may be repeated, to compare.",
)
@click.option(
    "--only",
    metavar="PART",
    multiple=True,
    type=click.Choice(ALL),
    help=f"One of: {', '.join(ALL)}.",
)
@click.option(
    "--markdown", "file", metavar="FILE", type=click.Path(path_type=Path), help="Also write the tables there."
)
@click.option("--cache", metavar="DIR", type=click.Path(path_type=Path), default=CACHE, help="Where peers are kept.")
def main(  # noqa: PLR0913 - the options
    *,
    quick: bool,
    students: int | None,
    checkouts: tuple[Path, ...],
    only: tuple[str, ...],
    file: Path | None,
    cache: Path,
) -> None:
    """Measure what grading costs, and what peers cost in the same run."""
    if sys.platform == "win32":
        raise click.ClickException("Windows does not count what a process tree uses: run this on Linux or macOS")
    plan, parts = QUICK if quick else FULL, only or PARTS
    plan = replace(plan, class_size=students or plan.class_size)
    notes = [_machine()]
    tools = _tools(cache, notes) if "one-file" in parts else {}
    errors = Console(stderr=True)
    with errors.status("") as status, tempfile.TemporaryDirectory() as folder:
        runs = Runs(status.update if errors.is_terminal else errors.print)
        place = Path(folder)
        if "one-file" in parts:
            for style in (TYPICAL, ALPHA_BETA):
                measure(style, tools, plan.repetitions, place, runs)
        figures = measure_class(plan.class_size, checkouts, place, runs) if "class" in parts else []
        if "sizes" in parts:
            measure_sizes(plan.sizes, place, runs)
        if CLUSTER in parts:
            measure_cluster(plan.class_size, plan.made, place, runs)
        attacks = measure_hostile(runs.report) if HOSTILE in parts else []
        pieces = measure_marker(runs.report) if MARKER in parts else []
        fixtures = measure_fixtures(runs.report) if FIXTURES in parts else {}
        waits = measure_wait(runs.report) if WAIT in parts else {}
    notes += [f"{name}: left out, it failed: {why}" for name, why in runs.failed.items()]
    found = [*claims(runs.costs, min(plan.sizes), max(plan.sizes)), *class_claims(figures), *fixture_claims(fixtures)]
    tables = [
        costs_table(runs.costs),
        *class_tables(figures),
        *hostile_tables(attacks),
        *marker_tables(pieces),
        *fixture_tables(fixtures),
        *wait_tables(waits),
        claims_table(found),
    ]
    draw(tables, notes)
    if file is not None:
        file.write_text(markdown(tables, notes), encoding="utf-8")


def _tools(cache: Path, notes: list[str]) -> dict[str, Tool]:
    """Return the installed tools by name; `notes` gets a line for each, with its version or why it is missing."""
    found = {}
    for name in (CHECK50, GRADESCOPE):
        try:
            found[name] = installed(name, cache)
            notes.append(f"{name} {found[name].version}")
        except NotInstallable as missing:  # noqa: PERF203 - two of them
            notes.append(str(missing))
    return found


def _machine() -> str:
    load = os.getloadavg()[0]
    system = f"{platform.python_implementation()} {platform.python_version()}, {platform.system()} {platform.release()}"
    idle = "idle" if load <= IDLE else "not idle: ratios hold, seconds do not"
    return f"{system}, {os.cpu_count()} cores, load before the run {load:.2f} ({idle})"


if __name__ == "__main__":
    main()
