"""What a student reads beside the mark in a learning platform: the mark, where points were lost, what to correct."""

from __future__ import annotations

import html
import re

from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.reports.classes.gradebook import guard_parts
from grader.reports.student.finding_groups import finding_groups
from grader.reports.student.summary import summary

MAX_PART = 600
"""Characters of one part of the text."""
FIRST = "Mark"
"""Every text of ours begins with this word and a number; nothing that a student wrote begins a cell."""
OURS = re.compile(r"(?:<p>)?Mark: [0-9]", re.ASCII)


def feedback_text(result: Result, *, as_html: bool) -> str:
    """
    Return the text for the student of `result`, which has a score, in one line, so that no cell has several.

    A spreadsheet must not run a part of it as a formula, also if it splits cells at semicolons.
    """
    facts = [f"{fact.label}: {sanitize(fact.text, MAX_PART)}" for fact in summary(result, finding_groups(result))]
    text = "".join(f"<p>{html.escape(fact)}</p>" for fact in facts) if as_html else " / ".join(facts)
    return guard_parts(text)


def is_ours(text: str) -> bool:
    """Return whether `text` was written by an earlier export, so that a newer one may replace it."""
    return not text or OURS.match(text) is not None
