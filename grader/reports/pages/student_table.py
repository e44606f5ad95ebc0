"""The table of students on the class's page: one row each, with the values to sort and filter it by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.reports.classes.mistakes import Mistake
from grader.reports.classes.statistics import ClassStatistics, GradedResult
from grader.reports.pages.marking_form import StudentMarks, student_marks
from grader.reports.pages.student_links import MAX_TEXT, StudentLink, short_text, student_link
from grader.reports.text.marks_text import changes
from grader.reports.text.number_text import count_text, decimal_text, score_text

MINUS = "\u00a0\u2212"
"""A minus sign behind a space at which no line is broken."""
SHOWN_TWINS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    """A student with a mark."""

    student: StudentLink
    twins: str
    """The students with an identical file, as a phrase; empty when there are none."""
    mark: str
    lost: str
    seconds: str
    changes: tuple[str, ...]
    """Points that a person changed, such as ``winner 13 (was 9: regraded)``."""
    marks: StudentMarks
    near_limit: bool
    """Whether a call took nearly its time limit."""
    order: str
    """Numbers to sort by, separated by spaces: mark in percent, number of lines that lost points, CPU seconds."""
    tags: str
    """The tags of the filters that find this row, separated by spaces."""


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

    lost: tuple[FilterOption, ...]
    """Rubric lines on which somebody lost points."""
    pending: tuple[FilterOption, ...]
    """Rubric lines that a person has still to mark."""
    checks: tuple[FilterOption, ...]
    """Checks that somebody failed."""
    mistakes: tuple[FilterOption, ...]
    """Mistakes that several students made."""


def table_filters(statistics: ClassStatistics, found: Sequence[Mistake]) -> Filters:
    """Return the filters for a class whose mistakes are `found`."""
    lost = {criterion.id: criterion.title for row in statistics.graded for criterion in row.lost}
    pending = {one.criterion.id: one.criterion.title for one in statistics.pending}
    failed = {rate.check: rate.title for rate in statistics.pass_rates if rate.passed < rate.of}
    return Filters(
        lost=tuple(_options("l", lost)),
        pending=tuple(_options("p", pending, "pending:")),
        checks=tuple(_options("c", failed)),
        mistakes=tuple(
            FilterOption(
                value=mistake.key,
                label=short_text(f"{mistake.subject} {mistake.title}".strip()),
                tag=_mistake_tag(mistake),
            )
            for mistake in found
            if len(mistake.students) > 1
        ),
    )


def table_rows(statistics: ClassStatistics, found: Sequence[Mistake], filters: Filters) -> list[TableRow]:
    """Return a row for every student with a mark, sorted by id; `found` and `filters` as in `table_filters`."""
    mistake_tags: dict[int, list[str]] = {}
    for mistake in found:
        for student in mistake.students if len(mistake.students) > 1 else ():
            mistake_tags.setdefault(student, []).append(_mistake_tag(mistake))
    tags, twins, possible = _ResultTags(filters), _twins(statistics), common_possible(statistics)
    return [
        TableRow(
            student=student_link(row.result),
            twins=twins.get(row.result.submission.id, ""),
            mark=_mark(row, possible),
            lost=_lost(row),
            seconds=f"{row.result.timing.cpu_seconds:.2f}",
            changes=tuple(short_text(f"{one.item.id} {one.change_text}") for one in changes(row.result)),
            marks=student_marks(row.result),
            near_limit=bool(row.result.timing.near_limit),
            order=f"{row.percent} {len(row.lost)} {row.result.timing.cpu_seconds:.3f}",
            tags=" ".join([*tags.of(row.result), *mistake_tags.get(at, ())]),
        )
        for at, row in enumerate(statistics.graded)
    ]


def common_possible(statistics: ClassStatistics) -> str:
    """Return the points possible, without the bonus; empty when they are not the same for all."""
    possible = {row.score.possible for row in statistics.graded}
    return decimal_text(possible.pop()) if len(possible) == 1 else ""


class _ResultTags:
    """Finds the tags of a result."""

    def __init__(self, filters: Filters) -> None:
        self._lost, self._pending, self._failed = (
            {option.value: option.tag for option in options}
            for options in (filters.lost, filters.pending, filters.checks)
        )

    def of(self, result: Result) -> Iterator[str]:
        """Yield the tags of the lines and checks of `result`; a mistake's tag is not among them."""
        for criterion in result.criteria:
            if criterion.verdict is Verdict.PENDING:
                yield self._pending[f"pending:{short_text(criterion.id)}"]
            elif not criterion.bonus and criterion.earned < criterion.points:
                yield self._lost[short_text(criterion.id)]
            for check in criterion.checks:
                if check.verdict not in {Verdict.PASS, Verdict.PENDING}:
                    yield self._failed[short_text(check.id)]


def _options(kind: str, titles: Mapping[str, str], prefix: str = "") -> Iterator[FilterOption]:
    """Yield an option per id in `titles`; their tags are `kind` and a number."""
    for number, (name, title) in enumerate(titles.items()):
        label = title if name.split(".")[0] in title else f"{name}: {title}"
        yield FilterOption(value=f"{prefix}{short_text(name)}", label=short_text(label), tag=f"{kind}{number}")


def _mistake_tag(mistake: Mistake) -> str:
    return f"m{mistake.key}"


def _mark(row: GradedResult, possible: str) -> str:
    score = row.score
    if not possible:
        return score_text(score)
    return f"{decimal_text(score.earned)} + {decimal_text(score.bonus)}" if score.bonus else decimal_text(score.earned)


def _lost(row: GradedResult) -> str:
    return short_text(
        ", ".join(f"{short_text(one.id)}{MINUS}{decimal_text(one.points - one.earned)}" for one in row.lost)
    )


def _twins(statistics: ClassStatistics) -> dict[str, str]:
    """Return a phrase for the id of each student with an identical file; of many others it names the first few."""
    phrases = {}
    for group in statistics.identical:
        for name in group:
            others = [short_text(other) for other in group[: SHOWN_TWINS + 1] if other != name][:SHOWN_TWINS]
            more = len(group) - 1 - len(others)
            tail = f" and {count_text(more, 'other')}" if more else ""
            phrases[name] = f"same file as {', '.join(others)}{tail}"[: 2 * MAX_TEXT]
    return phrases
