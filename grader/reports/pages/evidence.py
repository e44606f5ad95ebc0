"""What shows that a check failed: boards, the call and its answer, lines of the student's code, a command to try it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from grader.model.counterexample import Counterexample, SourceLine
from grader.model.result import CheckResult
from grader.model.sanitize import sanitize
from grader.model.source import LinesRun
from grader.model.verdict import Verdict
from grader.reports.pages.board import DrawnBoard, drawn_board
from grader.reports.pages.code_listing import LineRun
from grader.reports.pages.game_boards import BoardRow, game_boards, three_in_a_row
from grader.story.findings import difference_lines
from grader.text.board_text import board_matters
from grader.text.labelled_text import LabelledText
from grader.text.move_explanation import (
    MoveExplanation,
    cell_text,
    move_explanation,
    played_cell,
    side_to_move,
)
from grader.text.reproduction_text import reproduction_heading
from grader.text.transcript import DialogueLine, dialogue_lines

MAX_TEXT = 2_000
"""Characters of one text on the page; a result may come from a file that somebody edited."""
MAX_SOURCE_LINE = 300
MAX_SOURCE_LINES = 40
"""Characters and lines of the student's code."""
MAX_DIALOGUE = 80
"""Lines of a dialogue."""
LEGEND = {
    "played": "your answer",
    "asked": "expected",
    "passed": "the cell passed in",
    "changed": "changed",
    "line": "a full line",
}
OF_A_MOVE = {"played": "your move", "asked": "better moves"}
"""The words used instead on a board with a move that gives something away."""
PARTLY_RIGHT = {"played": "not expected", "asked": "missing in your answer"}
"""The words used instead when some of the answered cells are right."""


class LegendEntry(NamedTuple):
    """What a colour on a board means."""

    kind: str
    words: str


class PlayFrom(NamedTuple):
    """Where the playable board begins."""

    board: str
    """Nine characters."""
    cell: int
    """What the student's function played on it: 0 to 8."""
    words: str
    """The same in words."""


