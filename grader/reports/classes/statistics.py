"""What a class's results show together, before anyone formats it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from grader.model.class_row import NotGraded, Row
from grader.model.result import CriterionResult, Result, Score
from grader.model.verdict import Verdict
from grader.reports.text.isolation_text import sentences
from grader.reports.text.number_text import counted, mean, percent, plain

BINS = 10


@dataclass(frozen=True, slots=True)
class Graded:
    """A result that has a mark."""

    result: Result
    score: Score

    @property
    def percent(self) -> Decimal:
        """The mark in percent of what is possible, the bonus left out."""
        return percent(self.score.earned, self.score.possible)

    @property
    def tenth(self) -> int:
        """Which tenth of the possible points the mark lies in, by the exact mark; 10 is all of them."""
        return int(self.score.earned * BINS / self.score.possible) if self.score.possible else 0

    @property
    def lost(self) -> list[CriterionResult]:
        """The lines with points lost; an unearned bonus is no loss."""
        lines = self.result.criteria
        return [line for line in lines if _judged(line) and not line.bonus and line.earned < line.points]


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRate:
    """How many of the class a check found nothing wrong with."""

    check: str
    title: str
    passed: int
    of: int

    @property
    def percent(self) -> Decimal:
        """The rate in percent."""
        return percent(Decimal(self.passed), Decimal(self.of))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassFigures:
    """A class, sorted by id."""

    graded: tuple[Graded, ...]
    faults: tuple[Result, ...]
    missing: tuple[NotGraded, ...]

    @property
    def count(self) -> str:
        """How many there are of each kind."""
        total = len(self.graded) + len(self.faults) + len(self.missing)
        kinds = [f"{len(self.graded):,} graded"]
        kinds += [counted(len(self.faults), "harness fault")] if self.faults else []
        kinds += [f"{len(self.missing):,} not graded"] if self.missing else []
        return f"{counted(total, 'submission')}: {', '.join(kinds)}"

    @property
    def mean(self) -> Decimal:
        """The mean of the marks, in percent; there must be a mark."""
        return mean([row.percent for row in self.graded])

    @property
    def median(self) -> Decimal:
        """The mark in the middle, in percent; there must be a mark."""
        return mean([median(row.percent for row in self.graded)])

    @property
    def averages(self) -> str:
        """Mean and median of the marks, in percent; there must be a mark."""
        return f"mean {plain(self.mean)} %, median {plain(self.median)} % (of the points possible, bonus left out)"

    @property
    def distribution(self) -> tuple[int, ...]:
        """How many marks lie in each tenth; full marks count in the last."""
        tenths = [min(BINS - 1, row.tenth) for row in self.graded]
        return tuple(tenths.count(tenth) for tenth in range(BINS))

    @property
    def pass_rates(self) -> list[PassRate]:
        """The checks, worst first and otherwise in rubric order."""
        found: dict[str, list[tuple[str, bool]]] = {}
        for row in self.graded:
            for check in (check for line in row.result.criteria for check in line.checks):
                found.setdefault(check.id, []).append((check.title, check.verdict is Verdict.PASS))
        rates = [
            PassRate(check=check, title=seen[0][0], passed=sum(passed for _, passed in seen), of=len(seen))
            for check, seen in found.items()
        ]
        return sorted(rates, key=lambda rate: Decimal(rate.passed) / rate.of)

    @property
    def identical(self) -> list[list[str]]:
        """Groups of ids whose submissions are the same to the byte."""
        by_hash: dict[str, list[str]] = {}
        for result in sorted([*(row.result for row in self.graded), *self.faults], key=_id):
            by_hash.setdefault(result.submission.sha256, []).append(result.submission.id)
        return [ids for ids in by_hash.values() if len(ids) > 1]

    @property
    def pending(self) -> list[tuple[CriterionResult, int]]:
        """The lines a person has still to fill in, with for how many students."""
        waiting: dict[str, list[CriterionResult]] = {}
        for line in (line for row in self.graded for line in row.result.criteria if not _judged(line)):
            waiting.setdefault(line.id, []).append(line)
        return [(lines[0], len(lines)) for lines in waiting.values()]

    @property
    def rubrics(self) -> list[str]:
        """The titles of the rubrics that were used; more than one makes the marks hard to compare."""
        used = {row.result.rubric.sha256: row.result.rubric.title for row in self.graded}
        return list(used.values())

    @property
    def isolation(self) -> list[str]:
        """How far apart the code ran, in a sentence per kind; faults before any of it ran are left out."""
        return sentences(result.grader.isolation for result in [*(row.result for row in self.graded), *self.faults])


def class_figures(rows: Sequence[Row]) -> ClassFigures:
    """Return the figures of a class; the order of `rows` does not matter."""
    results = sorted((row for row in rows if not isinstance(row, NotGraded)), key=_id)
    return ClassFigures(
        graded=tuple(Graded(result, result.score) for result in results if result.score is not None),
        faults=tuple(result for result in results if result.score is None),
        missing=tuple(sorted((row for row in rows if isinstance(row, NotGraded)), key=lambda row: row.id)),
    )


def histogram(distribution: Sequence[int], width: int) -> list[str]:
    """Return one line per tenth, drawn in ASCII; the longest bar has `width` characters at most."""
    largest = max(distribution, default=0)
    lines = []
    for tenth, count in enumerate(distribution):
        low, high = tenth * 100 // BINS, (tenth + 1) * 100 // BINS
        # Whoever is there is seen: one student in a class of 300 still gets a bar.
        bar = "#" * (-(-count * width // largest) if largest > width else count)
        upper = f"{high:>3}" if tenth == BINS - 1 else f"<{high:>2}"
        lines.append(f"{low:>3} to {upper} % {count:>4} {bar}".rstrip())
    return lines


def _judged(line: CriterionResult) -> bool:
    return line.verdict is not Verdict.PENDING


def _id(result: Result) -> str:
    return result.submission.id
