"""The sample results and golden files that the tests of reports use."""

from __future__ import annotations

from tests.reports.conftest import golden, hostile_text, sample, samples

__all__ = ["golden", "hostile_text", "sample", "samples"]
