"""Which rubric a command uses: the default, a built-in name, or a file that was named. Never one found lying about."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from grader.cli.parameters import plainly
from grader.errors import UserError
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize

MAX_RUBRIC = (256 << 10) + 1
"""Bytes that are read: enough to say that there are too many."""
MAX_NAME = 1000


def built_in() -> dict[str, Path]:
    """Return the built-in rubrics by name; the first is the default."""
    from grader.assignments import ASSIGNMENTS

    return dict(rubric for assignment in ASSIGNMENTS.values() for rubric in assignment.rubrics)


def chosen_rubric(name: str | None) -> Rubric:
    """Return the rubric called `name`, built in or a file; without a name the default. `--no-shortcut` counts here."""
    rubric = _named(name)
    return dataclasses.replace(rubric, shortcut=rubric.shortcut and not plainly())


def _named(name: str | None) -> Rubric:
    from grader.assignments import ASSIGNMENTS
    from grader.rubric_file import load_rubric

    names = built_in()
    if name is None:
        name = next(iter(names))
        return load_rubric(names[name].read_bytes(), f"{name} (default)", ASSIGNMENTS)
    if name in names:
        return load_rubric(names[name].read_bytes(), f"{name} (built in)", ASSIGNMENTS)
    return rubric_in(name, f"--rubric takes a YAML file or one of: {', '.join(names)}")


def rubric_in(name: str, remedy: str) -> Rubric:
    """Return the rubric in the file `name`; `remedy` is what to do when there is no such file."""
    from grader.assignments import ASSIGNMENTS
    from grader.rubric_file import load_rubric

    if not name:
        raise UserError(f"the name of the rubric is empty; {remedy}")
    shown = sanitize(name, MAX_NAME)
    try:
        with Path(name).open("rb") as file:
            data = file.read(MAX_RUBRIC)
    except OSError as error:
        raise UserError(f"{shown}: {error.strerror}; {remedy}") from error
    return load_rubric(data, shown, ASSIGNMENTS)


def described(rubric: Rubric) -> str:
    """Say in one line what is graded against."""
    return f"rubric: {rubric.source}: {rubric.title}"
