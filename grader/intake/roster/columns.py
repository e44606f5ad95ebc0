"""The columns of tables about students, by their names in the files of platforms and people, and times in cells."""

from __future__ import annotations

import enum
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from grader.model.csv_file import BYTE_ORDER_MARK, CsvRow, in_quotes
from grader.model.identity import IdKind
from grader.model.instant import extended, parse_instant

SEPARATORS = re.compile(r"[\s_\-.]+")


class Column(enum.Enum):
    """
    The content of a column; the value of each has the names of such columns in the files of platforms and people.

    In lower case, with a blank for each separator. Moodle translates its columns.
    """

    ID = ("id", "identifier", "roster identifier", "source id")
    """An id of any kind: the platform's, or one that people use."""
    NUMBER = (
        *("student id", "id number", "idnumber", "sid", "student number", "student no", "number"),
        *("matriculation number", "sis user id", "sis id", "integration id"),
        *("id nummer", "matrikelnummer", "numéro d'identification", "número de id"),
    )
    """The university's number of the student."""
    CANVAS_USER = ("canvas user id", "canvas id")
    PARTICIPANT = ("participant", "participant id", "participant number")
    """Moodle's "Participant 301", with a word in the site's language."""
    LOGIN = (
        *("login", "login id", "sis login id", "username", "user name", "user", "account", "netid", "net id"),
        *("github username", "github login", "github"),
        *("anmeldename", "benutzername", "nom d'utilisateur", "nombre de usuario"),
    )
    EMAIL = ("email", "e mail", "mail", "email address", "e mail address")
    NAME = (
        *("name", "student", "full name", "student name", "display name"),
        *("vollständiger name", "nom complet", "nombre completo"),
    )
    FIRST_NAME = ("first name", "firstname", "given name", "given names", "vorname", "prénom", "nombre")
    LAST_NAME = (
        *("last name", "lastname", "surname", "family name"),
        *("nachname", "nom", "nom de famille", "apellido", "apellidos", "apellido(s)"),
    )
    SECTION = ("section", "sections", "section name", "class section")
    GROUP = (
        *("group", "groups", "group name", "team", "team name"),
        *("gruppe", "gruppen", "groupe", "groupes", "grupo", "grupos"),
    )
    EXTENSION = ("extension", "extended until", "extra time")
    TIME = (
        *("time", "submitted at", "submitted", "submission time", "submission date", "date submitted", "handed in"),
        *("last modified (submission)", "zuletzt geändert (abgabe)", "última modificación (entrega)"),
        "dernière modification (travail remis)",
    )
    LATE = ("late", "is late", "lateness", "lateness (h:m:s)", "verspätet", "en retard")
    """Whether or how much the hand-in was late."""
    FILE = ("file", "graded file")
    COMMIT = ("commit", "graded commit")
    REASON = ("reason", "comment")
    """A person's reason for the decision in the row."""
    ROLE = ("role", "roles")


KINDS: Mapping[Column, tuple[IdKind, ...]] = {
    Column.ID: (IdKind.CANVAS_USER, IdKind.MOODLE_PARTICIPANT, IdKind.STUDENT_NUMBER),
    Column.NUMBER: (IdKind.STUDENT_NUMBER,),
    Column.CANVAS_USER: (IdKind.CANVAS_USER,),
    Column.PARTICIPANT: (IdKind.MOODLE_PARTICIPANT,),
    Column.LOGIN: (IdKind.LOGIN,),
    Column.EMAIL: (IdKind.EMAIL,),
}
"""The columns that identify a student, and the possible kinds of their ids."""

BY_NAME = {name: column for column in Column for name in column.value}
OF_CANVAS = frozenset({"sis user id", "sis login id"})
"""With one of these columns, or with "Student" first and "Section", "ID" is the number of Canvas's user."""
MOODLE_WORKSHEET = frozenset({"grade", "full name", "maximum grade", "grade can be changed", "status"})
"""With one of these columns, "Identifier" is Moodle's participant."""


