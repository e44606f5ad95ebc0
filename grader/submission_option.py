"""
The option `pytest --submission FILE`.

pytest loads this module in every session of the environment, so the module imports nothing at the top.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("grader", "grading a student's file")
    group.addoption("--submission", metavar="FILE", help="the student's file to run the checks of an assignment on")


def pytest_configure(config: pytest.Config) -> None:
    if config.option.submission is not None:
        from grader.pytest_plugin import GradingOwnFile

        config.pluginmanager.register(GradingOwnFile(), "grading")
