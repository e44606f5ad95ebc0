"""Which submissions of a class must be graded: those that are new or changed, identical ones once."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from grader.batch.compact import compact
from grader.capabilities.work import completed
from grader.intake.class_folder import ClassIntake
from grader.marking.result_info import grader_info
from grader.model.class_info import ClassInfo
from grader.model.class_row import NotGraded
from grader.model.isolation import Isolation
from grader.model.result import Result, with_identity
from grader.model.rubric import Rubric
from grader.model.submission import Submission
from grader.store import result_folder


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlan:
    """What a run will do, decided before any code is run."""

    out: Path
    rubric: Rubric
    unchanged: tuple[Result, ...]
    """Results of an earlier run that are still valid, made small by `compact`."""
    relabelled: tuple[Result, ...]
    """
    Like `unchanged`, but with new facts about the student, such as the name; the results on disk lack these facts.
    """
    groups: tuple[tuple[Submission, ...], ...]
    """Submissions to grade. Those in one group are identical; only the first is graded."""
    problems: tuple[NotGraded, ...]
    """One row per student whose submission could not be read."""
    info: ClassInfo


def plan_class(intake: ClassIntake, rubric: Rubric, out: Path, isolation: Isolation, *, fresh: bool) -> ClassPlan:
    """
    Return what must be graded to have a result of all of `intake` in the folder `out`.

    With `fresh` everything is graded. `isolation` is what this machine offers: a result made under another isolation
    is made again. UserError when a folder in `out` is not one that reports may be written to.
    """
    unchanged: list[Result] = []
    relabelled: list[Result] = []
    groups: dict[str, list[Submission]] = defaultdict(list)
    for submission in intake.submissions:
        key = grader_info(submission, rubric, isolation).key
        folder = result_folder.take_over_folder(out, submission)
        stored = None if fresh else result_folder.read_result(folder)
        if stored is not None and result_folder.is_current(stored, submission, key) and _mode_matches(stored, rubric):
            current = completed(with_identity(stored, submission), rubric)
            (unchanged if current == stored else relabelled).append(compact(current))
        else:
            groups[key].append(submission)
    return ClassPlan(
        out=out,
        rubric=rubric,
        unchanged=tuple(unchanged),
        relabelled=tuple(relabelled),
        groups=tuple(map(tuple, groups.values())),
        problems=intake.problems,
        info=intake.info,
    )


def _mode_matches(stored: Result, rubric: Rubric) -> bool:
    # No mark depends on the shortcut, but a user who switches it off wants to see results of plain runs.
    return rubric.shortcut or not stored.shortcut.functions
