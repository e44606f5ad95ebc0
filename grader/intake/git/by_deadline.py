"""
The last commit of a branch at or before a deadline, and what a person must know about it.

The times are those that the commits themselves state.
"""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace

from grader.intake.file_names import is_python
from grader.intake.git.checkout import BranchCommit, CommitTime, NotReadable
from grader.intake.git.commit_files import list_files
from grader.intake.git.named_commit import FoundCommit
from grader.intake.git.objects import CommitFacts, Missing, Objects
from grader.intake.git.refs import Refs
from grader.intake.git.sentences import commit_text

MAX_LATER = 20_000
"""Commits that are looked at for one that is not too late."""
MAX_EARLIER = 1000
"""Ancestors of the chosen commit that are looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChosenCommit:
    """The last commit at or before a deadline, and what came later."""

    chosen: CommitFacts
    later: int
    dated_after: CommitTime | None
    """As in `Checkout`."""
    on_first_line: CommitTime | None
    """As in `Checkout`."""


class History:
    """The commits of one repository."""

    def __init__(self, objects: Objects, shallow: frozenset[bytes]) -> None:
        """Read `objects`; the parents of the commits in `shallow` were never fetched."""
        self._objects = objects
        self._shallow = shallow

    def choose(self, head: CommitFacts, deadline: int, most: int) -> ChosenCommit:
        """
        Return the newest commit up to `head` that is dated at or before `deadline`.

        NotReadable if there is none, or if more than `most` are looked at.

        As in `git rev-list --before`, commits are looked at from the newest on, each before its parents. Only commits
        dated after the deadline lead to their parents, so merged branches count like the branch itself.
        """
        waiting = [(-head.time.seconds, 0, head)]
        seen = {head.time.commit.encode()}
        later, earliest = 0, head.time
        while waiting:
            _, _, commit = heapq.heappop(waiting)
            earliest = min(earliest, commit.time, key=lambda time: time.seconds)
            if commit.time.seconds <= deadline:
                return self._choice(head, commit, later, deadline)
            later += 1
            for name in self._parents(commit):
                if name in seen:
                    continue
                if len(seen) > most:
                    raise NotReadable(f"its repository has more than {most:,} commits after the deadline")
                seen.add(name)
                for parent in self._read(name):
                    heapq.heappush(waiting, (-parent.time.seconds, len(seen), parent))
        raise NotReadable(self._why_none(earliest, later))

    def _choice(self, head: CommitFacts, chosen: CommitFacts, later: int, deadline: int) -> ChosenCommit:
        first = self._on_first_line(head, deadline)
        other = first if first is not None and first.commit != chosen.time.commit else None
        return ChosenCommit(
            chosen=chosen, later=later, dated_after=self._dated_after(chosen, deadline), on_first_line=other
        )

    def _on_first_line(self, head: CommitFacts, deadline: int) -> CommitTime | None:
        """Return the last commit in time along first parents, None if there is no such commit."""
        commit = head
        for _ in range(MAX_LATER):
            if commit.time.seconds <= deadline:
                return commit.time
            first = [parent for name in self._parents(commit)[:1] for parent in self._read(name)]
            if not first:
                break
            (commit,) = first
        return None

    def _dated_after(self, chosen: CommitFacts, deadline: int) -> CommitTime | None:
        """Return an ancestor of `chosen` that is dated after `deadline`, None if no ancestor is."""
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
            if not self._shallow:  # otherwise what was not fetched is not always listed
                raise

    def _why_none(self, earliest: CommitTime, later: int) -> str:
        first = f", the first {commit_text(earliest)}" if later > 1 else f": {commit_text(earliest)}"
        reason = f"no commit at or before the deadline, {later} later{first}"
        return f"{reason}, but it is a shallow clone; clone it without --depth" if self._shallow else reason


MAX_CHANGED = 3
"""Changed files that are named."""
MAX_BRANCHES = 20
"""Other branches that are looked at."""
MAX_LATER_ELSEWHERE = 1000
"""Commits of another branch that are looked at."""


def find_by_deadline(end: FoundCommit, deadline: int, objects: Objects, history: History) -> FoundCommit:
    """Return the last commit at or before `deadline` of the branch that ends with `end` (NotReadable if none is)."""
    last = end.commit
    choice = history.choose(last, deadline, MAX_LATER)
    changed = _changed(objects, choice.chosen, last) if choice.later else []
    checkout = replace(
        end.checkout,
        chosen=choice.chosen.time,
        by_deadline=True,
        later=choice.later,
        last_later=last.time if choice.later else None,
        changed=tuple(changed[:MAX_CHANGED]),
        more_changed=len(changed[MAX_CHANGED:]),
        dated_after=choice.dated_after,
        on_first_line=choice.on_first_line,
    )
    return FoundCommit(choice.chosen, checkout)


def newer_elsewhere(
    chosen: CommitTime, deadline: int, refs: Refs, objects: Objects, history: History
) -> BranchCommit | None:
    """Return the newest commit at or before `deadline` of the other branches if it is newer than `chosen`."""
    newest: BranchCommit | None = None
    for name in refs.branches()[:MAX_BRANCHES]:
        target = refs.branch(name)
        try:
            end = objects.commit(objects.peeled(target)) if target else None
            found = history.choose(end, deadline, MAX_LATER_ELSEWHERE).chosen.time if end else None
        except NotReadable:  # nobody asked for this branch
            continue
        if found and found.seconds > (newest.time if newest else chosen).seconds:
            newest = BranchCommit(branch=name, time=found)
    return newest


def _changed(objects: Objects, old: CommitFacts, new: CommitFacts) -> list[str]:
    """Return the files that differ between two commits, Python files first; none if one is not readable."""
    try:
        before, after = list_files(objects, old.tree).files, list_files(objects, new.tree).files
    except NotReadable:
        return []
    differ = [path for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    return ["/".join(path) for path in sorted(differ, key=lambda path: (not is_python(path[-1]), path))]
