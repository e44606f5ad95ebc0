"""What a student handed in, with the text of all files, so that nothing is read twice."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field

from grader.model.handed_in import HandedIn
from grader.model.identity import Identity


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
        """Its lines as Python counts them: a form feed does not end a line."""
        return self.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission(Identity):
    """One student's file and the helper modules beside it."""

    main: str
    """Path of the graded file among `files`; it is imported under the name the sheet gives it."""
    files: tuple[SourceFile, ...]
    """The main file first, then its helpers, sorted by path."""
    notes: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    """Names of other files in the same folder that the text mentions; their content is not read."""
    handed_in: HandedIn | None = None
    """The other files; None if the rubric demands nothing of them, or if only one file was given."""
    sha256: str = field(init=False)

    def __post_init__(self) -> None:
        """Compute the hash of everything that the student's code can see."""
        digest = hashlib.sha256()
        for index, file in enumerate(self.files):
            # Without the main file's own name: it is imported under the name that the sheet gives it.
            for part in ("" if index == 0 else file.path, file.text, *_cells(file)):
                data = part.encode()
                digest.update(len(data).to_bytes(8, "big") + data)
        if self.beside:  # so that the hash of code alone stays what it was
            digest.update("\0".join(("beside", *self.beside)).encode())
        object.__setattr__(self, "sha256", digest.hexdigest())

    @property
    def in_notebook(self) -> bool:
        """Whether the graded file is a notebook."""
        return bool(self.files[0].cells)


def _cells(file: SourceFile) -> tuple[str, ...]:
    # Nothing for a Python file, so that its hash is the same as before the grader knew notebooks.
    return (f"cells {','.join(map(str, file.cells))}",) if file.cells else ()
