"""Searches of our own writing, each known to prune or not, and soundly or not: all are told apart."""

from __future__ import annotations

import contextlib
from decimal import Decimal

import pytest

from grader.capabilities.alpha_beta.capability import PruningReport, PruningVerdict
from grader.capabilities.alpha_beta.judge import FIRST, MORE
from grader.marking.mark import mark
from grader.model.rubric import Rubric
from grader.sandbox.launching.launcher import launcher
from grader.store.result_json import from_json, to_json
from grader.text.reasons import said
from tests.capabilities.alpha_beta.own_searches import SEARCHES, source, watched_here
from tests.capabilities.alpha_beta.verdicts import VERDICTS
from tests.fixture_folders import ROOT, SLOW
from tests.marking.one_file import submission

QUICK = (
    *("two_functions", "negamax", "principal_variation", "iterative", "plain", "memo_lru_cache", "first_win"),
    *(
        "depth_limit",
        "opening_book_alone",
        "only_x_cuts",
        "swapped",
        "stack_of_bitboards",
        "equal_moves_collected",
        "kept_across_siblings",
    ),
)


def test_every_search_has_a_verdict_in_the_table() -> None:
    """No search is left out of the tests, and the issue's 30 are there."""
    assert {path.stem for path in SEARCHES.glob("*.py")} == set(VERDICTS)
    assert len(VERDICTS) >= 30


@pytest.mark.parametrize("name", [pytest.param(name, marks=() if name in QUICK else SLOW) for name in VERDICTS])
def test_the_verdict_is_right(name: str) -> None:
    """From what is recorded in this process."""
    report = watched_here(name)

    assert (VERDICTS[name], bool(said(report.reasons))) == (report.verdict, True)


@SLOW
@pytest.mark.parametrize("name", {verdict: name for name, verdict in VERDICTS.items()}.values())
def test_the_verdict_is_right_behind_the_wall(name: str, default_rubric: Rubric) -> None:
    """For one search of each verdict: and the points are, graded like all others, 10 or 0 alone where it is clear."""
    with contextlib.closing(launcher()) as wall:
        result = mark(submission(source(name)), default_rubric, wall)
    (item,) = (item for item in result.criteria if item.found_as(PruningReport))
    settled = {PruningVerdict.ALPHA_BETA: 10, PruningVerdict.NONE: 0, PruningVerdict.MEMO_ONLY: 0}
    settled[PruningVerdict.NOT_SEARCHED] = 0

    assert VERDICTS[name] is _report(item.found_as(PruningReport)).verdict
    assert (VERDICTS[name] in settled) is not item.by_hand
    assert Decimal(settled.get(VERDICTS[name], 0)) == item.earned


def _report(report: PruningReport | None) -> PruningReport:
    assert report is not None
    return report


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("swapped", "nothing better for X was known above. The move (1, 2) was left out: it leads to a win for O."),
        ("kept_across_siblings", "nothing better for X was known above. The move (1, 1) was left out"),
        ("equal_moves_collected", "not better for X than that, but it was taken for equally good. The move (1, 1)"),
        ("cuts_own_bound", "had found a move that leads to a draw; nothing better for X was known above."),
    ],
)
def test_an_unsound_pruning_is_told_with_a_position(name: str, told: str) -> None:
    """What was known there, which move was left out, and what it leads to, on the smallest board that shows it."""
    report = watched_here(name)

    assert told in said(report.reasons)
    assert report.example is not None
    assert not report.example.justified
    assert report.example.start in FIRST


def test_the_model_answer_earns_the_bonus(default_rubric: Rubric) -> None:
    """Graded like a submission: 10 points by themselves, and read back the same."""
    text = (ROOT / "reference" / "tictactoe.py").read_text(encoding="utf-8")
    with contextlib.closing(launcher()) as wall:
        result = mark(submission(text), default_rubric, wall)
    (item,) = (item for item in result.criteria if item.found_as(PruningReport))
    report = _report(item.found_as(PruningReport))

    assert (item.earned, item.by_hand, report.verdict) == (Decimal(10), False, PruningVerdict.ALPHA_BETA)
    assert [board.board for board in report.boards] == [*FIRST, *MORE]
    assert all(board.visited < board.plain / 2 for board in report.boards if board.board in MORE)
    assert from_json(to_json(result), "result.json") == result
