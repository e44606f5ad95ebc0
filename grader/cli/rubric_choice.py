"""Which rubric a command uses: the default, a built-in name, or a file the user names; none is searched for."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path

import click

from grader.cli.options import shortcut_disabled
from grader.errors import UserError
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.spelling import closest, did_you_mean, quoted

MAX_RUBRIC = (256 << 10) + 1
"""Bytes that are read: one more than a rubric may have, so that a larger file is noticed."""
MAX_NAME = 1000


def built_in() -> dict[str, Path]:
    """Return the built-in rubrics by name; the first is the default."""
    from grader.assignments import ASSIGNMENTS

    return dict(rubric for assignment in ASSIGNMENTS.values() for rubric in assignment.rubrics)


def chosen_rubric(name: str | None) -> Rubric:
    """
    Return the rubric called `name`, built in or a file; without a name the default. `--no-shortcut` counts here.

    Its notes are written to standard error. UserError when there is no such rubric, or when it has mistakes.
    """
    rubric = _named(name)
    write_notes(rubric, to_stderr=True)
    return dataclasses.replace(rubric, shortcut=rubric.shortcut and not shortcut_disabled())


def rubric_in_file(name: str) -> Rubric:
    """Return the rubric in the file `name` (UserError when it cannot be read or has mistakes)."""
    if name in built_in() and not Path(name).exists():
        raise UserError(
            f"{name}: a built-in rubric, not a file; `grader rubric show {name} > mine.yaml` makes a copy to edit,"
            " and `grader rubric check mine.yaml` checks the copy"
        )
    return _read(name, "name a YAML file, such as one that `grader rubric show` printed")


def built_in_file(name: str) -> Path:
    """Return the file of the built-in rubric `name` (UserError when there is none)."""
    names = built_in()
    if name not in names:
        remedy = did_you_mean(name, names, f"there are: {', '.join(names)}")
        raise UserError(f"there is no built-in rubric {quoted(name)}; {remedy}")
    return names[name]


def describe(rubric: Rubric) -> str:
    """Return the line that says what is graded against."""
    return f"rubric: {rubric.source}: {rubric.title}"


def write_notes(rubric: Rubric, *, to_stderr: bool = False) -> None:
    """Write the rubric's notes, a line each, to standard output or standard error."""
    for note in rubric.notes:
        click.echo(f"note: {rubric.source}: {note}", err=to_stderr)


def _named(name: str | None) -> Rubric:
    from grader.assignments import ASSIGNMENTS
    from grader.rubric_file import load_rubric

    names = built_in()
    if name is None:
        name = next(iter(names))
        return load_rubric(names[name].read_bytes(), f"{name} (default)", ASSIGNMENTS)
    if name in names:
        return load_rubric(names[name].read_bytes(), f"{name} (built in)", ASSIGNMENTS)
    return _read(name, f"--rubric takes a YAML file or one of: {', '.join(names)}", names)


def _read(name: str, remedy: str, names: Iterable[str] = ()) -> Rubric:
    """Return the rubric in the file `name`; the user may have meant one of `names`, or a file beside it."""
    from grader.assignments import ASSIGNMENTS
    from grader.intake import nearest_entry
    from grader.rubric_file import load_rubric

    if not name:
        raise UserError(f"the name of the rubric is empty; {remedy}")
    shown = sanitize(name, MAX_NAME)
    try:
        with Path(name).open("rb") as file:
            data = file.read(MAX_RUBRIC)
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        nearest = (closest(name, names) or nearest_entry(Path(name))) if missing else None
        advice = remedy if nearest is None else f"did you mean {quoted(nearest)}?"
        raise UserError(f"{shown}: {error.strerror}; {advice}") from error
    return load_rubric(data, shown, ASSIGNMENTS, folder=Path(name).parent)
