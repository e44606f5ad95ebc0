"""What several tests share: the default rubric, fixtures and their results, sample results, golden files."""

from __future__ import annotations

import compileall
import dataclasses
import gc
import logging
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import settings

from grader.batch.pool import Pool, Task
from grader.capabilities.registry import completed
from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import Result
from grader.model.rubric import Rubric
from tests import fixture_folders
from tests.background_grading import LONGEST_WAIT, BackgroundGrading, GradingElsewhere
from tests.fixture_folders import FIXTURES, Fixture
from tests.golden import kept_in
from tests.null_watcher import NullWatcher
from tests.render.samples import HOSTILE, SAMPLES

# Examples are the same in every run, as long as they take, and are kept nowhere.
settings.register_profile("tests", deadline=None, database=None, derandomize=True)
settings.load_profile("tests")

STARTED = pytest.StashKey[BackgroundGrading]()
FOLDER = "GRADER_BACKGROUND_GRADING"
"""The environment variable that tells the processes of pytest-xdist where the results are written."""
ENOUGH = 4
"""From this many fixtures on they are graded in the background; fewer are graded when a test asks for them."""

GOLDEN = Path(__file__).parent / "render" / "golden"

FIRST = (
    "windows/test_windows.py",
    "hostile/test_attacks.py",
    "sandbox/attacks/test_steps.py",
    "shortcut/test_adversarial.py",
    "render/pages/test_class_page.py",
    "render/pages/test_marking_form.py",
    "cli/test_check.py",
    "cli/test_course_cycle.py",
    "sandbox/running/test_ends.py",
    "sandbox/running/test_plain_runs.py",
    "sandbox/running/test_endless_loop.py",
    "sandbox/shortcut/test_wrong_answers_come_again.py",
    "assignments/exhaustive/test_read_back.py",
    "test_submission_option.py",
    "batch/test_processes.py",
    "batch/test_pool.py",
    "capabilities/causes/test_followed.py",
    "capabilities/rescue/test_judge.py",
    "capabilities/alpha_beta/test_without_bounds.py",
)
"""The files that take longest: if one came last, one of the two processes would wait for it."""


class _Faults(logging.Handler):
    """Keeps what the grader logs about faults of its own, which it otherwise survives."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self.texts.append(logging.Formatter().format(record))


@pytest.fixture(autouse=True)
def faults() -> Iterator[list[str]]:
    """Fail a test in which the grader logs a fault of its own; who expects one clears the list."""
    handler = _Faults()
    logging.getLogger("grader").addHandler(handler)
    yield handler.texts
    logging.getLogger("grader").removeHandler(handler)
    assert not handler.texts, "\n".join(handler.texts)


@pytest.fixture(scope="session")
def default_rubric() -> Rubric:
    """Return the root's rubric.yaml."""
    return fixture_folders.default_rubric()


@pytest.fixture(scope="session")
def fixtures() -> dict[str, Fixture]:
    """All fixtures by name."""
    return fixture_folders.fixtures()


@pytest.fixture(scope="session")
def wanted(request: pytest.FixtureRequest) -> list[str]:
    """Name the fixtures that collected tests ask for."""
    asked = {item.callspec.params.get("fixture_name") for item in request.session.items if hasattr(item, "callspec")}
    return [folder.name for folder in FIXTURES if folder.name in asked]


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Collect tests without a search for unused objects: what collecting makes stays, and is not searched later."""
    gc.disable()
    yield
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Order the files, so that both processes end at about the same time; give time to those that wait for results."""
    folder = Path(__file__).parent
    order = {folder / name: at for at, name in enumerate(FIRST, -len(FIRST))}
    assert all(path.exists() for path in order)
    waiting = [item for item in items if "graded" in getattr(item, "fixturenames", ())]
    for item in waiting:
        item.add_marker(pytest.mark.timeout(LONGEST_WAIT))
    last = {item.path for item in waiting}  # whole files: a process gets all tests of a file
    items.sort(key=lambda item: (item.path in last, order.get(item.path, 0)))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the grader once; if all tests are to run, start to grade all fixtures before processes run them."""
    if not hasattr(session.config, "workerinput"):
        compileall.compile_dir(fixture_folders.ROOT / "grader", quiet=2)  # for the many processes that tests start
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a run in the background, whose children would ignore Ctrl-C
        signal.signal(signal.SIGINT, signal.default_int_handler)
    runs_no_test = session.config.getoption("numprocesses", None) and not hasattr(session.config, "workerinput")
    if runs_no_test and session.config.args_source is pytest.Config.ArgsSource.TESTPATHS and hasattr(os, "fork"):
        folder = Path(tempfile.mkdtemp(prefix="background-grading-"))
        session.stash[STARTED] = BackgroundGrading(folder, [one.name for one in FIXTURES])
        os.environ[FOLDER] = str(folder)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """End the grading that this process started, and remove its results."""
    started = session.stash.get(STARTED, None)
    if started is not None:
        started.stop()
        shutil.rmtree(os.environ[FOLDER], ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def background_grading(
    request: pytest.FixtureRequest, wanted: list[str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BackgroundGrading | GradingElsewhere | None]:
    """Start to grade the wanted fixtures before the first test, unless another process does so already."""
    if FOLDER in os.environ:
        yield GradingElsewhere(Path(os.environ[FOLDER]), wanted)
        return
    started = None
    # A process of pytest-xdist grades only when one of its tests asks: most of them never need a result.
    if len(wanted) >= ENOUGH and hasattr(os, "fork") and not hasattr(request.config, "workerinput"):
        started = BackgroundGrading(tmp_path_factory.mktemp("background-grading"), wanted)
    yield started
    if started is not None:
        started.stop()


@pytest.fixture(scope="session")
def graded(
    wanted: list[str],
    background_grading: BackgroundGrading | GradingElsewhere | None,
    fixtures: dict[str, Fixture],
) -> dict[str, Result]:
    """Return the result of every fixture that a collected test asks for, graded by the project's own pool."""
    if background_grading is not None:
        found = background_grading.results()
        return {name: completed(result, fixtures[name].rubric) for name, result in found.items()}
    work = [Task(fixtures[name].submission, fixtures[name].rubric) for name in wanted]
    graded = Pool(os.cpu_count() or 1).grade_all(work, NullWatcher())
    return {one.id: completed(result, fixtures[one.id].rubric) for one, result in graded}


@pytest.fixture(params=list(SAMPLES))
def sample(request: pytest.FixtureRequest) -> tuple[str, Result]:
    """Return each sample result with its name."""
    name: str = request.param
    return name, SAMPLES[name]()


@pytest.fixture
def samples() -> Mapping[str, Result]:
    """Return all sample results by name."""
    return {name: make() for name, make in SAMPLES.items()}


@pytest.fixture
def hostile_text() -> str:
    """Return text that tries every carrier: escapes, markup, HTML, Markdown, formulas, NUL, a lone surrogate."""
    return HOSTILE


@pytest.fixture
def classroom(samples: Mapping[str, Result]) -> list[ClassRow]:
    """Return a class with one student per sample and one who is not graded."""
    students = [
        dataclasses.replace(
            one, submission=dataclasses.replace(one.submission, id=f"{number:02}-{name}", student=f"Student {number}")
        )
        for number, (name, one) in enumerate(samples.items())
        if name != "hostile"
    ]
    return [NotGraded(id="99-two", student="Zoë", reason="two files could be meant: a.py, b.py"), *students]


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Return a comparison of a text with a golden file, which it rewrites when the environment asks for it."""

    def compare(name: str, text: str) -> None:
        assert kept_in(GOLDEN / name, text.encode()).decode() == text

    return compare
