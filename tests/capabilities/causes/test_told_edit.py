"""How one edit is told, and two in one line."""

from __future__ import annotations

from grader.capabilities.causes.edit import Edit
from grader.capabilities.causes.told_edit import MAX_SHOWN, told_edit, told_together
from grader.text.reasons import said

MOVE = Edit(0, "edit_part", 7, 7, ("    v = value(result(board, a), maximizing)",), "board", "result(board, a)")
TURN = Edit(0, "edit_line", 7, 7, ("    v = value(result(board, a), not maximizing)",), "maximizing", "not maximizing")
BELOW = Edit(0, "edit_part", 8, 8, ("    return v",), "w", "v")


def text(edit: Edit) -> str:
    return said([told_edit(edit, "line 7", is_mistake_named=False)])


def test_two_edits_of_one_line_of_a_search_are_told_as_the_line_after_both() -> None:
    """One after the other they would contradict each other."""
    (told,) = told_together(MOVE, TURN, in_search=True)

    assert text(told) == "line 7: write `v = value(result(board, a), not maximizing)`"


def test_edits_of_other_lines_are_told_one_after_the_other() -> None:
    """In the order in which they were found."""
    assert told_together(MOVE, BELOW, in_search=True) == [MOVE, BELOW]


def test_what_cannot_be_told_in_one_line_is_not_told() -> None:
    """Nor two edits in one line of a quick function, of which some are right by accident."""
    long = TURN._replace(new=("x" * (MAX_SHOWN + 1),))
    two_lines = TURN._replace(new=("v = 1", "w = 2"))

    assert [*told_together(MOVE, long, in_search=True)] == []
    assert [*told_together(MOVE, two_lines, in_search=True)] == []
    assert [*told_together(MOVE, TURN, in_search=False)] == []


def test_a_part_too_long_to_be_told_with_what_it_replaces_is_told_alone() -> None:
    """As the whole line if that is short; a known mistake beside it changes nothing but the brackets."""
    long = Edit(0, "edit_part", 7, 7, ("v = " + "b" * 30,), "a" * 30, "b" * 30)

    assert text(MOVE) == "line 7: write `result(board, a)`, not `board`"
    assert text(long) == f"line 7: write `v = {'b' * 30}`"
    assert said([told_edit(long, "line 7", is_mistake_named=True)]) == f" (line 7: write `v = {'b' * 30}`)"
