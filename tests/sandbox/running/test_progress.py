"""An observer is told what is being done, a few times in a second, and can do no harm."""

from __future__ import annotations

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.model.progress import Doing, FunctionDone, Work
from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.running.usage import Progress
from grader.sandbox.student import Student
from tests.clock import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return a clock that stands still until a test moves it."""
    clock = Clock()
    monkeypatch.setattr("time.monotonic", clock)
    return clock


def test_thousands_of_answers_are_few_reports(clock: Clock) -> None:
    """The beginning of work is always told; then ten reports a second at most."""
    told: list[Doing | FunctionDone] = []
    progress = Progress(told.append)

    progress.begin(Work.ASK, "player", 1000)
    for done in range(1000):
        clock.now += 0.001
        progress.answered(done)

    assert told[0] == Doing(work=Work.ASK, function="player", of=1000)
    assert len(told) in range(9, 12)


def test_a_running_call_is_told_until_it_is_answered(clock: Clock) -> None:
    """Then its time is over."""
    told: list[Doing | FunctionDone] = []
    progress = Progress(told.append)
    progress.begin(Work.ASK, "minimax", 2)

    clock.now += 1
    progress.waits(31.5, 60)
    clock.now += 1
    progress.answered(1)

    assert told[1:] == [
        Doing(work=Work.ASK, function="minimax", of=2, seconds=31.5, limit=60),
        Doing(work=Work.ASK, function="minimax", of=2, done=1),
    ]


def test_a_sample_made_again_takes_no_answer_back(clock: Clock) -> None:
    """The count falls only if all calls are made again."""
    told: list[Doing | FunctionDone] = []
    progress = Progress(told.append)
    progress.begin(Work.ASK, "minimax", 50)

    for done in (40, 3, 50):
        clock.now += 1
        progress.answered(done)
    progress.begin_again()
    clock.now += 1
    progress.answered(1)

    assert [40, 40, 50, 1] == [event.done for event in told[1:] if isinstance(event, Doing)]


def test_an_observer_that_fails_is_told_nothing_more() -> None:
    """A closed terminal ends no grading."""
    told: list[Doing | FunctionDone] = []

    def fail(event: Doing | FunctionDone) -> None:
        told.append(event)
        raise OSError("closed")

    progress = Progress(fail)
    progress.begin(Work.IMPORT)
    progress.begin(Work.GAMES)
    progress.function_done(FunctionDone(function="player", asked=1, of=1))

    assert told == [Doing(work=Work.IMPORT)]


def test_without_an_observer_nothing_happens() -> None:
    """Workers of a class have none."""
    progress = Progress()
    progress.begin(Work.ASK, "player", 3)
    progress.waits(1, 2)
    progress.answered(1)


def test_an_import_that_takes_long_is_told_with_its_limit(zygote: Launcher) -> None:
    """While it still runs: a person sees that something happens."""
    told: list[Doing | FunctionDone] = []
    text = "total = 0\nfor number in range(6_000_000):\n    total += number\n"
    files = (SourceFile(path="tictactoe.py", text=text),)
    submission = Submission(id="s", student="S", main="tictactoe.py", files=files)
    student = Student(submission, MODULE_SPEC, Limits(import_seconds=5), zygote, observer=told.append)

    student.import_module()
    student.finish()

    times = [event.seconds for event in told if isinstance(event, Doing) and event.work is Work.IMPORT]
    assert max(times) > 0
