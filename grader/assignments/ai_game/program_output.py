"""What a person saw of a program since the last input: its text, and the boards that were really on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grader.game.board import O, X
from grader.model.dialogue import ASKED, BOARD, ENDED, PRINTED, TYPED, Event

MAX_LAST_WORDS = 4_000
"""Characters that are searched for how a game ended: half of them from the beginning, half from the end."""


class ProgramOutput(NamedTuple):
    """What the program wrote between two inputs."""

    boards: list[str]
    """The boards it showed."""
    text: str
    """What it printed and asked; a line feed stands for each board."""

    @property
    def last_words(self) -> str:
        """The text, shortened: nobody looks for the result in the middle of ten pages."""
        half = MAX_LAST_WORDS // 2
        return self.text if len(self.text) <= MAX_LAST_WORDS else f"{self.text[:half]}\n{self.text[-half:]}"


def output_since_input(events: Sequence[Event], *, in_letters: bool) -> ProgramOutput:
    """
    Return what the program wrote since something was typed last.

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
