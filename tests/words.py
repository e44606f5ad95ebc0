"""Reasons that say a text of the test."""

from __future__ import annotations

from grader.model.reason import Said, reason


def words(text: str) -> Said:
    """Return what says `text`."""
    return (reason("in_words", words=text),)
