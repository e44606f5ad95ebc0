"""The list of a class's students as a CSV file: that of a platform, or one written by hand."""

from __future__ import annotations

import enum
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from grader.errors import UserError
from grader.intake.student_ids import display_name
from grader.model.csv_file import CsvRow, read_csv
from grader.model.identity import FileRow, IdKind, Key, is_damaged, row_keys
from grader.model.instant import parse_extension
from grader.model.sanitize import sanitize


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A student of the roster; all text is sanitized, what the roster does not say is empty."""

    line: int
    file: str = ""
    """The file's path, if there are several."""
    number: int = 0
    """Its number among the entries of all files; that of its line if there is one file."""
    keys: frozenset[Key]
    name: str
    source_id: str = ""
    login: str = ""
    email: str = ""
    section: str = ""
    groups: tuple[str, ...] = ()
    extension: str = ""
    is_student: bool = True
    """False for teachers and for the test student of Canvas: they are not expected to hand anything in."""

    @property
    def shown(self) -> str:
        """What a message calls the student."""
        return f"{self.name or self.source_id or self.login or self.email} ({self.place})"

    @property
    def place(self) -> str:
        """Where it stands: ``line 7``, or ``b.csv, line 7``."""
        return f"{self.file}, line {self.line}" if self.file else f"line {self.line}"

    @property
    def row(self) -> FileRow:
        """The entry, to be matched with submissions."""
        return FileRow(row=self.number, shown=self.shown, keys=self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The students of a class."""

    shown: str
    """The file's path, for messages."""
    entries: tuple[RosterEntry, ...]
    notes: tuple[str, ...] = ()
    """Sentences about lines that say the same of several students, or nothing."""


SEPARATORS = re.compile(r"[\s_\-.]+")


class Column(enum.Enum):
    """What a column holds."""

    ID = enum.auto()
    """An id of any kind: the platform's, or one that people use."""
    NUMBER = enum.auto()
    """The university's number of the student."""
    CANVAS_USER = enum.auto()
    PARTICIPANT = enum.auto()
    """Moodle's: "Participant 301" with a word in the site's language."""
    LOGIN = enum.auto()
    EMAIL = enum.auto()
    NAME = enum.auto()
    FIRST_NAME = enum.auto()
    LAST_NAME = enum.auto()
    SECTION = enum.auto()
    GROUP = enum.auto()
    EXTENSION = enum.auto()
    ROLE = enum.auto()


KINDS: Mapping[Column, tuple[IdKind, ...]] = {
    Column.ID: (IdKind.CANVAS_USER, IdKind.MOODLE_PARTICIPANT, IdKind.STUDENT_NUMBER),
    Column.NUMBER: (IdKind.STUDENT_NUMBER,),
    Column.CANVAS_USER: (IdKind.CANVAS_USER,),
    Column.PARTICIPANT: (IdKind.MOODLE_PARTICIPANT,),
    Column.LOGIN: (IdKind.LOGIN,),
    Column.EMAIL: (IdKind.EMAIL,),
}
"""The columns by which a student is found, and what their ids may be."""

NAMES: Mapping[Column, tuple[str, ...]] = {
    Column.ID: ("id", "identifier", "roster identifier", "source id"),
    Column.NUMBER: (
        *("student id", "id number", "idnumber", "sid", "student number", "student no", "number"),
        *("matriculation number", "sis user id", "sis id", "integration id"),
        *("id nummer", "matrikelnummer", "numéro d'identification", "número de id"),
    ),
    Column.CANVAS_USER: ("canvas user id", "canvas id"),
    Column.PARTICIPANT: ("participant", "participant id", "participant number"),
    Column.LOGIN: (
        *("login", "login id", "sis login id", "username", "user name", "user", "account", "netid", "net id"),
        *("github username", "github login", "github"),
        *("anmeldename", "benutzername", "nom d'utilisateur", "nombre de usuario"),
    ),
    Column.EMAIL: ("email", "e mail", "mail", "email address", "e mail address"),
    Column.NAME: (
        *("name", "student", "full name", "student name", "display name"),
        *("vollständiger name", "nom complet", "nombre completo"),
    ),
    Column.FIRST_NAME: ("first name", "firstname", "given name", "given names", "vorname", "prénom", "nombre"),
    Column.LAST_NAME: (
        *("last name", "lastname", "surname", "family name"),
        *("nachname", "nom", "nom de famille", "apellido", "apellidos", "apellido(s)"),
    ),
    Column.SECTION: ("section", "sections", "section name", "class section"),
    Column.GROUP: (
        *("group", "groups", "group name", "team", "team name"),
        *("gruppe", "gruppen", "groupe", "groupes", "grupo", "grupos"),
    ),
    Column.EXTENSION: ("extension", "extended until", "extra time"),
    Column.ROLE: ("role", "roles"),
}
"""In lower case, with a blank for each separator; Moodle translates its columns."""
BY_NAME = {name: column for column, names in NAMES.items() for name in names}
OF_CANVAS = frozenset({"sis user id", "sis login id"})
"""In a file with one of these, or with "Student" in front and "Section", "ID" is the number of Canvas's user."""
MOODLE_WORKSHEET = frozenset({"grade", "full name", "maximum grade", "grade can be changed", "status"})
"""In a file with one of these, "Identifier" is Moodle's participant."""


def columns_of(header: Sequence[str]) -> list[Column | None]:
    """Return what each column holds, None for a column that identifies no student."""
    names = [_plain(name) for name in header]
    found = {name: BY_NAME.get(name) for name in names}
    if OF_CANVAS & set(names) or (names[:1] == ["student"] and "section" in names):
        found["id"] = Column.CANVAS_USER
    if set(names) & MOODLE_WORKSHEET:
        found["identifier"] = Column.PARTICIPANT
    return [found[name] for name in names]


def _plain(name: str) -> str:
    """Return the name of a column without case, and with a blank for each separator."""
    return SEPARATORS.sub(" ", unicodedata.normalize("NFKC", name).casefold()).strip(" *:")


CUT_NUMBER = re.compile(r"[0-9][.,]?[0-9]{0,9}[eE]\+[0-9]{1,2}", re.ASCII)


class Cells(NamedTuple):
    """A row of the file by its columns."""

    line: int
    by_column: Mapping[Column, list[str]]

    def first(self, *columns: Column) -> str:
        """Return the first text in these columns."""
        return next((text for column in columns for text in self.by_column.get(column, ()) if text), "")


def by_column(row: CsvRow, columns: Sequence[Column | None]) -> Cells:
    """Return the cells of `row`; ValueError, with the remedy, if there are more cells than `columns`."""
    if any(cell.text.strip() for cell in row.cells[len(columns) :]):
        raise ValueError(f"{len(row.cells)} cells for {len(columns)} columns; put a cell with a comma in it in quotes")
    found: dict[Column, list[str]] = defaultdict(list)
    for column, cell in zip(columns, row.cells, strict=False):
        if column is not None and column in KINDS:
            text = _id_cell(cell.text.strip())
            # GitHub Classroom's identifiers are what the teacher likes: numbers, or addresses.
            found[Column.EMAIL if column is Column.ID and "@" in text else column].append(text)
        elif column is not None:
            found[column].append(cell.text.strip())
    return Cells(row.line, found)


def _id_cell(text: str) -> str:
    """Return an id without the marks that protect it in a spreadsheet; ValueError for a number that is cut."""
    if CUT_NUMBER.fullmatch(text):
        raise ValueError(f"{quoted(text)}: a spreadsheet has cut this number; write the whole number, as text")
    if text.startswith('="') and text.endswith('"'):
        return text[2:-1].strip()
    return text.removeprefix("'")


def quoted(text: str) -> str:
    """Return the text of a cell for a message."""
    return f'"{sanitize(text, 60)}"'


MAX_FILE_BYTES = 8 << 20
"""Far more than any course's."""
MAX_ROWS = 20_000
MAX_CELL = 1000
MAX_NAME = 200
SHOWN = 8
"""Names of columns or lines that a message quotes."""
MAX_PROBLEMS = 20
IDS = (Column.CANVAS_USER, Column.PARTICIPANT, Column.ID, Column.NUMBER)
"""Columns with an id of the platform or the university; the first of them is the one to show."""
PARTICIPANT = re.compile(r"[^\W\d_]\D{3,60}?([0-9]{1,20})")
"""Moodle writes a word of the site's language before the number."""
PARTICIPANT_ID = re.compile(r"([^\W\d_]\D{2,60}?\s)[0-9]{1,20}")
"""With a space, so that it is no login."""
ADDRESS = re.compile(r"[^\s@,;]{1,200}@[^\s@,;]{1,200}")
TEST_STUDENT = "student, test"
"""Whom Canvas makes up in each course."""
STUDENT_ROLES = ("student", "learner", "participant")
EXPECTED = "the first line must name columns such as id,name,email,login"


def parse_roster(data: bytes, shown: str) -> Roster:
    """Return the roster in the CSV file `data`; UserError, each line beginning with `shown`, if it is no roster."""
    try:
        header, *rows = _rows(data)
    except ValueError as error:
        raise UserError(f"{shown}: {error}") from None
    columns = _with_participants(_with_addresses(columns_of([cell.text for cell in header.cells]), rows), rows)
    if not set(columns) & set(KINDS):
        here = ", ".join(f'"{sanitize(cell.text, 40)}"' for cell in header.cells[:SHOWN])
        raise UserError(f"{shown}: no column of ids, logins or e-mail addresses among {here}; {EXPECTED}")
    found = _entries(rows, columns, shown)
    entries = _joined(found)
    if Column.ROLE in columns and not any(entry.is_student for entry in entries):  # in a language that we do not know
        entries = [replace(entry, is_student=True) for entry in entries]
    return Roster(shown=shown, entries=tuple(entries), notes=tuple(_notes(found, entries)))


def together(rosters: Sequence[Roster]) -> Roster:
    """Return several rosters, such as those of two sections, as one."""
    if len(rosters) == 1:
        return rosters[0]
    every = [replace(entry, file=one.shown) for one in rosters for entry in one.entries]
    entries = [replace(entry, number=number) for number, entry in enumerate(_joined(every))]
    own = [f"{one.shown}: {note}" for one in rosters for note in one.notes]
    return Roster(
        shown=", ".join(one.shown for one in rosters),
        entries=tuple(entries),
        notes=(*own, *_shared_keys(entries, among_files=True)),
    )


def _rows(data: bytes) -> tuple[CsvRow, ...]:
    """Return the rows of the table in `data`; ValueError, whose message says the remedy, if it holds none."""
    file = read_csv(data, lambda header: 1 + sum(column is not None for column in columns_of(header)))
    if file is None:
        raise ValueError("empty; the first line must name the columns")
    if len(file.rows) > MAX_ROWS:
        raise ValueError(f"more than {MAX_ROWS:,} rows; name the file that lists this class")
    for row in file.rows:
        if any(len(cell.text) > MAX_CELL for cell in row.cells):
            raise ValueError(f"line {row.line}: a cell of more than {MAX_CELL:,} characters; is a quote not closed?")
    return file.rows


def _with_addresses(columns: list[Column | None], rows: Sequence[CsvRow]) -> list[Column | None]:
    """Return `columns`; if no name is known as one of addresses, a column that holds nothing else is one."""
    for at, column in enumerate(columns):
        cells = [text for row in rows if (text := row.text(at))]
        if column is None and Column.EMAIL not in columns and cells and all(map(ADDRESS.fullmatch, cells)):
            return [*columns[:at], Column.EMAIL, *columns[at + 1 :]]
    return columns


def _with_participants(columns: list[Column | None], rows: Sequence[CsvRow]) -> list[Column | None]:
    """Return `columns`; one of ids such as "Teilnehmer/in 301", with the same words in every row, is Moodle's."""
    if Column.ID not in columns:
        return columns
    at = columns.index(Column.ID)
    numbered = [PARTICIPANT_ID.fullmatch(row.text(at)) for row in rows if at < len(row.cells)]
    words = {found and found[1] for found in numbered}
    if len(words) != 1 or None in words:
        return columns
    return [*columns[:at], Column.PARTICIPANT, *columns[at + 1 :]]


def _entries(rows: Sequence[CsvRow], columns: Sequence[Column | None], shown: str) -> list[RosterEntry]:
    """Return an entry for each row that is a person's; UserError with a line for each row that has a mistake."""
    found: list[RosterEntry] = []
    problems: list[str] = []
    for row in rows:
        try:
            cells = by_column(row, columns)
            found += [] if _is_no_person(cells) else [_entry(cells)]
        except ValueError as error:  # noqa: PERF203 - it names the row
            problems.append(f"{shown}, line {row.line}: {error}")
    if problems:
        more = [f"and {len(problems) - MAX_PROBLEMS} more"] if len(problems) > MAX_PROBLEMS else []
        raise UserError("\n".join([*problems[:MAX_PROBLEMS], *more]))
    if not found:
        raise UserError(f"{shown}: lists no student; {EXPECTED}, each further line a student")
    return found


def _is_no_person(cells: Cells) -> bool:
    """Return whether the row is empty, or Canvas's own row about the columns, such as their points possible."""
    has_name = cells.first(Column.NAME, Column.FIRST_NAME, Column.LAST_NAME)
    return not cells.first(*KINDS) and (Column.CANVAS_USER in cells.by_column or not has_name)


def _entry(cells: Cells) -> RosterEntry:
    name = cells.first(Column.NAME) or " ".join(
        filter(None, (cells.first(Column.FIRST_NAME), cells.first(Column.LAST_NAME)))
    )
    try:
        extension = parse_extension(cells.first(Column.EXTENSION))
    except ValueError as error:
        raise ValueError(f"extension {quoted(cells.first(Column.EXTENSION))}: {error}") from None
    role = cells.first(Column.ROLE).casefold()
    return RosterEntry(
        line=cells.line,
        number=cells.line,
        keys=row_keys(_keys(cells)),
        name=sanitize(display_name(name), MAX_NAME) if name else "",
        source_id=next((_shown(_id_text(one, text)) for one in IDS if (text := cells.first(one))), ""),
        login=_shown(cells.first(Column.LOGIN)),
        email=_shown(cells.first(Column.EMAIL)),
        section=_shown(cells.first(Column.SECTION)),
        groups=_groups(cells.first(Column.GROUP)),
        extension=extension,
        is_student=name.casefold() != TEST_STUDENT and (not role or any(word in role for word in STUDENT_ROLES)),
    )


def _keys(cells: Cells) -> Iterator[tuple[IdKind, str]]:
    for column, texts in cells.by_column.items():
        for text in texts:
            yield from ((kind, _id_text(column, text)) for kind in KINDS.get(column, ()))
            if column is Column.ID and (found := PARTICIPANT.fullmatch(text)):
                yield IdKind.MOODLE_PARTICIPANT, found[1]


def _id_text(column: Column, text: str) -> str:
    """Return an id without the word in front of it: "Participant 301" is 301."""
    return found[1] if column is Column.PARTICIPANT and (found := PARTICIPANT.fullmatch(text)) else text


def _groups(text: str) -> tuple[str, ...]:
    """Return the groups in a cell: some platforms write several, with commas between them."""
    parts = [_shown(part.strip()) for part in text.split(",")] if "," in text else []
    return tuple(dict.fromkeys(part for part in (_shown(text), *parts) if part))


def _shown(text: str) -> str:
    return sanitize(text, MAX_NAME)


def _joined(found: Sequence[RosterEntry]) -> list[RosterEntry]:
    """Return the entries; equal facts about who a student is mean the same student."""
    every: dict[object, RosterEntry] = {}
    for number, entry in enumerate(found):
        same = (entry.keys, entry.name) if entry.keys else number
        earlier = every.get(same)
        if earlier is None:
            every[same] = entry
        else:
            every[same] = replace(
                earlier,
                section=earlier.section or entry.section,
                groups=tuple(dict.fromkeys((*earlier.groups, *entry.groups))),
                extension=earlier.extension or entry.extension,
            )
    return list(every.values())


def _notes(found: Sequence[RosterEntry], entries: Sequence[RosterEntry]) -> Iterator[str]:
    """Yield a note for each key that several students have, for each line that is there again, and on damaged names."""
    if damaged := [f"{quoted(entry.name)} ({entry.place})" for entry in entries if is_damaged(entry.name)]:
        yield f"Names in the roster have lost letters: {_list(damaged)}. Save it as CSV UTF-8, or export it again."
    kept = {entry.line for entry in entries}
    if again := [str(entry.line) for entry in found if entry.line not in kept]:
        yield f"The roster has students twice: line {_list(again)} is about somebody of an earlier line."
    yield from _shared_keys(entries)


def _shared_keys(entries: Sequence[RosterEntry], *, among_files: bool = False) -> Iterator[str]:
    """Yield a note for each key that several students have, or, `among_files`, that students of several files have."""
    by_key: dict[Key, list[RosterEntry]] = defaultdict(list)
    for entry in entries:
        for key in entry.keys:
            by_key[key].append(entry)
    for key, having in sorted(by_key.items(), key=lambda item: item[1][0].number):
        if len({entry.file for entry in having} if among_files else having) > 1:
            who = _list([entry.shown for entry in having])
            yield f"In the roster {quoted(key.text)} belongs to several students: {who}. Nobody is found by it alone."


def _list(texts: Sequence[str]) -> str:
    more = f" and {len(texts) - SHOWN} more" if len(texts) > SHOWN else ""
    return f"{', '.join(texts[:SHOWN])}{more}"
