"""
Grades a class: new and changed submissions, identical ones once.

Each result is stored when it arrives, and the reports on the class are written at the end.
"""

from __future__ import annotations

import contextlib
import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from grader.batch.best_attempt import Contest, contest_of
from grader.batch.compact import compact
from grader.batch.known_marks import KnownMarks
from grader.batch.node import Node
from grader.batch.pool import Pool, Task, Watcher
from grader.blocks import Story
from grader.capabilities.by_hand.journal import Journal, Way
from grader.capabilities.registry import completed
from grader.errors import UserError
from grader.intake.class_folder import ClassIntake
from grader.model.class_row import ClassInfo, ClassRow, NotGraded
from grader.model.identity import identity_fields
from grader.model.isolation import Isolation
from grader.model.result import Result, with_identity
from grader.model.rubric import Rubric
from grader.model.sanitize import sanitize
from grader.model.submission import Submission
from grader.platforms.registry import export_commands
from grader.store import result_folder
from grader.store.class_record import ClassRecord, Shard, write_class_record
from grader.store.marks_journal import add_to_journal, read_journal
from grader.store.report_files import RECORD, has_pages, write_changes, write_class_reports
from grader.store.safe_files import require_writable
from grader.story.classes.comparison import StudentChange, compared


@dataclass(frozen=True, slots=True, kw_only=True)
class Reportable:
    """The data for the reports on the class, beside the results."""

    out: Path
    problems: tuple[NotGraded, ...]
    """One row per student without a result, such as after an unreadable submission."""
    info: ClassInfo
    before: Sequence[Result]
    """The replaced results of an earlier run, made small."""
    shard: Shard | None = None
    """The part of the class; None for the whole class."""
    pages: bool = True
    """Whether students get pages now. Pages can be made later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlan(Reportable):
    """The work of a run, decided before any code runs."""

    rubric: Rubric
    marks: KnownMarks
    before: list[Result] = field(default_factory=list)
    unchanged: list[Result] = field(default_factory=list)
    """Valid results of an earlier run, made small by `compact`."""
    relabelled: list[Result] = field(default_factory=list)
    """Valid results with changed facts about the student, such as the name, or without pages yet."""
    groups: dict[str, list[Submission]] = field(default_factory=lambda: defaultdict(list))
    """Submissions to grade. Those in one group are identical, and only the first is graded."""
    contests: list[Contest] = field(default_factory=list)
    """Students with several attempts, or with stored verdicts that only get other points."""

    @property
    def runs(self) -> int:
        """The number of submissions to grade."""
        return len(self.groups) + sum(len(contest.to_run) for contest in self.contests)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    rubric: Rubric
    out: Path
    """The folder for results and reports."""
    isolation: Isolation
    """The isolation of this machine. A result of another isolation is made again."""
    nodes: Sequence[Node] = ()
    """The grading machines. A result near a limit from another kind of machine is made again."""
    fresh: bool = False
    marks: Way | None = None
    """The decision about marks by hand that do not fit the rubric."""
    shard: Shard | None = None
    pages: bool = True


def plan_class(intake: ClassIntake, options: RunOptions) -> ClassPlan:
    """Return the work for a result of all of `intake` (UserError if `out` cannot be written)."""
    on_disk = read_journal(options.out)
    plan = ClassPlan(
        out=options.out,
        rubric=options.rubric,
        problems=intake.problems,
        info=intake.info,
        marks=KnownMarks(on_disk=on_disk.journal, problems=on_disk.problems, way=options.marks),
        shard=options.shard,
        pages=options.pages,
    )
    for newest in intake.submissions:
        _add(plan, newest, options)
    return plan


def _add(plan: ClassPlan, newest: Submission, options: RunOptions) -> None:
    folder = result_folder.folder_of(plan.out, newest.id)
    stored = result_folder.read_result(folder)
    every = [*result_folder.kept_attempts(folder).items(), (folder / RECORD, stored)]
    usable = {path: one for path, one in every if one is not None and _may_stay(one, options)}
    contest = contest_of(newest, plan.rubric, options.isolation, usable)
    key = contest.best_key(plan.rubric)
    best = contest.attempts.get(key, newest)
    own = plan.marks.add(newest.id, stored, plan.rubric)
    is_same = False
    if stored is not None and _may_stay(stored, options) and result_folder.is_current(stored, best, key):
        current = result_folder.as_recorded(completed(with_identity(stored, best), plan.rubric), own)
        is_same = current == stored and (not plan.pages or has_pages(folder))
        (plan.unchanged if is_same else plan.relabelled).append(compact(current))
    elif len(contest.attempts) > 1 or contest.kept:
        plan.contests.append(contest)
    else:
        plan.groups[key].append(best)
    earlier = result_folder.read_before(folder) or (None if is_same else stored)
    if earlier is not None and earlier.submission.id == newest.id:
        plan.before.append(compact(earlier))


def _may_stay(stored: Result, options: RunOptions) -> bool:
    """Tell whether this run grades in the way of the `stored` result, whatever was handed in since."""
    # No mark depends on the shortcut, but a user without it wants to see results of plain runs.
    is_mode = options.rubric.shortcut or not stored.shortcut.functions
    return not options.fresh and is_mode and all(node.would_agree(stored) for node in options.nodes)


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRun:
    rows: tuple[ClassRow, ...]
    """One per student, with the parts that class reports show."""
    graded: int = 0
    """Submissions whose code was run."""
    unchanged: int = 0
    """Submissions with a valid result of an earlier run."""
    relabelled: int = 0
    """Unchanged submissions with new facts about the student or with new pages."""
    rescored: int = 0
    """Submissions whose earlier verdicts got other points."""
    copied: int = 0
    """Submissions identical to a graded one."""
    not_stored: tuple[Result, ...] = ()
    """Results of `rows` that could not be written, such as on a full disk."""
    changes: Sequence[StudentChange] | None = None
    """The students whose marks changed since the last run; None without an earlier run."""
    story: Story | None = None
    """The story of the class reports; None if they could not be written."""
    pages: bool = True
    problem: str = ""
    """Why the first of these, or a class report, could not be written; empty if all are written."""


def grade_class(plan: ClassPlan, pool: Pool, watcher: Watcher) -> ClassRun:
    """
    Grade by `plan`, store every result, and write the reports on the class.

    UserError if the plan's folder cannot be written; then nothing is graded.
    """
    require_writable(plan.out)
    journal = plan.marks.on_disk.and_these(add_to_journal(plan.out, plan.marks.changes))
    kept = [*map(Saved, plan.unchanged), *(_relabelled(result, plan, journal) for result in plan.relabelled)]
    saved = [*kept, *_graded(plan, journal, pool, watcher)]
    return dataclasses.replace(
        reported(saved, plan),
        graded=plan.runs,
        unchanged=len(kept),
        relabelled=len(plan.relabelled),
        rescored=sum(not contest.to_run for contest in plan.contests),
        copied=sum(map(len, plan.groups.values())) - len(plan.groups),
    )


def reported(saved: Sequence[Saved], plan: Reportable) -> ClassRun:
    """Write the record and the reports of a class with the results `saved`, and return the run."""
    rows: tuple[ClassRow, ...] = (*(one.result for one in saved), *plan.problems)
    problems = [one.not_stored for one in saved if one.not_stored]
    replaced = {result.submission.id for result in plan.before}
    changes = compared(plan.before, [one.result for one in saved if one.result.submission.id in replaced])
    story: Story | None = None
    try:
        write_class_record(_record(saved, plan), plan.out)
        commands = export_commands(plan.info.layout, plan.out)
        story = write_class_reports(rows, plan.out, plan.info, commands, pages=plan.pages)
        if changes:
            write_changes(changes, len(rows), plan.out)
        for one in saved:
            result_folder.forget_before(result_folder.folder_of(plan.out, one.result.submission.id))
    except (UserError, OSError) as error:
        problems.append(str(error))
    return ClassRun(
        rows=rows,
        not_stored=tuple(one.result for one in saved if one.not_stored),
        changes=changes if plan.before else None,
        story=story,
        pages=plan.pages,
        problem=problems[0] if problems else "",
    )


class Saved(NamedTuple):
    result: Result
    not_stored: str = ""
    """Why the result is not on disk; empty if it is."""


def _record(saved: Iterable[Saved], plan: Reportable) -> ClassRecord:
    # A student's folder may still hold an older mark, which later reports must not show as the current one.
    outdated = list(filter(None, (_outdated(one, plan.out) for one in saved)))
    without_mark = {row.id for row in outdated}
    return ClassRecord(
        graded=tuple(one.result.submission.id for one in saved if one.result.submission.id not in without_mark),
        not_graded=(*plan.problems, *outdated),
        info=plan.info,
        shard=plan.shard,
    )


def _graded(plan: ClassPlan, journal: Journal, pool: Pool, watcher: Watcher) -> Iterator[Saved]:
    """Yield the stored result of every student in the plan who is not `kept`, as soon as the answers are there."""
    again: list[Contest] = []
    yield from _graded_once(plan, journal, pool, watcher, again)
    if again:
        yield from _graded_once(dataclasses.replace(plan, groups={}, contests=again), journal, pool, watcher, [])


def _graded_once(
    plan: ClassPlan, journal: Journal, pool: Pool, watcher: Watcher, again: list[Contest]
) -> Iterator[Saved]:
    """Yield as `_graded`; a student with a kept result that is gone is added to `again`."""
    groups = {id(group[0]): group for group in plan.groups.values()}
    contests = {id(attempt): contest for contest in plan.contests for attempt in contest.to_run}
    found: dict[int, Result] = {}
    for contest in plan.contests:
        if not contest.to_run:
            yield from _best_stored(contest, found, plan, journal, again)
    every = (*(group[0] for group in groups.values()), *(one for contest in plan.contests for one in contest.to_run))
    for graded, result in pool.grade_all([Task(one, plan.rubric) for one in every], watcher):
        if several := contests.get(id(graded)):
            found[id(graded)] = result
            if all(id(attempt) in found for attempt in several.to_run):
                yield from _best_stored(several, found, plan, journal, again)
            continue
        for twin in groups[id(graded)]:
            twin_result = result if twin is graded else _for_twin(result, graded, twin)
            yield store(completed(twin_result, plan.rubric), plan, journal)


def _relabelled(result: Result, plan: ClassPlan, journal: Journal) -> Saved:
    """Write the facts of `result` about the student into the whole result on disk."""
    folder = result_folder.folder_of(plan.out, result.submission.id)
    try:
        result_folder.keep_before(folder)
        result_folder.relabel(folder, result.submission, plan.rubric, journal, pages=plan.pages)
    except (UserError, OSError) as error:
        return Saved(result, str(error))
    return Saved(result)


def _best_stored(
    contest: Contest, found: dict[int, Result], plan: ClassPlan, journal: Journal, again: list[Contest]
) -> Iterator[Saved]:
    """Store the best result of a student, with the answers of all attempts; see `_graded_once`."""
    try:
        best, *others = contest.results(plan.rubric, found)
    except (UserError, OSError):
        again.append(contest._replace(kept={}))
        return
    if others:
        with contextlib.suppress(UserError, OSError):  # what is not kept is run again
            result_folder.keep_attempts(
                result_folder.folder_of(plan.out, best.submission.id), map(contest.to_keep, (best, *others))
            )
    yield store(best, plan, journal)


def store(result: Result, plan: Reportable, journal: Journal) -> Saved:
    """Store a fresh result. A mark that cannot be stored, as on a full disk, still counts in this run."""
    try:
        folder = result_folder.folder_of(plan.out, result.submission.id)
        result_folder.keep_before(folder)
        stored = result_folder.save(result, folder, in_class=True, journal=journal, pages=plan.pages)
        return Saved(compact(stored))
    except (UserError, OSError) as error:
        return Saved(compact(result), str(error))


def _outdated(saved: Saved, out: Path) -> NotGraded | None:
    """Return a row for a result that is not stored, or for a harness fault beside an earlier mark on disk."""
    result, reason = saved.result, ""
    if saved.not_stored:
        reason = f"its result could not be stored: {saved.not_stored}; grade it again"
    elif result.no_mark:
        stored = result_folder.read_result(result_folder.folder_of(out, result.submission.id))
        if stored is not None and not stored.no_mark:
            reason = f"{result.no_mark}: {result.fault}; an earlier result is kept in its folder, grade it again"
    return NotGraded(**identity_fields(result.submission), reason=reason) if reason else None


def _for_twin(result: Result, graded: Submission, twin: Submission) -> Result:
    """Return the result of `graded` for the identical submission `twin`, with its intake notes."""
    info = dataclasses.replace(
        result.submission,
        **identity_fields(twin),
        main=twin.main,
        files=tuple(sanitize(file.path) for file in twin.files),
    )
    notes = (*twin.notes, *result.notes[len(graded.notes) :])
    return dataclasses.replace(result, submission=info, notes=notes)
