"""
A class with its roster: what the roster says of each student, a row for who handed in nothing, members for groups.

Who is who is found by ids, logins and addresses, never by names. What fits several students stays as it is, and is
reported.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from grader.errors import UserError
from grader.intake.class_folder import ClassIntake
from grader.intake.file_names import shortened_list
from grader.intake.roster.draft import HandedIn, RosterDraft, draft_of
from grader.intake.roster.roster import Roster
from grader.model.class_row import NOTHING_HANDED_IN, NotGraded
from grader.model.identity import Identity
from grader.model.person_match import UNKNOWN_IDS, have_other_names
from grader.model.submission import Submission

SINGLE_NOTES = 5
"""So many notes of one kind are given one by one."""
NAMED = 20
"""Students that a note names."""
WITHOUT_KEY = (
    "the roster has no id, login or e-mail address of this student, so nothing could be found; add one of them"
)


def with_roster(intake: ClassIntake, roster: Roster) -> ClassIntake:
    """
    Return the class with what `roster` says.

    UserError if no student of the roster is found among those who handed in: then its ids are other ones.
    """
    rows: list[HandedIn] = [*intake.submissions, *intake.problems]
    draft = draft_of(rows, roster, intake.layout.ids if intake.layout else UNKNOWN_IDS)
    if rows and not draft.owners and not draft.unclear:
        hint = intake.layout.roster_hint if intake.layout else ""
        raise UserError(_none_found(rows, roster, hint))
    everybody = [*draft.rows, *_absent(roster, draft)]
    count = sum(entry.is_student for entry in roster.entries)
    return dataclasses.replace(
        intake,
        submissions=tuple(sorted((row for row in everybody if isinstance(row, Submission)), key=_by_id)),
        problems=tuple(sorted((row for row in everybody if isinstance(row, NotGraded)), key=_by_id)),
        info=dataclasses.replace(
            intake.info,
            source=f"{intake.info.source}; roster of {count:,} student{'s' * (count != 1)}",
            notes=(*intake.info.notes, *roster.notes, *_strangers(draft), *_other_names(draft)),
            double_claims=(*intake.info.double_claims, *_double_claims(roster, draft)),
        ),
    )


def _by_id(row: Identity) -> str:
    return row.id


def _absent(roster: Roster, draft: RosterDraft) -> Iterator[NotGraded]:
    """Yield a row for each student of the roster who has none."""
    found = {owner.entry.line for owner in draft.owners}
    perhaps = {entry.line: row for row, entries in draft.unclear for entry in entries}
    for entry in roster.entries:
        if entry.line in found or not entry.is_student:
            continue
        reason = NOTHING_HANDED_IN if entry.keys else WITHOUT_KEY
        if entry.line in perhaps:
            reason = f"{perhaps[entry.line].label} may be theirs or somebody else's; say in the roster whose it is"
        yield NotGraded(
            id=draft.free_id(entry),
            student=entry.name or entry.source_id or entry.login or entry.email,
            source_id=entry.source_id,
            login=entry.login,
            email=entry.email,
            section=entry.section,
            extension=entry.extension,
            reason=reason,
            missing=reason == NOTHING_HANDED_IN,
        )


def _double_claims(roster: Roster, draft: RosterDraft) -> Iterator[str]:
    for row, entries in draft.unclear:
        yield f"{row.label} fits several students of the roster: {_named(entry.shown for entry in entries)}."
    rows: dict[int, list[HandedIn]] = defaultdict(list)
    for owner in draft.owners:
        rows[owner.entry.line].append(owner.row)
    for entry in roster.entries:
        if len(rows[entry.line]) > 1:
            every = _named(row.label for row in rows[entry.line])
            yield f"{every}: each is that of {entry.shown} of the roster, and is graded under an id of its own."


def _strangers(draft: RosterDraft) -> Iterator[str]:
    """Yield a note on each row of nobody in the roster, or one on all of them, among which no other note is lost."""
    names = [row.label for row in draft.strangers]
    if len(names) <= SINGLE_NOTES:
        yield from (f"{name}: not in the roster." for name in names)
        return
    yield (
        f"{len(names):,} of {len(draft.rows):,} who handed in are not in the roster; look whether it is that of this"
        f" class: {_named(names)}."
    )


def _other_names(draft: RosterDraft) -> Iterator[str]:
    """Yield a note on each student whom the roster calls otherwise, or one on all of them."""
    others = [
        f"{owner.row.label}: by the id this is {owner.entry.shown} of the roster"
        for owner in draft.owners
        if have_other_names(owner.row.student, owner.entry.name)
    ]
    advice = "The names have nothing in common; look whether it is the roster of this class."
    if len(others) <= SINGLE_NOTES:
        yield from (f"{other}. {advice}" for other in others)
        return
    yield f"{len(others):,} of {len(draft.rows):,} have other names in the roster ({_named(others)}). {advice}"


def _none_found(rows: Sequence[HandedIn], roster: Roster, hint: str) -> str:
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
