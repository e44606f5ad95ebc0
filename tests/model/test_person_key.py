"""Two spellings of one id are equal; two ids are not."""

from __future__ import annotations

import pytest

from grader.model.person_key import person_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada@Uni.EDU", "ada@uni.edu "),
        ("004711", "4711"),
        ("\N{FULLWIDTH DIGIT FOUR}2", "42"),
        ("STRASSE", "Straße"),
        ("000", "0"),
        ("e\N{COMBINING ACUTE ACCENT}va", "Éva"),
    ],
)
def test_two_spellings_of_one_id_are_equal(one: str, other: str) -> None:
    """Spreadsheets and platforms change case, width and leading zeros."""
    assert person_key(one) == person_key(other)


@pytest.mark.parametrize(("one", "other"), [("0a1", "a1"), ("4711", "47110"), ("ada", "ada-l"), ("", "0")])
def test_zeros_count_in_what_is_no_number(one: str, other: str) -> None:
    """Two ids must never become one."""
    assert person_key(one) != person_key(other)
