"""The files of one upload: a folder is read where it lies, other files are copied to a private folder."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from grader.errors import UserError
from grader.intake.file_names import shortened_list
from grader.intake.folder_scan import find_files
from grader.intake.other_files import entries_of
from grader.intake.scratch import opened_scratch
from grader.intake.staging import Stage
from grader.intake.student_folder import NothingToGrade, Sources, WantedSources, read_file, read_folder
from grader.intake.unpackable import is_unpackable
from grader.intake.upload import Upload, UploadedFile
from grader.model.class_info import Skipped
from grader.model.sanitize import sanitize, shown_path

MAX_NESTING = 3
"""Archives that may lie one in the other."""
MAX_NAMED = 3
"""Archives that a note names."""
MAX_SKIPPED = 20
"""Files of one upload that the class's reports name: one student's files must not hide other students'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadUpload:
    """What was read of an upload: sources, or a problem."""

    sources: Sources | None = None
    problem: UserError | None = None
    """Its text names the entry of the upload."""
    skipped: tuple[Skipped, ...] = ()
    """What of the upload could not be copied or unpacked."""


def read_upload(upload: Upload, wanted: WantedSources) -> ReadUpload:
    """Return the sources of `upload`, or why it cannot be graded."""
    shown = shown_path(upload.written.removesuffix("/"))
    if upload.problem:
        return ReadUpload(problem=UserError(f"{shown}: {upload.problem}"))
    try:
        if upload.any_name:
            (only,) = upload.files
            return ReadUpload(sources=read_file(only.source, shown, wanted, alone=True))
        if upload.folder is None:
            return _read_files(upload.files, shown, wanted)
        return _read_own_folder(upload.folder, shown, wanted)
    except UserError as error:
        return ReadUpload(problem=error)


def _read_own_folder(folder: Path, shown: str, wanted: WantedSources) -> ReadUpload:
    """Read a student's own folder; if nothing in it is to be graded, the archives in it are unpacked elsewhere."""
    try:
        return ReadUpload(sources=read_folder(folder, shown, wanted))
    except NothingToGrade:
        if not find_files(folder, shown, is_unpackable):
            raise
    found = {
        one: UploadedFile(source=folder.joinpath(*one.parts), path="/".join(one.parts)) for one in entries_of(folder)
    }
    seen = [file for one, file in found.items() if not (one.is_folder or one.is_hidden)]
    with opened_scratch() as scratch:
        stage = _staged(seen, scratch.new_folder(shown), shown)
        for one, file in found.items():
            if one.is_folder or one.is_hidden:  # a rubric may say that it must not be there
                stage.add_hidden(file, is_folder=one.is_folder)
        return _read_stage(stage, wanted)


def _read_files(files: tuple[UploadedFile, ...], shown: str, wanted: WantedSources) -> ReadUpload:
    """Read `files` put together in a private folder; if none is to be graded, the archives among them are unpacked."""
    with opened_scratch() as scratch:
        try:
            read = _read_stage(_staged(files, scratch.new_folder(shown), shown), wanted)
        except UserError as error:
            read = ReadUpload(problem=error)
    for name in (sanitize(file.path) for file in files):
        if shown.endswith(f"_{name}"):
            return _called(read, f"{shown}/{name}", shown)
    return read


def _called(read: ReadUpload, path: str, shown: str) -> ReadUpload:
    """Return `read` with messages that call the file at `path` by `shown`, its name in the download."""
    skipped = tuple(
        replace(one, name=f"{shown}{one.name.removeprefix(path)}") if one.name.startswith(path) else one
        for one in read.skipped
    )
    problem, text = read.problem, str(read.problem)
    if problem is not None and text.startswith(path):
        problem = type(problem)(f"{shown}{text.removeprefix(path)}")
    return replace(read, problem=problem, skipped=skipped)


def _staged(files: Sequence[UploadedFile], place: Path, shown: str) -> Stage:
    stage = Stage(folder=place, shown=shown)
    if len(files) == 1 and is_unpackable(files[0].path):
        stage.unpack_only(files[0])
    else:
        stage.copy(files)
    return stage


def _read_stage(stage: Stage, wanted: WantedSources) -> ReadUpload:
    """Read what is in `stage`; as long as nothing there is to be graded, unpack the archives in it."""
    read = _attempt(stage, wanted)
    for _ in range(MAX_NESTING):
        if not isinstance(read.problem, NothingToGrade) or not stage.unpack_archives():
            break
        read = _attempt(stage, wanted)
    if isinstance(read.problem, NothingToGrade):
        stage.remove_unpacked()
        read = _attempt(stage, wanted)
    return replace(read, skipped=_shortened(stage))


def _attempt(stage: Stage, wanted: WantedSources) -> ReadUpload:
    try:
        return ReadUpload(sources=_sources(stage, wanted))
    except NothingToGrade as error:
        return ReadUpload(problem=NothingToGrade(f"{error}{_first_failure(stage)}"))
    except UserError as error:
        return ReadUpload(problem=error)


def _sources(stage: Stage, wanted: WantedSources) -> Sources:
    sources = read_folder(stage.folder, stage.shown, wanted)
    if not stage.unpacked:
        return sources
    names = sanitize(shortened_list(stage.unpacked, MAX_NAMED))
    return replace(sources, notes=(f"Unpacked: {names}.", *sources.notes))


def _first_failure(stage: Stage) -> str:
    """Return the first reason why something of the upload could not be copied or unpacked, in brackets."""
    if not stage.skipped:
        return ""
    first = stage.skipped[0]
    return f" ({first.name.removeprefix(f'{stage.shown}/')}: {first.reason})"


def _shortened(stage: Stage) -> tuple[Skipped, ...]:
    more = len(stage.skipped) - MAX_SKIPPED
    rest = [Skipped(name=f"{stage.shown}: {more:,} more", reason="for reasons like those above")] if more > 0 else []
    return (*stage.skipped[:MAX_SKIPPED], *rest)
