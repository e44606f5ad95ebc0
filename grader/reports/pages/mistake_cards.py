"""The commonest mistakes as the class's page shows them: who made them, and a board that shows each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from grader.blocks import Board, Mark
from grader.model.counterexample import Counterexample
from grader.render.pages.board import DrawnBoard, drawn_board
from grader.reports.classes.mistake_names import general_message, short_answer
from grader.reports.classes.mistakes import CommonMistake
from grader.reports.pages.student_links import StudentLink, Truncated, short_text, truncate
from grader.story.boards import cells_in_question, differences
from grader.text.board_text import board_matters
from grader.text.move_explanation import move_explanation
from grader.text.number_text import count_text, points_text

SHOWN = 12
"""Cards that are shown before somebody opens the rest."""
MAX_DRAWN = 60
"""Cards with a board. Further mistakes, and those of one student alone, are a line each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A mistake."""

    key: str
    """The value of the table's filter that shows these students; empty when there is only one."""
    number: str
    """How many students made it."""
    noun: str
    """``student`` or ``students``."""
    percent: str
    """How many of the students with a mark."""
    subject: str
    title: str
    details: tuple[str, ...]
    """The check, its message, the points lost."""
    boards: tuple[DrawnBoard, ...]
    call: str
    got: str
    expected: str
    also: tuple[str, ...]
    students: Truncated


@dataclass(frozen=True, slots=True, kw_only=True)
class MistakeCards:
    """The mistakes of a class."""

    top: tuple[Card, ...]
    more: tuple[Card, ...]
    """Further ones with a board."""
    brief: tuple[Card, ...]
    """Those shown as one line, without a board."""


def mistake_cards(found: Sequence[CommonMistake], students: Sequence[StudentLink]) -> MistakeCards:
    """Return `found` as the page shows it; `students` are all with a mark, in the order given to `mistakes`."""
    several = sum(len(mistake.students) > 1 for mistake in found)
    drawn = min(max(SHOWN, several), MAX_DRAWN)
    cards = tuple(_card(mistake, students) for mistake in found)
    return MistakeCards(top=cards[:SHOWN], more=cards[SHOWN:drawn], brief=cards[drawn:])


def _card(mistake: CommonMistake, students: Sequence[StudentLink]) -> Card:
    example, count = mistake.check.counterexample, len(mistake.students)
    return Card(
        key=mistake.key if count > 1 else "",
        number=f"{count:,}",
        noun="student" if count == 1 else "students",
        percent=f"{count * 100 / len(students):.0f} %" if count * 100 >= len(students) else "under 1 %",
        subject=short_text(mistake.subject),
        title=short_text(mistake.title),
        details=tuple(_details(mistake)),
        boards=tuple(_boards(example)) if example else (),
        call=short_text(example.call) if example else "",
        got=short_answer(example.got) if example else "",
        expected=short_answer(example.expected) if example else "",
        also=tuple(_also(mistake.also)),
        students=truncate([students[at] for at in mistake.students]),
    )


def _details(mistake: CommonMistake) -> Iterator[str]:
    check, message = mistake.check, general_message(mistake.check)
    if len(mistake.checks) > 1:
        yield count_text(len(mistake.checks), "check")
    else:
        yield short_text(f"{check.id}: {check.title}" if check.id != mistake.subject else check.title)
    if message not in mistake.title:
        yield short_text(message)
    if mistake.lost is not None:
        yield f"costs {points_text(mistake.lost)}{' each' if len(mistake.students) > 1 else ''}"


def _also(others: Sequence[CommonMistake]) -> Iterator[str]:
    """Yield what else the same students got wrong, one text per function."""
    by_function: dict[str, list[str]] = {}
    for other in others:
        for check in other.checks if not other.subject else [other.check.id]:
            function, _, name = check.partition(".")
            title = other.title if other.subject == function else name
            by_function.setdefault(short_text(function), []).append(short_text(title))
    for function, titles in by_function.items():
        yield f"{function}: {', '.join(dict.fromkeys(titles))}"


def _boards(example: Counterexample) -> Iterator[DrawnBoard]:
    if example.after is not None:
        changed = dict.fromkeys(differences(example.board, example.after), Mark.PLAYED)
        yield drawn_board(Board(example.board, caption="before"))
        yield drawn_board(Board(example.after, caption="after", marks=changed))
    elif board_matters(example):
        cells = cells_in_question(example)
        # The action that was passed in is not the mistake: it is coloured as a full line is.
        if Mark.PASSED in cells.values():
            cells = {cell: Mark.LINE for cell, mark in cells.items() if mark is Mark.PASSED}
        explained = move_explanation(example)
        yield drawn_board(Board(example.board, marks=cells, move=explained.turn if explained else ""))
