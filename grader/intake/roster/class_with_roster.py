"""
Joins a class with its roster: facts about each student, a row for each missing student, members of groups.

Students are found by ids, logins and addresses, never by names. A row that fits several students stays as it is, and is
reported.
"""

from __future__ import annotations

import dataclasses
import itertools
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake, IntakeRow
from grader.intake.roster.roster_file import Roster, RosterEntry
from grader.intake.student_ids import ClaimedName, distinct_ids, folded, submission_id
from grader.model.class_row import NOTHING_HANDED_IN, PLAIN, NotGraded, Skipped
from grader.model.identity import UNKNOWN_IDS, ClassIds, Identity, have_other_names, is_damaged, match, person_key
from grader.text.number_text import count_text, shortened_list

ID_FIELDS = ("source_id", "login", "email")
"""The fields for ids, in the order that counts if all are equally good."""


@dataclass(slots=True, kw_only=True)
class RosterDraft:
    """The class while its rows are matched with the roster."""

    id_field: str
    """The field of the class's ids, one of `ID_FIELDS`."""
    taken: set[str]  # ids in use, as `folded`
    rows: list[IntakeRow] = field(default_factory=list)
    owners: list[tuple[IntakeRow, RosterEntry]] = field(default_factory=list)
    """Rows with their students in the roster."""
    unclear: list[tuple[IntakeRow, list[RosterEntry]]] = field(default_factory=list)
    """Rows that fit several students of the roster."""
    strangers: list[IntakeRow] = field(default_factory=list)  # rows of nobody in the roster

    def free_id(self, entry: RosterEntry, of_team: str = "") -> str:
        """Take a free id for a student of the roster, or of the row `of_team`, and return it."""
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


def draft_of(rows: Sequence[IntakeRow], roster: Roster, ids: ClassIds) -> RosterDraft:
    """Match `rows` with the students of `roster`; a team's row becomes one row for each member."""
    fits = match(rows, [entry.row(at) for at, entry in enumerate(roster.entries)], ids).fits
    owners = {row.id: [roster.entries[found.row] for found in fits[row.id]] for row in rows}
    draft = RosterDraft(id_field=_id_field(rows, owners), taken={folded(row.id) for row in rows})
    teams = teams_of(roster.entries)
    for row in rows:
        own = owners[row.id]
        team = _team_named(row, own, teams)
        # Canvas gives a group's submission the group's name and the id of one member; Moodle numbers it by the group,
        # and the same number may be the id of a student.
        if team and own and own[0] not in team.members:
            own, team = [*own, *team.members], None
        if team:
            draft.taken.discard(folded(row.id))  # of the team, or of the member who handed in
            for entry in team.members:
                member = dataclasses.replace(
                    row, **_facts(row, entry, of_team=True), id=draft.free_id(entry, row.id), group=team.name
                )
                draft.rows.append(member)
                draft.owners.append((member, entry))
        elif len(own) == 1:
            draft.rows.append(dataclasses.replace(row, **_facts(row, own[0])))
            draft.owners.append((row, own[0]))
        else:
            draft.rows.append(row)
            draft.unclear += [(row, own)] if own else []
            draft.strangers += [] if own else [row]
    return draft


def _id_field(rows: Iterable[IntakeRow], owners: dict[str, list[RosterEntry]]) -> str:
    """Return the field of most ids in the class, so that new ids look the same."""
    counts: Counter[str] = Counter()
    for row in rows:
        key = person_key(row.source_id or row.login or row.email or row.student)
        for entry in owners[row.id]:
            counts.update(name for name in ID_FIELDS if person_key(getattr(entry, name)) == key)
    return max(ID_FIELDS, key=lambda name: counts[name])


def _facts(row: IntakeRow, entry: RosterEntry, *, of_team: bool = False) -> dict[str, Any]:
    """Return the facts about a student; the ids of a team's row belong to no member alone."""
    own = {name: "" if of_team else getattr(row, name) for name in (*ID_FIELDS, "section")}
    has_name = row.student not in ("", row.id) and not of_team
    keeps_name = has_name and is_damaged(entry.name) and not is_damaged(row.student)
    return {
        **{name: text or getattr(entry, name) for name, text in own.items()},
        "student": row.student if keeps_name else entry.name or row.student,
        "extension": entry.extension,
        "submitted_at": row.submitted_at or entry.submitted_at,
        "late": entry.late if row.late is None else row.late,
    }


SINGLE_NOTES = 5
"""Up to so many notes of one kind are separate."""
NAMED = 20  # students that a note names
WITHOUT_KEY = (
    "the roster has no id, login or e-mail address of this student, so nothing could be found; add one of them"
)


def with_roster(intake: ClassIntake, roster: Roster) -> ClassIntake:
    """
    Return the class with the facts of `roster`.

    UserError if no student of the roster handed anything in: then the roster has other ids.
    """
    rows = intake.rows
    draft = draft_of(rows, roster, intake.layout.ids if intake.layout else UNKNOWN_IDS)
    if rows and not draft.owners and not draft.unclear:
        hint = intake.layout.roster_hint if intake.layout else ""
        if intake.layout and intake.layout.name == PLAIN:
            hint = "; if these are sections, with the students in them, add --depth 2, or one level more"
        raise UserError(_none_found(rows, roster, hint))
    return intake.with_rows(
        (*draft.rows, *_absent(roster, draft, intake.info.skipped)),
        f"roster of {count_text(sum(entry.is_student for entry in roster.entries), 'student')}",
        (*roster.notes, *_strangers(draft), *_other_names(draft)),
        _double_claims(roster, draft),
    )