class LineExcerpt(NamedTuple):
    """Lines of a file, with a title."""

    title: str
    lines: tuple[SourceLine, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A counterexample, drawn and explained; without one, only the lines of code and the command."""

    boards: tuple[DrawnBoard, ...] = ()
    legend: tuple[LegendEntry, ...] = ()
    """The kinds of cells in question on the boards."""
    facts: tuple[LabelledText, ...] = ()
    explanation: str = ""
    """Why the move, or the value of the board, is wrong: a sentence."""
    game: BoardRow | None = None
    """The board after each move: of a lost game, or of what the explanation says."""
    play_from: PlayFrom | None = None
    """The wrong move, to play on from."""
    dialogue: tuple[DialogueLine, ...] = ()
    excerpt: tuple[SourceLine, ...] = ()
    """Lines of the student's code; empty, too, when the page has quoted them before, under `excerpt_id`."""
    differences: tuple[LineExcerpt, ...] = ()
    """Where a file that was handed out came back changed: its lines, and those that came back."""
    raised_at: str = ""
    """``tictactoe.py:41``: the line of the student's code that raised an exception."""
    raised_target: str = ""
    """The id of that line in the listing of the code; empty if it is not shown."""
    excerpt_id: str = ""
    run: tuple[LinesRun, ...] = ()
    """The lines that the call ran last."""
    stopped: bool = False
    """Whether the call was stopped there."""
    lines_run: tuple[LineRun, ...] = ()
    """The same lines as the listing shows them; empty, too, if the page has shown them before, under `lines_run_id`."""
    lines_run_id: str = ""
    command: str = ""
    command_heading: str = ""


def evidence(check: CheckResult) -> Evidence | None:
    """Return what shows that `check` failed, or None when there is nothing beyond its message."""
    example = check.counterexample
    explained = None if example is None else move_explanation(example)
    if example is None and not (check.excerpt or check.reproduce or check.difference):
        return None
    boards = () if example is None else tuple(_boards(example, explained))
    kinds = {cell.kind for drawn in boards for cell in drawn.cells}
    return Evidence(
        boards=boards,
        legend=tuple(LegendEntry(kind, words) for kind, words in _legend(example, explained).items() if kind in kinds),
        facts=() if example is None else tuple(call_facts(example)),
        explanation="" if explained is None else explained.sentence,
        game=None if example is None else game_boards(example, explained),
        play_from=_play_from(example, explained) if example and explained else None,
        dialogue=() if example is None else dialogue_lines(example.transcript, MAX_DIALOGUE),
        excerpt=tuple(
            replace(line, text=sanitize(line.text, MAX_SOURCE_LINE)) for line in check.excerpt[:MAX_SOURCE_LINES]
        ),
        differences=tuple(_differing_sides(check)),
        raised_at="" if example is None else page_text(example.at or ""),
        run=check.lines_run,
        stopped=check.verdict is Verdict.TIMEOUT,
        command=page_text(check.reproduce or ""),
        command_heading=reproduction_heading(check.reproduce or ""),
    )


def page_text(text: str) -> str:
    """Return `text` sanitized and short enough for a page; line feeds stay."""
    return sanitize(text, MAX_TEXT, keep="\n")


def _differing_sides(check: CheckResult) -> Iterator[LineExcerpt]:
    for side, lines in groupby(difference_lines(check), key=attrgetter("side")):
        shown = tuple(
            SourceLine(number=line.number, text=sanitize(line.text, MAX_SOURCE_LINE), raised=line.handed_in)
            for line in lines
        )
        yield LineExcerpt(page_text(f"{check.difference[0].file}, as it was {side}"), shown)


def _boards(example: Counterexample, explained: MoveExplanation | None) -> Iterator[DrawnBoard]:
    changed = example.after is not None
    answer = None if changed else example.answered.board
    side = explained.turn if explained else side_to_move(example)
    turn_text = f"{side} to move" if side else ""
    if changed or answer or board_matters(example):
        caption = "before" if changed or answer else turn_text
        move_of = explained.turn if explained else ""
        yield drawn_board(example.board, caption=caption, move_of=move_of, **cells_in_question(example))
    if example.after is not None:
        yield drawn_board(example.after, caption="after", changed=_differences(example.board, example.after))
    elif answer:
        yield drawn_board(answer, caption="your answer", changed=_differences(example.board, answer))
    if example.wanted.board is not None:
        yield drawn_board(example.wanted.board, caption="expected")


def _legend(example: Counterexample | None, explained: MoveExplanation | None) -> dict[str, str]:
    if explained is not None and explained.better:
        return {**LEGEND, **OF_A_MOVE}
    partly = example is not None and {*example.answered.cells} & {*example.wanted.cells}
    return {**LEGEND, **PARTLY_RIGHT} if partly else LEGEND


def cells_in_question(example: Counterexample) -> dict[str, set[int]]:
    """Return the cells of the board to point out, as numbers 0 to 8, by kind (`board.KINDS`)."""
    asked = _on_board(example.wanted.cells)
    found = {"line": three_in_a_row(example.board)}
    if example.action is not None:
        row, column = example.action
        return {**found, "passed": {3 * row + column} if {row, column} <= {0, 1, 2} else set()}
    if example.after is not None:  # in question is what the call did to the board, not what it returned
        return found
    played = played_cell(example)
    # When an answer has several cells, the right ones are not in question.
    answered = _on_board(example.answered.cells)
    wrong = answered - asked if asked else set()
    return {
        **found,
        "asked": asked - answered,
        "played": wrong if played is None else {played, *wrong},
    }


def _on_board(cells: Iterable[int]) -> set[int]:
    """Return the cells without those that no board has, as an edited file may name them."""
    return {cell for cell in cells if cell in range(9)}


def _differences(before: str, after: str) -> set[int]:
    return {at for at in range(9) if before[at : at + 1] != after[at : at + 1]}


def call_facts(example: Counterexample) -> Iterator[LabelledText]:
    """Yield the call, what came back and what is asked for, each with its label."""
    yield LabelledText("Call", page_text(example.call))
    yield LabelledText("Got", page_text(example.got))
    yield LabelledText("Expected", page_text(example.expected))


def _play_from(example: Counterexample, explained: MoveExplanation) -> PlayFrom | None:
    if explained.played is None or not explained.better:
        return None
    cell = explained.played
    return PlayFrom(example.board, cell, f"{explained.turn} played {cell_text(cell)}")
