"""The class on one page: who needs a person, the marks, what went wrong most, and a table to sort and search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from grader.model.class_row import Row
from grader.reports.classes.mistakes import mistakes
from grader.reports.classes.statistics import ClassFigures, Graded, PassRate, class_figures
from grader.reports.pages.charts import Chart, marks_chart, seconds_chart
from grader.reports.pages.mistake_cards import cards
from grader.reports.pages.student_links import Listed, Person, listed, person, short
from grader.reports.pages.student_table import Filters, filters, lines, uniform
from grader.reports.pages.templating import render
from grader.reports.text.number_text import counted, plain, points

SLOWEST = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Unmarked:
    """A student who has no mark, and why."""

    who: Person
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """A line that a person has still to fill in."""

    title: str
    points: str
    count: str
    value: str
    """What the table can be filtered by."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called:
    """A student with something about time."""

    who: Person
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """The CPU time the class took."""

    summary: str
    chart: Chart | None
    slowest: tuple[Called, ...]
    near: Listed


def class_page(rows: Sequence[Row]) -> bytes:
    """Return the class's page, made from its results alone; who has no mark comes first."""
    figures = class_figures(rows)
    found = mistakes([row.result for row in figures.graded])
    by = filters(figures, found)
    people = [person(row.result) for row in figures.graded]
    rates = figures.pass_rates
    return render(
        "class",
        {
            "title": short(figures.rubrics[0]) if len(figures.rubrics) == 1 else "Class report",
            "rubrics": [short(one) for one in figures.rubrics] if len(figures.rubrics) > 1 else [],
            "count": figures.count,
            "facts": list(_facts(figures)),
            "faults": listed([Unmarked(who=person(one), why=short(one.fault)) for one in figures.faults]),
            "missing": listed(list(_missing(figures))),
            "pending": list(_pending(figures, by)),
            "marks": marks_chart(figures.distribution, figures.median) if len(figures.graded) > 1 else None,
            "times": _times(figures.graded, people) if figures.graded else None,
            "mistakes": cards(found, figures.graded, people),
            "worst": [_rate(rate) for rate in rates if rate.passed < rate.of],
            "clean": [_rate(rate) for rate in rates if rate.passed == rate.of],
            "total": len(rows),
            "of": uniform(figures),
            "lines": lines(figures, found, by),
            "filters": by,
            "identical": [listed(list(map(short, group))) for group in figures.identical],
            "isolation": figures.isolation,
        },
    )


def _facts(figures: ClassFigures) -> Iterator[tuple[str, str]]:
    graded = figures.graded
    if not graded:
        return
    if len(graded) == 1:
        yield "Mark", f"{plain(graded[0].percent)} %"
        return
    marks = [row.percent for row in graded]
    yield "Mean", f"{plain(figures.mean)} %"
    yield "Median", f"{plain(figures.median)} %"
    yield "Lowest to highest", f"{plain(min(marks))} to {plain(max(marks))} %"
    yield "Nothing lost", f"{sum(not row.lost for row in graded):,} of {len(graded):,}"


def _missing(figures: ClassFigures) -> Iterator[Unmarked]:
    for one in figures.missing:
        name = short(one.student) if one.student != one.id else ""
        yield Unmarked(who=Person(id=short(one.id), name=name, href=""), why=short(one.reason))


def _pending(figures: ClassFigures, by: Filters) -> Iterator[Waiting]:
    for (line, count), option in zip(figures.pending, by.pending, strict=True):
        bonus = " of bonus" if line.bonus else ""
        said = f"{points(line.points)}{bonus}"
        yield Waiting(title=short(line.title), points=said, count=counted(count, "student"), value=option.value)


def _times(graded: Sequence[Graded], people: Sequence[Person]) -> Times:
    seconds = [row.result.timing.cpu_seconds for row in graded]
    slowest = sorted(range(len(graded)), key=lambda at: -seconds[at])[:SLOWEST]
    near = [
        Called(who=who, said=short(", ".join(row.result.timing.near_limit)))
        for who, row in zip(people, graded, strict=True)
        if row.result.timing.near_limit
    ]
    several = len(graded) > 1
    together = f"Median {median(seconds):.2f} s, longest {max(seconds):.2f} s, together {sum(seconds):,.0f} s."
    return Times(
        summary=together if several else f"The submission took {seconds[0]:.2f} s.",
        chart=seconds_chart(seconds) if several else None,
        slowest=tuple(Called(who=people[at], said=f"{seconds[at]:.2f} s") for at in slowest) if several else (),
        near=listed(near),
    )


def _rate(rate: PassRate) -> dict[str, object]:
    return {
        "check": short(rate.check),
        "title": short(rate.title),
        "passed": rate.passed,
        "of": rate.of,
        "failed": rate.of - rate.passed,
        "percent": plain(rate.percent),
    }
