"""The failures as blocks: each finding once, the most important first, consequences below their cause."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal

from grader.blocks import Block, Detail, Failure, Fold, Say, Section, Status
from grader.capabilities.causes.report import Cause
from grader.game.board import FREE, is_over
from grader.model.counterexample import Question
from grader.model.reason import Reason, Said, reason
from grader.model.result import CANNOT_BE_IMPORTED, CheckResult, Result
from grader.model.verdict import Verdict
from grader.story.evidence import evidence, python_names
from grader.story.findings import EVERYTHING, ToldFinding, findings, fix_first
from grader.text.exception_hints import NONE, exception_meaning, exception_remedy
from grader.text.line_names import one_line_board
from grader.text.mark_text import verdict_word
from grader.text.number_text import count_text, join_words, points_text
from grader.text.reasons import ALWAYS, ASIDES, COUNTED, EDITS_THERE, PLACES, main_failure, never_ends, said, with_kind

STATUS = {Verdict.PASS: Status.PASS, Verdict.PENDING: Status.OPEN, Verdict.BLOCKED: Status.MUTED}

SHORT = 62  # characters beside a label in a line of 80 columns
NO_END = "calls itself without end, alone or by way of others"
NO_END_OF_SEARCH = "calls itself without end: pass on the board after the move, not the same board"
"""A search that goes on after the end of a game still ends when no cell is left."""


def status_of(verdict: Verdict) -> Status:
    return STATUS.get(verdict, Status.FAIL)


def failures(result: Result) -> Iterator[Block]:
    """Yield the finding to fix first, then the other findings that cost points, then those that cost nothing."""
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
    """Return the function and the fault, such as ``winner: misses the anti-diagonal``."""
    check = found.check
    message = _wrong(check)
    if not message or not found.function:
        return message or found.title
    crashed = _crash(check)
    if crashed and check.counterexample is not None and is_over(check.counterexample.board):
        crashed = ""  # the title tells that it is raised where the game is over
    is_clear = (check.pattern and not _tells_boards_only(check)) or len(found.members) > 1 or _loop(check) or crashed
    of_check = "of the check" if check.pattern else "check"  # the boards of a pattern are those of the check alone
    return f"{found.function}: {message}" + ("" if is_clear else f" ({of_check}: {check.title})")


def _tells_boards_only(check: CheckResult) -> bool:
    """Tell whether the pattern of wrong answers is known, but no mistake; the boards are those of the check."""
    return any(each.code in PLACES for each in check.pattern)


def _wrong(check: CheckResult) -> str:
    """Return the fault, such as ``misses the anti-diagonal``; empty if an edited result does not tell it."""
    if known := _loop(check) or _crash(check) or _import(check):
        return known
    named = said([each for each in check.pattern if each.code not in ASIDES])
    message = named or with_kind(check.id, said(check.reasons))
    if _tells_boards_only(check):
        return f"wrong {message}"
    example = check.counterexample
    raised = example.answered.raised if example else None
    if example and raised and example.at and any(each.code == "always_raises" for each in check.reasons):
        where = f", on every call at {example.at}"
        message = _remedied(raised.type, raised.message, where) or f"{message} at {example.at}"
    if example and message and check.wrong == 1 and not check.pattern:
        message += f": {one_line_board(example.board)}"
    return message


def example_text(found: ToldFinding) -> str:
    """Return board, answer and expected answer for a finding with a headline only; "" if too long."""
    example = found.check.counterexample
    if example is None or "[" in headline(found):
        return ""
    raised = example.answered.raised
    place = f" at {example.at}" if example.at and not example.answered.is_too_deep else ""
    got = f"got {said(example.got)}" if raised is None else f"raised {raised.type}{place}"
    text = f"{one_line_board(example.board)} {got}"
    both = f"{text}, expected {said(example.expected)}"
    return next((one for one in (both, text) if len(one) <= SHORT), "")


def meaning_text(found: ToldFinding) -> str:
    """Return what the exception in a finding's headline usually means; "" if the headline says what to do."""
    raised = found.check.counterexample and found.check.counterexample.answered.raised
    if raised and str(raised) in headline(found):
        return exception_meaning(raised.type, raised.message)
    raises = next((each for each in found.check.pattern if each.code == "raises_itself"), None)
    known = _kind_and_message(raises) if raises else ("", "")
    return exception_remedy(*known) or exception_meaning(*known)


