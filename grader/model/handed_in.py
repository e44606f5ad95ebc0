"""What a student handed in beside the graded file and its helper modules."""

from __future__ import annotations

import codecs
import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import PurePosixPath

GIT_CONFIG = PurePosixPath(".git/config")
"""In a clone of the repository, this file names where it came from."""
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedInFile:
    """A file, or a folder if its path ends with a slash."""

    path: str
    """Relative to the student's folder, with forward slashes, sanitized."""
    text: str | None = None
    """None if no demand of the rubric needs it, or if it cannot be read."""
    problem: str = ""
    """Why a text that is needed cannot be read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedIn:
    """The files in one student's folder that a demand of the rubric is about; no link is followed."""

    main: str = ""
    """The path of the graded file, relative to the student's folder."""
    files: tuple[HandedInFile, ...] = ()
    """Sorted: the nearest to the student's folder first."""
    problem: str = ""
    """Why the folder could not be looked at; then there are no files."""

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
        """Return whether it matters that there is a file or folder at `path`."""

    @abstractmethod
    def reads(self, path: str) -> bool:
        """Return whether the text of the file at `path` matters."""


def decoded(data: bytes) -> str:
    """Return the bytes of a text file as text, in any encoding: students save files in all of them."""
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
