"""
Reads repositories, in a process of its own: each line of its input is a job, each line of its output the answer.

The process is ended if a repository takes more time or memory than one of students ever needs (`at_commit.py`).
"""

from __future__ import annotations

import json
import math
import re
import sys
from contextlib import closing, suppress
from dataclasses import asdict, replace
from pathlib import Path

from grader.intake.git.checkout import Checkout, CheckoutAnswer, CheckoutJob, NotReadable
from grader.intake.git.commit_choice import History, find_by_deadline, find_named, newer_elsewhere
from grader.intake.git.commit_files import Parts, list_files, write_files
from grader.intake.git.git_files import CLONE, MIB, copy_objects, read_small
from grader.intake.git.objects import Missing, Objects
from grader.intake.git.refs import Refs
from grader.intake.git.repository import GIT_FOLDER
from grader.model.submission import GIT_CONFIG

CPU_SECONDS = 30
"""For one repository; one with 3,000 commits needs 1."""
MEMORY = 1 << 30
"""Bytes."""
MAX_SHALLOW = MIB
MAX_CONFIG = MIB // 4
WITH_SHA256 = re.compile(rb"^[ \t]*objectformat[ \t]*=[ \t]*sha256", re.IGNORECASE | re.MULTILINE)
EXACT = frozenset({"tag", "commit"})
"""What names one commit, whatever the deadline is."""
MAX_NAMED = 20
"""Entries of each other kind that are named."""


def main() -> None:
    """Answer each job until there are no more."""
    for line in sys.stdin:
        _limit()
        sys.stdout.write(json.dumps(asdict(answer(CheckoutJob(**json.loads(line))))) + "\n")
        sys.stdout.flush()


def answer(job: CheckoutJob) -> CheckoutAnswer:
    try:
        return CheckoutAnswer(checkout=_checked_out(job))
    except Missing as error:
        return CheckoutAnswer(problem=f"{error}{_why_missing(Path(job.git_folder))}")
    except NotReadable as error:
        return CheckoutAnswer(problem=str(error))
    except MemoryError:
        return CheckoutAnswer(problem="its repository needs too much memory to be read; hand in the files alone")
    except OSError as error:  # of our own folder: what cannot be read in the student's is NotReadable
        return CheckoutAnswer(
            problem=f"its repository cannot be copied ({error.strerror}); make room for temporary files"
        )
    except Exception as error:  # noqa: BLE001 - whatever a student's files make a library do, the class is read
        return CheckoutAnswer(problem=f"its repository cannot be read ({type(error).__name__}: {error}); {CLONE}")


def _why_missing(git_folder: Path) -> str:
    """Return why objects may be missing in a repository, in brackets; empty if that is unknown."""
    packs = git_folder / "objects" / "pack"
    if (git_folder / "objects" / "info" / "alternates").exists():
        return " (it borrows objects from another repository, which is not followed)"
    if next(packs.glob("*.promisor"), None) is not None:
        return " (it was cloned with --filter)"
    return ""


def _checked_out(job: CheckoutJob) -> Checkout:
    git_folder, copied, into = Path(job.git_folder), Path(job.copy), Path(job.into)
    for folder in (copied, into):
        folder.mkdir(parents=True)
    refs = Refs(git_folder)
    copy_objects(git_folder, copied)
    with closing(Objects(copied, _algorithm(git_folder))) as objects:
        found = find_named(job.name, refs, objects)
        if job.deadline is not None and found.checkout.kind not in EXACT:
            history = History(objects, _shallow(git_folder))
            found = find_by_deadline(found, job.deadline, objects, history)
            if not job.name:
                other = newer_elsewhere(found.checkout.chosen, job.deadline, refs, objects, history)
                found = found._replace(checkout=replace(found.checkout, newer_elsewhere=other))
        last = _last(refs, objects)
        files = list_files(objects, found.commit.tree)
        write_files(objects, files, into)
        _copy_config(git_folder, into)
        return replace(
            found.checkout,
            is_last=found.checkout.chosen.commit == last,
            links=_shown(files.links),
            submodules=_shown(files.submodules),
            left_out=_shown(files.left_out),
        )


def _last(refs: Refs, objects: Objects) -> str:
    """Return the last commit of the default branch, empty if it cannot be read."""
    try:
        return find_named("", refs, objects).checkout.chosen.commit
    except NotReadable:
        return ""


def _algorithm(git_folder: Path) -> str:
    """Return the name of the algorithm of the hashes."""
    config = read_small(git_folder / GIT_CONFIG.name, MAX_CONFIG) or b""
    return "sha256" if WITH_SHA256.search(config) else "sha1"


def _shallow(git_folder: Path) -> frozenset[bytes]:
    """Return the commits whose parents were not fetched."""
    return frozenset((read_small(git_folder / "shallow", MAX_SHALLOW) or b"").split())


def _copy_config(git_folder: Path, into: Path) -> None:
    """Copy the text that names where the repository came from: a rubric may ask for it, nothing obeys it."""
    with suppress(NotReadable):
        text = read_small(git_folder / GIT_CONFIG.name, MAX_CONFIG)
        if text is not None:
            (into / GIT_FOLDER).mkdir()
            (into / GIT_FOLDER / GIT_CONFIG.name).write_bytes(text)


def _shown(paths: list[Parts]) -> tuple[str, ...]:
    return tuple("/".join(path) for path in paths[:MAX_NAMED])


def _limit() -> None:
    """Limit the time and the memory for the next job."""
    try:
        import resource
    except ImportError:  # on Windows only the wall clock limits it
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(used.ru_utime + used.ru_stime) + CPU_SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds if hard < 0 else min(seconds, hard), hard))
    with suppress(ValueError, OSError):  # where the system knows no such limit, or has a lower one
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
