"""A whole class: one submission per person who handed something in. What is not certain is reported, never guessed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.class_members import MAX_CLAIMS, Member, members_of
from grader.intake.file_names import as_choice, sheet_names, shortened_list, student_names
from grader.intake.folder_scan import leads_to_folder, nearest_entry
from grader.intake.layouts import choose_layout
from grader.intake.remedy import is_archive
from grader.intake.student_folder import Sources, Wanted
from grader.intake.upload import ClassListing, Skipped, Upload
from grader.intake.upload_sources import upload_sources
from grader.model.class_info import NOTHING_KNOWN, ClassInfo
from grader.model.class_row import NotGraded
from grader.model.file_rules import FileRules
from grader.model.identity import identity_fields
from grader.model.sanitize import sanitize, shown_path
from grader.model.spec import ModuleSpec
from grader.model.spelling import quoted
from grader.model.submission import Submission

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

MAX_SHOWN = 100
"""Characters of the name of a skipped file."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassOptions:
    """How a user wants a class to be read."""

    layout: str = ""
    """The name of the layout that it must have; empty to recognize it."""


AS_RECOGNIZED = ClassOptions()


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassIntake:
    """What a class's folder holds, submissions and problems sorted by id."""

    submissions: tuple[Submission, ...]
    problems: tuple[NotGraded, ...]
    """One for each submission that could not be read; no id is that of another problem or submission."""
    info: ClassInfo = NOTHING_KNOWN
    """Also tells of entries that claim one id, for a person who knows which is whose; submissions have them too."""


def read_class(
    root: Path,
    module_spec: ModuleSpec,
    source_kib: int,
    files: FileRules | None = None,
    options: ClassOptions = AS_RECOGNIZED,
) -> ClassIntake:
    """
    Return the submissions below `root`, and the problems of those that cannot be graded.

    The other files in a student's folder are read as far as `files` demand something of them. UserError only when
    `root` itself is not a class: it is missing, not a folder, a single submission, or without submissions.
    """
    wanted = Wanted(module_spec, source_kib, files)
    shown = shown_path(root)
    if not leads_to_folder(root):
        raise UserError(f"{shown}: {_why_no_folder(root)}")
    layout = choose_layout(root, module_spec, options.layout)
    listing = layout.read(root, module_spec)
    skipped = tuple(Skipped(name=sanitize(one.name, MAX_SHOWN), reason=one.reason) for one in listing.skipped)
    _refuse_no_class(listing, skipped, shown, module_spec)
    found = members_of(listing.uploads)
    rows = list(_rows(found.members, wanted))
    submissions = [row for row in rows if isinstance(row, Submission)]
    problems = [row for row in rows if isinstance(row, NotGraded)]
    return ClassIntake(
        submissions=tuple(sorted(submissions, key=lambda submission: submission.id)),
        problems=tuple(sorted(problems, key=lambda problem: problem.id)),
        info=ClassInfo(
            source=f"{layout.title}, {_counted(len(rows))}",
            layout=layout.name,
            skipped=skipped,
            double_claims=found.shared,
        ),
    )


def _counted(submissions: int) -> str:
    return f"{submissions:,} submission{'s' * (submissions != 1)}"


def _rows(members: tuple[Member, ...], wanted: Wanted) -> Iterator[Submission | NotGraded]:
    """Yield the row of each of `members`; those of one upload stand together, and its files are read once."""
    last: Upload | None = None
    sources: Sources | UserError = UserError()
    for member in members:
        if member.upload is not last:
            last, sources = member.upload, _read_upload(member.upload, wanted)
        if isinstance(sources, UserError):
            yield NotGraded(**identity_fields(member.identity), reason=str(sources))
        else:
            yield _submission(member, sources)


def _read_upload(upload: Upload, wanted: Wanted) -> Sources | UserError:
    try:
        return upload_sources(upload, wanted)
    except UserError as error:
        return error


def _submission(member: Member, sources: Sources) -> Submission:
    return Submission(
        **identity_fields(member.identity),
        main=sources.files[0].path,
        files=sources.files,
        notes=(*member.notes, *map(sanitize, member.upload.notes), *sources.notes),
        handed_in=sources.handed_in,
    )


def _why_no_folder(root: Path) -> str:
    """Return what is at `root` instead of a folder, and the remedy."""
    if is_archive(root.name) and os.path.lexists(root):
        return "an archive; unpack it and name the folder that holds the submissions"
    nearest = None if os.path.lexists(root) else nearest_entry(root)
    if nearest is not None:
        return f"no such folder; did you mean {quoted(nearest)}?"
    what = "not a folder" if os.path.lexists(root) else "no such folder"
    return f"{what}; name the folder that holds the submissions"


def _refuse_no_class(listing: ClassListing, skipped: tuple[Skipped, ...], shown: str, module_spec: ModuleSpec) -> None:
    """Raise UserError if `listing` is that of a single submission or of nothing."""
    names = sheet_names(module_spec)
    if not listing.uploads:
        files = as_choice(student_names(module_spec))
        here = shortened_list([one.text for one in skipped], MAX_CLAIMS)
        raise UserError(
            f"{shown}: no submissions; each is a folder with {as_choice(names)} in it, or a file {files}"
            f"{f'; here is {here}' if here else ''}"
        )
    if all(upload.written in names for upload in listing.uploads):
        name = listing.uploads[0].written
        raise UserError(f"{shown}: holds {name} itself, so it is one submission: use `grader check {shown}`")
