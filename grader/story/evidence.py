"""The evidence of a failed check: boards, call and answer, dialogue, difference, command."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from grader.blocks import Beside, Block, Command, Detail, Facts, Line, Lines, Place, Quote, Text, Verbatim
from grader.model.counterexample import Counterexample, SourceLine, TranscriptPart
from grader.model.result import CheckResult, Result
from grader.model.sanitize import ELLIPSIS, sanitize
from grader.model.verdict import Verdict
from grader.story.boards import boards_of, game_of
from grader.text.exception_hints import exception_meaning
from grader.text.line_names import cell_text
from grader.text.move_explanation import cells_explanation, move_explanation
from grader.text.number_text import count_text
from grader.text.reasons import never_ends, said
from grader.widgets import PlayOn, YourLines

COMMAND_START = 'python -c "'
"""The start of each terminal command. Any other text is a cell for the student's notebook."""
BY_CHANCE = frozenset({"minimax_by_chance", "minimax_random"})
"""Codes of mistakes whose wrong answers do not come each time."""
PYTHON_NAMES = "In a command, python may have to be python3 (macOS, Linux) or py (Windows)."


def reproduction_heading(reproduce: str, *, hangs: bool = False, is_chance: bool = False) -> str:
    """Return the words above a command, without punctuation; a command that `hangs` gets a warning."""
    often = " several times" if is_chance else ""
    if reproduce.startswith(COMMAND_START):
        stop = " (it hangs: stop it with Ctrl-C)" if hangs else ""
        return f"Reproduce it: run this{often} in your file's folder{stop}"
    place = "in a new cell of your notebook, below the others"
    return f"Reproduce it: run this{often} {place}{' (it hangs: interrupt the kernel)' if hangs else ''}"


def python_names(result: Result) -> str:
    """Return the hint about Python's name for all commands of a report; empty without commands."""
    return PYTHON_NAMES if any((one.reproduce or "").startswith(COMMAND_START) for one in result.checks) else ""


PERSON = "you"
MAX_LINE = 300
"""The characters of a line: somebody may have edited the result file."""
HEAD_SHARE = 3
TYPED_MARGIN = ">"
DIALOGUE_TITLE = f"The dialogue; what was typed stands behind {TYPED_MARGIN}"


def dialogue_lines(transcript: Sequence[TranscriptPart], most: int) -> tuple[Line, ...]:
    """Return at most `most` lines of a dialogue, and between them a line with the number of left-out lines."""
    lines = list(_lines(transcript))
    left_out = len(lines) - most
    if left_out > 0:
        head = most // HEAD_SHARE
        gap = Line(f"... {count_text(left_out, 'line')} left out ...", gap=True)
        lines[head : head + left_out] = [gap]
    return tuple(replace(line, text=sanitize(line.text, MAX_LINE)) for line in lines)


def _lines(transcript: Sequence[TranscriptPart]) -> Iterator[Line]:
    # Printed parts in a row are one text, because a part may end in the middle of a line.
    for typed, parts in groupby(transcript, lambda part: part.who == PERSON):
        texts = [part.text for part in parts]
        for text in texts if typed else ["".join(texts)]:
            # The line feed at the end of a text begins no empty line.
            for line in text.removesuffix("\n").split("\n"):
                yield Line(line, TYPED_MARGIN if typed else "", marked=typed)


MAX_DIFFERENCE = 20  # lines
MAX_DIALOGUE, LAST_OF_DIALOGUE = 40, 4
"""The lines of a dialogue, and the last lines for a format without much room."""
MAX_POINTED_OUT = 66  # characters of the line that is pointed out


def evidence(check: CheckResult, sheet: str = "") -> Iterator[Block]:
    """Yield the evidence of the failed `check`; `sheet` is the sentence of the assignment."""
    example = check.counterexample
    if example is not None:
        yield from _example(example)
    excerpt = () if example is not None and example.answered.is_too_deep else check.excerpt
    if excerpt or check.lines_run:
        yield YourLines(
            excerpt=excerpt,
            run=check.lines_run,
            stopped=check.verdict is Verdict.TIMEOUT,
            otherwise=tuple(_pointed_out(excerpt)),
            level=Detail.ALL if example is not None and example.transcript else Detail.NORMAL,
        )
    if check.difference:
        shown = check.difference[:MAX_DIFFERENCE]
        lines = (Line(one.text, f"{one.side}, line {one.number}:", marked=one.handed_in) for one in shown)
        yield Lines(("Where ", Verbatim(check.difference[0].file), " differs"), tuple(lines))
    if sheet:
        yield Quote("assignment", sheet, level=Detail.ALL)
    if check.reproduce:
        hangs = example is not None and never_ends(example)
        is_chance = not BY_CHANCE.isdisjoint(each.code for each in check.pattern)
        heading = reproduction_heading(check.reproduce, hangs=hangs, is_chance=is_chance)
        yield Command(check.reproduce, title=heading)


def _pointed_out(excerpt: Sequence[SourceLine]) -> Iterator[Block]:
    for line in excerpt:
        if line.raised:
            text = line.text.strip()
            shown = text if len(text) <= MAX_POINTED_OUT else f"{text[:MAX_POINTED_OUT]}{ELLIPSIS}"
            carets = "^" * max(1, min(len(text), MAX_POINTED_OUT))
            place = line.column - 1 - line.text.index(text)
            if line.column and 0 <= place <= len(carets):
                carets = " " * place + "^"
            yield Lines((), (Line(shown, str(line.number), marked=True), Line(carets, " " * len(str(line.number)))))


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
    """Yield the call, the answer, the expected answer, `why`, and the student's line."""
    yield "call", Verbatim(example.call)
    raised = example.answered.raised
    yield ("got", Verbatim(said(example.got))) if raised is None else ("raised", Verbatim(str(raised)))
    yield "expected", Verbatim(said(example.expected))
    known = cells_explanation(example) if raised is None else exception_meaning(raised.type, raised.message)
    if why := why or known:
        yield "why", why
    if example.at is not None and not example.answered.is_too_deep:
        yield "your line", Place(example.at)
