"""What shows that a check failed: the boards to draw, what was called and came back, the student's lines, a command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.game.board import FREE, LINES, turn
from grader.model.result import CheckResult, Counterexample, SourceLine
from grader.model.sanitize import sanitize
from grader.reports.pages.board import Drawing, drawing
from grader.reports.text.board_text import board_tells
from grader.reports.text.transcript import Turn, turns

MOST = 2_000
"""Characters of one text on the page; a result may come from a file somebody edited."""
LONGEST_LINE = 300
MOST_LINES = 40
"""The same for the student's own lines."""
MOST_TURNS = 80
"""Lines of a dialogue."""
CELL = re.compile(r"\(([0-2]), ?([0-2])\)")
ROW = r"\[([XO.]) ([XO.]) ([XO.])\]"
BOARD = re.compile(rf"the board {ROW} {ROW} {ROW}")
"""How a board is written in a line of text."""
LEGEND = {
    "played": "your answer",
    "asked": "what the sheet asks for",
    "passed": "the cell passed in",
    "changed": "changed",
    "line": "three in a row",
}
PARTLY_RIGHT = {"played": "not asked for", "asked": "missing in your answer"}
"""The same where some of the cells that were answered are right."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The smallest board that fails, drawn and explained; without a counterexample only the lines and the command."""

    boards: tuple[Drawing, ...] = ()
    legend: tuple[tuple[str, str], ...] = ()
    """Kind and words of what is pointed out on the boards."""
    facts: tuple[tuple[str, str], ...] = ()
    game: tuple[Drawing, ...] = ()
    """A board after each move of a game."""
    dialogue: tuple[Turn, ...] = ()
    excerpt: tuple[SourceLine, ...] = ()
    """Empty, too, where the page has shown these lines before: `raised_at` then leads there."""
    raised_at: str = ""
    """``tictactoe.py:41``: the student's line where an exception was raised."""
    excerpt_id: str = ""
    command: str = ""


def evidence(check: CheckResult) -> Evidence | None:
    """Return what shows that `check` failed, or None where there is nothing but its message."""
    example = check.counterexample
    if example is None and not check.excerpt and not check.reproduce:
        return None
    boards = () if example is None else tuple(_boards(example))
    kinds = {cell.kind for drawn in boards for cell in drawn.cells}
    return Evidence(
        boards=boards,
        legend=tuple((kind, word) for kind, word in _words(example).items() if kind in kinds),
        facts=() if example is None else tuple(_facts(example)),
        game=() if example is None else tuple(_game(example)),
        dialogue=() if example is None else turns(example.transcript, MOST_TURNS),
        excerpt=tuple(replace(line, text=sanitize(line.text, LONGEST_LINE)) for line in check.excerpt[:MOST_LINES]),
        raised_at="" if example is None else page_text(example.at or ""),
        command=page_text(check.reproduce or ""),
    )


def page_text(text: str) -> str:
    """Return `text` clean and short enough for a page."""
    return sanitize(text, MOST, keep="\n")


def full_lines(board: str) -> set[int]:
    """Return the cells of every line that one mark fills."""
    marks = {at: board[at : at + 1] for at in range(9)}
    return {cell for line in LINES if {marks[at] for at in line} in ({"X"}, {"O"}) for cell in line}


def _boards(example: Counterexample) -> Iterator[Drawing]:
    changed = example.after is not None
    answer = None if changed else BOARD.search(example.got)
    if changed or answer or board_tells(example):
        yield drawing(example.board, caption="before" if changed or answer else "", **pointed_out(example))
    if example.after is not None:
        yield drawing(example.after, caption="after", changed=_differences(example.board, example.after))
    elif answer:
        board = "".join(answer.groups())
        yield drawing(board, caption="your answer", changed=_differences(example.board, board))
    if asked := BOARD.search(example.expected):
        yield drawing("".join(asked.groups()), caption="asked for")


def _words(example: Counterexample | None) -> dict[str, str]:
    partly = example is not None and _cells(example.got) & _cells(example.expected)
    return {**LEGEND, **PARTLY_RIGHT} if partly else LEGEND


def pointed_out(example: Counterexample) -> dict[str, set[int]]:
    """Return the cells of the board that are in question, by kind."""
    asked = _cells(example.expected)
    given = set() if example.action is None else _cells(str(tuple(example.action)))
    found = {"line": full_lines(example.board)}
    if given and str(tuple(example.action or ())) in example.call:
        return {**found, "passed": given}
    if example.after is not None:  # what it did to the board is in question, not what it answered
        return found
    # Of an answer of several cells, those that are right are none to point out.
    answered = (_cells(example.got) if asked else set()) - asked
    return {**found, "asked": asked - _cells(example.got), "played": given | answered}


def _cells(text: str) -> set[int]:
    return {3 * int(row) + int(column) for row, column in CELL.findall(text)}


def _differences(before: str, after: str) -> set[int]:
    return {at for at in range(9) if before[at : at + 1] != after[at : at + 1]}


def _facts(example: Counterexample) -> Iterator[tuple[str, str]]:
    yield "The call", page_text(example.call)
    yield "What came back", page_text(example.got)
    yield "The sheet asks for", page_text(example.expected)


def _game(example: Counterexample) -> Iterator[Drawing]:
    """Yield the board after each move; the moves after one that the rules forbid are left out."""
    board, student = FREE * 9, turn(example.board)
    for ply, cell in enumerate(example.moves[:9], start=1):
        if not 0 <= cell < len(board) or board[cell] != FREE:
            return
        mark, slip = turn(board), board == example.board
        board = board[:cell] + mark + board[cell + 1 :]
        who = f"{ply}: {mark}, you" if mark == student else f"{ply}: {mark}"
        pointed_out = {"played" if slip else "new": {cell}} if not (line := full_lines(board)) else {"line": line}
        yield drawing(board, caption=who, **pointed_out)
