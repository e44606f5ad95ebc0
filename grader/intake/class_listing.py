"""Lists a class's folder: recognizes the layout, even inside wrapping folders and sections."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from grader.errors import UserError
from grader.intake.archives.members import TO_LOOK_INTO, Allowance
from grader.intake.archives.unpacking import outer_names
from grader.intake.class_places import (
    SEVERAL,
    ClassArchives,
    ClassPlace,
    Sections,
    are_sections,
    holds_several_students,
    sections_of,
    start_place,
    visible_entries,
    work_entries,
    wrapped_places,
)
from grader.intake.file_names import (
    as_choice,
    is_candidate,
    is_code,
    is_misnamed,
    is_unpackable,
    python_name,
    remedy,
    student_in_name,
    student_names,
    unpacked_name,
)
from grader.intake.git.checkout import WantedCommit
from grader.intake.main_file import WantedSources
from grader.intake.safe_read import Entry, is_bare, is_dead_link, is_ignored, leads_to_folder, list_folder
from grader.intake.student_folder import read_folder
from grader.intake.student_ids import folded, submission_id
from grader.intake.upload import ClassLayout, ClassListing, Person, Upload, UploadedFile, WrongLayout, folder_problem
from grader.model.class_row import PLAIN, Skipped
from grader.model.identity import ClassIds
from grader.model.sanitize import sanitize, shown_path
from grader.model.spec import ModuleSpec

if TYPE_CHECKING:
    from grader.intake.roster.choices import Choices


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassOptions:
    """The command line's options on the class's folder."""

    layouts: tuple[ClassLayout, ...] = ()
    """The layouts of platforms, of which the first that recognizes the class counts; empty for people's own folders."""
    insist: bool = False
    """Whether the class must have the only layout in `layouts`."""
    depth: int | None = None
    """The depth of students' entries: 2 for ``section/student``; None to recognize it."""
    choices: Choices | None = None
    """The files and commits that a person chose for students."""
    attempts_until: datetime | None = None
    """The last attempt until then counts, or until the end of the student's extension; None for the newest."""
    best_attempt: bool = False
    commit: WantedCommit | None = None
    """The commit to grade; None for the files that lie beside the repository."""


AS_RECOGNIZED = ClassOptions()
MAX_ARCHIVES = 30
"""Up to so many archives beside each other may be sections; more are students'."""


PLAIN_LAYOUT = ClassLayout(
    name=PLAIN, title="a folder or file per student", module=__name__, ids=ClassIds(named_by_people=True)
)
"""The layout that people make without a platform. It has no sure signs: whatever no platform recognizes is read so."""
EXPECTED = ""


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per folder, code file and archive directly in `root`."""
    uploads: list[Upload] = []
    # Archives and files with wrong endings count only without other work of the same student beside them.
    others: list[Upload] = []
    skipped: list[Skipped] = []
    for entry in _entries(root, module_spec):
        if entry.is_folder:
            uploads.append(_folder_upload(root, entry))
        elif is_code(entry.name, module_spec):
            uploads.append(_file_upload(root, entry, module_spec))
        elif is_unpackable(entry.name) or is_misnamed(entry.name, module_spec):
            others.append(_file_upload(root, entry, module_spec))
        else:
            what = "neither Python nor a notebook" if module_spec.notebooks else "not Python"
            reason = remedy(entry.name, module_spec) or what
            skipped.append(Skipped(name=entry.name, reason=reason))
    by_claim = {_claim(upload): upload.written for upload in uploads}
    gradable = frozenset(upload.written for upload in uploads if not upload.problem)
    allowance = Allowance(TO_LOOK_INTO)
    for other in others:
        beside = by_claim.get(_claim(other))
        unpacked = "" if beside is None else f"{sanitize(beside)} is read instead"
        if reason := unpacked or _held_too(other, gradable, allowance):
            skipped.append(Skipped(name=other.written, reason=reason))
        else:
            uploads.append(other)
    return ClassListing(uploads=tuple(uploads), skipped=tuple(sorted(skipped, key=lambda one: one.name)))


def _entries(root: Path, module_spec: ModuleSpec) -> Iterator[Entry]:
    """Yield the visible entries; a link in place of a folder, which is reported and not followed, counts as one."""
    for entry in list_folder(root, shown_path(root)):
        if not is_ignored(entry.name):
            path = root / entry.name
            is_dead = not is_code(entry.name, module_spec) and is_dead_link(path)
            yield entry._replace(is_folder=entry.is_folder or leads_to_folder(path) or is_dead)


def _folder_upload(root: Path, entry: Entry) -> Upload:
    folder = root / entry.name
    name = entry.name.removesuffix(".git") if is_bare(folder) else entry.name
    return Upload(
        written=f"{entry.name}/",
        people=(Person(name=name or entry.name),),
        folder=folder,
        problem=folder_problem(folder),
    )


def _file_upload(root: Path, entry: Entry, module_spec: ModuleSpec) -> Upload:
    is_file = is_code(entry.name, module_spec) or is_misnamed(entry.name, module_spec)
    code_name = python_name(entry.name, module_spec) if is_file else f"{unpacked_name(entry.name)}.py"
    nobody = is_candidate(code_name, module_spec)
    names = student_names(module_spec) if is_file else ("<student>.zip",)
    problem = (
        f"names no student; name it {as_choice(names)}, or use `grader check` if the whole folder is one submission"
    )
    # The whole name claims no student's id.
    name = entry.name if nobody else student_in_name(code_name, module_spec.module)
    return Upload(
        written=entry.name,
        people=(Person(name=name),),
        files=(UploadedFile(source=root / entry.name, path=entry.name),),
        any_name=is_file,
        problem=problem if nobody else "",
    )


def _held_too(archive: Upload, names: frozenset[str], allowance: Allowance) -> str:
    """Return why `archive` is no student's work: it holds the entries `names` beside it; else nothing."""
    if len(names) < SEVERAL or archive.any_name:
        return ""
    inside = outer_names(archive.files[0].source, allowance)
    held = sorted(name for name in names if name.removesuffix("/") in inside)
    if len(held) < SEVERAL:  # a single one may be a partner's folder that this student handed in, too
        return ""
    return f"holds {sanitize(held[0])} and {len(held) - 1:,} more, which are read instead"


