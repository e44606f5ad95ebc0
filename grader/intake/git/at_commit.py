"""
Uploads as they were at one commit: the files of each repository are read from there instead of its folder.

A process of its own reads the repositories; another one is started when a repository was too much for it.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path

from grader.errors import UserError
from grader.intake.archives import OF_A_STUDENT, Allowance, unpack
from grader.intake.folder_scan import is_ignored, list_folder
from grader.intake.git.checkout import BranchCommit, Checkout, CheckoutAnswer, CheckoutJob, CommitTime
from grader.intake.git.repository import GIT_FOLDER, Repository, find_repository
from grader.intake.git.sentences import WantedCommit, class_note, commit_instant, commit_notes, platform_notes
from grader.intake.unpackable import is_unpackable, outer_names
from grader.intake.upload import Upload
from grader.model.sanitize import sanitize

WALL_SECONDS = 180
JOIN_SECONDS = 5
TOO_MUCH = "its repository takes too much time or memory to be read; hand in the files alone"
TIMES = frozenset({"chosen", "last_later", "dated_after", "on_first_line"})
"""The fields of a checkout that are times of commits."""
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from grader.intake.git.reader import main; main()"


def read_repositories(jobs: Iterable[CheckoutJob]) -> Iterator[CheckoutAnswer]:
    process: subprocess.Popen[str] | None = None
    try:
        for job in jobs:
            if process is None:
                process = _start()
            line = _ask(process, job)
            if line.endswith("\n"):
                yield _answer(line)
            else:
                yield CheckoutAnswer(problem=_why_ended(process))
                process = None
    finally:
        if process is not None:
            _end(process)


def _start() -> subprocess.Popen[str]:
    # Isolated, and in a folder of ours: a fresh interpreter imports nothing from the folder that the user works in.
    folders = [path for path in sys.path if path and os.path.isabs(path)]  # noqa: PTH117 - these are texts
    return subprocess.Popen(  # noqa: S603 - our own program
        [sys.executable, "-I", "-c", START, json.dumps(folders)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parent,
        encoding="ascii",
        start_new_session=True,
    )


def _ask(process: subprocess.Popen[str], job: CheckoutJob) -> str:
    """Return the line with the answer; without an end if the process ended instead."""
    if process.stdin is None or process.stdout is None:
        return ""
    patience = threading.Timer(WALL_SECONDS, process.kill)
    patience.start()
    try:
        process.stdin.write(json.dumps(asdict(job)) + "\n")
        process.stdin.flush()
        return process.stdout.readline()
    except OSError:
        return ""
    finally:
        patience.cancel()


def _why_ended(process: subprocess.Popen[str]) -> str:
    """Wait for the end of a process that did not answer; return what a person must know of it."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(JOIN_SECONDS)
    _end(process)
    if process.returncode < 0:  # the signal of a limit
        return TOO_MUCH
    return f"its repository cannot be read: the process that reads it ended with status {process.returncode}"


def _answer(line: str) -> CheckoutAnswer:
    found = json.loads(line)
    facts = found["checkout"]
    if facts is None:
        return CheckoutAnswer(problem=found["problem"])
    times = {name: CommitTime(**value) if value else None for name, value in facts.items() if name in TIMES}
    lists = {name: tuple(value) for name, value in facts.items() if isinstance(value, list)}
    other = facts["newer_elsewhere"]
    newer = other and BranchCommit(branch=other["branch"], time=CommitTime(**other["time"]))
    return CheckoutAnswer(checkout=Checkout(**{**facts, **times, **lists, "newer_elsewhere": newer}))


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


