"""Every attack graded once, by the project's own workers, between ordinary submissions; and what was left of it all."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from grader.assignments.tictactoe import MODULE_SPEC
from grader.batch.pool import Task
from grader.intake import read_submission
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile, Submission
from grader.reports.student.terminal import render_terminal
from grader.sandbox.launching.launcher import launcher
from grader.store.report_files import STUDENT_FILES, write_class_reports, write_student_reports
from tests.hostile.bait_paths import Bait, Listeners
from tests.hostile.corpus import ATTACKS, GRADED, MODULE, SOURCE_KIB, Attack, needs_full
from tests.hostile.grading import Traces, grade

TOKEN = "HOSTILE_TOKEN"  # noqa: S105 - the name of an environment variable, as CI jobs have them
ORDINARY = """LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def utility(board):
    cells = [*board[0], *board[1], *board[2]]
    for a, b, c in LINES:
        if cells[a] is not None and cells[a] == cells[b] == cells[c]:
            return 1 if cells[a] == "X" else -1
    return 0
"""
"""Right and quick to prove: all points of one line, none of the others."""


ATTACKS_IN_A_ROW = 3
"""So many are handed out before an ordinary submission is: as many as there are workers on two processors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath:
    """What is there after all attacks that this machine could try."""

    level: Level
    results: Mapping[str, Result]
    """By the attack's name."""
    next_results: Mapping[str, Result]
    """Of the ordinary submission graded next after each attack, by the attack's name."""
    baits: Mapping[str, Bait]
    visitors: list[str]
    traces: Traces
    reports: Path
    """A class's reports on all of them."""
    secret: str
    """A token in the environment of whoever grades."""

    def of(self, attack: str) -> Result:
        """Return the result of `attack`; skips the test where it cannot be tried."""
        lacking = ATTACKS[attack].lacking(self.level)
        if lacking:
            pytest.skip(lacking)
        return self.results[attack]

    def needs_wall(self) -> None:
        """Skip a test of what only the kernel's layers prevent, where they are not complete."""
        if not self.level.reaches(Level.FULL):
            pytest.skip(needs_full(self.level))


@pytest.fixture(scope="session")
def level() -> Level:
    """Return how far apart from everything else this machine runs a submission."""
    processes = launcher()
    try:
        return processes.isolation.level
    finally:
        processes.close()


@pytest.fixture(scope="session")
def place() -> Iterator[Path]:
    """Return a new folder that every user of the machine may enter, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="hostile-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def aftermath(
    level: Level,
    place: Path,
    default_rubric: Rubric,
    request: pytest.FixtureRequest,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Aftermath]:
    """Grade every attack that a collected test asks for, each next to an ordinary submission."""
    asked = {item.callspec.params.get("attack") for item in request.session.items if hasattr(item, "callspec")}
    wanted = [name for name in GRADED if name in asked] or GRADED
    chosen = [ATTACKS[name] for name in wanted if not ATTACKS[name].lacking(level)]
    # Those that only wait come first, so that the others are graded meanwhile.
    chosen.sort(key=lambda attack: not attack.waits)
    baits = {attack.name: Bait(place, attack.name) for attack in chosen}
    secret, reports = f"canary-{secrets.token_hex(12)}", tmp_path_factory.mktemp("reports")
    with pytest.MonkeyPatch.context() as environment, Listeners(place) as listeners:
        environment.setenv(TOKEN, secret)
        work: list[Task] = []
        for at, attack in enumerate(chosen, 1):
            submission = _handed_in(attack, baits[attack.name], listeners.names)
            work.append(Task(submission, attack.rubric(default_rubric)))
            if at % ATTACKS_IN_A_ROW == 0 or at == len(chosen):
                work.append(Task(_ordinary(attack.name), default_rubric))
        # One more than there are processors, since some only wait.
        results, traces = grade(work, (os.cpu_count() or 1) + 1)
        visitors = listeners.visitors()
    for result in results.values():
        write_student_reports(result, reports / result.submission.id)
    write_class_reports(list(results.values()), reports)
    yield Aftermath(
        level=level,
        results=results,
        next_results=_next_results(list(baits), results),
        baits=baits,
        visitors=visitors,
        traces=traces,
        reports=reports,
        secret=secret,
    )
    for bait in baits.values():
        bait.clear_away()


@pytest.fixture(scope="session")
def every_byte(aftermath: Aftermath) -> bytes:
    """Return all that any report says: each student's and the class's files, and each result on a terminal."""
    files = [path for path in aftermath.reports.rglob("*") if path.is_file()]
    screens = [on_a_terminal(result).encode() for result in aftermath.results.values()]
    assert {*STUDENT_FILES, "gradebook.csv", "summary.md", "index.html"} == {path.name for path in files}
    return b"\n".join([*(path.read_bytes() for path in files), *screens])


def on_a_terminal(result: Result) -> str:
    """Return a result as a terminal without colours shows it."""
    screen = StringIO()
    render_terminal(result, Console(file=screen, width=100))
    return screen.getvalue()


def _handed_in(attack: Attack, bait: Bait, names: Mapping[str, str]) -> Submission:
    """Return the attack as the grader reads it; from then on its bait is watched."""
    attack.write(bait.handed_in, {**bait.names(), **names})
    submission = read_submission(bait.handed_in, MODULE_SPEC, SOURCE_KIB)
    bait.watch()
    return submission


def _next_results(attacks: Sequence[str], results: Mapping[str, Result]) -> dict[str, Result]:
    """Return for each attack the result of the ordinary submission that was handed out next."""
    found: dict[str, Result] = {}
    for attack in reversed(attacks):
        found[attack] = results.get(_next_to(attack)) or next(reversed(found.values()))
    return found


def _next_to(attack: str) -> str:
    return f"next-to-{attack}"


def _ordinary(attack: str) -> Submission:
    """Return an ordinary submission, each a little different, as those of a class are."""
    name = _next_to(attack)
    source = SourceFile(path=f"{MODULE}.py", text=f"# {name}\n{ORDINARY}")
    return Submission(id=name, student=name, main=source.path, files=(source,))
