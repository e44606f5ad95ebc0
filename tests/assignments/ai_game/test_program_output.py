"""What a person saw of a program since the last input."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.program_output import MAX_LAST_WORDS, output_since_input
from grader.model.dialogue import ASKED, BOARD, PRINTED, TYPED, Event

BOARDS = ("X........", "X...O....")
PICTURES = ("X| | \n", "x| | \n |o| \n")


def events(*pairs: tuple[str, str]) -> list[Event]:
    """Return events after a line that was typed."""
    told = [(BOARD, "XXXXXXXXX"), (PRINTED, "XXXXXXXXX"), (TYPED, "0 0"), *pairs]
    return [Event(kind=kind, text=text) for kind, text in told]


@pytest.mark.parametrize(
    "pairs",
    [
        [(BOARD, BOARDS[0]), (PRINTED, PICTURES[0]), (BOARD, BOARDS[1]), (PRINTED, PICTURES[1]), (ASKED, "? ")],
        [(BOARD, BOARDS[0]), (BOARD, BOARDS[1]), (PRINTED, "".join(PICTURES)), (ASKED, "")],
        [(BOARD, BOARDS[0]), (BOARD, BOARDS[1]), (ASKED, "".join(PICTURES))],
    ],
)
def test_a_board_counts_if_it_came_to_the_screen(pairs: list[tuple[str, str]]) -> None:
    """At once, late or in the question."""
    assert output_since_input(events(*pairs), in_letters=True).boards == list(BOARDS)


@pytest.mark.parametrize("text", ["", " \n", "Your move: ", "You are X\n"])
def test_a_board_that_was_not_on_the_screen_does_not_count(text: str) -> None:
    """Whatever else was."""
    pairs = [(PRINTED, "X O X O"), (BOARD, "XO...X..."), (PRINTED, text), (ASKED, "")]

    assert output_since_input(events(*pairs), in_letters=True).boards == []


def test_a_board_in_other_signs_counts_if_anything_was_printed() -> None:
    """Where they stand is not known, so a person is believed to read them."""
    shown, hidden = ([(BOARD, BOARDS[1]), (PRINTED, text)] for text in ("❌⬜⬜\n⬜⭕⬜\n", " \n"))

    assert output_since_input(events(*shown), in_letters=False).boards == [BOARDS[1]]
    assert output_since_input(events(*hidden), in_letters=False).boards == []


def test_last_words_are_bounded() -> None:
    """The result stands at the beginning or at the end."""
    output = output_since_input(events((PRINTED, "X wins!" + "-" * 9_000 + "Bye!")), in_letters=True)

    assert len(output.last_words) == MAX_LAST_WORDS + 1
    assert output.last_words.startswith("X wins!")
    assert output.last_words.endswith("Bye!")
