"""A result as the JSON that check50 prints, for programs that read it."""

from __future__ import annotations

from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.platforms.reports.ci_job import CiJob, NoMark, PlatformOutput, no_mark_of
from grader.platforms.reports.entries import ReportEntry, entries, entry_text, json_number, json_text, short_text
from grader.text.reasons import said
from grader.version import __version__

MAX_VALUE = 500
"""Characters of an answer."""


def report(result: Result, job: CiJob) -> PlatformOutput:
    """Return the checks as check50's results; the points of each, which check50 does not know, are in its ``data``."""
    if result.score is None:
        return no_mark(no_mark_of(result), job)
    whole = {
        "slug": f"grader/{sanitize(result.rubric.assignment)}",
        "results": [_result(entry) for entry in entries(result)],
        "version": sanitize(result.grader.version),
    }
    return PlatformOutput(content=json_text(whole))


def no_mark(found: NoMark, job: CiJob) -> PlatformOutput:
    """Return what check50 prints if it could check nothing."""
    del job
    kind = "InternalError" if found.by_grader else "Error"
    error: dict[str, object] = {"type": kind, "value": found.text, "traceback": [], "data": {}}
    return PlatformOutput(content=json_text({"slug": "grader", "error": error, "version": __version__}))


def _result(entry: ReportEntry) -> dict[str, object]:
    skipped = entry.not_judged
    return {
        "name": entry.id.replace(".", "_"),
        "description": entry.title,
        "passed": None if skipped else not entry.lost,
        "log": [],
        "cause": _cause(entry) if skipped or entry.lost else None,
        "data": {"earned": json_number(entry.earned), "points": json_number(entry.points), "bonus": entry.bonus},
        "dependency": None,
    }


def _cause(entry: ReportEntry) -> dict[str, object]:
    example = None if entry.check is None else entry.check.counterexample
    cause: dict[str, object] = {"rationale": short_text(entry), "help": entry_text(entry)}
    if example is not None:
        expected, got = (sanitize(said(one), MAX_VALUE) for one in (example.expected, example.got))
        cause |= {"expected": expected, "actual": got}
    return cause
