"""Finds the commit that a tag, a branch or the beginning of a hash names."""

from __future__ import annotations

from string import hexdigits
from typing import NamedTuple

from grader.intake.file_names import shortened_list
from grader.intake.git.checkout import Checkout, NotReadable
from grader.intake.git.objects import CommitFacts, Objects
from grader.intake.git.refs import Refs
from grader.model.sanitize import sanitize
from grader.model.spelling import quoted

HEAD = "HEAD"
SHORTEST_HASH = 4
"""Digits of a hash that are enough to name a commit."""
MAX_NAMES = 5
"""Tags and branches that a message names."""


class FoundCommit(NamedTuple):
    """The commit to write, and what is known of it so far."""

    commit: CommitFacts
    checkout: Checkout


def find_named(name: str, refs: Refs, objects: Objects) -> FoundCommit:
    """
    Return what `name` means: a tag, else a branch, else a commit. NotReadable if there is none.

    The name ``HEAD``, or none, means the default branch.
    """
    if name in {"", HEAD}:
        head = refs.head()
        return _found(objects, head.target, "", head.only_branch)
    named = refs.named(name)
    if named is not None:
        return _found(objects, named.target, named.kind)
    lowered = name.lower()
    if len(lowered) >= SHORTEST_HASH and set(lowered) <= set(hexdigits):
        matches = objects.commits_beginning_with(lowered.encode())
        if len(matches) > 1:
            raise NotReadable(f"several commits begin with {quoted(name)}; write more of the hash")
        if matches:
            return _found(objects, matches[0], "commit")
    there = [sanitize(other) for other in (*refs.tags(), *refs.branches())]
    names = f"it has {shortened_list(there, MAX_NAMES)}" if there else "it has neither tags nor branches"
    raise NotReadable(f"its repository has no tag, branch or commit {quoted(name)}; {names}")


def _found(objects: Objects, target: bytes, kind: str, only_branch: str = "") -> FoundCommit:
    commit = objects.commit(objects.peeled(target))
    return FoundCommit(commit, Checkout(chosen=commit.time, kind=kind, only_branch=only_branch))
