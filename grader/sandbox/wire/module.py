"""Reads what an import came to: the module's description, or a statement that never stops asking for input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from grader.model.answer import LeftOut, Value
from grader.model.sanitize import sanitize
from grader.model.spec import ModuleSpec
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.messages import MAX_PLACE, ValueDecoder, read_exception, read_list, read_names
from grader.sandbox.wire.source_text import SourceText

MAX_NAME = 80
"""Characters of the name of a missing module or constant."""
MAX_LEFT_OUT = 20
MAX_PARAMETERS = 10_000
"""Parameters of one function."""
MAX_ENDLESS = 10
"""Statements that never stop asking for input: each costs one more import."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """What the submission's module looks like once it is imported."""

    constants: Mapping[str, Value]
    """Its cells by symbol."""
    functions: Mapping[str, int | None]
    """For each name expected: how many positional parameters; -1 if unknown, None if it is missing."""
    missing: tuple[str, ...]
    """Constants it does not define."""
    placeholders: tuple[str, ...]
    """Modules it imports that are not installed here."""
    left_out: tuple[LeftOut, ...] = ()
    """Top-level statements that were left out, at most 20."""
    talked_at: tuple[str, ...] = ()
    """Top-level statements in which the dialogue function asked for input."""


def read_module(frame: Frame, spec: ModuleSpec, source: SourceText) -> Module:
    """
    Read the ``ready`` frame of a module that `spec` describes (MalformedFrame if it is none).

    Names of missing modules that are not in `source`, the text of the submission, are left out.
    """
    message = frame.message
    symbols, functions = [cell.symbol for cell in spec.cells], [function.name for function in spec.functions]
    constants, parameters = message.get("constants"), message.get("functions")
    if type(constants) is not dict or type(parameters) is not dict:
        raise MalformedFrame("not a module")
    if set(constants) != set(symbols) or set(parameters) != set(functions):
        raise MalformedFrame("another module than the one asked for")
    if not all(
        count is None or (type(count) is int and -1 <= count <= MAX_PARAMETERS) for count in parameters.values()
    ):
        raise MalformedFrame("not a signature")
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
        functions=dict(parameters),
        missing=missing,
        placeholders=tuple(filter(source.has_name, read_names(message.get("placeholders"), MAX_NAME))),
        left_out=tuple(map(_read_left_out, read_list(message.get("left_out", []), MAX_LEFT_OUT))),
        talked_at=read_names(read_list(message.get("talked_at", []), MAX_LEFT_OUT), MAX_NAME),
    )


class EndlessStatement(NamedTuple):
    """A top-level statement that never stopped asking for input; the next import leaves it out."""

    line: int
    talked: bool
    """Whether the dialogue function was running."""


def read_endless(frame: Frame, known: Sequence[EndlessStatement]) -> EndlessStatement:
    """Read which statement never stopped asking; it must not be `known` already, and ten at most may be known."""
    line, talked = frame.message.get("line"), frame.message.get("talked")
    repeated = any(line == statement.line for statement in known)
    if type(line) is not int or type(talked) is not bool or repeated or len(known) >= MAX_ENDLESS:
        raise MalformedFrame("not a statement that never ends")
    return EndlessStatement(line, talked)


def _read_left_out(entry: object) -> LeftOut:
    if type(entry) is not list or len(entry) != 4 or type(entry[0]) is not str:  # noqa: PLR2004 - its four fields
        raise MalformedFrame("not a statement")
    at, raised, asked, talked = entry
    if type(asked) is not bool or type(talked) is not bool:
        raise MalformedFrame("not a statement")
    return LeftOut(at=sanitize(at, MAX_PLACE), raised=read_exception(raised).raised, asked=asked, talked=talked)
