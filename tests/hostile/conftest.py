"""Grades every attack once with the grader's workers, between ordinary submissions; keeps results and traces."""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.batch.pool import Task
from grader.intake.one_submission import read_submission
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import launcher
from grader.store.report_files import STUDENT_FILES, write_class_reports, write_student_reports
from tests.fixture_folders import EVERY
from tests.hostile.aftermath import Aftermath, terminal_text
from tests.hostile.bait_paths import Bait, Listeners
from tests.hostile.corpus import ATTACKS, GRADED, SOURCE_KIB, Attack
from tests.hostile.grading import grade
from tests.hostile.neighbour import neighbour, neighbour_id

TOKEN = "HOSTILE_TOKEN"  # noqa: S105 - the name of an environment variable, as CI jobs have them
ATTACKS_IN_A_ROW = 6 if EVERY in os.environ else 9
"""Number of attacks after which an ordinary submission is graded: that of the workers on two processors, or fewer."""


@pytest.fixture(scope="session")
def level() -> Level:
    """Return the isolation level that this machine offers."""
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
    # Those that only wait come first, so that the others are graded while they wait.
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
                work.append(Task(neighbour(attack.name), default_rubric))
        # One worker more than processors, since some attacks only wait.
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
    """Return the bytes of all reports: the files of each student and of the class, and each result on a terminal."""
    files = [path for path in aftermath.reports.rglob("*") if path.is_file()]
    screens = [terminal_text(result).encode() for result in aftermath.results.values()]
    assert {*STUDENT_FILES, "gradebook.csv", "summary.md", "index.html"} == {path.name for path in files}
    return b"\n".join([*(path.read_bytes() for path in files), *screens])


def _handed_in(attack: Attack, bait: Bait, names: Mapping[str, str]) -> Submission:
    """Return the attack as the grader reads it, and start to watch its bait."""
    attack.write(bait.handed_in, {**bait.names(), **names})
    submission = read_submission(bait.handed_in, MODULE_SPEC, SOURCE_KIB)
    bait.watch()
    return submission


def _next_results(attacks: Sequence[str], results: Mapping[str, Result]) -> dict[str, Result]:
    """Return for each attack the result of the ordinary submission that was graded next."""
    found: dict[str, Result] = {}
    for attack in reversed(attacks):
        found[attack] = results.get(neighbour_id(attack)) or next(reversed(found.values()))
    return found