def _claim(upload: Upload) -> str:
    return folded(submission_id(upload.people[0].name))


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadListing:
    """The listing of a class, and the way it was read."""

    layout: ClassLayout | None  # None if sections have several
    title: str
    listing: ClassListing


@dataclass(frozen=True, slots=True, kw_only=True)
class ListingReader:
    wanted: WantedSources
    archives: ClassArchives
    """Unpacks archives into folders, in which files of the listing may lie."""

    def read(self, root: Path, shown: str, options: ClassOptions) -> ReadListing:
        """
        Return the listing of the class at `root`, which messages call `shown`.

        UserError for an archive that cannot be unpacked, or a class unlike `options`.
        """
        start = start_place(root, shown, self.archives)
        named = options.layouts[0] if options.insist else PLAIN_LAYOUT
        if options.depth is not None:
            return self._read_sections(sections_of(start, options.depth - 1, self.archives), options.layouts, named)
        places = list(wrapped_places(start, self.archives, self.wanted.module_spec))
        found = self._read_as_platforms(places, options.layouts)
        if found is not None:
            return found
        return self._read_named(places, named) if options.insist else self._read_plain(places, options.layouts)

    def _read_as_platforms(self, places: Sequence[ClassPlace], layouts: Sequence[ClassLayout]) -> ReadListing | None:
        """Return the listing of the first of `places` with one of `layouts`, itself or in all its sections."""
        for place in places:
            layout = self._recognized(place, layouts)
            if layout is not None:
                return ReadListing(layout=layout, title=layout.title, listing=self._listing(layout, place))
            entries = work_entries(place, self.wanted.module_spec)
            if len(entries) > 1 and self._may_be_sections(place, entries, layouts):
                sections = sections_of(place, 1, self.archives)
                filled = [one for one in sections.places if visible_entries(one.folder)]
                # A single one may be a student's work, beside the work of others.
                first = self._recognized(filled[0], layouts) if len(filled) >= SEVERAL else None
                if first is not None and all(self._recognized(one, [first]) for one in filled):
                    return self._read_sections(sections, [], first)
        return None

    def _may_be_sections(self, place: ClassPlace, entries: Sequence[Entry], layouts: Sequence[ClassLayout]) -> bool:
        """Return whether all `entries` are folders, or archives if the first of them is a platform's."""
        archives = [entry for entry in entries if not entry.is_folder]
        if not archives:
            return True
        if len(archives) > MAX_ARCHIVES or not all(is_unpackable(entry.name) for entry in archives):
            return False
        with contextlib.suppress(UserError):
            first = self.archives.unpack(place.folder / archives[0].name, place.shown, archives[0].name)
            inside = replace(place, folder=first.folder)
            return any(
                self._recognized(one, layouts) for one in wrapped_places(inside, self.archives, self.wanted.module_spec)
            )
        return False

    def _read_named(self, places: Sequence[ClassPlace], layout: ClassLayout) -> ReadListing:
        """Return the listing of the first of `places` that can be read as `layout`; UserError without one."""
        for place in places:
            with contextlib.suppress(UserError):
                return ReadListing(layout=layout, title=layout.title, listing=self._listing(layout, place))
        return ReadListing(layout=layout, title=layout.title, listing=self._listing(layout, places[0]))

    def _read_plain(self, places: Sequence[ClassPlace], special: Sequence[ClassLayout]) -> ReadListing:
        place = next((place for place in reversed(places[1:]) if self._holds_class(place)), places[0])
        if are_sections(place.folder, self.wanted):
            return self._read_sections(sections_of(place, 1, self.archives), special)
        where = f", in {sanitize(place.inner)}" if place.inner else ""
        title = f"{PLAIN_LAYOUT.title}{where}"
        return ReadListing(layout=PLAIN_LAYOUT, title=title, listing=self._listing(PLAIN_LAYOUT, place))

    def _holds_class(self, place: ClassPlace) -> bool:
        """Return whether the folder `place`, with nothing beside it, is the class itself and not one student's work."""
        if not holds_several_students(place.folder, self.wanted.module_spec, is_wrapped=place.is_wrapped):
            return False
        if place.is_wrapped:
            return True
        try:  # a folder that can be graded as one student's is no class
            read_folder(place.folder, place.shown, self.wanted)
        except UserError:
            return True
        return False

    def _read_sections(
        self, sections: Sections, special: Sequence[ClassLayout], otherwise: ClassLayout = PLAIN_LAYOUT
    ) -> ReadListing:
        """Return the listing of all `sections`; a section without a layout of `special` is read as `otherwise`."""
        uploads: list[Upload] = []
        skipped = list(sections.skipped)
        notes: list[str] = []
        layouts: list[ClassLayout] = []
        for place in sections.places:
            layout = self._recognized(place, special) or otherwise
            listing = self._section_listing(layout, place)
            layouts += [layout] if listing.uploads else []
            uploads += [_in_section(upload, place) for upload in listing.uploads]
            skipped += listing.skipped
            notes += listing.notes
        count = len(sections.places)
        where = f", in {count:,} sections" if count != 1 else ""
        listing = ClassListing(uploads=tuple(uploads), skipped=tuple(skipped), notes=tuple(dict.fromkeys(notes)))
        by_title = {layout.title: layout for layout in layouts}
        return ReadListing(
            layout=layouts[0] if len(by_title) == 1 else None,
            title=f"{' and '.join(by_title) or PLAIN_LAYOUT.title}{where}",
            listing=listing,
        )

    def _section_listing(self, layout: ClassLayout, place: ClassPlace) -> ClassListing:
        """Return the listing of a section; an unreadable section is skipped."""
        if not visible_entries(place.folder):
            return ClassListing(uploads=(), skipped=(Skipped(name=place.inner, reason="an empty section"),))
        try:
            return self._listing(layout, place)
        except UserError as error:
            reason = str(error).removeprefix(f"{place.shown}: ")
            return ClassListing(uploads=(), skipped=(Skipped(name=place.inner, reason=reason),))

    def _recognized(self, place: ClassPlace, layouts: Sequence[ClassLayout]) -> ClassLayout | None:
        with contextlib.suppress(UserError):  # reading an unreadable folder reports the problem
            return next((one for one in layouts if one.recognizes(place.folder, self.wanted.module_spec)), None)
        return None

    def _listing(self, layout: ClassLayout, place: ClassPlace) -> ClassListing:
        """Return the content of `place`, with the paths of skipped files from the class's folder."""
        try:
            listing = layout.read(place.folder, self.wanted.module_spec)
        except WrongLayout as error:
            raise UserError(f"{place.shown}: {error}") from None
        inner = tuple(replace(one, name=f"{place.inner}{one.name}") for one in listing.skipped)
        return replace(listing, skipped=(*place.skipped, *inner))


def _in_section(upload: Upload, place: ClassPlace) -> Upload:
    people = tuple(replace(person, section=person.section or place.section) for person in upload.people)
    return replace(upload, written=f"{place.inner}{upload.written}", people=people)
