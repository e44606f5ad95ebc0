"""`grader batch`: grade a whole class."""

from __future__ import annotations

import contextlib
import hashlib
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import click

from grader.assignments import ASSIGNMENTS
from grader.batch import worker
from grader.batch.known_marks import KnownMarks, surprises
from grader.batch.node import Node, this_node
from grader.batch.pool import MakeExecutor, Pool, executor_of, kill_workers
from grader.batch.run import ClassPlan, ClassRun, RunOptions, grade_class, plan_class
from grader.capabilities.by_hand.journal import Way, misfit_texts
from grader.capabilities.lateness.capability import LateRules
from grader.cli.choices_option import choices_options, read_choices, say_what_can_be_accepted, write_template
from grader.cli.doctor import cores
from grader.cli.message import ExitCode, say
from grader.cli.options import (
    GivenPath,
    choose_commit,
    given_deadline,
    given_interpreter,
    no_shortcut,
    pages_option,
    python_option,
    read_rosters,
    refuse_below,
    require_isolation,
    requirement_for_class,
    roster_option,
    rubric_option,
    share,
    wanted_commit,
)
from grader.cli.progress import watching
from grader.cli.rubric_choice import chosen_rubric, describe, late_notes, with_due_time
from grader.cli.stored_results import show_class
from grader.errors import ResultNotStored, UserError
from grader.intake.class_folder import ClassIntake, read_class
from grader.intake.class_listing import ClassOptions
from grader.intake.roster.choices import Choices, with_choices
from grader.intake.roster.class_with_roster import with_roster
from grader.model.class_row import PLAIN, ClassInfo, ClassRow, NotGraded
from grader.model.identity import Identity, identity_fields
from grader.model.instant import parse_instant
from grader.model.isolation import Isolation
from grader.model.rubric import Rubric
from grader.model.sanitize import shell_command, shown_path
from grader.platforms.registry import DOWNLOADS
from grader.sandbox.launching import launcher
from grader.store.choices_file import record
from grader.store.class_record import FILE_NAME, Shard
from grader.store.report_files import CHANGES
from grader.store.safe_files import only_run_in, require_beside_submissions
from grader.story.classes.comparison import changed_text
from grader.story.classes.report import tell_class
from grader.text.mark_text import mark_text
from grader.text.number_text import count_text, shortened_list

MAX_NAMES = 5
MAX_NOTES = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class _BatchOptions:
    path: Path
    out: Path
    rubric: str | None
    layout: str | None
    depth: int | None
    roster: tuple[Path, ...]
    choices: tuple[Path, ...]
    choices_template: Path | None
    shard: tuple[int, int] | None
    jobs: int | None
    cluster: str | None
    marks: Way | None
    pages: str
    anyway: bool
    fresh: bool
    attempt: str


@click.command("batch")
@click.argument("path", metavar="PATH", type=GivenPath())
@click.option(
    "--from",
    "layout",
    type=click.Choice([*(one.name for one in DOWNLOADS), PLAIN]),
    help="Insist on the download of a platform, or on a folder or file per student (plain). Default: recognized.",
)
@click.option(
    "--depth",
    metavar="N",
    type=click.IntRange(1, 9),
    help="How deep students' folders lie in PATH: 2 for SECTION/NAME. Default: recognized.",
)
@click.option(
    "--out",
    metavar="DIR",
    type=GivenPath(),
    default="reports",
    show_default=True,
    help="Where results and reports go: a folder that is not among the submissions.",
)
@click.option(
    "--shard",
    metavar="K/N",
    type=share,
    help="Grade the Kth of N parts of the class; `grader merge` makes one class of them.",
)
@click.option(
    "--jobs", metavar="N", type=click.IntRange(0, 256), help="Worker processes; 0: in this one. Default: one per core."
)
@rubric_option
@click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Grade on the workers of a Dask scheduler, tcp://HOST:8786, or on local:N to try it.",
)
@roster_option
@choices_options
@click.option(
    "--marks",
    type=click.Choice(["keep", "scale", "drop"]),
    help="Marks by hand that do not fit the rubric: keep their points, scale them to the item's points, or drop them.",
)
@pages_option
@click.option("--anyway", is_flag=True, help="Go on although --out holds another class or rubric, or more students.")
@click.option("--fresh", is_flag=True, help="Grade everything again, even what has not changed.")
@click.option(
    "--attempt",
    type=click.Choice(["newest", "in-time", "best"]),
    default="newest",
    show_default=True,
    help="Which of several attempts counts: the newest, the last until the due time (with the extension), or the best.",
)
@choose_commit
@python_option
@no_shortcut
@require_isolation("Refuse if the sandbox is weaker", "full")
def command(**values: Any) -> int:  # noqa: ANN401 - the fields of `_BatchOptions`
    """
    Grade every submission in PATH, a folder or a zip.

    PATH is an export of a learning platform, or has one sub-folder (NAME/.../tictactoe.py), file (NAME.py,
    NAME_tictactoe.py) or zip (NAME.zip) per student. One line tells how PATH was read.

    \b
    grader batch submissions.zip
    grader batch submissions
    grader batch submissions --out reports --jobs 4 --rubric cs50
    grader batch labs --rubric lab4
    grader batch clones --deadline 2026-09-01T23:59+02:00
    grader batch submissions --shard 1/3 --out shards/1

    Marks by hand stand in marks.jsonl (`grader marks show ID`). If some do not fit the rubric, the run
    names them and stops, unless --marks decides about them.

    Writes index.html, summary.md and gradebook.csv, and for each student the files of `check --out`. A second run
    grades only what changed. After an interruption the same command continues the run.

    Exit status: 0 all that was handed in is graded, 2 some submission could not be read or told apart, 3 no mark
    for some (internal error, or a newer Python is needed), 4 less isolation here than required.
    """
    given = _BatchOptions(**values)
    chosen = with_due_time(chosen_rubric(given.rubric))
    require_beside_submissions(given.path, given.out)
    due = _due_time(given, chosen)
    rosters = read_rosters(given.roster, due) if given.roster else None
    decided = read_choices(given.choices, given.out, due, rosters)
    intake = _read_class(given, chosen, due, decided)
    if given.choices_template is not None:
        write_template(given.choices_template, intake)
        return ExitCode.OK
    with _machines(given.cluster, given.jobs) as machines:
        refuse_below(requirement_for_class(), machines.isolation)
        return _run(given, chosen, intake, decided, machines)


