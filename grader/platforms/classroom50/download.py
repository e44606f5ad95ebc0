"""
Classroom 50's download: ``ai-2026-tictactoe_submissions_2026_09_02_T_08_00_00/ai-2026-tictactoe-ada/``.

``scores.csv`` beside the repositories has a row for everybody in the classroom: name, e-mail, section, and when they
handed in. Members of a group other than the owner of its repository are found by the link to their review.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from grader.intake.safe_read import Entry
from grader.intake.upload import NOTHING, ClassListing, Person
from grader.model.spec import ModuleSpec
from grader.platforms.downloads import (
    Member,
    assumed_start,
    download_entries,
    download_name,
    instant,
    is_repository,
    mostly_like,
    read_members,
    repository_uploads,
    start_note,
)

ROOT = re.compile(r"(?P<start>.+)_submissions_[0-9]{4}_[0-9]{2}_[0-9]{2}_T_[0-9]{2}_[0-9]{2}_[0-9]{2}", re.DOTALL)
LINK = re.compile(r"https://[^/]+/[^/]+/(?P<repository>[^/?#]+)(?:[/?#].*)?", re.DOTALL)
TABLE = "scores.csv"
EXPECTED = "repositories such as `ai-2026-tictactoe-ada`, as `gh teacher download` makes them"
LATE = {"true": True, "false": False}


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether most in the folder is named as the folder itself, or as its table, says of repositories."""
    entries = download_entries(root)
    rows = read_members(root, entries, TABLE).rows
    named = ROOT.fullmatch(download_name(root)) is not None
    start = _start(root, entries, rows) if named or any("submission_tag" in row for row in rows) else ""
    return bool(start) and mostly_like(entries, lambda entry: is_repository(entry, start), module_spec)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per repository, and one for each member of the classroom without one."""
    entries = download_entries(root)
    table = read_members(root, entries, TABLE)
    start = _start(root, entries, table.rows)
    found = [entry for entry in entries if start and is_repository(entry, start)]
    if not found:
        return NOTHING
    members = [_member(row, start) for row in table.rows if row.get("username")]
    skipped = [table.skipped(entry, EXPECTED, module_spec) for entry in entries if entry not in found]
    is_said = bool(members) or ROOT.fullmatch(download_name(root)) is not None
    return ClassListing(
        uploads=tuple(repository_uploads(root, found, members, start)),
        skipped=tuple(skipped),
        notes=() if is_said else (start_note(start),),
    )


def _start(root: Path, entries: Sequence[Entry], rows: Sequence[Mapping[str, str]]) -> str:
    """Return what the names of repositories begin with, with the hyphen before the login; empty if it is not known."""
    found = ROOT.fullmatch(download_name(root))
    if found is not None:
        return f"{found['start']}-"
    names = [entry.name for entry in entries if entry.is_folder]
    logins = [row["username"].casefold() for row in rows if row.get("username")]
    starts = [name.removesuffix(login) for name in names for login in logins if name.casefold().endswith(f"-{login}")]
    return max(starts, key=starts.count) if starts else assumed_start(names)


def _member(row: Mapping[str, str], start: str) -> Member:
    login = row["username"]
    link = LINK.fullmatch(row.get("review_url", ""))
    linked = link["repository"] if link else ""
    return Member(
        person=Person(
            name=f"{row.get('first_name', '')} {row.get('last_name', '')}".strip() or login,
            login=login,
            email=row.get("email", ""),
            section=row.get("section", ""),
        ),
        repository=linked if linked.casefold().startswith(start.casefold()) else f"{start}{login}",
        late=LATE.get(row.get("late", "").casefold()),
        submitted_at=instant(row.get("datetime", "")),
        is_missing=not row.get("submission_tag"),
    )
