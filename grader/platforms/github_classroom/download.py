"""
GitHub Classroom's clones: ``tictactoe-submissions/tictactoe-ada/``, a repository per student or team.

The part of the name behind the assignment is a login, or a team's name. If the assignment's ``grades.csv`` lies beside
the repositories, it tells who belongs to which, and who accepted the assignment without a clone here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

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

END = "-submissions"
TABLE = "grades.csv"
EXPECTED = "a folder `tictactoe-submissions` with repositories such as `tictactoe-ada`"


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether the folder has the name that `gh classroom clone` gives it, and so have most in it."""
    start = _start(root)
    return bool(start) and mostly_like(download_entries(root), lambda entry: is_repository(entry, start), module_spec)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per repository."""
    entries = download_entries(root)
    start = _start(root) or assumed_start([entry.name for entry in entries if entry.is_folder])
    found = [entry for entry in entries if start and is_repository(entry, start)]
    if not found:
        return NOTHING
    table = read_members(root, entries, TABLE)
    members = list(_members(table.rows))
    skipped = [table.skipped(entry, EXPECTED, module_spec) for entry in entries if entry not in found]
    return ClassListing(
        uploads=tuple(repository_uploads(root, found, members, start)),
        skipped=tuple(skipped),
        notes=() if _start(root) else (start_note(start),),
    )


def _start(root: Path) -> str:
    name = download_name(root)
    return f"{name.removesuffix(END)}-" if name.endswith(END) else ""


def _members(rows: Sequence[Mapping[str, str]]) -> Iterator[Member]:
    for row in rows:
        login, repository = row.get("github_username"), row.get("student_repository_name")
        if login and repository:
            person = Person(name=row.get("roster_identifier") or login, login=login)
            time = instant(row.get("submission_timestamp", ""))
            yield Member(person=person, repository=repository, submitted_at=time)
