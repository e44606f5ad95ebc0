"""The students of a class: one table for a page that sorts, searches and filters, and one plain table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple
from urllib.parse import quote

from msgspec.structs import replace

from grader.blocks import PageLink, Table
from grader.capabilities.by_hand.several_people import second_sample, share_places
from grader.model.class_row import ClassRow, NotGraded, student_of
from grader.model.result import ItemResult, Result
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.story.classes.attention import URGENT, AttentionCase, Need, by_reason
from grader.story.classes.mistakes import CommonMistake
from grader.story.classes.statistics import ClassStatistics, GradedResult
from grader.story.marking import student_marks
from grader.text.line_breaks import quoted_name
from grader.text.mark_text import changes
from grader.text.number_text import count_text, decimal_text, score_text
from grader.widgets import (
    MAX_SHORT,
    FilterOption,
    ItemCell,
    ItemColumn,
    StudentTable,
    TableFilter,
    TableRow,
    short_text,
)

MAX_FOLDER_NAME = 255
MAX_NAME = 32
"""The characters of a name and an id in the plain table, which leave room for the mark and the lost points."""
SHOWN_ROWS = 40
SHOWN_TWINS = 3
SHOWN_NOTES = 3
MANY = 4
"""A note of more students can count as a note of the class."""
NO_MARK = -1  # sort value of a student without a mark, before all marks
OPEN = "open"
ANY_REASON, LATE = "any", "late"
"""The choices for all students who need a person, and for all late ones."""
FILTERS = {
    "status": ("Status", "any status"),
    "section": ("Section", "any section"),
    "item": ("Item", "any item"),
    "check": ("Check failed", "any check"),
    "mistake": ("Mistake", "any mistake"),
}
"""The label of each filter, and its choice without effect."""
LOST, PENDING = "Points lost", "To be marked by hand"


def student_link(row: ClassRow, *, pages: bool = True) -> PageLink:
    """Return the name of a student, linked to the student's page, whose folder lies beside the page of the class."""
    who = student_of(row)
    folder = who.id.encode("utf-8", "replace")
    is_name = bool(folder.strip(b".")) and len(folder) <= MAX_FOLDER_NAME
    has_page = pages and is_name and not isinstance(row, NotGraded)
    return PageLink(
        short_text(who.student) or short_text(who.id), f"{quote(folder, safe='')}/report.html" if has_page else ""
    )


def student_links(rows: Sequence[ClassRow], *, pages: bool = True) -> dict[int, PageLink]:
    """Return the links by the identity of the row; the name of several students has the id beside it."""
    links = [student_link(row, pages=pages) for row in rows]
    counts = Counter(link.text for link in links)
    return {
        id(row): link
        if counts[link.text] == 1
        else replace(link, text=f"{link.text} ({short_text(student_of(row).id)})")
        for row, link in zip(rows, links, strict=True)
    }


class _Option(NamedTuple):
    filter: str
    value: str
    label: str
    group: str = ""
    place: int = 0
    """The place within filter and group; choices of one place stand in order of appearance."""

    @property
    def key(self) -> tuple[str, str]:
        return self.filter, self.value


class _Common(NamedTuple):
    columns: tuple[ItemColumn, ...]
    possible: str
    notes: Mapping[str, int]
    shares: Mapping[int, int]
    """The numbers that share out the class, by the identity of the row."""
    samples: Mapping[int, int]
    pages: bool


def student_table(
    statistics: ClassStatistics, cases: Sequence[AttentionCase], found: Sequence[CommonMistake], *, pages: bool
) -> StudentTable:
    """Return the table of a class with `cases` for a person and mistakes `found`; `pages`: whether names link."""
    own_cases: dict[int, list[AttentionCase]] = {}
    for case in cases:
        for student in case.students:
            own_cases.setdefault(id(student), []).append(case)
    options = _options_by_row(statistics, own_cases, found)
    keys = dict.fromkeys(option.key for own in options.values() for option in own)
    tags = {key: f"t{number}" for number, key in enumerate(keys)}
    places = share_places([row.result for row in statistics.graded])
    shares = {id(row.result): place for row, place in zip(statistics.graded, places, strict=True)}
    samples = {id(one): place for place, one in enumerate(second_sample(row.result for row in statistics.graded))}
    maxima = {row.so_far.possible for row in statistics.graded}
    possible = decimal_text(maxima.pop()) if len(maxima) == 1 and min(maxima) else ""
    common = _Common(_columns(statistics), possible, _common_notes(statistics), shares, samples, pages)
    graded = {id(row.result): row for row in statistics.graded}
    rows = [
        _row(
            student,
            graded.get(id(student)),
            own_cases.get(id(student), []),
            common,
            " ".join(dict.fromkeys(tags[option.key] for option in options[id(student)])),
        )
        for student in statistics.rows
    ]
    number = count_text(len(statistics.graded), "student")
    return StudentTable(
        rows=tuple(rows),
        columns=common.columns,
        filters=tuple(_filters(options, tags)),
        possible=common.possible,
        notes=tuple(f"{count:,} of {number}: {short_text(text)}" for text, count in common.notes.items()),
        otherwise=(_plain_table(statistics),) if statistics.graded else (),
    )


