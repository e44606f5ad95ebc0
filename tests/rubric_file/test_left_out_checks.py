"""A rubric that leaves out checks, as one written for an earlier grader does: they count 0 points, with a note."""

from __future__ import annotations

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from grader.assignments import ASSIGNMENTS
from grader.model.rubric import Rubric
from grader.rubric_file import load_rubric
from tests.rubric_file.toy import DEFAULT, PROPERTY, SMALL, edited, load, rubric_lines, written

ADD = "add them with points to count them"


def checks_by_line(rubric: Rubric) -> dict[str, dict[str, Decimal]]:
    """Return the shares of each item."""
    return {item.id: {share.check: share.points for share in item.shares} for item in rubric.criteria}


def test_a_complete_rubric_has_no_note() -> None:
    """Nothing is added to it either."""
    assert () == load(SMALL).notes
    assert () == load_rubric(DEFAULT.read_bytes(), "rubric.yaml", ASSIGNMENTS).notes


def test_a_check_left_out_counts_nothing_in_the_line_of_its_function() -> None:
    """It stays in the report, after the checks that the line names."""
    rubric = load(edited(("first: 2, later: 4", "later: 6")))

    assert {"turn.later": 6, "turn.first": 0} == checks_by_line(rubric)["turn"]
    assert ["turn.later", "turn.first"] == [share.check for share in rubric.criteria[0].shares]
    assert (f"these checks are left out and count 0 points: turn.first; {ADD}",) == rubric.notes
    assert Decimal(10) == rubric.total


def test_the_line_called_like_the_function_goes_before_others_with_a_check_of_it() -> None:
    """`turn` shows what is left out of its function, though a line before it has one of its checks."""
    text = edited(
        ("criteria:", "criteria:\n  - {id: early, title: Early, points: 0, checks: {turn.first: 0}}"),
        ("first: 2, later: 4", "minimax.legal_move: 6"),
        ("checks: {legal_move: 3}", "by_hand: true"),
    )

    assert checks_by_line(load(text)) == {
        "early": {"turn.first": 0},
        "turn": {"minimax.legal_move": 6, "turn.later": 0},
        "minimax": {},
        "style": {},
    }


def test_without_such_a_line_the_first_one_with_a_check_of_the_function_shows_it() -> None:
    """The lines of a rubric may mix checks of several functions."""
    text = edited(("id: turn", "id: opening"), ("first: 2, later: 4", "turn.first: 6"))

    assert {"turn.first": 6, "turn.later": 0} == checks_by_line(load(text))["opening"]


def test_a_check_of_a_function_that_no_line_is_about_stands_in_no_report() -> None:
    """No item is made up for it; the note says so."""
    rubric = load(edited(("id: minimax", "id: search"), ("checks: {legal_move: 3}", "by_hand: true")))
    start = (
        "these checks are left out, count 0 points and stand in no report, since no item has a check of their function"
    )

    assert {"turn.first", "turn.later"} == {share.check for item in rubric.criteria for share in item.shares}
    assert (f"{start}: minimax.legal_move; {ADD}",) == rubric.notes


def test_both_kinds_are_told_apart() -> None:
    """Two notes, the checks in the table's order."""
    text = edited(("first: 2, later: 4", "later: 6"), ("checks: {legal_move: 3}", "by_hand: true"))

    shown, hidden = load(text).notes

    assert ": turn.first;" in shown
    assert ": minimax.legal_move;" in hidden


def test_points_may_all_be_given_by_hand() -> None:
    """Then no check is in the report, and nothing is automatic."""
    text = edited(("checks: {first: 2, later: 4}", "by_hand: true"), ("checks: {legal_move: 3}", "by_hand: true"))
    rubric = load(text)

    assert ([], Decimal(0)) == ([share for item in rubric.criteria for share in item.shares], rubric.automatic)
    assert all(check in rubric.notes[0] for check in ("turn.first", "turn.later", "minimax.legal_move"))


@PROPERTY
@given(data=st.data())
def test_whatever_is_left_out_changes_no_points_of_what_is_named(data: st.DataObject) -> None:
    """Any checks left out: named ones keep item and points, sums hold, each left-out one is noted once and worth 0."""
    known = [entry.id for entry in ASSIGNMENTS["tictactoe"].checks]
    named = data.draw(st.lists(st.sampled_from(known), unique=True, min_size=1))
    lines = data.draw(rubric_lines(named))
    rubric = load_rubric(written(lines).encode(), "r.yaml", ASSIGNMENTS)
    shares = [share for item in rubric.criteria for share in item.shares]
    added = {share.check: share.points for share in shares if share.check not in named}

    for before, item in zip(lines, rubric.criteria[1:], strict=True):
        assert before == {share.check: share.points for share in item.shares if share.check in named}
        assert item.points == sum(share.points for share in item.shares)
    assert len(shares) == len({share.check for share in shares})
    assert {check: Decimal(0) for check in added} == added
    noted = [check for check in known for note in rubric.notes if f" {check}," in note or f" {check};" in note]
    assert [check for check in known if check not in named] == noted
    functions = {check.partition(".")[0] for check in named}
    assert set(added) == {check for check in noted if check.partition(".")[0] in functions}
