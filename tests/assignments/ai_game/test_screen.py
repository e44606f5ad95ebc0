"""What a person saw of a program since the last input, and what the program says at the end of a game."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.screen import MAX_LAST_WORDS, announces, fresh_lines, output_since_input
from grader.model.answer import ASKED, BOARD, PRINTED, TYPED, Event

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


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("X wins!", "X"),
        ("Congratulations, you win!", "X"),
        ("The winner is: X", "X"),
        ("Human player won.", "X"),
        ("O wins!", "O"),
        ("AI wins, you lose", "O"),
        ("The computer has won.", "O"),
        ("Player O has won.", "O"),
        ("You lost.", "O"),
        ("O", "O"),
        ("It's a draw!", None),
        ("Nobody wins", None),
        ("It is a tie.", None),
        ("Draw", None),
        ("Draw wins!", None),
        ("Player O wins", "O"),
        ("no one has won", None),
        ("X lost, O wins", "O"),
        ("\x1b[92mO wins!\x1b[0m", "O"),
        ("AI is thinking...\rX wins!", "X"),
    ],
)
def test_an_announcement_is_understood_as_what_it_says(text: str, winner: str | None) -> None:
    """In the words students use, and as nothing else."""
    assert [one for one in ("X", "O", None) if announces(fresh_lines(text, set()), one)] == [winner]


@pytest.mark.parametrize("text", ["", "Game over", "AI is thinking...", "Thanks for playing", "Move (0-2 0-2):"])
def test_what_names_nobody_announces_neither_a_human_nor_a_draw(text: str) -> None:
    """Such a line is printed in every game, won or not."""
    assert not announces(text, "X")
    assert not announces(text, None)


def test_what_was_said_before_is_no_announcement() -> None:
    """Prompts and the AI's thinking come after every move."""
    assert fresh_lines("You are X, AI is O\n  Your move: \nO wins\n", {"You are X, AI is O", "Your move:"}) == "O wins"
