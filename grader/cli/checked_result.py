"""A result that `grader check` has shown, and the folder of `--out` that keeps it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.cli.message import say
from grader.errors import ResultNotStored, UserError
from grader.model.sanitize import shown_path
from grader.store.report_files import STUDENT_FILES

if TYPE_CHECKING:
    from grader.model.result import Result

MAX_PATHS = 4000
"""Characters of the line that names the files written."""


class ShownResult(NamedTuple):
    """A result that was shown."""

    result: Result
    not_stored: str = ""
    """Why it could not be written to the folder of `--out`; empty if it was, or if there is none."""

    def require_stored(self) -> Result:
        """Return the result (ResultNotStored if it could not be written)."""
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
    """Write to standard error which files are in `out` now."""
    from grader.store import result_folder

    kept = result_folder.read_result(out)
    if kept is not None and kept.status == result.status:
        say(f"written: {', '.join(shown_path(out / name) for name in STUDENT_FILES)}", limit=MAX_PATHS)
    else:
        text = f"kept as it was: {shown_path(out / result_folder.RESULT)}; what has no mark replaces no result"
        say(text, limit=MAX_PATHS)
