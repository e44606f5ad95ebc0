"""
The single values of a rubric file: texts, ids, names of modules, numbers.

Each builder returns a `FieldType` for use in `Annotated`. It reads a value, with a message that a person can act on,
and describes it in the JSON Schema.
"""

from __future__ import annotations

import keyword
import re
import warnings
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict
from pydantic_core import PydanticCustomError, core_schema

from grader.model.sanitize import sanitize
from grader.yaml_file.document import describe

if TYPE_CHECKING:
    from collections.abc import Callable

    from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler

ID_PATTERN = "^[a-z][a-z0-9_]*$"
MODULE_PATTERN = "^[A-Za-z_][A-Za-z0-9_]*$"
ID, MODULE = re.compile(ID_PATTERN[1:-1]), re.compile(MODULE_PATTERN[1:-1])
MAX_TEXT = 200
MAX_NAME = 64


class Shape(BaseModel):
    """A mapping of the file: its keys, and the values that each accepts. A key that it does not have is a mistake."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


@dataclass(frozen=True, slots=True, eq=False)  # equal only to itself: it must be hashable, which a dict is not
class FieldType:
    """One kind of value, as pydantic reads it from the metadata of `Annotated`."""

    read: Callable[[object], object]
    """Returns the value, or raises PydanticCustomError."""
    json_schema: dict[str, object]

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> core_schema.CoreSchema:
        """Let `read` alone decide: pydantic converts nothing before or after it."""
        return core_schema.no_info_plain_validator_function(self.read)

    def __get_pydantic_json_schema__(
        self, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, object]:
        """Describe the value as it is written in the file."""
        return dict(self.json_schema)


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """The numbers that a field accepts."""

    least: str
    """A decimal number as text: a float could not hold 0.01 exactly."""
    most: int
    places: int = 2
    """Digits after the decimal point, at most."""
    unit: str = ""

    def violation(self, value: Decimal) -> str | None:
        """Return what is wrong with a number, or None."""
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and -exponent > self.places:
            most = f"at most {self.places} decimals" if self.places else "no decimals"
            return f"must have {most}; {describe(value)} has {-exponent}"
        if value < Decimal(self.least):
            return f"must be {self.least}{self.unit} or more; change {describe(value)}"
        if value > self.most:
            return f"must be {self.most}{self.unit} or less; change {describe(value)}"
        return None

    def check(self, value: object) -> Decimal:
        """Return the number exactly as written (PydanticCustomError if it is not a number, or not in the range)."""
        if not isinstance(value, Decimal):
            wanted = "a number in plain digits, such as 2 or 0.5" if self.places else "a whole number, such as 2"
            raise refusal(f"must be {wanted}, not {describe(value)}")
        violation = self.violation(value)
        if violation is not None:
            raise refusal(violation)
        return value or Decimal(0)  # without this, reports would print "-0"


def text() -> FieldType:
    """Return a text that any report can show."""

    def read(value: object) -> str:
        if not isinstance(value, str):
            raise refusal(f"must be a text, not {describe(value)}{_text_remedy(value)}")
        if not value.strip() or sanitize(value, MAX_TEXT) != value:
            raise refusal(f"must be 1 to {MAX_TEXT} visible characters on one line, not {describe(value)}")
        return value

    return FieldType(read, {"type": "string", "minLength": 1, "maxLength": MAX_TEXT})


def _text_remedy(value: object) -> str:
    """Return what to do with a value that YAML does not read as a text."""
    match value:
        case bool() | Decimal():
            return "; put it in quotes"
        case [str(text)]:
            return f"; write {sanitize(text, MAX_NAME)} without the brackets"
        case _:
            return ""


def identifier() -> FieldType:
    """Return the id of a rubric item."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not ID.fullmatch(value) or len(value) > MAX_NAME:
            wanted = f"1 to {MAX_NAME} small letters, digits and '_', a letter first"
            raise refusal(f"must be {wanted}, not {describe(value)}")
        return value

    return FieldType(read, {"type": "string", "pattern": ID_PATTERN, "maxLength": MAX_NAME})


def module_name() -> FieldType:
    """Return the name of a third-party module that students may really import."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not MODULE.fullmatch(value) or keyword.iskeyword(value):
            raise refusal(f"must name a module by its first part, such as numpy, not {describe(value)}")
        if value == "grader":
            # The grader's modules hold the right answers: a submission could look them up.
            raise refusal("must not let the grader itself in; remove it")
        return value

    return FieldType(read, {"type": "string", "pattern": MODULE_PATTERN})


def choice(*options: str) -> FieldType:
    """Return one of the words `options`."""

    def read(value: object) -> str:
        if not isinstance(value, str) or value not in options:
            raise refusal(f"must be {' or '.join(options)}, not {describe(value)}")
        return value

    return FieldType(read, {"type": "string", "enum": list(options)})


def file_name() -> FieldType:
    """Return the name of a file that is handed in or handed out, or a path with forward slashes."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not value.strip("/. ") or sanitize(value, MAX_TEXT) != value or "\\" in value:
            raise refusal(f"must be the name of a file, such as runner.py, not {describe(value)}")
        return value

    return FieldType(read, {"type": "string", "minLength": 1, "maxLength": MAX_TEXT})


def regular_expression() -> FieldType:
    """Return a regular expression of Python's module `re`."""

    def read(value: object) -> str:
        if not isinstance(value, str) or not value.strip():
            raise refusal(f"must be a regular expression in quotes, not {describe(value)}")
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # about what may mean something else in later versions of Python
                re.compile(value, re.MULTILINE)
        except (re.error, RecursionError, OverflowError) as error:
            raise refusal(f"is no regular expression: {sanitize(str(error))}") from None
        return value

    return FieldType(read, {"type": "string", "minLength": 1, "format": "regex"})


def true_or(other: FieldType, words: str) -> FieldType:
    """Return true, false or what `other` reads; `words` say what that is."""

    def read(value: object) -> object:
        if isinstance(value, bool):
            return value
        if value is None or isinstance(value, Decimal):
            raise refusal(f"must be true or {words}, not {describe(value)}")
        return other.read(value)

    return FieldType(read, {"anyOf": [{"type": "boolean"}, dict(other.json_schema)]})


def list_of(entry: FieldType, words: str) -> FieldType:
    """Return a list with at least one entry; `words` say what the entries are."""

    def read(value: object) -> list[object]:
        if not isinstance(value, list) or not value:
            raise refusal(f"must be a list of {words}, not {'an empty one' if value == [] else describe(value)}")
        return [entry.read(one) for one in value]

    return FieldType(read, {"type": "array", "items": dict(entry.json_schema), "minItems": 1})


def number(allowed: Range, kind: Callable[[Decimal], object]) -> FieldType:
    """Return a number in the range `allowed`, converted by `kind`."""
    json_schema: dict[str, object] = {"type": "number" if allowed.places else "integer"}
    # Whole numbers as ints: people read the schema, and 0 reads better than 0.0.
    least = float(allowed.least)
    json_schema |= {"minimum": int(least) if least.is_integer() else least, "maximum": allowed.most}
    return FieldType(lambda value: kind(allowed.check(value)), json_schema)


def refusal(message: str) -> PydanticCustomError:
    """Return the error that carries `message` to the reader unchanged."""
    return PydanticCustomError("rubric", "{text}", {"text": message})
