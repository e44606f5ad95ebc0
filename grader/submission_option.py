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
    """Begin the grading of `--submission`."""
    if config.option.submission is not None:
        from grader.pytest_plugin import GradingOwnFile

        config.pluginmanager.register(GradingOwnFile(), "grading")
