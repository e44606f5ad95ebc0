"""The common parts of platforms' downloads: entries, tables beside them, cloned repositories."""

from __future__ import annotations

import os
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UserError
from grader.intake.file_names import is_archive, is_code
from grader.intake.safe_read import Entry, decoded_text, is_ignored, leads_to_folder, list_folder, read_regular
from grader.intake.upload import Person, Upload, folder_problem
from grader.model.class_row import Skipped
from grader.model.csv_file import csv_rows
from grader.model.instant import parse_instant
from grader.model.sanitize import shown_path
from grader.model.spec import ModuleSpec

MAX_TABLE_KIB = 64 * 1024
AGAIN = "download the submissions again"


def read_text(path: Path, shown: str, limit_kib: int) -> str:
    """Return the text of a file of at most `limit_kib`; UserError calls the file `shown`."""
    data = read_regular(path, shown, limit_kib, too_large=f"larger than {limit_kib} KiB; {AGAIN}")
    try:
        return decoded_text(data, shown)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise UserError(f"{shown}: line {line} is not UTF-8; save the file as UTF-8") from None


def read_table(path: Path, shown: str) -> list[dict[str, str]]:
    """Return the rows of a CSV file by headers in small letters without blanks; UserError calls the file `shown`."""
    text = read_text(path, shown, MAX_TABLE_KIB)
    try:
        rows = [[cell.text.strip() for cell in row.cells] for row in csv_rows(text, ",")]
    except ValueError as error:
        raise UserError(f"{shown}: {error}; {AGAIN}") from None
    names = [name.casefold().replace(" ", "_") for name in rows[0]] if rows else []
    return [dict(zip(names, row, strict=False)) for row in rows[1:]]


def instant(text: str) -> str:
    """Return a platform's time as ISO 8601 with its offset; empty for another text."""
    try:
        return parse_instant(text.replace("UTC", "Z")).isoformat()
    except ValueError:
        return ""


SECOND_COPY = re.compile(r"(?P<name>.*[^ ]) ?\([1-9][0-9]{0,2}\)", re.DOTALL)
"""The name of a file that a browser downloaded before."""


def download_entries(root: Path) -> list[Entry]:
    """Return the visible entries of the folder `root`, sorted by name; a link to a folder counts as a folder."""
    return [
        entry._replace(is_folder=entry.is_folder or leads_to_folder(root / entry.name))
        for entry in list_folder(root, shown_path(root))
        if not is_ignored(entry.name)
    ]


def download_name(root: Path) -> str:
    """Return the platform's name for the folder `root`, or for the zip that was unpacked into it."""
    name = root.resolve().name
    found = SECOND_COPY.fullmatch(name)
    return name if found is None else found["name"]


def common_start(names: Sequence[str], separator: str) -> str:
    """Return the common start of all `names`, up to a `separator`; empty if there is none."""
    common = os.path.commonprefix(names)  # noqa: RUF071 - these are no paths
    return common[: common.rfind(separator) + 1]


def mostly_like(entries: Sequence[Entry], is_like: Callable[[Entry], bool], module_spec: ModuleSpec) -> bool:
    """Return whether most of the entries that may be a student's work are named by the platform."""
    work = [like for entry in entries if (like := is_like(entry)) or may_be_work(entry, module_spec)]
    return sum(work) * 2 > len(work)


def may_be_work(entry: Entry, module_spec: ModuleSpec) -> bool:
    """Return whether `entry` may be a student's work: a folder, a file of code or an archive."""
    return entry.is_folder or is_code(entry.name, module_spec) or is_archive(entry.name)


def written_name(entry: Entry) -> str:
    """Return the name of `entry`, with a slash after a folder's name."""
    return entry.name + ("/" if entry.is_folder else "")


def not_like(entry: Entry, expected: str, module_spec: ModuleSpec) -> Skipped:
    """Return `entry` as skipped; for possible work of a student the reason names the `expected` form."""
    if may_be_work(entry, module_spec):
        return Skipped(name=written_name(entry), reason=f"not named like the others; expected {expected}")
    return Skipped(name=written_name(entry), reason="not a part of the download")


NOT_CLONED = "is not among the repositories; clone it too, or ask in whose repository the work is"


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A row of the platform's table beside the repositories."""

    person: Person
    repository: str
    late: bool | None = None
    submitted_at: str = ""
    is_missing: bool = False


def read_members(root: Path, entries: Sequence[Entry], name: str) -> tuple[list[dict[str, str]], dict[str, Skipped]]:
    """
    Return the rows of the table called `name` that may lie beside the repositories, and by its name what became of it.

    Without a table, or with an unreadable one, the names of the repositories must do.
    """
    if not any(entry.name == name and not entry.is_folder for entry in entries):
        return [], {}
    try:
        rows = read_table(root / name, name)
    except UserError as error:
        return [], {name: Skipped(name=name, reason=str(error).removeprefix(f"{name}: "))}
    return rows, {name: Skipped(name=name, reason="read for names and times")} if rows else {}


def is_repository(entry: Entry, start: str) -> bool:
    """Return whether `entry` is named like a repository of the assignment: `start` and more."""
    return entry.is_folder and entry.name.casefold().startswith(start.casefold()) and len(entry.name) > len(start)


def assumed_start(names: Sequence[str]) -> str:
    """Return the common start of `names` before the logins; a single name does not tell."""
    return common_start(names, "-") if len(names) > 1 else ""


def start_note(start: str) -> str:
    """Return a note for the instructor if only names tell where a login begins."""
    return (
        f"What follows {start} in the names of the repositories was taken for the logins. If it is a part of a login"
        " only, give the folder the name that the platform gave it."
    )


def repository_uploads(
    root: Path, repositories: Sequence[Entry], members: Sequence[Member], start: str
) -> Iterator[Upload]:
    """Yield one upload per repository, and one for each member without a repository."""
    by_name: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        by_name[member.repository.casefold()].append(member)
    for entry in repositories:
        name = entry.name.removesuffix(".git")  # a bare repository; the platforms allow no name with this end
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
