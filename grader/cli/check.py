"""`grader check`: grade one submission."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from grader.cli.message import ExitCode, say
from grader.cli.options import (
    GivenPath,
    LateChoice,
    choose_commit,
    given_interpreter,
    metadata_option,
    no_shortcut,
    percentage,
    python_option,
    refuse_below,
    require_isolation,
    requirement_for_one,
    rubric_option,
    with_given_metadata,
)
from grader.cli.platform_output import TERMINAL, all_formats, platform_report, show_on_platform, telling_failures
from grader.errors import ResultNotStored, UserError
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.sanitize import shown_path
from grader.model.submission import Submission
from grader.store.report_files import FORMATS, PAGE, RECORD, STUDENT_FILES, student_report
from grader.store.safe_files import lies_in, refuse_links_in

if TYPE_CHECKING:
    from grader.sandbox.launching.isolation_check import Launcher

MAX_PATHS = 4000  # characters of the line that names the written files


class ShownResult(NamedTuple):
    result: Result
    not_stored: str = ""
    """Why the result is not in the folder of `--out`; empty if it is, or without `--out`."""

    def require_stored(self) -> Result:
        """Return the result (ResultNotStored if it was not written)."""
        if self.not_stored:
            raise ResultNotStored(self.not_stored)
        return self.result


def save(result: Result, out: Path, *, trusted: bool, refresh: int) -> ShownResult:
    """Write `result` into the folder `out`; return an error instead of raising it."""
    from grader.store import result_folder

    try:
        return ShownResult(result_folder.save(result, out, trusted=trusted, refresh=refresh))
    except (UserError, OSError) as error:
        return ShownResult(result, f"the result above is not stored: {error}")


def write_final_page(last: Result, out: Path) -> None:
    """Write the page again, without the script that looks for a newer version."""
    from grader.store.report_files import write_student_reports
    from grader.store.result_folder import read_result

    kept = read_result(out)
    try:
        write_student_reports(last if kept is None else kept, out)
    except (UserError, OSError) as error:
        raise ResultNotStored(f"the result above is not stored: {error}") from error


def name_written_files(result: Result, out: Path) -> None:
    from grader.store import result_folder

    kept = result_folder.read_result(out)
    if kept is not None and kept.status == result.status:
        say(f"written: {', '.join(shown_path(out / name) for name in STUDENT_FILES)}", limit=MAX_PATHS)
    else:
        text = f"kept as it was: {shown_path(out / RECORD)}; what has no mark replaces no result"
        say(text, limit=MAX_PATHS)


REFRESH = 2  # seconds


@dataclass(frozen=True, slots=True, kw_only=True)
class _CheckOptions:
    path: Path
    rubric: str | None
    output_format: str
    out: Path | None
    only: tuple[str, ...]
    stop: bool
    everything: bool
    watch: bool
    fail_under: Decimal | None


@click.command("check")
@click.argument("path", metavar="PATH", type=GivenPath())
@rubric_option
@click.option(
    "--format",
    "output_format",
    type=LateChoice(TERMINAL, all_formats),
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
@click.option("--all", "everything", is_flag=True, help="On the terminal: show every finding, and how it was graded.")
@click.option(
    "--only",
    metavar="FUNCTION",
    multiple=True,
    help="Ask this function only (or several: a,b): no whole mark, and nothing is written.",
)
@click.option(
    "-x", "stop", is_flag=True, help="Stop at the first function that fails; like --only, it gives no whole mark then."
)
@click.option(
    "--plain",
    is_flag=True,
    expose_value=False,
    callback=lambda _context, _option, chosen: chosen and os.environ.update(TERM="dumb"),
    help="No colours, and no line is drawn again; chosen by itself for TERM=dumb.",
)
@click.option("--watch", is_flag=True, help="Grade again after every save, until Ctrl-C; the page of --out follows.")
@click.option(
    "--fail-under",
    metavar="N",
    type=percentage,
    help="Exit 1 only when fewer than N percent of the automatic points are earned.",
)
@choose_commit
@metadata_option
@python_option
@no_shortcut
@require_isolation("Refuse if the sandbox is weaker", "basic; full where CI=true")
def command(**values: Any) -> int:  # noqa: ANN401 - the fields of `_CheckOptions`
    """
    Grade the file PATH (for lab4 a notebook will do), or the one in the folder or archive PATH.

    \b
    grader check tictactoe.py
    grader check . --rubric cs50 --format markdown
    grader check AI_game.ipynb --rubric lab4
    grader check tictactoe.py --fail-under 80 --out report
    grader check tictactoe.py --watch --out report

    Exit status: 0 nothing lost, 1 points lost (or under N percent), 2 bad input, 3 no mark (internal error,
    or a newer Python is needed), 4 less isolation here than required. With the formats gradescope, classroom50,
    github-classroom and check50 the status is 0 for lost points, too.
    """
    given = _CheckOptions(**values)
    is_text = given.output_format == TERMINAL
    if is_text:
        _say_what_begins(given.path)
    from grader.cli.rubric_choice import chosen_rubric

    _refuse_written_part(given)
    platform = platform_report(given.output_format)
    if not given.watch:
        with telling_failures(platform):
            if given.path.exists():
                _begin_sandbox()
            result = _grade_and_show(given, _restricted(chosen_rubric(given.rubric), given.only)).require_stored()
        is_success = platform is not None and platform.graded_is_success and given.fail_under is None
        return ExitCode.OK if is_success and result.score is not None else _exit_code(result, given.fail_under)
    if not is_text:
        raise click.UsageError("--watch shows every result on the terminal; leave --format out, or add --out DIR.")
    from grader.cli.watch import follow

    chosen = _restricted(chosen_rubric(given.rubric), given.only)
    last = follow(given.path, lambda: _grade_and_show(given, chosen, refresh=REFRESH))
    if given.out is not None:
        write_final_page(last.require_stored(), given.out)
    return _exit_code(last.result, given.fail_under)


def _refuse_written_part(given: _CheckOptions) -> None:
    """Raise UsageError if a part of a mark is wanted anywhere but on the terminal."""
    if (given.only or given.stop) and (given.out is not None or given.output_format != TERMINAL):
        option = "--only" if given.only else "-x"
        raise click.UsageError(
            f"{option} gives a part of a mark, which is shown and not written; leave out --out, --format."
        )


def _begin_sandbox() -> None:
    """Start the sandbox while the rest of the grader is loaded. Few rubrics allow modules beside Python's own."""
    from grader.sandbox.launching.launcher import begun_launcher

    context = click.get_current_context()
    context.obj = begun_launcher(given_interpreter())
    context.call_on_close(lambda: context.obj is not None and context.obj.close())


