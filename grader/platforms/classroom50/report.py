"""A result as the `result.json` of Classroom 50, schema ``classroom50/result/v1``: whole points only."""

from __future__ import annotations

import re
from datetime import datetime, timezone

from grader.model.result import Result
from grader.platforms.reports.ci_job import CiJob, NoMark, PlatformOutput, no_mark_of
from grader.platforms.reports.entries import WholeTest, entry_text, json_text, unique_names, whole_mark

SCHEMA = "classroom50/result/v1"
TYPES = ("individual", "group", "team")
TAG_TIME = re.compile(r"submit/([0-9]{4}-[0-9]{2}-[0-9]{2})T([0-9]{2})-([0-9]{2})-([0-9]{2})Z", re.ASCII)
MAX_NAME = 100
"""Bytes of a test's name."""


def report(result: Result, job: CiJob) -> PlatformOutput:
    """Return `result.json`; a bonus lifts no score above ``max-score``, because the platform refuses that."""
    if result.score is None:
        return no_mark(no_mark_of(result), job)
    mark = whole_mark(result, result.score)
    score = min(mark.score, mark.most)
    names = unique_names(map(_name, mark.tests), MAX_NAME)
    tests: list[dict[str, object]] = []
    too_much = mark.score - score
    for name, test in zip(names, mark.tests, strict=True):
        uncounted = min(too_much, test.score) if test.entry.bonus else 0
        too_much -= uncounted
        tests.append(
            {
                "test-name": name,
                "passed": not test.entry.lost,
                "score": max(0, test.score - uncounted),
                "max-score": test.most,
                "output": entry_text(test.entry),
            }
        )
    return _written(job, score, mark.most, tests)


def no_mark(found: NoMark, job: CiJob) -> PlatformOutput:
    """Return what the platform's own runner writes if nothing was graded: 0 of 0 points and no test."""
    del found  # the file has no place for a reason; the exit status says that nothing was graded
    return _written(job, 0, 0, [])


def _name(test: WholeTest) -> str:
    if test.entry.deduction:
        return f"{test.entry.title} ({test.score} points)"
    return f"{test.entry.title} (bonus)" if test.entry.bonus else test.entry.title


def _written(job: CiJob, score: int, most: int, tests: list[dict[str, object]]) -> PlatformOutput:
    known = job.environment
    kind = known.get("ASSIGNMENT_TYPE", "")
    whole = {
        "schema": SCHEMA,
        "classroom": known["CLASSROOM"],
        "assignment": known["ASSIGNMENT"],
        "assignment_type": kind if kind in TYPES else TYPES[0],
        "owner": known.get("OWNER") or known.get("USERNAME") or known.get("GITHUB_ACTOR") or "unknown",
        "submission": known["SUBMISSION_TAG"],
        "commit": known["COMMIT_URL"],
        "release": known["RELEASE_URL"],
        "review": known.get("REVIEW_URL") or known["COMMIT_URL"],
        "datetime": _submitted(known["SUBMISSION_TAG"], job.now),
        "score": score,
        "max-score": most,
        "tests": tests,
    }
    return PlatformOutput(content=json_text(whole))


def _submitted(tag: str, now: datetime) -> str:
    """Return when the commit was handed in, as the tag says: the same each time that it is graded."""
    found = TAG_TIME.match(tag)
    return (
        f"{found[1]}T{found[2]}:{found[3]}:{found[4]}Z"
        if found
        else f"{now.astimezone(timezone.utc):%Y-%m-%dT%H:%M:%SZ}"
    )
