"""A class's list of students as a CSV file, from a platform or written by hand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import PurePath
from typing import TypeVar

from grader.errors import UserError, refuse_rows
from grader.intake.roster.columns import KINDS, Cells, Column, by_column, columns_of, read_times
from grader.intake.student_ids import display_name
from grader.model.csv_file import CsvRow, in_quotes, read_csv
from grader.model.identity import FileRow, IdKind, Key, is_damaged, name_words, person_key, row_keys
from grader.model.instant import parse_extension
from grader.model.sanitize import sanitize
from grader.text.number_text import shortened_list


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A student of the roster. All text is sanitized; unknown facts are empty."""

    line: int
    file: str = ""  # the file's path, if there are several
    keys: frozenset[Key]
    name: str
    source_id: str = ""
    login: str = ""
    email: str = ""
    section: str = ""
    groups: tuple[str, ...] = ()
    extension: str = ""
    submitted_at: str = ""
    late: bool | None = None
    is_student: bool = True
    """False for teachers and for Canvas's test student, who hand in nothing."""

    @property
    def shown(self) -> str:
        """The student in messages."""
        return f"{self.name or self.source_id or self.login or self.email} ({self.place})"

    @property
    def place(self) -> str:
        """Such as ``line 7``, or ``b.csv, line 7``."""
        return f"{self.file}, line {self.line}" if self.file else f"line {self.line}"

    def row(self, number: int) -> FileRow:
        return FileRow(row=number, shown=self.shown, keys=self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    shown: str  # the file's path, for messages
    entries: tuple[RosterEntry, ...]
    notes: tuple[str, ...] = ()
    """Sentences about lines with equal facts about several students, or without facts."""


MAX_FILE_BYTES = 8 << 20
"""Far more than any course's."""
MAX_ROWS = 20_000
MAX_CELL = 1000
MAX_NAME = 200
SHOWN = 8  # names of columns or lines that a message quotes
IDS = (Column.CANVAS_USER, Column.PARTICIPANT, Column.ID, Column.NUMBER)
"""Columns with an id of the platform or the university, of which the first is shown."""
PARTICIPANT = re.compile(r"[^\W\d_]\D{3,60}?([0-9]{1,20})")
"""Moodle writes a word of the site's language before the number."""
PARTICIPANT_ID = re.compile(r"([^\W\d_]\D{2,60}?\s)[0-9]{1,20}")
"""With a space, so that it is no login."""
ADDRESS = re.compile(r"[^\s@,;]{1,200}@[^\s@,;]{1,200}")
TEST_STUDENT = "student, test"
"""Canvas's made-up student of each course."""
STUDENT_ROLES = ("student", "learner", "participant")
EXPECTED = "the first line must name columns such as id,name,email,login"
T = TypeVar("T")


def parse_roster(data: bytes, shown: str, due: datetime | None = None) -> Roster:
    """
    Return the roster in the CSV file `data` (UserError, each line beginning with `shown`, for another file).

    A time without an offset is one of the place where work is `due`.
    """
    header, *rows = table_rows(data, shown)
    columns = _with_participants(_with_addresses(columns_of([cell.text for cell in header.cells]), rows), rows)
    if not set(columns) & set(KINDS):
        names = ", ".join(in_quotes(cell.text) for cell in header.cells[:SHOWN])
        raise UserError(f"{shown}: no column of ids, logins or e-mail addresses among {names}; {EXPECTED}")
    unread: list[str] = []
    found = read_each(rows, shown, lambda row: _people(by_column(row, columns), due, unread))
    if not found:
        raise UserError(f"{shown}: lists no student; {EXPECTED}, each further line a student")
    entries = _joined(found)
    if Column.ROLE in columns and not any(entry.is_student for entry in entries):  # an unknown language
        entries = [replace(entry, is_student=True) for entry in entries]
    more = f" and {len(unread) - 1:,} more" if unread[1:] else ""
    times = [f"Times of the roster that are not understood do not count: {unread[0]}{more}."] if unread else []
    return Roster(shown=shown, entries=tuple(entries), notes=(*_notes(found, entries), *times))


def together(rosters: Sequence[Roster]) -> Roster:
    """Join several rosters, such as those of two sections."""
    if len(rosters) == 1:
        return rosters[0]
    files = [[replace(entry, file=one.shown) for entry in one.entries] for one in rosters]
    joined = _joined_files(files)
    if len(joined) == sum(map(len, files)) and not any(entry.section for entry in joined):  # each file lists a section
        joined = [replace(entry, section=PurePath(entry.file).stem) for entry in joined]
    own = [f"{one.shown}: {note}" for one in rosters for note in one.notes]
    return Roster(
        shown=", ".join(one.shown for one in rosters),
        entries=tuple(joined),
        notes=(*own, *_shared_keys(joined, among_files=True)),
    )


def table_rows(data: bytes, shown: str) -> tuple[CsvRow, ...]:
    """Return the rows of the table in `data` (UserError, which begins with `shown`, if it holds none)."""
    try:
        file = read_csv(data, lambda header: 1 + sum(column is not None for column in columns_of(header)))
    except ValueError as error:
        raise UserError(f"{shown}: {error}") from None
    if file is None:
        raise UserError(f"{shown}: empty; the first line must name the columns")
    if len(file.rows) > MAX_ROWS:
        raise UserError(f"{shown}: more than {MAX_ROWS:,} rows; name the file that lists this class")
    for row in file.rows:
        if any(len(cell.text) > MAX_CELL for cell in row.cells):
            place = f"{shown}: line {row.line}"
            raise UserError(f"{place}: a cell of more than {MAX_CELL:,} characters; is a quote not closed?")
    return file.table


def read_each(rows: Iterable[CsvRow], shown: str, read: Callable[[CsvRow], Iterable[T]]) -> list[T]:
    """Return what `read` makes of `rows` (UserError with a line for each row of which it makes a ValueError)."""
    found: list[T] = []
    problems: list[str] = []
    for row in rows:
        try:
            found += read(row)
        except ValueError as error:  # noqa: PERF203 - it names the row
            problems.append(f"{shown}, line {row.line}: {error}")
    refuse_rows(problems)
    return found


def _with_addresses(columns: list[Column | None], rows: Sequence[CsvRow]) -> list[Column | None]:
    """Return `columns`; without a known column of addresses, a column with nothing else becomes one."""
    for at, column in enumerate(columns):
        cells = [text for row in rows if (text := row.text(at))]
        if column is None and Column.EMAIL not in columns and cells and all(map(ADDRESS.fullmatch, cells)):
            return [*columns[:at], Column.EMAIL, *columns[at + 1 :]]
    return columns


def _with_participants(columns: list[Column | None], rows: Sequence[CsvRow]) -> list[Column | None]:
    """Return `columns`; ids such as "Teilnehmer/in 301", with the same words in every row, become Moodle's."""
    if Column.ID not in columns:
        return columns
    at = columns.index(Column.ID)
    numbered = [PARTICIPANT_ID.fullmatch(row.text(at)) for row in rows if at < len(row.cells)]
    words = {found and found[1] for found in numbered}
    if len(words) != 1 or None in words:
        return columns
    return [*columns[:at], Column.PARTICIPANT, *columns[at + 1 :]]


def _people(cells: Cells, due: datetime | None, unread: list[str]) -> Iterator[RosterEntry]:
    """
    Yield the entry of the person in a row (ValueError for a wrong row); an unreadable time is added to `unread`.

    Nobody is in an empty row, nor in Canvas's own row about the columns, such as their points possible.
    """
    has_name = cells.first(Column.NAME, Column.FIRST_NAME, Column.LAST_NAME)
    if not cells.first(*KINDS) and (Column.CANVAS_USER in cells.by_column or not has_name):
        return
    name = cells.first(Column.NAME) or " ".join(
        filter(None, (cells.first(Column.FIRST_NAME), cells.first(Column.LAST_NAME)))
    )
    extension = read_extension(cells.first(Column.EXTENSION))
    time, late = cells.first(Column.TIME), cells.first(Column.LATE)
    try:
        submitted_at, is_late = read_times(time, late, extension, due)
    except ValueError as error:
        unread.append(f"line {cells.line}: {error}")
        submitted_at, is_late = read_times("", late, extension, due)
    role = cells.first(Column.ROLE).casefold()
    yield RosterEntry(
        line=cells.line,
        keys=row_keys(_keys(cells)),
        name=sanitize(display_name(name), MAX_NAME) if name else "",
        source_id=next((_shown(_id_text(one, text)) for one in IDS if (text := cells.first(one))), ""),
        login=_shown(cells.first(Column.LOGIN)),
        email=_shown(cells.first(Column.EMAIL)),
        section=_shown(cells.first(Column.SECTION)),
        groups=_groups(cells.first(Column.GROUP)),
        extension=extension,
        submitted_at=submitted_at,
        late=is_late,
        is_student=name.casefold() != TEST_STUDENT and (not role or any(word in role for word in STUDENT_ROLES)),
    )


def read_extension(text: str) -> str:
    """Return an extension as an `Identity` stores it (ValueError, with the remedy, if `text` is unreadable)."""
    try:
        return parse_extension(text)
    except ValueError as error:
        raise ValueError(f"extension {in_quotes(text)}: {error}") from None


def _keys(cells: Cells) -> Iterator[tuple[IdKind, str]]:
    for column, texts in cells.by_column.items():
        for text in texts:
            yield from ((kind, _id_text(column, text)) for kind in KINDS.get(column, ()))
            if column is Column.ID and (found := PARTICIPANT.fullmatch(text)):
                yield IdKind.MOODLE_PARTICIPANT, found[1]


def _id_text(column: Column, text: str) -> str:
    """Return an id without the word before it: "Participant 301" is 301."""
    return found[1] if column is Column.PARTICIPANT and (found := PARTICIPANT.fullmatch(text)) else text


def _groups(text: str) -> tuple[str, ...]:
    """Return the groups in a cell: some platforms write several, with commas between them."""
    parts = [_shown(part.strip()) for part in text.split(",")] if "," in text else []
    return tuple(dict.fromkeys(part for part in (_shown(text), *parts) if part))


def _shown(text: str) -> str:
    return sanitize(text, MAX_NAME)


def _joined(found: Sequence[RosterEntry]) -> list[RosterEntry]:
    """Join the entries with equal facts about the student."""
    every: dict[object, RosterEntry] = {}
    for number, entry in enumerate(found):
        same = (entry.keys, entry.name) if entry.keys else number
        every[same] = _as_one(every[same], entry) if same in every else entry
    return list(every.values())


def _as_one(entry: RosterEntry, later: RosterEntry) -> RosterEntry:
    """Return `entry` with the additional facts of a `later` one about the same student."""
    texts = ("name", "source_id", "login", "email", "section", "extension", "submitted_at")
    return replace(
        entry,
        keys=entry.keys | later.keys,
        groups=tuple(dict.fromkeys((*entry.groups, *later.groups))),
        late=later.late if entry.late is None else entry.late,
        is_student=entry.is_student and later.is_student,
        **{name: getattr(entry, name) or getattr(later, name) for name in texts},
    )


def _joined_files(files: Sequence[Sequence[RosterEntry]]) -> list[RosterEntry]:
    """
    Join the entries of all files by id, login or address.

    They stay apart if names or addresses differ, or if several students of one file share the id.
    """
    joined: list[RosterEntry] = []
    for entries in files:
        own = Counter(key for entry in entries for key in entry.keys)
        before = Counter(key for entry in joined for key in entry.keys)
        place = {key: at for at, one in enumerate(joined) for key in one.keys if before[key] == 1}
        for entry in entries:
            fits = {place[key] for key in entry.keys if key in place and own[key] == 1}
            if len(fits) == 1 and _may_be_one(joined[at := fits.pop()], entry):
                joined[at] = _as_one(joined[at], entry)
            else:
                joined.append(entry)
    return _joined(joined)


def _may_be_one(one: RosterEntry, other: RosterEntry) -> bool:
    """Return whether names and addresses of two entries allow that both are one student."""
    names = [name_words(entry.name) for entry in (one, other)]
    is_one_name = names[0] <= names[1] or names[1] <= names[0] or is_damaged(one.name) or is_damaged(other.name)
    return is_one_name and (not (one.email and other.email) or person_key(one.email) == person_key(other.email))


def _notes(found: Sequence[RosterEntry], entries: Sequence[RosterEntry]) -> Iterator[str]:
    """Yield notes on keys of several students, on repeated lines, and on damaged names."""
    if damaged := [f"{in_quotes(entry.name)} ({entry.place})" for entry in entries if is_damaged(entry.name)]:
        names = shortened_list(damaged, SHOWN)
        yield f"Names in the roster have lost letters: {names}. Save it as CSV UTF-8, or export it again."
    kept = {entry.line for entry in entries}
    if again := [str(entry.line) for entry in found if entry.line not in kept]:
        lines = shortened_list(again, SHOWN)
        yield f"The roster has students twice: line {lines} is about somebody of an earlier line."
    yield from _shared_keys(entries)


def _shared_keys(entries: Sequence[RosterEntry], *, among_files: bool = False) -> Iterator[str]:
    """Yield a note for each key of several students, or, `among_files`, of students in several files."""
    by_key: dict[Key, list[RosterEntry]] = defaultdict(list)
    for entry in entries:
        for key in entry.keys:
            by_key[key].append(entry)
    for key, having in by_key.items():
        if len({entry.file for entry in having} if among_files else having) > 1:
            who = shortened_list([entry.shown for entry in having], SHOWN)
            shared = f"In the roster {in_quotes(key.text)} belongs to several students"
            yield f"{shared}: {who}. Nobody is found by it alone."