class _Machines(NamedTuple):
    isolation: Isolation
    nodes: Sequence[Node]
    jobs: int
    make: MakeExecutor


@contextlib.contextmanager
def _machines(cluster: str | None, jobs: int | None) -> Iterator[_Machines]:
    """Yield the named cluster, or else this machine, with the isolation that its workers have."""
    if cluster is None:
        with contextlib.closing(launcher.launcher(python=given_interpreter())) as opened:
            isolation = opened.isolation
        yield _Machines(isolation, [this_node()], cores() if jobs is None else jobs, executor_of)
        return
    from grader.batch.cluster import connected

    with connected(cluster, given_interpreter()) as found:
        isolation, nodes = found.about[0].isolation, [one.node for one in found.about]
        # One more for each worker, so that no worker waits for this process.
        yield _Machines(isolation, nodes, jobs or found.threads + len(nodes), found.executor)


def _run(given: _BatchOptions, rubric: Rubric, intake: ClassIntake, decided: Choices, machines: _Machines) -> ExitCode:
    """Grade the class, or the part of it that is asked for; write and show the results."""
    people = intake.rows
    part = None if given.shard is None else _shard(*given.shard, people)
    intake = intake if part is None else replace(intake, rows=tuple(one for one in people if part.has(one.id)))
    if not given.anyway:
        ids = {one.id for one in (*intake.submissions, *(row for row in intake.problems if not row.missing))}
        refuse_other_class(list(surprises(ids, rubric, given.out, part)), given.out)
    options = RunOptions(
        rubric=rubric,
        out=given.out,
        isolation=machines.isolation,
        nodes=machines.nodes,
        fresh=given.fresh,
        marks=given.marks,
        shard=part,
        pages=given.pages != "none",
    )
    with only_run_in(given.out):
        record(given.out, decided.new(people))
        plan = plan_class(intake, options)
        _refuse_misfits(plan.marks, given.out)
        _say_how_it_was_read(plan, intake)
        if part is not None:
            click.echo(f"shard {part}: {len(intake.rows):,} of {count_text(len(people), 'student')}")
        run = _grade(plan, machines)
        _show_class(run, intake.info, given.out)
        say_what_can_be_accepted(intake.problems)
        return exit_code_of(run.rows, intake.info)


SHARD_OPTIONS = ("--shard", "--out")


