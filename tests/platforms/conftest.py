"""What the tests of platforms share with those of reports: the sample results, and golden files."""

from __future__ import annotations

from tests.reports.conftest import golden, hostile_text, sample, samples

__all__ = ["golden", "hostile_text", "sample", "samples"]
