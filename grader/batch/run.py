"""
Grades a class: new and changed submissions, identical ones once.

Each result is stored when it arrives, the reports on the class at the end.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from grader.batch.best_attempt import attempts_of, best_of, is_best
from grader.batch.compact import compact
from grader.batch.known_marks import KnownMarks
from grader.batch.node import Node
from grader.batch.pool import Pool, Task, Watcher
from grader.blocks import Story
from grader.capabilities.by_hand.journal import Journal, Way
from grader.capabilities.registry import completed
from grader.errors import UserError
from grader.intake.class_folder import ClassIntake
from grader.marking.rescore import kept_answers, rescored
from grader.marking.result_info import grader_info
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
from grader.store.report_files import has_pages, write_changes, write_class_reports
from grader.store.safe_files import require_writable
from grader.story.classes.comparison import StudentChange, compared


class Rescored(NamedTuple):
    """A submission whose stored result needs no new answers, and the key that it gets."""

    submission: Submission
    key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reportable:
    """What the reports on a class need beside its results."""

    out: Path
    problems: tuple[NotGraded, ...]
    """One row per student without a result, such as one whose submission could not be read."""
    info: ClassInfo
    before: tuple[Result, ...]
    """Results of an earlier run that this run replaces, made small."""
    shard: Shard | None = None
    """Which part of the class it is; None for all of it."""
    pages: bool = True
    """Whether students get pages now; they can be made later."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassPlan(Reportable):
    """What a run will do, decided before any code is run."""

    rubric: Rubric
    unchanged: tuple[Result, ...]
    """Results of an earlier run that are still valid, made small by `compact`."""
    relabelled: tuple[Result, ...]
    """
    Like `unchanged`, but with new facts about the student, such as the name, which the results on disk lack; or with
    pages that are not made yet.
    """
    rescored: tuple[Rescored, ...]
    """Submissions whose stored verdicts only get other points."""
    groups: tuple[tuple[Submission, ...], ...]
    """Submissions to grade. Those in one group are identical; only the first is graded."""
    contests: tuple[tuple[Submission, ...], ...] = ()
    """Attempts of one student each, of which the best counts."""
    marks: KnownMarks

    @property
    def runs(self) -> int:
        """How many submissions are graded."""
        return len(self.groups) + sum(map(len, self.contests))


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What a run is asked for."""

    rubric: Rubric
    out: Path
    """The folder for results and reports."""
    isolation: Isolation
    """What this machine offers: a result made under another isolation is made again."""
    nodes: Sequence[Node] = ()
    """Where it runs: a result near a limit that another kind of machine made is made again."""
    fresh: bool = False
    """Whether everything is graded."""
    marks: Way | None = None
    """What becomes of marks by hand that do not fit the rubric."""
    shard: Shard | None = None
    pages: bool = True


def plan_class(intake: ClassIntake, options: RunOptions) -> ClassPlan:
    """Return what must be graded to have a result of all of `intake`; UserError if it cannot be written to `out`."""
    on_disk = read_journal(options.out)
    known = KnownMarks(on_disk=on_disk.journal, problems=on_disk.problems, way=options.marks)
    sorted_by = _Sorted(options, known)
    for newest in intake.submissions:
        sorted_by.add(newest)
    return ClassPlan(
        out=options.out,
        rubric=options.rubric,
        unchanged=tuple(sorted_by.unchanged),
        relabelled=tuple(sorted_by.relabelled),
        rescored=tuple(sorted_by.rescored),
        groups=tuple(map(tuple, sorted_by.groups.values())),
        contests=tuple(sorted_by.contests),
        problems=intake.problems,
        info=intake.info,
        marks=known,
        before=tuple(sorted_by.before),
        shard=options.shard,
        pages=options.pages,
    )


class _Sorted:
    """The submissions of a class by what is to be done with each, as in a `ClassPlan`."""

    def __init__(self, options: RunOptions, known: KnownMarks) -> None:
        self._options, self._known = options, known
        self.unchanged: list[Result] = []
        self.relabelled: list[Result] = []
        self.rescored: list[Rescored] = []
        self.groups: dict[str, list[Submission]] = defaultdict(list)
        self.contests: list[tuple[Submission, ...]] = []
        self.before: list[Result] = []

    def add(self, newest: Submission) -> None:
        options = self._options
        attempts = attempts_of(newest, options.rubric, options.isolation)
        folder = result_folder.folder_of(options.out, newest.id)
        stored = result_folder.read_result(folder)
        is_known = is_best(stored, attempts)
        key = stored.grader.key if stored is not None and is_known else next(iter(attempts))
        submission = attempts[key]
        own = self._known.add(submission, stored, options.rubric)
        is_same = False
        if stored is None or not self._may_stay(stored) or (len(attempts) > 1 and not is_known):
            self._to_grade(attempts)
        elif result_folder.is_current(stored, submission, key):
            current = result_folder.as_recorded(completed(with_identity(stored, submission), options.rubric), own)
            is_same = current == stored and (not options.pages or has_pages(folder))
            (self.unchanged if is_same else self.relabelled).append(compact(current))
        elif _needs_only_points(stored, submission, options.rubric, options.isolation):
            self.rescored.append(Rescored(submission, key))
        else:
            self._to_grade(attempts)
        earlier = result_folder.read_before(folder) or (None if is_same else stored)
        if earlier is not None and earlier.submission.id == submission.id:
            self.before.append(compact(earlier))

    def _may_stay(self, stored: Result) -> bool:
        """Tell whether the `stored` result was made as this run would make it, whatever was handed in since."""
        options = self._options
        # No mark depends on the shortcut, but a user who switches it off wants to see results of plain runs.
        is_mode = options.rubric.shortcut or not stored.shortcut.functions
        return not options.fresh and is_mode and all(node.would_agree(stored) for node in options.nodes)

    def _to_grade(self, attempts: Mapping[str, Submission]) -> None:
        if len(attempts) > 1:
            self.contests.append(tuple(attempts.values()))
        else:
            ((key, only),) = attempts.items()
            self.groups[key].append(only)


def _needs_only_points(stored: Result, submission: Submission, rubric: Rubric, isolation: Isolation) -> bool:
    """Tell whether all but the rubric is as it was for the `stored` result, and the rubric asks nothing else."""
    as_before = dataclasses.replace(rubric, sha256=stored.rubric.sha256)
    key = grader_info(submission, as_before, isolation).key
    return result_folder.is_current(stored, submission, key) and kept_answers(stored, rubric) is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassRun:
    """What a run did."""

    rows: tuple[ClassRow, ...]
    """One per student, without the parts of a result that no class report shows."""
    graded: int = 0
    """Submissions whose code was run."""
    unchanged: int = 0
    """Submissions whose result of an earlier run is still valid."""
    relabelled: int = 0
    """Those of them of whose students something else is known now, such as the name, or who had no pages."""
    rescored: int = 0
    """Submissions whose verdicts of an earlier run got other points."""
    copied: int = 0
    """Submissions identical to one that was graded."""
    not_stored: tuple[Result, ...] = ()
    """Results of `rows` that could not be written after they were computed, such as on a full disk."""
    changes: Sequence[StudentChange] | None = None
    """Whose mark is not that of the last run; None if nothing was graded before."""
    story: Story | None = None
    """What the reports on the class tell; None if they could not be written."""
    pages: bool = True
    """Whether students have pages."""
    problem: str = ""
    """Why the first of these, or a report on the class, could not be written; empty if all could."""


def grade_class(plan: ClassPlan, pool: Pool, watcher: Watcher) -> ClassRun:
    """
    Grade what `plan` says, store every result, and write the reports on the class.

    UserError when the folder of the plan cannot be written to, before anything is graded.
    """
    require_writable(plan.out)
    journal = plan.marks.on_disk.and_these(add_to_journal(plan.out, plan.marks.changes))
    kept = [*map(Saved, plan.unchanged), *(_relabelled(result, plan, journal) for result in plan.relabelled)]
    other_points = [_with_other_points(one, plan, journal) for one in plan.rescored]
    saved = [*kept, *other_points, *_graded(plan, journal, pool, watcher)]
    return dataclasses.replace(
        reported(saved, plan),
        graded=plan.runs,
        unchanged=len(kept),
        relabelled=len(plan.relabelled),
        rescored=len(other_points),
        copied=sum(map(len, plan.groups)) - len(plan.groups),
    )


def reported(saved: Sequence[Saved], plan: Reportable) -> ClassRun:
    """Write the record and the reports of a class whose results are `saved`, and return what they tell."""
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
    """A result, and whether it is on disk."""

    result: Result
    not_stored: str = ""
    """Why it is not; empty if it is."""


def _record(saved: Iterable[Saved], plan: Reportable) -> ClassRecord:
    # The folder of a student may still hold an older mark. Reports made later must not show it as the current one.
    outdated = [row for row in (_outdated(one, plan.out) for one in saved) if row is not None]
    without_mark = {row.id for row in outdated}
    return ClassRecord(
        graded=tuple(one.result.submission.id for one in saved if one.result.submission.id not in without_mark),
        not_graded=(*plan.problems, *outdated),
        info=plan.info,
        shard=plan.shard,
    )


def _graded(plan: ClassPlan, journal: Journal, pool: Pool, watcher: Watcher) -> Iterator[Saved]:
    """Yield the stored result of every submission in the plan's groups, as soon as its group is graded."""
    groups = {id(group[0]): group for group in plan.groups}
    contests = {id(attempt): contest for contest in plan.contests for attempt in contest}
    found: dict[int, Result] = {}
    every = (*(group[0] for group in plan.groups), *(attempt for contest in plan.contests for attempt in contest))
    for graded, result in pool.grade_all([Task(one, plan.rubric) for one in every], watcher):
        if contest := contests.get(id(graded)):
            found[id(graded)] = completed(result, plan.rubric)
            if all(id(attempt) in found for attempt in contest):
                yield store(best_of([found.pop(id(attempt)) for attempt in contest]), plan, journal)
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


