"""The word for a verdict, as all reports show it."""

from __future__ import annotations

from grader.model.verdict import Verdict

WORDS = {Verdict.PENDING: "to be marked", Verdict.HARNESS_FAULT: "internal error"}
"""The other verdicts are called by their value."""


def verdict_word(verdict: Verdict) -> str:
    """Return the word for `verdict`, such as ``fail`` or ``to be marked``."""
    return WORDS.get(verdict, verdict.value)