def columns_of(header: Sequence[str]) -> list[Column | None]:
    """Return the content of each column, None for an unknown one."""
    names = [_plain(name) for name in header]
    found = {name: BY_NAME.get(name) for name in names}
    if OF_CANVAS & set(names) or (names[:1] == ["student"] and "section" in names):
        found["id"] = Column.CANVAS_USER
    if set(names) & MOODLE_WORKSHEET:
        found["identifier"] = Column.PARTICIPANT
        found["status"] = Column.LATE
    return [found[name] for name in names]


def _plain(name: str) -> str:
    """Return the name of a column in lower case, with a blank for each separator."""
    return SEPARATORS.sub(" ", unicodedata.normalize("NFKC", name).casefold()).strip(f"{BYTE_ORDER_MARK} *:")


CUT_NUMBER = re.compile(r"[0-9][.,]?[0-9]{0,9}[eE]\+[0-9]{1,2}", re.ASCII)


class Cells(NamedTuple):
    """A row of the file by its columns."""

    line: int
    by_column: Mapping[Column, list[str]]

    def first(self, *columns: Column) -> str:
        return next((text for column in columns for text in self.by_column.get(column, ()) if text), "")


def by_column(row: CsvRow, columns: Sequence[Column | None]) -> Cells:
    """Return the cells of `row` (ValueError, with the remedy, if it has more cells than `columns`)."""
    if any(cell.text.strip() for cell in row.cells[len(columns) :]):
        raise ValueError(f"{len(row.cells)} cells for {len(columns)} columns; put a cell with a comma in it in quotes")
    found: dict[Column, list[str]] = defaultdict(list)
    for column, cell in zip(columns, row.cells, strict=False):
        if column is not None and column in KINDS:
            text = _id_cell(cell.text.strip())
            # GitHub Classroom's identifiers are the teacher's choice: numbers, or addresses.
            found[Column.EMAIL if column is Column.ID and "@" in text else column].append(text)
        elif column is not None:
            found[column].append(cell.text.strip())
    return Cells(row.line, found)


def _id_cell(text: str) -> str:
    """Return an id without its protection from a spreadsheet (ValueError for a number that was cut)."""
    if CUT_NUMBER.fullmatch(text):
        raise ValueError(f"{in_quotes(text)}: a spreadsheet has cut this number; write the whole number, as text")
    if text.startswith('="') and text.endswith('"'):
        return text[2:-1].strip()
    return text.removeprefix("'")


