"""Reads the one submission that `grader check` grades, from its file or its folder."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.file_names import (
    as_choice,
    is_archive,
    is_candidate,
    is_code,
    is_notebook,
    is_unpackable,
    remedy,
    sheet_names,
    student_in_name,
    unpacked_name,
)
from grader.intake.main_file import WantedSources, name_note
from grader.intake.safe_read import leads_to_folder, nearest_entry
from grader.intake.student_folder import Sources, read_file
from grader.intake.student_ids import display_name, submission_id
from grader.model.identity import Identity
from grader.model.sanitize import quoted, sanitize, shown_path
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission, WantedFiles
from grader.python_text import imports_in
from grader.text.number_text import shortened_list

if TYPE_CHECKING:
    from grader.intake.git.checkout import WantedCommit
    from grader.intake.upload_sources import ReadUpload

MAX_HELPERS = 5  # helper modules that a note names
MAX_SKIPPED = 3  # files of an archive that a note names
MAX_NOTE = 1000
AS_THEY_ARE = "No git repository: the files are graded as they are, whatever the deadline."


def read_submission(
    path: Path,
    module_spec: ModuleSpec,
    source_kib: int,
    files: WantedFiles | None = None,
    commit: WantedCommit | None = None,
) -> Submission:
    """
    Return the submission at `path`: a Python file or notebook of any name, or a folder or archive with one.

    With a `commit`, a repository has the files of that commit; if the commit is named, `path` must be a repository.
    Helper modules and the rubric's other `files` are read only beside a file with the sheet's name (in any case, also a
    copy): other files, such as ``<student>.py``, may lie beside other people's. UserError for anything wrong.
    """
    wanted = WantedSources(module_spec, source_kib, files)
    shown = shown_path(path)
    _refuse_missing(path, shown, module_spec)
    # The user may name a link to a folder. Reading a link to a file refuses it.
    if leads_to_folder(path):
        name = Path(os.path.abspath(path)).name  # noqa: PTH100 - `resolve` would name what a link leads to
        sources, submitted_at = _read(path, shown, wanted, commit)
    elif is_unpackable(path.name):
        name = student_in_name(f"{unpacked_name(path.name)}.py", module_spec.module)
        sources, submitted_at = _read(path, shown, wanted, commit)
    else:
        name = student_in_name(path.name, module_spec.module)
        sources, submitted_at = _read_one_file(path, shown, wanted, commit), ""
    name = name or "submission"
    return sources.of(Identity(id=submission_id(name), student=display_name(name), submitted_at=submitted_at))


def _read_one_file(path: Path, shown: str, wanted: WantedSources, commit: WantedCommit | None) -> Sources:
    """Read the Python file or notebook at `path`; if it has the sheet's name, also the files that belong to it."""
    module_spec = wanted.module_spec
    if not is_code(path.name, module_spec):
        raise UserError(f"{shown}: {_why_not_graded(path.name, module_spec)}")
    if commit is not None and commit.name:
        raise UserError(f"{shown}: one file, which has no commits of its own; name the folder of the repository")
    alone = not is_candidate(path.name, module_spec)
    sources = read_file(path, shown, wanted, alone=alone)
    unread = _unread_helpers_note(path, sources, module_spec) if alone else ()
    return replace(sources, notes=(*name_note(path.name, module_spec), *unread, *sources.notes))


def _read(path: Path, shown: str, wanted: WantedSources, commit: WantedCommit | None) -> tuple[Sources, str]:
    """Return the sources in the folder or archive at `path`, and the time of the hand-in if it is known."""
    from grader.intake.upload import Upload, UploadedFile
    from grader.intake.upload_sources import read_upload

    upload = Upload(written=shown, people=(), folder=path)
    if not leads_to_folder(path):
        upload = Upload(written=shown, people=(), files=(UploadedFile(source=path, path=path.name),))
    if commit is None:
        return _sources(read_upload(upload, wanted)), ""
    from grader.intake.archives.unpacking import Scratch
    from grader.intake.git.at_commit import uploads_at_commit
    from grader.intake.git.checkout import ABOUT_TIMES

    with Scratch() as scratch:
        (found,), _ = uploads_at_commit([upload], [commit], scratch.new_folder(upload.written))
        notes = (AS_THEY_ARE,) if found == upload else (*found.notes, *([ABOUT_TIMES] if commit.deadline else []))
        sources = _sources(read_upload(found, wanted))
        return replace(sources, notes=(*notes, *sources.notes)), found.submitted_at


def _sources(read: ReadUpload) -> Sources:
    """Return the sources, with a note on files that could not be unpacked (UserError if there is nothing to grade)."""
    if read.sources is None:
        raise UserError(str(read.problem))
    names = [one.text for one in read.skipped]
    notes = (f"Not unpacked: {sanitize(shortened_list(names, MAX_SKIPPED), MAX_NOTE)}.",) if names else ()
    return replace(read.sources, notes=(*notes, *read.sources.notes))


def _refuse_missing(path: Path, shown: str, module_spec: ModuleSpec) -> None:
    """Raise UserError if there is nothing at `path`; it names the most similar file."""
    if os.path.lexists(path):
        return
    nearest = nearest_entry(path)
    if nearest is None:
        raise UserError(f"{shown}: no such file; check the path")
    advice = remedy(nearest, module_spec)
    then = f" Then {advice}" if advice and not leads_to_folder(path.parent / nearest) else ""
    raise UserError(f"{shown}: no such file; did you mean {quoted(nearest)}?{then}")


def _unread_helpers_note(path: Path, sources: Sources, module_spec: ModuleSpec) -> tuple[str, ...]:
    """Return a note if the file imports modules beside it that are not read."""
    beside = dict.fromkeys(
        f"{one.module}.py"
        for one in imports_in(sources.files[0].text)
        if os.path.isfile(path.parent / f"{one.module}.py")  # noqa: PTH113 - never raises
    )
    if not beside:
        return ()
    names = sanitize(shortened_list(list(beside), MAX_HELPERS))
    return (
        f"Not read: {names}. Helper modules are read only beside a file named {as_choice(sheet_names(module_spec))}.",
    )


def _why_not_graded(file_name: str, module_spec: ModuleSpec) -> str:
    choice = as_choice((*sheet_names(module_spec), "the folder that holds it"))
    advice = remedy(file_name, module_spec, module_spec.module if is_notebook(file_name) else "")
    if is_archive(file_name):
        return f"an archive; {advice} and name {choice}"
    what = "neither a Python file nor a notebook" if module_spec.notebooks else "not a Python file"
    return f"{what}; {advice or f'name {choice}'}"
