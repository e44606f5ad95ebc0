"""A YAML document as plain data that remembers where each part of it was written."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, TypeAlias

from grader.model.spelling import quoted
from grader.rubric_file.problems import START, TextPosition

if TYPE_CHECKING:
    from collections.abc import Mapping

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
