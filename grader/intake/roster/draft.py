"""Whose is what was handed in: each row of a class with the student of the roster that it fits."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from grader.intake.roster.roster import Roster, RosterEntry
from grader.intake.roster.teams import Teams
from grader.intake.student_ids import ClaimedName, distinct_ids, folded, submission_id
from grader.model.class_row import NotGraded
from grader.model.person_match import ClassIds, is_damaged, match, person_key
from grader.model.submission import Submission

HandedIn: TypeAlias = "Submission | NotGraded"
ID_FIELDS = ("source_id", "login", "email")
"""What an id can be made of, in the order that counts if all are as good."""


class Owner(NamedTuple):
    """A row as it was read, and whose it is."""

    row: HandedIn
    entry: RosterEntry


@dataclass(slots=True, kw_only=True)
class RosterDraft:
    """The class as far as it is known by now."""

    id_field: str
    """What the class's ids are made of, one of `ID_FIELDS`."""
    taken: set[str]
    """Ids in use, as `folded`."""
    rows: list[HandedIn] = field(default_factory=list)
    owners: list[Owner] = field(default_factory=list)
    unclear: list[tuple[HandedIn, list[RosterEntry]]] = field(default_factory=list)
    """Rows that fit several students of the roster."""
    strangers: list[HandedIn] = field(default_factory=list)
    """Rows of nobody in the roster."""

    def free_id(self, entry: RosterEntry, of_team: str = "") -> str:
        """Return an id that nobody has for a student of the roster, or of the row `of_team`, and take it."""
        fields = (self.id_field, *ID_FIELDS)
        text = next((text for name in fields if (text := getattr(entry, name))), entry.name)
        identity = submission_id(text)
        for number in itertools.count():
            if folded(identity) not in self.taken:
                break
            written = f"{of_team}/{'/'.join(sorted(key.text for key in entry.keys))}/{number}"
            identity = distinct_ids([ClaimedName(text, written), ClaimedName(text, "")])[0]
        self.taken.add(folded(identity))
        return identity


def draft_of(rows: Sequence[HandedIn], roster: Roster, ids: ClassIds) -> RosterDraft:
    """Return whose `rows` are; one of a team becomes a row for each member. `ids` says what those of the class are."""
    by_line = {entry.line: entry for entry in roster.entries}
    fits = match(rows, [entry.row for entry in roster.entries], ids).fits
    owners = {row.id: [by_line[found.row] for found in fits[row.id]] for row in rows}
    draft = RosterDraft(id_field=_id_field(rows, owners), taken={folded(row.id) for row in rows})
    teams = Teams(roster.entries)
    for row in rows:
        own = owners[row.id]
        own = [*own, *teams.doubtful(row, own)]
        if team := teams.of(row, own):
            draft.taken.discard(folded(row.id))  # that of the team, or of the member who handed in
            for entry in team.members:
                member = dataclasses.replace(
                    row, **_facts(row, entry, of_team=True), id=draft.free_id(entry, row.id), group=team.name
                )
                draft.rows.append(member)
                draft.owners.append(Owner(member, entry))
        elif len(own) == 1:
            draft.rows.append(dataclasses.replace(row, **_facts(row, own[0])))
            draft.owners.append(Owner(row, own[0]))
        else:
            draft.rows.append(row)
            draft.unclear += [(row, own)] if own else []
            draft.strangers += [] if own else [row]
    return draft


def _id_field(rows: Iterable[HandedIn], owners: dict[str, list[RosterEntry]]) -> str:
    """Return what most ids of the class are made of, so that those of others look the same."""
    counts: Counter[str] = Counter()
    for row in rows:
        key = person_key(row.source_id or row.login or row.email or row.student)
        for entry in owners[row.id]:
            counts.update(name for name in ID_FIELDS if person_key(getattr(entry, name)) == key)
    return max(ID_FIELDS, key=lambda name: counts[name])


def _facts(row: HandedIn, entry: RosterEntry, *, of_team: bool = False) -> dict[str, Any]:
    """Return what is known of a student; the ids of a team's row are not those of each member."""
    own = {name: "" if of_team else getattr(row, name) for name in (*ID_FIELDS, "section")}
    has_name = row.student not in ("", row.id) and not of_team
    keeps_name = has_name and is_damaged(entry.name) and not is_damaged(row.student)
    return {
        **{name: text or getattr(entry, name) for name, text in own.items()},
        "student": row.student if keeps_name else entry.name or row.student,
        "extension": entry.extension,
    }
