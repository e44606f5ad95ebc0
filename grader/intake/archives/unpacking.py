"""
Unpacks an archive of students' files into a folder of ours and nowhere else.

A file that cannot be unpacked is named with the reason, and all others are unpacked.
"""

from __future__ import annotations

import errno
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UserError
from grader.intake.archives.contents import Contents, contents_of
from grader.intake.archives.entry import BadArchive, BadMember
from grader.intake.archives.limits import Allowance
from grader.intake.archives.plan import Plan, PlannedFile, plan_of
from grader.intake.safe_read import open_regular
from grader.intake.scratch import MAKE_ROOM
from grader.model.class_info import Skipped
from grader.model.sanitize import sanitize, shown_path

MAX_SKIPPED = 1000
"""Files that are named with the reason why they were not unpacked."""
NO_FILE_CAN_BE_WRITTEN = {
    getattr(errno, name, None) for name in ("ENOSPC", "EDQUOT", "EROFS", "EACCES", "EMFILE", "ENFILE", "EIO")
}
"""Errors that would meet every other file too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpacked:
    """What was unpacked."""

    folder: Path
    skipped: tuple[Skipped, ...]
    """Files that were not, called what the archive calls them, sorted by name."""


def unpack(archive: Path, into: Path, allowance: Allowance, *, shown: str = "") -> Unpacked:
    """
    Unpack `archive`, a zip or a tar, into the folder `into`: empty or not there yet, and only we write to it.

    Everything that comes out of it is charged to `allowance`, even if it cannot be used.

    UserError, which calls the archive `shown`, if nothing of it can be unpacked.
    """
    shown = shown or shown_path(archive)
    limits = allowance.left
    try:
        with open_regular(archive, shown) as file, contents_of(file, allowance) as contents:
            plan = plan_of(contents.entries, limits)
            allowance.charge_members(len(plan.files) + len(plan.folders))
            _write_all(contents, plan, into)
    except BadArchive as error:
        raise UserError(f"{shown}: {error}") from None
    except OSError as error:
        raise UserError(f"{shown}: cannot be unpacked ({_reason(error)}); {MAKE_ROOM}") from None
    skipped = sorted(plan.skipped, key=lambda one: one.name)
    if skipped and not plan.files:
        more = f" (and {len(skipped) - 1:,} more)" if len(skipped) > 1 else ""
        raise UserError(
            f"{shown}: nothing in it can be unpacked: {sanitize(skipped[0].name)}{more}: {skipped[0].reason}"
        )
    return Unpacked(
        folder=into,
        skipped=_shortened(skipped),
    )


def _write_all(contents: Contents, plan: Plan, into: Path) -> None:
    """Write the files of `plan`; move those that cannot be written to its skipped files."""
    into.mkdir(parents=True, exist_ok=True)
    for parts in plan.folders:
        _make_folder(into.joinpath(*parts))
    for member in list(plan.files.values()):
        _write_or_skip(contents, member, into, plan)


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(exist_ok=True)
    except OSError as error:
        _refuse_general(error)  # any other is met again by the files in it


def _write_or_skip(contents: Contents, member: PlannedFile, into: Path, plan: Plan) -> None:
    try:
        _write(contents, member, into.joinpath(*member.parts))
    except BadMember as error:
        reason = str(error)
    except FileExistsError:
        reason = "another file in the archive has the same name but for the case of letters; rename it"
    except (OSError, ValueError) as error:
        _refuse_general(error)
        reason = f"its name cannot be written ({_reason(error)}); rename it"
    else:
        return
    plan.skip(plan.files.pop(member.parts).entry, reason)


def _write(contents: Contents, member: PlannedFile, path: Path) -> None:
    """Write one file whole, or not at all."""
    # Made new: whatever is there already, such as a link, is never written through.
    with path.open("xb") as target:
        try:
            target.writelines(contents.read(member.entry, member.most))
        except BaseException:
            target.close()
            path.unlink()
            raise


def _refuse_general(error: Exception) -> None:
    """Raise `error` again if no other file can be written either."""
    if isinstance(error, OSError) and error.errno in NO_FILE_CAN_BE_WRITTEN:
        raise error


def _reason(error: Exception) -> str:
    return sanitize(getattr(error, "strerror", None) or str(error) or type(error).__name__)


def _shortened(skipped: list[Skipped]) -> tuple[Skipped, ...]:
    more = len(skipped) - MAX_SKIPPED
    if more <= 0:
        return tuple(skipped)
    rest = Skipped(name=f"{more:,} more files", reason="for reasons like those above")
    return (*skipped[:MAX_SKIPPED], rest)
