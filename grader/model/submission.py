"""One student's submission: the code, and other files if a rubric demands something of them."""

from __future__ import annotations

import codecs
import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from msgspec import Struct

from grader.model.identity import Identity

GIT_FOLDER = ".git"
GIT_CONFIG = PurePosixPath(GIT_FOLDER, "config")
"""In a clone of a repository, this file names its origin."""
# UTF-32 first: its little-endian mark begins with the mark of UTF-16.
OTHER_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class HandedInFile(Struct, frozen=True, kw_only=True):
    """A file, or a folder if its path ends with a slash."""

    path: str
    """Relative to the student's folder, with forward slashes, sanitized."""
    text: str | None = None
    """None if no demand of the rubric needs the text, or if it cannot be read."""
    problem: str = ""
    """Why a needed text cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """The files in one student's folder that a demand of the rubric is about; links are not followed."""

    main: str = ""
    """The path of the graded file, relative to the student's folder."""
    files: tuple[HandedInFile, ...] = ()
    """Sorted: the nearest to the student's folder first."""
    problem: str = ""
    """Why the folder could not be read; then there are no files."""

    @property
    def sha256(self) -> str:
        """A hash of all that a check of these files can see."""
        digest = hashlib.sha256()
        texts = [self.main, self.problem]
        for file in self.files:
            texts += [file.path, "no text" if file.text is None else f"text {file.text}", file.problem]
        for text in texts:
            data = text.encode("utf-8", "surrogatepass")
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.hexdigest()

    @property
    def folder(self) -> str:
        """The folder of the graded file, empty or with a slash at its end."""
        return self.main[: self.main.rfind("/") + 1]


class WantedFiles(ABC):
    """Says which files in a student's folder matter beside the graded one."""

    __slots__ = ()

    @abstractmethod
    def notices(self, path: str) -> bool:
        """Return whether a file or folder at `path` matters."""

    @abstractmethod
    def reads(self, path: str) -> bool:
        """Return whether the text of the file at `path` matters."""


def decoded(data: bytes) -> str:
    """Return the bytes of a text file as text, in any encoding: students save files in all of them."""
    for mark, encoding in ((codecs.BOM_UTF8, "utf-8"), *OTHER_BYTE_ORDER_MARKS):
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One Python file or notebook of a submission."""

    path: str
    """Relative to the folder of the main file, with forward slashes."""
    text: str
    """For a notebook: its code cells in order, each starting on a new line."""
    cells: tuple[int, ...] = ()
    """For a notebook: the line of `text`, from 1, on which each code cell begins. Empty for a Python file."""

    @property
    def lines(self) -> list[str]:
        """The lines as Python counts them: a form feed does not end a line."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission(Identity):
    """One student's file and the helper modules beside it."""

    main: str
    """Path of the graded file among `files`; the import uses the sheet's name for it."""
    files: tuple[SourceFile, ...]
    """The main file first, then its helpers, sorted by path."""
    notes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    """Names of other files in the same folder that the text mentions; their content is not read."""
    handed_in: HandedIn | None = None
    """The other files; None if the rubric demands nothing of them, or if only one file was given."""
    attempts: tuple[Submission, ...] = ()
    """Earlier attempts, the newest first, if the best of all counts."""
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        """Compute the hash of everything that the student's code can see."""
        digest = hashlib.sha256()
        for index, file in enumerate(self.files):
            # Without the main file's own name: the import uses the sheet's name for it.
            for part in ("" if index == 0 else file.path, file.text, *_cells(file)):
                data = part.encode()
                digest.update(len(data).to_bytes(8, "big") + data)
        if self.beside:  # so that the hash of code alone stays what it was
            digest.update("\0".join(("beside", *self.beside)).encode())
        object.__setattr__(self, "sha256", digest.hexdigest())

    @property
    def in_notebook(self) -> bool:
        return bool(self.files[0].cells)


def _cells(file: SourceFile) -> tuple[str, ...]:
    # Nothing for a Python file: its hash is the same as before the grader knew notebooks.
    return (f"cells {','.join(map(str, file.cells))}",) if file.cells else ()
