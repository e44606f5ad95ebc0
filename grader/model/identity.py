"""The student behind a submission, and whose row of a table is whose: by ids and addresses, never by names."""

from __future__ import annotations

import dataclasses
import enum
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from msgspec import Struct


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A student of a class. All text is sanitized; unknown text is empty."""

    id: str
    """Safe as a folder name and unique within the class: the platform's id if there is one."""
    student: str
    """The name to show, in the script it was written in."""
    source_id: str = ""
    """The platform's own id in its own spelling, such as Moodle's participant id or Canvas's user id."""
    login: str = ""
    email: str = ""
    group: str = ""
    """The name of the group that handed in together."""
    section: str = ""
    late: bool | None = None
    """Whether the platform calls the work late; None if it says nothing."""
    submitted_at: str = ""
    """ISO 8601 with an offset."""
    extension: str = ""
    """More time for this student: ISO 8601 with an offset, or hours after the due time, such as ``48 h``."""
    decided: str = ""
    """A person's decision about the student: the file, the time, the extension, the group, and why."""
    doubt: str = ""
    """Why the student may have meant other work, such as newer work on another branch."""
    upload: str = ""
    """The name of the work in a platform's download; feedback goes back under the same name."""

    @property
    def label(self) -> str:
        """The id, with the name if it differs: ``301 (Ada Lovelace)``."""
        return self.id if self.id == self.student else f"{self.id} ({self.student})"


def identity_fields(who: Identity) -> dict[str, Any]:
    """Return the fields of `who`, for another value about the same student."""
    return {field.name: getattr(who, field.name) for field in dataclasses.fields(Identity)}


LOST_LETTERS = ("?", "\N{REPLACEMENT CHARACTER}")
LEAST_WORDS = 2
"""A name of one word may be a login, or a name written together."""


def person_key(text: str) -> str:
    """
    Return `text` for comparisons: without case, full-width forms, spaces around it and leading zeros of a number.

    Spreadsheets drop leading zeros. Several students may fit, by one name or by numbers that differ in zeros.
    """
    key = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).strip()
    return key.lstrip("0") or "0" if key.isascii() and key.isdigit() else key


def written_key(text: str) -> str:
    """Return an id or a name, as a person writes it into a table, for comparisons; it may fit several students."""
    return person_key(" ".join(text.split()))


class IdKind(enum.Enum):
    """What an id identifies. Equal ids of different kinds may belong to two students."""

    CANVAS_USER = enum.auto()
    MOODLE_PARTICIPANT = enum.auto()
    STUDENT_NUMBER = enum.auto()
    """The university's number of the student."""
    LOGIN = enum.auto()
    EMAIL = enum.auto()


class ClassIds(Struct, frozen=True, kw_only=True):
    """The kinds of a class's ids, which depend on its platform."""

    kinds: frozenset[IdKind] = frozenset(IdKind)
    """All kinds if the platform is unknown: downloads with logins only get their ids from a roster."""
    named_by_people: bool = False
    """Whether the name of a student's folder or file may be an id, a login or an address."""


UNKNOWN_IDS = ClassIds()


class Key(NamedTuple):
    """An id with its kind, for comparisons."""

    kind: IdKind
    text: str


class FileRow(Struct, frozen=True, kw_only=True):
    """A student's row in a table."""

    row: int
    """The number of the row in the table."""
    shown: str
    """The student in messages; not sanitized."""
    keys: frozenset[Key]
    closed: str = ""
    """Why no mark may be entered; empty if a mark may."""
    made_up: bool = False
    """Whether the platform itself invented the student, for teachers to try things out."""


class Matches(Struct, frozen=True, kw_only=True):
    """Which row belongs to which student."""

    rows: Mapping[str, FileRow]
    """By the ids of the students, without those whom several rows fit, or whose row fits another student, too."""
    fits: Mapping[str, tuple[FileRow, ...]]
    """All rows that fit a student, by the ids of the students."""
    rows_left: tuple[FileRow, ...]
    """Rows that fit nobody."""


def row_keys(cells: Iterable[tuple[IdKind, str]]) -> frozenset[Key]:
    """Return the keys of a row with these cells, without empty cells."""
    return frozenset(Key(kind, person_key(text)) for kind, text in cells if person_key(text))


def match(people: Sequence[Identity], rows: Sequence[FileRow], ids: ClassIds) -> Matches:
    """
    Match students and rows; `ids` says what the ids of the class are.

    All facts about a student count together: a student who fits two rows, one by id and one by address, gets no row.
    A value in several rows, such as the address of an office, counts only for a student who fits by nothing else.
    """
    by_key: dict[Key, list[FileRow]] = defaultdict(list)
    for row in rows:
        for key in row.keys:
            by_key[key].append(row)
    fits = {who.id: _fitting(row_keys(_cells(who, ids)), by_key) for who in people}
    claims = Counter(row.row for fitting in fits.values() for row in fitting)
    return Matches(
        rows={name: fit[0] for name, fit in fits.items() if len(fit) == 1 and claims[fit[0].row] == 1},
        fits=fits,
        rows_left=tuple(row for row in rows if row.row not in claims),
    )


def _fitting(keys: frozenset[Key], by_key: Mapping[Key, list[FileRow]]) -> tuple[FileRow, ...]:
    """Return the rows that have one of `keys`, only those with a unique key if there are any."""
    hits = [by_key[key] for key in keys if key in by_key]
    counting = [hit for hit in hits if len(hit) == 1] or hits
    return tuple(sorted({row.row: row for hit in counting for row in hit}.values(), key=lambda row: row.row))


def _cells(who: Identity, ids: ClassIds) -> Iterator[tuple[IdKind, str]]:
    """Yield all ids of a student: logins may be addresses, and some platforms use logins as ids."""
    yield from ((kind, who.source_id) for kind in ids.kinds)
    yield from ((kind, who.login) for kind in (IdKind.LOGIN, IdKind.EMAIL))
    yield from ((kind, who.email) for kind in (IdKind.EMAIL, IdKind.LOGIN))
    if ids.named_by_people and not (who.source_id or who.login or who.email):
        yield from ((kind, who.student) for kind in IdKind)


def is_damaged(name: str) -> bool:
    """Return whether letters of `name` were lost, as when Excel saves a table without Unicode."""
    return any(mark in name for mark in LOST_LETTERS)


def have_other_names(one: str, other: str) -> bool:
    """Return whether two names of several words have no word in common: then the table may be that of another class."""
    if is_damaged(one) or is_damaged(other):
        return False
    words, others = name_words(one), name_words(other)
    return min(len(words), len(others)) >= LEAST_WORDS and not words & others


def name_words(name: str) -> set[str]:
    """Return the words of a name for comparisons: without case and accents, in any order."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", name).casefold() if not unicodedata.combining(char))
    return set("".join(char if char.isalpha() else " " for char in bare).split())
