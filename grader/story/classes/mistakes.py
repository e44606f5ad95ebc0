"""
The mistakes of a class: each `CommonMistake` with the students who made it.

Mistakes of several students are told by a card each, those of one student by a line.
"""

from __future__ import annotations

import dataclasses
import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from msgspec.structs import replace

from grader.blocks import (
    Beside,
    Block,
    Bullets,
    Detail,
    Facts,
    Failure,
    FilterButton,
    Fold,
    PageLink,
    Say,
    Status,
    Text,
    Verbatim,
    Word,
)
from grader.capabilities.registry import BROUGHT_CHECKS
from grader.model.counterexample import AnswerKind, Counterexample
from grader.model.reason import Said
from grader.model.result import CheckResult, Result
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.story.boards import boards_of
from grader.text.line_names import one_line_board
from grader.text.mark_text import verdict_word
from grader.text.move_explanation import move_explanation
from grader.text.number_text import count_text, points_text
from grader.text.reasons import LINE, main_failure, said, said_in_general, tells
from grader.widgets import short_text

MAX_ANSWER = 200  # characters of an answer or an expected value
MAX_IN_NAME = 60  # characters of an answer in a name

NOT_A_MISTAKE = {Verdict.PASS, Verdict.BLOCKED, Verdict.PENDING}
"""A blocked check depends on another check, which shows the mistake. A pending check waits for a person."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonMistake:
    """One wrong behaviour."""

    key: str
    """Eight hex digits, equal in every run, so that links can name the mistake."""
    subject: str
    """The wrong function or check; empty if checks of several functions failed alike."""
    title: str
    """What is wrong with the subject; no other mistake of the subject has this title."""
    check: CheckResult
    """The first check that shows the mistake, of the first student with it."""
    checks: tuple[str, ...]
    """The ids of all checks that show the mistake, with equal outcomes."""
    also: tuple[CommonMistake, ...] = ()
    """Other mistakes of exactly these students, in the order of the rubric; files and functions apart."""
    students: tuple[int, ...]
    """The students with the mistake, as indices into the argument of `mistakes`."""
    lost: Decimal | None
    """The lost points of each student, `also` included; None if students lost different points."""

    @property
    def name(self) -> str:
        """Such as ``winner misses the anti-diagonal``."""
        return f"{self.subject} {self.title}".strip()


@dataclass(slots=True)
class _Group:
    check: CheckResult
    checks: tuple[str, ...]
    lost: dict[int, Decimal] = field(default_factory=dict)  # by student, in the order of the students


def mistakes(results: Sequence[Result]) -> list[CommonMistake]:
    """Return the mistakes of a class, those of the most students first, then in the order of the checks."""
    groups: dict[object, _Group] = {}
    for student, result in enumerate(results):
        for key, checks in _behaviours(result):
            group = groups.setdefault(key, _Group(checks[0], tuple(check.id for check in checks)))
            group.lost[student] = sum((check.points - check.earned for check in checks), Decimal(0))
    every = dict.fromkeys(check.id for result in results for check in result.checks)
    order = {check: position for position, check in enumerate(every)}
    # Mistakes in other files have nothing to do with wrong functions.
    by_students: dict[tuple[bool, tuple[int, ...]], list[_Group]] = {}
    for group in sorted(groups.values(), key=lambda group: order[group.check.id]):
        is_brought = group.check.id in BROUGHT_CHECKS
        by_students.setdefault((is_brought, tuple(group.lost)), []).append(group)
    # The sort is stable: mistakes of equally many students stay in the order of the checks.
    merged = sorted((_merged(found) for found in by_students.values()), key=lambda mistake: -len(mistake.students))
    boards: dict[str, set[str]] = {}
    for mistake in merged:
        boards.setdefault(mistake.name, set()).add(_board(mistake))
    return [_with_board(mistake) if len(boards[mistake.name]) > 1 else mistake for mistake in merged]


def students_with(results: Sequence[Result], *, failed: str = "", mistake: str = "") -> list[Result]:
    """Return the graded `results` that did not pass the check `failed`, and have the `mistake` with this key."""
    graded = [one for one in results if one.score is not None]
    if mistake:
        graded = [graded[at] for one in mistakes(graded) if one.key == mistake for at in one.students]
    return [one for one in graded if not failed or _fails(one, failed)]


def _fails(result: Result, name: str) -> bool:
    return any(one.id == name and one.verdict not in {Verdict.PASS, Verdict.PENDING} for one in result.checks)


def _board(mistake: CommonMistake) -> str:
    example = mistake.check.counterexample
    return example.board if example else ""


def _with_board(mistake: CommonMistake) -> CommonMistake:
    """Return `mistake` with its board in the title: the words alone fit mistakes on other boards."""
    board = _board(mistake)
    return dataclasses.replace(mistake, title=f"{mistake.title} on {one_line_board(board)}") if board else mistake


def _behaviours(result: Result) -> Iterator[tuple[object, list[CheckResult]]]:
    """Yield a key and one check, or several with equal outcomes, such as all checks after a failed import."""
    without_example: dict[object, list[CheckResult]] = {}
    for check in result.checks:
        if check.verdict in NOT_A_MISTAKE:
            continue
        message = general_message(check)
        if check.behaviour is not None:
            yield (check.id, check.behaviour), [check]
        elif check.counterexample is not None:
            yield (check.id, check.verdict.value, message, *_example_key(check.counterexample)), [check]
        else:
            without_example.setdefault((check.verdict.value, message), []).append(check)
    for outcome, checks in without_example.items():
        yield (outcome, tuple(check.id for check in checks)), checks


def _example_key(example: Counterexample) -> tuple[object, ...]:
    """Return the parts that distinguish counterexamples and that a compact result has."""
    return example.board, short_answer(example.got), example.after, example.action, example.played, example.moves


def _merged(groups: Sequence[_Group]) -> CommonMistake:
    """Merge the mistakes of the same students: the first, with the others in `also`."""
    first, *rest = groups
    costs = {sum((group.lost[student] for group in groups), Decimal(0)) for student in first.lost}
    return _mistake(first, costs, tuple(_mistake(group, set(group.lost.values())) for group in rest))


def _mistake(group: _Group, costs: set[Decimal], also: tuple[CommonMistake, ...] = ()) -> CommonMistake:
    check = group.check
    message = general_message(check)
    # The students are not part of the key, so that a link stays valid after another submission.
    shown = _example_key(check.counterexample) if check.counterexample else ()
    identity = repr((group.checks, check.behaviour, None if check.behaviour else (message, shown)))
    functions = {name.partition(".")[0] for name in group.checks}
    subject = check.id if len(group.checks) == 1 and not tells(check.pattern) else check.function
    return CommonMistake(
        key=hashlib.sha256(identity.encode("utf-8", "backslashreplace")).hexdigest()[:8],
        subject=subject if len(functions) == 1 else "",
        title=_name(check),
        check=check,
        checks=group.checks,
        also=also,
        students=tuple(group.lost),
        lost=costs.pop() if len(costs) == 1 else None,
    )


def short_answer(answer: Said) -> str:
    return sanitize(said(answer), MAX_ANSWER)


def general_message(check: CheckResult) -> str:
    """Return the message of `check` without the line of the student's file."""
    return said([each for each in check.reasons if each.code != LINE])


