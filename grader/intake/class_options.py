"""How a user wants a class to be read."""

from __future__ import annotations

from dataclasses import dataclass

from grader.intake.git.wanted_commit import WantedCommit
from grader.intake.upload import ClassLayout


@dataclass(frozen=True, slots=True, kw_only=True)
class ClassOptions:
    """What the command line says about the class's folder."""

    layouts: tuple[ClassLayout, ...] = ()
    """The layouts of platforms; the first that recognizes the class counts. Without any, people made the folders."""
    insist: bool = False
    """Whether the class must have the only layout in `layouts`."""
    depth: int | None = None
    """How many folders deep each student's entry lies: 2 for ``section/student``; None to recognize it."""
    commit: WantedCommit | None = None
    """Which commit of a repository is graded; None for the files that lie beside it."""


AS_RECOGNIZED = ClassOptions()
