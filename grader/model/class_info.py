"""What a class's reports say about the class as a whole: how it was read, and what is no part of any submission."""

from __future__ import annotations

from dataclasses import dataclass

PLAIN = "plain"
"""The layout of a class that comes from no platform: a folder or file per student."""
MAX_SHOWN = 1000
"""Skipped files that reports for people name."""


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
    """All texts are sanitized; a text is empty if nothing is known."""

    source: str = ""
    """What the class was read from, such as ``Moodle download, 58 submissions``."""
    layout: str = ""
    """The name of the layout that it had, as after ``--from``; it says what the ids of the platform are."""
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()
    """Sentences for the instructor, such as who is not in the roster."""
    double_claims: tuple[str, ...] = ()
    """Sentences on submissions that claim one student, so that a person must say whose they are."""

    @property
    def shown_skipped(self) -> tuple[Skipped, ...]:
        """The skipped files as far as reports for people name them."""
        more = len(self.skipped) - MAX_SHOWN
        rest = (Skipped(name=f"and {more:,} more", reason="all of them are in class.json"),) if more > 0 else ()
        return (*self.skipped[:MAX_SHOWN], *rest)

    @property
    def sentences(self) -> tuple[str, ...]:
        """All that an instructor should read, what is not certain first."""
        return (*self.double_claims, *self.notes)


NOTHING_KNOWN = ClassInfo()
