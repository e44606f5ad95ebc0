"""The command line: `grader check`, `batch`, `report`, `rubric`, `doctor`: arguments and exit codes, no logic."""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys

import click

from grader.cli.exit_codes import ExitCode
from grader.errors import HarnessFault, IsolationRefused, UserError
from grader.model.sanitize import sanitize
from grader.version import __version__

__all__ = ["ExitCode", "main"]

COMMANDS = ("check", "batch", "report", "rubric", "doctor")
INTERRUPTED, UNREAD = 130, 141
"""What shells report for a program that Ctrl-C ended, and for one whose reader went away."""
MAX_SAID = 100_000
"""Characters of what is said when a command ends: hundreds of problems of a file, a line for each."""
FULL = {getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT")}


class LazyGroup(click.Group):
    """A group whose commands live in modules of their own, imported when they are asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order a newcomer meets them."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the module of `cmd_name`."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"grader.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 all well, 1 points lost, 2 bad input, 3 a fault of the grader, 4 less isolation here than"
    " required (`grader doctor` says why).",
)
@click.version_option(__version__, prog_name="grader")
def group() -> None:
    """
    Grade tic-tac-toe/minimax assignments: every function proved on all 5,478 boards.

    \b
    One file, before handing in:    grader check tictactoe.py
    A folder with a class:          grader batch submissions
    Reports again, with marks:      grader report reports --manual marks.csv
    How students' code is held:     grader doctor
    """


def main() -> None:
    """Run the command line; the only place where exceptions become exit codes."""
    for stream in (sys.stdout, sys.stderr):
        # A terminal that lacks a character shows its escape instead of losing the report.
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")
    code = _status()
    try:
        sys.stdout.flush()
    except (AttributeError, OSError):  # closed or full: what there was to say about that has been said
        _write_nowhere()
    sys.exit(code)


def _status() -> int:
    try:
        _refuse_lost_folder()
        code = int(group(standalone_mode=False) or 0)
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.ClickException as error:
        code = _misused(error)
    except (UserError, HarnessFault, IsolationRefused) as error:
        code = _reported(error)
    except (KeyboardInterrupt, click.Abort) as error:
        # click takes the end of a file for Ctrl-D; we ask nobody anything, so it would be a bug.
        bug = error.__cause__ if isinstance(error.__cause__, EOFError) else None
        code = _unexpected(bug) if bug else _said(INTERRUPTED, "stopped")
    except SystemExit:  # how click and rich both say that a pipe was closed: `grader check . | head -1`
        _write_nowhere()
        code = UNREAD
    except Exception as error:  # noqa: BLE001 - the last of the three places: a bug of ours must not look like bad input
        code = _unexpected(error)
    return code


def _reported(error: UserError | HarnessFault | IsolationRefused) -> int:
    if isinstance(error, IsolationRefused):
        return _said(ExitCode.ISOLATION_REFUSED, str(error))
    if isinstance(error, HarnessFault):
        return _said(ExitCode.HARNESS_FAULT, f"a fault of the grader, no mark was given: {error}")
    problems = str(error).split("\n")
    # Several problems keep their place at the start of the line, where editors look for it.
    return _said(ExitCode.BAD_INPUT, "\n".join([f"{len(problems)} problems", *problems][len(problems) == 1 :]))


def _misused(error: click.ClickException) -> int:
    # click repeats what was typed, and a shell's `*` types the names that students gave.
    said = io.StringIO()
    error.show(said)
    click.echo(sanitize(said.getvalue(), MAX_SAID, keep="\n"), err=True, nl=False)
    return ExitCode.BAD_INPUT


def _unexpected(error: Exception) -> int:
    import traceback

    if isinstance(error, OSError) and error.errno in FULL:
        _write_nowhere()
        return _said(ExitCode.HARNESS_FAULT, f"{error.strerror}; the output is not complete")
    click.echo(sanitize("".join(traceback.format_exception(error)), MAX_SAID, keep="\n"), err=True)
    return _said(ExitCode.HARNESS_FAULT, "a fault of the grader, no mark was given; please report the lines above")


def _refuse_lost_folder() -> None:
    try:
        os.getcwd()  # noqa: PTH109 - pathlib is not loaded for `--help`
    except FileNotFoundError:
        raise UserError("the working directory is not there any more; change to another one") from None


def _said(code: int, message: str) -> int:
    click.echo(sanitize(f"grader: {message}", MAX_SAID, keep="\n"), err=True)
    return code


def _write_nowhere() -> None:
    """Keep the interpreter from failing once more when it flushes at its end."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - closed by the end of the process
