"""The values of class reports: a row for each student, the order of rows, facts about the whole class."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TypeAlias

from msgspec import Struct

from grader.model.identity import Identity
from grader.model.result import Result

PLAIN = "plain"
"""The layout of a class that comes from no platform: a folder or file per student."""
MAX_SHOWN = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A file that belongs to no submission."""

    name: str
    reason: str
    """Why the file was skipped, or what to do if it is a student's work after all."""

    @property
    def text(self) -> str:
        """Name and reason: ``bob.zip (unpack it)``."""
        return f"{self.name} ({self.reason})"


class ClassInfo(Struct, frozen=True, kw_only=True):
    """Facts about the class. All texts are sanitized; an unknown text is empty."""

    source: str = ""
    """The origin of the class, such as ``Moodle download, 58 submissions``."""
    layout: str = ""
    """The layout's name, as after ``--from``; it tells what the ids of the platform are."""
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the instructor, such as who is not in the roster."""
    double_claims: tuple[str, ...] = ()
    """Sentences on submissions that claim the same student: a person must say whose they are."""

    @property
    def shown_skipped(self) -> tuple[Skipped, ...]:
        more = len(self.skipped) - MAX_SHOWN
        rest = (Skipped(name=f"and {more:,} more", reason="all of them are in class.json"),) if more > 0 else ()
        return (*self.skipped[:MAX_SHOWN], *rest)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All sentences for an instructor, uncertain facts first."""
        return (*self.double_claims, *self.notes)


NOTHING_KNOWN = ClassInfo()


NUMBER = re.compile(r"\d+")
DIGITS = 12
"""The length to which numbers in names are filled up for comparing: student-9 comes before student-10."""
PLAIN_LETTERS = str.maketrans(
    {"æ": "ae", "ð": "d", "ø": "o", "þ": "th", "đ": "d", "ħ": "h", "\u0131": "i", "ł": "l", "œ": "oe", "ŧ": "t"}
)
"""Letters whose accents do not come off, and their plain spelling; the class page's search does the same."""


NOTHING_HANDED_IN = "nothing handed in"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotGraded(Identity):
    """A student without a result."""

    reason: str
    missing: bool = False
    """Whether nothing was handed in; otherwise the submission could not be read."""
    for_instructor: bool = False
    """Whether the reason is only for the instructor: it names somebody else's work, or the roster."""
    acceptable: str = ""
    """A file that is wrong only in its name: a person can accept it as it is."""


ClassRow: TypeAlias = Result | NotGraded


def student_of(row: ClassRow) -> Identity:
    return row if isinstance(row, NotGraded) else row.submission


def roster_place(row: ClassRow) -> tuple[str, str]:
    """Return a key for the order of names, then ids: Åsa stands among the As, Łukasz among the Ls, in any case."""
    who = student_of(row)
    bare = "".join(char for char in unicodedata.normalize("NFKD", who.student) if not unicodedata.combining(char))
    plain = bare.casefold().translate(PLAIN_LETTERS)
    return NUMBER.sub(lambda found: found.group().zfill(DIGITS), plain), who.id
