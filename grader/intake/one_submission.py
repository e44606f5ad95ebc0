"""One submission, named by its file or its folder: what `grader check` grades."""

from __future__ import annotations

import os
from pathlib import Path

from grader.errors import UserError
from grader.intake.file_names import in_words, is_candidate, is_code, sheet_names, student_of
from grader.intake.folder_scan import MAX_PATH_SHOWN, leads_to_folder
from grader.intake.student_folder import name_note, read_file, read_folder
from grader.intake.student_ids import display_name, submission_id
from grader.model.sanitize import clean
from grader.model.spec import Surface
from grader.model.submission import Submission


def read_submission(path: Path, surface: Surface, source_kib: int) -> Submission:
    """
    Return the submission at `path`, a file of any name (Python, or a notebook) or the folder that holds the file.

    Helper modules are read beside a file that has the sheet's name, give or take case and copy numbers: beside any
    other (a folder of ``<student>.py`` files, say) lie files of other people. UserError when anything is wrong.
    """
    shown = clean(str(path), MAX_PATH_SHOWN)
    notes: tuple[str, ...] = ()
    # A link the user names is theirs to name when it leads to a folder; files behind links are refused in reading.
    if leads_to_folder(path):
        name = Path(os.path.abspath(path)).name  # noqa: PTH100 - `resolve` would name what a link leads to
        sources = read_folder(path, shown, surface, source_kib)
    else:
        if not is_code(path.name, surface) and os.path.lexists(path):
            what = "neither a Python file nor a notebook" if surface.notebooks else "not a Python file"
            choice = in_words((*sheet_names(surface), "the folder that holds it"))
            raise UserError(f"{shown}: {what}; name {choice}")
        name = student_of(path.name, surface.module)
        sources = read_file(path, shown, surface, source_kib, alone=not is_candidate(path.name, surface))
        notes = name_note(path.name, surface)
    name = name or "submission"
    return Submission(
        id=submission_id(name),
        student=display_name(name),
        main=sources.files[0].path,
        files=sources.files,
        notes=(*notes, *sources.notes),
    )