IN_A_BARE_ONE = frozenset({"HEAD", "objects", "refs"})
MAX_BESIDE = 100
"""Entries that are looked at to find out whether an archive is all that was handed in."""
MAX_PROBLEM = 500
NO_REPOSITORY = "no git repository, so it has no commits; put a clone with its .git folder there"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitFolder:
    """The files of one commit, in a folder of ours."""

    folder: Path
    notes: tuple[str, ...] = ()
    committed_at: datetime | None = None
    """None if no calendar has that time."""
    is_last: bool = False
    """Whether the default branch ends with the commit."""
    problem: str = ""
    """Why there are no files, and the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitUploads:
    """The uploads of a class as they were at a commit of each."""

    uploads: tuple[Upload, ...]
    note: str
    """How many of them are repositories; empty if nobody need know."""


def uploads_at_commit(uploads: Sequence[Upload], wanted: WantedCommit, place: Path) -> CommitUploads:
    """
    Return `uploads`, those that are repositories with the files of the wanted commit, written below `place`.

    If a commit is named, an upload that is no repository has a problem. If there is only a deadline, it stays as it is:
    when it was handed in is for its platform to say.
    """
    found = [_find(upload, place / f"archive {number}") for number, upload in enumerate(uploads)]
    repositories = [one for one in found if isinstance(one, Repository)]
    folders = iter(tuple(commit_folders(repositories, wanted, place)))
    changed: list[Upload] = []
    for upload, one in zip(uploads, found, strict=True):
        if isinstance(one, Repository):
            changed.append(_in_folder(upload, next(folders), wanted))
        elif one or (wanted.name and not upload.problem):
            changed.append(replace(upload, problem=one or NO_REPOSITORY))
        else:
            changed.append(upload)
    return CommitUploads(uploads=tuple(changed), note=class_note(len(repositories), len(uploads), wanted))


def commit_folders(repositories: Iterable[Repository], wanted: WantedCommit, place: Path) -> Iterator[CommitFolder]:
    """Yield the files of the wanted commit of each of `repositories`, written below the empty folder `place`."""
    jobs = [_job(repository, wanted, place / str(number)) for number, repository in enumerate(repositories)]
    for job, answer in zip(jobs, read_repositories(jobs), strict=True):
        shutil.rmtree(job.copy, ignore_errors=True)
        yield _commit_folder(Path(job.into), answer, wanted)


def _find(upload: Upload, place: Path) -> Repository | str:
    """Return the repository of `upload`, unpacked to `place` if it is an archive, or why it is not read, or nothing."""
    if upload.problem:
        return ""
    try:
        folder = _unpacked(upload, place) or upload.folder
        return (folder and find_repository(folder)) or ""
    except UserError as error:
        return str(error)


def _unpacked(upload: Upload, place: Path) -> Path | None:
    """Return the folder of a repository if the student handed in nothing but an archive of it, else None."""
    archive = _only_file(upload)
    if archive is None or not is_unpackable(archive.name):
        return None
    names = outer_names(archive, Allowance(OF_A_STUDENT))
    if GIT_FOLDER not in names and not names >= IN_A_BARE_ONE:
        return None
    with contextlib.suppress(UserError):  # reading the upload reports it
        return unpack(archive, place, Allowance(OF_A_STUDENT)).folder
    return None


def _only_file(upload: Upload) -> Path | None:
    if upload.folder is None:
        return upload.files[0].source if len(upload.files) == 1 else None
    visible = [entry for entry in list_folder(upload.folder, "its folder", MAX_BESIDE) if not is_ignored(entry.name)]
    return upload.folder / visible[0].name if len(visible) == 1 and not visible[0].is_folder else None


def _job(repository: Repository, wanted: WantedCommit, place: Path) -> CheckoutJob:
    deadline = None if wanted.deadline is None else math.floor(wanted.deadline.timestamp())
    return CheckoutJob(
        git_folder=str(repository.git_folder.absolute()),
        copy=str(place / "objects"),
        into=str(place / "files"),
        name=wanted.name,
        deadline=deadline,
    )


def _commit_folder(folder: Path, answer: CheckoutAnswer, wanted: WantedCommit) -> CommitFolder:
    checkout = answer.checkout
    if checkout is None:
        return CommitFolder(folder=folder, problem=sanitize(answer.problem, MAX_PROBLEM))
    zone = None if wanted.deadline is None else wanted.deadline.tzinfo
    return CommitFolder(
        folder=folder,
        notes=tuple(commit_notes(checkout, wanted)),
        committed_at=commit_instant(checkout.chosen, zone),
        is_last=checkout.is_last,
    )


def _in_folder(upload: Upload, found: CommitFolder, wanted: WantedCommit) -> Upload:
    """
    Return `upload` with the files of its commit.

    When it was handed in the platform knows better than the commit, if that is the last one: of earlier ones it says
    nothing.
    """
    if found.problem:
        return replace(upload, problem=found.problem)
    committed_at = "" if found.committed_at is None else found.committed_at.isoformat(timespec="seconds")
    platforms = upload.submitted_at if found.is_last else ""
    return replace(
        upload,
        folder=found.folder,
        notes=(*upload.notes, *found.notes, *platform_notes(platforms, wanted)),
        submitted_at=platforms or committed_at,
    )
