"""Nothing that lies in the working directory, beside the file or in pytest's variables bears on a mark."""

from __future__ import annotations

import json

from tests.batch.sources import without_timing
from tests.cli.conftest import PLANTED, Gradings


def test_traps_in_the_working_directory_change_nothing(gradings: Gradings) -> None:
    """Rubrics, configuration, modules, bytecode, pytest's variables: the result is the same but for its timing."""
    plain, surrounded = gradings.lossy.ended, gradings.surrounded.ended

    assert plain.code == surrounded.code, surrounded.err
    assert without_timing(plain.out) == without_timing(surrounded.out)
    assert plain.err.splitlines()[0] == surrounded.err.strip()


def test_traps_beside_the_file_change_nothing_but_the_list_of_files(gradings: Gradings) -> None:
    """They are handed in with it, so they are listed; no points, verdicts or notes depend on them."""
    plain, beside = (without_timing(one.ended.out) for one in (gradings.lossy, gradings.beside))

    assert plain["criteria"] == beside["criteria"]
    assert plain["score"] == beside["score"]
    assert plain["notes"] == beside["notes"]
    assert plain["observed"] == beside["observed"]
    assert "json.py" in beside["submission"]["files"]
    assert plain["submission"]["sha256"] != beside["submission"]["sha256"]
    assert not set(PLANTED) & set(beside["submission"]["files"])


def test_no_trap_was_sprung(gradings: Gradings) -> None:
    """No planted module was run by any process of ours, from `python -m grader` on."""
    for one in (gradings.surrounded, gradings.beside):
        assert "graded" == json.loads(one.ended.out)["status"]
    assert not gradings.canary.exists()
