"""The jobs and answers of the process that reads repositories, and the words about commits for people."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone, tzinfo

from grader.model.instant import instant_text, parse_instant
from grader.model.sanitize import quoted, sanitize
from grader.text.number_text import shortened_list


class NotReadable(Exception):
    """A commit cannot be read. The message has the reason and the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckoutJob:
    git_folder: str
    copy: str
    into: str
    name: str = ""
    deadline: int | None = None  # seconds since 1970


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitTime:
    """A commit and its time, by the clock of the computer that made it."""

    commit: str  # hash, in hexadecimal digits
    seconds: int  # since 1970
    offset: int  # seconds east of UTC
    branch: str = ""  # the commit's branch, if it is another one than that which was read


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """The commit whose files were written."""

    chosen: CommitTime
    newest: tuple[CommitTime, ...] = ()
    """The commit and the newest before it, which could be graded instead."""
    kind: str = ""
    """The kind of the given name: ``tag``, ``branch`` or ``commit``; empty for the default branch."""
    by_deadline: bool = False
    """Whether the commit is the branch's last one at or before the deadline."""
    only_branch: str = ""
    """The branch that was read because HEAD names a missing one."""
    is_last: bool = False
    is_first: bool = False
    """Whether the commit is the first of all, perhaps the handed-out files."""
    later: int = 0  # commits of the branch after the deadline
    last_later: CommitTime | None = None
    changed: tuple[str, ...] = ()
    """Some of the files that these commits change, by their paths in the repository."""
    more_changed: int = 0
    dated_after: CommitTime | None = None
    """An ancestor of the commit with a time after the deadline: a clock was wrong, or was set."""
    newer_elsewhere: CommitTime | None = None
    """The newest commit in time of another branch, if it is newer than the chosen one."""
    links: tuple[str, ...] = ()
    submodules: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    """Entries whose names no folder of ours may have."""

    @property
    def to_choose_from(self) -> list[CommitTime]:
        """The commits that a person may want instead, those first that a deadline left out."""
        return [one for one in (self.last_later, self.newer_elsewhere, *self.newest) if one is not None]


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCommit:
    """The commit that a user asked for, by at least one of both."""

    name: str = ""
    """A tag, a branch or a commit."""
    deadline: datetime | None = None
    """Without a name: the last commit of the default branch at or before this instant, which has an offset."""
    deadline_has_other_use: bool = False
    """Whether the deadline also decides about late work; then no repository is needed."""


SHORT_HASH = 10
MAX_NAMES = 5
ABOUT_TIMES = (
    "The time of a commit is what the computer that made it said; when it was pushed is recorded in no repository."
)
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def commit_instant(time: CommitTime, zone: tzinfo | None = None) -> datetime | None:
    """Return the time of a commit, in `zone` or its own zone; None if no calendar has that time."""
    try:
        return (EPOCH + timedelta(seconds=time.seconds)).astimezone(zone or timezone(timedelta(seconds=time.offset)))
    except (OverflowError, ValueError):
        return None


def class_note(repositories: int, uploads: int, wanted: WantedCommit, *, chosen: int = 0) -> str:
    """
    Return a note on the uploads that are read at a commit; empty if nobody needs one.

    A person chose the commits of `chosen` uploads.
    """
    if not repositories and wanted.deadline_has_other_use and not wanted.name:
        return ""
    if not repositories:
        return "None of the submissions is a git repository, so no commit is chosen."
    which = f"what {quoted(wanted.name)} names" if wanted.name else "their last commit"
    until = "" if wanted.deadline is None else f" at or before {instant_text(wanted.deadline)}"
    others = f"; of {chosen:,} another commit was chosen" if chosen else ""
    said = f"{repositories:,} of {uploads:,} submissions are git repositories, graded as of {which}{until}{others}."
    return f"{said} {ABOUT_TIMES}" if until else said


def commit_notes(checkout: Checkout, wanted: WantedCommit) -> Iterator[str]:
    zone = wanted.deadline.tzinfo if checkout.by_deadline and wanted.deadline else None
    chosen = commit_text(checkout.chosen, zone)
    named = f"the {checkout.kind} {quoted(wanted.name)}" if checkout.kind in {"tag", "branch"} else ""
    if checkout.by_deadline:
        yield f"Graded as of commit {chosen}, the last{f' of {named}' if named else ''} at or before the deadline."
    else:
        yield f"Graded as of commit {chosen}{f', which {named} names' if named else ''}."
    if checkout.only_branch:
        yield f"HEAD of the repository names no branch, so its only one was read: {sanitize(checkout.only_branch)}."
    yield from _on_times(checkout, zone)
    yield from _not_written(checkout)


def commit_doubt(checkout: Checkout) -> str:
    """Return why a person must check whether another commit is meant; empty without a doubt."""
    if checkout.newer_elsewhere is not None:
        return f"the branch {quoted(checkout.newer_elsewhere.branch)} has newer work in time"
    if checkout.is_first and checkout.changed:
        count = f"{checkout.later} later commits" if checkout.later > 1 else "1 later commit"
        return f"only the first commit is in time, perhaps what was handed out; {count}: {_changed(checkout)}"
    return ""


def platform_notes(submitted_at: str, wanted: WantedCommit) -> Iterator[str]:
    """Yield a note if the platform got the last commit after the deadline, whatever the commit's own time."""
    try:
        instant = parse_instant(submitted_at)
    except ValueError:
        return
    if wanted.deadline is not None and not wanted.name and instant > wanted.deadline:
        when = instant_text(instant.astimezone(wanted.deadline.tzinfo))
        yield f"The platform got the graded commit at {when}, after the deadline; the time in the commit is earlier."


def _on_times(checkout: Checkout, zone: tzinfo | None) -> Iterator[str]:
    if checkout.last_later is not None:
        many = f"{checkout.later} later commits, the last" if checkout.later > 1 else "1 later commit,"
        yield f"Not graded: {many} {commit_text(checkout.last_later, zone)} ({_changed(checkout)})."
    if checkout.dated_after is not None:
        after = commit_text(checkout.dated_after, zone)
        yield f"The graded commit builds on {after}, dated after the deadline: one of the clocks was wrong, or was set."
    if checkout.newer_elsewhere is not None:
        branch, newer = quoted(checkout.newer_elsewhere.branch), commit_text(checkout.newer_elsewhere, zone)
        yield f"The branch {branch} has a newer commit in time, {newer}; --at with its name grades that branch."


def _not_written(checkout: Checkout) -> Iterator[str]:
    if checkout.submodules:
        yield f"Not read: submodules ({_list(checkout.submodules)}); they are other repositories."
    if checkout.links:
        yield f"Not followed: symbolic links in the repository ({_list(checkout.links)})."
    if checkout.left_out:
        yield f"Not read: files in the repository whose names are not safe ({_list(checkout.left_out)}); rename them."


def _changed(checkout: Checkout) -> str:
    if not checkout.changed:
        return "no file is different"
    more = f" and {checkout.more_changed} more" if checkout.more_changed else ""
    return f"{_list(checkout.changed)}{more} changed"


def _list(names: tuple[str, ...]) -> str:
    return shortened_list([sanitize(name) for name in names], MAX_NAMES)


def commit_text(time: CommitTime, zone: tzinfo | None = None) -> str:
    """Return a commit for people: the beginning of its hash, and its time in `zone` or its own zone."""
    instant = commit_instant(time, zone)
    said = "a time that no calendar has" if instant is None else instant_text(instant)
    return f"{time.commit[:SHORT_HASH]} of {said}"
