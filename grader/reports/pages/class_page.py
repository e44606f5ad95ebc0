"""The class on one page: cases for a person, the marks, the commonest mistakes, and a table to sort and search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from grader.model.class_row import ClassRow
from grader.reports.classes.mistakes import mistakes
from grader.reports.classes.statistics import ClassStatistics, GradedResult, PassRate, class_statistics
from grader.reports.pages.charts import Chart, marks_chart, seconds_chart
from grader.reports.pages.marking_form import markable_items
from grader.reports.pages.mistake_cards import mistake_cards
from grader.reports.pages.student_links import StudentLink, Truncated, short_text, student_link, truncate
from grader.reports.pages.student_table import Filters, common_possible, table_filters, table_rows
from grader.reports.pages.templating import render
from grader.reports.text.labelled_text import LabelledText
from grader.reports.text.number_text import decimal_text, points_text

SCRIPTS = ("marks_table.js", "mark_fields.js", "kept_marks.js", "marking_form.js")
SLOWEST = 5
"""Students named beside the chart of CPU times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmarked:
    """A student who has no mark, or a mark that a person should look at, and why."""

    student: StudentLink
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingItem:
    """A rubric line that a person has still to mark."""

    id: str
    title: str
    points: str
    count: str
    """The number of students, and for how many of them points are proposed."""
    filter_value: str
    """The value of the table's filter that shows these students."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedStudent:
    """A student, with CPU seconds or the calls near their limit."""

    student: StudentLink
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CpuTimes:
    """The CPU time that the class took."""

    summary: str
    chart: Chart | None
    """None when there is only one student."""
    slowest: tuple[TimedStudent, ...]
    near_limit: Truncated
    """A `TimedStudent` each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RateRow:
    """The pass rate of a check."""

    check: str
    title: str
    passed: int
    of: int
    failed: int
    percent: str


def class_page(rows: Sequence[ClassRow]) -> bytes:
    """Return the page of the class as HTML; students without a mark come first."""
    statistics = class_statistics(rows)
    found = mistakes([row.result for row in statistics.graded])
    filters = table_filters(statistics, found)
    students = [student_link(row.result) for row in statistics.graded]
    rubrics = [short_text(title) for title in statistics.rubrics]
    faults = [Unmarked(student=student_link(one), reason=short_text(one.fault)) for one in statistics.faults]
    rates = list(map(_rate_row, statistics.pass_rates))
    return render(
        "class_page",
        {
            "title": rubrics[0] if len(rubrics) == 1 else "Class report",
            "rubrics": rubrics if len(rubrics) > 1 else [],
            "count": statistics.count,
            "facts": list(_facts(statistics)),
            "faults": truncate(faults),
            "missing": truncate(list(_missing(statistics))),
            "partly_tested": truncate(_partly_tested(statistics.graded, students)),
            "pending": list(_pending(statistics, filters)),
            "marks": marks_chart(statistics.distribution, statistics.median) if len(students) > 1 else None,
            "times": _cpu_times(statistics.graded, students) if students else None,
            "mistakes": mistake_cards(found, students),
            "failed_checks": [rate for rate in rates if rate.failed],
            "passed_checks": [rate for rate in rates if not rate.failed],
            "total": len(rows),
            "possible": common_possible(statistics),
            "rows": table_rows(statistics, found, filters),
            "filters": filters,
            "markable": markable_items(statistics.graded),
            "identical": [truncate(list(map(short_text, group))) for group in statistics.identical],
            "isolation": statistics.isolation,
        },
        scripts=SCRIPTS,
        styles=("marking.css",),
    )


def _facts(statistics: ClassStatistics) -> Iterator[LabelledText]:
    graded = statistics.graded
    if not graded:
        return
    if len(graded) == 1:
        yield LabelledText("Mark", f"{decimal_text(graded[0].percent)} %")
        return
    marks = [row.percent for row in graded]
    yield LabelledText("Mean", f"{decimal_text(statistics.mean)} %")
    yield LabelledText("Median", f"{decimal_text(statistics.median)} %")
    yield LabelledText("Lowest to highest", f"{decimal_text(min(marks))} to {decimal_text(max(marks))} %")
    yield LabelledText("Nothing lost", f"{sum(not row.lost for row in graded):,} of {len(graded):,}")


def _missing(statistics: ClassStatistics) -> Iterator[Unmarked]:
    for row in statistics.missing:
        name = short_text(row.student) if row.student != row.id else ""
        link = StudentLink(id=short_text(row.id), name=name, href="")
        yield Unmarked(student=link, reason=short_text(row.reason))


def _partly_tested(graded: Sequence[GradedResult], students: Sequence[StudentLink]) -> list[Unmarked]:
    return [
        Unmarked(student=student, reason=short_text(row.partly_tested))
        for student, row in zip(students, graded, strict=True)
        if row.partly_tested
    ]


def _pending(statistics: ClassStatistics, filters: Filters) -> Iterator[PendingItem]:
    for pending, option in zip(statistics.pending, filters.pending, strict=True):
        criterion = pending.criterion
        yield PendingItem(
            id=short_text(criterion.id),
            title=short_text(criterion.title),
            points=f"{points_text(criterion.points)}{' of bonus' if criterion.bonus else ''}",
            count=pending.count,
            filter_value=option.value,
        )


def _cpu_times(graded: Sequence[GradedResult], students: Sequence[StudentLink]) -> CpuTimes:
    seconds = [row.result.timing.cpu_seconds for row in graded]
    slowest = sorted(range(len(graded)), key=lambda at: -seconds[at])[:SLOWEST]
    near_limit = [
        TimedStudent(student=student, text=short_text(", ".join(row.result.timing.near_limit)))
        for student, row in zip(students, graded, strict=True)
        if row.result.timing.near_limit
    ]
    several = len(graded) > 1
    overview = f"Median {median(seconds):.2f} s, longest {max(seconds):.2f} s, together {sum(seconds):,.0f} s."
    named = tuple(TimedStudent(student=students[at], text=f"{seconds[at]:.2f} s") for at in slowest)
    return CpuTimes(
        summary=overview if several else f"The submission took {seconds[0]:.2f} s.",
        chart=seconds_chart(seconds) if several else None,
        slowest=named if several else (),
        near_limit=truncate(near_limit),
    )


def _rate_row(rate: PassRate) -> RateRow:
    return RateRow(
        check=short_text(rate.check),
        title=short_text(rate.title),
        passed=rate.passed,
        of=rate.of,
        failed=rate.of - rate.passed,
        percent=decimal_text(rate.percent),
    )
