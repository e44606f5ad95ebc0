"""Grades a class into a folder: what changed is graded, identical files once, everything is reported."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TypeVar, cast

from grader.batch.pool import Pool, Watcher
from grader.intake import ClassIntake
from grader.marking.result_info import grader_info
from grader.model.class_row import NotGraded, Row, identity
from grader.model.isolation import Isolation
from grader.model.result import CheckResult, Counterexample, Observed, Result, TranscriptPart
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.submission import Submission
from grader.model.verdict import Verdict
from grader.reports.classes.gradebook import gradebook_csv
from grader.reports.classes.summary import class_markdown
from grader.reports.pages.class_page import class_page
from grader.store import result_folder

T = TypeVar("T")

GRADEBOOK, SUMMARY, INDEX = "gradebook.csv", "summary.md", "index.html"
MAX_PATHS = 4000
MAX_ANSWER = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlan:
    """What is to be done for a class: decided before anything is run."""

    out: Path
    rubric: Rubric
    kept: tuple[Result, ...]
    """From an earlier run, and still what grading again would give."""
    groups: tuple[tuple[Submission, ...], ...]
    """Submissions to grade; those of one group are identical, and its first stands for all."""
    problems: tuple[NotGraded, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRun:
    """What a run did."""

    rows: tuple[Row, ...]
    graded: int
    """Submissions whose code was run."""
    unchanged: int
    """Results kept from an earlier run."""
    copied: int
    """Submissions identical to one that was graded."""


def plan_class(intake: ClassIntake, rubric: Rubric, out: Path, isolation: Isolation, *, fresh: bool) -> ClassPlan:
    """
    Tell what must be graded to have all of `intake` in `out`; with `fresh` nothing is kept from earlier runs.

    `isolation` is what the machine offers: what was graded at another level is graded again.
    """
    kept: list[Result] = []
    groups: dict[str, list[Submission]] = defaultdict(list)
    for submission in intake.submissions:
        key = grader_info(submission, rubric, isolation).key
        earlier = None if fresh else result_folder.read_result(out / submission.id)
        # Whoever asks for plain runs wants to see one, though no mark differs.
        if earlier is not None and result_folder.unchanged(earlier, submission, key) and _as_wished(earlier, rubric):
            kept.append(_lean(earlier))
        else:
            groups[key].append(submission)
    return ClassPlan(
        out=out,
        rubric=rubric,
        kept=tuple(kept),
        groups=tuple(map(tuple, groups.values())),
        problems=tuple(_one_each(intake.problems)),
    )


def grade_class(plan: ClassPlan, pool: Pool, watcher: Watcher) -> ClassRun:
    """Do what `plan` says; every result is on disk as soon as it is there, and what is about the class at the end."""
    result_folder.prepare(plan.out)
    rows: list[Row] = list(plan.kept)
    twins = {group[0].id: group for group in plan.groups}
    for submission, result in pool.grade_all([(group[0], plan.rubric) for group in plan.groups], watcher):
        for twin in twins[submission.id]:
            own = result if twin is submission else _as_own(result, submission, twin)
            rows.append(_lean(result_folder.keep(own, plan.out / twin.id)))
    stale = [row for row in map(partial(_stale, plan.out), rows) if row is not None]
    left_out = {row.id for row in stale}
    ids = [name for name, _student in map(identity, rows) if name not in left_out]
    result_folder.write_class(plan.out, ids, [*plan.problems, *stale])
    rows.extend(plan.problems)
    write_class_reports(rows, plan.out)
    copied = sum(map(len, plan.groups)) - len(plan.groups)
    return ClassRun(rows=tuple(rows), graded=len(plan.groups), unchanged=len(plan.kept), copied=copied)


def write_class_reports(rows: Sequence[Row], out: Path) -> None:
    """Write what is about the whole class."""
    result_folder.write_file(out / GRADEBOOK, gradebook_csv(rows))
    result_folder.write_file(out / SUMMARY, class_markdown(rows).encode("utf-8", "backslashreplace"))
    result_folder.write_file(out / INDEX, class_page(rows))


def written(out: Path) -> str:
    """Say in one line where a class's reports are."""
    of_all = ", ".join(str(out / name) for name in (INDEX, SUMMARY, GRADEBOOK))
    return sanitize(f"{of_all}; for each student {out / 'STUDENT' / result_folder.PAGE}", MAX_PATHS)


