"""The members of a group that handed in together, found in the roster by the group's name."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from grader.intake.roster.roster import RosterEntry
from grader.model.identity import Identity


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """A group of the roster."""

    name: str
    members: tuple[RosterEntry, ...]


class Teams:
    """Finds the group that handed something in."""

    def __init__(self, entries: Sequence[RosterEntry]) -> None:
        """Take the students of the roster."""
        members: dict[str, dict[str, list[RosterEntry]]] = defaultdict(lambda: defaultdict(list))
        for entry in entries:
            for name in entry.groups if entry.is_student else ():
                members[_key(name)][name].append(entry)
        # Two groups whose names differ in signs only cannot be told apart: downloads leave signs out.
        self._by_key = {
            key: Team(name=name, members=tuple(every))
            for key, names in members.items()
            if key and len(names) == 1
            for name, every in names.items()
        }

    def of(self, row: Identity, own: Sequence[RosterEntry]) -> Team | None:
        """Return the group that handed `row` in, None for a single student; `own` are the students with its ids."""
        if not own:
            names = (row.group, row.student, row.login)
            return next((team for name in names if (team := self._by_key.get(_key(name)))), None)
        # Canvas names what a group handed in after the group, and gives it the id of one member.
        team = self._named_like(row, own)
        return team if team is not None and own[0] in team.members else None

    def doubtful(self, row: Identity, own: Sequence[RosterEntry]) -> tuple[RosterEntry, ...]:
        """
        Return the members of the group that `row` is named after, if its id belongs to a student outside the group.

        Moodle numbers a group's submission by the group; the same number may be the id of a student.
        """
        team = self._named_like(row, own)
        return team.members if team is not None and own[0] not in team.members else ()

    def _named_like(self, row: Identity, own: Sequence[RosterEntry]) -> Team | None:
        is_own_name = len(own) != 1 or row.group or _key(row.student) == _key(own[0].name)
        return None if is_own_name else self._by_key.get(_key(row.student))


def _key(name: str) -> str:
    """Return a group's name as it is compared: letters and digits alone."""
    return "".join(char for char in unicodedata.normalize("NFKC", name).casefold() if char.isalnum())
