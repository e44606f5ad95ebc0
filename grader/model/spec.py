"""An assignment as values: the names that a module must have, the checks, the rubrics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

NO_SHEET = "none"
"""The sheet of a rubric that uses none of the assignment's sheets: its reports quote nothing."""

START = "initial_state"
"""The function with the board that a game begins with. The sheets give it, so no check asks for it."""
OWN_CONSTANTS = "own constants"
"""How a note begins on a mark or EMPTY that is not as in the sheet."""


class FunctionSpec(Struct, frozen=True, kw_only=True):
    """A function the sheet asks for."""

    name: str
    parameters: int
    """The number of arguments in the sheet's signature."""
    slow: bool = False
    """
    Whether one call may take seconds; its answers then come one by one, so that each can be timed. The first slow
    function of a module is the search, whose recursive functions may be memoized.
    """
    prints: bool = False
    """Whether the printed text is the answer; the returned value is ignored."""
    is_dialogue: bool = False
    """Whether the function holds a dialogue with `print` and `input`; it is then never called on all boards."""


class CellSpec(Struct, frozen=True, kw_only=True):
    """How the student's boards write one kind of cell."""

    symbol: str
    """The character in our nine-character boards."""
    attribute: str | None
    """The module constant with the value, or None when the sheet fixes the value."""
    default: str | None
    """The sheet's value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandedOut:
    """The content of the file that students get to complete: it is not their work, good or bad."""

    names: tuple[str, ...] = ()
    """The names that the file imports or defines, beside the functions to be written."""
    docstrings: tuple[str, ...] = ()
    """The docstrings of its functions, in one line each."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleSpec:
    """The names that a module must have and how it writes boards."""

    module: str
    """The name for the import; the file is called ``<module>.py``."""
    functions: tuple[FunctionSpec, ...]
    cells: tuple[CellSpec, ...]
    notebooks: bool = False
    """Whether ``<module>.ipynb`` may be submitted as well."""
    any_name: bool = False
    """Whether a file of any name may be graded if it defines the functions; the module's own name comes first."""
    statements: bool = False
    """Whether top-level statements run one by one, as in a notebook: one that raises is left out, with a note."""
    board_printer: str = ""
    """The function that prints the board; in a dialogue its argument is the position."""
    handed_out: HandedOut = HandedOut()
    """The content of the file that students complete."""

    @property
    def search(self) -> str:
        """The name of the first slow function, empty if there is none."""
        return next((function.name for function in self.functions if function.slow), "")

    def function(self, name: str) -> FunctionSpec:
        """Return the function called `name` (KeyError if the sheet has no such function)."""
        return {function.name: function for function in self.functions}[name]


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckEntry:
    """One check an assignment offers to its rubrics."""

    id: str
    """``function.check``."""
    title: str
    """What a right answer does, in words for students."""
    conduct: bool = False
    """Whether the check is about conduct (no side effect, right type, in time): only for functions that mostly work."""

    @property
    def function(self) -> str:
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """The id without the function."""
        return self.id.partition(".")[2]


class Sheet(NamedTuple):
    """An assignment sheet, as far as reports quote it."""

    id: str
    """The name of the sheet in rubrics."""
    quotes: Mapping[str, str]
    """By check: the sentence behind the check. A check without such a sentence has no entry."""


class BuiltInRubric(NamedTuple):
    name: str
    """The name for `--rubric`."""
    path: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """All facts about one assignment that other packages need."""

    id: str
    title: str
    module_spec: ModuleSpec
    checks: tuple[CheckEntry, ...]
    sheets: tuple[Sheet, ...]
    """The first is the default."""
    rubrics: tuple[BuiltInRubric, ...]
    """The first is the default."""
    search_takes_turn: bool = False
    """Whether the search also takes a depth, 0 at first, and whether it is O's turn."""

    def check(self, check_id: str) -> CheckEntry:
        """Return the check with this id (KeyError if there is none)."""
        return {entry.id: entry for entry in self.checks}[check_id]

    @property
    def sheet_names(self) -> tuple[str, ...]:
        """The names for sheets in a rubric."""
        return (*(sheet.id for sheet in self.sheets), NO_SHEET)

    def quotes(self, sheet_id: str) -> Mapping[str, str]:
        """Return by check the sentences of a sheet; of the default sheet without an id, none for `NO_SHEET`."""
        if sheet_id == NO_SHEET:
            return {}
        return next(sheet.quotes for sheet in self.sheets if sheet_id in ("", sheet.id))