NO_TIME = frozenset({"", "-", "–", "never", "nie", "jamais", "nunca"})  # noqa: RUF001 - Moodle in some languages
NAIVE = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})[T ]([0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)(?:\.[0-9]{1,9})?", re.ASCII)
DOTTED = re.compile(r"([0-9]{1,2})\.([0-9]{1,2})\.([0-9]{4}),? ([0-9]{1,2}:[0-9]{2})(?::[0-9]{2})?", re.ASCII)
"""A date as spreadsheets write it in many countries; with slashes the order of day and month would be unclear."""
WORD = re.compile(r"[^\W\d_]+|[0-9]+(?::[0-9]+)*")
CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?", re.ASCII)
MONTHS = (
    ("january", "januar", "janvier", "enero"),
    ("february", "februar", "février", "febrero"),
    ("march", "märz", "mars", "marzo"),
    ("april", "avril", "abril"),
    ("may", "mai", "mayo"),
    ("june", "juni", "juin", "junio"),
    ("july", "juli", "juillet", "julio"),
    ("august", "août", "agosto"),
    ("september", "septembre", "septiembre"),
    ("october", "oktober", "octobre", "octubre"),
    ("november", "novembre", "noviembre"),
    ("december", "dezember", "décembre", "diciembre"),
)
MONTH_NUMBERS = {name: month for month, names in enumerate(MONTHS, 1) for name in (*names, names[0][:3])}
NOON = 12
YES = frozenset({"yes", "true", "1", "late", "ja", "verspätet", "oui", "sí"})
NO = frozenset({"no", "false", "0", "on time", "in time", "nein", "pünktlich", "non"})
LATE_WORDS = ("late", "verspätet", "en retard", "tarde", "retraso")
DURATION = re.compile(r"([0-9]{1,4}) ?([^\W\d_]+)")
SPAN = re.compile(r"([0-9]{1,5}):([0-9]{2}):([0-9]{2})", re.ASCII)
UNITS = {
    **dict.fromkeys(("year", "years", "jahr", "jahre", "année", "ans", "año", "años"), timedelta(days=365)),
    **dict.fromkeys(("day", "days", "tag", "tage", "jour", "jours", "día", "días"), timedelta(days=1)),
    **dict.fromkeys(("hour", "hours", "stunde", "stunden", "heure", "heures", "hora", "horas"), timedelta(hours=1)),
    **dict.fromkeys(("min", "mins", "minute", "minuten", "minutes", "minutos"), timedelta(minutes=1)),
    **dict.fromkeys(("sec", "secs", "sekunde", "sekunden", "secondes", "segundos"), timedelta(seconds=1)),
}
"""Moodle's units of time, in some languages."""


def read_times(time: str, late: str, extension: str, due: datetime | None) -> tuple[str, bool | None]:
    """
    Return the time in the cells `time` and `late` of a student with this `extension`, and whether it was late.

    An unknown time is empty, any other ISO 8601 with an offset. A time without an offset is one of the place where work
    is `due`, as platforms write it. A delay such as "1 day 3 hours late" becomes a time, too. ValueError, with the
    remedy, for an unreadable cell.
    """
    is_late, over = _lateness(late)
    if time.strip().casefold() not in NO_TIME:
        return read_time(time, due), is_late
    at = extended(due, extension) + over if over and due is not None else None
    return "" if at is None else at.isoformat(), is_late


def read_time(text: str, due: datetime | None) -> str:
    """Return the time `text` as ISO 8601 with an offset (ValueError, with the remedy, if it is unreadable)."""
    try:
        return parse_instant(text.strip().replace(" UTC", "Z")).isoformat()
    except ValueError as error:
        found = _local_time(text.strip())
        if found is None or due is None:
            hint = " (or name the due time, whose offset then counts)" if found else ""
            raise ValueError(f"time {in_quotes(text)}: {error}{hint}") from None
    return found.replace(tzinfo=due.tzinfo).isoformat()


def _local_time(text: str) -> datetime | None:
    """Return a time without an offset: ``2026-09-01 23:59``, or ``Tuesday, 1 September 2026, 11:59 PM``."""
    try:
        if found := NAIVE.fullmatch(text):
            return datetime.fromisoformat(f"{found[1]}T{found[2].zfill(5)}")
        if found := DOTTED.fullmatch(text):
            return datetime.fromisoformat(f"{found[3]}-{found[2].zfill(2)}-{found[1].zfill(2)}T{found[4].zfill(5)}")
        words = [word.casefold() for word in WORD.findall(text)]
        month = next(MONTH_NUMBERS[word] for word in words if word in MONTH_NUMBERS)
        clock = next(word for word in words if CLOCK.fullmatch(word))
        day, year = sorted(int(word) for word in words if word.isdecimal())
        hour, minute = map(int, clock.split(":")[:2])
        if {"am", "pm"} & set(words):
            hour = hour % NOON + NOON * ("pm" in words)
        return datetime(year, month, day, hour, minute)  # noqa: DTZ001 - its offset is that of the due time
    except (ValueError, StopIteration):
        return None


def _lateness(text: str) -> tuple[bool | None, timedelta]:
    """Return whether and how much work was late; a status such as "Submitted for grading" does not tell."""
    plain = text.strip().casefold()
    if plain in YES or plain in NO:
        return plain in YES, timedelta()
    if span := SPAN.fullmatch(plain):  # Gradescope writes hours, minutes and seconds
        hours, minutes, seconds = map(int, span.groups())
        over = timedelta(hours=hours, minutes=minutes, seconds=seconds)
        return bool(over), over
    # Moodle writes the status, the delay, and an extension, with dashes between them.
    for part in plain.split(" - "):
        if any(part.endswith(word) for word in LATE_WORDS):
            lengths = [int(number) * UNITS[unit] for number, unit in DURATION.findall(part) if unit in UNITS]
            return True, sum(lengths, timedelta())
    return None, timedelta()
