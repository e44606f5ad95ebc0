"""The sample results and golden files that the tests of reports use."""

from __future__ import annotations

from tests.reports.conftest import classroom, golden, hostile_text, sample, samples

__all__ = ["classroom", "golden", "hostile_text", "sample", "samples"]
