"""What a mistake is called: what is wrong, without the totals, which differ from file to file and say nothing."""

from __future__ import annotations

from grader.model.counterexample import AnswerKind, Counterexample
from grader.model.reason import Said
from grader.model.result import CheckResult
from grader.model.sanitize import sanitize
from grader.text.reasons import LINE, MISSED, only_failure, said, said_in_general

MAX_ANSWER = 200
"""Characters of an answer or of what was expected."""
MAX_IN_NAME = 60
"""Characters of an answer in a name."""


def short_answer(answer: Said) -> str:
    """Return an answer as far as class reports show it."""
    return sanitize(said(answer), MAX_ANSWER)


def general_message(check: CheckResult) -> str:
    """Return the message of `check` without the line of the student's file."""
    return said([each for each in check.reasons if each.code != LINE])


def is_sentence(check: CheckResult) -> bool:
    """Return whether the pattern of the wrong answers says by itself what is wrong."""
    return any(each.code in MISSED for each in check.pattern)


def mistake_name(check: CheckResult) -> str:
    """Return what is wrong, such as ``misses the anti-diagonal`` or ``returns None instead of X``."""
    if is_sentence(check):
        return said(check.pattern)
    general = said_in_general(check.reasons)
    if check.pattern:
        return f"{general} {said(check.pattern)}".strip()
    kind = only_failure(check.reasons)
    is_shown = check.counterexample is not None and kind in {"wrong", "crashed"}
    return _answer_text(kind, check.counterexample) if check.counterexample and is_shown else general


def _answer_text(kind: str, example: Counterexample) -> str:
    got, expected = (sanitize(said(one), MAX_IN_NAME) for one in (example.got, example.expected))
    if kind == "crashed":
        raised = example.answered.raised
        return got if raised is None else f"raises {sanitize(str(raised), MAX_IN_NAME)}"
    is_value = example.answered.kind not in {AnswerKind.OTHER, AnswerKind.RAISED}
    return f"returns {got} instead of {expected}" if is_value else got
