"""When work is due, if the rubric takes points off for late work."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from grader.capabilities.lateness.capability import LateRules
from grader.cli.options import DEADLINE, given_deadline
from grader.errors import UserError
from grader.model.identity import Identity
from grader.model.instant import EXAMPLE, instant_text
from grader.model.rubric import Rubric

NAMED = 10
"""Students that a note names."""


def with_due_time(rubric: Rubric) -> Rubric:
    """Return `rubric` with the due time of the running command; UserError if late work costs points and lacks one."""
    known = with_known_due_time(rubric)
    if rubric.section(LateRules) is not None and known.section(LateRules) is None:
        raise UserError(
            f"{rubric.source}: takes points off for late work, but says no due time; add `due:` to its section `late`,"
            f" or give {DEADLINE} {EXAMPLE}"
        )
    return known


def with_known_due_time(rubric: Rubric) -> Rubric:
    """Return `rubric` with the due time of the running command; late work costs nothing if no time is known."""
    rules = rubric.section(LateRules)
    if rules is None:
        return rubric
    deadline = given_deadline()
    due = rules.due if deadline is None else instant_text(deadline)
    return rubric.with_section(LateRules, dataclasses.replace(rules, due=due) if due else None)


def late_notes(rubric: Rubric, students: Iterable[Identity]) -> tuple[str, ...]:
    """Return a note if late work costs points and of some students it is not known when they handed in."""
    everybody = list(students)
    unknown = [one.id for one in everybody if not one.submitted_at and one.late is None]
    rules = rubric.section(LateRules)
    if rules is None or not unknown:
        return ()
    if len(unknown) == len(everybody):
        which = "nothing here says when it was handed in, so nothing"
    else:
        from grader.intake.file_names import shortened_list

        count = f"{len(unknown):,} of {len(everybody):,} submissions"
        which = f"nobody knows when {count} were handed in ({shortened_list(unknown, NAMED)}), so there nothing"
    return (f"{which} is taken off for late work (due {rules.due}).",)
