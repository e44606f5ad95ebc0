"""Where reports may be written: beside the submissions, never among them, where a student can put forged reports."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from grader.errors import UserError
from grader.model.sanitize import shown_path

REPORTS = "reports"


def require_beside_submissions(folder: Path, out: Path) -> None:
    """
    Raise UserError if `out` is the class's `folder`, lies in it or holds it, as it is written or where its links lead.

    Nothing in that folder can be told from a student's: a result there could be forged, a link could lead us elsewhere.
    Above that folder, the report of a student with the folder's name would be written among the submissions.
    """
    if lies_in(out, folder) or any(lies_in(out, linked) for linked in _linked_folders(folder)):
        problem = "lies among the submissions, where students may have put forged results"
    elif lies_in(folder, out):
        problem = "holds the submissions, and reports belong in a folder of their own"
    else:
        return
    better = shown_path(shlex.quote(_beside(folder, out)))
    raise UserError(f"--out {shown_path(out)}: {problem}; use --out {better}")


def refuse_links_in(folder: Path, out: Path) -> None:
    """Raise UserError if `out` lies in `folder`, the submission's own, and is reached through a link there."""
    for step in _steps_in(_as_written(out), folder):
        if step.is_symlink():
            raise UserError(
                f"--out {shown_path(out)}: a link in the submission's folder, which is never followed; choose another"
                " folder"
            )


def lies_in(place: Path, folder: Path) -> bool:
    """Return whether `place` is `folder` or below it, as it is written or where its links lead."""
    return any(_steps_in(path, folder) or _same(path, folder) for path in (_as_written(place), place.resolve()))


def _linked_folders(folder: Path) -> list[Path]:
    """Return where the links to folders in the class's `folder` lead: a student's work, though it is not followed."""
    try:
        return [path.resolve() for path in folder.iterdir() if path.is_symlink() and path.is_dir()]
    except OSError:
        return []  # reading the class reports the problem


def _steps_in(path: Path, folder: Path) -> list[Path]:
    """Return the folders on the way from `folder` down to `path`; none if `path` is not below it."""
    steps = [path]
    for above in path.parents:
        if _same(above, folder):
            return steps
        steps.append(above)
    return []


def _same(one: Path, other: Path) -> bool:
    # One folder may have two names: where the case of letters does not matter, or mounted twice.
    try:
        return one.samefile(other)
    except (OSError, ValueError):
        return one == other.resolve()


def _as_written(path: Path) -> Path:
    return Path(os.path.abspath(path))  # noqa: PTH100 - `resolve` would follow the links


def _beside(folder: Path, out: Path) -> str:
    """Return a path for reports beside `folder`, from the working directory if `folder` was named from there."""
    real = folder.resolve()
    written = _as_written(out)
    name = REPORTS if _same(written, folder) or lies_in(folder, out) else written.name
    place = real.parent / (name if name != real.name else f"{name}-{REPORTS}")
    try:
        return str(place) if folder.is_absolute() else os.path.relpath(place)
    except ValueError:  # on another drive
        return str(place)
