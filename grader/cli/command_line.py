"""The program `grader`: help, groups of commands, and the one place where exceptions become exit codes."""

from __future__ import annotations

import atexit
import errno
import gc
import importlib
import io
import os
import sys

import click

from grader.cli.message import MAX_TEXT, ExitCode, say
from grader.errors import HarnessFault, IsolationRefused, ResultNotStored, UserError
from grader.model.sanitize import sanitize
from grader.version import __version__

COMMANDS = {
    "check": "Grade one file.",
    "play": "Play against the AI in one file.",
    "batch": "Grade a class.",
    "report": "Make the reports again, with marks given by hand.",
    "merge": "Make one class of the shards of `grader batch --shard`.",
    "marks": "Show, undo or give marks by hand.",
    "compare": "Whose mark changed between two folders of reports.",
    "similar": "Who may have worked together: a hint, not a verdict.",
    "export": "Enter the marks into a file of your platform.",
    "release": "Keep a copy of the marks that are released.",
    "setup": "Write the files for a platform of your course.",
    "rubric": "Check, show or describe rubric files.",
    "doctor": "Check how well this machine sandboxes student code.",
}
"""The commands with their help, in the order in which a newcomer meets them. Each has a module of its name."""


class SuggestingGroup(click.Group):
    """A group that answers a misspelt command with the nearest one, as only recent versions of click do."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            from grader.model.sanitize import closest, quoted

            meant = closest(args[0], self.list_commands(ctx))
            if meant is not None:
                ctx.fail(f"No such command {quoted(args[0])}. Did you mean {quoted(meant)}?")
        return super().resolve_command(ctx, args)


class LazyGroup(SuggestingGroup):
    """The commands of `grader`. The module of a command is imported when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"grader.cli.{cmd_name}").command
        return command if isinstance(command, click.Command) else None


INTERRUPTED, PIPE_CLOSED = 130, 141
"""The exit codes of shells after Ctrl-C, and after writing to a closed pipe."""
COLLECT_AFTER = 200_000
"""New objects between two searches for unused ones; with Python's 700 the searches take a tenth of a start."""
DISK_FULL = {getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT")}


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit status: 0 all well, 1 points lost, 2 bad input, 3 internal error, 4 less isolation here than"
    " required (`grader doctor` says why).",
)
@click.version_option(__version__, prog_name="grader")
def group() -> None:
    """
    Grade tic-tac-toe/minimax assignments: every function proved on all 5,478 boards.

    \b
    One file, before handing in:    grader check tictactoe.py
    Against the AI, as X or O:      grader play tictactoe.py
    A folder with a class:          grader batch submissions
    Reports again, with marks:      grader report reports --manual marks.csv
    Marks for Canvas or Moodle:     grader export reports --to canvas --into grades.csv --out filled.csv
    How safe this machine is:       grader doctor
    """


def main() -> None:
    """Run the command line and exit (SystemExit with one of `ExitCode`, or with a shell's code for a signal)."""
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)  # Python's last search for unused objects takes a tenth of a check
    for stream in (sys.stdout, sys.stderr):
        # A terminal without a character shows its escape. Otherwise the whole report would be lost.
        getattr(stream, "reconfigure", lambda **_: None)(errors="backslashreplace")
    code = _run()
    try:
        sys.stdout.flush()
    except (AttributeError, OSError):  # closed or full; an error message was written before
        _discard_output()
    sys.exit(code)


def _run() -> int:
    try:
        _require_working_directory()
        code = int(group(standalone_mode=False) or 0)
    except click.exceptions.Exit as error:
        code = error.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.message, err=True)
        code = ExitCode.BAD_INPUT
    except click.ClickException as error:
        code = _usage_error(error)
    except (UserError, HarnessFault, IsolationRefused, ResultNotStored) as error:
        code = _known_error(error)
    except (KeyboardInterrupt, click.Abort) as error:
        # click takes an EOFError for Ctrl-D. The grader never asks for input, so here it is a bug.
        bug = error.__cause__ if isinstance(error.__cause__, EOFError) else None
        code = _unknown_error(bug) if bug else _print_error(INTERRUPTED, "stopped")
    except SystemExit:  # click and rich raise it for a closed pipe: `grader check . | head -1`
        _discard_output()
        code = PIPE_CLOSED
    except Exception as error:  # noqa: BLE001 - a bug of the grader must not look like bad input
        code = _unknown_error(error)
    return code


def _known_error(error: UserError | HarnessFault | IsolationRefused | ResultNotStored) -> int:
    text = str(error)
    if isinstance(error, IsolationRefused):
        return _print_error(ExitCode.ISOLATION_REFUSED, text)
    if isinstance(error, HarnessFault):
        text = f"internal error, no mark was given: {sanitize(text, MAX_TEXT)}"
    if not isinstance(error, UserError):
        return _print_error(ExitCode.HARNESS_FAULT, text)
    problems = text.split("\n")
    # Several problems get lines of their own that start with file:line:column, which editors recognize.
    return _print_error(ExitCode.BAD_INPUT, "\n".join([f"{len(problems)} problems", *problems][len(problems) == 1 :]))


def _usage_error(error: click.ClickException) -> int:
    # click quotes the arguments. A shell's `*` can put file names of students there.
    shown = io.StringIO()
    error.show(shown)
    say(shown.getvalue().replace(error.message, sanitize(error.message, MAX_TEXT)).removesuffix("\n"))
    return ExitCode.BAD_INPUT


def _unknown_error(error: Exception) -> int:
    import traceback

    if isinstance(error, OSError) and error.errno in DISK_FULL:
        _discard_output()
        return _print_error(ExitCode.HARNESS_FAULT, f"{error.strerror}; the output is not complete")
    say("".join(traceback.format_exception(error)))
    return _print_error(ExitCode.HARNESS_FAULT, "internal error, no mark was given; please report the lines above")


def _require_working_directory() -> None:
    try:
        os.getcwd()  # noqa: PTH109 - pathlib is not loaded for `--help`
    except FileNotFoundError:
        raise UserError("the working directory is not there any more; change to another one") from None


def _print_error(code: int, message: str) -> int:
    say(f"grader: {message}")
    return code


def _discard_output() -> None:
    """Replace standard output, so that the interpreter does not fail again when it flushes at exit."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - closed by the end of the process