def _plain_table(statistics: ClassStatistics) -> Table:
    rows = [(_called(row.result), score_text(row.score), row.lost_text) for row in statistics.graded]
    title = "Marks, without what is still to be marked by hand" if statistics.pending else "Marks"
    return Table(
        title, ("student", "mark", "points lost"), tuple(rows), right=(1,), enough=SHOWN_ROWS, whole="gradebook.csv"
    )


def _called(result: Result) -> str:
    who = result.submission
    late = ", late" if who.late else ""
    if who.student in {who.id, ""}:
        return quoted_name(sanitize(who.id, MAX_NAME)) + late
    identity = sanitize(who.id, MAX_NAME // 2)
    return f"{quoted_name(sanitize(who.student, MAX_NAME - len(identity)))} ({identity}){late}"


def _columns(statistics: ClassStatistics) -> tuple[ItemColumn, ...]:
    found: dict[str, list[ItemResult]] = {}
    for row in statistics.graded:
        for item in row.result.criteria:
            found.setdefault(item.id, []).append(item)
    return tuple(
        ItemColumn(id=name, title=short_text(items[0].title), points=_common_points(items))
        for name, items in found.items()
    )


def _common_points(items: Sequence[ItemResult]) -> str:
    is_same = items[0].deduction is None and len({one.points for one in items}) == 1
    return decimal_text(items[0].points) if is_same else ""


def _common_notes(statistics: ClassStatistics) -> dict[str, int]:
    counts = Counter(note for row in statistics.graded for note in dict.fromkeys(row.result.notes))
    least = max(MANY, len(statistics.graded) // 2)
    return {text: count for text, count in counts.items() if count > least}


def _options_by_row(
    statistics: ClassStatistics, cases: Mapping[int, list[AttentionCase]], found: Sequence[CommonMistake]
) -> dict[int, list[_Option]]:
    several_sections = len({student_of(row).section for row in statistics.rows} - {""}) > 1
    options = {id(row): [*_of_identity(row, cases.get(id(row), []))] for row in statistics.rows}
    for row in statistics.rows:
        if several_sections and (section := short_text(student_of(row).section)):
            options[id(row)].append(_Option("section", section, section))
    imported = {id(row.result) for row in statistics.imported}
    for graded in statistics.graded:
        options[id(graded.result)] += _of_result(graded, checks=id(graded.result) in imported)
    for place, mistake in enumerate(found):
        for at in mistake.students if len(mistake.students) > 1 else ():
            option = _Option("mistake", mistake.key, short_text(mistake.name), place=place)
            options[id(statistics.graded[at].result)].append(option)
    return options


def _of_identity(row: ClassRow, cases: Sequence[AttentionCase]) -> Iterator[_Option]:
    if cases:
        yield _Option("status", ANY_REASON, "needs your attention")
    for reason in by_reason(cases):
        yield _Option("status", reason.code, reason.status, place=1 + list(Need).index(reason))
    if student_of(row).late:
        yield _Option("status", LATE, "late", place=1 + len(Need))


def _of_result(row: GradedResult, *, checks: bool) -> Iterator[_Option]:
    for item in row.lost:
        yield _Option("item", short_text(item.id), _label(item.id, item.title), LOST)
    for item in row.result.criteria:
        if item.verdict is Verdict.PENDING:
            yield _Option("item", f"pending:{short_text(item.id)}", _label(item.id, item.title), PENDING, place=1)
        for check in item.checks if checks else ():
            if check.verdict not in {Verdict.PASS, Verdict.PENDING}:
                yield _Option("check", short_text(check.id), _label(check.id, check.title))


def _label(name: str, title: str) -> str:
    return short_text(title if name.split(".", maxsplit=1)[0] in title else f"{name}: {title}")


def _filters(options: Mapping[int, Sequence[_Option]], tags: Mapping[tuple[str, str], str]) -> Iterator[TableFilter]:
    counts = Counter(key for own in options.values() for key in {one.key for one in own})
    every = {one.key: one for own in options.values() for one in own}
    for name, (label, everybody) in FILTERS.items():
        own = [one for one in every.values() if one.filter == name]
        own.sort(key=lambda one: (one.place, one.value if one.filter == "section" else ""))
        groups = tuple(
            (title, tuple(_shown(one, counts[one.key], tags[one.key]) for one in part))
            for title, part in groupby(own, attrgetter("group"))
        )
        if groups:
            yield TableFilter(id=name, label=label, everybody=everybody, groups=groups)


def _shown(option: _Option, count: int, tag: str) -> FilterOption:
    label = f"{option.label} ({count:,})" if option.filter == "status" else option.label
    return FilterOption(value=option.value, label=label, tag=tag)


def _row(
    student: ClassRow, graded: GradedResult | None, cases: Sequence[AttentionCase], common: _Common, tags: str
) -> TableRow:
    reasons = [case.reason for case in cases if case.reason is not Need.SAME_CODE]
    percent = graded.so_far.percent if graded else NO_MARK
    seconds = None if isinstance(student, NotGraded) else student.timing.cpu_seconds
    urgency = list(Need).index(reasons[0]) if reasons else len(Need)
    who, link = student_of(student), student_link(student, pages=common.pages)
    found = {one.id: one for one in graded.result.criteria} if graded else {}
    return TableRow(
        id=short_text(who.id),
        name=link.text,
        href=link.href,
        belongs=short_text(", ".join(filter(None, (who.group, who.section)))),
        search=short_text(" ".join(dict.fromkeys(filter(None, (who.login, who.email, who.source_id))))),
        is_late=bool(who.late),
        mark=_mark(graded, common.possible) if graded else "",
        status=reasons[0].status if reasons else "graded",
        status_kind=("fail" if reasons[0] in URGENT else "wait") if reasons else "muted",
        twins=next((_twins(student, case) for case in cases if case.reason is Need.SAME_CODE), ""),
        cells=tuple(_cell(found.get(column.id)) for column in common.columns),
        seconds="" if seconds is None else f"{seconds:.2f}",
        notes=tuple(_notes(student, cases, common.notes)),
        marks=student_marks(graded.result) if graded else None,
        order=f"{percent} {urgency} {seconds or 0:.3f}",
        tags=tags,
        share=common.shares.get(id(student), 0),
        sample=str(common.samples.get(id(student), "")),
    )


def _mark(row: GradedResult, possible: str) -> str:
    mark, bonus = row.so_far, row.score.bonus
    text = decimal_text(mark.earned) if possible else score_text(row.score).partition(",")[0]
    return f"{text} + {decimal_text(bonus)}" if bonus else text


def _notes(student: ClassRow, cases: Sequence[AttentionCase], common: Mapping[str, int]) -> Iterator[str]:
    """Yield the cases, the changes by a person, and the notes that most students lack."""
    said = [case.text for case in cases if case.text]
    if not isinstance(student, NotGraded):
        said += [f"{one.item.id} {one.change_text}" for one in changes(student)]
        said += [note for note in student.notes if note not in common and note not in said]
    yield from map(short_text, said[:SHOWN_NOTES])
    if len(said) > SHOWN_NOTES:
        yield f"and {count_text(len(said) - SHOWN_NOTES, 'more note')}"


def _cell(item: ItemResult | None) -> ItemCell:
    if item is None:
        return ItemCell(text="")
    if item.verdict is Verdict.PENDING:
        return ItemCell(text=OPEN, is_open=True)
    is_lost = not item.bonus and item.earned < item.points
    return ItemCell(text=decimal_text(item.earned), label=short_text(item.id) if is_lost else "")


def _twins(student: ClassRow, case: AttentionCase) -> str:
    others = [student_link(one).text for one in case.students[: SHOWN_TWINS + 1] if one is not student][:SHOWN_TWINS]
    more = len(case.students) - 1 - len(others)
    tail = f" and {count_text(more, 'other')}" if more else ""
    return f"same code as {', '.join(others)}{tail}"[: 2 * MAX_SHORT]
