"""Reads the one submission that `grader check` grades, given by its file or its folder."""

from __future__ import annotations

import os
from pathlib import Path

from grader.errors import UserError
from grader.intake.file_names import as_choice, is_candidate, is_code, sheet_names, student_in_name
from grader.intake.folder_scan import leads_to_folder, nearest_entry
from grader.intake.student_folder import Wanted, name_note, read_file, read_folder
from grader.intake.student_ids import display_name, submission_id
from grader.model.file_rules import FileRules
from grader.model.sanitize import shown_path
from grader.model.spec import ModuleSpec
from grader.model.spelling import quoted
from grader.model.submission import Submission


def read_submission(path: Path, module_spec: ModuleSpec, source_kib: int, files: FileRules | None = None) -> Submission:
    """
    Return the submission at `path`: a Python file or notebook of any name, or the folder that holds the file.

    Helper modules and the `files` that something is demanded of are read only beside a file with the sheet's name (case
    and copy numbers do not matter): what lies beside any other, such as ``<student>.py``, may be other people's.
    UserError when anything is wrong.
    """
    wanted = Wanted(module_spec, source_kib, files)
    shown = shown_path(path)
    nearest = None if os.path.lexists(path) else nearest_entry(path)
    if nearest is not None:
        raise UserError(f"{shown}: no such file; did you mean {quoted(nearest)}?")
    notes: tuple[str, ...] = ()
    # A link to a folder is fine if the user names it; a link to a file is refused when it is read.
    if leads_to_folder(path):
        name = Path(os.path.abspath(path)).name  # noqa: PTH100 - `resolve` would name what a link leads to
        sources = read_folder(path, shown, wanted)
    else:
        if not is_code(path.name, module_spec) and os.path.lexists(path):
            what = "neither a Python file nor a notebook" if module_spec.notebooks else "not a Python file"
            choice = as_choice((*sheet_names(module_spec), "the folder that holds it"))
            raise UserError(f"{shown}: {what}; name {choice}")
        name = student_in_name(path.name, module_spec.module)
        sources = read_file(path, shown, wanted, alone=not is_candidate(path.name, module_spec))
        notes = name_note(path.name, module_spec)
    name = name or "submission"
    return Submission(
        id=submission_id(name),
        student=display_name(name),
        main=sources.files[0].path,
        files=sources.files,
        notes=(*notes, *sources.notes),
        handed_in=sources.handed_in,
    )
