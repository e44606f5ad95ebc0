"""The statistics of a class: its students, their marks, the pass rate of each check, two charts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median, quantiles
from typing import NamedTuple

from grader.blocks import Line, Lines
from grader.capabilities.registry import BROUGHT_CHECKS
from grader.model.class_row import ClassRow, NotGraded, roster_place
from grader.model.result import INTERNAL_ERROR, CheckResult, ItemResult, Result, Score, import_failure
from grader.model.verdict import Verdict
from grader.similarity.works import handed_in_by, is_only_handed_out
from grader.story.answer import losing_items
from grader.story.findings import lost_on
from grader.text.isolation_text import isolation_sentences
from grader.text.number_text import count_text, decimal_text, mean, percent
from grader.widgets import Chart

REFUSED_IMPORT = "refused_import"
BINS = 10  # parts of a distribution: tenths of the possible points


class Points(NamedTuple):
    earned: Decimal
    possible: Decimal

    @property
    def percent(self) -> Decimal:
        return percent(self.earned, self.possible)

    @property
    def tenth(self) -> int:
        """The tenth of the maximum that the exact points lie in, from 0; full marks are in the last."""
        return min(BINS - 1, int(self.earned * BINS / self.possible)) if self.possible else 0


@dataclass(frozen=True, slots=True)
class GradedResult:
    result: Result
    score: Score

    @property
    def so_far(self) -> Points:
        """The points so far, out of those that do not wait for a person, without the bonus."""
        return Points(self.score.earned, self.score.possible - self.score.pending)

    @property
    def automatic(self) -> Points:
        return Points(self.score.automatic_earned, self.score.automatic_possible)

    @property
    def lost(self) -> list[ItemResult]:
        return losing_items(self.result)

    @property
    def lost_text(self) -> str:
        """The lost items as text, such as ``winner -4, minimax -10``. A file that cannot be imported lost all."""
        if import_failure(self.result):
            return "could not be imported"
        return ", ".join(f"{item.id} -{decimal_text(lost_on(item))}" for item in self.lost)


@dataclass(frozen=True, slots=True, kw_only=True)
class PassRate:
    check: str
    title: str
    passed: int
    of: int

    @property
    def percent(self) -> Decimal:
        return percent(Decimal(self.passed), Decimal(self.of))


class Spread(NamedTuple):
    """The distribution of marks in percent."""

    name: str
    students: int
    mean: Decimal
    parts: tuple[Decimal, ...]
    """The minimum, the three quartiles, and the maximum."""


def spread(name: str, marks: Sequence[Decimal]) -> Spread:
    inner = quantiles(marks, n=4, method="inclusive") if len(marks) > 1 else [marks[0]] * 3
    return Spread(name, len(marks), mean(marks), (min(marks), *(mean([one]) for one in inner), max(marks)))


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenItem:
    """A rubric item that a person still has to mark."""

    item: ItemResult
    students: int
    proposed: int  # number of students with proposed points

    @property
    def count(self) -> str:
        """Such as ``30 students, points proposed for 12``."""
        proposed = f", points proposed for {self.proposed:,}" if self.proposed else ""
        return f"{count_text(self.students, 'student')}{proposed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassStatistics:
    """A class, each group in the order of names."""

    graded: tuple[GradedResult, ...]
    faults: tuple[Result, ...]
    """Results without a mark, through no fault of the student."""
    not_graded: tuple[NotGraded, ...]
    """Students whose submission could not be read."""
    missing: tuple[NotGraded, ...]

    @property
    def rows(self) -> list[ClassRow]:
        every: list[ClassRow] = [row.result for row in self.graded]
        return sorted([*every, *self.faults, *self.not_graded, *self.missing], key=roster_place)

    @property
    def count(self) -> str:
        """Such as ``30 submissions: 29 graded, 1 not graded``."""
        submissions = len(self.graded) + len(self.faults) + len(self.not_graded)
        total = count_text(submissions, "submission")
        if self.missing:
            total = f"{count_text(submissions + len(self.missing), 'student')}, {total}"
        kinds = [f"{len(self.graded):,} graded"]
        errors = sum(result.status == INTERNAL_ERROR for result in self.faults)
        kinds += [count_text(errors, "internal error")] if errors else []
        newer = len(self.faults) - errors
        kinds += [f"{newer:,} in need of a newer Python"] if newer else []
        kinds += [f"{len(self.not_graded):,} not graded"] if self.not_graded else []
        kinds += [f"{len(self.missing):,} handed in nothing"] if self.missing else []
        return f"{total}: {', '.join(kinds)}"

    @property
    def are_marks_automatic(self) -> bool:
        """Whether `marks` are the automatic points, because most students wait for a person."""
        waiting = sum(bool(row.score.pending) for row in self.graded)
        return 2 * waiting > len(self.graded) and any(row.automatic.possible for row in self.graded)

    @property
    def marks(self) -> list[Points]:
        """The marks for averages and distribution, in the order of `counted`."""
        if self.are_marks_automatic:
            return [row.automatic for row in self.counted]
        return [Points(row.score.earned, row.score.possible) for row in self.counted]

    @property
    def counted(self) -> list[GradedResult]:
        """The results behind `marks`. Whole marks leave out open results, which would look worse than they are."""
        if self.are_marks_automatic:  # a file that a person must mark as a whole has no automatic points
            return [row for row in self.graded if row.automatic.possible]
        return [row for row in self.graded if not row.score.pending] or list(self.graded)

    @property
    def spreads(self) -> list[Spread]:
        by_section: dict[str, list[Decimal]] = {}
        for row, mark in zip(self.counted, self.marks, strict=True):
            by_section.setdefault(row.result.submission.section, []).append(mark.percent)
        named = [spread(name or "no section", marks) for name, marks in sorted(by_section.items())]
        return [*(named if len(named) > 1 else []), spread("all", [mark.percent for mark in self.marks])]

    @property
    def mean(self) -> Decimal:
        return mean([mark.percent for mark in self.marks])

    @property
    def median(self) -> Decimal:
        return mean([median(mark.percent for mark in self.marks)])

    @property
    def distribution(self) -> tuple[int, ...]:
        """The number of marks in each tenth of the possible points; full marks are in the last tenth."""
        tenths = [mark.tenth for mark in self.marks]
        return tuple(tenths.count(tenth) for tenth in range(BINS))

    @property
    def imported(self) -> list[GradedResult]:
        return [row for row in self.graded if _is_imported(row.result)]

    @property
    def pass_rates(self) -> list[PassRate]:
        """
        One rate per check, the most failed first, equal ones in the order of the rubric.

        Files that could not be imported do not count: a missing bracket says nothing about the checks.
        """
        by_id: dict[str, list[CheckResult]] = {}
        for check in (check for row in self.imported for check in row.result.checks):
            if check.verdict is not Verdict.PENDING:  # nobody knows the verdict yet
                by_id.setdefault(check.id, []).append(check)
        rates = [
            PassRate(
                check=name,
                title=checks[0].title,
                passed=sum(check.verdict is Verdict.PASS for check in checks),
                of=len(checks),
            )
            for name, checks in by_id.items()
        ]
        return sorted(rates, key=lambda rate: rate.passed - rate.of)

    @property
    def same_code(self) -> list[list[Result]]:
        """
        Groups of results with the same code; comments and blanks may differ.

        Students who handed in together count as one submission. Handed-out code is nobody's copy.
        """
        by_hash: dict[str, list[Result]] = {}
        for result in sorted([*(row.result for row in self.graded), *self.faults], key=roster_place):
            by_hash.setdefault(result.submission.code_sha256 or result.submission.sha256, []).append(result)
        several = (same for same in by_hash.values() if not frozenset.intersection(*map(handed_in_by, same)))
        return [results for results in several if not is_only_handed_out(results[0])]

    @property
    def pending(self) -> list[OpenItem]:
        by_id: dict[str, list[ItemResult]] = {}
        for item in (item for row in self.graded for item in row.result.criteria):
            if item.verdict is Verdict.PENDING:
                by_id.setdefault(item.id, []).append(item)
        return [
            OpenItem(
                item=criteria[0], students=len(criteria), proposed=sum(item.proposed is not None for item in criteria)
            )
            for criteria in by_id.values()
        ]

    @property
    def rubrics(self) -> list[str]:
        """The titles of the rubrics in use. Marks by different rubrics are hard to compare."""
        used = {row.result.rubric.sha256: row.result.rubric.title for row in self.graded}
        return list(used.values())

    @property
    def isolation(self) -> list[str]:
        """One sentence for each kind of isolation; results without any run code have none."""
        results = [*(row.result for row in self.graded), *self.faults]
        return isolation_sentences(result.grader.isolation for result in results)


def class_statistics(rows: Sequence[ClassRow]) -> ClassStatistics:
    results = sorted((row for row in rows if not isinstance(row, NotGraded)), key=roster_place)
    others = sorted((row for row in rows if isinstance(row, NotGraded)), key=roster_place)
    return ClassStatistics(
        graded=tuple(GradedResult(result, result.score) for result in results if result.score is not None),
        faults=tuple(result for result in results if result.score is None),
        not_graded=tuple(row for row in others if not row.missing),
        missing=tuple(row for row in others if row.missing),
    )


def _is_imported(result: Result) -> bool:
    """Return whether the file was imported, and the sandbox refused nothing that the import needs."""
    checks = [one for one in result.checks if one.id not in BROUGHT_CHECKS]
    refused = any(each.code == REFUSED_IMPORT for one in checks for each in one.reasons)
    judged = any(one.verdict is not Verdict.PENDING for one in checks)
    return not import_failure(result) and (judged or not refused)


BAR_WIDTH = 40  # characters of the longest bar


def marks_chart(statistics: ClassStatistics) -> Chart:
    """Return a number for each tenth of the possible points; text formats show bars."""
    whole = "automatic points" if statistics.are_marks_automatic else "points possible"
    caption = f"Students by percent of the {whole}, bonus left out"
    counts = statistics.distribution
    return Chart(
        title="Distribution of marks in percent",
        caption=caption,
        counts=counts,
        edges=tuple(str(100 * tenth // BINS) for tenth in range(BINS + 1)),
        middle=float(min(max(statistics.median, Decimal(0)), Decimal(100))),
        middle_label=f"median {decimal_text(statistics.median)} %",
        otherwise=(Lines(caption, histogram(counts)),),
    )


def histogram(distribution: Sequence[int]) -> tuple[Line, ...]:
    """Return a line for each tenth, with a bar of ASCII characters, the longest at most `BAR_WIDTH`."""
    largest = max(distribution, default=0)
    lines = []
    for tenth, count in enumerate(distribution):
        low, high = tenth * 100 // BINS, (tenth + 1) * 100 // BINS
        # Rounded up, so that one student in a class of 300 still has a bar.
        bar = "#" * (-(-count * BAR_WIDTH // largest) if largest > BAR_WIDTH else count)
        upper = f"{high:>3}" if tenth == BINS - 1 else f"<{high:>2}"
        lines.append(Line(bar, f"{low:>3} to {upper} % {count:>4}"))
    return tuple(lines)
