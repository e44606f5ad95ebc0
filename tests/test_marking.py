"""One submission is graded alike wherever and however often it is done, and a fault of ours is never a mark."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.assignments import ASSIGNMENTS
from grader.batch.pool import processes
from grader.marking import mark as marking
from grader.marking.mark import grader_info, mark
from grader.model.isolation import Isolation, Level, Seen
from grader.model.result import CheckOutcome, Result, Timing
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.pytest_plugin import Grading
from grader.sandbox.launching.launcher import Launcher, launcher
from grader.store.result_json import to_json
from tests.batch.sources import SHORT, SHORT_POINTS
from tests.fixture_folders import ROOT
from tests.reports.isolations import FULL, LEVELS, Machine

BUSY = 4
PASSING, FAILING = "lru-cache-tuples", "minimax-crashes-in-lost-positions"


@dataclasses.dataclass(frozen=True)
class Twice:
    """What a process of its own found when it graded the same submission two times."""

    results: tuple[Result, Result]
    isolation: Isolation
    """What their launcher says."""
    surroundings: tuple[tuple[str, dict[str, str]], ...]
    """Working directory and environment before, between and after."""


def submission(text: str = SHORT) -> Submission:
    """Return a submission of one file."""
    return Submission(id="ada", student="ada", main="tictactoe.py", files=(SourceFile(path="tictactoe.py", text=text),))


def grade_once(rubric: Rubric) -> Result:
    """Grade in this process."""
    ours = launcher()
    result = mark(submission(), rubric, ours)
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


def searches(rubric: Rubric) -> bool:
    """Grade in this process and tell whether that loaded hypothesis."""
    grade_once(rubric)
    return "hypothesis" in sys.modules


@pytest.fixture(scope="session")
def twice(default_rubric: Rubric, tmp_path_factory: pytest.TempPathFactory) -> Twice:
    """Grade the same submission two times in one process."""
    with processes(1) as executor:
        return executor.submit(grade_twice, default_rubric, tmp_path_factory.mktemp("here")).result()


@pytest.fixture
def busy() -> Iterator[None]:
    """Keep more processes busy than there are cores."""
    program = [sys.executable, "-S", "-c", "while True: pass"]
    running = [subprocess.Popen(program) for _ in range(BUSY)]
    yield
    for process in running:
        process.kill()
        process.wait()


@pytest.fixture
def sandbox() -> Iterator[Launcher]:
    """Return a launcher that is given back."""
    ours = launcher()
    yield ours
    ours.close()


def without_timing(result: Result) -> Result:
    """Return a result without the only part that may differ between two runs."""
    return dataclasses.replace(result, timing=Timing(cpu_seconds=0, wall_seconds=0))


def test_the_same_file_twice_in_one_process_gives_the_same_result(twice: Twice) -> None:
    """Nothing of one grading is left for the next, but for what a clock says."""
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


@pytest.mark.usefixtures("busy")
def test_marks_are_the_same_on_a_busy_machine(twice: Twice, default_rubric: Rubric) -> None:
    """Limits are CPU time: whoever shares the cores costs nobody a point."""
    with processes(1) as executor:
        crowded = executor.submit(grade_once, default_rubric).result()

    assert without_timing(twice.results[0]) == without_timing(crowded)


def test_hypothesis_is_not_loaded_to_grade_what_is_right(default_rubric: Rubric) -> None:
    """It looks for the fewest calls where an answer among mixed ones is wrong, and costs more than all else."""
    with processes(1) as executor:
        assert not executor.submit(searches, default_rubric).result()


@pytest.mark.parametrize("fixture_name", [PASSING, FAILING])
def test_results_name_no_place_of_this_machine(fixture_name: str, graded: dict[str, Result]) -> None:
    """Neither the grader's, nor Python's, nor a temporary folder's, whether or not something was raised."""
    text = to_json(graded[fixture_name]).decode()
    places = [ROOT, Path(marking.__file__).parent, Path(sys.prefix), Path(tempfile.gettempdir()), Path.home()]

    assert "graded" == graded[fixture_name].status
    for place in [*map(str, places), sysconfig.get_path("stdlib"), "site-packages"]:
        assert place not in text


@pytest.mark.parametrize("code", [*pytest.ExitCode])
def test_checks_that_do_not_run_are_a_fault_of_ours(
    code: pytest.ExitCode, monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric, sandbox: Launcher
) -> None:
    """However pytest ends without an outcome for every check: no score, no lines, and a reason."""
    monkeypatch.setattr(pytest, "main", lambda *_arguments, **_options: code)

    result = mark(submission(), default_rubric, sandbox)

    assert ("harness_fault", None, ()) == (result.status, result.score, result.criteria)
    ran = code in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}
    assert ("no outcome for actions.board_unchanged, " if ran else "the checks did not run") in result.fault