def _name(check: CheckResult) -> str:
    """Return the mistake in words, such as ``misses the anti-diagonal`` or ``returns None instead of X``."""
    if tells(check.pattern):
        return said_in_general(check.pattern)
    general = said_in_general(check.reasons)
    if check.pattern:
        return f"{general} {said(check.pattern)}".strip()
    kind = main_failure(check.reasons)
    is_shown = check.counterexample is not None and kind in {"wrong", "crashed"}
    return _answer_text(kind, check.counterexample) if check.counterexample and is_shown else general


def _answer_text(kind: str, example: Counterexample) -> str:
    got, expected = (sanitize(said(one), MAX_IN_NAME) for one in (example.got, example.expected))
    if kind == "crashed":
        raised = example.answered.raised
        return got if raised is None else f"raises {sanitize(str(raised), MAX_IN_NAME)}"
    is_value = example.answered.kind not in {AnswerKind.OTHER, AnswerKind.RAISED}
    return f"returns {got} instead of {expected}" if is_value else got


TOP_MISTAKES, MAX_DRAWN = 12, 60
"""The mistakes outside the fold, and the mistakes with a board; every other mistake has one line."""
FIRST, MOST = 10, 1_000
"""The students whom a closed card names, and whom an open card names."""


def tell_mistakes(found: Sequence[CommonMistake], students: Sequence[PageLink]) -> Iterator[Block]:
    """Yield the mistakes of the most students with a board, and the others as a line each."""
    several = sum(len(mistake.students) > 1 for mistake in found)
    drawn = min(max(TOP_MISTAKES, several), MAX_DRAWN)
    parts = (
        (found[:TOP_MISTAKES], "Identical wrong answers are grouped."),
        (found[TOP_MISTAKES:drawn], "More mistakes"),
    )
    for part, summary in parts:
        if cards := tuple(_card(one, students) for one in part):
            yield Fold(summary, cards, open=part is parts[0][0], level=Detail.ALL)
    if brief := tuple(_brief(one, students) for one in found[drawn:]):
        yield Fold(f"Mistakes of one student: {len(brief):,}", (Bullets(brief),), level=Detail.ALL)


