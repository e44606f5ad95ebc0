"""A result in the log and the summary of a job of GitHub Actions, with annotations at the lines of the file."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console

from grader.blocks import plain
from grader.capabilities.registry import remarks
from grader.game.board import FREE
from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.platforms import reports
from grader.render.markdown import escape, join_blocks, markdown
from grader.render.terminal import write
from grader.story.answer import answer_facts
from grader.story.evidence import call_facts
from grader.story.failures import sentences, title_and_text
from grader.story.findings import ToldFinding, findings, fix_first
from grader.story.student import tell_overview, tell_student
from grader.text.line_names import one_line_board
from grader.text.mark_text import mark_text, praise, verdict_word
from grader.text.move_explanation import move_explanation

MOST_OF_A_KIND = 10
"""GitHub shows so many annotations of one kind for a step, and silently drops all others."""
IN_DATA = {ord("%"): "%25", ord("\r"): "%0D", ord("\n"): "%0A"}
IN_PROPERTY = {**IN_DATA, ord(":"): "%3A", ord(","): "%2C"}


def without_commands(text: str, resume_word: str) -> str:
    """Return `text` without effective commands: only the secret `resume_word` makes commands count again."""
    return f"::stop-commands::{resume_word}\n{text.rstrip()}\n::{resume_word}::"


SUMMARY_FILE = "GITHUB_STEP_SUMMARY"
MOST_SUMMARY = 1_000_000
"""Bytes of the summary of a step: a little less than the MiB above which GitHub shows none."""
WIDTH = 100  # columns of the log
MAX_TITLE, MAX_MESSAGE = 200, 3000  # characters of an annotation
IN_SUMMARY = "in the summary of this job"
MORE = "The rest is in the summary of this job and in its log."


class Annotation(NamedTuple):
    """A message at a line of the file."""

    title: str
    message: str
    place: reports.Location | None = None


def report(result: Result, score: Score, job: reports.CiJob) -> reports.PlatformOutput:
    """Return the log and the summary: a notice with the mark, an error for each lost point's reason, warnings."""
    facts = answer_facts(result)  # the mark comes first
    told = "\n".join(f"{label}: {plain(text)}" for label, text in facts[1:])
    mark = Annotation(
        title=f"Mark: {mark_text(score)}",
        message=told or praise(result) or mark_text(score),
        place=reports.graded_file(result),
    )
    lines = [
        without_commands(_log(result, job), job.resume_word),
        *_commands("notice", [mark], job),
        *_commands("error", _errors(result), job),
        *_commands("warning", _warnings(result), job),
    ]
    text = markdown(tell_student(result, timed=False))
    if len(text.encode("utf-8", "backslashreplace")) > MOST_SUMMARY:
        text = markdown(tell_overview(result))
    return _output(lines, text)


def no_mark(found: reports.NoMark, job: reports.CiJob) -> reports.PlatformOutput:
    errors = _commands("error", [Annotation(found.title, found.text)], job)
    lines = [without_commands(found.text, job.resume_word), *errors]
    return _output(
        lines, join_blocks([f"**{escape(found.title)}**"], *([escape(one)] for one in found.text.split("\n")))
    )


def _output(lines: Sequence[str], text: str) -> reports.PlatformOutput:
    shown = text.encode("utf-8", "backslashreplace")[:MOST_SUMMARY].decode("utf-8", "ignore")
    appended = reports.AppendedText(SUMMARY_FILE, f"{shown.rstrip()}\n", needed=False)
    return reports.PlatformOutput(content="\n".join(lines) + "\n", appended=(appended,))


def _log(result: Result, job: reports.CiJob) -> str:
    console = Console(file=io.StringIO(), width=WIDTH, color_system=None, legacy_windows=False)
    with console.capture() as captured:
        write(tell_student(result), console, page=IN_SUMMARY if SUMMARY_FILE in job.environment else "")
    return captured.get()


def _errors(result: Result) -> list[Annotation]:
    """Return the reasons for lost points, the first correction first."""
    found = findings(result)
    first = fix_first(found)
    return [_error(one, result) for one in sorted(found, key=lambda one: one is not first) if one.costs]


def _error(found: ToldFinding, result: Result) -> Annotation:
    check = found.check
    title, asked = title_and_text(found)
    lines = [f"{verdict_word(check.verdict)}: {asked.removeprefix('check: ').removeprefix('checks: ')}"]
    if (example := check.counterexample) is not None:
        explained = move_explanation(example)
        # The empty board of a dialogue is no part of the fault.
        if not example.transcript or example.board.strip(FREE):
            lines.append(f"board: {one_line_board(example.board)}")
        facts = call_facts(example, explained.sentence if explained else "")
        lines += (f"{label}: {plain(text)}" for label, text in facts)
    lines += sentences(found)
    cost = f" ({found.cost_text})" if found.lost or found.changed else ""
    return Annotation(title=f"{title}{cost}", message="\n".join(lines), place=reports.location_of(check, result))


def _warnings(result: Result) -> list[Annotation]:
    return [
        Annotation(title=f"{item.title}: {remark.title}", message=text, place=place)
        for item in result.criteria
        for remark in remarks(item)
        for at, text in remark.places
        if (place := reports.location_at(at, result)) is not None
    ]


def _commands(kind: str, found: Sequence[Annotation], job: reports.CiJob) -> list[str]:
    shown = list(found[:MOST_OF_A_KIND])
    if len(found) > MOST_OF_A_KIND:
        left_out = len(found) - MOST_OF_A_KIND + 1
        shown[-1] = Annotation(title=f"{left_out} more", message=MORE, place=found[0].place)
    return [_command(kind, one, job) for one in shown]


def _command(kind: str, one: Annotation, job: reports.CiJob) -> str:
    """Return the command for one annotation, a single line; `kind` is ``error``, ``warning`` or ``notice``."""
    properties = {} if one.place is None else {"file": job.path(one.place.file)}
    if one.place is not None and one.place.line is not None:
        properties["line"] = str(one.place.line)
    properties["title"] = sanitize(one.title, MAX_TITLE)
    shown = ",".join(f"{name}={value.translate(IN_PROPERTY)}" for name, value in properties.items())
    message = sanitize(one.message, MAX_MESSAGE, keep="\n")
    return f"::{kind} {shown}::{message.translate(IN_DATA)}"
