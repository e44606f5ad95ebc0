"""The command line: arguments, exit codes, and no logic."""

from __future__ import annotations

from grader.cli.command_line import group, main
from grader.cli.message import ExitCode

__all__ = ["ExitCode", "group", "main"]
