"""The student behind a submission, as the platform, the folder or the roster says."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any


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
    extension: str = ""
    """More time for this student: ISO 8601 with an offset, or hours after the due time, such as ``48 h``."""
    upload: str = ""
    """The name under which a platform's download holds it; feedback goes back under the same name."""

    @property
    def label(self) -> str:
        """The id, with the name if that is another: ``301 (Ada Lovelace)``."""
        return self.id if self.id == self.student else f"{self.id} ({self.student})"


def identity_fields(who: Identity) -> dict[str, Any]:
    """Return the fields of `who`, to make another value about the same student."""
    return {field.name: getattr(who, field.name) for field in dataclasses.fields(Identity)}
