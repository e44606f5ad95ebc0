"""Finds the last commit of a branch at or before a deadline, and what a person must know about it."""

from __future__ import annotations

from dataclasses import replace

from grader.intake.file_names import is_python
from grader.intake.git.checkout import BranchCommit, CommitTime, NotReadable
from grader.intake.git.commit_files import list_files
from grader.intake.git.history import MAX_LATER, History
from grader.intake.git.named_commit import FoundCommit
from grader.intake.git.objects import CommitFacts, Objects
from grader.intake.git.refs import Refs

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
