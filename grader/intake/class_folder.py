"""Reads a whole class: one submission per person with work. Uncertain facts are reported, never guessed."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from msgspec import structs

from grader.errors import UserError, refuse_rows
from grader.intake.archives.unpacking import Scratch
from grader.intake.class_listing import AS_RECOGNIZED, ClassOptions, ListingReader, ReadListing
from grader.intake.class_places import ClassArchives
from grader.intake.file_names import as_choice, is_archive, is_unpackable, sheet_names, student_names
from grader.intake.git.checkout import WantedCommit, class_note
from grader.intake.main_file import NothingToGrade, SeveralToGrade, WantedSources
from grader.intake.safe_read import leads_to_folder, nearest_entry
from grader.intake.student_folder import Sources
from grader.intake.student_ids import ClaimedName, display_name, distinct_ids, folded, submission_id
from grader.intake.upload import ClassLayout, ClassListing, Person, Upload
from grader.intake.upload_sources import ReadUpload, read_upload
from grader.model.class_row import NOTHING_HANDED_IN, NOTHING_KNOWN, PLAIN, ClassInfo, NotGraded, Skipped
from grader.model.identity import Identity, identity_fields
from grader.model.instant import extended, parse_instant
from grader.model.sanitize import quoted, sanitize, shown_path
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission, WantedFiles
from grader.text.number_text import count_text, shortened_list

if TYPE_CHECKING:
    from grader.intake.roster.choices import ChoiceRow

IntakeRow: TypeAlias = Submission | NotGraded
"""A student of a class, before anything is graded."""
MAX_CLAIMS = 4


class _Claim(NamedTuple):
    person: Person
    upload: Upload

    @property
    def text(self) -> str:
        return _platforms_id(self.person) or self.person.name

    @property
    def key(self) -> str:
        """The id in small letters: on some systems the reports of `ada` and `ADA` would be the same file."""
        return folded(submission_id(self.text))

    @property
    def named(self) -> ClaimedName:
        """The claim for `distinct_ids`. Each member of a group has an own id."""
        written = self.upload.written
        return ClaimedName(self.text, written if len(self.upload.people) == 1 else f"{written}\0{self.text}")


class _Member(NamedTuple):
    identity: Identity
    upload: Upload
    notes: tuple[str, ...]  # one note if another upload claims the same id


def _members_of(uploads: Sequence[Upload]) -> tuple[list[_Member], tuple[str, ...]]:
    """Return each person of `uploads` once per upload, with a unique id; and notes on shared ids."""
    claims = [_Claim(person, one) for one in uploads for person in dict.fromkeys(one.people)]
    rivals: dict[str, list[_Claim]] = defaultdict(list)
    for claim in claims:
        rivals[claim.key].append(claim)
    notes = {key: _shared_note(of_one_id) for key, of_one_id in sorted(rivals.items())}
    ids = distinct_ids([claim.named for claim in claims])
    members = [
        _Member(_identity(identity, claim), claim.upload, notes[claim.key])
        for identity, claim in zip(ids, claims, strict=True)
    ]
    return members, tuple(note for several in notes.values() for note in several)


def _platforms_id(person: Person) -> str:
    return person.source_id or person.login or person.email


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
        doubt=sanitize(upload.doubt),
        # Only a platform's own names go back to the platform.
        upload=sanitize(upload.written.removesuffix("/")) if _platforms_id(person) or upload.group else "",
    )


def _shared_note(claims: Sequence[_Claim]) -> tuple[str, ...]:
    """Return a note on several claims to one id, and on the marks under this id."""
    if len(claims) < 2:  # noqa: PLR2004 - several
        return ()
    names = sorted(sanitize(claim.upload.written) for claim in claims)
    identity = submission_id(claims[0].text)
    note = (
        f"{shortened_list(names, MAX_CLAIMS)} name the same student, or nearly so: each is graded under an id of its"
        f" own, and marks given by hand under the id {identity} are not carried over."
    )
    return (note,)


MAX_SHOWN = 300  # characters of the name of a skipped file
MAX_REASON = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassIntake:
    """The content of a class's folder."""

    rows: tuple[IntakeRow, ...]
    """Submissions, then a row for each one that could not be read, both sorted by id; all ids are unique."""
    layout: ClassLayout | None = None
    """None if it is not known, or if sections have several."""
    info: ClassInfo = NOTHING_KNOWN
    """The facts about the class, such as entries that claim one id. Submissions have the same notes."""
    commits: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """By id of a repository's owner: the newest commits that could be graded, in words."""

    @property
    def submissions(self) -> tuple[Submission, ...]:
        return tuple(row for row in self.rows if isinstance(row, Submission))

    @property
    def problems(self) -> tuple[NotGraded, ...]:
        return tuple(row for row in self.rows if isinstance(row, NotGraded))

    def with_rows(
        self, rows: Iterable[IntakeRow], source: str, notes: Iterable[str], double_claims: Iterable[str] = ()
    ) -> ClassIntake:
        """Return the class with other `rows`, which `source` explains, and with more notes."""
        info = structs.replace(
            self.info,
            source=f"{self.info.source}; {source}",
            notes=(*self.info.notes, *notes),
            double_claims=(*self.info.double_claims, *double_claims),
        )
        return replace(self, rows=_ordered(rows), info=info)


