"""A submission gets the same result in every process and every time, and a fault of the grader is never a mark."""

from __future__ import annotations

import dataclasses
import os
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import grader
from grader.batch.pool import executor_of
from grader.marking.mark import mark
from grader.model.isolation import Isolation, Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.verdict import Verdict
from grader.sandbox.launching.launcher import launcher
from grader.store.result_json import to_json
from tests.batch.sources import SHORT, SHORT_POINTS
from tests.busy_loops import busy_loops
from tests.fixture_folders import ROOT, SLOW
from tests.flips import without_timing
from tests.marking.one_file import submission
from tests.sandbox.isolations import FULL, LEVELS, Machine
from tests.sandbox.sandbox_helpers import BURN_SOURCE

CALL_SECONDS = 2.0
FIRST_MOVE_SECONDS = 1.1
SLOW_FIRST_MOVE = f"""{BURN_SOURCE}
quick_minimax = minimax


def minimax(board):
    if board == initial_state():
        burn({FIRST_MOVE_SECONDS})
    return quick_minimax(board)
"""
"""Follows a `tictactoe.py`: its first move then takes more than half of `CALL_SECONDS` of CPU time."""

PASSING, FAILING = "lru-cache-tuples", "minimax-crashes-in-lost-positions"


@dataclasses.dataclass(frozen=True)
class Twice:
    """What a separate process found when it graded the same submission two times."""

    results: tuple[Result, Result]
    isolation: Isolation
    """What their launcher says."""
    surroundings: tuple[tuple[str, dict[str, str]], ...]
    """Working directory and environment before, between and after."""


def grade_once(rubric: Rubric, text: str = SHORT) -> Result:
    """Grade in this process."""
    ours = launcher()
    result = mark(submission(text), rubric, ours)
    ours.close()
    return result


def grade_twice(rubric: Rubric, folder: Path) -> Twice:
    """Grade two times in this process, which works in `folder` and has a variable that pytest would obey."""
    os.chdir(folder)
    os.environ["PYTEST_ADDOPTS"] = "--collect-only"
    ours = launcher()
    surroundings = [(str(Path.cwd()), dict(os.environ))]
    results = []
    for _time in (1, 2):
        results.append(mark(submission(), rubric, ours))
        surroundings.append((str(Path.cwd()), dict(os.environ)))
    isolation = ours.isolation
    ours.close()
    return Twice((results[0], results[1]), isolation, tuple(surroundings))


@pytest.fixture(scope="session")
def twice(default_rubric: Rubric, tmp_path_factory: pytest.TempPathFactory) -> Twice:
    """Grade the same submission two times in one process."""
    with executor_of(1) as executor:
        return executor.submit(grade_twice, default_rubric, tmp_path_factory.mktemp("here")).result()


@pytest.fixture
def busy() -> Iterator[None]:
    """Keep twice as many processes busy as there are cores, so that ours gets a third of a core or little more."""
    with busy_loops(2 * (os.cpu_count() or 1)):
        yield


def test_the_same_file_twice_in_one_process_gives_the_same_result(twice: Twice) -> None:
    """One grading leaves nothing that changes the next; only times differ."""
    first, second = twice.results

    assert ("graded", "") == (first.status, first.fault)
    assert first.score is not None
    assert SHORT_POINTS == first.score.automatic_earned
    assert without_timing(first) == without_timing(second)


def test_the_callers_folder_and_environment_are_given_back(twice: Twice) -> None:
    """Grading works elsewhere and without pytest's variables, and tidies up after itself."""
    before, between, after = twice.surroundings

    assert before == between == after
    assert "--collect-only" == after[1]["PYTEST_ADDOPTS"]


@SLOW
def test_marks_are_the_same_on_a_busy_machine(request: pytest.FixtureRequest, default_rubric: Rubric) -> None:
    """Limits are CPU time: a search that stays within its limit does so however long it waits for a core."""
    text = (ROOT / "fixtures" / PASSING / "tictactoe.py").read_text(encoding="utf-8") + SLOW_FIRST_MOVE
    limits = dataclasses.replace(default_rubric.limits, function_seconds=(("minimax", CALL_SECONDS),))
    rubric = dataclasses.replace(default_rubric, limits=limits)
    with executor_of(1) as executor:
        quiet = executor.submit(grade_once, rubric, text).result()
        request.getfixturevalue("busy")
        crowded = executor.submit(grade_once, rubric, text).result()

    verdicts = {check.id: check.verdict for item in crowded.criteria for check in item.checks}
    assert verdicts["minimax.in_time"] is Verdict.PASS
    assert without_timing(quiet) == without_timing(crowded)
    # The first move is searched in the sweep and in a game: on the wall clock these alone took longer than two limits.
    assert crowded.timing.first_move_seconds is not None
    assert crowded.timing.first_move_seconds >= FIRST_MOVE_SECONDS
    slowdown = crowded.timing.wall_seconds / crowded.timing.cpu_seconds
    assert slowdown * FIRST_MOVE_SECONDS > CALL_SECONDS, "a limit on wall-clock time would have been passed"


@pytest.mark.parametrize("fixture_name", [PASSING, FAILING])
def test_results_name_no_place_of_this_machine(fixture_name: str, graded: dict[str, Result]) -> None:
    """Neither the grader's, nor Python's, nor a temporary folder's, whether or not something was raised."""
    text = to_json(graded[fixture_name]).decode()
    places = [ROOT, Path(grader.__file__).parent, Path(sys.prefix), Path(tempfile.gettempdir()), Path.home()]

    assert "graded" == graded[fixture_name].status
    for place in [*map(str, places), sysconfig.get_path("stdlib"), "site-packages"]:
        assert place not in text


def test_a_result_says_how_far_apart_the_code_ran(twice: Twice) -> None:
    """The isolation is what the launcher found, the same both times."""
    first, second = twice.results

    assert first.grader.isolation is not None
    assert first.grader.isolation == second.grader.isolation == twice.isolation


@pytest.mark.parametrize(("offered", "required"), [(Level.BASIC, Level.PARTIAL), (Level.FULL, Level.FULL_PLUS)])
def test_less_isolation_than_required_is_a_fault_and_runs_nothing(
    offered: Level, required: Level, default_rubric: Rubric
) -> None:
    """A worker with less isolation than its coordinator found gives no mark; `Machine` cannot start anything."""
    result = mark(submission(), default_rubric, Machine(LEVELS[offered]), required)

    assert ("harness_fault", None, None) == (result.status, result.score, result.grader.isolation)
    assert f"isolation {required.value} is required, here it is {offered.value}" == result.fault


def test_where_no_probe_starts_there_is_a_fault_and_no_isolation(default_rubric: Rubric) -> None:
    """None of the code was run, so the result states no isolation."""
    result = mark(submission(), default_rubric, Machine(None))

    assert ("harness_fault", "no probe starts here", None) == (result.status, result.fault, result.grader.isolation)


def test_a_fault_after_the_code_was_run_keeps_the_isolation(
    monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric
) -> None:
    """Readers of the result need to know what the code could reach."""
    monkeypatch.setattr(pytest, "main", lambda *_arguments, **_options: pytest.ExitCode.INTERNAL_ERROR)

    result = mark(submission(), default_rubric, Machine(FULL))

    assert ("harness_fault", FULL) == (result.status, result.grader.isolation)
