"""The option `--python`: another Python than the grader's own runs students' code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.cli.parameters import given_path, path_option

if TYPE_CHECKING:
    from grader.sandbox.launching.interpreter import Interpreter

OPTION = "--python"


python_option = path_option(
    OPTION, "PATH", "Run the code with this Python, 3.10 or newer. Default: the one that runs the grader."
)
"""The option as a decorator."""


def given_interpreter() -> Interpreter:
    """Return the Python that runs students' code (UserError if what was given cannot)."""
    from grader.sandbox.launching.interpreter import OWN, interpreter_at

    path = given_path(OPTION)
    return OWN if path is None else interpreter_at(path)
