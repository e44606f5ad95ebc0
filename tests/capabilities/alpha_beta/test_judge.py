"""What is said of recorded searches, whatever the order of moves, and what is not said."""

from __future__ import annotations

import dataclasses
import os
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.corpus.assembly import KINDS, SEARCHES
from benchmarks.corpus.board_parts import CONSTANTS
from grader.capabilities.alpha_beta.capability import PruningReport, PruningVerdict
from grader.capabilities.alpha_beta.evidence import evidence_of, pruning_names
from grader.capabilities.alpha_beta.judge import (
    FIRST,
    MORE,
    PROPOSED,
    SETTLED,
    Checked,
    assessment,
    judge,
    pruning_report,
    watch,
)
from grader.capabilities.alpha_beta.visits import successors
from grader.capabilities.by_hand.marks_table import points_problem
from grader.game.board import EMPTY_BOARD
from grader.game.tree import table
from grader.model.reason import reason
from grader.model.search_trace import SearchCall, SearchTrace
from grader.text.reasons import said
from tests.capabilities.alpha_beta.model_search import ModelSearch
from tests.capabilities.alpha_beta.own_searches import source, watched_here
from tests.fixture_folders import EVERY, SLOW
from tests.sandbox.inside.tracing.recording_here import recorded

RIGHT = Checked(optimal=True, rules=True)
ORDERS = st.permutations(range(9)).map(tuple)
EXAMPLES = 15 if EVERY in os.environ else 3


def unjustified(report: PruningReport) -> int:
    """Return how many cuts nothing known at that moment justifies, on all boards."""
    return sum(board.unjustified for board in report.boards)


def seen(search: ModelSearch) -> PruningReport:
    """Return what is seen on all boards that are asked."""
    return watch(search.trace, RIGHT)


@settings(max_examples=EXAMPLES)
@given(order=ORDERS, root_hands_down=st.booleans(), hard=st.booleans(), win=st.sampled_from([1, 20]))
def test_alpha_beta_is_seen_in_every_order_of_moves(
    order: tuple[int, ...], *, root_hands_down: bool, hard: bool, win: int
) -> None:
    """Fail-soft and fail-hard, with bounds from the root or not, whether early wins are worth more or not."""
    search = ModelSearch(
        order, root_hands_down=root_hands_down, hard=hard, win=win, start=(-2, 2) if win == 1 else (-50, 50)
    )

    report = seen(search)

    assert (report.verdict, unjustified(report)) == (PruningVerdict.ALPHA_BETA, 0)
    assert sum(board.visited for board in report.boards) < 0.6 * sum(board.plain for board in report.boards)


@pytest.mark.parametrize("hard", [False, True])
def test_nothing_matters_below_a_win_that_the_mover_has(*, hard: bool) -> None:
    """With a loss and a win as the first bounds, the window is empty below a won move."""
    search = ModelSearch(hard=hard, root_tries_all=True, start=(-1, 1))

    assert seen(search).verdict is PruningVerdict.ALPHA_BETA


@SLOW
@settings(max_examples=EXAMPLES)
@given(order=ORDERS, root_hands_down=st.booleans())
def test_a_search_that_goes_on_at_equality_prunes_too(order: tuple[int, ...], *, root_hands_down: bool) -> None:
    """It cuts only where a value is beyond its bound."""
    search = ModelSearch(order, root_hands_down=root_hands_down, strict=True)

    report = seen(search)

    assert (report.verdict, unjustified(report)) == (PruningVerdict.ALPHA_BETA, 0)


def test_no_more_is_watched_than_is_needed() -> None:
    """
    The large boards only of a search that leaves something out.

    The empty board only of one that a clock may end.
    If moves are left out without a reason, but by wrong rules it may be, no more boards can decide.
    """
    asked: list[str] = []

    def record(board: str, search: ModelSearch) -> SearchTrace:
        asked.append(board)
        return search.trace(board)

    watch(lambda board: record(board, ModelSearch()), RIGHT)
    assert asked == [*FIRST, *MORE]
    asked.clear()
    watch(lambda board: record(board, ModelSearch()), RIGHT._replace(reads_clock=True))
    assert asked == [*FIRST, *MORE, EMPTY_BOARD]
    asked.clear()
    watch(lambda board: record(board, ModelSearch(start=(-99, 99), win=60, strict=True, hard=True)), RIGHT)
    assert asked == [*FIRST, *MORE]
    for rules, boards in ((True, [*FIRST, *MORE]), (False, [*FIRST])):
        asked.clear()
        watch(lambda board: record(board, ModelSearch(start=(0, 2))), Checked(optimal=False, rules=rules))
        assert asked == boards