def mistake_text(mistake: Said) -> str:
    """Return a mistake without what stands beside it; of an exception what to do about it, if that is known."""
    first = mistake[0]
    raises = first.code == "raised_at"
    remedied = raises and _remedied(*_kind_and_message(first), f" at {first.values['place']}")
    return remedied or said([each for each in mistake if each.code not in ASIDES])


def edit_text(found: ToldFinding) -> str:
    """Return the edit that corrects a known mistake, such as ``line 31: write `j`, not `i```; empty if not known."""
    return edit_said(found.check.pattern)


def edit_said(mistake: Said) -> str:
    """Return the edit that stands beside a known mistake; empty if there is none."""
    return said([each for each in mistake if each.code in EDITS_THERE]).removeprefix(" (").removesuffix(")")


MOST = 0.75
"""The part of the failures from which on an exception is told, not the counts."""
STOPS = frozenset({"stops_in_games", "stops_in_unfinished_games"})
"""The codes of games that end without a legal move, perhaps by an exception."""
WHY_ENDLESS = frozenset({"stays_same", "skipped_by_continue"})
"""The codes of why a loop never ends."""


def _loop(check: CheckResult) -> str:
    example = check.counterexample
    if not ASIDES.issuperset(each.code for each in check.pattern) or example is None or not never_ends(example):
        return ""
    board = "the empty board" if set(example.board) == {FREE} else one_line_board(example.board)
    within = "".join(f"{each.values['function']} " for each in example.got if "function" in each.values)
    what = "takes too long" if any(each.code == "too_long_in" for each in example.got) else "never ends"
    why = said([each for each in example.got if each.code in WHY_ENDLESS])
    return f"{within}{what} on {board}" + (f" ({example.at}{why})" if example.at else "")


def _crash(check: CheckResult) -> str:
    example = check.counterexample
    if check.pattern or example is None:
        return ""
    if example.answered.is_too_deep:
        return NO_END_OF_SEARCH if example.wanted.question in (Question.MOVE, Question.GAME_VALUE) else NO_END
    stops = any(each.code in STOPS for each in check.reasons)
    if not stops and main_failure(check.reasons, MOST) != "crashed":
        return ""
    raised, place = example.answered.raised, f" at {example.at}" if example.at else ""
    if any(each.code == "out_of_memory" for each in example.got):
        return f"{said(example.got)}{place}"
    if raised is None or raised.type == "NotImplementedError":
        return f"raises {raised}{place}: something is not written yet" if raised else ""
    return _remedied(raised.type, raised.message, place) or f"{raised}{place}"


def _import(check: CheckResult) -> str:
    """Return what to do about a failed import; empty if that is not known."""
    failure = next((each for each in check.reasons if each.code == CANNOT_BE_IMPORTED), None)
    if failure is None:
        return ""
    remedied = _remedied(*_kind_and_message(failure), said([each for each in check.reasons if each is not failure]))
    return remedied and said([reason(CANNOT_BE_IMPORTED, raised=remedied)])


def _kind_and_message(failure: Reason) -> tuple[str, str]:
    """Return the type and the message of the exception that a reason names, as ``TypeError: no list``."""
    kind, _, message = str(failure.values["raised"]).partition(": ")
    return kind, message


def _remedied(kind: str, message: str, where: str) -> str:
    """Return what to do about an exception, or that something is None, with its place; empty if that is not known."""
    remedy = NONE if exception_meaning(kind, message) == NONE else exception_remedy(kind, message)
    return f"{remedy} ({kind}{where})" if remedy else ""


