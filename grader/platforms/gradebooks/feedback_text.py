"""What a student reads beside the mark in a learning platform: the mark, where points were lost, what to correct."""

from __future__ import annotations

import html
import re

from grader.blocks import plain
from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.story.answer import answer_facts
from grader.text.marks_text import changes, filled_in
from grader.text.spreadsheet_cell import guard_parts

MAX_PART = 600
"""Characters of one part of the text."""
OURS = re.compile(r"(?:<p>)?Mark: [0-9]", re.ASCII)
"""How every text of ours begins; so nothing that a student wrote begins a cell."""


def feedback_text(result: Result, *, as_html: bool) -> str:
    """
    Return the text for the student of `result`, which has a score, in one line, so that no cell has several.

    A spreadsheet must not run a part of it as a formula, also if it splits cells at semicolons.
    """
    parts: dict[str, list[str]] = {}
    for label, said in answer_facts(result):
        parts.setdefault(label, []).append(plain(said))
    for item in result.criteria:
        if item.deduction is not None:
            parts.setdefault(item.title, []).append(item.message)
    for given in (*filled_in(result), *changes(result)):
        if given.mark.comment:
            parts.setdefault(given.title, []).append(given.mark.comment)
    facts = [f"{label}: {_one_line(', '.join(texts))}" for label, texts in parts.items()]
    text = "".join(f"<p>{_escaped(fact)}</p>" for fact in facts) if as_html else " / ".join(facts)
    return guard_parts(text)


def _escaped(text: str) -> str:
    # Moodle reads CSV with PHP, where a quotation mark behind a backslash does not end a cell.
    return html.escape(text, quote=False).replace("\\", "&#92;")


def _one_line(text: str) -> str:
    """Return `text`, which reports align in columns, with single spaces."""
    return " ".join(sanitize(text, MAX_PART).split())


def is_ours(text: str) -> bool:
    """Return whether `text` was written by an earlier export, so that a newer one may replace it."""
    return not text or OURS.match(text) is not None