def test_a_recording_that_was_cut_off_settles_nothing() -> None:
    """It goes to a person, with the reason; the other boards are not asked."""
    trace = dataclasses.replace(ModelSearch().trace(FIRST[0]), complete=False, why=reason("unwatched_too_many_calls"))

    report = watch(lambda _board: trace, RIGHT)
    assessed = assessment(report, Decimal(10))

    assert (report.verdict, len(report.boards)) == (PruningVerdict.INCOMPLETE, 1)
    assert "its end: the search makes more calls than are recorded." in said(report.reasons)
    assert (assessed.points, assessed.settled) == (None, False)


@pytest.mark.parametrize(
    ("checked", "verdict"),
    [
        (Checked(optimal=False, rules=True), PruningVerdict.NOT_OPTIMAL),
        (Checked(optimal=False, rules=False), PruningVerdict.RULES_WRONG),
        (Checked(optimal=True, rules=False), PruningVerdict.ALPHA_BETA),
    ],
)
def test_cuts_are_no_bonus_by_themselves_where_moves_are_lost(checked: Checked, verdict: PruningVerdict) -> None:
    """And a search that rests on a wrong `winner` is not called unsound: it knows other values."""
    assert judge(evidence_of([ModelSearch().trace(board) for board in (*FIRST, *MORE)]), checked) is verdict


def test_a_search_that_raises_only_while_it_is_watched_settles_nothing() -> None:
    """If its moves are all right elsewhere, the exception is our fault."""
    raises = [SearchTrace(board, (SearchCall(None, "f", board),), complete=True, raised=True) for board in FIRST]

    verdicts = [judge(evidence_of(raises), Checked(optimal=optimal, rules=True)) for optimal in (True, False)]

    assert verdicts == [PruningVerdict.INCOMPLETE, PruningVerdict.NOT_SEARCHED]


@pytest.mark.parametrize(
    ("name", "names", "told"),
    [
        ("random_cells", (), ""),
        ("opening_book_alone", (), ""),
        ("opening_book_alone", ("alpha",), "names in the file speak of pruning"),
        ("stack_of_bitboards", (), "the work grows with the free cells as that of a search does"),
    ],
)
def test_no_search_is_settled_only_where_nothing_speaks_for_one(name: str, names: tuple[str, ...], told: str) -> None:
    """Who searches in one loop, on numbers, is looked at by a person."""
    checked = Checked(optimal=True, rules=True, names=names)
    assessed = assessment(watch(lambda board: recorded(source(name), board), checked), Decimal(10))

    assert (assessed.settled, assessed.points) == ((False, None) if told else (True, 0))
    assert told in said(assessed.reasons)


def test_positions_that_follow_from_nothing_settle_nothing() -> None:
    """Somebody who searches other boards than the one asked about is looked at by a person."""
    trace = ModelSearch().trace(FIRST[0])
    stranger = SearchCall(0, "search", "OOO......")

    verdict = judge(evidence_of([dataclasses.replace(trace, calls=(*trace.calls, stranger))]), RIGHT)

    assert verdict is PruningVerdict.UNCLEAR


def test_every_verdict_has_its_worth() -> None:
    """It counts by itself, or is proposed to a person, and never both."""
    assert set(PruningVerdict) == SETTLED.keys() | PROPOSED.keys()
    assert not SETTLED.keys() & PROPOSED.keys()


def test_the_example_leads_from_the_first_position_to_the_cut() -> None:
    """With the values reached there and above, and the moves that were never tried."""
    report = watched_here("two_functions")

    assert report.example is not None
    assert (report.example.way[0], report.example.way[-1]) == (report.example.start, report.example.board)
    assert report.example.skipped
    assert (report.example.best, report.example.bound) == (0, 0)


