"""What the tests of reports share: the sample results, a class of them, and the comparison with golden files."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from grader.model.class_row import ClassRow, NotGraded
from grader.model.result import Result
from tests.reports.samples import HOSTILE, SAMPLES

GOLDEN = Path(__file__).parent / "golden"
REWRITE = "GRADER_REWRITE_GOLDEN"


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
        path = GOLDEN / name
        if os.environ.get(REWRITE):  # pragma: no cover - a person's tool
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.read_text(encoding="utf-8") == text

    return compare
