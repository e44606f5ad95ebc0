"""What a program says at the end of a game."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.announcement import announces, fresh_lines


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
