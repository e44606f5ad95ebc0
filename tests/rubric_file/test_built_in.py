"""The grader's own rubric files and their schema."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from grader.assignments import ASSIGNMENTS
from grader.capabilities.hand_in.capability import FILE_CHECKS, FileRules
from grader.model.rubric import Limits, Scale
from grader.rubric_file import load_rubric
from grader.rubric_file.shape import rubric_schema
from tests.rubric_file.toy import BUILT_IN, DEFAULT, ROOT, SMALL


class TestTheFilesOfTheGrader:
    """The default rubric and the built-in ones."""

    def test_the_default_is_the_table_of_the_sheet(self) -> None:
        """Seven functions, code quality and the bonus: points as in CS3081's table, total 100, cover 10."""
        rubric = load_rubric(DEFAULT.read_bytes(), "rubric.yaml", ASSIGNMENTS)
        lines = [(item.id, int(item.points), item.by_hand, item.bonus) for item in rubric.criteria]

        assert lines == [
            ("player", 10, False, False),
            ("actions", 10, False, False),
            ("result", 15, False, False),
            ("winner", 15, False, False),
            ("terminal", 10, False, False),
            ("utility", 10, False, False),
            ("minimax", 25, False, False),
            ("code_quality", 5, True, False),
            ("alpha_beta", 10, False, True),
        ]
        assert (Decimal(100), Decimal(95)) == (rubric.total, rubric.automatic)
        assert Scale(to=Decimal(10), decimals=2) == rubric.scale
        assert Limits() == rubric.limits

    def test_the_default_splits_each_line_as_agreed(self) -> None:
        """The shares of every check, in the order of the reports."""
        rubric = load_rubric(DEFAULT.read_bytes(), "rubric.yaml", ASSIGNMENTS)

        assert {item.id: [share.points for share in item.shares] for item in rubric.criteria} == {
            "player": [2, 7, 1],
            "actions": [6, 3, 1],
            "result": [5, 4, 1, 3, 1, 1],
            "winner": [4, 4, 4, 2, 1],
            "terminal": [3, 3, 2, 1, 1],
            "utility": [3, 3, 3, 1],
            "minimax": [3, 3, 4, 4, 4, 4, 1, 2],
            "code_quality": [],
            "alpha_beta": [],
        }
        assert [entry.id for entry in ASSIGNMENTS["tictactoe"].checks] == [
            share.check for item in rubric.criteria for share in item.shares
        ]

    def test_the_whole_sheet_is_the_default_and_what_is_handed_in(self) -> None:
        """So the fixtures of the whole sheet are graded by the lines of the default, whatever becomes of them."""
        folder = ROOT / "fixtures" / "rubrics" / "whole-sheet"
        whole = load_rubric((folder / "rubric.yaml").read_bytes(), "r.yaml", ASSIGNMENTS, folder=folder)

        assert ["files"] == [item.id for item in whole.criteria[:1]]
        assert whole.criteria[1:] == load_rubric(DEFAULT.read_bytes(), "rubric.yaml", ASSIGNMENTS).criteria
        rules = whole.section(FileRules)
        assert rules is not None
        assert len(FILE_CHECKS) == len(rules.checks) == len(whole.criteria[0].shares)

    @pytest.mark.parametrize("name", ["cs50", "elearning"])
    def test_the_rubrics_made_from_cs50s_sheet_ask_for_no_deep_copy(self, name: str) -> None:
        """The sheets only recommend one: the check is made, and costs nothing."""
        path = dict(ASSIGNMENTS["tictactoe"].rubrics)[name]
        rubric = load_rubric(path.read_bytes(), name, ASSIGNMENTS)
        shares = {share.check: share.points for item in rubric.criteria for share in item.shares}

        assert (Decimal(100), Decimal(100)) == (rubric.total, rubric.automatic)
        assert Decimal(0) == shares["result.no_shared_rows"]

    @pytest.mark.parametrize("name", ["cs3081", "cs50", "elearning"])
    def test_each_quotes_its_own_sheet(self, name: str) -> None:
        """A student who lost a check reads the sheet that he or she was given."""
        path = dict(ASSIGNMENTS["tictactoe"].rubrics)[name]

        assert name == load_rubric(path.read_bytes(), name, ASSIGNMENTS).sheet

    @pytest.mark.parametrize("path", [DEFAULT, *BUILT_IN], ids=lambda path: path.stem)
    def test_each_fits_the_schema_and_says_where_it_is(self, path: Path) -> None:
        """An editor that follows the hint in the first line finds nothing to complain about."""
        text = path.read_text(encoding="utf-8")
        hint = text.partition("\n")[0].partition("$schema=")[2]

        jsonschema.validate(yaml.safe_load(text), rubric_schema())

        assert (ROOT / "docs" / "rubric.schema.json").resolve() == (path.parent / hint).resolve()


class TestTheSchema:
    """The JSON Schema that editors use."""

    def test_it_is_a_schema_of_the_draft_it_names(self) -> None:
        """Draft 2020-12, checked by that draft's own schema."""
        schema = rubric_schema()

        jsonschema.Draft202012Validator.check_schema(schema)

        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"

    @pytest.mark.parametrize(
        "change",
        [
            {"titel": "x"},
            {"total": "10"},
            {"criteria": []},
            {"limits": {"call": 0}},
            {"limits": {"memory_mib": 1.5}},
            {"allow_imports": ["a.b"]},
            {"criteria": [{"id": "A", "title": "t", "points": 1, "by_hand": True}]},
        ],
    )
    def test_it_refuses_what_loading_refuses(self, change: dict[str, object]) -> None:
        """The schema is made from the kinds of values that loading uses."""
        validator = jsonschema.Draft202012Validator(rubric_schema())
        small = yaml.safe_load(SMALL)

        assert validator.is_valid(small)
        assert not validator.is_valid(small | change)

    def test_every_key_is_explained(self) -> None:
        """An editor can show a sentence for each key."""

        def keys_of(schema: object) -> Iterator[dict[str, Any]]:
            for part in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
                yield from keys_of(part)
            if isinstance(schema, dict) and schema.get("type") == "object":
                yield from schema.get("properties", {}).values()

        every = list(keys_of(rubric_schema()))

        assert any(key["description"].startswith("One call of a single function") for key in every)
        assert all("description" in key for key in every)
