"""What there is to say about a test, as plain text; no line begins with a student's words."""

from __future__ import annotations

from collections.abc import Iterator

from grader.blocks import Block, Facts
from grader.capabilities.registry import tell_found
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.platforms.reports.entries import ReportEntry
from grader.render.terminal import as_text
from grader.story.evidence import evidence
from grader.text.line_breaks import visible_blanks
from grader.text.marks_text import given_text, was_text
from grader.text.number_text import decimal_text
from grader.text.reasons import check_text
from grader.text.verdict_text import item_word, verdict_word

MAX_LINE = 1000
"""Characters of the verdict with its message."""
WIDTH = 1000
"""Columns: what shows the text breaks its lines."""


def short_text(entry: ReportEntry) -> str:
    """Return the verdict and why, in one line."""
    item, check = entry.item, entry.check
    word = item_word(item) if check is None else verdict_word(check.verdict)
    message = item.message if check is None else check_text(check)
    return f"{word}: {visible_blanks(sanitize(message, MAX_LINE))}" if message else word


def entry_text(entry: ReportEntry) -> str:
    """Return all that there is to say about a test, in lines; nothing about one that is simply passed."""
    more = as_text((*_hand_marks(entry), *_told(entry)), WIDTH)
    message = entry.item.message if entry.check is None else check_text(entry.check)
    says_nothing = not message and (entry.verdict is Verdict.PASS or (entry.check is None and more))
    return "\n".join(filter(None, ["" if says_nothing else short_text(entry), more]))


def _told(entry: ReportEntry) -> Iterator[Block]:
    item, check = entry.item, entry.check
    if check is not None:
        yield from evidence(check, "" if check.verdict is Verdict.PASS else check.sheet)
        return
    if item.verdict is Verdict.PENDING and item.proposed is not None:
        yield Facts((("proposed", f"{decimal_text(item.proposed)} of {decimal_text(item.points)}"),))
    failed = [one for one in item.checks if one.verdict is not Verdict.PASS]
    if failed:
        yield Facts(tuple((verdict_word(one.verdict), f"{one.title}: {check_text(one)}") for one in failed))
    yield from tell_found(item)


def _hand_marks(entry: ReportEntry) -> Iterator[Block]:
    given = entry.item if entry.check is None else entry.check
    if given.manual is None:
        return
    changed = f" ({was_text(given)})" if given.was is not None else ""
    by = f", {said}" if (said := given_text(given.manual)) else ""
    comment = f": {given.manual.comment}" if given.manual.comment else ""
    points = f"{decimal_text(given.earned)} of {decimal_text(given.points)}"
    yield Facts((("by hand", f"{points}{changed}{comment}{by}"),))
