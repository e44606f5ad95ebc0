"""What is typed at a question after the end of a game."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.keyboard import MAX_ANSWERS, AnswersAfterGame, Manner


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("X wins!\nPlay again? (y/n) ", "n"),
        ("Play again? (Y/N): ", "N"),
        ("Play again? [yes/No] ", "No"),
        ("Type yes or no: ", "no"),
        ("1 = play again, 0 = stop: ", "0"),
        ("Press Enter to exit...", ""),
        ("Press any key", ""),
        ("Again? (y/n, then Enter) ", "n"),
        ("[P]lay again or [Q]uit\n> ", "Q"),
        ("1. Play again\n2. Leave\n> ", "2"),
        ("Noch einmal? (ja/nein) ", "nein"),
        ("¿Otra vez? (s/n) ", "n"),
        ("Play again? ", "n"),
        ("Say y for another game: ", "n"),
        ("", "n"),
    ],
)
def test_a_question_is_answered_in_a_way_that_it_names_first(text: str, first: str) -> None:
    """An answer that ends the program comes before one that goes on."""
    assert AnswersAfterGame(Manner()).answer(text) == first


@pytest.mark.parametrize("line", ["n", "no", "N", "NO", "0", "", "q", "quit", "exit", "y", "yes", "1", "2"])
def test_every_usual_answer_is_given_sooner_or_later(line: str) -> None:
    """To a program that insists on it, and names it if it wants capitals."""
    answers = AnswersAfterGame(Manner())
    text = f"Play again? {line if line.isupper() else ''}\n> "

    assert line in iter(lambda: answers.answer(text), None)


def test_a_program_that_takes_no_answer_is_given_up() -> None:
    """Whether it repeats one question or has a new one each time."""
    same, other = AnswersAfterGame(Manner()), AnswersAfterGame(Manner())

    assert len(set(iter(lambda: same.answer("Play again? "), None))) < MAX_ANSWERS
    assert sum(other.answer(f"Question {at} ") is not None for at in range(2 * MAX_ANSWERS)) == MAX_ANSWERS


def test_one_answer_does_for_several_questions() -> None:
    """Each may want the same."""
    answers = AnswersAfterGame(Manner())

    assert [answers.answer(f"Press Enter to {what}") for what in ("see the score", "exit")] == ["", ""]


def test_the_first_answer_may_be_given() -> None:
    """Only the first: after that the question counts again."""
    answers = AnswersAfterGame(Manner(first_answer="y"))

    assert [answers.answer("Play again? (y/n) ") for _ in range(2)] == ["y", "n"]
