"""One row of a class report: a student with a result, or a student without one; and the order of these rows."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from grader.model.identity import Identity
from grader.model.result import Result

NUMBER = re.compile(r"\d+")
DIGITS = 12
"""Numbers in names are compared as if they had so many digits: student-9 comes before student-10."""
PLAIN_LETTERS = str.maketrans(
    {"æ": "ae", "ð": "d", "ø": "o", "þ": "th", "đ": "d", "ħ": "h", "\u0131": "i", "ł": "l", "œ": "oe", "ŧ": "t"}
)
"""Letters without an accent to leave out, and what each is compared as; the class page's search does the same."""


NOTHING_HANDED_IN = "nothing handed in"


@dataclass(frozen=True, slots=True, kw_only=True)
class NotGraded(Identity):
    """A student without a result."""

    reason: str
    missing: bool = False
    """Whether nothing was handed in; otherwise the submission could not be read."""


ClassRow: TypeAlias = Result | NotGraded


def student_of(row: ClassRow) -> Identity:
    return row if isinstance(row, NotGraded) else row.submission


class RosterPlace(NamedTuple):
    """What the rows of a class are sorted by."""

    name: str
    """As it is compared: without case and accents."""
    id: str


def roster_place(row: ClassRow) -> RosterPlace:
    """Return the place of `row` in the order of names: Åsa stands among the As, Łukasz among the Ls, in any case."""
    who = student_of(row)
    bare = "".join(char for char in unicodedata.normalize("NFKD", who.student) if not unicodedata.combining(char))
    plain = bare.casefold().translate(PLAIN_LETTERS)
    return RosterPlace(NUMBER.sub(lambda found: found.group().zfill(DIGITS), plain), who.id)
