"""No mark depends on the working directory, on files beside the submission or on pytest's variables."""

from __future__ import annotations

import json

from tests.batch.sources import without_timing
from tests.cli.commands import PLANTED, RealRuns


def test_traps_in_the_working_directory_change_nothing(real_runs: RealRuns) -> None:
    """Rubrics, configuration, modules, bytecode, pytest's variables: only the result's timing differs."""
    plain, surrounded = real_runs.lossy.completed, real_runs.surrounded.completed

    assert plain.code == surrounded.code, surrounded.err
    assert without_timing(plain.out) == without_timing(surrounded.out)
    assert plain.err.splitlines()[0] == surrounded.err.strip()


def test_traps_beside_the_file_change_nothing_but_the_list_of_files(real_runs: RealRuns) -> None:
    """They are handed in with it, so they are listed; no points and verdicts depend on them, and a single note."""
    plain, beside = (without_timing(one.completed.out) for one in (real_runs.lossy, real_runs.beside))

    assert plain["criteria"] == beside["criteria"]
    assert plain["score"] == beside["score"]
    assert [*plain["notes"], "must not be handed in: __pycache__/"] == beside["notes"]
    assert plain["observed"] == beside["observed"]
    assert "json.py" in beside["submission"]["files"]
    assert plain["submission"]["sha256"] != beside["submission"]["sha256"]
    assert not set(PLANTED) & set(beside["submission"]["files"])


def test_no_trap_was_sprung(real_runs: RealRuns) -> None:
    """No planted module was run by any process of the grader, `python -m grader` included."""
    for one in (real_runs.surrounded, real_runs.beside):
        assert "graded" == json.loads(one.completed.out)["status"]
    assert not real_runs.canary.exists()