def _sandbox(allowed: Sequence[str]) -> Launcher:
    """Return the started sandbox; a new one after its first use, or if probes may read modules `allowed`."""
    from grader.sandbox.launching.launcher import launcher

    context = click.get_current_context()
    if allowed or context.obj is None:
        return launcher(allowed, given_interpreter())
    begun, context.obj = context.obj, None
    return begun  # type: ignore[no-any-return] # click knows no type of it


def _restricted(rubric: Rubric, only: Sequence[str]) -> Rubric:
    """Return the rubric with the checks of the functions in `only` (UsageError for a function without checks)."""
    names = [name.strip() for names in only for name in names.split(",")]
    known = _functions(rubric)
    for name in names:
        if name not in known:
            raise click.UsageError(f"--only {name!r}: choose from {', '.join(known)}.")
    return rubric.restricted_to(frozenset(names)) if names else rubric


def _functions(rubric: Rubric) -> dict[str, None]:
    """Return the functions with checks, in the order of the rubric."""
    return dict.fromkeys(share.check.partition(".")[0] for item in rubric.criteria for share in item.shares)


def _say_what_begins(path: Path) -> None:
    """Write a first line for a waiting person, before the slow imports."""
    if sys.stderr is not None and sys.stderr.isatty():  # None if it was closed
        say(f"grading {shown_path(path)}", limit=MAX_PATHS)


