"""`python -m tests.load [--count 300] [--jobs 4]`: prints what a large hostile class cost; 1 when a claim fails."""

from __future__ import annotations

import sys

import click
from rich.console import Console
from rich.table import Table

from tests.load.run import Outcome, run


@click.command()
@click.option("--count", default=300, show_default=True, help="Submissions.")
@click.option("--jobs", default=4, show_default=True, help="Worker processes.")
@click.option("--quick", is_flag=True, help="Only those that take a second or less.")
def main(count: int, jobs: int, *, quick: bool) -> None:
    """Grade a class of hostile and ordinary submissions and check that marks are its only effect."""
    outcome = run(count, jobs, quick=quick)
    Console().print(table(outcome, jobs))
    for failure in outcome.failures:
        click.echo(failure)
    sys.exit(bool(outcome.failures))


def table(outcome: Outcome, jobs: int) -> Table:
    """Return the figures of a run."""
    first, second, last = outcome.memory
    shown = Table("what", "how much", title=f"{outcome.count} submissions, {jobs} workers, isolation {outcome.level}")
    shown.add_row("seconds", f"{outcome.seconds:.1f} (the budgets allow {outcome.bound:.0f})")
    shown.add_row("submissions per second", f"{outcome.count / outcome.seconds:.2f}")
    shown.add_row("coordinator, MiB by thirds of the results", f"{first:.1f}, {second:.1f}, {last:.1f}")
    shown.add_row("processes at once, at most", str(outcome.processes))
    shown.add_row("claims that fail", str(len(outcome.failures)))
    return shown


if __name__ == "__main__":
    main()
