"""What failed, as blocks: each finding once, causes before consequences, the one to begin with first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.blocks import Block, Detail, Failure, Fold, Say, Section, Status
from grader.capabilities.causes.report import Cause
from grader.game.board import FREE
from grader.model.counterexample import Question
from grader.model.result import CheckResult, Result
from grader.model.verdict import Verdict
from grader.story.evidence import evidence, python_names
from grader.story.findings import ToldFinding, findings, fix_first
from grader.text.line_names import one_line_board
from grader.text.mark_text import verdict_word
from grader.text.number_text import count_text, join_words, points_text
from grader.text.reasons import COUNTED, PLACES, check_text, never_ends, only_failure, said

STATUS = {Verdict.PASS: Status.PASS, Verdict.PENDING: Status.OPEN, Verdict.BLOCKED: Status.MUTED}

SHORT = 62
"""Characters that fit beside a label in a line of 80 columns."""
NO_END = "calls itself without end, alone or by way of others"
NO_END_OF_SEARCH = "calls itself without end: pass on the board after the move, not the same board"
"""Where a search goes on after the end of a game, it still ends: no cell is left then."""


def status_of(verdict: Verdict) -> Status:
    """Return what a sign or a colour says of a verdict."""
    return STATUS.get(verdict, Status.FAIL)


def failures(result: Result) -> Iterator[Block]:
    """Yield what the checks found: what to fix first, what else costs points, then what costs nothing here."""
    found = findings(result)
    first = fix_first(found)
    sections = (
        ("Fix this first", [one for one in found if one is first and one.costs], Detail.NORMAL),
        ("What else was lost", [one for one in found if one is not first and one.costs], Detail.ALL),
        ("What costs nothing here", [one for one in found if not one.costs], Detail.ALL),
    )
    for title, told, level in sections:
        if told:
            yield Section(title, tuple(_with_folded(one, level) for one in told), level=level)
    if any(one.check.reproduce for one in found) and (advice := python_names(result)):
        yield Say(advice, Status.MUTED, ours=True, level=Detail.ALL)


def headline(found: ToldFinding) -> str:
    """Return what is wrong, such as ``winner: misses the anti-diagonal``."""
    check = found.check
    if loop := _loop(check):
        return f"{found.function} {loop}"
    if crash := _crash(check):
        return f"{found.function}: {crash}"
    message = said(check.pattern or check.reasons)
    if any(each.code in PLACES for each in check.pattern):
        message = f"wrong {message}"
    if any(each.code == "always_raises" for each in check.reasons) and check.counterexample and check.counterexample.at:
        message += f" at {check.counterexample.at}"
    if not message or not found.function:
        return message or found.title
    if check.wrong == 1 and check.counterexample is not None and not check.pattern:
        message += f": {one_line_board(check.counterexample.board)}"
    title = "" if check.pattern or len(found.members) > 1 else f" (check: {check.title})"
    return f"{found.function}: {message}{title}"


def example_text(found: ToldFinding) -> str:
    """Return board, answer and what is expected, for a finding of which only the headline is shown; "" if too long."""
    example = found.check.counterexample
    if example is None or "[" in headline(found):
        return ""
    raised, place = example.answered.raised, f" at {example.at}" if example.at else ""
    got = f"got {said(example.got)}" if raised is None else f"raised {raised.type}{place}"
    text = f"{one_line_board(example.board)} {got}"
    both = f"{text}, expected {said(example.expected)}"
    return next((one for one in (both, text) if len(one) <= SHORT), "")


def _loop(check: CheckResult) -> str:
    """Return on which board the call of the example never ends, and at which line."""
    example = check.counterexample
    if check.pattern or example is None or not never_ends(example):
        return ""
    board = "the empty board" if set(example.board) == {FREE} else one_line_board(example.board)
    return f"never ends on {board}" + (f" ({example.at})" if example.at else "")


def _crash(check: CheckResult) -> str:
    """Return the exception of the example and its line, if nothing more is known than that calls crash."""
    example = check.counterexample
    if check.pattern or example is None or only_failure(check.reasons) != "crashed":
        return ""
    raised, place = example.answered.raised, f" at {example.at}" if example.at else ""
    if raised is not None and raised.type == "RecursionError":
        # The line that raised it is any of the lines that ran.
        return NO_END_OF_SEARCH if example.wanted.question in (Question.MOVE, Question.GAME_VALUE) else NO_END
    if raised is None or raised.type != "NotImplementedError":
        return f"{raised}{place}" if raised else ""
    return f"not written yet, it raises {raised}{place}"


def first_to_fix(first: ToldFinding) -> str:
    """Return what a student should correct first; empty if nothing costs points."""
    return headline(first) if first.costs else ""


def following_text(found: ToldFinding) -> str:
    """Return how much follows from a finding; empty if nothing is known to."""
    if found.cause is None or not found.following:
        return ""
    follow, pass_then = ("follows", "it passes") if found.failures == 1 else ("follow", "they pass")
    count = count_text(found.failures, "further failure")
    return f"{count} {follow} from this{_cost(found.following)}: {pass_then} with {right_names(found.cause)}."


def right_names(cause: Cause) -> str:
    """Return the functions that must be right: ``a right winner and a right player``."""
    return join_words([f"a right {name}" for name in cause.functions])


def unjudged_text(found: ToldFinding) -> str:
    """Return which checks of the same function were not judged; empty if all were."""
    titles = [check.title for one in found.unjudged for _, check in one.members]
    return f"Not judged because of this{_cost(found.unjudged)}: {', '.join(titles)}." if titles else ""


def sentences(found: ToldFinding) -> tuple[str, ...]:
    """Return all that is said about what is folded under a finding."""
    return tuple(filter(None, (following_text(found), unjudged_text(found))))


def _with_folded(found: ToldFinding, level: Detail) -> Failure:
    below: list[Block] = []
    # The own function first: where a format writes out what is folded, the other functions come in between.
    for text, folded in ((unjudged_text(found), found.unjudged), (following_text(found), found.following)):
        inside = tuple(_failure(one, level=Detail.ALL) for one in folded)
        if text:
            below.append(Fold(text, inside, Status.OPEN))
        elif folded:
            below.append(Fold("Follows from this:", inside, Status.OPEN, level=Detail.ALL))
    return _failure(found, tuple(below), level=level)


def _failure(finding: ToldFinding, below: tuple[Block, ...] = (), *, level: Detail) -> Failure:
    check = finding.check
    return Failure(
        finding.title,
        status_of(check.verdict),
        finding.cost_text,
        verdict_word(check.verdict),
        _message(check),
        share=_share(check),
        children=(*evidence(check, finding.sheet), *below),
        anchor=anchor_of(finding.members[0].check),
        level=level,
    )


def anchor_of(check: CheckResult) -> str:
    """Return the anchor of the finding whose first check is `check`."""
    return f"finding-{check.id}"


def _message(check: CheckResult) -> str:
    """Return the message with the numbers of boards, unless it names them."""
    text = check_text(check)
    counted = any(name in each.values for each in check.reasons for name in COUNTED)
    if check.wrong is None or check.of is None or check.of == 1 or not text or counted:
        return text
    return f"{text} ({check.wrong:,} of {check.of:,})"


def _share(check: CheckResult) -> float | None:
    if check.wrong is None or check.of is None or check.of <= 1:
        return None
    return round(min(max(check.wrong / check.of, 0.0), 1.0) * 100, 2)


def _cost(folded: Sequence[ToldFinding]) -> str:
    lost = sum((finding.lost for finding in folded), Decimal(0))
    return f" (-{points_text(lost)})" if lost else ""
