"""Tables about a class's students and what a person decided: read from CSV files, laid over what was handed in."""

from __future__ import annotations

from grader.intake.roster.choices import ChoiceRow, Choices, parse_choices, with_choices
from grader.intake.roster.class_with_roster import with_roster
from grader.intake.roster.roster_file import MAX_FILE_BYTES, Roster, parse_roster, together

__all__ = [
    "MAX_FILE_BYTES",
    "ChoiceRow",
    "Choices",
    "Roster",
    "parse_choices",
    "parse_roster",
    "together",
    "with_choices",
    "with_roster",
]