def following_text(found: ToldFinding) -> str:
    """Return the number of failures that follow from a finding; empty if none do."""
    if found.cause is None or not found.following:
        return ""
    follow, pass_then = ("follows", "it passes") if found.failures == 1 else ("follow", "they pass")
    count = count_text(found.failures, "further failure")
    return f"{count} {follow} from this{_cost(found.following)}: {pass_then} with {right_names(found.cause)}."


def right_names(cause: Cause) -> str:
    """Return the functions that must be right: ``a right winner and a right player``."""
    also = f" (change {join_words(cause.relying)} as well)" if cause.relying else ""
    return join_words([f"a right {name}" for name in cause.functions]) + also


def unjudged_text(found: ToldFinding) -> str:
    """Return the checks of the same function that were not judged; empty if all were."""
    titles = [check.title for one in found.unjudged for _, check in one.members]
    return f"Not judged because of this{_cost(found.unjudged)}: {', '.join(titles)}." if titles else ""


def sentences(found: ToldFinding) -> tuple[str, ...]:
    return tuple(filter(None, (following_text(found), unjudged_text(found))))


def _with_folded(found: ToldFinding, level: Detail) -> Failure:
    below: list[Block] = []
    # The same function first: formats that write all out would separate its checks by other functions.
    for text, folded in ((unjudged_text(found), found.unjudged), (following_text(found), found.following)):
        inside = tuple(_failure(one, level=Detail.ALL) for one in folded)
        if text:
            below.append(Fold(text, inside, Status.OPEN))
        elif folded:
            below.append(Fold("Follows from this:", inside, Status.OPEN, level=Detail.ALL))
    return _failure(found, tuple(below), level=level)


def _failure(finding: ToldFinding, below: tuple[Block, ...] = (), *, level: Detail) -> Failure:
    check = finding.check
    title, text = title_and_text(finding)
    return Failure(
        title,
        status_of(check.verdict),
        finding.cost_text,
        verdict_word(check.verdict),
        text,
        share=_share(check),
        children=(*evidence(check, finding.sheet), *below),
        anchor=anchor_of(finding.members[0].check),
        level=level,
    )


def title_and_text(finding: ToldFinding) -> tuple[str, str]:
    """Return the function with its fault, then the check with its number of boards."""
    check, wrong = finding.check, _wrong(finding.check)
    if not wrong or _import(check) or (check.verdict in STATUS and not check.pattern):
        return finding.title, said(check.reasons)  # in Python's words, which the headline may leave out
    numbers = f" ({numbers})" if (numbers := _numbers(check, wrong)) else ""
    numbers += said([each for each in check.pattern if each.code in ASIDES])
    if finding.title in (finding.function, EVERYTHING):
        return finding.title, f"{wrong}{numbers}"
    # Words of the student never begin a title.
    subject, asked = finding.function or "several functions", finding.title
    if finding.function:
        noun = "check" if len(finding.members) == 1 else "checks"
        asked = f"{noun}{_one_answer(finding)}: {asked.removeprefix(f'{subject}: ')}"
    return f"{subject}: {wrong}", f"{asked}{numbers}"


def _one_answer(finding: ToldFinding) -> str:
    """Return the rule by which checks fail that a constant answer would pass; empty if the answers differ."""
    always = any(each.code in ALWAYS for _, check in finding.members for each in check.reasons)
    return " (one answer for all boards passes no check)" if always else ""


def anchor_of(check: CheckResult) -> str:
    return f"finding-{check.id}"


def _numbers(check: CheckResult, told: str) -> str:
    why = with_kind(check.id, said(check.reasons))
    counted = any(name in each.values for each in check.reasons for name in COUNTED)
    share = "" if counted or check.wrong is None or check.of in (None, 1) else f"{check.wrong:,} of {check.of:,}"
    return ", ".join(filter(None, ("" if told.startswith(why) else why, share)))


def _share(check: CheckResult) -> float | None:
    if check.wrong is None or check.of is None or check.of <= 1:
        return None
    return round(min(max(check.wrong / check.of, 0.0), 1.0) * 100, 2)


def _cost(folded: Sequence[ToldFinding]) -> str:
    lost = sum((finding.lost for finding in folded), Decimal(0))
    return f" (-{points_text(lost)})" if lost else ""
