"""A person's decisions about students: the file or commit that counts, time, extension, group."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain

from grader.errors import UserError, refuse_rows
from grader.intake.class_folder import ClassIntake, IntakeRow
from grader.intake.roster.columns import Cells, Column, by_column, columns_of, read_time
from grader.intake.roster.roster_file import IDS, Roster, RosterEntry, read_each, read_extension, table_rows
from grader.model.class_row import NotGraded
from grader.model.csv_file import in_quotes
from grader.model.identity import Identity, identity_fields, written_key
from grader.model.instant import instant_text, parse_instant
from grader.model.sanitize import closest, sanitize
from grader.model.submission import Submission
from grader.text.number_text import count_text
from grader.text.spreadsheet_cell import unguarded

OF_WORK = {"file": Column.FILE, "commit": Column.COMMIT}
"""Decisions about a submission, and so about all members of its group."""
DECIDED = {**OF_WORK, "time": Column.TIME, "extension": Column.EXTENSION, "group": Column.GROUP}
COLUMNS = ("student", *DECIDED, "reason")
TAKEN_BACK = "auto"
"""In a cell: the decision is taken back."""
STUDENT = (*IDS, Column.LOGIN, Column.EMAIL, Column.NAME)
"""Columns that may name the student, those of ids first."""
MAX_CELL = 300
MAX_HINTS = 5
"""Unknown students that are told one by one, with similar names: comparing thousands takes time."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceRow:
    """The decisions about one student; an empty cell decides nothing."""

    place: str  # such as ``choices.csv, line 3``
    student: str
    """An id of the reports, or another text that only this student has."""
    file: str = ""
    commit: str = ""  # a tag, a branch or the beginning of a hash
    time: str = ""  # ISO 8601 with an offset, or `TAKEN_BACK`
    extension: str = ""
    group: str = ""
    reason: str = ""

    def over(self, earlier: ChoiceRow | None) -> ChoiceRow:
        """Return both rows as one, in which this row comes before the `earlier` one."""
        if earlier is None:
            return self
        said = {name: getattr(self, name) for name in (*DECIDED, "reason") if getattr(self, name)}
        return dataclasses.replace(earlier, place=self.place, **said)

    def value(self, name: str) -> str:
        """Return the decision in the column `name`; empty without one, or after it was taken back."""
        text: str = getattr(self, name)
        return "" if text.casefold() == TAKEN_BACK else text

    @property
    def text(self) -> str:
        """The decisions in words, for the student and for markers; empty without any."""
        said = {name: text for name in DECIDED if (text := self.value(name))}
        if "time" in said:
            said["time"] = instant_text(parse_instant(said["time"]))
        found = "; ".join(f"{'handed in' if name == 'time' else name} {text}" for name, text in said.items())
        return f"{found} ({self.reason})" if found and self.reason else found


def parse_choices(data: bytes, shown: str, due: datetime | None = None) -> tuple[ChoiceRow, ...]:
    """
    Return the rows of the CSV file `data` with decisions (UserError with a line for each wrong row).

    A time without an offset is one of the place where work is `due`.
    """
    header, *rows = table_rows(data, shown)
    columns = columns_of([cell.text for cell in header.cells])
    if not (set(columns) & set(STUDENT) and set(columns) & set(DECIDED.values())):
        raise UserError(f"{shown}: not a table of choices; its first line is {','.join(COLUMNS)}")
    return tuple(
        read_each(rows, shown, lambda row: _choices(by_column(row, columns), f"{shown}, line {row.line}", due))
    )


def _choices(cells: Cells, place: str, due: datetime | None) -> Iterator[ChoiceRow]:
    """Yield the decisions of a row, if there are any (ValueError, with the remedy, for a wrong row)."""
    said = {name: _cell(cells.first(column)) for name, column in DECIDED.items()}
    student = _cell(cells.first(*STUDENT))
    if not any(said.values()):
        return
    if not student:
        raise ValueError("names no student; write an id, as the gradebook has it")
    if said["time"] and said["time"].casefold() != TAKEN_BACK:
        said["time"] = read_time(said["time"], due)
    if said["extension"] and said["extension"].casefold() != TAKEN_BACK:
        said["extension"] = read_extension(said["extension"])
    yield ChoiceRow(place=place, student=student, reason=_cell(cells.first(Column.REASON)), **said)


