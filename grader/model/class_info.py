"""What a class's reports say about the class as a whole: how it was read, and what is no part of any submission."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A file that belongs to no submission."""

    name: str
    reason: str
    """Why, or what to do if it is a student's work after all."""

    @property
    def text(self) -> str:
        """Both in one: ``bob.zip (unpack it)``."""
        return f"{self.name} ({self.reason})"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassInfo:
    """All of it is sanitized; what is not known is empty."""

    source: str = ""
    """What the class was read from, such as ``Moodle download, 58 submissions``."""
    layout: str = ""
    """The name of the layout that it had, as after ``--from``; it says what the ids of the platform are."""
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the instructor, such as which entries claim to be one student."""


NOTHING_KNOWN = ClassInfo()
