"""The filters of the roster: their choices, and the tags by which they find a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.class_row import student_of
from grader.model.identity import Identity
from grader.model.result import Result, import_failure
from grader.model.verdict import Verdict
from grader.reports.classes.attention import ADVICE, AttentionCase, Need, by_reason
from grader.reports.classes.mistakes import CommonMistake
from grader.reports.classes.statistics import ClassStatistics
from grader.reports.pages.student_links import short_text

ANY_REASON = "any"
"""The value and the tag of the choice that finds everybody who needs a person."""
LATE = "late"
"""The value and the tag of the choice that finds everybody who was late."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterOption:
    """One choice of a filter."""

    value: str
    """Its name in the address of the page."""
    label: str
    tag: str
    """Its name in `TableRow.tags`, shorter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """The choices of all filters."""

    status: tuple[FilterOption, ...]
    """Why a person is needed, and who was late."""
    section: tuple[FilterOption, ...]
    """The sections of the course, if there are several."""
    lost: tuple[FilterOption, ...]
    """Rubric items on which somebody lost points."""
    pending: tuple[FilterOption, ...]
    """Rubric items that a person has still to mark."""
    checks: tuple[FilterOption, ...]
    """Checks that somebody failed whose file could be imported."""
    mistakes: tuple[FilterOption, ...]
    """Mistakes that several students made."""


def table_filters(
    statistics: ClassStatistics, cases: Sequence[AttentionCase], found: Sequence[CommonMistake]
) -> Filters:
    """Return the filters for a class with these `cases` for a person, whose mistakes are `found`."""
    lost = {item.id: item.title for row in statistics.graded for item in row.lost}
    pending = {one.item.id: one.item.title for one in statistics.pending}
    failed = {
        check.id: check.title
        for row in statistics.imported
        for item in row.result.criteria
        for check in item.checks
        if check.verdict not in {Verdict.PASS, Verdict.PENDING}
    }
    students = list(map(student_of, statistics.rows))
    sections = sorted({short_text(one.section) for one in students if one.section})
    return Filters(
        status=(*_status_options(cases), *_late_option(students)),
        section=tuple(_options("g", dict(zip(sections, sections, strict=True)))) if len(sections) > 1 else (),
        lost=tuple(_options("l", lost)),
        pending=tuple(_options("p", pending, "pending:")),
        checks=tuple(_options("c", failed)),
        mistakes=tuple(
            FilterOption(
                value=mistake.key,
                label=short_text(f"{mistake.subject} {mistake.title}".strip()),
                tag=f"m{mistake.key}",
            )
            for mistake in found
            if len(mistake.students) > 1
        ),
    )


class RowTags:
    """Finds the tags of a row."""

    def __init__(self, filters: Filters, found: Sequence[CommonMistake]) -> None:
        """Take the choices of all filters, and the mistakes that were `found` in the class."""
        self._lost, self._pending, self._failed, self._mistakes, self._sections = (
            {option.value: option.tag for option in options}
            for options in (filters.lost, filters.pending, filters.checks, filters.mistakes, filters.section)
        )
        self._by_student: dict[int, list[str]] = {}
        for mistake in found:
            for student in mistake.students if mistake.key in self._mistakes else ():
                self._by_student.setdefault(student, []).append(self._mistakes[mistake.key])

    def of_cases(self, cases: Sequence[AttentionCase]) -> Iterator[str]:
        """Yield the tags of a student with these `cases`."""
        if cases:
            yield ANY_REASON
        for reason in by_reason(cases):
            yield _status_tag(reason)

    def of_identity(self, who: Identity) -> Iterator[str]:
        """Yield the tags of a student's section, and of having been late."""
        if who.late:
            yield LATE
        if tag := self._sections.get(short_text(who.section)):
            yield tag

    def of_result(self, at: int, result: Result) -> Iterator[str]:
        """Yield the tags of the items, checks and mistakes of `result`, which has the place `at` among the marks."""
        is_imported = not import_failure(result)
        for item in result.criteria:
            if item.verdict is Verdict.PENDING:
                yield self._pending[f"pending:{short_text(item.id)}"]
            elif not item.bonus and item.earned < item.points:
                yield self._lost[short_text(item.id)]
            for check in item.checks if is_imported else ():
                if check.verdict not in {Verdict.PASS, Verdict.PENDING}:
                    yield self._failed[short_text(check.id)]
        yield from self._by_student.get(at, ())


def _status_options(cases: Sequence[AttentionCase]) -> Iterator[FilterOption]:
    found = by_reason(cases)
    if found:
        everybody = {id(student) for case in cases for student in case.students}
        yield FilterOption(value=ANY_REASON, label=f"needs your attention ({len(everybody):,})", tag=ANY_REASON)
    for reason, own in found.items():
        students = {id(student) for case in own for student in case.students}
        label = f"{ADVICE[reason].status} ({len(students):,})"
        yield FilterOption(value=reason.value, label=label, tag=_status_tag(reason))


def _late_option(students: Sequence[Identity]) -> Iterator[FilterOption]:
    if late := sum(bool(one.late) for one in students):
        yield FilterOption(value=LATE, label=f"late ({late:,})", tag=LATE)


def _status_tag(reason: Need) -> str:
    return f"s{list(Need).index(reason)}"


def _options(kind: str, titles: Mapping[str, str], prefix: str = "") -> Iterator[FilterOption]:
    """Yield an option per id in `titles`; their tags are `kind` and a number."""
    for number, (name, title) in enumerate(titles.items()):
        label = title if name.split(".")[0] in title else f"{name}: {title}"
        yield FilterOption(value=f"{prefix}{short_text(name)}", label=short_text(label), tag=f"{kind}{number}")