def _absent(roster: Roster, draft: RosterDraft, skipped: Sequence[Skipped]) -> Iterator[NotGraded]:
    """Yield a row for each student of the roster without one, unless a skipped file has the student's name."""
    files = {key: one for one in reversed(skipped) for key in _names_in(one)}
    found = {entry for _, entry in draft.owners}
    perhaps = {entry: row for row, entries in draft.unclear for entry in entries}
    for entry in roster.entries:
        if entry in found or not entry.is_student:
            continue
        reason = NOTHING_HANDED_IN if entry.keys else WITHOUT_KEY
        named = next((files[text] for text in sorted(key.text for key in entry.keys) if text in files), None)
        if named is not None:
            reason = f"{named.name}: {named.reason}"
        if entry in perhaps:
            reason = f"{perhaps[entry].label} may be theirs or somebody else's; say in the roster whose it is"
        yield NotGraded(
            id=draft.free_id(entry),
            student=entry.name or entry.source_id or entry.login or entry.email,
            source_id=entry.source_id,
            login=entry.login,
            email=entry.email,
            section=entry.section,
            extension=entry.extension,
            reason=reason,
            for_instructor=entry in perhaps or reason == WITHOUT_KEY,
            missing=reason == NOTHING_HANDED_IN,
        )


def _names_in(one: Skipped) -> tuple[str, ...]:
    """Return the names before the ending, and before the first ``_``, of a skipped file."""
    stem = one.name.rpartition("/")[2].rpartition(".")[0]
    return tuple({person_key(stem), person_key(stem.partition("_")[0])} - {""})


def _double_claims(roster: Roster, draft: RosterDraft) -> Iterator[str]:
    for row, entries in draft.unclear:
        yield f"{row.label} fits several students of the roster: {_named(entry.shown for entry in entries)}."
    rows: dict[RosterEntry, list[IntakeRow]] = defaultdict(list)
    for row, entry in draft.owners:
        rows[entry].append(row)
    for entry in roster.entries:
        if len(rows[entry]) > 1:
            every = _named(row.label for row in rows[entry])
            yield f"{every}: each is that of {entry.shown} of the roster, and is graded under an id of its own."


def _strangers(draft: RosterDraft) -> list[str]:
    """Return a note on each row that fits nobody in the roster; for many rows one note, which hides no other."""
    names = [row.label for row in draft.strangers]
    if len(names) <= SINGLE_NOTES:
        return [f"{name}: not in the roster." for name in names]
    many = f"{len(names):,} of {len(draft.rows):,} who handed in are not in the roster"
    return [f"{many}; look whether it is that of this class: {_named(names)}."]


def _other_names(draft: RosterDraft) -> list[str]:
    """Return a note on each student with another name in the roster, or one note on all."""
    others = [
        f"{row.label}: by the id this is {entry.shown} of the roster"
        for row, entry in draft.owners
        if have_other_names(row.student, entry.name)
    ]
    advice = "The names have nothing in common; look whether it is the roster of this class."
    if len(others) <= SINGLE_NOTES:
        return [f"{other}. {advice}" for other in others]
    return [f"{len(others):,} of {len(draft.rows):,} have other names in the roster ({_named(others)}). {advice}"]


def _none_found(rows: Sequence[IntakeRow], roster: Roster, hint: str) -> str:
    ids = _some(row.source_id or row.login or row.email or row.student for row in rows)
    keys = _some(entry.source_id or entry.login or entry.email for entry in roster.entries)
    return (
        f"{roster.shown}: none of its students handed in. Its ids, logins and addresses are such as {keys}; those who"
        f" handed in are known as {ids}{hint}"
    )


def _some(texts: Iterable[str]) -> str:
    return ", ".join([text for text in texts if text][:3]) or "(none)"


def _named(texts: Iterable[str]) -> str:
    return shortened_list(list(texts), NAMED)


class Team(NamedTuple):
    name: str
    members: tuple[RosterEntry, ...]


def teams_of(entries: Sequence[RosterEntry]) -> dict[str, Team]:
    """Return the groups by their names as compared; groups whose names differ only in signs cannot be told apart."""
    members: dict[str, dict[str, list[RosterEntry]]] = defaultdict(lambda: defaultdict(list))
    for entry in entries:
        for name in entry.groups if entry.is_student else ():
            members[_key(name)][name].append(entry)
    unique = {key: names.popitem() for key, names in members.items() if key and len(names) == 1}
    return {key: Team(name, tuple(every)) for key, (name, every) in unique.items()}


def _team_named(row: Identity, own: Sequence[RosterEntry], teams: Mapping[str, Team]) -> Team | None:
    """Return the group with the name of `row`, None if that is the name of a student; `own` have the ids of `row`."""
    names: tuple[str, ...] = (row.group, row.student, row.login)
    if own:
        is_own_name = len(own) != 1 or row.group or _key(row.student) == _key(own[0].name)
        names = () if is_own_name else (row.student,)
    return next((team for name in names if (team := teams.get(_key(name)))), None)


def _key(name: str) -> str:
    """Return the letters and digits of a group's name, for comparison."""
    return "".join(char for char in unicodedata.normalize("NFKC", name).casefold() if char.isalnum())