def _cell(text: str) -> str:
    return sanitize(unguarded(text), MAX_CELL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    given: tuple[ChoiceRow, ...]
    """Rows of the running command. Each must be about a student of the class."""
    earlier: tuple[ChoiceRow, ...] = ()
    """Rows of earlier runs, the oldest first."""
    roster: Roster | None = None

    def of(self, people: Sequence[Identity]) -> dict[str, ChoiceRow]:
        """Return the decisions about `people`, by their ids; a decision about a group's work holds for each member."""
        known = _Names(people, self.roster)
        works = {who.id: (who.group, who.upload) for who in people if who.group}
        members: dict[tuple[str, str], list[str]] = defaultdict(list)
        for one, work in works.items():
            members[work].append(one)
        found: dict[str, ChoiceRow] = {}
        for choice in (*self.earlier, *self.given):
            ids = known.ids(choice.student)
            if len(ids) != 1:
                continue
            of_work = {name: getattr(choice, name) for name in OF_WORK}
            for one in members[works[ids[0]]] if any(of_work.values()) and ids[0] in works else ids:
                of_all = ChoiceRow(place=choice.place, student=one, reason=choice.reason, **of_work)
                found[one] = (choice if one == ids[0] else of_all).over(found.get(one))
        return found

    def files(self, people: Iterable[Identity]) -> dict[str, str]:
        """Return the files that were chosen for `people`, by their ids; a member's choice holds for the group."""
        return {one: choice.file for one, choice in self.about_work("file", people).items()}

    def about_work(self, name: str, people: Iterable[Identity]) -> dict[str, ChoiceRow]:
        """Return the rows that choose the file or the commit, as `name` says; see `files`."""
        known = _Names(people, self.roster)
        every = (choice for choice in (*self.earlier, *self.given) if getattr(choice, name))
        found = {one: choice for choice in every for one in known.owners(choice.student)}
        return {one: choice for one, choice in found.items() if choice.value(name)}

    def new(self, people: Sequence[Identity]) -> Iterator[ChoiceRow]:
        """Yield the given rows with new decisions about `people`."""
        known = _Names(people, self.roster)
        found = dataclasses.replace(self, given=()).of(people)
        for choice in self.given:
            for one in known.ids(choice.student):
                before, found[one] = found.get(one), choice.over(found.get(one))
                if before is None or before != dataclasses.replace(found[one], place=before.place):
                    yield choice

    def extensions(self, people: Sequence[Identity]) -> dict[str, str]:
        """Return the extensions of `people`, by their ids, from choices or the roster."""
        known = _Names(people, None)
        found: dict[str, str] = {}
        for entry in self.roster.entries if self.roster else ():
            for text in (entry.source_id, entry.login, entry.email) if entry.extension else ():
                found |= dict.fromkeys(known.ids(text) if text else (), entry.extension)
        return found | {one: text for one, choice in self.of(people).items() if (text := choice.value("extension"))}

    def waiting(self, people: Sequence[Identity]) -> list[str]:
        """Return a note on each row of an earlier run about an unknown student."""
        known = _Names(people, self.roster)
        rows = list({one.student: one for one in self.earlier if len(known.ids(one.student)) != 1}.values())
        if len(rows) > MAX_HINTS:
            return [f"{rows[0].place} and {len(rows) - 1:,} more rows are about nobody here: these rows wait."]
        return [f"{one.place}: {known.why_not(one.student)} Until then the row waits." for one in rows]

    def problems(self, people: Sequence[Identity]) -> list[str]:
        """Return a line for each given row about no student, about several, or with a contradiction."""
        known = _Names(people, self.roster)
        found: list[str] = []
        decided: dict[tuple[object, str], ChoiceRow] = {}
        works = {who.id: (who.group, who.upload) for who in people if who.group}
        for choice in self.given:
            ids = known.ids(choice.student)
            if len(ids) != 1:
                found.append(f"{choice.place}: {known.why_not(choice.student)}")
                continue
            for name in DECIDED:
                whose = works.get(ids[0], ids[0]) if name in OF_WORK else ids[0]
                other = decided.setdefault((whose, name), choice) if getattr(choice, name) else choice
                if getattr(other, name) != getattr(choice, name):
                    found.append(
                        f"{choice.place}: {name} {in_quotes(getattr(choice, name))} for {in_quotes(choice.student)},"
                        f" and {in_quotes(getattr(other, name))} in {other.place}; keep one"
                    )
        return found


class _Names:
    """Finds students by an id of the reports, or by a name, login, address or platform's id that only one has."""

    def __init__(self, people: Iterable[Identity], roster: Roster | None) -> None:
        self._by_name: dict[str, dict[str, None]] = defaultdict(dict)
        self._by_group: dict[str, list[str]] = defaultdict(list)
        self._ids: dict[str, list[str]] = defaultdict(list)
        self._hints = 0
        for who in people:
            self._ids[written_key(who.id)].append(who.id)
            for text in (who.student, who.source_id, who.login, who.email):
                self._by_name[written_key(text)][who.id] = None
            for text in {who.group, who.student}:
                self._by_group[written_key(text)].append(who.id)
        self._entries: dict[str, list[RosterEntry]] = defaultdict(list)
        for entry in roster.entries if roster else ():
            for key in set(map(written_key, (entry.source_id, entry.login, entry.email, entry.name))):
                self._entries[key].append(entry)

    def ids(self, name: str) -> list[str]:
        """Return the ids of all students with this name, or the only one with this id."""
        key = written_key(name)
        own = self._ids.get(key, [])
        return [name] if name in own else own or list(self._by_name.get(key, ()))

    def owners(self, name: str) -> list[str]:
        """Return the id that `name` means, or those of a group if only the roster knows the member; else nothing."""
        ids = self.ids(name)
        entries = self._entries.get(written_key(name), ())
        if len(ids) > 1 or (len(entries) > 1 and written_key(name) not in self._ids):
            return []
        for entry in () if ids else entries:
            own = [one for text in (entry.source_id, entry.login, entry.email) if text for one in self.ids(text)]
            return own or [one for group in entry.groups for one in self._by_group.get(written_key(group), ())]
        return ids

    def why_not(self, name: str) -> str:
        """Return why a row names no single student, and the remedy."""
        ids = self.ids(name)
        if ids:
            return f"{len(ids)} students are called {in_quotes(name)}; write the id: {', '.join(sorted(ids))}."
        self._hints += 1
        near = closest(name, [*chain(*self._ids.values()), *self._by_name]) if self._hints <= MAX_HINTS else None
        hint = f"did you mean {in_quotes(near)}?" if near else "write an id, as the gradebook has it."
        return f"nobody here is called {in_quotes(name)}; {hint}"


def with_choices(intake: ClassIntake, choices: Choices) -> ClassIntake:
    """
    Return the class with the times, extensions and groups of `choices`. Files were chosen when the class was read.

    A student without a submission who is put into a group gets that of the only other member with one. UserError with a
    line for each wrong row.
    """
    rows = intake.rows
    refuse_rows(choices.problems(rows))
    found = choices.of(rows)
    if not (found or choices.earlier):
        return intake
    decided = [_decided(row, found[row.id]) if row.id in found else row for row in rows]
    shared = [_of_group(row, found, decided) for row in decided]
    source = f"choices about {count_text(len(found), 'student')}"
    return intake.with_rows(shared, source, (*choices.waiting(rows), *_without_work(shared, found)))


def _decided(row: IntakeRow, choice: ChoiceRow) -> IntakeRow:
    time = choice.value("time")
    return dataclasses.replace(
        row,
        extension=choice.value("extension") or row.extension,
        group=choice.value("group") or row.group,
        submitted_at=time or row.submitted_at,
        late=None if time else row.late,
        decided=choice.text,
    )


def _of_group(row: IntakeRow, found: Mapping[str, ChoiceRow], rows: Sequence[IntakeRow]) -> IntakeRow:
    """Return `row`; without a submission but with a chosen group, the submission of another member."""
    group = found[row.id].value("group") if row.id in found else ""
    work = _work_of(group, rows)
    if not (isinstance(row, NotGraded) and row.missing) or len({one.sha256 for one in work}) != 1:
        return row
    theirs = work[0]
    times = {"submitted_at": row.submitted_at or theirs.submitted_at, "late": theirs.late}
    return dataclasses.replace(theirs, **{**identity_fields(row), **times, "group": theirs.group})


def _work_of(group: str, rows: Sequence[IntakeRow]) -> list[Submission]:
    """Return the work of the group with exactly this name, else of those with another form of it."""
    works = [one for one in rows if group and isinstance(one, Submission)]
    exact = [one for one in works if one.group == group]
    return exact or [one for one in works if written_key(one.group) == written_key(group)]


def _without_work(rows: Sequence[IntakeRow], found: Mapping[str, ChoiceRow]) -> Iterator[str]:
    """Yield a note on each student who was put into a group and has nothing to grade all the same."""
    for row in rows:
        group = found[row.id].value("group") if row.id in found else ""
        if group and isinstance(row, NotGraded) and row.missing:
            why = "its members handed in different files" if _work_of(group, rows) else "nobody of that group handed in"
            remedy = "write the group into the row of the one member whose work it is, too"
            yield f"{row.student} gets no work by the group {in_quotes(group)}: {why}; {remedy}."
