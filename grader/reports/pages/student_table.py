"""The table of students: a row each, with what it is sorted and filtered by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.result import Result
from grader.model.verdict import Verdict
from grader.reports.classes.mistakes import Mistake
from grader.reports.classes.statistics import ClassFigures, Graded
from grader.reports.pages.student_links import LONGEST, Person, person, short
from grader.reports.student.findings import headline
from grader.reports.text.number_text import counted, plain

MINUS = "\u00a0\u2212"
"""Behind a space that no line breaks at."""
SHOWN_TWINS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A student with a mark."""

    who: Person
    twins: str
    """Whose file is the same; empty where nobody's is."""
    mark: str
    lost: str
    seconds: str
    near: bool
    """Whether a call came near its limit."""
    order: str
    """What the columns are sorted by: the mark, how many lines lost points, the seconds."""
    tags: str
    """What the filters look for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something to filter by."""

    value: str
    """What an address names it by."""
    label: str
    tag: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """All there is to filter by."""

    lines: tuple[Option, ...]
    pending: tuple[Option, ...]
    checks: tuple[Option, ...]
    mistakes: tuple[Option, ...]


def filters(figures: ClassFigures, found: Sequence[Mistake]) -> Filters:
    """Return what somebody in the class lost points on, waits for or got wrong; a mistake of one student is none."""
    lost = {line.id: line.title for row in figures.graded for line in row.lost}
    return Filters(
        lines=tuple(_options("l", lost)),
        pending=tuple(_options("p", {line.id: line.title for line, _count in figures.pending}, "pending:")),
        checks=tuple(_options("c", {rate.check: rate.title for rate in figures.pass_rates if rate.passed < rate.of})),
        mistakes=tuple(
            Option(value=one.key, label=short(f"{one.subject} {one.title}".strip()), tag=f"m{one.key}")
            for one in found
            if len(one.students) > 1
        ),
    )


def lines(figures: ClassFigures, found: Sequence[Mistake], by: Filters) -> list[Line]:
    """Return a row for every student with a mark, by id."""
    tags = {
        group[0].tag[0]: {option.value: option.tag for option in group}
        for group in (by.lines, by.pending, by.checks)
        if group
    }
    of_student: dict[int, list[str]] = {}
    for one in (one for one in found if len(one.students) > 1):
        for at in one.students:
            of_student.setdefault(at, []).append(f"m{one.key}")
    twins, same = _twins(figures), uniform(figures)
    return [
        Line(
            who=person(row.result),
            twins=twins.get(row.result.submission.id, ""),
            mark=_mark(row, same=same),
            lost=_lost(row),
            seconds=f"{row.result.timing.cpu_seconds:.2f}",
            near=bool(row.result.timing.near_limit),
            order=f"{row.percent} {len(row.lost)} {row.result.timing.cpu_seconds:.3f}",
            tags=" ".join([*_tags(row.result, tags), *of_student.get(at, ())]),
        )
        for at, row in enumerate(figures.graded)
    ]


def uniform(figures: ClassFigures) -> str:
    """Return what every mark is out of, where that is one and the same."""
    possible = {row.score.possible for row in figures.graded}
    return plain(possible.pop()) if len(possible) == 1 else ""


def _options(kind: str, named: Mapping[str, str], prefix: str = "") -> Iterator[Option]:
    for at, (name, title) in enumerate(named.items()):
        label = title if name.split(".")[0] in title else f"{name}: {title}"
        yield Option(value=f"{prefix}{short(name)}", label=short(label), tag=f"{kind}{at}")


def _tags(result: Result, tags: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    none: Mapping[str, str] = {}
    lost, pending, failed = (tags.get(kind, none) for kind in "lpc")
    for line in result.criteria:
        if line.verdict is Verdict.PENDING:
            yield pending[f"pending:{short(line.id)}"]
        elif not line.bonus and line.earned < line.points:
            yield lost[short(line.id)]
        yield from (failed[short(check.id)] for check in line.checks if check.verdict is not Verdict.PASS)


def _mark(row: Graded, *, same: str) -> str:
    score = row.score
    if not same:
        return headline(score)
    return f"{plain(score.earned)} + {plain(score.bonus)}" if score.bonus else plain(score.earned)


def _lost(row: Graded) -> str:
    parts = [f"{short(line.id)}{MINUS}{plain(line.points - line.earned)}" for line in row.lost]
    return short(", ".join(parts)) if parts else ""


def _twins(figures: ClassFigures) -> dict[str, str]:
    """Return for each student whose file is the same, in words; of many only the first few."""
    said = {}
    for group in figures.identical:
        for name in group:
            others = [short(other) for other in group[: SHOWN_TWINS + 1] if other != name][:SHOWN_TWINS]
            more = len(group) - 1 - len(others)
            tail = f" and {counted(more, 'other')}" if more else ""
            said[name] = f"same file as {', '.join(others)}{tail}"[: 2 * LONGEST]
    return said
