"""
Moodle's "Download all submissions": a folder per student, ``Ada Lovelace_301_assignsubmission_file/``.

Before Moodle 4.1 the folders' names end in one more underscore. Without "Download submissions in folders" all files lie
in one folder, ``Ada Lovelace_301_assignsubmission_file_tictactoe.py``. The number is that of "Participant 301" in the
grading worksheet, so names are never needed to find the row. With group submission it is the group's number instead,
which says nothing about its members, and who is in no group has an entry without a number.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.intake.safe_read import Entry
from grader.intake.upload import NOTHING, ClassListing, Person, Upload, UploadedFile, folder_problem
from grader.model.class_row import Skipped
from grader.model.identity import ClassIds, Identity, IdKind
from grader.model.spec import ModuleSpec
from grader.platforms.downloads import download_entries, mostly_like, not_like, written_name
from grader.platforms.feedback_zip import MAX_NAME, PAGE, PageName, file_name_part

ENTRY = re.compile(
    r"(?P<name>.+?)(?:_(?P<id>[0-9]{1,20}))?_assignsubmission_(?P<kind>[a-z][a-z0-9]*)(?:_(?P<file>.*))?", re.DOTALL
)
NUMBERED = re.compile(r"(?P<word>.*\D) ?[0-9]{1,6}", re.DOTALL)
LETTERED = re.compile(r"(?P<word>.*[^ ]) [A-Z]", re.DOTALL)
GROUP_WORDS = (
    "group",
    "groupe",
    "groep",
    "grup",
    "grupa",
    "grupo",
    "grupp",
    "gruppe",
    "gruppo",
    "ryhmä",
    "skupina",
    "team",
    "equipe",
    "équipe",
    "equipo",
    "группа",
    "команда",
)
EXPECTED = "folders such as `Ada Lovelace_301_assignsubmission_file`"
TYPED = "text that was typed into Moodle, no file"
OTHER_KIND = "not a file that was handed in"
GROUPS = "Groups handed in, and Moodle does not say who is in them; a roster with a column for groups does."
REMEDY = "ask the student for the file"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """An entry with a name that Moodle made."""

    entry: Entry
    name: str
    """Of the student or the group."""
    id: str
    """The number of the participant or the group; empty for the group of those who are in no group."""
    kind: str
    """``file``, ``onlinetext``, or another kind of submission."""
    file: str
    """What the student called the file, if the entry is not a folder."""

    @property
    def owner(self) -> str:
        """What is equal for the entries of one student."""
        return self.id or self.name


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether most entries have names that Moodle makes."""
    return mostly_like(download_entries(root), lambda entry: _named(entry) is not None, module_spec)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per student or group."""
    entries = download_entries(root)
    named = [found for found in map(_named, entries) if found is not None]
    if not named:
        return NOTHING
    like = {found.entry for found in named}
    skipped = [not_like(entry, EXPECTED, module_spec) for entry in entries if entry not in like]
    by_owner: dict[str, list[_Named]] = defaultdict(list)
    for found in named:
        by_owner[found.owner].append(found)
    display = _display(named)
    uploads: list[Upload] = []
    for owned in by_owner.values():
        work = list(_work(root, owned, display))
        uploads += work or [replace(_upload(owned[0], display), problem=f"{_why_not(owned[0])}; {REMEDY}")]
        skipped += _not_graded(owned if work else owned[1:])
    notes = (GROUPS,) if display.groups else ()
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped), notes=notes)


def _named(entry: Entry) -> _Named | None:
    found = ENTRY.fullmatch(entry.name)
    # A folder's name ends after the kind or with one underscore; a file's has the student's file name there.
    if found is None or bool(found["file"]) == entry.is_folder:
        return None
    return _Named(entry=entry, name=found["name"], id=found["id"] or "", kind=found["kind"], file=found["file"] or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Display:
    """How the owners of a download are shown."""

    groups: bool
    blind: bool
    """Whether all have one name, such as "Participant", because the students are anonymous."""

    def person(self, owner: _Named) -> Person:
        """Return the student, or the group, that `owner` names."""
        if self.groups:  # the group's number is no participant's, so no row may be found by it
            return Person(name=owner.name)
        return Person(name=f"{owner.name} {owner.id}" if self.blind else owner.name, source_id=owner.id)

    def group(self, owner: _Named) -> str:
        """Return the name of the group, empty if students handed in alone."""
        return owner.name if self.groups else ""


def _display(named: Sequence[_Named]) -> _Display:
    owners = {found.owner: found for found in named}
    names = [found.name for found in owners.values()]
    # Who is in no group has an entry without a number, called "Default group" in the language of the site.
    default = any(not found.id and any(word in found.name.casefold() for word in GROUP_WORDS) for found in named)
    groups = default or _are_groups(names)
    blind = not groups and (set(names) == {"Participant"} or (len(names) > 1 and len(set(names)) == 1))
    return _Display(groups=groups, blind=blind)


def _are_groups(names: Sequence[str]) -> bool:
    """Return whether all are called like groups: "Team 7", "Group B"."""
    found = [NUMBERED.fullmatch(name) or LETTERED.fullmatch(name) for name in names]
    words = {one["word"].strip().casefold() for one in found if one is not None}
    return all(found) and len(words) == 1 and words.pop().endswith(GROUP_WORDS)


def _work(root: Path, owned: Sequence[_Named], display: _Display) -> Iterator[Upload]:
    """Yield an upload per folder of files, and one for files without a folder."""
    files = [found for found in owned if found.kind == "file"]
    for found in files:
        if found.entry.is_folder:
            folder = root / found.entry.name
            yield replace(_upload(found, display), folder=folder, problem=folder_problem(folder))
    alone = [found for found in files if not found.entry.is_folder]
    if alone:
        together = tuple(UploadedFile(source=root / one.entry.name, path=one.file) for one in alone)
        yield replace(_upload(alone[0], display), files=together)


def _upload(found: _Named, display: _Display) -> Upload:
    return Upload(written=written_name(found.entry), people=(display.person(found),), group=display.group(found))


def _why_not(found: _Named) -> str:
    return TYPED if found.kind == "onlinetext" else OTHER_KIND


def _not_graded(owned: Sequence[_Named]) -> list[Skipped]:
    return [Skipped(name=written_name(one.entry), reason=_why_not(one)) for one in owned if one.kind != "file"]


NUMBER = re.compile(r"_([0-9]{1,20})_assignsubmission_", re.ASCII)


def page_name(who: Identity, ids: ClassIds) -> PageName | None:
    """Return the name with the participant's number; the underscore at its end is needed by Moodle before 4.1."""
    if who.group:  # the download has the number of the group
        return None
    found = NUMBER.search(who.upload)
    is_participant = ids.kinds == {IdKind.MOODLE_PARTICIPANT} and who.source_id.isascii() and who.source_id.isdigit()
    number = found[1] if found else who.source_id if is_participant else ""
    return PageName(f"{_plain(who.student)}_{number}_assignsubmission_file_/{PAGE}", number) if number else None


def _plain(name: str) -> str:
    """Return a name that can be no number, without the underscores that separate the parts of a file's name."""
    plain = file_name_part(name, " ")[:MAX_NAME].strip()
    return plain if plain and not plain.isdigit() else f"student {plain}".strip()
