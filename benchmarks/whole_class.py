"""Classes of several sizes, graded and graded again without a change."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.corpus import classroom
from benchmarks.installed_copy import as_installed
from benchmarks.measuring import Cost, Runs, cost_of, folder_with
from benchmarks.one_file import ANYWHERE

JOBS = 2
AGAIN = 5


def mixed(size: int) -> str:
    """Return the name of a class like a real one, all files different."""
    return f"class of {size:,}"


def alike(size: int) -> str:
    """Return the name of a class that has the same mixture at every size."""
    return f"class of {size:,}, same mixture"


def unchanged(size: int) -> str:
    """Return the name of a second run over `alike`."""
    return f"class of {size:,}, run again unchanged"


def measure_class(size: int, place: Path, runs: Runs) -> None:
    """Grade a class of `size`."""
    folder = folder_with(place / mixed(size), _as_files(classroom(size)))
    runs.take(mixed(size), 0, partial(graded, folder, place / f"{mixed(size)}, out", size))


def measure_sizes(sizes: Mapping[int, int], place: Path, runs: Runs) -> None:
    """Grade classes of the same mixture, each size as often as said, and the largest again as it is."""
    smallest, largest = min(sizes), max(sizes)
    sources = list(classroom(smallest).values())
    for size, rounds in sizes.items():
        # The smallest class over and over, told apart by a comment: a size can differ from another by its size only.
        handed_in = {f"student-{at:04}": f"{sources[at % smallest]}\n# {at}\n" for at in range(size)}
        folder = folder_with(place / alike(size), _as_files(handed_in))
        for number in range(rounds):
            out = place / f"{alike(size)}, out {number}"
            runs.take(alike(size), number, partial(graded, folder, out, size))
    folder, out = place / alike(largest), place / f"{alike(largest)}, out 0"
    if alike(largest) not in runs.failed:
        for number in range(AGAIN):
            runs.take(unchanged(largest), number, partial(graded, folder, out, largest))


def graded(folder: Path, out: Path, size: int) -> Cost:
    """Grade the class in `folder`; its cost is per submission, its memory the coordinator's alone."""
    report = out.with_name(f"{out.name}.peak")
    command: list[str | Path] = [sys.executable, "-m", "benchmarks.coordinator", report, "batch", folder]
    whole = cost_of(
        [*command, "--out", out, "--jobs", str(JOBS), *ANYWHERE], cwd=folder, extra=as_installed(out.parent)
    )
    peak = report.read_text(encoding="ascii")
    wall = whole.wall / size if whole.wall is not None else None
    return replace(whole, cpu=whole.cpu / size, wall=wall, peak_mib=float(peak) if peak else None)


def _as_files(sources: Mapping[str, str]) -> dict[str, str]:
    return {f"{student}.py": source for student, source in sources.items()}