def _grade_and_show(given: _CheckOptions, rubric: Rubric, *, refresh: int = 0) -> ShownResult:
    """Grade the file, show the result, and write it to `out`. The result is shown even if it cannot be written."""
    from grader.capabilities.registry import completed
    from grader.cli.rubric_choice import describe, given_submission, with_known_due_time

    path, out, output_format = given.path, given.out, given.output_format
    submission = with_given_metadata(given_submission(path, rubric), rubric)
    if out is not None:
        refuse_links_in(_folder_of(path), out)
    title = describe(rubric)
    if rubric.only:
        title += f"\nonly {', '.join(sorted(rubric.only))}: a part of the mark, as if the file had no other function"
    parts = [*_parts(rubric), rubric] if given.stop else [rubric]
    graded, rubric = _grade(submission, parts, out, title, output_format)
    shown = ShownResult(completed(graded, with_known_due_time(rubric)))
    if out is not None:
        # A student can put any file into the folder of the submission, even a result with marks by hand.
        shown = save(shown.result, out, trusted=not lies_in(out, _folder_of(path)), refresh=refresh)
    stored_in = None if shown.not_stored else out
    if (platform := platform_report(output_format)) is not None:
        if stored_in is not None:
            name_written_files(shown.result, stored_in)
        # The platform comes last: it is told all earlier failures, and standard output has one text only.
        show_on_platform(platform, shown.result, path)
        return shown
    page = None if stored_in is None else shown_path(stored_in / PAGE)
    _show(shown.result, output_format, "" if rubric.only else page, everything=given.everything)
    # On a terminal the answer stays last; it names the page.
    if stored_in is not None and (output_format != TERMINAL or shown.result.score is None):
        name_written_files(shown.result, stored_in)
    return shown


def _parts(rubric: Rubric) -> Iterator[Rubric]:
    """Yield for each function, in the order of the assignment, the rubric with its checks."""
    from grader.assignments import ASSIGNMENTS

    asked = _functions(rubric)
    for function in ASSIGNMENTS[rubric.assignment].module_spec.functions:
        if function.name in asked:
            yield rubric.restricted_to(frozenset({function.name}))


def _grade(
    submission: Submission, parts: Sequence[Rubric], out: Path | None, title: str, output_format: str
) -> tuple[Result, Rubric]:
    """
    Grade in this process, after a check of the isolation and of the place for the result.

    Return the first result without full marks, or the last one, with its rubric of `parts`.
    """
    from grader.errors import HarnessFault

    required = requirement_for_one()
    processes = _sandbox(parts[-1].allow_imports)
    try:
        threading.Thread(target=_load_meanwhile, args=(output_format,), daemon=True).start()
        with contextlib.suppress(HarnessFault):  # if no probe starts, the result says so
            refuse_below(required, processes.isolation)
        from grader.marking.mark import mark

        if out is not None:
            from grader.store.safe_files import require_writable

            require_writable(out)
        click.echo(title, err=output_format != TERMINAL)
        if output_format != TERMINAL:
            return mark(submission, parts[-1], processes, required.level, ahead=True), parts[-1]
        from grader.cli.progress import showing_progress

        with showing_progress(submission.main) as observer:
            for part in parts[:-1]:
                result = mark(submission, part, processes, required.level, observer)
                if result.score is None or result.score.automatic_earned < result.score.automatic_possible:
                    return result, part
            return mark(submission, parts[-1], processes, required.level, observer, ahead=True), parts[-1]
    finally:
        processes.close()


def _load_meanwhile(output_format: str) -> None:
    """Load pytest while the sandbox starts, and the report while the submission runs."""
    report = ("rich.console", "grader.render.terminal", "grader.story.student") if output_format == TERMINAL else ()
    for name in ("grader.marking.mark", *report):
        importlib.import_module(name)


def _folder_of(path: Path) -> Path:
    return path if path.is_dir() else path.parent


def _show(result: Result, output_format: str, page: str | None, *, everything: bool) -> None:
    if output_format == TERMINAL:
        from rich.console import Console

        from grader.blocks import Detail
        from grader.render.terminal import NO_PAGE, shown_at, write
        from grader.story.student import tell_student

        story = shown_at(Detail.ALL if everything else Detail.NORMAL, tell_student(result))
        shown = NO_PAGE if page is None else page
        write(story, Console(), shown if result.score else "")
        return
    # Bytes, because the file is UTF-8 even in a terminal of another encoding.
    click.echo(student_report(FORMATS[output_format], result), nl=False)


def _exit_code(result: Result, fail_under: Decimal | None) -> ExitCode:
    if result.score is None:
        return ExitCode.HARNESS_FAULT
    from grader.text.number_text import decimal_text

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
