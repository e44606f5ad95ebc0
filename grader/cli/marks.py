"""`grader marks`: the history of the marks that people gave, and the way back."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from grader.capabilities.by_hand.capability import change_text
from grader.capabilities.by_hand.journal import holds_now, undoing, with_held
from grader.capabilities.by_hand.marks import marks_given
from grader.capabilities.by_hand.marks_file import MAX_COMMENT, MAX_GIVEN
from grader.capabilities.by_hand.marks_for_many import marks_for_many
from grader.cli.command_line import SuggestingGroup
from grader.cli.message import ExitCode, say
from grader.cli.options import GivenPath
from grader.cli.report import tell_conflicts
from grader.cli.stored_results import StoredMarks, find_results
from grader.errors import UserError
from grader.model.result import ManualMark, Result
from grader.model.sanitize import closest, quoted, sanitize
from grader.store.safe_files import only_run_in
from grader.story.classes.mistakes import students_with
from grader.text.number_text import count_text, decimal_text

out_option = click.option(
    "--out", metavar="DIR", type=GivenPath(), default="reports", show_default=True, help="The folder of reports."
)


@click.group("marks", cls=SuggestingGroup)
def command() -> None:
    """
    Show the history of marks by hand, undo changes, give many students the same points.

    \b
    grader marks show student-01
    grader marks undo student-01 code_quality --by "Dr. May" --reason "wrong student"
    grader marks give winner.rows +2 --failed winner.rows --reason "the sheet was not clear"
    """


@command.command("show", short_help="The history of one student's marks.")
@click.argument("student", metavar="ID")
@out_option
def show(student: str, out: Path) -> int:
    """Print each change of the marks of the student ID: when, who, what, and its source."""
    stored = _stored(out)
    result = _result_of(student, stored)
    changes = stored.journal.of(result.submission.id)
    for change in changes:
        click.echo(sanitize(change_text(change), MAX_TEXT))
    held = holds_now(changes)
    counting = marks_given(with_held(result, held).result)
    click.echo(f"holds now: {_listed(counting)}" if counting else "no mark by hand holds now")
    if waiting := {item: one.mark for item, one in held.items() if one.mark is not None and item not in counting}:
        why = "given for another version of the file, or for other points"
        click.echo(f"does not count now: {_listed(waiting)}; it was {why}")
    return ExitCode.OK


def _listed(marks: Mapping[str, ManualMark]) -> str:
    return sanitize(", ".join(f"{item} {decimal_text(mark.points)}" for item, mark in marks.items()), MAX_TEXT)


@command.command("undo", short_help="Take back the last change of a mark.")
@click.argument("student", metavar="ID")
@click.argument("item", metavar="ITEM")
@click.option("--by", default="", metavar="NAME", help="Who undoes it.")
@click.option("--reason", default="", metavar="TEXT", help="Why.")
@out_option
def undo(student: str, item: str, *, by: str, reason: str, out: Path) -> int:
    """
    Undo the last change of the mark of the student ID for ITEM, and make the reports again.

    The mark before the change holds again. Each further undo goes back one more change. The history keeps all.
    """
    stored = _stored(out)
    with only_run_in(stored.place):
        stored = _stored(out)
        result = _result_of(student, stored)
        who, why = sanitize(by, MAX_GIVEN), sanitize(reason, MAX_COMMENT)
        change = undoing(stored.journal.of(result.submission.id), item, result, who=who, reason=why)
        if change is None:
            raise UserError(f"{sanitize(student)}: no change of {sanitize(item)} is left to undo; `grader marks show`")
        stored.record([change])
        stored.write(only=result.submission.id)
    say(change_text(change))
    return ExitCode.OK


@command.command(
    "give",
    short_help="Give points to all who failed a check or made a mistake.",
    context_settings={"ignore_unknown_options": True},  # -1 is no option
)
@click.argument("item", metavar="ITEM")
@click.argument("points", metavar="POINTS")
@click.option("--reason", required=True, metavar="TEXT", help="Why: each of them reads it.")
@click.option("--by", default="", metavar="NAME", help="Who gives them.")
@click.option("--failed", default="", metavar="CHECK", help="To all who did not pass this check.")
@click.option(
    "--mistake", default="", metavar="KEY", help="To all who made a mistake: what follows #mistake= in the page."
)
@click.option("--section", default="", metavar="NAME", help="Only in this section.")
@click.option("--replace", is_flag=True, help="Also in place of what another person gave.")
@out_option
def give(  # noqa: PLR0913 - one per option
    item: str, points: str, *, reason: str, by: str, failed: str, mistake: str, section: str, replace: bool, out: Path
) -> int:
    """
    Give many students the same points for ITEM, an item or a check, with one reason, and make the reports again.

    POINTS are a number, or +2 or -1 on top of what each has, or ok for the points that are proposed.

    \b
    grader marks give winner.rows +2 --failed winner.rows --reason "the sheet was not clear"
    grader marks give code_quality ok --reason "read" --section A

    A student who has points for the whole item already, or none to add to, is named and left out. Different points
    of another person are a conflict, as with `grader report --manual`.
    """
    if not (failed or mistake or section):
        raise click.UsageError("Say to whom: --failed, --mistake or --section.")
    stored = _stored(out)
    with only_run_in(stored.place):
        stored = _stored(out)
        fitting = students_with(list(stored.by_id.values()), failed=failed, mistake=mistake)
        chosen = [one for one in fitting if not section or one.submission.section == section]
        if not chosen:
            sections = sorted({one.submission.section for one in stored.by_id.values()} - {""})
            here = f" (sections: {sanitize(', '.join(sections), MAX_TEXT)})" if section and sections else ""
            raise UserError(f"no student fits --failed, --mistake and --section; nothing was changed{here}")
        table, left_out = marks_for_many(chosen, item, points, reason, by)
        joint = stored.take_over([table], replace=replace)
        stored.write()
    for text in left_out:
        say(f"left out: {sanitize(text, MAX_TEXT)}")
    code = tell_conflicts(joint.conflicts)
    given = sum(map(bool, joint.marks.values()))
    if not given:
        raise UserError(f"nobody of {count_text(len(chosen), 'student')} was given points for {sanitize(item)}")
    say(f"{count_text(given, 'student')} given points for {item}; each can be undone: grader marks undo")
    return code


MAX_TEXT = 2000  # characters of a line


def _stored(out: Path) -> StoredMarks:
    return StoredMarks(out, find_results(out))


def _result_of(student: str, stored: StoredMarks) -> Result:
    """Return the result of the student with this id, or of the only one with this name, login or address."""
    every = stored.by_id
    if student in every:
        return every[student]
    found = [
        one
        for one in every.values()
        if student in (one.submission.student, one.submission.login, one.submission.email, one.submission.source_id)
    ]
    if len(found) == 1:
        return found[0]
    near = closest(student, list(every))
    hint = f"; did you mean {quoted(near)}?" if near else ""
    problem = f"{len(found)} students are called" if found else "no student has the id"
    raise UserError(f"{problem} {quoted(student)}{hint}")
