"""What shows that a check failed: boards, the call and its answer, lines of the student's code, a command to try it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from grader.game.board import FREE, LINES, turn
from grader.model.counterexample import Counterexample, SourceLine
from grader.model.result import CheckResult
from grader.model.sanitize import sanitize
from grader.reports.pages.board import DrawnBoard, drawn_board
from grader.reports.student.findings import difference_lines
from grader.reports.text.board_text import board_matters
from grader.reports.text.labelled_text import LabelledText
from grader.reports.text.transcript import DialogueLine, dialogue_lines

MAX_TEXT = 2_000
"""Characters of one text on the page; a result may come from a file that somebody edited."""
MAX_SOURCE_LINE = 300
MAX_SOURCE_LINES = 40
"""Characters and lines of the student's code."""
MAX_DIALOGUE = 80
"""Lines of a dialogue."""
CELL = re.compile(r"\(([0-2]), ?([0-2])\)")
ROW = r"\[([XO.]) ([XO.]) ([XO.])\]"
BOARD = re.compile(rf"the board {ROW} {ROW} {ROW}")
"""A board as `got` and `expected` write it: ``the board [X O .] [. . .] [. . .]``."""
LEGEND = {
    "played": "your answer",
    "asked": "expected",
    "passed": "the cell passed in",
    "changed": "changed",
    "line": "a full line",
}
PARTLY_RIGHT = {"played": "not expected", "asked": "missing in your answer"}
"""The words used instead when some of the answered cells are right."""


class LegendEntry(NamedTuple):
    """What a colour on a board means."""

    kind: str
    words: str


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
    game: tuple[DrawnBoard, ...] = ()
    """The board after each move of a game."""
    dialogue: tuple[DialogueLine, ...] = ()
    excerpt: tuple[SourceLine, ...] = ()
    """Lines of the student's code; empty, too, when the page has quoted them before, under `excerpt_id`."""
    differences: tuple[LineExcerpt, ...] = ()
    """Where a file that was handed out came back changed: its lines, and those that came back."""
    raised_at: str = ""
    """``tictactoe.py:41``: the line of the student's code that raised an exception."""
    excerpt_id: str = ""
    command: str = ""


def evidence(check: CheckResult) -> Evidence | None:
    """Return what shows that `check` failed, or None when there is nothing beyond its message."""
    example = check.counterexample
    if example is None and not (check.excerpt or check.reproduce or check.difference):
        return None
    boards = () if example is None else tuple(_boards(example))
    kinds = {cell.kind for drawn in boards for cell in drawn.cells}
    return Evidence(
        boards=boards,
        legend=tuple(LegendEntry(kind, words) for kind, words in _legend(example).items() if kind in kinds),
        facts=() if example is None else tuple(call_facts(example)),
        game=() if example is None else tuple(_game(example)),
        dialogue=() if example is None else dialogue_lines(example.transcript, MAX_DIALOGUE),
        excerpt=tuple(
            replace(line, text=sanitize(line.text, MAX_SOURCE_LINE)) for line in check.excerpt[:MAX_SOURCE_LINES]
        ),
        differences=tuple(_differing_sides(check)),
        raised_at="" if example is None else page_text(example.at or ""),
        command=page_text(check.reproduce or ""),
    )


def page_text(text: str) -> str:
    """Return `text` sanitized and short enough for a page; line feeds stay."""
    return sanitize(text, MAX_TEXT, keep="\n")


def three_in_a_row(board: str) -> set[int]:
    """Return the cells of every line of `board` that holds three X or three O."""
    symbols = {at: board[at : at + 1] for at in range(9)}
    return {cell for line in LINES if {symbols[at] for at in line} in ({"X"}, {"O"}) for cell in line}


def _differing_sides(check: CheckResult) -> Iterator[LineExcerpt]:
    for side, lines in groupby(difference_lines(check), key=attrgetter("side")):
        shown = tuple(
            SourceLine(number=line.number, text=sanitize(line.text, MAX_SOURCE_LINE), raised=line.handed_in)
            for line in lines
        )
        yield LineExcerpt(page_text(f"{check.difference[0].file}, as it was {side}"), shown)


def _boards(example: Counterexample) -> Iterator[DrawnBoard]:
    changed = example.after is not None
    answer = None if changed else BOARD.search(example.got)
    if changed or answer or board_matters(example):
        yield drawn_board(example.board, caption="before" if changed or answer else "", **cells_in_question(example))
    if example.after is not None:
        yield drawn_board(example.after, caption="after", changed=_differences(example.board, example.after))
    elif answer:
        board = "".join(answer.groups())
        yield drawn_board(board, caption="your answer", changed=_differences(example.board, board))
    if asked := BOARD.search(example.expected):
        yield drawn_board("".join(asked.groups()), caption="expected")


def _legend(example: Counterexample | None) -> dict[str, str]:
    partly = example is not None and _cells(example.got) & _cells(example.expected)
    return {**LEGEND, **PARTLY_RIGHT} if partly else LEGEND


def cells_in_question(example: Counterexample) -> dict[str, set[int]]:
    """Return the cells of the board to point out, as numbers 0 to 8, by kind (`board.KINDS`)."""
    asked = _cells(example.expected)
    given = set() if example.action is None else _cells(str(tuple(example.action)))
    found = {"line": three_in_a_row(example.board)}
    if given and str(tuple(example.action or ())) in example.call:
        return {**found, "passed": given}
    if example.after is not None:  # in question is what the call did to the board, not what it returned
        return found
    # When an answer has several cells, the right ones are not in question.
    answered = (_cells(example.got) if asked else set()) - asked
    return {**found, "asked": asked - _cells(example.got), "played": given | answered}


def _cells(text: str) -> set[int]:
    return {3 * int(row) + int(column) for row, column in CELL.findall(text)}


def _differences(before: str, after: str) -> set[int]:
    return {at for at in range(9) if before[at : at + 1] != after[at : at + 1]}


def call_facts(example: Counterexample) -> Iterator[LabelledText]:
    """Yield the call, what came back and what is asked for, each with its label."""
    yield LabelledText("Call", page_text(example.call))
    yield LabelledText("Got", page_text(example.got))
    yield LabelledText("Expected", page_text(example.expected))


def _game(example: Counterexample) -> Iterator[DrawnBoard]:
    """Yield the board after each move; a move that the rules forbid, and all after it, are left out."""
    board, student = FREE * 9, turn(example.board)
    for ply, cell in enumerate(example.moves[:9], start=1):
        if not 0 <= cell < len(board) or board[cell] != FREE:
            return
        side, is_mistake = turn(board), board == example.board
        board = board[:cell] + side + board[cell + 1 :]
        caption = f"{ply}: {side}, you" if side == student else f"{ply}: {side}"
        won = three_in_a_row(board)
        kinds = {"line": won} if won else {"played" if is_mistake else "new": {cell}}
        yield drawn_board(board, caption=caption, **kinds)
