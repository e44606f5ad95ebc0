"""
Reads the files of one upload: a folder in its place, other files from copies in a private folder.

Archives among them are unpacked there, each into a folder of its name.
"""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from grader.errors import UserError
from grader.intake.archives.members import OF_A_STUDENT, Allowance, UnsafeName, path_parts
from grader.intake.archives.unpacking import MAKE_ROOM, NO_FILE_CAN_BE_WRITTEN, Scratch, unpack
from grader.intake.file_names import is_notebook, is_python, is_unpackable, unpacked_name
from grader.intake.main_file import NothingToGrade, WantedSources, refuse_misnamed
from grader.intake.notebook import NOTEBOOK_KIB
from grader.intake.safe_read import KIB, find_files, open_regular, reason_of
from grader.intake.student_folder import MAX_TEXT_KIB, Sources, entries_of, read_file, read_folder
from grader.intake.upload import Upload, UploadedFile
from grader.model.class_row import Skipped
from grader.model.sanitize import sanitize, shown_path
from grader.text.number_text import shortened_list

MAX_FILES = 20_000
MAX_CODE_BYTES = NOTEBOOK_KIB * KIB + 1
MAX_TEXT_BYTES = MAX_TEXT_KIB * KIB + 1
"""Bytes copied of a longer file: more than allowed, so that reading it reports the size."""
MAX_TOTAL_MIB = 64
MAX_ARCHIVES = 20
"""Archives beside other files and in each other: each table of contents may cost a fifth of a second."""


@dataclass(slots=True, kw_only=True)
class Stage:
    """A private folder with the files of one upload."""

    folder: Path
    shown: str  # the upload's name in messages
    allowance: Allowance = field(default_factory=lambda: Allowance(OF_A_STUDENT))
    skipped: list[Skipped] = field(default_factory=list)
    """Files that could not be copied or unpacked, by their paths from the class's folder."""
    unpacked: list[str] = field(default_factory=list)
    _room: int = MAX_TOTAL_MIB * KIB * KIB  # bytes that may still be copied
    _archives: int = 0  # number of archives so far
    _waiting: list[UploadedFile] = field(default_factory=list)

    def copy(self, files: Sequence[UploadedFile]) -> None:
        """Copy `files`, each to its own path (UserError for too many, too large, or uncopied code)."""
        if len(files) > MAX_FILES:
            raise UserError(f"{self.shown}: holds more than {MAX_FILES:,} files; hand in the Python files alone")
        for file in files:
            try:
                self._write(file, self._read(file))
            except UserError as error:  # noqa: PERF203 - the other files are copied
                if is_python(file.path) or is_notebook(file.path):
                    raise
                self._skip(file.path, str(error))
            else:
                self._waiting += [file] if is_unpackable(file.path) else []

    def add_hidden(self, entry: UploadedFile, *, is_folder: bool) -> None:
        """Note `entry`, a hidden file or an empty folder; an entry that cannot be copied is left out."""
        with contextlib.suppress(OSError, ValueError, UserError):
            if is_folder:
                (self.folder / entry.path).mkdir(parents=True, exist_ok=True)
            else:
                self._write(entry, self._read(entry))

    def unpack_archives(self) -> bool:
        waiting, self._waiting = self._waiting, []
        for archive in waiting:
            self._unpack_or_skip(archive)
        return bool(waiting)

    def remove_unpacked(self) -> None:
        """Remove the unpacked archives, so that no message asks the student to unpack them."""
        for path in self.unpacked:
            self.folder.joinpath(*path_parts(path)).unlink(missing_ok=True)

    def _unpack_or_skip(self, archive: UploadedFile) -> None:
        self._archives += 1
        if self._archives > MAX_ARCHIVES:
            self._skip(archive.path, f"more than {MAX_ARCHIVES} archives; hand in the Python files alone")
            return
        try:
            self.unpack(archive, self._free_folder(archive.path))
        except UserError as error:
            self._skip(archive.path, str(error))
        else:
            self.unpacked.append(archive.path)

    def _read(self, file: UploadedFile) -> bytes:
        if is_unpackable(file.path):
            return b""  # its name counts as handed in
        is_code = is_python(file.path) or is_notebook(file.path)
        with open_regular(file.source, self._name(file.path)) as opened:
            return opened.read(MAX_CODE_BYTES if is_code else MAX_TEXT_BYTES)

    def _write(self, file: UploadedFile, data: bytes) -> None:
        name = self._name(file.path)
        parts = _parts(file.path, name)
        self._room -= len(data)
        if self._room < 0:
            raise UserError(f"{name}: no room within {MAX_TOTAL_MIB} MiB for all files; hand in the Python files alone")
        target = self.folder.joinpath(*parts)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as copy:
                copy.write(data)
        except FileExistsError:
            raise UserError(f"{name}: two files have this name; keep one") from None
        except (OSError, ValueError) as error:
            remedy = MAKE_ROOM if getattr(error, "errno", None) in NO_FILE_CAN_BE_WRITTEN else "rename it"
            raise UserError(f"{name}: cannot be copied ({reason_of(error)}); {remedy}") from None

    def unpack(self, archive: UploadedFile, into: Path) -> None:
        unpacked = unpack(archive.source, into, self.allowance, shown=self._name(archive.path))
        name = self._name(archive.path)
        self.skipped += [Skipped(name=f"{name}/{one.name}", reason=one.reason) for one in unpacked.skipped]
        self._waiting += [
            UploadedFile(source=found.path, path="/".join(found.path.relative_to(self.folder).parts))
            for found in find_files(into, self.shown, is_unpackable)
        ]

    def _free_folder(self, archive: str) -> Path:
        wanted = self.folder / unpacked_name(archive)
        tries = (wanted.with_name(f"{wanted.name}-{number}") for number in range(2, MAX_FILES))
        return wanted if not wanted.exists() else next(folder for folder in tries if not folder.exists())

    def _name(self, path: str) -> str:
        shown = sanitize(path)
        is_whole = f"/{self.shown}".endswith(f"/{shown}")  # an archive that is the whole hand-in
        return self.shown if is_whole else f"{self.shown}/{shown}"

    def _skip(self, path: str, reason: str) -> None:
        name = self._name(path)
        self.skipped.append(Skipped(name=name, reason=reason.removeprefix(f"{name}: ")))


