"""What there is to say about a test, as plain text; no line begins with a student's words."""

from __future__ import annotations

from collections.abc import Iterator

from grader.capabilities.quality.report import QualityReport
from grader.capabilities.quality.story import kind_heading
from grader.model.counterexample import Counterexample
from grader.model.result import CheckResult, ItemResult
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.platforms.reports.entries import ReportEntry
from grader.story.findings import difference_lines
from grader.text.board_text import draw_continuation, draw_counterexample
from grader.text.line_breaks import MARK, visible_blanks
from grader.text.marks_text import given_text, was_text
from grader.text.move_explanation import move_explanation
from grader.text.number_text import decimal_text
from grader.text.reasons import check_text, said
from grader.text.reproduction_text import reproduction_heading
from grader.text.transcript import DIALOGUE_TITLE, dialogue_text
from grader.text.verdict_text import item_word, verdict_word

MAX_LINE = 1000
"""Characters of a line that is not a command."""
MAX_COMMAND = 2000
MAX_DIALOGUE = 40
"""Lines of a dialogue."""
LABEL = 12
"""Columns of a label."""


def short_text(entry: ReportEntry) -> str:
    """Return the verdict and why, in one line."""
    item, check = entry.item, entry.check
    word = item_word(item) if check is None else verdict_word(check.verdict)
    message = item.message if check is None else check_text(check)
    return f"{word}: {_line(message)}" if message else word


def entry_text(entry: ReportEntry) -> str:
    """Return all that there is to say about a test, in lines; nothing about one that is simply passed."""
    more = [*_hand_marks(entry), *(_of_item(entry.item) if entry.check is None else _of_check(entry.check))]
    message = entry.item.message if entry.check is None else check_text(entry.check)
    says_nothing = not message and (entry.verdict is Verdict.PASS or (entry.check is None and more))
    return "\n".join(more if says_nothing else [short_text(entry), *more])


def example_lines(check: CheckResult) -> Iterator[str]:
    """Yield the facts of the counterexample: call, answer, right answer, and where in the file."""
    example = check.counterexample
    if example is None:
        return
    explained = move_explanation(example)
    yield _labelled("call", example.call)
    yield _labelled("got", said(example.got))
    yield _labelled("expected", said(example.expected))
    if explained is not None:
        yield _labelled("why", explained.sentence)
    if example.at is not None:
        yield _labelled("your line", example.at)


def _of_check(check: CheckResult) -> Iterator[str]:
    if check.counterexample is not None:
        yield from draw_counterexample(check.counterexample)
    yield from example_lines(check)
    if check.counterexample is not None:
        yield from _moves_and_dialogue(check.counterexample)
    for line in difference_lines(check):
        yield _labelled(f"{line.side}, line {line.number}", line.text)
    if check.sheet and check.verdict is not Verdict.PASS:
        yield _labelled("assignment", check.sheet)
    if check.reproduce:
        yield f"{reproduction_heading(check.reproduce)}:"
        yield _command(check.reproduce)


def _moves_and_dialogue(example: Counterexample) -> Iterator[str]:
    explained = move_explanation(example)
    if explained is not None and explained.moves:
        yield f"{explained.title}:"
        yield from draw_continuation(explained)
    if example.transcript:
        yield f"{DIALOGUE_TITLE}:"
        yield from (f"{MARK}{line}".rstrip() for line in dialogue_text(example.transcript, MAX_DIALOGUE))


def _of_item(item: ItemResult) -> Iterator[str]:
    if item.verdict is Verdict.PENDING and item.proposed is not None:
        yield f"proposed: {decimal_text(item.proposed)} of {decimal_text(item.points)}"
    for check in item.checks:
        if check.verdict is not Verdict.PASS:
            yield _labelled(verdict_word(check.verdict), f"{check.title}: {check_text(check)}")
    for kind in quality.kinds if (quality := item.found_as(QualityReport)) else ():
        yield _labelled("found", kind_heading(kind))
        yield from (_labelled("at" if one.at else "", f"{one.at} {one.message}") for one in kind.findings)


def _hand_marks(entry: ReportEntry) -> Iterator[str]:
    given = entry.item if entry.check is None else entry.check
    if given.manual is None:
        return
    changed = f" ({was_text(given)})" if given.was is not None else ""
    by = f", {said}" if (said := given_text(given.manual)) else ""
    comment = f": {given.manual.comment}" if given.manual.comment else ""
    yield _line(f"by hand: {decimal_text(given.earned)} of {decimal_text(given.points)}{changed}{comment}{by}")


def _labelled(label: str, text: str) -> str:
    # A label may hold the path of a student's file.
    return (
        f"{_line(label):{LABEL}} {_line(text)}".rstrip()
        if label[:1].isalpha()
        else f"{MARK}{_line(label)} {_line(text)}"
    )


def _line(text: str) -> str:
    return visible_blanks(sanitize(text, MAX_LINE))


def _command(text: str) -> str:
    return sanitize(text, MAX_COMMAND)