def read_class(
    root: Path,
    module_spec: ModuleSpec,
    source_kib: int,
    files: WantedFiles | None = None,
    options: ClassOptions = AS_RECOGNIZED,
) -> ClassIntake:
    """
    Return the submissions of the class at `root`, a folder or a zip, and the problems of all others.

    Other files in a student's folder are read as far as `files` need them. UserError only if `root` is no class:
    missing, neither folder nor zip, a single submission, without submissions, or unlike `options`.
    """
    wanted = WantedSources(module_spec, source_kib, files)
    shown = shown_path(root)
    _refuse_no_place(root, shown)
    with Scratch() as scratch:
        read = ListingReader(wanted=wanted, archives=ClassArchives(scratch)).read(root, shown, options)
        _refuse_no_class(read.listing, shown, module_spec, options)
        listed, commit_note = _at_commit(read.listing.uploads, options, scratch)
        counting = _attempts(listed, options)
        members, shared = _members_of(counting)
        works = _works(members, options)
        uploads = {work: read_upload(work[0], wanted._replace(chosen=work[1])) for work in dict.fromkeys(works)}
        compared = {work[0]: work[0].earlier for work in works if options.best_attempt and not work[1]}
        attempts = ((one, read_upload(one, wanted).sources) for earlier in compared.values() for one in earlier)
        older = {one: sources for one, sources in attempts if sources is not None}
    rows = (
        _with_attempts(_row(member, uploads[work]), member, compared.get(work[0], ()), older)
        for member, work in zip(members, works, strict=True)
    )
    beside = _skipped_beside(read.listing.skipped, set(listed), {*counting, *older})
    skipped = (*beside, *(one for upload in uploads.values() for one in upload.skipped))
    notes = (*read.listing.notes, *commit_note, *_sections_note(read, [*uploads.values()]), *_best_note(len(older)))
    return ClassIntake(
        rows=_ordered(rows),
        layout=read.layout,
        commits={one.identity.id: one.upload.commits for one in members if one.upload.commits},
        info=_class_info(read, members, skipped, notes, shared),
    )


def _class_info(
    read: ReadListing,
    members: Sequence[_Member],
    skipped: Iterable[Skipped],
    notes: Iterable[str],
    double_claims: tuple[str, ...],
) -> ClassInfo:
    return ClassInfo(
        source=f"{read.title}, {count_text(sum(not member.upload.missing for member in members), 'submission')}",
        layout=read.layout.name if read.layout else "",
        skipped=tuple(map(_shown_skipped, skipped)),
        notes=tuple(sanitize(note, MAX_REASON) for note in notes),
        double_claims=double_claims,
    )


