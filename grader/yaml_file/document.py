"""A YAML document as plain data that remembers where each part of it was written, and what is wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from grader.model.sanitize import quoted, sanitize

SOURCE_LENGTH = 1000


class TextPosition(NamedTuple):
    """A character in the file, counted from 1 as editors do."""

    line: int
    column: int


START = TextPosition(1, 1)


class Problem(NamedTuple):
    """One thing a person has to correct."""

    position: TextPosition
    text: str
    """What is wrong, and what to do."""


def problem_lines(source: str, problems: Iterable[Problem]) -> str:
    """Return one line per problem, ``source:line:column: text``, in file order."""
    name = sanitize(source, SOURCE_LENGTH)
    return "\n".join(
        f"{name}:{problem.position.line}:{problem.position.column}: {problem.text}"
        for problem in sorted(problems, key=attrgetter("position"))
    )


Data: TypeAlias = "bool | Decimal | str | list[Data] | dict[str, Data] | None"
Address: TypeAlias = tuple[str | int, ...]
"""Keys and indices that lead from the root to a part: ``("criteria", 0, "points")``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """Plain data: texts, exact numbers, booleans, lists and mappings with text as keys."""

    data: Data
    values: Mapping[Address, TextPosition]
    keys: Mapping[Address, TextPosition]

    def position(self, address: Address) -> TextPosition:
        """Return where the value starts, or the part that should hold it if there is no such value."""
        while address and address not in self.values:
            address = address[:-1]
        return self.values.get(address, START)

    def key_position(self, address: Address) -> TextPosition:
        """Return where the key of a value starts."""
        return self.keys.get(address) or self.position(address)


def describe(data: object) -> str:
    """Describe a value for a message about something else that was expected."""
    match data:
        case None:
            return "nothing"
        case bool():
            return "true" if data else "false"
        case Decimal():
            return f"the number {str(data)[:30]}"
        case str():
            return f"the text {quoted(data)}"
        case list():
            return "a list"
        case _:
            return "a mapping"