def test_names_are_a_hint() -> None:
    """The first ones, each once; very long words are left out, in time that grows with the text."""
    assert pruning_names(["alphabeta(alphaBeta)"]) == ("alphabeta", "alphaBeta")
    assert pruning_names(["def f(alpha, Beta): alpha", "prune_it"]) == ("alpha", "Beta", "prune_it")
    assert pruning_names(["if value >= upper:\n    lower_bound = 1"]) == ("upper", "lower_bound")
    assert pruning_names(["text.lower() # the upper left corner; out of bounds; in alphabetical order"]) == ()
    assert pruning_names([f"{'a' * 200_000}alpha"]) == ()


def told_of(name: str) -> PruningVerdict:
    """Return what is told of a search of the benchmarks."""
    parts = "".join(next(iter(kind.values())) for kind in KINDS.values())
    text = f"{CONSTANTS['usual']}import copy, functools, math, random\nfrom math import inf\n{parts}{SEARCHES[name]}"
    return watch(lambda board: recorded(text, board), RIGHT).verdict


@SLOW
def test_the_searches_of_the_benchmarks_are_told_apart() -> None:
    """Their names say what they are."""
    usual = {name: PruningVerdict.ALPHA_BETA if "alpha-beta" in name else PruningVerdict.NONE for name in SEARCHES}
    wanted = usual | {
        "pairs": PruningVerdict.FIRST_WIN_ONLY,
        "stops-at-a-win": PruningVerdict.FIRST_WIN_ONLY,
        "own-memo": PruningVerdict.MEMO_ONLY,
        "lru-cache": PruningVerdict.MEMO_ONLY,
        "best-so-far": PruningVerdict.SHALLOW_ONLY,
    }

    assert wanted == {name: told_of(name) for name in SEARCHES}


@st.composite
def any_trace(draw: st.DrawFn) -> SearchTrace:
    """Return calls of any parent about any position, as only a forger sends them."""
    boards = st.one_of(st.none(), st.text("XO.", min_size=9, max_size=9), st.sampled_from(sorted(table().index)))
    calls: list[SearchCall] = []
    for index in range(draw(st.integers(1, 12))):
        parent = None if index == 0 else draw(st.integers(0, index - 1))
        looked_at = tuple(draw(st.sets(st.integers(0, 8), max_size=2)))
        calls.append(SearchCall(parent, "f", draw(boards), looked_at))
    complete, raised, recursive = draw(st.tuples(st.booleans(), st.booleans(), st.booleans()))
    move = draw(st.none() | st.integers(0, 8))
    return SearchTrace(FIRST[0], tuple(calls), complete, move=move, raised=raised, recursive=recursive)


@settings(max_examples=10 * EXAMPLES)
@given(traces=st.lists(any_trace(), min_size=1, max_size=3))
def test_no_forged_recording_stops_the_judge(traces: list[SearchTrace]) -> None:
    """There is a verdict and a sentence for each."""
    report = pruning_report(evidence_of(traces), RIGHT)

    assert said(report.reasons)
    assert said(assessment(report, Decimal(10)).reasons) == said(report.reasons)


@pytest.mark.parametrize("recursive", [True, False])
def test_no_search_is_judged_that_makes_too_many_calls(*, recursive: bool) -> None:
    """So that no file costs us more than a moment: it goes to a person."""
    start = SearchCall(None, "f", FIRST[0])
    again = SearchCall(0, "f", next(iter(successors(FIRST[0]).values())))
    few, many = (
        SearchTrace(FIRST[0], (start, *[again] * count), complete=True, move=1, recursive=recursive)
        for count in (1_000, 100_000)
    )

    assert judge(evidence_of([few]), RIGHT) is not PruningVerdict.INCOMPLETE
    report = watch(lambda _board: many, RIGHT)
    assert (report.verdict, len(report.boards)) == (PruningVerdict.INCOMPLETE, 1)
    assert "it makes more calls than are looked at" in said(report.reasons)


@pytest.mark.parametrize("points", ["0.25", "2.25", "10"])
def test_proposed_points_can_be_given_by_hand(points: str) -> None:
    """Half of an odd number of cents is rounded up: a person's points have two decimals."""
    proposed = assessment(PruningReport(verdict=PruningVerdict.ROOT_ONLY), Decimal(points)).points

    assert proposed is not None
    assert points_problem(str(proposed)) is None
    assert 0 <= proposed - Decimal(points) / 2 < Decimal("0.01")


def test_symmetry_is_told_from_bounds() -> None:
    """A search that tries one of two mirrored moves is not said to know nothing."""
    assert "symmetry is used" in said(watched_here("mirrored_moves").reasons)
