"""Finds the repository in a student's folder, by the names of files alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path

from grader.errors import UserError
from grader.intake.file_names import is_notebook, is_python, shortened_list
from grader.intake.folder_scan import is_bare, is_ignored, listings, mode_of
from grader.model.sanitize import sanitize

GIT_FOLDER = ".git"
MAX_NAMED = 3
"""Repositories that a message names."""


def find_repository(folder: Path) -> Path | None:
    """
    Return the folder with ``HEAD`` and ``objects`` of the repository that was handed in; None if there is none.

    It is `folder` itself, lies in it, or is the only repository below it, if no other code lies beside it. UserError,
    which does not name the folder, if it is never read, or if there are several.
    """
    if is_bare(folder):
        return folder
    found: list[tuple[str, ...]] = []
    code: list[tuple[str, ...]] = []
    for parts, entries in listings(folder, "its folder"):
        if any(entry.name == GIT_FOLDER for entry in entries) or (parts and is_bare(folder.joinpath(*parts))):
            found.append(parts)
        code += [parts for entry in entries if not entry.is_folder and _is_code(entry.name)]
    if () in found or len(found) == 1:
        where = () if () in found else found[0]
        return _git_folder(folder, where) if all(parts[: len(where)] == where for parts in code) else None
    if not found:
        return None
    names = shortened_list([sanitize("/".join(parts)) for parts in sorted(found)], MAX_NAMED)
    raise UserError(f"holds {len(found)} git repositories ({names}); keep the one to grade")


def _is_code(name: str) -> bool:
    return not is_ignored(name) and (is_python(name) or is_notebook(name))


def _git_folder(folder: Path, where: tuple[str, ...]) -> Path:
    place = folder.joinpath(*where)
    git_folder = place / GIT_FOLDER
    if not os.path.lexists(git_folder):
        return place
    _refuse_elsewhere(git_folder)
    return git_folder


def _refuse_elsewhere(git_folder: Path) -> None:
    mode = mode_of(git_folder)
    if stat.S_ISREG(mode):
        what = "a file that leads to another folder (a worktree or a submodule), which is not followed"
    elif stat.S_ISLNK(mode):
        what = "a symbolic link, which is never followed"
    elif not stat.S_ISDIR(mode):
        what = "not a folder"
    else:
        return
    raise UserError(f"its {GIT_FOLDER} is {what}; put a clone of the repository there")
