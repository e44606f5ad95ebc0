"""Whether a class belongs into a folder of reports: the same students, graded by the same rubric."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake
from grader.intake.student_ids import former_id, is_safe_id
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.store.class_record import read_class_record
from grader.store.result_folder import folder_of, read_result
from grader.text.number_text import count_text

NAMED = 8
"""Students whom a message names."""


def surprises(intake: ClassIntake, rubric: Rubric, out: Path) -> Iterator[str]:
    """Yield why the class may not be meant for the folder `out`: one sentence each."""
    try:
        record = read_class_record(out)
    except UserError:
        return  # a damaged record is made again
    if record is None:
        return
    here = {
        name for one in (*intake.submissions, *intake.problems) for name in (one.id, former_id(one.student, one.id))
    }
    missing = [one for one in record.graded if one not in here]
    if missing and len(missing) == len(record.graded):
        yield f"it holds another class: none of its {count_text(len(missing), 'student')} is among these"
    elif missing:
        more = f" and {len(missing) - NAMED:,} more" if len(missing) > NAMED else ""
        named = ", ".join(sanitize(one) for one in missing[:NAMED])
        yield f"it holds {count_text(len(missing), 'student')} who would not be in the reports any more: {named}{more}"
    stored = _any_result(record.graded, out)
    if stored is not None and (stored.rubric.assignment, stored.rubric.title) != (rubric.assignment, rubric.title):
        yield f'it was graded by "{sanitize(stored.rubric.title)}", and this rubric is "{sanitize(rubric.title)}"'


def _any_result(names: tuple[str, ...], out: Path) -> Result | None:
    """Return the first result of these students that can be read."""
    for name in filter(is_safe_id, names):
        with contextlib.suppress(UserError):
            if (stored := read_result(folder_of(out, name))) is not None:
                return stored
    return None
