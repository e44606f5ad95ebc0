"""
The option of `pytest --submission FILE`.

pytest loads this module into every session of the environment, so it imports nothing that a session without the option
does not need.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add `--submission`."""
    group = parser.getgroup("grader", "grading a student's file")
    group.addoption("--submission", metavar="FILE", help="the student's file to run the checks of an assignment on")


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker, and the grading of `--submission`."""
    config.addinivalue_line("markers", "criterion(check): the check of the rubric that this test reports")
    if config.option.submission is not None and not config.pluginmanager.has_plugin("grading"):
        from grader.pytest_plugin import Grading

        config.pluginmanager.register(Grading(), "grading")
