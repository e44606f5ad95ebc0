"""Folders of cloned repositories whose names begin with the assignment and end with the student's login."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UserError
from grader.intake.folder_scan import Entry
from grader.intake.upload import Person, Upload, folder_problem
from grader.model.class_info import Skipped
from grader.model.instant import parse_instant
from grader.model.spec import ModuleSpec
from grader.platforms.downloads.entries import common_start, not_like, written_name
from grader.platforms.downloads.files import read_table

NOT_CLONED = "is not among the repositories; clone it too, or ask in whose repository the work is"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A row of the table that the platform puts beside the repositories."""

    person: Person
    repository: str
    """The name of the repository that the person's work is in."""
    late: bool | None = None
    submitted_at: str = ""
    is_missing: bool = False
    """Whether the table says that nothing was handed in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberTable:
    """A table that may lie beside the repositories; without it the names of the repositories must do."""

    name: str
    rows: tuple[dict[str, str], ...] = ()
    problem: str = ""
    """Why it cannot be read."""

    def skipped(self, entry: Entry, expected: str, module_spec: ModuleSpec) -> Skipped:
        """Return `entry`, which is no repository, as skipped; it may be this table."""
        if self.problem and entry.name == self.name:
            return Skipped(name=entry.name, reason=self.problem)
        if self.rows and entry.name == self.name:
            return Skipped(name=entry.name, reason="read for names and times")
        return not_like(entry, expected, module_spec)


def read_members(root: Path, entries: Sequence[Entry], name: str) -> MemberTable:
    """Return the table called `name` in `root`, if there is one."""
    if not any(entry.name == name and not entry.is_folder for entry in entries):
        return MemberTable(name=name)
    try:
        return MemberTable(name=name, rows=tuple(read_table(root / name, name)))
    except UserError as error:
        return MemberTable(name=name, problem=str(error).removeprefix(f"{name}: "))


def is_repository(entry: Entry, start: str) -> bool:
    """Return whether `entry` is called like a repository of the assignment: `start` and something behind it."""
    return entry.is_folder and entry.name.casefold().startswith(start.casefold()) and len(entry.name) > len(start)


def assumed_start(names: Sequence[str]) -> str:
    """Return what stands before the logins in `names`, if nothing but the names tells; one alone does not."""
    return common_start(names, "-") if len(names) > 1 else ""


def start_note(start: str) -> str:
    """Return what to tell an instructor if the platform does not say where in a name the login begins."""
    return (
        f"What follows {start} in the names of the repositories was taken for the logins. If it is a part of a login"
        " only, give the folder the name that the platform gave it."
    )


def repository_uploads(
    root: Path, repositories: Sequence[Entry], members: Sequence[Member], start: str
) -> Iterator[Upload]:
    """Yield one upload per repository, and one for each member whose repository is not there."""
    by_name: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        by_name[member.repository.casefold()].append(member)
    for entry in repositories:
        name = entry.name.removesuffix(".git")  # of a bare repository; the platforms allow no name that ends so
        yield _upload(root, entry, by_name.pop(name.casefold(), []), _login(name, start))
    for name, missing in by_name.items():
        yield Upload(
            written=name,
            people=tuple(member.person for member in missing),
            group=_login(name, start) if len(missing) > 1 else "",
            problem=NOT_CLONED,
            missing=all(member.is_missing for member in missing),
        )


def _login(repository: str, start: str) -> str:
    # Platforms make the names of repositories in small letters.
    return repository[len(start) :] if repository.casefold().startswith(start.casefold()) else repository


def _upload(root: Path, entry: Entry, members: Sequence[Member], login: str) -> Upload:
    folder = root / entry.name
    times = [member.submitted_at for member in members if member.submitted_at]
    return Upload(
        written=written_name(entry),
        people=tuple(member.person for member in members) or (Person(name=login, login=login),),
        folder=folder,
        group=login if len(members) > 1 else "",
        late=next((member.late for member in members if member.late is not None), None),
        submitted_at=max(times, key=parse_instant, default=""),
        problem=folder_problem(folder),
    )
