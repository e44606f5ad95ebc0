"""Reads the result of an import: the module's description, or a statement that never stops asking for input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from grader.model.answer import LeftOut, Value
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.sandbox.wire.frames import Frame, MalformedFrame, checked
from grader.sandbox.wire.messages import MAX_PLACE, ValueDecoder, read_exception, read_names
from grader.sandbox.wire.source_text import SourceText

MAX_NAME = 80
"""The most characters of the name of a missing module or constant."""
MAX_LEFT_OUT = 20
MAX_PARAMETERS = 10_000
MAX_ENDLESS = 10
"""The most statements that never stop asking for input: each costs one more import."""
CELLS = dict[str, object]
SIGNATURES = dict[str, Annotated[int, Meta(ge=-1, le=MAX_PARAMETERS)] | None]
LEFT_OUT = Annotated[list[tuple[str, object, bool, bool]], Meta(max_length=MAX_LEFT_OUT)]
"""Place, exception, whether the statement asked for input, and whether the dialogue function did."""
PLACES = Annotated[list[str], Meta(max_length=MAX_LEFT_OUT)]


class Module(Struct, frozen=True, kw_only=True):
    """The imported module of a submission."""

    constants: Mapping[str, Value]
    functions: Mapping[str, int | None]
    """For each expected name the number of positional parameters; -1 if unknown, None if the function is missing."""
    missing: tuple[str, ...]
    placeholders: tuple[str, ...]
    left_out: tuple[LeftOut, ...] = ()
    """Top-level statements that were left out, at most 20."""
    talked_at: tuple[str, ...] = ()
    """Top-level statements in which the dialogue function asked for input."""


def read_module(frame: Frame, spec: ModuleSpec, source: SourceText) -> Module:
    """Read the ``ready`` frame of a module that `spec` describes (MalformedFrame), with only names in `source`."""
    message = frame.message
    symbols, functions = [cell.symbol for cell in spec.cells], [function.name for function in spec.functions]
    constants, parameters = checked(message.get("constants"), CELLS), checked(message.get("functions"), SIGNATURES)
    if set(constants) != set(symbols) or set(parameters) != set(functions):
        raise MalformedFrame("another module than the one asked for")
    values = ValueDecoder(dict.fromkeys(symbols))
    cells = {symbol: values.decode(entry) for symbol, entry in constants.items()}
    try:
        distinct = {(type(cell), cell) for cell in cells.values()}
    except TypeError as error:
        raise MalformedFrame("cells that cannot be told apart") from error
    if len(distinct) < len(cells):
        raise MalformedFrame("cells that cannot be told apart")
    missing = read_names(message.get("missing"), MAX_NAME)
    if not {cell.attribute for cell in spec.cells}.issuperset(missing):
        raise MalformedFrame("constants that were not asked for")
    return Module(
        constants=cells,
        functions=parameters,
        missing=missing,
        placeholders=tuple(filter(source.has_name, read_names(message.get("placeholders"), MAX_NAME))),
        left_out=tuple(
            LeftOut(at=sanitize(at, MAX_PLACE), raised=read_exception(raised)[1], asked=asked, talked=talked)
            for at, raised, asked, talked in checked(message.get("left_out", []), LEFT_OUT)
        ),
        talked_at=read_names(checked(message.get("talked_at", []), PLACES), MAX_NAME),
    )


class EndlessStatement(NamedTuple):
    """A top-level statement that never stopped asking for input; the next import leaves it out."""

    line: int
    talked: bool
    """Whether the dialogue function was running."""


def read_endless(frame: Frame, known: Sequence[EndlessStatement]) -> EndlessStatement:
    """Read which statement never stopped asking: one that is not `known`, the tenth at most."""
    found: EndlessStatement = checked([frame.message.get("line"), frame.message.get("talked")], EndlessStatement)
    if len(known) >= MAX_ENDLESS or any(found.line == statement.line for statement in known):
        raise MalformedFrame("not a statement that never ends")
    return found
