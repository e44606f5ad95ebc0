"""Which row of a platform's file is whose: by ids, logins and addresses, never by names, and never guessed."""

from __future__ import annotations

import enum
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from grader.model.identity import Identity
from grader.model.person_key import person_key


class Kind(enum.Enum):
    """What an id identifies. Equal ids of two kinds may be those of two students."""

    CANVAS_USER = enum.auto()
    MOODLE_PARTICIPANT = enum.auto()
    STUDENT_NUMBER = enum.auto()
    """That of the university."""
    LOGIN = enum.auto()
    EMAIL = enum.auto()


KINDS_BY_LAYOUT: Mapping[str, frozenset[Kind]] = MappingProxyType(
    {
        "canvas": frozenset({Kind.CANVAS_USER}),
        "moodle": frozenset({Kind.MOODLE_PARTICIPANT}),
        "gradescope": frozenset({Kind.STUDENT_NUMBER}),
        "blackboard": frozenset({Kind.LOGIN, Kind.STUDENT_NUMBER}),
        "nbgrader": frozenset({Kind.LOGIN, Kind.STUDENT_NUMBER}),
        "github-classroom": frozenset({Kind.LOGIN}),
        "classroom50": frozenset({Kind.LOGIN}),
        "submit50": frozenset({Kind.LOGIN}),
    }
)
"""What the ids are that a class has from its download."""


class Key(NamedTuple):
    """An id with its kind, as it is compared."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """A student's row in a platform's file."""

    row: int
    """Its number among the file's rows."""
    shown: str
    """What a message calls it; not sanitized."""
    keys: frozenset[Key]
    closed: str = ""
    """Why no mark may be entered; empty if one may."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """Whose row is which."""

    rows: Mapping[str, FileRow]
    """By the ids of the students."""
    unclear: frozenset[str]
    """The ids of students whom several rows fit, or whose row fits somebody else too."""
    rows_left: tuple[FileRow, ...]
    """Rows that fit nobody."""


def row_keys(cells: Iterable[tuple[Kind, str]]) -> frozenset[Key]:
    """Return the keys of a row with these cells; empty cells say nothing."""
    return frozenset(Key(kind, person_key(text)) for kind, text in cells if person_key(text))


def match(people: Sequence[Identity], rows: Sequence[FileRow], layout: str) -> Matches:
    """
    Return which of `rows` belongs to whom; `layout` is the name of the class's download, empty if it is not known.

    All that is known about a student counts together: whoever fits two rows, by the id and by the address, gets none.
    """
    by_key: dict[Key, list[FileRow]] = defaultdict(list)
    for row in rows:
        for key in row.keys:
            by_key[key].append(row)
    fitting = {who.id: {row.row: row for key in _keys(who, layout) for row in by_key[key]} for who in people}
    claims = Counter(row for fits in fitting.values() for row in fits)
    found = {
        name: next(iter(fits.values()))
        for name, fits in fitting.items()
        if len(fits) == 1 and claims[next(iter(fits))] == 1
    }
    return Matches(
        rows=found,
        unclear=frozenset(name for name, fits in fitting.items() if fits and name not in found),
        rows_left=tuple(row for row in rows if row.row not in claims),
    )


def _keys(who: Identity, layout: str) -> Iterator[Key]:
    """Yield all that may identify a student: logins may be addresses, and some platforms use them as ids."""
    kinds = KINDS_BY_LAYOUT.get(layout, frozenset(Kind))
    ids = [(kind, who.source_id) for kind in kinds]
    logins = [(kind, who.login) for kind in (Kind.LOGIN, Kind.EMAIL)]
    addresses = [(kind, who.email) for kind in (Kind.EMAIL, Kind.LOGIN)]
    yield from row_keys([*ids, *logins, *addresses])
