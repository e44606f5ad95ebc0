"""
Reads uploads at one commit: the files of a repository come from the commit, not from its folder.

A process of its own reads the repositories. After a repository that was too much for the process, another one starts.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import stat
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import msgspec

from grader.errors import UserError
from grader.intake.archives.members import OF_A_STUDENT, Allowance
from grader.intake.archives.unpacking import outer_names, unpack
from grader.intake.file_names import is_notebook, is_python, is_unpackable
from grader.intake.git.checkout import (
    Checkout,
    CheckoutJob,
    WantedCommit,
    commit_doubt,
    commit_instant,
    commit_notes,
    commit_text,
    platform_notes,
)
from grader.intake.safe_read import is_bare, is_ignored, list_folder, listings, mode_of
from grader.intake.upload import Upload
from grader.model.sanitize import sanitize
from grader.model.submission import GIT_FOLDER
from grader.text.number_text import shortened_list

WALL_SECONDS = 180
JOIN_SECONDS = 5
TOO_MUCH = "its repository takes too much time or memory to be read; hand in the files alone"
START = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from grader.intake.git.reader import main; main()"


def read_repositories(jobs: Iterable[CheckoutJob]) -> Iterator[Checkout | str]:
    """Yield for each job its checkout, or the reason why there is none."""
    process: subprocess.Popen[str] | None = None
    try:
        for job in jobs:
            if process is None:
                process = _start()
            line = _ask(process, job)
            if line.endswith("\n"):
                yield msgspec.convert(json.loads(line), Checkout | str)
            else:
                yield _why_ended(process)
                process = None
    finally:
        if process is not None:
            _end(process)


def _start() -> subprocess.Popen[str]:
    # Isolated, and in a folder of ours: a fresh interpreter imports nothing from the user's working directory.
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
    """Return the line with the answer; a line without its end if the process ended."""
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
    """Wait for the end of a process that did not answer; return why it ended, for people."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(JOIN_SECONDS)
    _end(process)
    if process.returncode < 0:  # the signal of a limit
        return TOO_MUCH
    return f"its repository cannot be read: the process that reads it ended with status {process.returncode}"


def _end(process: subprocess.Popen[str]) -> None:
    process.kill()
    process.communicate()


IN_A_BARE_ONE = frozenset({"HEAD", "objects", "refs"})
MAX_BESIDE = 100
"""Entries to look at, to find out whether an archive is the whole hand-in."""
MAX_PROBLEM = 500
NO_REPOSITORY = "no git repository, so it has no commits; put a clone with its .git folder there"


def uploads_at_commit(
    uploads: Sequence[Upload], wanted: Sequence[WantedCommit | None], place: Path
) -> tuple[tuple[Upload, ...], int]:
    """
    Return `uploads`, repositories with the files of the commit `wanted` of each, written below `place`.

    The number counts the repositories. If a commit is named, an upload without a repository gets a problem. With a
    deadline alone, such an upload stays as it is, because its platform knows its time.
    """
    changed = list(uploads)
    jobs: list[tuple[int, WantedCommit, CheckoutJob]] = []
    for number, (upload, commit) in enumerate(zip(uploads, wanted, strict=True)):
        found = _find(upload, place / f"archive {number}") if commit else ""
        if commit and isinstance(found, Path):
            jobs.append((number, commit, _job(found, commit, place / str(number))))
        elif found or (commit and commit.name and not upload.problem):
            changed[number] = replace(upload, problem=str(found) or NO_REPOSITORY)
    answers = read_repositories(job for _number, _commit, job in jobs)
    for (number, commit, job), answer in zip(jobs, answers, strict=True):
        shutil.rmtree(job.copy, ignore_errors=True)
        changed[number] = _at_commit(uploads[number], job, answer, commit)
    return tuple(changed), len(jobs)


