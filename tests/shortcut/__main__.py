"""
Grades everything both ways: ``python -m tests.shortcut [--mutants N] [--plain N] [--seed S] [--jobs J]``.

Prints a line for every difference; the exit status is 1 if there is one. With ``--done FILE`` it can be stopped and
started again: what is in the file is left out.
"""

from __future__ import annotations

import collections
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click

from benchmarks.corpus import styles
from tests.shortcut.comparison import Compared, compared
from tests.shortcut.work import KINDS, Work, work_of

EVERY = 30
"""Seconds between two lines of progress."""
LONGEST = 400
"""Characters of a difference."""
ELIGIBLE_STYLES = 0.85


class Tally:
    """Counts what was compared and says how it went."""

    def __init__(self, total: int, done: Path | None) -> None:
        """Begin; names of finished work are added to the file `done`."""
        self._total, self._done, self._began, self._said = total, done, time.monotonic(), time.monotonic()
        self._seen: collections.Counter[str] = collections.Counter()
        self._memoized: collections.Counter[str] = collections.Counter()
        self._reasons: collections.Counter[str] = collections.Counter()
        self._seconds = [0.0, 0.0]
        self.different: list[str] = []

    def take(self, one: Compared) -> None:
        """Count `one` and show its differences."""
        kind, _, name = one.name.partition("/")
        self._seen[kind] += 1
        self._memoized[kind] += bool(one.functions)
        if not one.functions:
            self._reasons[f"{kind}: {one.why or 'no search was run'}"] += 1
        self._seconds = [before + now for before, now in zip(self._seconds, one.seconds, strict=True)]
        for line in one.differences:
            click.echo(f"DIFFERENT {one.name}: {line[:LONGEST]}")
        if one.differences:
            self.different.append(one.name)
        elif self._done is not None:
            with self._done.open("a", encoding="utf-8") as file:
                file.write(f"{kind}/{name}\n")
        self._progress()

    def _progress(self) -> None:
        now = time.monotonic()
        if now - self._said > EVERY:
            self._said = now
            count = sum(self._seen.values())
            left = (now - self._began) / count * (self._total - count)
            click.echo(f"{count} of {self._total}, {len(self.different)} different, about {left / 60:.0f} min left")

    def conclude(self) -> bool:
        """Print the figures; return whether all is as it must be."""
        for kind, count in self._seen.items():
            click.echo(f"{kind}: {count} compared, {self._memoized[kind]} of them memoized")
        for reason, count in self._reasons.most_common():
            click.echo(f"  {count:4} plainly, {reason}")
        click.echo(f"CPU seconds of the submissions: {self._seconds[0]:.0f} with, {self._seconds[1]:.0f} without")
        enough = self._memoized["styles"] >= ELIGIBLE_STYLES * self._seen["styles"]
        if not enough:
            click.echo(f"too few styles are memoized: {self._memoized['styles']} of {self._seen['styles']}")
        click.echo(f"{len(self.different)} different" + "".join(f"\n  {name}" for name in self.different))
        return enough and not self.different


@click.command()
@click.option("--mutants", "quick", default=900, show_default=True, help="Mutants of quick styles.")
@click.option("--plain", default=100, show_default=True, help="Mutants of plain styles, half a minute each.")
@click.option("--seed", default=1, show_default=True, help="Another seed makes other mutants.")
@click.option("--jobs", default=2, show_default=True, help="Worker processes.")
@click.option("--only", multiple=True, type=click.Choice(KINDS), help="Only this kind; may be repeated.")
@click.option("--done", type=click.Path(path_type=Path), help="A file to go on from.")
@click.option("--name", default="", help="Only what has this in its name.")
def main(  # noqa: PLR0913, PLR0917 - one per option
    quick: int, plain: int, seed: int, jobs: int, only: tuple[str, ...], done: Path | None, name: str
) -> None:
    """Grade everything of these kinds with the shortcut and without it, and compare the results."""
    through = set(done.read_text(encoding="utf-8").split()) if done is not None and done.exists() else set()
    work = [one for one in work_of(only or KINDS, quick, plain, seed) if name in one[0].id and one[0].id not in through]
    click.echo(f"{len(work)} to compare, {len(through)} done before, {len(styles())} styles")
    tally = Tally(len(work), done)
    _run(work, jobs, tally)
    sys.exit(not tally.conclude())


def _run(work: Sequence[Work], jobs: int, tally: Tally) -> None:
    """Compare until all is done or Ctrl-C is pressed; compare what differed again, plainly both times."""
    try:
        for one in compared(work, jobs):
            tally.take(one)
        again = [one for one in work if one[0].id in tally.different]
        for one in compared(again, jobs, shortcut=False):
            if one.differences:
                click.echo(f"UNSTEADY {one.name}: differs from itself plainly too, {one.differences[0][:LONGEST]}")
                tally.different.remove(one.name)
    except KeyboardInterrupt:
        click.echo("stopped")


if __name__ == "__main__":
    main()
