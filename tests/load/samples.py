"""The submissions of the class: ordinary fixtures and attacks, each with its limits and what it must get."""

from __future__ import annotations

import dataclasses
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import cycle, islice
from pathlib import Path

from grader.model.class_row import ClassRow, NotGraded
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Limits, Rubric
from tests.expectation import read_expectation
from tests.fixture_folders import FIXTURES
from tests.hostile.corpus import ATTACKS, GRADED, Attack, verdicts

MAIN = "tictactoe.py"
EXPECTED = {folder: read_expectation(folder) for folder in FIXTURES}
ORDINARY = {folder.name: folder for folder, expect in EXPECTED.items() if expect.rubric is None}
"""The fixtures of the default rubric."""
SLOW = {folder.name for folder, expect in EXPECTED.items() if expect.slow or expect.limits is not None}
"""Fixtures that state their own limits, or take long."""
QUICK = (
    "syntax-error", "constants-equal", "import-raises", "import-exits", "returns-none-everywhere", "missing-function",
    "result-always-raises", "player-o-begins",
)  # fmt: skip
"""Fixtures that are graded in a second or less."""
BUDGET = 60
"""CPU seconds for an ordinary submission. CPU time does not run while other submissions have the processor."""
IN_FIVE = 3
"""How many of five submissions are attacks."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """One kind of submission."""

    name: str
    hostile: bool

    def rubric(self, default: Rubric) -> Rubric:
        """Return `default` with the limits under which the expectation holds."""
        if self.hostile:
            return ATTACKS[self.name].rubric(default)
        limits: Limits = dataclasses.replace(default.limits, submission_seconds=BUDGET)
        return dataclasses.replace(default, limits=limits)

    def write(self, folder: Path, number: int, names: Mapping[str, str]) -> None:
        """Write it to `folder`, different from all others by `number`; `names` are the values of placeholders."""
        folder.mkdir()
        if self.hostile:
            ATTACKS[self.name].write(folder, names)
        else:
            source = ORDINARY[self.name]
            shutil.copytree(source, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("expect.yaml"))
        with (folder / MAIN).open("ab") as file:
            file.write(f"\n# {number}\n".encode())

    def wrong(self, row: ClassRow) -> str:
        """Return how `row` differs from what it must be; empty when it is right."""
        if isinstance(row, NotGraded) or row.score is None:
            return row.reason if isinstance(row, NotGraded) else row.fault
        return _attack_wrong(ATTACKS[self.name], row) if self.hostile else _ordinary_wrong(ORDINARY[self.name], row)


def chosen(count: int, level: Level, *, quick: bool) -> dict[str, Sample]:
    """Return `count` submissions by id, attacks and others mixed; `quick` ones need a second each at most."""
    possible = [ATTACKS[name] for name in GRADED if not ATTACKS[name].lacking(level)]
    attacks = [one.name for one in possible if not (quick and (one.waits or "limits" in one.expect))]
    ordinary = QUICK if quick else sorted(ORDINARY.keys() - SLOW)
    samples = islice(_mixed(_spread(attacks, count) if quick else attacks, ordinary), count)
    return {f"{sample.name}-{number:03}": sample for number, sample in enumerate(samples)}


def sample_of(submission: str) -> str:
    """Return the name of the sample that the id `submission` was given for."""
    return submission.rpartition("-")[0]


def _spread(names: Sequence[str], count: int) -> Sequence[str]:
    """Return about `count` of `names`, from all over the list."""
    return names[:: max(1, len(names) // count)]


def _mixed(attacks: Sequence[str], ordinary: Sequence[str]) -> Iterator[Sample]:
    bad, good = cycle(attacks), cycle(ordinary)
    for place in cycle(range(5)):
        hostile = place < IN_FIVE
        yield Sample(name=next(bad if hostile else good), hostile=hostile)


def _attack_wrong(attack: Attack, result: Result) -> str:
    found, wanted = verdicts(result), attack.expect["verdicts"]
    if "all" in wanted:
        wanted = dict.fromkeys(found, wanted["all"])
    points = result.score.automatic_earned if result.score else None
    if points != Decimal(str(attack.expect["points"])):
        return f"{points} points, not {attack.expect['points']}"
    return ", ".join(
        f"{name}: {found[name]}, not {verdict}" for name, verdict in wanted.items() if found[name] != verdict
    )


def _ordinary_wrong(folder: Path, result: Result) -> str:
    checks = [check for item in result.criteria for check in item.checks]
    found = {check.id: check.verdict.value for check in checks if check.verdict.value != "pass"}
    wanted = EXPECTED[folder].lost
    return "" if found == wanted else f"not passed: {found}, not {wanted}"
