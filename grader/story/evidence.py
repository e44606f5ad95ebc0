"""What shows that a check failed: boards, the call and its answer, a dialogue, a difference, a command to try it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from grader.blocks import (
    Beside,
    Block,
    Command,
    Detail,
    Facts,
    Line,
    Lines,
    Place,
    Quote,
    Text,
    Verbatim,
)
from grader.model.counterexample import Counterexample, DifferingLine, SourceLine
from grader.model.result import CheckResult
from grader.model.sanitize import ELLIPSIS
from grader.model.verdict import Verdict
from grader.story.boards import boards_of, game_of
from grader.story.dialogue import DIALOGUE_TITLE, dialogue_lines
from grader.text.move_explanation import cell_text, move_explanation
from grader.text.reasons import never_ends, said
from grader.text.reproduction_text import reproduction_heading
from grader.widgets import PlayOn, YourLines

MAX_DIFFERENCE = 20
"""Lines; a result may come from a file that somebody edited."""
MAX_DIALOGUE, LAST_OF_DIALOGUE = 40, 4
"""Lines of a dialogue, and the last ones that do where there is little room."""
MAX_LINE = 66
"""Characters of the line that is pointed out."""


def evidence(check: CheckResult, sheet: str = "") -> Iterator[Block]:
    """Yield what shows that `check` failed; `sheet` is what the assignment says about it."""
    if check.counterexample is not None:
        yield from _example(check.counterexample)
    if check.excerpt or check.lines_run:
        yield YourLines(
            excerpt=check.excerpt,
            run=check.lines_run,
            stopped=check.verdict is Verdict.TIMEOUT,
            otherwise=tuple(_pointed_out(check.excerpt)),
            level=Detail.ALL if check.counterexample is not None and check.counterexample.transcript else Detail.NORMAL,
        )
    if check.difference:
        lines = (
            Line(one.text, f"{one.side}, line {one.number}:", marked=one.handed_in) for one in difference_lines(check)
        )
        yield Lines(("Where ", Verbatim(check.difference[0].file), " differs"), tuple(lines))
    if sheet:
        yield Quote("assignment", sheet, level=Detail.ALL)
    if check.reproduce:
        yield Command(check.reproduce, title=reproduction_heading(check.reproduce, hangs=_hangs(check)))


def _hangs(check: CheckResult) -> bool:
    return check.counterexample is not None and never_ends(check.counterexample)


def _pointed_out(excerpt: Sequence[SourceLine]) -> Iterator[Block]:
    """Yield the line that raised, with signs below it."""
    for line in excerpt:
        if line.raised:
            text = line.text.strip()
            shown = text if len(text) <= MAX_LINE else f"{text[:MAX_LINE]}{ELLIPSIS}"
            carets = "^" * max(1, min(len(text), MAX_LINE))
            yield Lines((), (Line(shown, str(line.number), marked=True), Line(carets, " " * len(str(line.number)))))


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
        yield game if boards is None else replace(game, level=Detail.ALL)
    if example.transcript:
        yield Lines(DIALOGUE_TITLE, dialogue_lines(example.transcript, MAX_DIALOGUE), enough=LAST_OF_DIALOGUE)


def call_facts(example: Counterexample, why: str = "") -> Iterator[tuple[str, Text]]:
    """Yield the call, what came back, what is expected, `why`, and the line of the student."""
    yield "call", Verbatim(example.call)
    raised = example.answered.raised
    yield ("got", Verbatim(said(example.got))) if raised is None else ("raised", Verbatim(str(raised)))
    yield "expected", Verbatim(said(example.expected))
    if why:
        yield "why", why
    if example.at is not None:
        yield "your line", Place(example.at)
