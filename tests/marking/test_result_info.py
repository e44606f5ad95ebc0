"""The key of a result changes with everything that the mark depends on, and with nothing else."""

from __future__ import annotations

import dataclasses
from types import SimpleNamespace

import pytest

from grader.capabilities.quality import ruff_process
from grader.marking import result_info
from grader.marking.result_info import grader_info
from grader.model.isolation import ProcStatus
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile
from tests.batch.sources import SHORT
from tests.marking.one_file import submission
from tests.sandbox.isolations import FULL, LEVELS


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
            patch.setattr(result_info, name, value)
            keys.append(grader_info(base, default_rubric, FULL).key)

    assert len(keys) == len(set(keys))
    assert grader_info(submission(), default_rubric, FULL).key in keys


def test_the_key_does_not_change_with_who_handed_it_in(default_rubric: Rubric) -> None:
    """Identical files of several students are graded once."""
    other = dataclasses.replace(submission(), id="bob", student="Bob", notes=("a note",))

    assert grader_info(submission(), default_rubric, FULL).key == grader_info(other, default_rubric, FULL).key


def test_the_key_does_not_change_with_how_a_level_is_reached(default_rubric: Rubric) -> None:
    """A newer kernel's Landlock is no reason to grade a class again."""
    newer = dataclasses.replace(FULL, layers=FULL.layers[1:], seen=ProcStatus())

    assert grader_info(submission(), default_rubric, FULL).key == grader_info(submission(), default_rubric, newer).key


def test_the_key_changes_with_the_version_of_ruff_if_the_rubric_asks_for_code_quality(
    monkeypatch: pytest.MonkeyPatch, default_rubric: Rubric
) -> None:
    """Another version may find other things: then a stored result is graded again. No other rubric needs ruff."""
    lines = tuple(item for item in default_rubric.criteria if item.capability != "quality")
    without = dataclasses.replace(default_rubric, criteria=lines)
    keys = [grader_info(submission(), rubric, FULL).key for rubric in (default_rubric, without)]

    monkeypatch.setattr(ruff_process, "ruff_version", lambda: "99")

    assert grader_info(submission(), default_rubric, FULL).key != keys[0]
    assert grader_info(submission(), without, FULL).key == keys[1]
