"""The students of a class, as a list of the platform or the teacher names them."""

from __future__ import annotations

from dataclasses import dataclass

from grader.model.person_match import FileRow, Key


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    """A student of the roster; all text is sanitized, what the roster does not say is empty."""

    line: int
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
        return f"{self.name or self.source_id or self.login or self.email} (line {self.line})"

    @property
    def row(self) -> FileRow:
        """The entry, to be matched with submissions."""
        return FileRow(row=self.line, shown=self.shown, keys=self.keys)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """The students of a class."""

    shown: str
    """The file's path, for messages."""
    entries: tuple[RosterEntry, ...]
    notes: tuple[str, ...] = ()
    """Sentences about lines that say the same of several students, or nothing."""
