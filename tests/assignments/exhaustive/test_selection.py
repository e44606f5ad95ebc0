"""A search that cannot be memoized and would take too long is tested on a selection of boards, at no cost."""

from __future__ import annotations

import pytest

from grader.model.verdict import Verdict
from grader.sandbox.running import plain_runs
from grader.story.classes.attention import Need, attention
from grader.story.classes.statistics import class_statistics
from grader.text.reasons import said
from tests.assignments.graded_text import GradeText, checks_of, lost
from tests.fixture_folders import ROOT, SLOW

SOURCE = (ROOT / "fixtures" / "dict-memo" / "tictactoe.py").read_text(encoding="utf-8")


@SLOW
def test_a_right_search_loses_no_point_by_it_and_a_person_is_told(
    grade: GradeText, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All games are played, and what they show counts for the other checks of `minimax` as well."""
    monkeypatch.setattr(plain_runs, "expected_seconds", lambda *_given: 1e6)
    result = grade(SOURCE)
    checks = checks_of(result)
    (case,) = attention(class_statistics([result]))

    assert result.score is not None
    assert result.score.automatic_earned == result.score.automatic_possible
    assert said(checks["minimax.never_loses_as_x"].reasons) == ""
    legal = checks["minimax.legal_move"]
    assert legal.asked is not None
    assert 4_186 + 9 + 9 + 42 < legal.asked < 4_520
    assert said(legal.reasons) == f"tested on {legal.asked:,} of 4,520 boards"
    assert (case.reason, case.text) == (Need.PARTLY_TESTED, f"minimax: {said(legal.reasons)}")
    assert any(note.startswith("minimax was tested on") for note in result.notes)
    assert "?" in result.observed.policy


@SLOW
def test_a_wrong_one_fails_on_it_as_on_all_boards(grade: GradeText, monkeypatch: pytest.MonkeyPatch) -> None:
    """The count of wrong boards is a lower bound, and says so."""
    monkeypatch.setattr(plain_runs, "expected_seconds", lambda *_given: 1e6)
    result = grade(SOURCE.replace("def minimax(board):", "def minimax(board):\n    if board[0][0] is X: return []", 1))
    check = checks_of(result)["minimax.legal_move"]

    assert lost(result, "minimax").keys() >= {"minimax.legal_move", "minimax.none_when_over"}
    assert check.verdict is Verdict.FAIL
    assert check.asked is not None
    assert said(check.reasons) == f"wrong on at least {check.wrong:,} of 4,520 boards"
