"""Who handed something in, as far as the place that it comes from says."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Identity:
    """A student of a class. All text is sanitized; what is not known is empty."""

    id: str
    """Safe as a folder name and unique within the class: that of the platform where it gives one."""
    student: str
    """The name to show, in the script it was written in."""
    source_id: str = ""
    """The platform's own id as it writes it, such as Moodle's participant id or Canvas's user id."""
    login: str = ""
    email: str = ""
    group: str = ""
    """The name of the group that handed in together."""
    section: str = ""
    late: bool | None = None
    """Whether the platform says that it was late; None if it says nothing."""
    submitted_at: str = ""
    """ISO 8601 with an offset."""
