"""The rubric of a command, with the due time, and the submission to grade."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.capabilities.lateness.capability import LateRules
from grader.cli.options import DEADLINE, given_deadline, shortcut_disabled
from grader.errors import UserError
from grader.model.identity import Identity
from grader.model.instant import EXAMPLE, instant_text
from grader.model.rubric import Rubric
from grader.model.sanitize import closest, did_you_mean, quoted, sanitize
from grader.text.number_text import shortened_list

if TYPE_CHECKING:
    from grader.intake.git.checkout import WantedCommit
    from grader.model.spec import ModuleSpec
    from grader.model.submission import Submission

MAX_RUBRIC = (256 << 10) + 1
"""Bytes that are read: one more than a rubric may have, so that a larger file is noticed."""
MAX_NAME = 1000


def built_in() -> dict[str, Path]:
    """Return the built-in rubrics by name; the first is the default."""
    from grader.assignments import ASSIGNMENTS

    return dict(rubric for assignment in ASSIGNMENTS.values() for rubric in assignment.rubrics)


def chosen_rubric(name: str | None) -> Rubric:
    """
    Return the rubric `name`, built in or a file, or the default rubric. `--no-shortcut` counts here.

    The notes of the rubric are written to standard error. UserError for an unknown or wrong rubric.
    """
    rubric = _named(name)
    write_notes(rubric, to_stderr=True)
    return dataclasses.replace(rubric, shortcut=rubric.shortcut and not shortcut_disabled())


def rubric_in_file(name: str) -> Rubric:
    if name in built_in() and not Path(name).exists():
        raise UserError(
            f"{name}: a built-in rubric, not a file; `grader rubric show {name} > mine.yaml` makes a copy to edit,"
            " and `grader rubric check mine.yaml` checks the copy"
        )
    return _read(name, "name a YAML file, such as one that `grader rubric show` printed")


def built_in_file(name: str) -> Path:
    names = built_in()
    if name not in names:
        remedy = did_you_mean(name, names, f"there are: {', '.join(names)}")
        raise UserError(f"there is no built-in rubric {quoted(name)}; {remedy}")
    return names[name]


def describe(rubric: Rubric) -> str:
    return f"rubric: {rubric.source}: {rubric.title}"


def write_notes(rubric: Rubric, *, to_stderr: bool = False) -> None:
    for note in rubric.notes:
        click.echo(f"note: {rubric.source}: {note}", err=to_stderr)


def _named(name: str | None) -> Rubric:
    from grader.assignments import ASSIGNMENTS
    from grader.rubric_file import load_rubric

    # One after the other, so that no other assignment is loaded.
    for known, path in (rubric for assignment in ASSIGNMENTS.values() for rubric in assignment.rubrics):
        if name in (None, known):
            return load_rubric(path.read_bytes(), f"{known} ({'built in' if name else 'default'})", ASSIGNMENTS)
    names = built_in()
    return _read(str(name), f"--rubric takes a YAML file or one of: {', '.join(names)}", names)


def _read(name: str, remedy: str, names: Iterable[str] = ()) -> Rubric:
    """Return the rubric in the file `name`. A message names the nearest of `names` or of the files beside it."""
    from grader.assignments import ASSIGNMENTS
    from grader.intake.safe_read import nearest_entry
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


NAMED = 10  # students that a note names


def with_due_time(rubric: Rubric) -> Rubric:
    """Return `rubric` with the due time of the running command (UserError if late work costs points and has none)."""
    known = with_known_due_time(rubric)
    if rubric.section(LateRules) is not None and known.section(LateRules) is None:
        raise UserError(
            f"{rubric.source}: takes points off for late work, but says no due time; add `due:` to its section `late`,"
            f" or give {DEADLINE} {EXAMPLE}"
        )
    return known


def with_known_due_time(rubric: Rubric) -> Rubric:
    """Return `rubric` with the due time of the running command. Without a due time late work costs nothing."""
    rules = rubric.section(LateRules)
    if rules is None:
        return rubric
    deadline = given_deadline()
    due = rules.due if deadline is None else instant_text(deadline)
    return rubric.with_section(LateRules, dataclasses.replace(rules, due=due) if due else None)


def late_notes(rubric: Rubric, students: Iterable[Identity]) -> tuple[str, ...]:
    """Return a note if late work costs points and the time of some submissions is not known."""
    everybody = list(students)
    unknown = [one.id for one in everybody if not one.submitted_at and one.late is None]
    rules = rubric.section(LateRules)
    if rules is None or not unknown:
        return ()
    if len(unknown) == len(everybody):
        reason = "nothing here says when it was handed in, so nothing"
    else:
        count = f"{len(unknown):,} of {len(everybody):,} submissions"
        reason = f"nobody knows when {count} were handed in ({shortened_list(unknown, NAMED)}), so there nothing"
    remedy = "--roster or --choices can say it, or points by hand for the item lateness"
    return (f"{reason} is taken off for late work (due {rules.due}): {remedy}.",)


def given_submission(path: Path, rubric: Rubric, *, with_files: bool = True) -> Submission:
    """
    Return the submission at `path`, by default with the other files that `rubric` asks for.

    UserError if it cannot be read; the message names the rubric of another assignment if that fits.
    """
    from grader.assignments import ASSIGNMENTS
    from grader.cli.options import wanted_commit
    from grader.intake.one_submission import read_submission

    kib = rubric.limits.source_kib
    commit = wanted_commit()
    try:
        files = rubric.wanted_files if with_files else None
        return read_submission(path, ASSIGNMENTS[rubric.assignment].module_spec, kib, files, commit)
    except UserError as error:
        for other in ASSIGNMENTS.values():
            if other.id != rubric.assignment and _can_be_read(path, other.module_spec, kib, commit):
                name = other.rubrics[0].name
                raise UserError(f"{error}; if it is for another assignment, use --rubric {name}") from None
        raise


def _can_be_read(path: Path, module_spec: ModuleSpec, source_kib: int, commit: WantedCommit | None) -> bool:
    from grader.intake.one_submission import read_submission

    try:
        read_submission(path, module_spec, source_kib, commit=commit)
    except UserError:
        return False
    return True
