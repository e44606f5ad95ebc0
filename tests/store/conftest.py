"""What the tests of results on disk share: the sample results of the reports."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from grader.model.result import Result
from tests.reports.samples import HOSTILE, SAMPLES


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