def _shard(number: int, of: int, people: Iterable[Identity]) -> Shard:
    """Return a part of a class, with the words that the commands of all parts share."""
    given = sys.argv[1:]
    end = given.index("--") if "--" in given else len(given)
    words = iter(given[:end])
    same = [word for word in words if word not in {"--fresh", "--anyway"} and not _differs_by_shard(word, words)]
    # Options are added at the end, so there must be no `--`.
    same += [f"./{path}" if path.startswith("-") else path for path in given[end + 1 :]]
    known = {one.id: identity_fields(one) for one in people}
    everybody = tuple(sorted(known))
    seen = hashlib.sha256(repr([known[one] for one in everybody]).encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return Shard(number=number, of=of, everybody=everybody, seen=seen, command=shell_command(["grader", *same]))


def _differs_by_shard(word: str, following: Iterator[str]) -> bool:
    if word in SHARD_OPTIONS:
        next(following, None)
    return word.partition("=")[0] in SHARD_OPTIONS


def refuse_other_class(surprises: Sequence[str], out: Path) -> None:
    """Raise UserError if `out` probably belongs to another class."""
    if surprises:
        remedy = "name another folder after --out, or add --anyway if that is meant"
        raise UserError(f"{shown_path(out)}: {'; '.join(surprises)}. Nothing was written: {remedy}")


def _refuse_misfits(known: KnownMarks, out: Path) -> None:
    """Raise UserError if marks by hand do not fit, unless an option decides about them."""
    for problem in known.problems:
        say(problem)
    if not known.misfits or known.way is not None:
        return
    for text in misfit_texts(known.misfits):
        say(text)
    raise UserError(
        f"{shown_path(out)}: {count_text(len(known.misfits), 'mark')} by hand would be dropped or mean something else"
        " under this rubric, so nothing was graded. Use the rubric that they were given for, or say what becomes of"
        " them: --marks keep (the same points; what has no place rests until a rubric has it), --marks scale (the same"
        " part of the new points), --marks drop. Each can be undone: grader marks undo"
    )


def _due_time(given: _BatchOptions, rubric: Rubric) -> datetime | None:
    """Return the due time of rubric or command line; None without one (UsageError if it is needed)."""
    rules = rubric.section(LateRules)
    due = given_deadline() if rules is None else parse_instant(rules.due)
    if given.attempt == "in-time" and due is None:
        raise click.UsageError("--attempt in-time needs a due time: --deadline, or `due` in the rubric.")
    return due


def _read_class(given: _BatchOptions, rubric: Rubric, due: datetime | None, decided: Choices) -> ClassIntake:
    """Return the class with roster and choices; UserError if all submissions are reports."""
    module_spec = ASSIGNMENTS[rubric.assignment].module_spec
    options = ClassOptions(
        layouts=tuple(one for one in DOWNLOADS if given.layout in (None, one.name)),
        insist=given.layout not in (None, PLAIN),
        depth=given.depth,
        commit=wanted_commit(deadline_has_other_use=rubric.section(LateRules) is not None),
        choices=decided,
        attempts_until=due if given.attempt == "in-time" else None,
        best_attempt=given.attempt == "best",
    )
    intake = read_class(given.path, module_spec, rubric.limits.source_kib, rubric.wanted_files, options)
    if not intake.submissions and (given.path / FILE_NAME).is_file():
        problem = "holds reports, not submissions; name the folder or zip with submissions"
        raise UserError(f"{shown_path(given.path)}: {problem}")
    return with_choices(with_roster(intake, decided.roster) if decided.roster else intake, decided)


def _grade(plan: ClassPlan, machines: _Machines) -> ClassRun:
    """Grade by `plan`. An interruption leaves no worker behind."""
    grade = partial(worker.grade, required=requirement_for_class().level, python=given_interpreter())
    pool = Pool(machines.jobs, machines.make, grade, machines.isolation)
    try:
        with watching(plan.runs) as watcher:
            return grade_class(plan, pool, watcher)
    except BaseException as error:
        kill_workers()
        if isinstance(error, KeyboardInterrupt):
            click.echo("finished results are saved; run the same command to resume", err=True)
        raise


def _say_how_it_was_read(plan: ClassPlan, intake: ClassIntake) -> None:
    info = intake.info
    click.echo(describe(plan.rubric))
    click.echo(info.source)
    if info.skipped:  # a skipped file may be a student's work in a form that is not graded
        more = ", named in summary.md" if info.skipped[MAX_NAMES:] else ""
        say(f"Skipped: {shortened_list([one.text for one in info.skipped], MAX_NAMES)}{more}")
    notes = (*info.sentences, *late_notes(plan.rubric, intake.submissions))
    for note in notes[:MAX_NOTES]:
        say(f"note: {note}")
    if len(notes) > MAX_NOTES:
        say(f"and {len(notes) - MAX_NOTES} more notes: all of them are in summary.md")


def _show_class(run: ClassRun, info: ClassInfo, out: Path) -> None:
    parts = [f"{run.graded} run now", f"{run.unchanged} unchanged since an earlier run"]
    if run.relabelled:
        parts.append(f"{run.relabelled} of these with new facts about the student, or new pages")
    if run.rescored:
        parts.append(f"{run.rescored} with other points for the same answers")
    if run.copied:
        parts.append(f"{run.copied} with the same file as another")
    click.echo(", ".join(parts))
    show_run(run, info, out)


def show_run(run: ClassRun, info: ClassInfo, out: Path) -> None:
    """Write the changes since the last run, the class, and what could not be stored (ResultNotStored)."""
    if run.changes is not None:
        where = f": {shown_path(out / CHANGES)}" if run.changes else ""
        click.echo(f"since the last run: {changed_text(run.changes)}{where}")
    click.echo()
    show_class(run.story or tell_class(run.rows, info), None if run.problem else out, pages=run.pages)
    if run.problem:
        # The table above ends after some rows, and names a file with all.
        for result in run.not_stored:
            mark = "no mark" if result.score is None else mark_text(result.score)
            click.echo(f"not stored: {result.submission.id}: {mark}")
        raise ResultNotStored(f"not all marks above are stored: {run.problem}")


def exit_code_of(rows: Sequence[ClassRow], info: ClassInfo) -> ExitCode:
    """Return the exit status for a class. A student who handed in nothing is no problem."""
    if any(not isinstance(row, NotGraded) and row.score is None for row in rows):
        return ExitCode.HARNESS_FAULT
    not_read = any(isinstance(row, NotGraded) and not row.missing for row in rows)
    return ExitCode.BAD_INPUT if not_read or info.double_claims else ExitCode.OK