def _stale(out: Path, row: Row) -> NotGraded | None:
    """Tell of a fault that left an earlier result in place: a report made later must not show that as today's."""
    if isinstance(row, NotGraded) or row.status != "harness_fault":
        return None
    kept = result_folder.read_result(out / row.submission.id)
    if kept is None or kept.status == "harness_fault":
        return None
    return NotGraded(
        id=row.submission.id,
        student=row.submission.student,
        reason=f"a fault of the grader: {row.fault}; an earlier result is kept in its folder, grade it again",
    )


def _as_wished(earlier: Result, rubric: Rubric) -> bool:
    return rubric.shortcut or not earlier.shortcut.functions


def _lean(result: Result) -> Result:
    """Drop what class reports do not need, and hold once what several have: a large class is in memory at once."""
    lines = [dataclasses.replace(line, checks=tuple(map(_lean_check, line.checks))) for line in result.criteria]
    isolation = result.grader.isolation
    return dataclasses.replace(
        result,
        rubric=_shared(result.rubric),
        grader=dataclasses.replace(result.grader, isolation=isolation and _shared(isolation)),
        criteria=tuple(map(_shared, lines)),
        observed=Observed(),
    )


def _lean_check(check: CheckResult) -> CheckResult:
    """Keep what tells one mistake from another, and shows it; what passed has nothing to show."""
    lean = CheckResult(id=check.id, title=check.title, points=check.points, earned=check.earned, verdict=check.verdict)
    if check.verdict is not Verdict.PASS:
        lean = dataclasses.replace(
            lean,
            message=_shared(check.message),
            wrong=check.wrong,
            of=check.of,
            counterexample=check.counterexample and _lean_example(check.counterexample),
            pattern=_shared(check.pattern),
            behaviour=check.behaviour,
        )
    return _shared(lean)


def _lean_example(example: Counterexample) -> Counterexample:
    # The student's own line differs where the mistake is the same; what was answered is shown in short. Of a dialogue
    # remains that there was one.
    lean = dataclasses.replace(
        example,
        at=None,
        got=_short(example.got),
        expected=_short(example.expected),
        transcript=example.transcript[:1] and (TranscriptPart(who="program", text=""),),
    )
    return _shared(lean)


def _short(text: str) -> str:
    return _shared(sanitize(text, MAX_ANSWER))


def _shared(value: T) -> T:
    return cast("T", _first_equal(value))


@cache
def _first_equal(value: object) -> object:
    return value


def _as_own(result: Result, graded: Submission, twin: Submission) -> Result:
    """Return the result of an identical submission under this student's name, with this student's intake notes."""
    info = dataclasses.replace(
        result.submission,
        id=twin.id,
        student=twin.student,
        main=twin.main,
        files=tuple(sanitize(file.path) for file in twin.files),
    )
    notes = (*twin.notes, *result.notes[len(graded.notes) :])
    return dataclasses.replace(result, submission=info, notes=notes)


def _one_each(problems: Iterable[NotGraded]) -> Iterable[NotGraded]:
    """Return one row per id: several claims to one id are one problem with several reasons."""
    merged: dict[str, NotGraded] = {}
    for problem in problems:
        known = merged.setdefault(problem.id, problem)
        if problem.reason not in known.reason:
            merged[problem.id] = dataclasses.replace(known, reason=f"{known.reason}; {problem.reason}")
    return merged.values()
