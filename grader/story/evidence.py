"""What shows that a check failed: boards, the call and its answer, a dialogue, a difference, a command to try it."""

from __future__ import annotations

from collections.abc import Iterator

from grader.blocks import (
    Beside,
    Block,
    Command,
    Facts,
    Line,
    Lines,
    Place,
    Quote,
    Text,
    Verbatim,
)
from grader.model.counterexample import Counterexample, DifferingLine
from grader.model.result import CheckResult
from grader.model.verdict import Verdict
from grader.story.boards import boards_of, game_of
from grader.story.dialogue import DIALOGUE_TITLE, dialogue_lines
from grader.text.move_explanation import cell_text, move_explanation
from grader.text.reasons import never_ends, said
from grader.text.reproduction_text import reproduction_heading
from grader.widgets import PlayOn, YourLines

MAX_DIFFERENCE = 20
"""Lines; a result may come from a file that somebody edited."""
MAX_DIALOGUE = 40
"""Lines of a dialogue."""


def evidence(check: CheckResult, sheet: str = "") -> Iterator[Block]:
    """Yield what shows that `check` failed; `sheet` is what the assignment says about it."""
    if check.counterexample is not None:
        yield from _example(check.counterexample)
    if check.excerpt or check.lines_run:
        yield YourLines(excerpt=check.excerpt, run=check.lines_run, stopped=check.verdict is Verdict.TIMEOUT)
    if check.difference:
        lines = (
            Line(one.text, f"{one.side}, line {one.number}:", marked=one.handed_in) for one in difference_lines(check)
        )
        yield Lines(("Where ", Verbatim(check.difference[0].file), " differs"), tuple(lines))
    if sheet:
        yield Quote("assignment", sheet)
    if check.reproduce:
        yield Command(check.reproduce, title=reproduction_heading(check.reproduce, hangs=_hangs(check)))


def _hangs(check: CheckResult) -> bool:
    return check.counterexample is not None and never_ends(check.counterexample)


def difference_lines(check: CheckResult) -> tuple[DifferingLine, ...]:
    """Return the lines that differ between a file as it was handed out and as it came back, as many as are shown."""
    return check.difference[:MAX_DIFFERENCE]


def _example(example: Counterexample) -> Iterator[Block]:
    explained = move_explanation(example)
    boards = boards_of(example, explained)
    facts = Facts(tuple(call_facts(example, "" if explained is None else explained.sentence)))
    yield facts if boards is None else Beside(boards, facts)
    if explained is not None and explained.played is not None and explained.better:
        words = f"{explained.turn} played {cell_text(explained.played)}"
        yield PlayOn(board=example.board, cell=explained.played, words=words)
    if (game := game_of(example, explained)) is not None:
        yield game
    if example.transcript:
        yield Lines(DIALOGUE_TITLE, dialogue_lines(example.transcript, MAX_DIALOGUE))


def call_facts(example: Counterexample, why: str = "") -> Iterator[tuple[str, Text]]:
    """Yield the call, what came back, what is expected, `why`, and the line of the student."""
    yield "call", Verbatim(example.call)
    yield "got", Verbatim(said(example.got))
    yield "expected", Verbatim(said(example.expected))
    if why:
        yield "why", why
    if example.at is not None:
        yield "your line", Place(example.at)
