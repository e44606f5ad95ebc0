"""
No point is lost by an answer that only a run with the shortcut gives, and a full mark rests on long plain searches too.

What a memo would keep wrongly is put into its answers here, as a hole in the memoizer would.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence

import pytest

from benchmarks.corpus import TYPICAL, styles
from grader.game.tree import table
from grader.marking.mark import mark
from grader.model.answer import Answer, Call
from grader.model.result import Result, Score
from grader.model.rubric import Rubric
from grader.model.verdict import ChildEnd
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running.answers import CollectedAnswers, collect_answers
from grader.sandbox.shortcut import decider
from grader.sandbox.shortcut.decider import Decider
from grader.sandbox.shortcut.trial import DEEP_CALLS, DEEP_SAMPLE, PlainCost, Trial, deep_sample
from tests.fixture_folders import SLOW
from tests.shortcut.comparison import SEARCH, submission_of

QUICK = styles()["alpha-beta-undo"]
LOSING = QUICK.replace("def winner", "def unused", 1)
NOT_AGAIN = "a wrong answer does not come again when the file is run in full"
FIRST_FREE = Answer(end=ChildEnd.RETURNED, value=None)
CALLS = tuple(Call(function=SEARCH, board=position.board) for position in table().open)

Change = Callable[[Call, Answer], Answer]


@pytest.fixture(scope="module")
def graded(default_rubric: Rubric, zygote: Launcher) -> Callable[..., Result]:
    """Grade the search of a source; without the shortcut if that is asked for."""
    rubric = default_rubric.restricted_to(frozenset({SEARCH}))

    def grade(source: str, *, shortcut: bool = True) -> Result:
        return mark(submission_of("kept", source), dataclasses.replace(rubric, shortcut=shortcut), zygote)

    return grade


@pytest.fixture(scope="module")
def plain_score(graded: Callable[..., Result]) -> Score | None:
    """Return the score of `QUICK` without the shortcut."""
    return graded(QUICK, shortcut=False).score


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch) -> Callable[[Change], None]:
    """Let the memo keep other answers, which its samples do not meet."""
    honest = Trial.tried

    def start(change: Change) -> None:
        def changed(one: Trial, calls: Sequence[Call], sweep: CollectedAnswers, *, is_proof: bool) -> list[Answer]:
            return list(map(change, calls, honest(one, calls, sweep, is_proof=is_proof)))

        monkeypatch.setattr(Trial, "tried", changed)

    return start


def _no_move(free: int) -> Change:
    return lambda call, answer: FIRST_FREE if call.board.count(".") == free else answer


@SLOW
@pytest.mark.parametrize("free", [9, 7, 4, 1])
def test_a_kept_answer_that_a_plain_call_does_not_give_costs_nothing(
    free: int, graded: Callable[..., Result], keep: Callable[[Change], None], plain_score: Score | None
) -> None:
    """The memo is void then, and the search is graded in full."""
    keep(_no_move(free))
    result = graded(QUICK)

    assert result.score == plain_score
    assert (result.shortcut.functions, result.shortcut.why) == ((), NOT_AGAIN)


@SLOW
def test_a_lost_game_must_come_again_too(
    graded: Callable[..., Result], plain_score: Score | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the sweep itself shows no fault: games may be played with a memo of their own."""
    honest, asked = Decider.game, []
    source = QUICK.replace(
        "def minimax(board):", "calls = 0\n\n\ndef minimax(board):\n    global calls\n    calls += 1", 1
    )

    def game(one: Decider, walk: Callable[..., object]) -> object:
        class NoMove:
            def __init__(self, real: object) -> None:
                self.real = real

            def ask(self, call: Call) -> Answer:
                asked.append(call)
                return FIRST_FREE

        return honest(one, (lambda real: walk(NoMove(real))) if one.claim.memoized else walk)

    monkeypatch.setattr(Decider, "game", game)
    result = graded(source)

    assert asked
    assert result.score == plain_score  # counting changes no answer
    assert result.shortcut.why == NOT_AGAIN


def test_a_wrong_answer_that_comes_again_leaves_the_memo(graded: Callable[..., Result]) -> None:
    """It costs what it costs without the shortcut."""
    result, plain = graded(LOSING), graded(LOSING, shortcut=False)

    assert result.shortcut.functions
    assert (result.score, result.criteria) == (plain.score, plain.criteria)


@SLOW
@pytest.mark.parametrize("free", [8, 7])
def test_a_full_mark_rests_on_long_searches_without_the_memo(
    free: int, graded: Callable[..., Result], plain_score: Score | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer that only the memo gives on a board with many free cells voids it."""
    honest = collect_answers

    def collect(probes: object, probe: object, calls: Sequence[Call], *options: object) -> object:
        found = honest(probes, probe, calls, *options)  # type: ignore[arg-type]
        if calls[0].function == SEARCH and len(calls) > len(CALLS):
            found.answers[:] = map(_no_move(free), calls, found.answers)
        return found

    monkeypatch.setattr(decider, "collect_answers", collect)
    result = graded(QUICK)

    assert result.shortcut.why == "a sample that was run in full gives other answers"
    assert result.score == plain_score


PLAIN_CALLS = [0, 2, 4, 11, 40, 182, 1091, 7638, 61105, 549946]
"""Calls of a plain search, by the number of free cells."""


def test_long_searches_are_chosen_by_the_file_and_bounded_by_their_calls() -> None:
    """The same for the same file, others for another one; fewer where a plain search makes many calls."""

    def cost(per_board: Sequence[int]) -> PlainCost:
        counts = [per_board[call.board.count(".")] for call in CALLS]
        return PlainCost(calls=tuple(counts), seconds=(0.0,) * len(counts))

    quick, plain, endless = cost([9] * 10), cost(PLAIN_CALLS), cost([10**9] * 10)
    free = [CALLS[at].board.count(".") for at in deep_sample(CALLS, quick, "a")]

    assert {free.count(each): each for each in DEEP_SAMPLE} == {count: each for each, count in DEEP_SAMPLE.items()}
    assert deep_sample(CALLS, plain, "a") == deep_sample(CALLS, plain, "a") != deep_sample(CALLS, plain, "b")
    assert [7, 7] == [CALLS[at].board.count(".") for at in deep_sample(CALLS, plain, "a")]
    assert sum(plain.calls[at] for at in deep_sample(CALLS, plain, "a")) <= DEEP_CALLS
    assert [] == deep_sample(CALLS, endless, "a")
    threefold = cost([3 * each for each in PLAIN_CALLS])
    assert deep_sample(CALLS, threefold, "a") == deep_sample(CALLS, plain, "a")[:1]


def test_a_typical_search_is_compared_on_a_long_board(graded: Callable[..., Result]) -> None:
    """And keeps its answers."""
    assert graded(styles()[TYPICAL]).shortcut.functions
