"""Records what a memoized call does beside answering, and repeats it when the answer comes from memory."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from .comparisons import Comparisons
from .effects import KeptEffects

ABSENT = object()
"""Stands for the value of a variable that does not exist now."""
NOT_ASSIGNED = object()
"""The value of a variable whose last value is kept, from the beginning of a call until its first assignment."""


class Output(Protocol):
    """The stream that a file prints to."""

    characters: int
    """How many characters were written; it is not set to zero during a call."""

    def recent(self, characters: int) -> str:
        """Return the last `characters` that were written, or as many of them as are kept."""

    def repeat(self, text: str, characters: int) -> bool:
        """Write what ends with `text` and has so many `characters`; False if the rest is missed."""


class NoCounterError(Exception):
    """A counter is no whole number; the text names it."""


class CallEffects(NamedTuple):
    """What one call did beside answering."""

    printed: str
    """The end of what it printed."""
    characters: int
    """The length of all that it printed."""
    added: tuple[int, ...]
    """What it added to each counter."""
    assigned: tuple[Any, ...]
    """The last value of each other variable, or `NOT_ASSIGNED`."""
    compared: int
    """With which boards it compared carried ones, as `Comparisons` has it."""


class Variable(Protocol):
    """A variable that can be read and changed from here."""

    name: str

    def get(self) -> Any:
        """Return the value or `ABSENT`."""

    def set(self, value: Any) -> None:
        """Set the value; `ABSENT` deletes the variable."""


class GlobalVariable:
    """A global variable of the file."""

    __slots__ = ("_globals", "name")

    def __init__(self, variables: dict[str, Any], name: str) -> None:
        """Take the variable `name` of the global `variables`."""
        self._globals, self.name = variables, name

    def get(self) -> Any:
        """Return the value or `ABSENT`."""
        return self._globals.get(self.name, ABSENT)

    def set(self, value: Any) -> None:
        """Set the value; `ABSENT` deletes the variable."""
        if value is ABSENT:
            self._globals.pop(self.name, None)
        else:
            self._globals[self.name] = value


class OuterVariable:
    """A variable of a function around the memoized one."""

    __slots__ = ("_cell", "name")

    def __init__(self, cell: Any, name: str) -> None:
        """Take the variable in the closure `cell`."""
        self._cell, self.name = cell, name

    def get(self) -> Any:
        """Return the value or `ABSENT`."""
        try:
            return self._cell.cell_contents
        except ValueError:
            return ABSENT

    def set(self, value: Any) -> None:
        """Set the value; `ABSENT` deletes the variable."""
        if value is not ABSENT:
            self._cell.cell_contents = value
        elif self.get() is not ABSENT:
            del self._cell.cell_contents


class Before(NamedTuple):
    """How the variables and the output are when a call begins."""

    characters: int
    counters: list[int]
    last_values: list[Any]
    compared: int


class Recorder:
    """Records the effects of the calls of one function object."""

    __slots__ = ("_comparisons", "_counters", "_last_values", "_output", "carried")

    def __init__(
        self, output: Output | None, comparisons: Comparisons, counters: list[Variable], last_values: list[Variable]
    ) -> None:
        """Record what is printed to `output`, unless it is None, `comparisons`, and what happens to the variables."""
        self._output, self._comparisons = output, comparisons
        self._counters, self._last_values = counters, last_values
        self.carried: int | None = None
        """The place of the parameter that only carries a board along, if there is one."""

    def begin(self) -> Before:
        """Return what `end` needs (NoCounterError)."""
        counters = list(map(_count, self._counters))
        last_values = [variable.get() for variable in self._last_values]
        for variable in self._last_values:
            variable.set(NOT_ASSIGNED)
        compared, self._comparisons.seen = self._comparisons.seen, 0
        return Before(self._output.characters if self._output is not None else 0, counters, last_values, compared)

    def end(self, before: Before) -> CallEffects | None:
        """Return what a call did since `before`, None if it did nothing (NoCounterError)."""
        compared = self._comparisons.seen
        self._comparisons.seen |= before.compared
        assigned = tuple([variable.get() for variable in self._last_values])
        for variable, value, earlier in zip(self._last_values, assigned, before.last_values, strict=True):
            if value is NOT_ASSIGNED:
                variable.set(earlier)
        counted = zip(self._counters, before.counters, strict=True)
        added = tuple([_count(variable) - earlier for variable, earlier in counted])
        characters = self._output.characters - before.characters if self._output is not None else 0
        printed = self._output.recent(characters) if self._output is not None and characters else ""
        # Even a counter that stays as it is must be a number whenever the call is repeated.
        nothing = not characters and not added and all(value is NOT_ASSIGNED for value in assigned) and not compared
        return None if nothing else CallEffects(printed, characters, added, assigned, compared)

    def repeat(self, effects: CallEffects) -> bool:
        """Do what a call did; False if the output cannot be repeated (NoCounterError)."""
        self._comparisons.seen |= effects.compared
        for variable, number in zip(self._counters, effects.added, strict=True):
            variable.set(_count(variable) + number)
        for variable, value in zip(self._last_values, effects.assigned, strict=True):
            if value is not NOT_ASSIGNED:
                variable.set(value)
        if self._output is None or not effects.characters:
            return True
        return self._output.repeat(effects.printed, effects.characters)


def recorder_of(
    kept: KeptEffects,
    output: Output | None,
    comparisons: Comparisons,
    variables: dict[str, Any],
    cells: dict[str, Any],
) -> Recorder:
    """Return a recorder of the `kept` effects of a function with these global `variables` and closure `cells`."""

    def found(global_names: tuple[str, ...], outer_names: tuple[str, ...]) -> list[Variable]:
        own = [GlobalVariable(variables, name) for name in global_names]
        return [*own, *(OuterVariable(cells[name], name) for name in outer_names)]

    counters = found(kept.global_counters, kept.outer_counters)
    last_values = found(kept.global_last_values, kept.outer_last_values)
    recorder = Recorder(output if kept.prints else None, comparisons, counters, last_values)
    recorder.carried = kept.carried
    return recorder


def _count(variable: Variable) -> int:
    """Return the value of a counter (NoCounterError if it is no whole number)."""
    value = variable.get()
    if type(value) is not int:
        raise NoCounterError(variable.name)
    return value