def _works(members: Sequence[_Member], options: ClassOptions) -> list[tuple[Upload, str]]:
    chosen = options.choices.files([member.identity for member in members]) if options.choices else {}
    return [(member.upload, _path(member.upload, chosen.get(member.identity.id, ""))) for member in members]


def _best_note(earlier: int) -> tuple[str, ...]:
    return (f"Of several attempts the best counts; earlier ones that are graded: {earlier:,}.",) if earlier else ()


def _ordered(rows: Iterable[IntakeRow]) -> tuple[IntakeRow, ...]:
    return tuple(sorted(rows, key=lambda row: (isinstance(row, NotGraded), row.id)))


def _attempts(uploads: Sequence[Upload], options: ClassOptions) -> Sequence[Upload]:
    """Return `uploads`, or the earlier attempts that a person or the due time chose."""
    if not any(one.earlier for one in uploads):
        return uploads
    members, _ = _members_of(uploads)
    people = [member.identity for member in members]
    files = options.choices.files(people) if options.choices else {}
    more = options.choices.extensions(people) if options.choices else {}
    owners = {member.upload: member.identity.id for member in members}
    return [
        _attempt_that_counts(one, files.get(owners[one], ""), options.attempts_until, more.get(owners[one], ""))
        for one in uploads
    ]


def _attempt_that_counts(upload: Upload, file: str, due: datetime | None, extension: str) -> Upload:
    """
    Return the attempt with the chosen `file` of the download, or else the last one in time.

    A `file` in a zip of the download says nothing about attempts. Without a `due` time, or an attempt known to be in
    time, the newest counts.
    """
    every = (upload, *upload.earlier)
    chosen = (one for one in every if any(file == part.source.name for part in one.files))
    limit = None if due is None else extended(due, extension)
    in_time = (one for one in every if limit and one.submitted_at and parse_instant(one.submitted_at) <= limit)
    return next(chain(chosen, in_time), upload)


def _skipped_beside(
    skipped: Iterable[Skipped], newest: Collection[Upload], read: Collection[Upload]
) -> Iterator[Skipped]:
    """Yield the skipped files if the uploads `read` count in place of the `newest` ones."""
    counting = {part.source.name for one in read if one not in newest for part in one.files}
    yield from (one for one in skipped if one.name.rpartition("/")[2] not in counting)
    for one in newest:
        if one not in read:
            yield from (Skipped(name=part.source.name, reason="another attempt is graded") for part in one.files)


def _path(upload: Upload, file: str) -> str:
    """Return the student's path of a chosen `file`, which may have its name in the download."""
    return next((part.path for part in upload.files if part.source.name == file), file)


def _at_commit(
    uploads: tuple[Upload, ...], options: ClassOptions, scratch: Scratch
) -> tuple[tuple[Upload, ...], tuple[str, ...]]:
    """
    Return `uploads`, repositories with the files of the wanted commit, and perhaps a note.

    UserError with a line for each row of the running command that chooses an unknown commit.
    """
    chosen: dict[Upload, ChoiceRow] = {}
    if options.choices is not None:
        members, _ = _members_of(uploads)
        rows = options.choices.about_work("commit", [member.identity for member in members])
        chosen = {one.upload: rows[one.identity.id] for one in members if one.identity.id in rows}
    if options.commit is None and not chosen:
        return uploads, ()
    from grader.intake.git.at_commit import uploads_at_commit

    wanted = [
        replace(options.commit or WantedCommit(), name=chosen[one].commit) if one in chosen else options.commit
        for one in uploads
    ]
    found, repositories = uploads_at_commit(uploads, wanted, scratch.new_folder("--deadline, --at"))
    if options.choices is not None:
        given, read = options.choices.given, zip(uploads, found, strict=True)
        wrong = ((chosen[old], new) for old, new in read if new.problem and not old.problem and old in chosen)
        refuse_rows([f"{row.place}: commit {quoted(row.commit)}: {new.problem}" for row, new in wrong if row in given])
    note = class_note(repositories, len(uploads), options.commit, chosen=len(chosen)) if options.commit else ""
    return found, (note,) if note else ()