def _with_other_points(one: Rescored, plan: ClassPlan, journal: Journal) -> Saved:
    """
    Store the result of an earlier run with the points of the plan's rubric.

    It is read a second time: as a whole a result takes 60 KiB, and all those of a class would be held.
    """
    stored = result_folder.load_result(result_folder.folder_of(plan.out, one.submission.id))
    result = rescored(stored, plan.rubric)
    assert result is not None  # noqa: S101 - it was tried when the plan was made
    fresh = dataclasses.replace(result, grader=dataclasses.replace(result.grader, key=one.key))
    return store(completed(with_identity(fresh, one.submission), plan.rubric), plan, journal)


def store(result: Result, plan: Reportable, journal: Journal) -> Saved:
    """Store a fresh result. If that fails, as on a full disk, the mark is still part of this run."""
    try:
        folder = result_folder.folder_of(plan.out, result.submission.id)
        result_folder.keep_before(folder)
        stored = result_folder.save(result, folder, in_class=True, journal=journal, pages=plan.pages)
        return Saved(compact(stored))
    except (UserError, OSError) as error:
        return Saved(compact(result), str(error))


def _outdated(saved: Saved, out: Path) -> NotGraded | None:
    """Return a row for a result that is not stored, or a harness fault that left an earlier mark in its folder."""
    result = saved.result
    if saved.not_stored:
        reason = f"its result could not be stored: {saved.not_stored}; grade it again"
        return NotGraded(**identity_fields(result.submission), reason=reason)
    if not result.no_mark:
        return None
    stored = result_folder.read_result(result_folder.folder_of(out, result.submission.id))
    if stored is None or stored.no_mark:
        return None
    return NotGraded(
        **identity_fields(result.submission),
        reason=f"{result.no_mark}: {result.fault}; an earlier result is kept in its folder, grade it again",
    )


def _for_twin(result: Result, graded: Submission, twin: Submission) -> Result:
    """Return the result of `graded` under the name of an identical submission, with the intake notes of that one."""
    info = dataclasses.replace(
        result.submission,
        **identity_fields(twin),
        main=twin.main,
        files=tuple(sanitize(file.path) for file in twin.files),
    )
    notes = (*twin.notes, *result.notes[len(graded.notes) :])
    return dataclasses.replace(result, submission=info, notes=notes)
