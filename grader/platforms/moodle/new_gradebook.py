"""A new table that Moodle's gradebook imports: it finds a student by any column before the title."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.model.identity import Identity
from grader.model.person_match import ClassIds, IdKind
from grader.model.sanitize import sanitize
from grader.platforms.gradebooks.feedback_text import feedback_text
from grader.platforms.gradebooks.grade_file import number_cell
from grader.platforms.gradebooks.new_gradebook import Content, Marked, NewTable, id_cell
from grader.text.spreadsheet_cell import csv_cell

IDS = ("username", "email", "idnumber")
"""By these columns Moodle's gradebook finds students; a row with an empty one counts there for the student above."""
NOT_FOUND = (
    "login, address or ID number, by which Moodle finds the others, is not known or is that of somebody else too; name"
    " a roster when the class is graded"
)


def new_gradebook(marked: Sequence[Marked], content: Content) -> NewTable:
    """Return a row for each student that Moodle finds by the columns of the table."""
    known = _columns(marked, content.ids)
    return NewTable(
        rows=_rows([one for one in marked if known.finds(one)], known.columns, content),
        lost=tuple(f"{sanitize(one.who.label)}: {NOT_FOUND}" for one in marked if not known.finds(one)),
    )


def _rows(marked: Sequence[Marked], columns: Sequence[str], content: Content) -> Iterator[Sequence[str]]:
    title = csv_cell(content.title)
    yield [*columns, title, f"{title} feedback"]
    for one in marked:
        ids = _ids(one.who, content.ids)
        text = feedback_text(one.result, as_html=True)
        yield [*(ids[name] for name in columns), number_cell(one.mark, comma=False), text]


@dataclass(frozen=True, slots=True, kw_only=True)
class _FoundBy:
    """The columns by which Moodle finds students, and of whom each of them holds an id that nobody else has."""

    columns: tuple[str, ...]
    found: frozenset[str]

    def finds(self, one: Marked) -> bool:
        return one.who.id in self.found


def _columns(marked: Sequence[Marked], of_class: ClassIds) -> _FoundBy:
    """Return the column by which most are found, and all others by which they are."""
    found: dict[str, frozenset[str]] = {}
    ids = {one.who.id: _ids(one.who, of_class) for one in marked}
    for column in IDS:
        counts = Counter(known[column] for known in ids.values())
        found[column] = frozenset(who for who, known in ids.items() if known[column] and counts[known[column]] == 1)
    most = max(IDS, key=lambda column: len(found[column]))
    return _FoundBy(columns=tuple(column for column in IDS if found[column] >= found[most]), found=found[most])


def _ids(who: Identity, of_class: ClassIds) -> Mapping[str, str]:
    # In a download of Moodle itself the id is that of a participant, which the gradebook does not know.
    number = who.source_id if _are_numbers(of_class) else ""
    return dict(zip(IDS, map(id_cell, (who.login, who.email, number)), strict=True))


def _are_numbers(of_class: ClassIds) -> bool:
    """Return whether ids may be numbers of the university: those of the download are, or come from a roster."""
    return of_class.kinds in (frozenset({IdKind.STUDENT_NUMBER}), frozenset(IdKind))