def _parts(path: str, name: str) -> tuple[str, ...]:
    try:
        parts = path_parts(path)
    except UnsafeName as error:
        raise UserError(f"{name}: {error}") from None
    if not parts:
        raise UserError(f"{name}: has no name; rename it")
    return parts


MAX_NESTING = 3  # archives around each other
MAX_NAMED = 3  # archives that a note names
MAX_SKIPPED = 20
"""Files of one upload in the class's reports: one student's files must not hide other students'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadUpload:
    sources: Sources | None = None
    problem: UserError | None = None
    skipped: tuple[Skipped, ...] = ()
    """Files of the upload that could not be copied or unpacked."""


def read_upload(upload: Upload, wanted: WantedSources) -> ReadUpload:
    """Return the sources of `upload`, or why it cannot be graded."""
    shown = shown_path(upload.written.removesuffix("/"))
    if upload.problem:
        return ReadUpload(problem=UserError(f"{shown}: {upload.problem}"))
    try:
        if upload.any_name:
            (only,) = upload.files
            if wanted.chosen != only.path:
                refuse_misnamed(only.source, shown, wanted)
            return ReadUpload(sources=read_file(only.source, shown, wanted, alone=True))
        if upload.folder is None:
            return _read_files(upload.files, shown, wanted)
        return _read_own_folder(upload.folder, shown, wanted)
    except UserError as error:
        return ReadUpload(problem=error)


def _read_own_folder(folder: Path, shown: str, wanted: WantedSources) -> ReadUpload:
    """Read a student's own folder; without a file to grade, unpack its archives elsewhere."""
    try:
        return ReadUpload(sources=read_folder(folder, shown, wanted))
    except NothingToGrade:
        if not find_files(folder, shown, is_unpackable):
            raise
    found = {
        one: UploadedFile(source=folder.joinpath(*one.parts), path="/".join(one.parts)) for one in entries_of(folder)
    }
    seen = [file for one, file in found.items() if not (one.is_folder or one.is_hidden)]
    with Scratch() as scratch:
        stage = _staged(seen, scratch.new_folder(shown), shown)
        for one, file in found.items():
            if one.is_folder or one.is_hidden:  # a rubric may forbid it
                stage.add_hidden(file, is_folder=one.is_folder)
        return _read_stage(stage, wanted)


def _read_files(files: tuple[UploadedFile, ...], shown: str, wanted: WantedSources) -> ReadUpload:
    """Read copies of `files` in a private folder; without a file to grade, unpack their archives."""
    with Scratch() as scratch:
        try:
            read = _read_stage(_staged(files, scratch.new_folder(shown), shown), wanted)
        except UserError as error:
            read = ReadUpload(problem=error)
    for name in (sanitize(file.path) for file in files):
        if shown.endswith(f"_{name}"):
            return _called(read, f"{shown}/{name}", shown)
    return read


def _called(read: ReadUpload, path: str, shown: str) -> ReadUpload:
    """Return `read` with messages that call the file at `path` by its name in the download, `shown`."""
    skipped = tuple(
        replace(one, name=f"{shown}{one.name.removeprefix(path)}") if one.name.startswith(path) else one
        for one in read.skipped
    )
    problem, text = read.problem, str(read.problem)
    if problem is not None and text.startswith(path):
        problem.args = (f"{shown}{text.removeprefix(path)}",)
    return replace(read, problem=problem, skipped=skipped)


def _staged(files: Sequence[UploadedFile], place: Path, shown: str) -> Stage:
    stage = Stage(folder=place, shown=shown)
    if len(files) == 1 and is_unpackable(files[0].path):
        stage.unpack(files[0], place)  # its content counts as the student's folder
    else:
        stage.copy(files)
    return stage


def _read_stage(stage: Stage, wanted: WantedSources) -> ReadUpload:
    """Read the files in `stage`; unpack archives until one file can be graded."""
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
    names = sanitize(shortened_list(stage.unpacked, MAX_NAMED))
    try:
        sources = read_folder(stage.folder, stage.shown, wanted)
        notes = (f"Unpacked: {names}.", *sources.notes) if stage.unpacked else sources.notes
        return ReadUpload(sources=replace(sources, notes=notes))
    except NothingToGrade as error:
        # The first file that could not be copied or unpacked may be the reason.
        failed = [f" ({one.name.removeprefix(f'{stage.shown}/')}: {one.reason})" for one in stage.skipped[:1]]
        error.args = ("".join([str(error), *failed]),)
        return ReadUpload(problem=error)
    except UserError as error:
        return ReadUpload(problem=error)


def _shortened(stage: Stage) -> tuple[Skipped, ...]:
    more = len(stage.skipped) - MAX_SKIPPED
    rest = [Skipped(name=f"{stage.shown}: {more:,} more", reason="for reasons like those above")] if more > 0 else []
    return (*stage.skipped[:MAX_SKIPPED], *rest)
