"""No mark depends on the working directory, on files beside the submission or on pytest's variables."""

from __future__ import annotations

import json

from tests.batch.sources import without_timing
from tests.cli.commands import PLANTED, RealRuns


def test_traps_in_the_working_directory_and_beside_the_file_change_nothing_but_the_list_of_files(
    real_runs: RealRuns,
) -> None:
    """
    Rubrics, configuration, modules, bytecode, pytest's variables.

    They are handed in with it, so they are listed; no points and verdicts depend on them, and a single note.
    """
    lossy, trapped = real_runs.lossy.completed, real_runs.beside.completed
    plain, beside = without_timing(lossy.out), without_timing(trapped.out)

    assert lossy.code == trapped.code, trapped.err
    assert lossy.err.splitlines()[0] == trapped.err.strip()
    assert plain["criteria"] == beside["criteria"]
    assert plain["score"] == beside["score"]
    assert [*plain["notes"], "must not be handed in: __pycache__/"] == beside["notes"]
    assert plain["observed"] == beside["observed"]
    assert "json.py" in beside["submission"]["files"]
    assert plain["submission"]["sha256"] != beside["submission"]["sha256"]
    assert not set(PLANTED) & set(beside["submission"]["files"])


def test_no_trap_was_sprung(real_runs: RealRuns) -> None:
    """No planted module was run by any process of the grader, `python -m grader` included."""
    assert "graded" == json.loads(real_runs.beside.completed.out)["status"]
    assert not real_runs.canary.exists()
