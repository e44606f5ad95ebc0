"""What a mistake is called: what is wrong, without the totals, which differ from file to file and say nothing."""

from __future__ import annotations

import re

from grader.model.counterexample import AnswerKind, Counterexample
from grader.model.result import CheckResult
from grader.model.sanitize import sanitize

SOURCE_LINE = re.compile(r" at \S+:\d+\Z")
"""The line of the student's file that a message may end with: every file has the same mistake on a different line."""
PREDICATE = "misses "
"""A pattern that begins with this is a sentence about the function: ``misses the anti-diagonal``."""
MAX_ANSWER = 200
"""Characters of an answer or of what was expected; compact results hold no more."""
MAX_IN_NAME = 60
"""Characters of an answer in a name."""
_AMOUNT = r"(?:at least )?\d[\d,]*(?<!,)(?: of \d[\d,]*(?<!,))?"
_TOTALS = re.compile(rf" (?:on|in) {_AMOUNT}(?: (?:boards|moves|calls|games))?|(?<=loses) {_AMOUNT}| on this board")


def short_answer(text: str) -> str:
    """Return an answer as far as class reports show it."""
    return sanitize(text, MAX_ANSWER)


def general_message(check: CheckResult) -> str:
    """Return the message of `check` without the line of the student's file."""
    return SOURCE_LINE.sub("", check.message)


def is_sentence(check: CheckResult) -> bool:
    """Return whether the pattern of the wrong answers says by itself what is wrong."""
    return check.pattern.startswith(PREDICATE)


def mistake_name(check: CheckResult) -> str:
    """Return what is wrong, such as ``misses the anti-diagonal`` or ``returns None instead of X``."""
    if is_sentence(check):
        return check.pattern
    said = _TOTALS.sub("", general_message(check))
    if check.pattern:
        return f"{said} {check.pattern}".strip()
    return _answer_text(said, check.counterexample) if check.counterexample else said


def _answer_text(said: str, example: Counterexample) -> str:
    got, expected = (sanitize(text, MAX_IN_NAME) for text in (example.got, example.expected))
    if said == "crashed":
        raised = example.answered.raised
        return got if raised is None else f"raises {sanitize(str(raised), MAX_IN_NAME)}"
    if said != "wrong" or example.transcript:
        return said
    is_value = example.answered.kind not in {AnswerKind.OTHER, AnswerKind.RAISED}
    return f"returns {got} instead of {expected}" if is_value else got
