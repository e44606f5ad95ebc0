"""`grader rubric`: a rubric of one's own is one copy and one check away."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from tests.cli.conftest import Grade
from tests.fixture_folders import ROOT

BUILT_IN = {
    "cs3081": ROOT / "rubric.yaml",
    "cs50": ROOT / "grader" / "assignments" / "tictactoe" / "rubrics" / "cs50.yaml",
}


@pytest.mark.parametrize("name", BUILT_IN)
def test_show_prints_a_built_in_rubric_that_check_finds_right(name: str, run: Grade, tmp_path: Path) -> None:
    """Byte for byte, comments and all; the copy is right as it is."""
    shown = run("rubric", "show", name)
    (tmp_path / "mine.yaml").write_text(shown.out, encoding="utf-8", newline="")

    checked = run("rubric", "check", tmp_path / "mine.yaml")

    assert (0, BUILT_IN[name].read_bytes()) == (shown.code, shown.out.encode())
    assert (0, "") == (checked.code, checked.err)
    assert checked.out.startswith(f"{tmp_path / 'mine.yaml'}: right: ")


def test_show_without_a_name_prints_the_default(run: Grade) -> None:
    """It is the root's rubric.yaml."""
    assert run("rubric", "show").out == run("rubric", "show", "cs3081").out


def test_check_sums_up_what_it_read(run: Grade) -> None:
    """So that a slip that is valid is noticed too."""
    path = ROOT / "rubric.yaml"
    line = "CS3081 Assignment 1: Tic-Tac-Toe: 9 lines (2 by hand), 100 points, 95 of them automatic"

    assert f"{path}: right: {line}\n" == run("rubric", "check", path).out


def test_schema_describes_the_built_in_rubrics(run: Grade) -> None:
    """What it prints is a JSON Schema that they fit and nonsense does not."""
    schema: Any = json.loads(run("rubric", "schema").out)

    for path in BUILT_IN.values():
        jsonschema.validate(yaml.safe_load(path.read_bytes()), schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"title": "nonsense"}, schema)