def _card(mistake: CommonMistake, students: Sequence[PageLink]) -> Failure:
    count, example = len(mistake.students), mistake.check.counterexample
    percent = f"{count * 100 / len(students):.0f} %" if count * 100 >= len(students) else "under 1 %"
    below: list[Block] = []
    if example is not None:
        below.append(_example(example))
    if mistake.also:
        below.append(Say(f"The same students also: {'; '.join(_also(mistake.also))}"))
    below += _people([students[at] for at in mistake.students])
    details: list[Word] = [" · ".join(_details(mistake))]
    if count > 1:
        details += [
            " ",
            FilterButton("Show", "mistake", mistake.key, f"the {count:,} in the table: {short_text(mistake.name)}"),
            " ",
            FilterButton(
                "Give points", "mistake", mistake.key, f"to the {count:,}", tuple(map(short_text, mistake.checks))
            ),
        ]
    return Failure(
        short_text(mistake.name),
        Status.FAIL,
        f"{count_text(count, 'student')}, {percent}",
        verdict_word(mistake.check.verdict),
        tuple(details),
        children=tuple(below),
    )


def _example(example: Counterexample) -> Block:
    facts = Facts(
        (
            ("call", Verbatim(short_text(example.call))),
            ("got", Verbatim(short_answer(example.got))),
            ("expected", Verbatim(short_answer(example.expected))),
        )
    )
    boards = boards_of(example, move_explanation(example))
    if boards is None:
        return facts
    # "Your" board is here the board of several students.
    plain = tuple(replace(one, caption=one.caption.removeprefix("your ")) for one in boards.boards)
    return Beside(replace(boards, boards=plain, legend=(), small=True), facts)


def _people(links: Sequence[PageLink]) -> Iterator[Block]:
    yield Say(joined(links[:FIRST]))
    if len(links) > FIRST:
        first = f", the first {MOST:,} here" if links[MOST:] else ""
        yield Fold(f"and {len(links) - FIRST:,} more{first}", (Say(joined(links[FIRST:MOST])),))


def _brief(mistake: CommonMistake, students: Sequence[PageLink]) -> Text:
    also = f"; also {'; '.join(_also(mistake.also))}" if mistake.also else ""
    return (f"{short_text(mistake.name)}{also}: ", *joined([students[at] for at in mistake.students]))


def _details(mistake: CommonMistake) -> Iterator[str]:
    check, message = mistake.check, general_message(mistake.check)
    if len(mistake.checks) > 1:
        yield count_text(len(mistake.checks), "check")
    else:
        yield short_text(check.title if check.id == mistake.subject else f"{check.id}: {check.title}")
    if message not in mistake.title:
        yield short_text(message)
    if mistake.lost is not None:
        yield f"costs {points_text(mistake.lost)}{' each' if len(mistake.students) > 1 else ''}"


def _also(others: Sequence[CommonMistake]) -> Iterator[str]:
    by_function: dict[str, list[str]] = {}
    for other in others:
        for check in other.checks if not other.subject else [other.check.id]:
            function, _, name = check.partition(".")
            title = other.title if other.subject == function else name
            by_function.setdefault(short_text(function), []).append(short_text(title))
    for function, titles in by_function.items():
        yield f"{function}: {', '.join(dict.fromkeys(titles))}"


def joined(links: Sequence[PageLink], most: int = MOST) -> tuple[Word, ...]:
    """Return at most `most` links, and the number of the others."""
    # No commas: a name may have one, as in `Lovelace, Ada`.
    names = tuple(word for link in links[:most] for word in ("; ", link))[1:]
    return (*names, f" and {len(links) - most:,} more") if links[most:] else names
