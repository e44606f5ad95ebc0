"""
Reads repositories in a process of its own: each input line is a job, each output line its answer.

A tag, a branch or the beginning of a hash names the commit to grade, or it is the last one before a deadline, by the
commits' own times. The process is ended if a repository takes more time or memory than any student's needs
(`at_commit.py`).
"""

from __future__ import annotations

import heapq
import json
import math
import re
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from string import hexdigits

import msgspec

from grader.intake.file_names import is_python
from grader.intake.git.checkout import Checkout, CheckoutJob, CommitTime, NotReadable, commit_text
from grader.intake.git.commit_files import Parts, list_files, write_files
from grader.intake.git.repository import CLONE, MIB, CommitFacts, Missing, Objects, Refs, copy_objects, read_small
from grader.model.sanitize import quoted, sanitize
from grader.model.submission import GIT_CONFIG, GIT_FOLDER
from grader.text.number_text import shortened_list

CPU_SECONDS = 30
"""For one repository; one with 3,000 commits needs 1."""
MEMORY = 1 << 30  # bytes
MAX_SHALLOW = MIB
MAX_CONFIG = MIB // 4
WITH_SHA256 = re.compile(rb"^[ \t]*objectformat[ \t]*=[ \t]*sha256", re.IGNORECASE | re.MULTILINE)
EXACT = frozenset({"tag", "commit"})
"""The kinds that name one commit, whatever the deadline is."""
MAX_NAMED = 20  # named entries of each other kind
MAX_OFFERED = 10
"""Commits that a person can choose between without a look into the repository."""


def main() -> None:
    for line in sys.stdin:
        _limit()
        sys.stdout.write(json.dumps(msgspec.to_builtins(answer(CheckoutJob(**json.loads(line))))) + "\n")
        sys.stdout.flush()


def answer(job: CheckoutJob) -> Checkout | str:
    """Return the checkout, or the reason why there is none."""
    try:
        return _checked_out(job)
    except Missing as error:
        problem = f"{error}{_why_missing(Path(job.git_folder))}"
    except NotReadable as error:
        problem = str(error)
    except MemoryError:
        problem = "its repository needs too much memory to be read; hand in the files alone"
    except OSError as error:  # in our own folder: errors in the student's are NotReadable
        problem = f"its repository cannot be copied ({error.strerror}); make room for temporary files"
    except Exception as error:  # noqa: BLE001 - whatever a student's files make a library do, the class is read
        problem = f"its repository cannot be read ({type(error).__name__}: {error}); {CLONE}"
    return problem


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
    config = read_small(git_folder / GIT_CONFIG.name, MAX_CONFIG)
    with closing(Objects(copied, "sha256" if WITH_SHA256.search(config or b"") else "sha1")) as objects:
        commit, checkout = find_named(job.name, refs, objects)
        history = History(objects, frozenset((read_small(git_folder / "shallow", MAX_SHALLOW) or b"").split()))
        if job.deadline is not None and checkout.kind not in EXACT:
            commit, checkout = find_by_deadline(commit, checkout, job.deadline, objects, history)
            if not job.name:
                other = newer_elsewhere(commit.time, job.deadline, refs, objects, history)
                checkout = replace(checkout, newer_elsewhere=other)
        last = ""
        with suppress(NotReadable):
            last = find_named("", refs, objects)[0].time.commit
        files = list_files(objects, commit.tree)
        write_files(objects, files, into)
        if config is not None:  # a rubric may ask for the repository's origin in it, and nothing obeys it
            (into / GIT_FOLDER).mkdir()
            (into / GIT_FOLDER / GIT_CONFIG.name).write_bytes(config)
        return replace(
            checkout,
            newest=tuple(islice(history.newest(commit), MAX_OFFERED)),
            is_last=commit.time.commit == last,
            links=_shown(files.links),
            submodules=_shown(files.submodules),
            left_out=_shown(files.left_out),
        )


def _shown(paths: list[Parts]) -> tuple[str, ...]:
    return tuple("/".join(path) for path in paths[:MAX_NAMED])


def _limit() -> None:
    try:
        import resource
    except ImportError:  # on Windows only the wall clock limits it
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = math.ceil(used.ru_utime + used.ru_stime) + CPU_SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds if hard < 0 else min(seconds, hard), hard))
    with suppress(ValueError, OSError):  # the system knows no such limit, or has a lower one
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


HEAD = "HEAD"
SHORTEST_HASH = 4
MAX_NAMES = 5  # tags and branches that a message names


def find_named(name: str, refs: Refs, objects: Objects) -> tuple[CommitFacts, Checkout]:
    """
    Return the commit `name`: a tag, else a branch, else a hash (NotReadable without one); and the known facts.

    ``HEAD`` or an empty name means the default branch.
    """
    if name in {"", HEAD}:
        target, only_branch = refs.head()
        return _found(objects, target, "", only_branch)
    named = refs.named(name)
    if named is not None:
        return _found(objects, *named)
    lowered = name.lower()
    if len(lowered) >= SHORTEST_HASH and set(lowered) <= set(hexdigits):
        matches = objects.commits_beginning_with(lowered.encode())
        if len(matches) > 1:
            raise NotReadable(f"several commits begin with {quoted(name)}; write more of the hash")
        if matches:
            return _found(objects, matches[0], "commit")
    known = [sanitize(other) for other in (*refs.tags(), *refs.branches())]
    names = f"it has {shortened_list(known, MAX_NAMES)}" if known else "it has neither tags nor branches"
    raise NotReadable(f"its repository has no tag, branch or commit {quoted(name)}; {names}")


