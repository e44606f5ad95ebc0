"""The jobs and the answers of the process that reads repositories: plain values that travel as JSON."""

from __future__ import annotations

from dataclasses import dataclass


class NotReadable(Exception):
    """A commit cannot be read; the message says why, and the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutJob:
    """One repository to read."""

    git_folder: str
    copy: str
    """A folder of ours to be made: the objects are copied there first."""
    into: str
    """A folder of ours to be made: the files of the commit are written there."""
    name: str = ""
    deadline: int | None = None
    """Seconds since 1970."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitTime:
    """A commit and its time, as the computer that made it says."""

    commit: str
    """The hash, in hexadecimal digits."""
    seconds: int
    """Since 1970."""
    offset: int
    """Seconds east of UTC."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BranchCommit:
    """A commit and the branch that it is on."""

    branch: str
    time: CommitTime


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """The commit whose files were written."""

    chosen: CommitTime
    kind: str = ""
    """What was named: ``tag``, ``branch`` or ``commit``; empty for the default branch."""
    by_deadline: bool = False
    """Whether it is the last commit of the branch at or before the deadline."""
    only_branch: str = ""
    """The branch that was read because the one that HEAD names does not exist."""
    is_last: bool = False
    """Whether the default branch ends with it."""
    later: int = 0
    """Commits of the branch after the deadline."""
    last_later: CommitTime | None = None
    changed: tuple[str, ...] = ()
    """Some of the files that these change, as they are called in the repository."""
    more_changed: int = 0
    dated_after: CommitTime | None = None
    """A commit dated after the deadline that the chosen one builds on: one of the two clocks was wrong, or was set."""
    on_first_line: CommitTime | None = None
    """The last commit in time on the branch itself, if the chosen one came in by a merge after the deadline."""
    newer_elsewhere: BranchCommit | None = None
    """The newest commit in time of another branch, if it is newer than the chosen one."""
    links: tuple[str, ...] = ()
    submodules: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Entries whose names no folder of ours may have."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutAnswer:
    """The outcome of a job: a checkout, or the reason why there is none."""

    checkout: Checkout | None = None
    problem: str = ""
