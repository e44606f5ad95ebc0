"""Classes of several sizes, graded once and again unchanged."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from benchmarks.class_figures import ClassFigures, read_figures
from benchmarks.corpus import NO_SEARCH, classroom
from benchmarks.installed_copy import ROOT, as_installed
from benchmarks.measuring import Cost, Runs, cost_of, folder_with
from benchmarks.one_file import ANY_ISOLATION

JOBS = 2
SECOND_RUNS = 5


def varied_class(size: int) -> str:
    """Return the name of a class like a real one: all files differ."""
    return f"class of {size:,}"


def same_mixture(size: int) -> str:
    """Return the name of a class with the same mixture of files at every size."""
    return f"class of {size:,}, same mixture"


def second_run(size: int) -> str:
    """Return the name of a second run over a class of the same mixture."""
    return f"class of {size:,}, run again unchanged"


def measure_class(size: int, checkouts: Sequence[Path], place: Path, runs: Runs) -> list[ClassFigures]:
    """Grade the same class of `size` with the grader of each checkout, and return what it cost where that worked."""
    folder = folder_with(place / varied_class(size), _as_files(class_sources(size)))
    without_search = sum(NO_SEARCH in file.idioms for file in classroom(size).values())
    found: list[ClassFigures] = []
    for number, checkout in enumerate(checkouts, start=1):
        name = varied_class(size) if checkout == ROOT else f"{varied_class(size)}, grader of {checkout}"
        own = place / f"checkout {number}"
        runs.run(name, 0, partial(cost_of_class, folder, own / "out", size, as_installed(own, checkout)))
        if name in runs.costs:
            found.append(read_figures(name, own / "out", runs.costs[name][0], without_search))
    return found


def measure_sizes(sizes: Mapping[int, int], place: Path, runs: Runs) -> None:
    """Grade classes of the same mixture, each size as often as `sizes` says, then the largest one again."""
    smallest, largest, ours = min(sizes), max(sizes), as_installed(place)
    sources = list(class_sources(smallest).values())
    for size, rounds in sizes.items():
        # The smallest class repeated, each copy with another comment: sizes must differ in nothing else.
        handed_in = {f"student-{at:04}": f"{sources[at % smallest]}\n# {at}\n" for at in range(size)}
        folder = folder_with(place / same_mixture(size), _as_files(handed_in))
        for number in range(rounds):
            out = place / f"{same_mixture(size)}, out {number}"
            runs.run(same_mixture(size), number, partial(cost_of_class, folder, out, size, ours))
    folder, out = place / same_mixture(largest), place / f"{same_mixture(largest)}, out 0"
    if same_mixture(largest) not in runs.failed:
        for number in range(SECOND_RUNS):
            runs.run(second_run(largest), number, partial(cost_of_class, folder, out, largest, ours))


def cost_of_class(folder: Path, out: Path, size: int, ours: Mapping[str, str]) -> Cost:
    """Grade the class in `folder`; return the cost per submission, and the memory of the coordinator alone."""
    report = out.with_name(f"{out.name}.peak")
    command: list[str | Path] = [sys.executable, "-m", "benchmarks.coordinator", report, "batch", folder]
    whole = cost_of([*command, "--out", out, "--jobs", str(JOBS), *ANY_ISOLATION], cwd=folder, extra=ours)
    peak = report.read_text(encoding="ascii")
    wall = whole.wall / size if whole.wall is not None else None
    return replace(whole, cpu=whole.cpu / size, wall=wall, peak_mib=float(peak) if peak else None)


def _as_files(sources: Mapping[str, str]) -> dict[str, str]:
    return {f"{student}.py": source for student, source in sources.items()}


def class_sources(size: int) -> dict[str, str]:
    return {student: file.source for student, file in classroom(size).items()}
