"""The list of a class's students: read from a CSV file, and laid over what was handed in."""

from __future__ import annotations

from grader.intake.roster.class_with_roster import with_roster
from grader.intake.roster.roster_file import MAX_FILE_BYTES, Roster, parse_roster, together

__all__ = ["MAX_FILE_BYTES", "Roster", "parse_roster", "together", "with_roster"]
