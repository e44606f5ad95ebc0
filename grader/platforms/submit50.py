"""
submit50: clones of its repositories, ``me50/ada/``, and a result as the JSON that check50 prints.

Each clone has checked out the branch of the assignment, whose name is the assignment's slug, such as
``ai50/projects/2024/x/tictactoe``. The repository has the student's GitHub login as its name.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from grader.errors import UserError
from grader.intake.safe_read import Entry
from grader.intake.upload import ClassListing
from grader.model.result import Result, Score
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.platforms import reports
from grader.platforms.downloads import (
    download_entries,
    download_name,
    mostly_like,
    not_like,
    read_text,
    repository_uploads,
)
from grader.text.reasons import said
from grader.version import __version__

ORGANIZATION = "me50"
SLUG = re.compile(r"ref: refs/heads/[^/\s]+(?:/[^/\s]+){2,}\s*")
LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})")
EXPECTED = "a folder `me50` with repositories named after logins, such as `me50/ada`"


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether the folder is called ``me50``, or most folders are clones at the branch of an assignment."""
    entries = download_entries(root)
    if download_name(root) == ORGANIZATION:
        return mostly_like(entries, _is_login, module_spec)
    return mostly_like(entries, lambda entry: _is_login(entry) and _at_slug(root / entry.name), module_spec)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    entries = download_entries(root)
    found = [entry for entry in entries if _is_login(entry)]
    skipped = [not_like(entry, EXPECTED, module_spec) for entry in entries if entry not in found]
    return ClassListing(uploads=tuple(repository_uploads(root, found, (), "")), skipped=tuple(skipped))


def _is_login(entry: Entry) -> bool:
    return entry.is_folder and LOGIN.fullmatch(entry.name) is not None


def _at_slug(folder: Path) -> bool:
    head = folder / ".git" / "HEAD"
    # pathlib raises if the student's folder cannot be entered.
    if folder.is_symlink() or os.path.islink(head.parent):  # noqa: PTH114 - never raises
        return False
    try:
        return SLUG.fullmatch(read_text(head, "HEAD", 1)) is not None
    except UserError:
        return False


MAX_VALUE = 500  # characters of an answer


def report(result: Result, score: Score, job: reports.CiJob) -> reports.PlatformOutput:
    """Return the checks as check50's results. check50 knows no points, so those stand in ``data``."""
    whole = {
        "slug": f"grader/{sanitize(result.rubric.assignment)}",
        "results": [_result(entry) for entry in reports.entries(result)],
        "version": sanitize(result.grader.version),
    }
    return reports.PlatformOutput(content=reports.json_text(whole))


def no_mark(found: reports.NoMark, job: reports.CiJob) -> reports.PlatformOutput:
    kind = "InternalError" if found.by_grader else "Error"
    error: dict[str, object] = {"type": kind, "value": found.text, "traceback": [], "data": {}}
    return reports.PlatformOutput(content=reports.json_text({"slug": "grader", "error": error, "version": __version__}))


def _result(entry: reports.ReportEntry) -> dict[str, object]:
    skipped = entry.not_judged
    return {
        "name": entry.id.replace(".", "_"),
        "description": entry.title,
        "passed": None if skipped else not entry.lost,
        "log": [],
        "cause": _cause(entry) if skipped or entry.lost else None,
        "data": {
            "earned": reports.json_number(entry.earned),
            "points": reports.json_number(entry.points),
            "bonus": entry.bonus,
        },
        "dependency": None,
    }


def _cause(entry: reports.ReportEntry) -> dict[str, object]:
    example = None if entry.check is None else entry.check.counterexample
    cause: dict[str, object] = {"rationale": reports.short_text(entry), "help": reports.entry_text(entry)}
    if example is not None:
        expected, got = (sanitize(said(one), MAX_VALUE) for one in (example.expected, example.got))
        cause |= {"expected": expected, "actual": got}
    return cause
