"""The class on one page: the roster to sort and search, who needs a person, the commonest mistakes, the charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import NamedTuple

from grader.model.class_info import NOTHING_KNOWN, ClassInfo
from grader.model.class_row import ClassRow
from grader.render.pages.templating import render
from grader.reports.classes.attention import DOUBLE_CLAIMS, attention
from grader.reports.classes.graded_result import GradedResult
from grader.reports.classes.mistakes import mistakes
from grader.reports.classes.statistics import ClassStatistics, PassRate, class_statistics
from grader.reports.pages.attention_groups import attention_groups
from grader.reports.pages.charts import Chart, marks_chart, seconds_chart
from grader.reports.pages.mistake_cards import mistake_cards
from grader.reports.pages.student_links import StudentLink, short_text, student_link, truncate
from grader.reports.pages.student_table import TableOfStudents, common_notes, common_possible, item_columns
from grader.reports.pages.table_filters import Filters, RowTags, table_filters
from grader.story.marking import markable_items
from grader.text.number_text import decimal_text, points_text

SCRIPTS = ("marks_table.js", "mark_fields.js", "kept_marks.js", "marking_form.js")
STYLES = ("roster.css", "marking.css")
EXPORTS = ("gradebook.csv", "summary.md")
"""The other reports on the class, in the same folder."""
SLOWEST = 5
"""Students named beside the chart of CPU times."""


class LabelledText(NamedTuple):
    """A fact to show: in a list, a table or a sentence."""

    label: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PendingItem:
    """A rubric item that a person has still to mark."""

    id: str
    title: str
    points: str
    """Empty if the item only takes points off."""
    count: str
    """The number of students, and for how many of them points are proposed."""
    filter_value: str
    """The value of the table's filter that shows these students."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedStudent:
    """A student, with CPU seconds."""

    student: StudentLink
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CpuTimes:
    """The CPU time that the class took."""

    summary: str
    chart: Chart | None
    """None when there is only one student."""
    slowest: tuple[TimedStudent, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RateRow:
    """The pass rate of a check."""

    check: str
    title: str
    passed: int
    of: int
    failed: int
    percent: str


def class_page(rows: Sequence[ClassRow], info: ClassInfo = NOTHING_KNOWN) -> bytes:
    """Return the page of the class as HTML."""
    statistics = class_statistics(rows)
    found, cases = mistakes([row.result for row in statistics.graded]), attention(statistics)
    filters = table_filters(statistics, cases, found)
    students = [student_link(row.result) for row in statistics.graded]
    rubrics = [short_text(title) for title in statistics.rubrics]
    rates = list(map(_rate_row, statistics.pass_rates))
    roster = TableOfStudents(statistics, cases, RowTags(filters, found)).rows()
    is_chart_shown = len(students) > 1
    return render(
        "class_page",
        {
            "title": rubrics[0] if len(rubrics) == 1 else "Class report",
            "rubrics": rubrics if len(rubrics) > 1 else [],
            "count": statistics.count,
            "source": short_text(info.source),
            "class_notes": truncate(list(map(short_text, info.notes))),
            "double_claims": list(map(short_text, info.double_claims)),
            "on_double_claims": DOUBLE_CLAIMS,
            "skipped": truncate(
                [LabelledText(short_text(one.name), short_text(one.reason)) for one in info.shown_skipped]
            ),
            "facts": list(_facts(statistics)),
            "exports": EXPORTS,
            "attention": attention_groups(cases),
            "pending": list(_pending(statistics, filters)),
            "marks": marks_chart(statistics.distribution, statistics.median) if is_chart_shown else None,
            "mark_basis": statistics.mark_basis,
            "times": _cpu_times(statistics.graded, students) if students else None,
            "mistakes": mistake_cards(found, students),
            "failed_checks": [rate for rate in rates if rate.failed],
            "passed_checks": [rate for rate in rates if not rate.failed],
            "imported": len(statistics.imported),
            "not_imported": len(statistics.graded) - len(statistics.imported),
            "possible": common_possible(statistics),
            "columns": item_columns(statistics),
            "common_notes": common_notes(statistics),
            "rows": roster,
            "finds_more": any(row.search for row in roster),
            "shows_ids": any(row.student.id != row.student.name for row in roster),
            "filters": filters,
            "markable": markable_items([row.result for row in statistics.graded]),
            "isolation": statistics.isolation,
        },
        scripts=SCRIPTS,
        styles=STYLES,
    )


def _facts(statistics: ClassStatistics) -> Iterator[LabelledText]:
    graded, marks = statistics.graded, [mark.percent for mark in statistics.marks]
    if not graded:
        return
    basis = " of automatic points" if statistics.are_marks_automatic else ""
    if len(graded) == 1:
        yield LabelledText(f"Mark{basis}", f"{decimal_text(marks[0])} %")
        return
    yield LabelledText(f"Mean{basis}", f"{decimal_text(statistics.mean)} %")
    yield LabelledText(f"Median{basis}", f"{decimal_text(statistics.median)} %")
    yield LabelledText("Lowest to highest", f"{decimal_text(min(marks))} to {decimal_text(max(marks))} %")
    yield LabelledText("Nothing lost", f"{sum(not row.lost for row in graded):,} of {len(graded):,}")


def _pending(statistics: ClassStatistics, filters: Filters) -> Iterator[PendingItem]:
    for pending, option in zip(statistics.pending, filters.pending, strict=True):
        item = pending.item
        points = f"{points_text(item.points)}{' of bonus' if item.bonus else ''}"
        yield PendingItem(
            id=short_text(item.id),
            title=short_text(item.title),
            points=points if item.points else "",
            count=pending.count,
            filter_value=option.value,
        )


def _cpu_times(graded: Sequence[GradedResult], students: Sequence[StudentLink]) -> CpuTimes:
    seconds = [row.result.timing.cpu_seconds for row in graded]
    slowest = sorted(range(len(graded)), key=lambda at: -seconds[at])[:SLOWEST]
    several = len(graded) > 1
    overview = f"Median {median(seconds):.2f} s, longest {max(seconds):.2f} s, together {sum(seconds):,.0f} s."
    named = tuple(TimedStudent(student=students[at], text=f"{seconds[at]:.2f} s") for at in slowest)
    return CpuTimes(
        summary=overview if several else f"The submission took {seconds[0]:.2f} s.",
        chart=seconds_chart(seconds) if several else None,
        slowest=named if several else (),
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
