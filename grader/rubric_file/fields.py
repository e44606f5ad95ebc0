"""
Single values of a rubric file that are text: titles, ids, names of modules.

Each builder returns a `Field` for use in `Annotated`: how a value is read, with a message a person can act on, and what
the JSON Schema says about it.
"""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic_core import PydanticCustomError, core_schema

from grader.model.sanitize import sanitize
from grader.rubric_file.document import shown

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler

ID = "^[a-z][a-z0-9_]*$"
MODULE = "^[A-Za-z_][A-Za-z0-9_]*$"
MAX_TEXT = 200
MAX_NAME = 64


@dataclass(frozen=True, slots=True)
class Field:
    """One kind of value, as pydantic reads it from the metadata of `Annotated`."""

    read: Callable[[object], object]
    json: dict[str, object]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Let `read` alone decide: nothing is converted before or after it."""
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, object]:
        """Describe the value as it is written in the file."""
        return dict(self.json)


def refusal(text: str) -> PydanticCustomError:
    """Return the error that carries `text` to the reader as it stands."""
    return PydanticCustomError("rubric", "{text}", {"text": text})


def text() -> Field:
    """Return a text that any report can show."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            remedy = "; put it in quotes" if value is not None else ""
            raise refusal(f"must be a text, not {shown(value)}{remedy}")
        if not value.strip() or sanitize(value, MAX_TEXT) != value:
            raise refusal(f"must be 1 to {MAX_TEXT} visible characters on one line, not {shown(value)}")
        return value

    return Field(read, {"type": "string", "minLength": 1, "maxLength": MAX_TEXT})


def identifier() -> Field:
    """Return the id of a rubric line."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(ID[1:-1], value) or len(value) > MAX_NAME:
            wanted = f"1 to {MAX_NAME} small letters, digits and '_', a letter first"
            raise refusal(f"must be {wanted}, not {shown(value)}")
        return value

    return Field(read, {"type": "string", "pattern": ID, "maxLength": MAX_NAME})


def module_name() -> Field:
    """Return the name of a module students may import for real."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not re.fullmatch(MODULE[1:-1], value) or keyword.iskeyword(value):
            raise refusal(f"must name a module by its first part, such as numpy, not {shown(value)}")
        if value == "grader":
            # It holds the answers: with it a submission could look them up.
            raise refusal("must not let the grader itself in; remove it")
        return value

    return Field(read, {"type": "string", "pattern": MODULE})
