"""Who handed in an upload: each person's identity, and notes on uploads that claim one id."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.intake.file_names import shortened_list
from grader.intake.student_ids import ClaimedName, display_name, distinct_ids, folded, submission_id
from grader.intake.upload import Person, Upload
from grader.model.identity import Identity
from grader.model.sanitize import sanitize

if TYPE_CHECKING:
    from collections.abc import Sequence

MAX_CLAIMS = 4
"""Entries that a note names, of those that claim one id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassMember:
    """One person of an upload."""

    identity: Identity
    upload: Upload
    notes: tuple[str, ...] = ()
    """One if another upload claims the same id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    """Everybody who handed in something, in the order of the uploads."""

    members: tuple[ClassMember, ...]
    shared: tuple[str, ...]
    """Notes on uploads that claim one id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Claim:
    """A person of an upload, and the id that they claim."""

    person: Person
    upload: Upload

    @property
    def text(self) -> str:
        """What the id is made of: the platform's own id where it gives one."""
        return self._platforms_id or self.person.name

    @property
    def is_platforms(self) -> bool:
        """Whether a platform gave the id."""
        return self._platforms_id != ""

    @property
    def _platforms_id(self) -> str:
        return self.person.source_id or self.person.login or self.person.email

    @property
    def key(self) -> str:
        """The id without the case of letters: on some systems the reports of `ada` and `ADA` would be the same file."""
        return folded(submission_id(self.text))

    @property
    def named(self) -> ClaimedName:
        """The claim as ids are made of it; each member of a group has an id of their own."""
        written = self.upload.written
        return ClaimedName(self.text, written if len(self.upload.people) == 1 else f"{written}\0{self.text}")


def members_of(uploads: Sequence[Upload]) -> Members:
    """Return each person of `uploads` once per upload, with an id that nobody else has."""
    claims = [_Claim(person=person, upload=one) for one in uploads for person in dict.fromkeys(one.people)]
    rivals: dict[str, list[_Claim]] = defaultdict(list)
    for claim in claims:
        rivals[claim.key].append(claim)
    ids = distinct_ids([claim.named for claim in claims])
    members = [
        ClassMember(identity=_identity(identity, claim), upload=claim.upload, notes=_shared_note(rivals[claim.key]))
        for identity, claim in zip(ids, claims, strict=True)
    ]
    return Members(
        members=tuple(members), shared=tuple(note for key in sorted(rivals) for note in _shared_note(rivals[key]))
    )


def _identity(identity: str, claim: _Claim) -> Identity:
    person, upload = claim.person, claim.upload
    return Identity(
        id=identity,
        student=display_name(person.name or claim.text),
        source_id=sanitize(person.source_id),
        login=sanitize(person.login),
        email=sanitize(person.email),
        group=sanitize(upload.group),
        section=sanitize(person.section),
        late=upload.late,
        submitted_at=sanitize(upload.submitted_at),
        # What no platform made is not handed back to one.
        upload=sanitize(upload.written.removesuffix("/")) if claim.is_platforms or upload.group else "",
    )


def _shared_note(claims: Sequence[_Claim]) -> tuple[str, ...]:
    """Return a note if there are several claims on one id; it also says what becomes of the marks under that id."""
    if len(claims) < 2:  # noqa: PLR2004 - several
        return ()
    names = sorted(sanitize(claim.upload.written) for claim in claims)
    identity = submission_id(claims[0].text)
    note = (
        f"{shortened_list(names, MAX_CLAIMS)} name the same student, or nearly so: each is graded under an id of its"
        f" own, and marks given by hand under the id {identity} are not carried over."
    )
    return (note,)
