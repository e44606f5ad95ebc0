"""The version of the grader, for the build and the reports."""

from __future__ import annotations

__version__ = "0.1.0"