def _sections_note(read: ReadListing, uploads: Sequence[ReadUpload]) -> tuple[str, ...]:
    several = sum(isinstance(one.problem, SeveralToGrade) or len(_acceptable(one)) > 1 for one in uploads)
    if read.layout is None or read.layout.name != PLAIN or not several or several * 2 < len(uploads):
        return ()
    what = f"{several:,} of {count_text(len(uploads), 'submission')} hold several files to grade"
    return (f"{what}: if they are the sections of a class, use --depth 2.",)


def _acceptable(upload: ReadUpload) -> tuple[str, ...]:
    return upload.problem.acceptable if isinstance(upload.problem, NothingToGrade) else ()


def _shown_skipped(one: Skipped) -> Skipped:
    return Skipped(name=sanitize(one.name, MAX_SHOWN), reason=sanitize(one.reason, MAX_REASON))


def _row(member: _Member, upload: ReadUpload) -> IntakeRow:
    if member.upload.missing:
        return NotGraded(**identity_fields(member.identity), reason=NOTHING_HANDED_IN, missing=True)
    if upload.sources is None:
        acceptable = _acceptable(upload)
        only = acceptable[0] if len(acceptable) == 1 else ""
        return NotGraded(**identity_fields(member.identity), reason=str(upload.problem), acceptable=only)
    return upload.sources.of(member.identity, (*member.notes, *map(sanitize, member.upload.notes)))


def _with_attempts(
    row: IntakeRow, member: _Member, earlier: Sequence[Upload], read: Mapping[Upload, Sources]
) -> IntakeRow:
    """Return `row` with the attempts of `earlier` that were `read`; the newest replaces a row without a submission."""
    attempts = []
    for one in earlier:
        if one in read:
            when = replace(row, submitted_at=sanitize(one.submitted_at), late=one.late, upload=sanitize(one.written))
            attempts.append(read[one].of(when, tuple(map(sanitize, one.notes))))
    if isinstance(row, Submission):
        return replace(row, attempts=tuple(attempts))
    if not attempts:
        return row
    first, *others = attempts
    why = sanitize(f"The newest attempt cannot be graded: {row.reason}")
    return replace(first, notes=(*member.notes, why, *first.notes), attempts=tuple(others))


def _refuse_no_place(root: Path, shown: str) -> None:
    if leads_to_folder(root) or (is_unpackable(root.name) and os.path.lexists(root)):
        return
    if is_archive(root.name) and os.path.lexists(root):
        raise UserError(f"{shown}: an archive; unpack it and name the folder that holds the submissions")
    nearest = None if os.path.lexists(root) else nearest_entry(root)
    if nearest is not None:
        raise UserError(f"{shown}: no such folder or zip; did you mean {quoted(nearest)}?")
    what = "neither a folder nor a zip" if os.path.lexists(root) else "no such folder or zip"
    raise UserError(f"{shown}: {what}; name the one that holds the submissions")


def _refuse_no_class(listing: ClassListing, shown: str, module_spec: ModuleSpec, options: ClassOptions) -> None:
    """Raise UserError if `listing` is that of a single submission or of nothing."""
    names = sheet_names(module_spec)
    if not listing.uploads:
        files = as_choice(student_names(module_spec))
        where = "" if options.depth is None else f" at --depth {options.depth}"
        skipped = shortened_list([_shown_skipped(one).text for one in listing.skipped], MAX_CLAIMS)
        raise UserError(
            f"{shown}: no submissions{where}; each is a folder with {as_choice(names)} in it, or a file {files}"
            f"{f'; here is {skipped}' if skipped else ''}"
        )
    if all(upload.written in names for upload in listing.uploads):
        name = listing.uploads[0].written
        raise UserError(f"{shown}: holds {name} itself, so it is one submission: use `grader check {shown}`")
