"""Which commit of a repository is graded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedCommit:
    """What a user asked for; at least one of the two."""

    name: str = ""
    """A tag, a branch or a commit."""
    deadline: datetime | None = None
    """If there is no name: the last commit of the default branch at or before this instant, which has an offset."""
    deadline_has_other_use: bool = False
    """Whether it also decides which work is late; then there need not be any repository."""