def _find(upload: Upload, place: Path) -> Path | str:
    """Return the repository of `upload`, an archive unpacked to `place`; or why it is not read; or nothing."""
    if upload.problem:
        return ""
    try:
        folder = _unpacked(upload, place) or upload.folder
        return (folder and find_repository(folder)) or ""
    except UserError as error:
        return str(error)


def _unpacked(upload: Upload, place: Path) -> Path | None:
    """Return the folder of a repository if the student handed in only its archive, else None."""
    archive = _only_file(upload)
    if archive is None or not is_unpackable(archive.name):
        return None
    names = outer_names(archive, Allowance(OF_A_STUDENT))
    if GIT_FOLDER not in names and not names >= IN_A_BARE_ONE:
        return None
    with contextlib.suppress(UserError):  # reading the upload reports the problem
        return unpack(archive, place, Allowance(OF_A_STUDENT)).folder
    return None


def _only_file(upload: Upload) -> Path | None:
    if upload.folder is None:
        return upload.files[0].source if len(upload.files) == 1 else None
    visible = [entry for entry in list_folder(upload.folder, "its folder", MAX_BESIDE) if not is_ignored(entry.name)]
    return upload.folder / visible[0].name if len(visible) == 1 and not visible[0].is_folder else None


def _job(git_folder: Path, wanted: WantedCommit, place: Path) -> CheckoutJob:
    deadline = None if wanted.deadline is None else math.floor(wanted.deadline.timestamp())
    return CheckoutJob(
        git_folder=str(git_folder.absolute()),
        copy=str(place / "objects"),
        into=str(place / "files"),
        name=wanted.name,
        deadline=deadline,
    )


def _at_commit(upload: Upload, job: CheckoutJob, checkout: Checkout | str, wanted: WantedCommit) -> Upload:
    """
    Return `upload` with the files of its commit.

    The platform knows the time of the last commit better than the commit, and nothing about earlier ones.
    """
    if isinstance(checkout, str):
        return replace(upload, problem=sanitize(checkout, MAX_PROBLEM))
    zone = None if wanted.deadline is None else wanted.deadline.tzinfo
    committed_at = commit_instant(checkout.chosen, zone)
    platforms = upload.submitted_at if checkout.is_last else ""
    return replace(
        upload,
        folder=Path(job.into),
        notes=(*upload.notes, *commit_notes(checkout, wanted), *platform_notes(platforms, wanted)),
        doubt=commit_doubt(checkout),
        commits=tuple(commit_text(one, zone) for one in checkout.to_choose_from),
        submitted_at=platforms or ("" if committed_at is None else committed_at.isoformat(timespec="seconds")),
    )


MAX_NAMED = 3  # repositories that a message names


def find_repository(folder: Path) -> Path | None:
    """
    Return the folder with ``HEAD`` and ``objects`` of the repository that was handed in; None without one.

    It is `folder` itself, lies in it, or is the only repository below, with no other code beside it. UserError, without
    the folder's name, for several repositories or one that is never read.
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
        return _git_folder(folder.joinpath(*where)) if all(parts[: len(where)] == where for parts in code) else None
    if not found:
        return None
    names = shortened_list([sanitize("/".join(parts)) for parts in sorted(found)], MAX_NAMED)
    raise UserError(f"holds {len(found)} git repositories ({names}); keep the one to grade")


def _is_code(name: str) -> bool:
    return not is_ignored(name) and (is_python(name) or is_notebook(name))


def _git_folder(place: Path) -> Path:
    git_folder = place / GIT_FOLDER
    mode = mode_of(git_folder)
    if not mode:
        return place
    if stat.S_ISDIR(mode):
        return git_folder
    if stat.S_ISREG(mode):
        what = "a file that leads to another folder (a worktree or a submodule), which is not followed"
    elif stat.S_ISLNK(mode):
        what = "a symbolic link, which is never followed"
    else:
        what = "not a folder"
    raise UserError(f"its {GIT_FOLDER} is {what}; put a clone of the repository there")
