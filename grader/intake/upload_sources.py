"""The files of one upload: those of a folder where they lie, any others put together in a private folder."""

from __future__ import annotations

import tempfile
from pathlib import Path

from grader.errors import UserError
from grader.intake.staging import copy_files
from grader.intake.student_folder import Sources, Wanted, read_file, read_folder
from grader.intake.upload import Upload
from grader.model.sanitize import sanitize


def upload_sources(upload: Upload, wanted: Wanted) -> Sources:
    """Return the sources of `upload`; UserError, which names its entry, if it cannot be graded."""
    shown = sanitize(upload.written.removesuffix("/"))
    if upload.problem:
        raise UserError(f"{shown}: {upload.problem}")
    if upload.folder is not None:
        return read_folder(upload.folder, shown, wanted)
    if upload.any_name:
        (only,) = upload.files
        return read_file(only.source, shown, wanted, alone=True)
    with tempfile.TemporaryDirectory(prefix="grader-upload-") as place:
        copy_files(upload.files, Path(place), shown)
        return read_folder(Path(place), shown, wanted)
