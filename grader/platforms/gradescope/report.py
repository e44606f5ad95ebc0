"""A result as Gradescope's `results.json`."""

from __future__ import annotations

from grader.model.result import Result
from grader.model.sanitize import sanitize
from grader.platforms.reports.ci_job import CiJob, NoMark, PlatformOutput, no_mark_of
from grader.platforms.reports.entries import (
    ReportEntry,
    entries,
    entry_text,
    json_number,
    json_text,
    total_earned,
    total_possible,
)
from grader.render.markdown import markdown
from grader.render.markdown_escape import escape
from grader.story.student import tell_overview
from grader.text.number_text import decimal_text, points_text

HIDDEN, VISIBLE = "hidden", "visible"
MAX_FACT = 200
"""Characters of a version or hash."""


def report(result: Result, job: CiJob) -> PlatformOutput:
    """Return `results.json`: the total is in ``score``, and what a person is to mark has no points of its own yet."""
    if result.score is None:
        return no_mark(no_mark_of(result), job)
    tests = [_test(entry) for entry in entries(result)]
    whole = {
        "score": json_number(total_earned(result.score)),
        "execution_time": result.timing.wall_seconds,
        "output": markdown(tell_overview(result)),
        "output_format": "md",
        "test_output_format": "text",
        "visibility": VISIBLE,
        # What the grader prints is for the instructor, who runs it.
        "stdout_visibility": HIDDEN,
        "extra_data": _facts(result),
        "tests": tests,
    }
    return PlatformOutput(content=json_text(whole))


def no_mark(found: NoMark, job: CiJob) -> PlatformOutput:
    """Return a `results.json` that says why there is no mark; it has no score anywhere, so also no zero."""
    del job
    test = {"name": found.title, "status": "failed", "output": found.text, "output_format": "text"}
    whole = {
        "output": "\n\n".join(escape(line) for line in found.text.split("\n")),
        "output_format": "md",
        "visibility": VISIBLE,
        "stdout_visibility": HIDDEN,
        "extra_data": {"graded": False, "internal_error": found.by_grader},
        "tests": [{**test, "visibility": VISIBLE}],
    }
    return PlatformOutput(content=json_text(whole))


def _test(entry: ReportEntry) -> dict[str, object]:
    about: dict[str, object] = {
        "name": entry.title,
        "number": entry.number,
        "output": entry_text(entry),
        "tags": [entry.section],
        "visibility": VISIBLE,
        "extra_data": {"id": entry.id, "verdict": entry.verdict.value},
    }
    if entry.pending:
        points = f"{points_text(entry.points)}, " if entry.points else ""
        return {**about, "name": f"{entry.title} ({points}to be marked by hand)"}
    if entry.bonus:
        about["name"] = f"{entry.title} (bonus, up to {decimal_text(entry.points)})"
    # A bonus is on top: the maxima of the tests add up to the points of the assignment.
    most = 0 if entry.bonus else json_number(entry.points)
    return {
        "score": json_number(entry.earned),
        "max_score": most,
        "status": "failed" if entry.lost else "passed",
        **about,
    }


def _facts(result: Result) -> dict[str, object]:
    score = result.score
    if score is None:
        return {"graded": False}
    scaled = {} if score.scaled is None else {"scaled": json_number(score.scaled)}
    return {
        "graded": True,
        "earned": json_number(score.earned),
        "possible": json_number(total_possible(score)),
        "pending": json_number(score.pending),
        "bonus": json_number(score.bonus),
        **scaled,
        "rubric_sha256": sanitize(result.rubric.sha256, MAX_FACT),
        "submission_sha256": sanitize(result.submission.sha256, MAX_FACT),
        "grader": sanitize(result.grader.version, MAX_FACT),
        "python": sanitize(result.grader.python, MAX_FACT),
    }
