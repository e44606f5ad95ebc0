"""A misspelt name is answered with the nearest one."""

from __future__ import annotations

import time

import pytest

from grader.model.sanitize import closest, did_you_mean, quoted


@pytest.mark.parametrize(
    ("word", "options", "expected"),
    [
        ("chek", ["batch", "check"], "check"),
        ("CHEK", ["batch", "check"], "check"),
        ("tictacto.py", ["TicTacToe.py", "runner.py"], "TicTacToe.py"),
        ("cs51", ["cs3081", "cs50", "lab4"], "cs50"),
        ("zzz", ["batch", "check"], None),
        ("", ["batch"], None),
        ("check", [], None),
    ],
)
def test_the_nearest_name_is_found_in_any_case_of_letters(word: str, options: list[str], expected: str | None) -> None:
    """It is returned as it is written among the options; nothing is suggested that is not similar."""
    assert expected == closest(word, options)


def test_the_remedy_stands_only_where_nothing_is_similar() -> None:
    """For a similar name a question, for any other the list."""
    assert "did you mean 'cs50'?" == did_you_mean("cs5O", ["cs50"], "use one of cs50")
    assert "use one of cs50" == did_you_mean("chess", ["cs50"], "use one of cs50")


def test_a_long_word_takes_no_time() -> None:
    """Comparing two texts takes time that grows with the product of their lengths."""
    began = time.process_time()

    closest("a" * 100_000, ["b" * 60] * 100)

    assert time.process_time() - began < 1


def test_a_quoted_word_is_safe_to_print() -> None:
    """On one line, without control characters, at most 60 characters long."""
    assert "'a\\x0ab'" == quoted("a\nb")
    assert f"'{'x' * 59}…'" == quoted("x" * 500)
