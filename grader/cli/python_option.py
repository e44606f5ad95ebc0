"""The option `--python`: another Python than the grader's own runs students' code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.parameters import GivenPath

if TYPE_CHECKING:
    from grader.sandbox.launching.interpreter import Interpreter

OPTION = "--python"


def _store_in_context(ctx: click.Context, _param: click.Parameter, value: Path | None) -> None:
    ctx.meta[OPTION] = value


python_option = click.option(
    OPTION,
    metavar="PATH",
    type=GivenPath(),
    callback=_store_in_context,
    expose_value=False,
    help="Run the code with this Python, 3.10 or newer. Default: the one that runs the grader.",
)
"""The option as a decorator."""


def given_interpreter() -> Interpreter:
    """Return the Python that runs students' code (UserError if what was given cannot)."""
    from grader.sandbox.launching.interpreter import OWN, interpreter_at

    path: Path | None = click.get_current_context().meta[OPTION]
    return OWN if path is None else interpreter_at(path)
