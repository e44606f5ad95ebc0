"""What a person at the keyboard sees of a program: its text, where it prints each cell, and how it ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from grader.game.board import EMPTY_BOARD, OPPONENT, O, X, with_mark
from grader.model.answer import ASKED, BOARD, ENDED, PRINTED, TYPED, Answer, Event
from grader.model.reason import Reason, reason
from grader.model.sanitize import sanitize
from grader.model.verdict import ChildEnd

CELLS = range(9)
MARKS = {X: X, O: O, X.lower(): X, O.lower(): O}
SAMPLE = 100
"""Number of boards that decide between several possible places of a cell."""


class PrintedPlace(NamedTuple):
    """A character of a text; line and column are counted from 0."""

    line: int
    column: int


@dataclass(frozen=True)
class PrintLayout:
    """Where each of the nine cells stands."""

    places: tuple[PrintedPlace, ...]
    """In the order of the board, row by row."""

    @cached_property
    def in_rows(self) -> bool:
        """Whether each row of the board is on one line, separate from the other rows, and the lines come in order."""
        lines = [place.line for place in self.places]
        rows = [set(lines[at : at + 3]) for at in (0, 3, 6)]
        return all(len(row) == 1 for row in rows) and len(set(lines)) == len(rows)

    def shows(self, board: str, text: str) -> bool:
        """Tell whether `text` shows every mark of `board` at its place, and no mark at the place of an empty cell."""
        lines = text.split("\n")
        return all(_mark_at(lines, place) == MARKS.get(mark) for place, mark in zip(self.places, board, strict=True))


def layout_of(printed: Mapping[str, str]) -> PrintLayout | None:
    """
    Return the places of the cells in the texts `printed`, by board; None if some cell has no place.

    A cell's place is where an X is printed for the board whose only mark is an X in that cell. If several X are
    printed, for example in a headline, it is the place that fits most boards. Places must be in reading order; lines
    between rows, frames and spacing are free.
    """
    step = max(1, len(printed) // SAMPLE)
    sample = [(board, text.split("\n")) for board, text in list(printed.items())[::step]]
    places: list[PrintedPlace] = []
    for cell in CELLS:
        text = printed.get(with_mark(EMPTY_BOARD, cell, X), "")
        candidates = [place for place in _places_of(X, text) if not places or place > places[-1]]
        if not candidates:
            return None
        places.append(max(candidates, key=lambda place, cell=cell: _boards_matched(place, cell, sample)))  # type: ignore[misc]
    return PrintLayout(tuple(places))


def _places_of(mark: str, text: str) -> Iterator[PrintedPlace]:
    for line, row in enumerate(text.split("\n")):
        for column, char in enumerate(row.upper()):
            if char == mark:
                yield PrintedPlace(line, column)


def _boards_matched(place: PrintedPlace, cell: int, sample: list[tuple[str, list[str]]]) -> int:
    return sum(_mark_at(lines, place) == MARKS.get(board[cell]) for board, lines in sample)


def _mark_at(lines: list[str], place: PrintedPlace) -> str | None:
    """Return the mark at a place of a text, or None if something else, or nothing, is there."""
    text = lines[place.line] if place.line < len(lines) else ""
    return MARKS.get(text[place.column : place.column + 1])


TERMINAL_CODE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*\x07?|[^\[\]])")
"""``ESC [ 92 m`` (a colour, the cursor), ``ESC ] 0 ; title BEL``, ``ESC c``."""
MAX_LAST_WORDS = 4_000
"""Characters that are searched for a game's result: half of them from the beginning, half from the end."""
WORD = re.compile(r"\w+")
CLAUSE_ENDS = str.maketrans(dict.fromkeys(".,!", "\n"))
DRAW = frozenset({"draw", "drawn", "tie", "tied", "nobody", "stalemate"})
DRAW_PAIRS = frozenset({("no", "one"), ("no", "winner")})
NAMES = {
    "X": frozenset({"x", "human", "player", "you"}),
    "O": frozenset({"o", "ai", "computer", "machine", "bot", "agent"}),
}
WON = frozenset({"win", "wins", "won"})
HUMAN_LOST = frozenset({("you", "lose"), ("you", "lost")})
PLAYER_O = ("player", "o")
ENDLESS = (ChildEnd.CPU_LIMIT, ChildEnd.WALL_LIMIT, ChildEnd.OUTPUT_LIMIT)
"""Ends of a program that would go on for ever."""
EXIT = "SystemExit"


