"""
Clones of submit50's repositories: ``me50/ada/``, each at the branch of the assignment.

The branch is the assignment's slug, such as ``ai50/projects/2024/x/tictactoe``, and the repository is called like the
student's GitHub login.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from grader.errors import UserError
from grader.intake.safe_read import Entry
from grader.intake.upload import NOTHING, ClassListing
from grader.model.spec import ModuleSpec
from grader.platforms.downloads import (
    download_entries,
    download_name,
    mostly_like,
    not_like,
    read_text,
    repository_uploads,
)

ORGANIZATION = "me50"
SLUG = re.compile(r"ref: refs/heads/[^/\s]+(?:/[^/\s]+){2,}\s*")
LOGIN = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})")
EXPECTED = "a folder `me50` with repositories named after logins, such as `me50/ada`"


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether the folder is called ``me50``, or most folders are clones at the branch of an assignment."""
    entries = download_entries(root)
    if download_name(root) == ORGANIZATION:
        return mostly_like(entries, _is_login, module_spec)
    return mostly_like(entries, lambda entry: _is_login(entry) and _at_slug(root / entry.name), module_spec)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per repository."""
    entries = download_entries(root)
    found = [entry for entry in entries if _is_login(entry)]
    if not found:
        return NOTHING
    skipped = [not_like(entry, EXPECTED, module_spec) for entry in entries if entry not in found]
    return ClassListing(uploads=tuple(repository_uploads(root, found, (), "")), skipped=tuple(skipped))


def _is_login(entry: Entry) -> bool:
    return entry.is_folder and LOGIN.fullmatch(entry.name) is not None


def _at_slug(folder: Path) -> bool:
    """Return whether the clone's branch is called like an assignment of submit50."""
    head = folder / ".git" / "HEAD"
    # pathlib raises where the student's folder cannot be entered.
    if folder.is_symlink() or os.path.islink(head.parent):  # noqa: PTH114 - never raises
        return False
    try:
        return SLUG.fullmatch(read_text(head, "HEAD", 1)) is not None
    except UserError:
        return False
