"""What an assignment is, as values: the names a module must have, its checks, its rubrics."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionSpec:
    """A function the sheet asks for."""

    name: str
    parameters: int
    """How many arguments the sheet's signature has."""
    slow: bool = False
    """
    Whether one call may search for seconds; its answers then travel one by one, so that each can be timed. The first
    slow function of a surface is the search, whose recursive functions may be memoized.
    """
    prints: bool = False
    """Whether what it prints is its answer; what it returns is dropped."""
    is_dialogue: bool = False
    """Whether it talks with a person through `print` and `input`: it is never swept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CellSpec:
    """How one kind of cell is written on the student's boards."""

    symbol: str
    """The character in our nine-character boards."""
    attribute: str | None
    """The module constant that holds it, or None when the sheet fixes the value itself."""
    default: str | None
    """The value the sheet gives it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleSpec:
    """The names of a module and the spelling of its boards."""

    module: str
    """The name it is imported under; ``<module>.py`` is the file's name."""
    functions: tuple[FunctionSpec, ...]
    marks: tuple[CellSpec, ...]
    notebooks: bool = False
    """Whether ``<module>.ipynb`` may be handed in as well."""
    any_name: bool = False
    """Whether any one file that defines the functions is the submission; one called like the module comes first."""
    statements: bool = False
    """Whether the top-level statements run one by one, as in a notebook: one that raises is left out, and said."""
    board_printer: str = ""
    """The function whose board tells the position in a dialogue."""

    @property
    def search(self) -> str:
        """The function whose recursive functions may be memoized: the first slow one, nothing where there is none."""
        return next((shape.name for shape in self.functions if shape.slow), "")

    def function(self, name: str) -> FunctionSpec:
        """Return the shape of the function called `name` (KeyError when the sheet has no such function)."""
        for shape in self.functions:
            if shape.name == name:
                return shape
        raise KeyError(name)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEntry:
    """One check an assignment offers to its rubrics."""

    id: str
    """``function.check``."""
    title: str
    """What a right answer does, in the reader's words."""
    sheet: str
    """The line of the sheet it rests on, quoted."""
    conduct: bool = False
    """About conduct (no side effect, right type, in time): judged only where the function works."""

    @property
    def function(self) -> str:
        """The function the check is about."""
        return self.id.partition(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """Everything the rest of the house needs to know about one assignment."""

    id: str
    title: str
    module_spec: ModuleSpec
    catalogue: tuple[CheckEntry, ...]
    checks: Path
    """Folder of the pytest modules."""
    rubrics: tuple[tuple[str, Path], ...]
    """Built-in rubrics by the name `--rubric` takes; the first is the default."""

    def check(self, check_id: str) -> CheckEntry:
        """Return the catalogue's entry (KeyError when there is none)."""
        for entry in self.catalogue:
            if entry.id == check_id:
                return entry
        raise KeyError(check_id)
