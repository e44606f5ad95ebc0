"""A folder, a file or a zip per student: ``ada/.../tictactoe.py``, ``ada.py``, ``ada_tictactoe.py``, ``ada.zip``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from grader.intake.archives.limits import TO_LOOK_INTO, Allowance
from grader.intake.file_names import (
    as_choice,
    is_candidate,
    is_code,
    student_in_name,
    student_names,
)
from grader.intake.folder_scan import Entry, is_dead_link, is_ignored, leads_to_folder, list_folder
from grader.intake.git.repository import is_bare
from grader.intake.remedy import remedy
from grader.intake.several_students import SEVERAL
from grader.intake.student_ids import folded, submission_id
from grader.intake.unpackable import is_unpackable, outer_names, unpacked_name
from grader.intake.upload import ClassListing, Person, Upload, UploadedFile, folder_problem
from grader.model.class_info import PLAIN, Skipped
from grader.model.person_match import ClassIds
from grader.model.sanitize import sanitize, shown_path
from grader.model.spec import ModuleSpec

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


class PlainLayout:
    """What people make without a platform."""

    name = PLAIN
    title = "a folder or file per student"
    ids = ClassIds(named_by_people=True)
    roster_hint = ""

    def recognizes(self, root: Path, module_spec: ModuleSpec) -> bool:
        """Return True: any folder can be read this way."""
        del root, module_spec
        return True

    def read(self, root: Path, module_spec: ModuleSpec) -> ClassListing:
        """Return one upload per folder, code file and archive directly in `root`."""
        uploads: list[Upload] = []
        archives: list[Upload] = []
        skipped: list[Skipped] = []
        for entry in _entries(root, module_spec):
            if entry.is_folder:
                uploads.append(_folder_upload(root, entry))
            elif is_code(entry.name, module_spec):
                uploads.append(_file_upload(root, entry, module_spec))
            elif is_unpackable(entry.name):
                archives.append(_file_upload(root, entry, module_spec))
            else:
                reason = remedy(entry.name, module_spec) or _other_kind(module_spec)
                skipped.append(Skipped(name=entry.name, reason=reason))
        others = _Others.of(uploads)
        for archive in archives:
            reason = others.reason_to_skip(archive)
            if reason:
                skipped.append(Skipped(name=archive.written, reason=reason))
            else:
                uploads.append(archive)
        return ClassListing(uploads=tuple(uploads), skipped=tuple(sorted(skipped, key=lambda one: one.name)))


def _entries(root: Path, module_spec: ModuleSpec) -> Iterator[Entry]:
    for entry in list_folder(root, shown_path(root)):
        if not is_ignored(entry.name):
            yield entry._replace(is_folder=_counts_as_folder(root, entry, module_spec))


def _counts_as_folder(root: Path, entry: Entry, module_spec: ModuleSpec) -> bool:
    """Return whether `entry` is a folder, or a link where a folder should be: that is reported, not followed."""
    path = root / entry.name
    return entry.is_folder or leads_to_folder(path) or (not is_code(entry.name, module_spec) and is_dead_link(path))


def _folder_upload(root: Path, entry: Entry) -> Upload:
    folder = root / entry.name
    name = entry.name.removesuffix(".git") if is_bare(folder) else entry.name
    return Upload(
        written=f"{entry.name}/",
        people=(Person(name=name or entry.name),),
        folder=folder,
        problem=folder_problem(folder),
    )


def _file_upload(root: Path, entry: Entry, module_spec: ModuleSpec) -> Upload:
    code_name = entry.name if is_code(entry.name, module_spec) else f"{unpacked_name(entry.name)}.py"
    nobody = is_candidate(code_name, module_spec)
    names = student_names(module_spec) if is_code(entry.name, module_spec) else ("<student>.zip",)
    problem = (
        f"names no student; name it {as_choice(names)}, or use `grader check` if the whole folder is one submission"
    )
    # With the whole name it claims no student's id.
    name = entry.name if nobody else student_in_name(code_name, module_spec.module)
    return Upload(
        written=entry.name,
        people=(Person(name=name),),
        files=(UploadedFile(source=root / entry.name, path=entry.name),),
        any_name=is_code(entry.name, module_spec),
        problem=problem if nobody else "",
    )


class _Others(NamedTuple):
    """The folders and code files beside the archives of a class."""

    by_claim: Mapping[str, str]
    """The name of the entry by the id that its student claims."""
    names: frozenset[str]
    """Of entries that can be graded."""
    allowance: Allowance
    """For looking into all archives."""

    @staticmethod
    def of(uploads: Sequence[Upload]) -> _Others:
        """Return those of `uploads`."""
        return _Others(
            by_claim={_claim(upload): upload.written for upload in uploads},
            names=frozenset(upload.written for upload in uploads if not upload.problem),
            allowance=Allowance(TO_LOOK_INTO),
        )

    def reason_to_skip(self, archive: Upload) -> str:
        """Return why `archive` is no work of a student: it was unpacked beside itself. Empty if it was not."""
        beside = self.by_claim.get(_claim(archive))
        if beside is not None:
            return f"{sanitize(beside)} is read instead"
        if len(self.names) < SEVERAL:
            return ""
        inside = outer_names(archive.files[0].source, self.allowance)
        held = sorted(name for name in self.names if name.removesuffix("/") in inside)
        if len(held) < SEVERAL:  # one alone may be a partner's folder that this student handed in too
            return ""
        return f"holds {sanitize(held[0])} and {len(held) - 1:,} more, which are read instead"


def _claim(upload: Upload) -> str:
    return folded(submission_id(upload.people[0].name))


def _other_kind(module_spec: ModuleSpec) -> str:
    return "neither Python nor a notebook" if module_spec.notebooks else "not Python"