def as_shown(text: str) -> str:
    """Return `text` without the codes that a terminal obeys instead of showing them."""
    return TERMINAL_CODE.sub("", text)


class ProgramOutput(NamedTuple):
    """What the program wrote between two inputs."""

    boards: list[str]
    text: str
    """Printed texts and prompts; a line feed stands for each board."""

    @property
    def last_words(self) -> str:
        """The text, shortened: nobody looks for the result in the middle of ten pages."""
        half = MAX_LAST_WORDS // 2
        return self.text if len(self.text) <= MAX_LAST_WORDS else f"{self.text[:half]}\n{self.text[-half:]}"


def output_since_input(events: Sequence[Event], *, in_letters: bool) -> ProgramOutput:
    """
    Return what the program wrote since the last input.

    A board that was passed to the function that prints it counts only if a person can have seen it: something was
    printed afterwards, and, if that function writes the marks as letters (`in_letters`), as many letters as the board
    has marks. So the output may come late, as from a buffer, and in any layout.
    """
    last = max((at for at, event in enumerate(events) if event.kind in {TYPED, ENDED}), default=-1)
    new = events[last + 1 :]
    boards, letters, anything = [], dict.fromkeys((X, O), 0), False
    for event in reversed(new):
        if event.kind == BOARD:
            enough = all(event.text.count(mark) <= letters[mark] for mark in letters)
            if anything and (enough or not in_letters):
                boards.append(event.text)
        elif event.kind in {PRINTED, ASKED}:
            upper = event.text.upper()
            letters = {mark: seen + upper.count(mark) for mark, seen in letters.items()}
            anything = anything or event.text.strip() != ""
    written = ("\n" if event.kind == BOARD else event.text for event in new if event.kind in {PRINTED, ASKED, BOARD})
    return ProgramOutput(boards[::-1], "".join(written))


def announces(text: str, winner: str | None) -> bool:
    """
    Tell whether `text` announces that `winner`, `X` or `O`, has won (None: a draw), and no other result.

    A student writes the text, so it is compared as lists of words, each looked at a fixed number of times. A regular
    expression for "a name, anything, then `wins`" would try every name with every rest of the line.
    """
    clauses = [WORD.findall(clause) for clause in text.lower().translate(CLAUSE_ENDS).split("\n")]
    is_draw = any(not DRAW.isdisjoint(words) or not DRAW_PAIRS.isdisjoint(pairwise(words)) for words in clauses)
    if winner is None:
        return is_draw and not any(_wins(words, name) for words in clauses for name in NAMES)
    return (
        not is_draw
        and any(_names(words, winner) for words in clauses)
        and not any(_wins(words, OPPONENT[winner]) for words in clauses)
    )


def fresh_lines(text: str, known: set[str]) -> str:
    """Return the lines of `text` that are not in `known`: a line that comes at every move announces nothing."""
    lines = [line.strip() for line in as_shown(text).split("\n")]
    return "\n".join(line for line in lines if line and line not in known)


def _names(words: Sequence[str], winner: str) -> bool:
    """Tell whether a clause names the winner, or says that the human has lost."""
    return not NAMES[winner].isdisjoint(words) or (winner == "O" and not HUMAN_LOST.isdisjoint(pairwise(words)))


def _wins(words: Sequence[str], winner: str) -> bool:
    """Tell whether a clause says that `winner` wins: a name first, then a word of `WON`."""
    if winner == "O" and not HUMAN_LOST.isdisjoint(pairwise(words)):
        return True
    last = max((at for at, word in enumerate(words) if word in WON), default=0)
    named = pairwise(words[: last + 1])
    return any(word in NAMES[winner] and not (winner == "X" and (word, after) == PLAYER_O) for word, after in named)


def ended_as_wanted(answer: Answer) -> bool:
    """Tell whether the program returned, or called `sys.exit` or the like."""
    exits = answer.end is ChildEnd.EXITED and answer.raised is not None and answer.raised.type == EXIT
    return answer.end is ChildEnd.RETURNED or exits


def exit_message(answer: Answer) -> str:
    """Return what Python prints when a program ends by ``sys.exit("O wins!")``, on a line of its own."""
    return f"\n{answer.raised.message}" if ended_as_wanted(answer) and answer.raised is not None else ""


def end_reason(answer: Answer) -> Reason:
    if answer.raised is not None:
        return reason("ends_with", raised=sanitize(str(answer.raised)))
    return reason(f"ends_by_{answer.end.name.lower()}")
