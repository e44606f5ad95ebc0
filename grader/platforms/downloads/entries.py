"""What lies directly in the folder of a platform's download, and what of it is like that platform's own entries."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from grader.intake.file_names import is_code
from grader.intake.folder_scan import Entry, is_ignored, leads_to_folder, list_folder
from grader.intake.remedy import is_archive
from grader.model.class_info import Skipped
from grader.model.sanitize import shown_path
from grader.model.spec import ModuleSpec

SECOND_COPY = re.compile(r"(?P<name>.*[^ ]) ?\([1-9][0-9]{0,2}\)", re.DOTALL)
"""How browsers call what they downloaded before."""


def download_entries(root: Path) -> list[Entry]:
    """Return what is visible in the folder `root`, sorted by name; a link to a folder counts as a folder."""
    return [
        entry._replace(is_folder=entry.is_folder or leads_to_folder(root / entry.name))
        for entry in list_folder(root, shown_path(root))
        if not is_ignored(entry.name)
    ]


def download_name(root: Path) -> str:
    """Return what the platform called the folder `root`, or the zip that was unpacked into it."""
    name = root.resolve().name
    found = SECOND_COPY.fullmatch(name)
    return name if found is None else found["name"]


def common_start(names: Sequence[str], separator: str) -> str:
    """Return what all of `names` begin with, up to a `separator`; empty if there is nothing."""
    common = os.path.commonprefix(names)  # noqa: RUF071 - these are no paths
    return common[: common.rfind(separator) + 1]


def mostly_like(entries: Sequence[Entry], is_like: Callable[[Entry], bool], module_spec: ModuleSpec) -> bool:
    """Return whether most of the entries that may be a student's work are as the platform names them."""
    work = [like for entry in entries if (like := is_like(entry)) or may_be_work(entry, module_spec)]
    return sum(work) * 2 > len(work)


def may_be_work(entry: Entry, module_spec: ModuleSpec) -> bool:
    """Return whether a student may have handed in `entry`: a folder, a file of code or an archive."""
    return entry.is_folder or is_code(entry.name, module_spec) or is_archive(entry.name)


def written_name(entry: Entry) -> str:
    """Return the name of `entry`, with a slash behind that of a folder."""
    return entry.name + ("/" if entry.is_folder else "")


def not_like(entry: Entry, expected: str, module_spec: ModuleSpec) -> Skipped:
    """Return `entry` as skipped; if it may be a student's work, the reason names the form that is `expected`."""
    if may_be_work(entry, module_spec):
        return Skipped(name=written_name(entry), reason=f"not named like the others; expected {expected}")
    return Skipped(name=written_name(entry), reason="not a part of the download")
