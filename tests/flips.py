"""
Grade random fixtures many times under load and count results that differ: ``python -m tests.flips --count 1000``.

Two results of a fixture are equal if no byte differs but in `timing`. The exit status is 0 if all are.
"""

from __future__ import annotations

import argparse
import dataclasses
import difflib
import itertools
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence

from grader.batch.pool import Pool, Task
from grader.capabilities.registry import completed
from grader.model.result import Result, Timing
from grader.store.result_json import to_json
from tests.busy_loops import busy_loops
from tests.fixture_folders import fixtures
from tests.null_watcher import NullWatcher

CHUNK = 50
"""Gradings after which the time is looked at."""
MAX_LINES = 12
"""How many lines of a difference are shown."""


def without_timing(result: Result) -> Result:
    """Return a result without the only part that may differ between two gradings of a file."""
    return dataclasses.replace(result, timing=Timing(cpu_seconds=0, wall_seconds=0))


def comparable(result: Result) -> bytes:
    """Return what must be the same in every grading of a submission: all but the times."""
    return to_json(without_timing(result))


def graded_again(names: Sequence[str], jobs: int, seconds: float = float("inf")) -> dict[str, list[bytes]]:
    """Grade the fixtures `names`, in this order, on `jobs` workers; begin none after so many `seconds`."""
    end = time.monotonic() + seconds

    def tasks() -> Iterator[Task]:
        for name in names:
            if time.monotonic() < end:
                yield Task(fixtures()[name].submission, fixtures()[name].rubric)

    found: dict[str, list[bytes]] = defaultdict(list)
    rest = tasks()
    while chunk := [*itertools.islice(rest, CHUNK)]:  # the pool takes its tasks at once
        for submission, result in Pool(jobs).grade_all(chunk, NullWatcher()):
            found[submission.id].append(comparable(completed(result, fixtures()[submission.id].rubric)))
    return found


def difference(results: Sequence[bytes]) -> list[str]:
    """Return lines that differ between the first result and the first other one; none if all are equal."""
    other = next((one for one in results if one != results[0]), results[0])
    lines = difflib.unified_diff(results[0].decode().splitlines(), other.decode().splitlines(), lineterm="", n=0)
    return [line for line in lines if line[:3] not in ("---", "+++")][:MAX_LINES]


def main(arguments: Sequence[str] | None = None) -> int:
    """Grade, print what differs, and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.flips", description=__doc__.splitlines()[1])
    parser.add_argument("--count", type=int, default=1000, help="gradings")
    parser.add_argument("--jobs", type=int, default=2, help="worker processes")
    parser.add_argument("--load", type=int, default=2, help="busy loops beside them")
    parser.add_argument("--seed", type=int, default=0, help="for the choice of fixtures")
    parser.add_argument("--kinds", type=int, default=100, help="different fixtures, at most")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="begin no grading after that time")
    given = parser.parse_args(arguments)
    generator = random.Random(given.seed)  # noqa: S311 - a choice of tests
    quick = sorted(name for name, one in fixtures().items() if not one.expect.slow and one.expect.limits is None)
    chosen = generator.sample(quick, min(given.kinds, len(quick)))
    with busy_loops(given.load):
        found = graded_again(generator.choices(chosen, k=given.count), given.jobs, given.seconds)
    flips = {name: sum(one != results[0] for one in results) for name, results in found.items()}
    for name in sorted(name for name, number in flips.items() if number):
        print(f"{name} differs:", *difference(found[name]), sep="\n  ")  # noqa: T201 - the report
    made = sum(map(len, found.values()))
    print(f"{made} gradings of {len(found)} fixtures, {sum(flips.values())} flips")  # noqa: T201 - the report
    return 1 if any(flips.values()) or not made else 0


if __name__ == "__main__":
    sys.exit(main())
