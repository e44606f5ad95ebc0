"""`grader merge`: one class from the folders of its shards."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import click

from grader.batch.known_marks import surprises
from grader.batch.merge import MergePlan, NotOneClass, merge, plan_merge
from grader.cli.batch import exit_code_of, refuse_other_class, show_run
from grader.cli.message import say
from grader.cli.options import GivenPath, pages_option
from grader.cli.report import tell_conflicts
from grader.errors import UserError
from grader.model.sanitize import shown_path
from grader.store.class_record import read_class_record
from grader.store.result_folder import foreign_file
from grader.store.safe_files import FILE_NAME, lies_in, only_run_in
from grader.text.number_text import count_text


@click.command("merge")
@click.argument("folders", metavar="DIR...", type=GivenPath(), nargs=-1, required=True)
@click.option("--out", metavar="ALL", type=GivenPath(), required=True, help="Where the whole class goes.")
@pages_option
@click.option("--anyway", is_flag=True, help="Go on although ALL holds another class or rubric, or more students.")
def command(folders: tuple[Path, ...], out: Path, *, pages: str, anyway: bool) -> int:
    """
    Put the results of all shards into ALL, with the pages, the gradebook and the page of the class.

    \b
    grader batch submissions --shard 1/2 --out shards/1
    grader batch submissions --shard 2/2 --out shards/2
    grader merge shards/* --out reports

    All shards must be of one class, and graded by one rubric, grader, Python and isolation. Otherwise nothing is
    written, and the commands that grade again are printed. A student of a missing shard has a row, too.

    Marks by hand keep their history, and marks given in ALL stay. Merge again whenever a shard has changed. Different
    marks by hand for one item are a conflict that people decide.

    Exit status: 0 all that was handed in is graded, 2 some student is missing, could not be read or has a conflict,
    3 no mark for some.
    """
    _refuse_place(out, folders)
    with contextlib.ExitStack() as locks:
        for folder in folders:
            if os.path.lexists(folder / FILE_NAME):  # a run goes on, or was killed
                locks.enter_context(only_run_in(folder))
        plan = _plan(folders, out, pages=pages != "none")
        if plan.rubric is not None and not anyway:
            refuse_other_class(list(surprises(plan.parts[0].shard.everybody, plan.rubric, out)), out)
        locks.enter_context(only_run_in(out))
        run, conflicts = merge(plan)
    shards = {part.shard.number for part in plan.parts}
    click.echo(f"{plan.info.source}; {len(shards):,} of {count_text(plan.parts[0].shard.of, 'shard')}")
    for note in plan.notes:
        say(f"note: {note}")
    show_run(run, plan.info, out)
    for again in plan.missing:
        say(f"then merge again: {again}")
    return tell_conflicts(conflicts) or exit_code_of(run.rows, plan.info)


def _plan(folders: tuple[Path, ...], out: Path, *, pages: bool) -> MergePlan:
    """Return what to merge; say the reasons if the shards are not of one class (NotOneClass)."""
    try:
        return plan_merge(folders, out, pages=pages)
    except NotOneClass as refusal:
        for line in refusal.lines:
            say(line)
        raise


def _refuse_place(out: Path, folders: tuple[Path, ...]) -> None:
    """Raise UserError if `out` overlaps with the folder of a shard, or holds files that no merge writes."""
    record = read_class_record(out)
    of_shard = record is not None and record.shard is not None
    if of_shard or any(lies_in(out, folder) or lies_in(folder, out) for folder in folders):
        problem = "the folder of a shard, or above or in one; name another one for the whole class"
        raise UserError(f"--out {shown_path(out)}: {problem}")
    if record is None and (other := foreign_file(out)) is not None:
        problem = f"holds {shown_path(other)}, which is no report; name a new folder, or that of an earlier merge"
        raise UserError(f"--out {shown_path(out)}: {problem}")