def _found(objects: Objects, target: bytes, kind: str, only_branch: str = "") -> tuple[CommitFacts, Checkout]:
    commit = objects.commit(objects.peeled(target))
    return commit, Checkout(chosen=commit.time, kind=kind, only_branch=only_branch)


MAX_LATER = 20_000  # commits to search for one before the deadline
MAX_EARLIER = 1000  # ancestors of the chosen commit to look at


class History:
    def __init__(self, objects: Objects, shallow: frozenset[bytes]) -> None:
        """Read `objects`; the parents of the commits in `shallow` were never fetched."""
        self._objects = objects
        self._shallow = shallow

    def choose(self, head: CommitFacts, deadline: int, most: int) -> tuple[CommitFacts, int]:
        """
        Return the newest commit up to `head` with a time at or before `deadline`, and the number of those after it.

        NotReadable if there is none, or after a look at `most` commits. Only commits after the deadline lead to their
        parents, so merged branches count like the branch itself.
        """
        later, earliest = 0, head.time
        for commit in self._newest_first(head, most):
            earliest = min(earliest, commit.time, key=lambda time: time.seconds)
            if commit.time.seconds <= deadline:
                return commit, later
            later += 1
        raise NotReadable(self._why_none(earliest, later))

    def newest(self, end: CommitFacts) -> Iterator[CommitTime]:
        """Yield the readable commits up to `end`, the newest first."""
        with suppress(NotReadable):
            yield from (commit.time for commit in self._newest_first(end, MAX_LATER))

    def _newest_first(self, end: CommitFacts, most: int) -> Iterator[CommitFacts]:
        """
        Yield the commits up to `end` as `git rev-list` does: the newest first, each before its parents.

        The parents of a commit are read after it. NotReadable after a look at `most` commits.
        """
        waiting, seen = [(-end.time.seconds, 0, end)], {end.time.commit.encode()}
        while waiting:
            _, _, commit = heapq.heappop(waiting)
            yield commit
            for name in self._parents(commit):
                if name in seen:
                    continue
                if len(seen) > most:
                    raise NotReadable(f"its repository has more than {most:,} commits after the deadline")
                seen.add(name)
                for parent in self._read(name):
                    heapq.heappush(waiting, (-parent.time.seconds, len(seen), parent))

    def dated_after(self, chosen: CommitFacts, deadline: int) -> CommitTime | None:
        """Return an ancestor of `chosen` with a time after `deadline`, None without one."""
        waiting, seen = deque([chosen]), {chosen.time.commit.encode()}
        while waiting:
            for name in self._parents(waiting.popleft()):
                if name in seen or len(seen) > MAX_EARLIER:
                    continue
                seen.add(name)
                for parent in self._read(name):
                    if parent.time.seconds > deadline:
                        return parent.time
                    waiting.append(parent)
        return None

    def _parents(self, commit: CommitFacts) -> tuple[bytes, ...]:
        return () if commit.time.commit.encode() in self._shallow else commit.parents

    def _read(self, name: bytes) -> Iterator[CommitFacts]:
        """Yield the commit `name`; nothing if it was not fetched."""
        try:
            yield self._objects.commit(name)
        except Missing:
            if not self._shallow:  # a shallow clone does not always list missing commits
                raise

    def _why_none(self, earliest: CommitTime, later: int) -> str:
        first = f", the first {commit_text(earliest)}" if later > 1 else f": {commit_text(earliest)}"
        reason = f"no commit at or before the deadline, {later} later{first}"
        return f"{reason}, but it is a shallow clone; clone it without --depth" if self._shallow else reason


MAX_CHANGED = 3  # named changed files
MAX_BRANCHES = 20  # other branches to look at
MAX_LATER_ELSEWHERE = 1000  # commits of another branch to look at


def find_by_deadline(
    end: CommitFacts, known: Checkout, deadline: int, objects: Objects, history: History
) -> tuple[CommitFacts, Checkout]:
    """Return the last commit at or before `deadline` of the branch up to `end` (NotReadable without one)."""
    chosen, later = history.choose(end, deadline, MAX_LATER)
    changed = _changed(objects, chosen, end) if later else []
    return chosen, replace(
        known,
        chosen=chosen.time,
        by_deadline=True,
        is_first=not chosen.parents,
        later=later,
        last_later=end.time if later else None,
        changed=tuple(changed[:MAX_CHANGED]),
        more_changed=len(changed[MAX_CHANGED:]),
        dated_after=history.dated_after(chosen, deadline),
    )


def newer_elsewhere(
    chosen: CommitTime, deadline: int, refs: Refs, objects: Objects, history: History
) -> CommitTime | None:
    """Return the newest commit at or before `deadline` of the other branches if it is newer than `chosen`."""
    newest: CommitTime | None = None
    for name in refs.branches()[:MAX_BRANCHES]:
        target = refs.branch(name)
        try:
            end = objects.commit(objects.peeled(target)) if target else None
            found = history.choose(end, deadline, MAX_LATER_ELSEWHERE)[0].time if end else None
        except NotReadable:  # nobody asked for this branch
            continue
        if found and found.seconds > (newest or chosen).seconds:
            newest = replace(found, branch=name)
    return newest


def _changed(objects: Objects, old: CommitFacts, new: CommitFacts) -> list[str]:
    """Return the files that differ between two commits, Python files first; none if one is not readable."""
    try:
        before, after = list_files(objects, old.tree).files, list_files(objects, new.tree).files
    except NotReadable:
        return []
    differ = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    return ["/".join(path) for path in sorted(differ, key=lambda path: (not is_python(path[-1]), path))]
