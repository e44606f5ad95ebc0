"""Shows a result in the format of a platform that runs `grader check`, or tells the platform why there is none."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.message import say
from grader.errors import HarnessFault, IsolationRefused, ResultNotStored, UserError
from grader.model.sanitize import sanitize, shown_path
from grader.store.report_files import FORMATS, as_bytes

if TYPE_CHECKING:
    from grader.model.result import Result
    from grader.platforms.registry import Report
    from grader.platforms.reports import AppendedText, CiJob, NoMark

TERMINAL = "terminal"
OWN_FORMATS = (TERMINAL, *sorted(FORMATS))
"""The formats of `grader check` that belong to no platform."""
WORD_BYTES = 16
WORKSPACE = "GITHUB_WORKSPACE"


def all_formats() -> list[str]:
    from grader.platforms.registry import REPORTS

    return [*OWN_FORMATS, *sorted(REPORTS)]


def platform_report(output_format: str) -> Report | None:
    """Return the platform's format of this name; None for other formats (UserError if it cannot work here)."""
    if output_format in OWN_FORMATS:
        return None
    from grader.platforms.registry import REPORTS

    REPORTS[output_format].require(os.environ)
    return REPORTS[output_format]


@contextlib.contextmanager
def telling_failures(platform: Report | None) -> Iterator[None]:
    """Tell `platform`, if there is one, that nothing was graded after an exception, which is raised again."""
    try:
        yield
    except ResultNotStored:  # the result was shown
        raise
    except Exception as error:
        if platform is not None:
            with contextlib.suppress(OSError):  # a full disk: the message on standard error says so
                _write(platform, _no_mark(error), _ci_job(""))
        raise


def show_on_platform(platform: Report, result: Result, path: Path) -> None:
    """Write `result`, of the submission at `path` (ResultNotStored if the platform's file cannot be written)."""
    _write(platform, result, _ci_job(_folder(path, result.submission.main)))


def _write(platform: Report, found: Result | NoMark, job: CiJob) -> None:
    output = platform.output(found, job)
    # Bytes, because the content is UTF-8 even in a terminal of another encoding.
    click.echo(as_bytes(output.content), nl=False)
    for appended in output.appended:
        _append(appended)


def _append(appended: AppendedText) -> None:
    path = os.environ.get(appended.variable)
    if not path:
        return
    try:
        with Path(path).open("ab") as file:
            file.write(as_bytes(appended.text))
    except OSError as error:
        problem = f"{appended.variable}: {shown_path(path)} cannot be written ({error.strerror})"
        if appended.needed:
            raise ResultNotStored(f"the result above did not reach the platform: {problem}") from error
        say(f"warning: {problem}; the result is in the log")


def _ci_job(folder: str) -> CiJob:
    from grader.platforms.reports import CiJob

    return CiJob(
        environment=dict(os.environ),
        folder=folder,
        resume_word=secrets.token_hex(WORD_BYTES),
        now=datetime.now(timezone.utc),
    )


def _no_mark(error: Exception) -> NoMark:
    from grader.platforms.reports import NoMark

    if isinstance(error, (UserError, click.ClickException)):
        return NoMark(reason=str(error), by_grader=False)
    if isinstance(error, (HarnessFault, IsolationRefused)):
        return NoMark(reason=str(error).partition("\n")[0], by_grader=True)
    # The log has the details. A student need not see the inside of the grader.
    return NoMark(reason=type(error).__name__, by_grader=True)


def _folder(path: Path, main: str) -> str:
    """Return the graded file's folder, relative to the platform's workspace; empty for the workspace or outside."""
    from grader.intake.file_names import is_unpackable
    from grader.intake.safe_read import find_files

    folder = path
    if not path.is_dir():
        # Beside an archive there may be another file of that name, which must not get the annotations.
        folder = path if is_unpackable(path.name) else path.parent
    elif not (path / main).is_file():
        # Only one file of its name was found below the folder.
        found = find_files(path, "", lambda name: sanitize(name) == main)
        folder = found[0].path.parent if found else path
    workspace = os.environ.get(WORKSPACE) or "."
    return _relative(folder, workspace, os.path.abspath) or _relative(folder, workspace, os.path.realpath)


def _relative(folder: Path, workspace: str, whole: Callable[[str], str]) -> str:
    try:
        relative = os.path.relpath(whole(str(folder)), whole(workspace))
    except ValueError:  # on another drive of Windows
        return ""
    parts = Path(relative).parts or (os.curdir,)
    return "" if parts[0] in {os.pardir, os.curdir} else shown_path("/".join(parts))
