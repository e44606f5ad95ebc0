"""All formats show the same total."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from decimal import Decimal

import pytest
from rich.console import Console

from grader.model.result import Result
from grader.store.result_json import to_json
from grader.text.number_text import decimal_text
from tests.render.rendering import class_markdown, gradebook, render_terminal, student_markdown

GRADED = ["pass", "pending", "marked", "fail", "error", "timeout", "missing", "blocked", "hostile"]


@pytest.mark.parametrize("name", GRADED)
def test_every_format_shows_the_same_total(samples: Mapping[str, Result], name: str) -> None:
    """Earned, possible and bonus agree, and the lines add up to them."""
    result = samples[name]
    assert result.score is not None
    score = result.score
    mark = f"{decimal_text(score.earned)} of {decimal_text(score.possible - score.pending)}"
    console = Console(file=io.StringIO(), width=200, color_system=None)
    with console.capture() as capture:
        render_terminal(result, console)
    row = next(csv.DictReader(io.StringIO(gradebook([result]).decode("utf-8-sig"))))
    data = json.loads(to_json(result), parse_float=Decimal)

    assert f"**Mark: {mark}" in student_markdown(result)
    assert f"  {mark}" in capture.get()
    assert f"| {mark}" in class_markdown([result])
    assert (row["earned"], row["possible"]) == (decimal_text(score.earned), decimal_text(score.possible))
    assert (data["score"]["earned"], data["score"]["possible"]) == (score.earned, score.possible)
    assert sum(Decimal(row[item.id] or 0) for item in result.criteria) == score.earned + score.bonus


def test_a_fault_of_ours_has_no_total_in_any_format(samples: Mapping[str, Result]) -> None:
    """Without a mark no format shows a zero or the points of the lines."""
    result = samples["harness_fault"]
    row = next(csv.DictReader(io.StringIO(gradebook([result]).decode("utf-8-sig"))))

    assert json.loads(to_json(result))["score"] is None
    assert "Mark:" not in student_markdown(result)
    assert [row["earned"], row["possible"], row["winner"]] == ["", "", ""]
