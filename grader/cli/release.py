"""`grader release`: tell how ready a class is, keep a copy of the release, and check such a copy."""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path

import click
from rich.console import Console

from grader.cli.message import ExitCode, say
from grader.cli.options import GivenPath
from grader.cli.stored_results import StoredMarks, StoredResults, find_results
from grader.errors import UserError
from grader.model.class_row import ClassRow
from grader.model.sanitize import sanitize, shown_path
from grader.platforms.registry import export_commands
from grader.render.markdown import markdown
from grader.render.terminal import write
from grader.store.released import Compared, compare_release, release_copy
from grader.store.report_files import as_bytes, write_class_reports
from grader.store.safe_files import RELEASED, only_run_in
from grader.story.classes.release import release_state, release_story
from grader.story.classes.statistics import class_statistics

SHOWN = 20  # named files of those that differ


@click.command("release")
@click.argument("reports", metavar="REPORTS", type=GivenPath())
@click.option("--anyway", is_flag=True, help="Also while some marks can still change.")
@click.option("--check", "checks", is_flag=True, help="REPORTS is such a copy: say whether it is as it was released.")
def command(reports: Path, *, anyway: bool, checks: bool) -> int:
    """
    Copy REPORTS as released: results, marks and pages, with the hash of each file, in a folder beside REPORTS.

    \b
    grader release reports
    grader release reports-released-1 --check
    grader compare reports-released-1 reports

    First the command tells how many marks are ready, unmarked, in conflict or above full marks, and who was not
    graded. While a mark can still change, no copy is made. Each release gets a folder of its own, which no command
    changes.
    """
    if checks:
        return _tell_difference(reports, compare_release(reports))
    found = find_results(reports)
    with only_run_in(reports):
        return _release(reports, found, anyway=anyway)


def _release(reports: Path, found: StoredResults, *, anyway: bool) -> int:
    if found.folders == (reports,):
        raise UserError(f"{shown_path(reports)}: the result of one submission; name the folder of a class")
    stored = StoredMarks(reports, found)
    if stored.is_behind:
        place = shown_path(reports)
        raise UserError(f"{place}: the reports do not have all marks yet; run `grader report {place}` first")
    rows: list[ClassRow] = [*stored.results.values(), *found.not_graded]
    statistics = class_statistics(rows)
    state = release_state(statistics, stored.journal)
    commands = export_commands(found.info.layout, reports)
    story = release_story(state, statistics, commands[1:])
    write(story, Console())
    if state.may_change and not anyway:
        raise UserError("some marks can still change, so nothing was released; --anyway releases the others too")
    write_class_reports(rows, reports, found.info, commands, pages=found.have_pages)
    when = datetime.now(timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    about = as_bytes(f"Released {when}.\n\n{markdown(story)}")
    copy = release_copy(reports, [folder.name for folder in found.folders], about)
    click.echo(f"released: {shown_path(copy)}; sha256 of its {RELEASED}: {compare_release(copy).sha256}")
    say("note that number elsewhere: `grader release --check` prints it, as long as nobody has changed anything")
    return ExitCode.OK


def _tell_difference(copy: Path, found: Compared) -> int:
    for what, paths in (("changed", found.changed), ("missing", found.missing), ("added", found.added)):
        for path in paths[:SHOWN]:
            click.echo(f"{what}: {sanitize(path)}")
        if len(paths) > SHOWN:
            click.echo(f"{what}: {len(paths) - SHOWN:,} more")
    state = "as it was released" if found.is_untouched else "not as it was released"
    click.echo(f"{shown_path(copy)}: {state}; sha256 of its {RELEASED}: {found.sha256}")
    return ExitCode.OK if found.is_untouched else ExitCode.BAD_INPUT
