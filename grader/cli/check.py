"""`grader check`: one submission."""

from __future__ import annotations

import contextlib
import importlib
import threading
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.exit_codes import ExitCode
from grader.cli.isolation_option import level_for_one, refuse_below, require_isolation
from grader.cli.parameters import GivenPath, no_shortcut, percentage
from grader.model.sanitize import sanitize
from grader.store.report_files import STUDENT_FILES, STUDENT_REPORTS

if TYPE_CHECKING:
    from grader.model.result import Result
    from grader.model.rubric import Rubric
    from grader.model.submission import Submission

MAX_PATHS = 4000
TERMINAL = "terminal"
FORMATS = (TERMINAL, *sorted(report.format for report in STUDENT_REPORTS if report.format))
REFRESH = 2
"""Seconds after which the page of a watched file looks for a newer one."""


@click.command("check", short_help="Grade one file.")
@click.argument("path", metavar="PATH", type=GivenPath())
@click.option("--rubric", metavar="NAME|FILE", help="cs3081 (the default), cs50, lab4, or a YAML file of your own.")
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    default=TERMINAL,
    show_default=True,
    help="How to show the result.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=GivenPath(),
    help=f"Also write {', '.join(STUDENT_FILES[:-1])} and {STUDENT_FILES[-1]} there.",
)
@click.option("--watch", is_flag=True, help="Grade again after every save, until Ctrl-C; the page of --out follows.")
@click.option(
    "--fail-under",
    metavar="N",
    callback=percentage,
    help="Exit 1 only when fewer than N percent of the automatic points are earned.",
)
@no_shortcut
@require_isolation("Refuse where the code is held back less", "basic; full where CI=true")
def command(  # noqa: PLR0913 - one per option
    path: Path, rubric: str | None, form: str, out: Path | None, *, watch: bool, fail_under: Decimal | None
) -> int:
    """
    Grade the file PATH (for lab4 a notebook will do), or the one in the folder PATH.

    \b
    grader check tictactoe.py
    grader check . --rubric cs50 --format markdown
    grader check AI_game.ipynb --rubric lab4
    grader check tictactoe.py --fail-under 80 --out report
    grader check tictactoe.py --watch --out report

    Exit status: 0 nothing lost, 1 points lost (or under N percent), 2 bad input, 3 a fault of the grader, 4 less
    isolation here than required.
    """
    from grader.cli.rubric_choice import chosen_rubric

    chosen = chosen_rubric(rubric)
    if not watch:
        return _code(_checked(path, chosen, out, form), fail_under)
    if form != TERMINAL:
        raise click.UsageError("--watch shows every result on the terminal; leave --format out, or add --out DIR.")
    from grader.cli.watch import follow

    last = follow(path, lambda: _checked(path, chosen, out, form, refresh=REFRESH))
    if out is not None:
        _still(last, out)
    return _code(last, fail_under)


def _checked(path: Path, rubric: Rubric, out: Path | None, form: str, *, refresh: int = 0) -> Result:
    """Grade what is at `path` now, show it and keep it."""
    from grader.assignments import ASSIGNMENTS
    from grader.cli.rubric_choice import described
    from grader.intake import read_submission

    submission = read_submission(path, ASSIGNMENTS[rubric.assignment].module_spec, rubric.limits.source_kib)
    result = _graded(submission, rubric, out, described(rubric), form)
    if out is not None:
        from grader.store import result_folder

        # What lies in the student's own folder, the student may have put there: marks by hand among it.
        trusted = not out.resolve().is_relative_to(_folder(path))
        result = result_folder.save(result, out, trusted=trusted, refresh=refresh)
    _show(result, form)
    if out is not None:
        _say_where(result, out)
    return result


def _still(last: Result, out: Path) -> None:
    """Write the page once more, as one that no longer looks for a newer one."""
    from grader.store.report_files import write_student_reports
    from grader.store.result_folder import read_result

    kept = read_result(out)
    write_student_reports(last if kept is None else kept, out)


def _graded(submission: Submission, rubric: Rubric, out: Path | None, title: str, form: str) -> Result:
    """Grade in this process, once it is known that the code is held back enough and the result can be written."""
    from grader.errors import HarnessFault
    from grader.sandbox.launching.launcher import launcher

    required = level_for_one()
    processes = launcher(rubric.allow_imports)
    try:
        # Loads pytest, which takes as long as the sandbox needs to start.
        threading.Thread(target=importlib.import_module, args=("grader.marking.mark",), daemon=True).start()
        with contextlib.suppress(HarnessFault):  # where no probe starts, the result will say so
            refuse_below(required, processes.isolation)
        from grader.marking.mark import mark

        if out is not None:
            from grader.store.safe_write import require_writable

            require_writable(out)
        click.echo(title, err=form != TERMINAL)
        return mark(submission, rubric, processes, required[0])
    finally:
        processes.close()


def _folder(path: Path) -> Path:
    whole = path.resolve()
    return whole if whole.is_dir() else whole.parent


def _show(result: Result, form: str) -> None:
    if form == TERMINAL:
        from rich.console import Console

        from grader.reports.student.terminal import render_terminal

        render_terminal(result, Console())
        return
    report = next(report for report in STUDENT_REPORTS if report.format == form)
    # Bytes: the content of the file, whatever encoding the terminal has.
    click.echo(report.render(result), nl=False)


def _say_where(result: Result, out: Path) -> None:
    from grader.store import result_folder

    kept = result_folder.read_result(out)
    if kept is not None and kept.status == result.status:
        click.echo(sanitize(f"written: {', '.join(str(out / name) for name in STUDENT_FILES)}", MAX_PATHS), err=True)
    else:
        said = f"kept as it was: {out / result_folder.RESULT}; a fault of the grader replaces no result"
        click.echo(sanitize(said, MAX_PATHS), err=True)


def _code(result: Result, fail_under: Decimal | None) -> ExitCode:
    if result.score is None:
        return ExitCode.HARNESS_FAULT
    from grader.reports.text.number_text import decimal_text

    earned, possible = result.score.automatic_earned, result.score.automatic_possible
    if fail_under is None:
        return ExitCode.OK if earned == possible else ExitCode.POINTS_LOST
    if earned * 100 >= fail_under * possible:
        return ExitCode.OK
    click.echo(
        f"grader: {decimal_text(earned)} of {decimal_text(possible)} automatic points: less than {fail_under} %",
        err=True,
    )
    return ExitCode.POINTS_LOST
