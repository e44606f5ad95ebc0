"""
Gradescope's export: ``submission_metadata.yml`` and a folder per submission, ``submission_31415/``.

The metadata say who handed in what and when. A group has one submission with several submitters. Older exports have no
folders: each file is listed under its own name, with the student's name for it. An online assignment has its answers in
``submission_metadata.csv``, and folders only for questions that ask for files.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.intake.file_names import is_code
from grader.intake.folder_scan import Entry
from grader.intake.upload import NOTHING, ClassListing, Person, Upload, UploadedFile, folder_problem
from grader.model.class_info import Skipped
from grader.model.spec import ModuleSpec
from grader.platforms.downloads.entries import (
    download_entries,
    not_like,
    written_name,
)
from grader.platforms.gradescope.export_metadata import Listed, read_csv, read_yaml

YAML_NAMES = ("submission_metadata.yml", "submission_metadata.yaml")
CSV_NAME = "submission_metadata.csv"
METADATA = (*YAML_NAMES, CSV_NAME)
FOLDER = re.compile(r"submission_[0-9]{1,20}")
EXPECTED = "`submission_metadata.yml` and folders such as `submission_31415`"
NOT_LISTED = "The export does not say whose submission this is."
NO_FOLDER = "listed, but the export has no folder of this name; export the submissions again"
ONLINE = "answered online, so there is no file; its answers are in submission_metadata.csv"


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether the metadata are there."""
    del module_spec
    entries = download_entries(root)
    names = {entry.name for entry in entries if not entry.is_folder}
    return not names.isdisjoint(METADATA)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per submission that is listed, and one per folder that is not."""
    entries = {entry.name: entry for entry in download_entries(root)}
    metadata = next((name for name in METADATA if name in entries and not entries[name].is_folder), None)
    if metadata is None:
        return NOTHING
    listed = read_csv(root / metadata) if metadata == CSV_NAME else read_yaml(root / metadata)
    export = _Export(root=root, entries=entries, online=metadata == CSV_NAME)
    uploads = [_listed(export, one, module_spec) for one in listed]
    keys = {one.key for one in listed}
    others = [entry for name, entry in entries.items() if name not in keys and name != metadata]
    uploads += [_not_listed(root, entry) for entry in others if _is_submission(entry)]
    skipped = [
        Skipped(name=metadata, reason="read for names and times"),
        *(not_like(entry, EXPECTED, module_spec) for entry in others if not _is_submission(entry)),
    ]
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Export:
    """What lies in the folder of an export."""

    root: Path
    entries: dict[str, Entry]
    """By name."""
    online: bool
    """Whether it is that of an online assignment, in which a submission may have no file."""


def _is_submission(entry: Entry) -> bool:
    return entry.is_folder and FOLDER.fullmatch(entry.name) is not None


def _listed(export: _Export, listed: Listed, module_spec: ModuleSpec) -> Upload:
    entry = export.entries.get(listed.key)
    people = listed.people or (Person(name=listed.key),)
    upload = Upload(
        written=listed.key if entry is None else written_name(entry),
        people=people,
        group=_group(people),
        submitted_at=listed.submitted_at,
        notes=() if listed.people else (NOT_LISTED,),
    )
    if entry is None:
        return replace(upload, problem=ONLINE if export.online else NO_FOLDER)
    path = export.root / entry.name
    if entry.is_folder:
        return replace(upload, folder=path, problem=folder_problem(path))
    file = UploadedFile(source=path, path=listed.file or entry.name)
    # Gradescope's own name says nothing about what the student called it.
    return replace(upload, files=(file,), any_name=not listed.file and is_code(entry.name, module_spec))


def _group(people: Sequence[Person]) -> str:
    """Return the name of a group, which has none of its own: its members."""
    return ", ".join(_names(people)) if len(people) > 1 else ""


def _names(people: Sequence[Person]) -> Iterator[str]:
    for person in people:
        yield person.name or person.email or person.source_id


def _not_listed(root: Path, entry: Entry) -> Upload:
    path = root / entry.name
    return Upload(
        written=written_name(entry),
        people=(Person(name=entry.name),),
        folder=path,
        notes=(NOT_LISTED,),
        problem=folder_problem(path),
    )
