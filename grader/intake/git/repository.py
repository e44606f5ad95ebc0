"""Finds the repository in a student's folder, by the names of files alone."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UserError
from grader.intake.folder_scan import is_ignored, list_folder

GIT_FOLDER = ".git"
MAX_WRAPPINGS = 3
"""Folders that hold nothing but one folder, as an archive of a clone does."""
MAX_BESIDE = 100
"""Entries that are looked at to find out whether a folder holds nothing but one folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """Where a repository lies."""

    git_folder: Path
    """The folder that holds ``HEAD`` and ``objects``."""


def find_repository(folder: Path) -> Repository | None:
    """
    Return the repository that `folder` is, or that is all there is in it; None if there is none.

    UserError, which does not name the folder, if it is never read: a link, or a file that leads elsewhere.
    """
    here = folder
    for _ in range(MAX_WRAPPINGS + 1):
        git_folder = here / GIT_FOLDER
        if os.path.lexists(git_folder):
            _refuse_elsewhere(git_folder)
            return Repository(git_folder=git_folder)
        if is_bare(here):
            return Repository(git_folder=here)
        visible = [entry for entry in list_folder(here, "a folder", MAX_BESIDE) if not is_ignored(entry.name)]
        if len(visible) != 1 or not visible[0].is_folder:
            return None
        here /= visible[0].name
    return None


def is_bare(folder: Path) -> bool:
    """Return whether `folder` is a repository without files of a commit: ``name.git``."""
    return (
        stat.S_ISREG(_mode(folder / "HEAD"))
        and stat.S_ISDIR(_mode(folder / "objects"))
        and stat.S_ISDIR(_mode(folder / "refs"))
    )


def _refuse_elsewhere(git_folder: Path) -> None:
    mode = _mode(git_folder)
    if stat.S_ISREG(mode):
        what = "a file that leads to another folder (a worktree or a submodule), which is not followed"
    elif stat.S_ISLNK(mode):
        what = "a symbolic link, which is never followed"
    elif not stat.S_ISDIR(mode):
        what = "not a folder"
    else:
        return
    raise UserError(f"its {GIT_FOLDER} is {what}; put a clone of the repository there")


def _mode(path: Path) -> int:
    """Return the mode of what is at `path`, 0 if nothing is."""
    try:
        return os.lstat(path).st_mode
    except (OSError, ValueError):
        return 0
