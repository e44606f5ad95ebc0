"""
Canvas's "Download Submissions": all files in one folder, ``lovelaceada_LATE_4711_59876_tictactoe.py``.

The name is that of the student (or of the group, whose number is that of one member), then the user's id, which is the
"ID" of Canvas's gradebook, and the id of the attachment. With anonymous grading ``anon_`` and a code stand in place of
name and id. What was typed into Canvas ends in ``_text.html`` or, if it is a link, in ``_link.html``.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.intake.folder_scan import Entry
from grader.intake.upload import NOTHING, ClassListing, Person, Upload, UploadedFile, folder_problem
from grader.model.class_info import Skipped
from grader.model.spec import ModuleSpec
from grader.platforms.canvas.file_names import CanvasName, read_names
from grader.platforms.canvas.renamed_files import NewerFile, newest_files
from grader.platforms.downloads.entries import (
    download_entries,
    may_be_work,
    not_like,
    written_name,
)

EXPECTED = "files such as `lovelaceada_4711_59876_tictactoe.py`"
TYPED = {
    "text": "text that was typed into Canvas, no file; ask the student for the file",
    "link": "a link that was handed in instead of a file; ask the student for the file",
}


def recognizes(root: Path, module_spec: ModuleSpec) -> bool:
    """Return whether all that may be a student's work has names that Canvas makes and that fit together."""
    entries = download_entries(root)
    names = read_names([entry.name for entry in entries])
    strangers = [one for one in entries if one.name not in names and may_be_work(one, module_spec)]
    return bool(names) and not strangers and _fit_together(entries, names)


def read(root: Path, module_spec: ModuleSpec) -> ClassListing:
    """Return one upload per user."""
    entries = download_entries(root)
    names = read_names([entry.name for entry in entries])
    if not names:
        return NOTHING
    skipped = [not_like(entry, EXPECTED, module_spec) for entry in entries if entry.name not in names]
    by_user: dict[tuple[str, str], list[Entry]] = defaultdict(list)
    for entry in entries:
        if entry.name in names:  # two names under one id are two claims on it
            by_user[names[entry.name].user, names[entry.name].name].append(entry)
    uploads: list[Upload] = []
    for owned in by_user.values():
        listing = _of_user(root, owned, names)
        uploads += listing.uploads
        skipped += listing.skipped
    return ClassListing(uploads=tuple(uploads), skipped=tuple(skipped))


def _fit_together(entries: Sequence[Entry], names: dict[str, CanvasName]) -> bool:
    """Return whether no attachment is there twice and users have one name, as ids never do but other numbers might."""
    # A folder may be the unpacked zip beside it; in what is doubted the number may be none.
    sure = [names[one.name] for one in entries if one.name in names and not (one.is_folder or names[one.name].doubt)]
    attachments = [name.attachment for name in sure if name.attachment]
    users = Counter(user for user, _ in {(name.user, name.name) for name in names.values()})
    # One student with an odd name must not change how a class is read.
    several = sum(count > 1 for count in users.values())
    return len(set(attachments)) == len(attachments) and several * 2 < len(users)


def _of_user(root: Path, owned: Sequence[Entry], names: dict[str, CanvasName]) -> ClassListing:
    """Return the upload of one user, and which of their files are not part of it."""
    files = [entry for entry in owned if not entry.is_folder and not names[entry.name].typed]
    first = names[owned[0].name]
    if files:
        return _of_files(root, files, owned, names)
    if len(owned) == 1 and owned[0].is_folder:  # a zip that the instructor unpacked
        folder = root / owned[0].name
        return ClassListing(uploads=(replace(_upload(owned, first), folder=folder, problem=folder_problem(folder)),))
    problem = TYPED[first.typed] if first.typed else "folders of one user; put the files into one of them"
    skipped = tuple(Skipped(name=written_name(entry), reason="not a file that was handed in") for entry in owned[1:])
    return ClassListing(uploads=(replace(_upload(owned, first), problem=problem),), skipped=skipped)


def _of_files(root: Path, files: Sequence[Entry], owned: Sequence[Entry], names: dict[str, CanvasName]) -> ClassListing:
    newest = newest_files(
        [NewerFile(written=one.name, path=names[one.name].file, order=int(names[one.name].attachment)) for one in files]
    )
    others = [entry for entry in owned if entry not in files]
    skipped = [
        *(Skipped(name=name, reason=reason) for name, reason in newest.older.items()),
        *(Skipped(name=written_name(entry), reason="not a file that was handed in") for entry in others),
    ]
    kept = tuple(UploadedFile(source=root / written, path=path) for written, path in newest.kept.items())
    upload = _upload(files, names[files[0].name], newest.notes)
    return ClassListing(uploads=(replace(upload, written=next(iter(newest.kept)), files=kept),), skipped=tuple(skipped))


def _upload(owned: Sequence[Entry], first: CanvasName, notes: Sequence[str] = ()) -> Upload:
    return Upload(
        written=written_name(owned[0]),
        people=(Person(name=first.name or f"anonymous {first.user}", source_id=first.user),),
        late=first.late,
        notes=(*notes, *((first.doubt,) if first.doubt else ())),
    )