def test_one_missing_outcome_is_a_fault_of_ours(
    monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric, sandbox: Launcher
) -> None:
    """A check nobody heard of again costs no points: the whole grading is void."""

    def almost(_arguments: list[str], plugins: list[object]) -> int:
        grading = next(plugin for plugin in plugins if isinstance(plugin, Grading))
        for entry in ASSIGNMENTS["tictactoe"].catalogue[1:]:
            grading.outcomes[entry.id] = CheckOutcome(check=entry.id, verdict=Verdict.PASS)
        return 0

    monkeypatch.setattr(pytest, "main", almost)

    result = mark(submission(), default_rubric, sandbox)

    assert (None, f"no outcome for {ASSIGNMENTS['tictactoe'].catalogue[0].id}") == (result.score, result.fault)


def test_ctrl_c_is_no_result(monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric, sandbox: Launcher) -> None:
    """What pytest reports as interrupted goes on as what it was; its own troubles of that name do not."""

    def interrupted(_arguments: list[str], plugins: list[object]) -> int:
        for plugin in plugins:
            hook = getattr(plugin, "pytest_keyboard_interrupt", None)
            if hook is not None:
                hook(excinfo=SimpleNamespace(type=kind))
        return int(pytest.ExitCode.INTERRUPTED)

    monkeypatch.setattr(pytest, "main", interrupted)
    kind: type[BaseException] = KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        mark(submission(), default_rubric, sandbox)

    kind = pytest.Session.Interrupted
    assert "harness_fault" == mark(submission(), default_rubric, sandbox).status


def test_the_key_changes_with_everything_that_bears_on_the_mark(
    monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric
) -> None:
    """File, its name, helper modules, rubric, version of Python and of the grader, level of isolation."""
    base = submission()
    helper = SourceFile(path="helper.py", text="")
    keys = [
        grader_info(submission(f"{SHORT}\n"), default_rubric, FULL).key,
        grader_info(dataclasses.replace(base, main="TicTacToe.py"), default_rubric, FULL).key,
        grader_info(dataclasses.replace(base, files=(*base.files, helper)), default_rubric, FULL).key,
        grader_info(base, dataclasses.replace(default_rubric, sha256="0" * 64), FULL).key,
        *(grader_info(base, default_rubric, isolation).key for isolation in (None, *LEVELS.values())),
    ]
    for name, value in (
        ("sys", SimpleNamespace(version_info=SimpleNamespace(major=3, minor=99))),
        ("__version__", "99"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(marking, name, value)
            keys.append(grader_info(base, default_rubric, FULL).key)

    assert len(keys) == len(set(keys))
    assert grader_info(submission(), default_rubric, FULL).key in keys


def test_the_key_does_not_change_with_who_handed_it_in(default_rubric: Rubric) -> None:
    """Identical files are graded once, whoever they belong to."""
    other = dataclasses.replace(submission(), id="bob", student="Bob", notes=("a note",))

    assert grader_info(submission(), default_rubric, FULL).key == grader_info(other, default_rubric, FULL).key


def test_the_key_does_not_change_with_how_a_level_is_reached(default_rubric: Rubric) -> None:
    """A newer kernel's Landlock is no reason to grade a class again."""
    newer = dataclasses.replace(FULL, layers=FULL.layers[1:], seen=Seen())

    assert grader_info(submission(), default_rubric, FULL).key == grader_info(submission(), default_rubric, newer).key


def test_a_result_says_how_far_apart_the_code_ran(twice: Twice) -> None:
    """What the launcher found out, whether it is much or little; the same both times."""
    first, second = twice.results

    assert first.grader.isolation is not None
    assert first.grader.isolation == second.grader.isolation == twice.isolation


@pytest.mark.parametrize(("offered", "required"), [(Level.BASIC, Level.PARTIAL), (Level.FULL, Level.FULL_PLUS)])
def test_less_isolation_than_required_is_a_fault_and_runs_nothing(
    offered: Level, required: Level, default_rubric: Rubric
) -> None:
    """A worker that is held back less than its coordinator saw gives no mark; `Machine` cannot start anything."""
    result = mark(submission(), default_rubric, Machine(LEVELS[offered]), required)

    assert ("harness_fault", None, None) == (result.status, result.score, result.grader.isolation)
    assert f"isolation {required.value} is required, here it is {offered.value}" == result.fault


def test_where_no_probe_starts_there_is_a_fault_and_no_isolation(default_rubric: Rubric) -> None:
    """None of the code was run, so nothing is said of how."""
    result = mark(submission(), default_rubric, Machine(None))

    assert ("harness_fault", "no probe starts here", None) == (result.status, result.fault, result.grader.isolation)


def test_a_fault_after_the_code_was_run_keeps_the_isolation(
    monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric
) -> None:
    """Whoever reads it wants to know what the code could reach meanwhile."""
    monkeypatch.setattr(pytest, "main", lambda *_arguments, **_options: pytest.ExitCode.INTERNAL_ERROR)

    result = mark(submission(), default_rubric, Machine(FULL))

    assert ("harness_fault", FULL) == (result.status, result.grader.isolation)
