"""Lines are broken where every terminal would still have room, and nothing but spaces is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from grader.model.sanitize import sanitize
from grader.text.line_breaks import MARK, cells, line_breaks, marked_lines, quoted_name, visible_blanks

HASTY = settings(max_examples=200)
TEXTS = st.text(
    st.characters(codec=None) | st.sampled_from("  a\u0301\u8868\u00e9\u3000\t\U0001f469\u200d"), max_size=120
)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("abc", 3),
        ("e\u0301a\u0308", 2),
        ("\u8868", 2),
        ("\uff21", 2),
        ("\U0001f600", 2),
        ("\U0001f469\u200d\U0001f4bb", 4),
        ("Jos\u00e9 \u041e\u043b\u044c\u0433\u0430", 10),
        ("\u0915\u094d\u200d\u0937", 2),
        ("\u2713", 2),
        ("\u2502", 2),
        ("\U0001fffd", 2),
    ],
)
def test_a_text_takes_no_more_columns_than_it_is_given(text: str, most: int) -> None:
    """Marks take none, wide letters two, and so do symbols: terminals differ on those."""
    assert cells(text) == most


@HASTY
@given(TEXTS)
def test_the_count_is_never_below_that_of_rich(text: str) -> None:
    """Whatever is safe to show: also spaces of other kinds, tabs and what has no width."""
    assert cells(sanitize(text)) >= cell_len(sanitize(text))


@HASTY
@given(TEXTS, st.integers(8, 60), st.integers(8, 60))
@example("a" * 200, 8, 9)
@example(" " * 68 + "a", 10, 10)
@example("ab " * 30 + "\u8868" * 30, 20, 9)
@example("0" * 16 + " \u0301", 8, 8)
def test_no_line_is_too_long_and_nothing_is_lost(text: str, first: int, rest: int) -> None:
    """Spaces at the end of a line do not count; no line is empty, and a mark stays with its letter, if it has one."""
    shown = sanitize(text)
    breaks = line_breaks(shown, first, rest)
    places = [0, *breaks, len(shown)]
    lines = [shown[start:end] for start, end in pairwise(places)]

    assert "".join(lines) == shown
    assert all(cells(line.rstrip(" ")) <= (rest if at else first) for at, line in enumerate(lines))
    assert all(line.strip(" ") for line in lines[1:])
    assert all(cells(line[0]) or before.endswith(" ") for before, line in pairwise(lines))


@HASTY
@given(TEXTS, st.integers(20, 60))
def test_every_line_of_a_message_but_the_first_is_marked(text: str, width: int) -> None:
    """And fits the terminal, mark included."""
    first, *rest = marked_lines(sanitize(text), width).split("\n")

    assert all(line.startswith(MARK) for line in rest)
    assert all(cells(line) <= width for line in (first, *rest))


def test_a_long_blank_is_shown_by_its_length() -> None:
    """Nothing can be pushed out of sight or to the next line; what people indent and align stays."""
    assert visible_blanks("a" + " " * 68 + "b") == "a [68 spaces] b"
    assert visible_blanks("        a") == "        a"


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "ada-07",
        "Jos\u00e9 Garc\u00eda",
        "\u674e\u96f7",
        "1815",
        "j_doe",
        "O'Neill",
        "Jose\u0301",
        "\u0906\u0926\u093f",
        "Lovelace, Ada",
        "M\u00fcller-L\u00fcdenscheidt, Zo\u00eb",
        "de la Cruz, Mar\u00eda",
    ],
)
def test_a_name_is_shown_as_it_is(name: str) -> None:
    """In every script, composed or not."""
    assert quoted_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        *("Ada 100 of 100", "\u2713 pass", "a: not graded", "x  y", "", "\u0664", "a \u0664", "a|b"),
        *(", Ada", "Ada, ", "Ada,Bob", "Ada, 100", "Ada, Bob, Cy", "Ada , Bob", "Ada,  Bob", "Ada; Bob", "4711 (Ada)"),
    ],
)
def test_what_could_be_more_than_a_name_is_quoted(name: str) -> None:
    """In front of the mark it could be taken for one."""
    assert quoted_name(name) == (f'"{name}"' if name != "\u0664" else name)
