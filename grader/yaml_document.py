"""
A YAML document that remembers the place of each part, and the kinds of values that it may have.

A `FieldType` both reads a value and describes it in the JSON Schema, so that reader and schema agree. Reading goes on
after a mistake, and collects all problems, each with its place and remedy.
"""

from __future__ import annotations

import keyword
import re
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

from msgspec import Struct, field
from msgspec.structs import replace

from grader.model.sanitize import closest, did_you_mean, quoted, sanitize

SOURCE_LENGTH = 1000


class TextPosition(NamedTuple):
    """A character in the file. Line and column are counted from 1 as in editors."""

    line: int
    column: int


START = TextPosition(1, 1)


class Problem(NamedTuple):
    """A mistake that a person has to correct."""

    position: TextPosition
    text: str


def problem_lines(source: str, problems: Iterable[Problem]) -> str:
    """Return one line for each problem, ``source:line:column: text``, in file order."""
    name = sanitize(source, SOURCE_LENGTH)
    return "\n".join(
        f"{name}:{problem.position.line}:{problem.position.column}: {problem.text}"
        for problem in sorted(problems, key=attrgetter("position"))
    )


Data: TypeAlias = "bool | Decimal | str | list[Data] | dict[str, Data] | None"
Address: TypeAlias = tuple[str | int, ...]
"""Keys and indices that lead from the root to a part: ``("criteria", 0, "points")``."""


class Document(Struct, frozen=True, kw_only=True):
    """Plain data: texts, exact numbers, booleans, lists, and mappings with texts as keys."""

    data: Data
    values: Mapping[Address, TextPosition]
    keys: Mapping[Address, TextPosition]

    def position(self, address: Address) -> TextPosition:
        """Return the start of a value; of a missing value, the start of the part that should hold it."""
        while address and address not in self.values:
            address = address[:-1]
        return self.values.get(address, START)

    def key_position(self, address: Address) -> TextPosition:
        return self.keys.get(address) or self.position(address)


def describe(data: object) -> str:
    """Return the words for a value that is not of the expected kind."""
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


ID_PATTERN = "^[a-z][a-z0-9_]*$"
MODULE_PATTERN = "^[A-Za-z_][A-Za-z0-9_]*$"
ID, MODULE = re.compile(ID_PATTERN[1:-1]), re.compile(MODULE_PATTERN[1:-1])
MAX_TEXT = 200
MAX_NAME = 64


class Wrong(Exception):
    """A value is not allowed. The message continues the name of the value."""


class ValuePlace(Struct, frozen=True):
    """The place of a value in the file, and all problems so far."""

    document: Document
    address: Address = ()
    problems: list[Problem] = field(default_factory=list)
    broken: set[Address] = field(default_factory=set)
    """The addresses of wrong values, and of every list and mapping around them."""

    def read(self, kind: FieldType, value: object) -> Any:  # noqa: ANN401 - the kind tells the type
        """Return the value as `kind` reads it; None if it is wrong."""
        try:
            return kind.read(value, self)
        except Wrong as wrong:
            self.note(f"{self.name} {wrong}")
            return None

    def within(self, key: str | int) -> ValuePlace:
        return replace(self, address=(*self.address, key))

    def note(self, text: str, *, of_key: bool = False) -> None:
        position = self.document.key_position if of_key else self.document.position
        self.problems.append(Problem(position(self.address), text))
        self.broken.update(self.address[:depth] for depth in range(len(self.address) + 1))

    @property
    def name(self) -> str:
        match self.address:
            case ():
                return "a rubric"
            case (*_, str(key), int(index)):
                return f"entry {index + 1} of {quoted(key)}"
            case _:
                return quoted(str(self.address[-1]))

    @property
    def container_name(self) -> str:
        match self.address:
            case ():
                return "the rubric"
            case (*_, int()):
                return "this item of the rubric"
            case _:
                return self.name


class FieldType(Struct, frozen=True, eq=False):
    read: Callable[[object, ValuePlace], object]
    """Returns the value (Wrong for another kind). Each wrong part is noted as a problem, and is None."""
    json_schema: Mapping[str, object]
    """The schema of the value as written in the file."""


def _true_or_false(value: object, _place: ValuePlace) -> bool:
    if not isinstance(value, bool):
        raise Wrong(f"must be true or false, not {describe(value)}")
    return value


def _text(value: object, _place: ValuePlace) -> str:
    if not isinstance(value, str):
        raise Wrong(f"must be a text, not {describe(value)}{_text_remedy(value)}")
    if not value.strip() or sanitize(value, MAX_TEXT) != value:
        raise Wrong(f"must be 1 to {MAX_TEXT} visible characters on one line, not {describe(value)}")
    return value


def _text_remedy(value: object) -> str:
    match value:
        case bool() | Decimal():
            return "; put it in quotes"
        case [str(text)]:
            return f"; write {sanitize(text, MAX_NAME)} without the brackets"
        case _:
            return ""


def _identifier(value: object, _place: ValuePlace) -> str:
    if not isinstance(value, str) or not ID.fullmatch(value) or len(value) > MAX_NAME:
        raise Wrong(f"must be 1 to {MAX_NAME} small letters, digits and '_', a letter first, not {describe(value)}")
    return value


def _module_name(value: object, _place: ValuePlace) -> str:
    if not isinstance(value, str) or not MODULE.fullmatch(value) or keyword.iskeyword(value):
        raise Wrong(f"must name a module by its first part, such as numpy, not {describe(value)}")
    if value == "grader":
        # The grader's modules hold the right answers. A submission could look them up.
        raise Wrong("must not let the grader itself in; remove it")
    return value


def _file_name(value: object, _place: ValuePlace) -> str:
    if not isinstance(value, str) or not value.strip("/. ") or sanitize(value, MAX_TEXT) != value or "\\" in value:
        raise Wrong(f"must be the name of a file, such as runner.py, not {describe(value)}")
    return value


def _regular_expression(value: object, _place: ValuePlace) -> str:
    if not isinstance(value, str) or not value.strip():
        raise Wrong(f"must be a regular expression in quotes, not {describe(value)}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # warnings about a changed meaning in later versions of Python
            re.compile(value, re.MULTILINE)
    except (re.error, RecursionError, OverflowError) as error:
        raise Wrong(f"is no regular expression: {sanitize(str(error))}") from None
    return value


SHORT_TEXT = {"type": "string", "minLength": 1, "maxLength": MAX_TEXT}
TRUE_OR_FALSE = FieldType(_true_or_false, {"type": "boolean"})
TEXT = FieldType(_text, SHORT_TEXT)
IDENTIFIER = FieldType(_identifier, {"type": "string", "pattern": ID_PATTERN, "maxLength": MAX_NAME})
MODULE_NAME = FieldType(_module_name, {"type": "string", "pattern": MODULE_PATTERN})
"""The name of a third-party module that students may import."""
FILE_NAME = FieldType(_file_name, SHORT_TEXT)
"""The name of a file that is handed in or handed out, or a path with forward slashes."""
REGULAR_EXPRESSION = FieldType(_regular_expression, {"type": "string", "minLength": 1, "format": "regex"})
"""A regular expression of Python's module `re`."""


class Range(Struct, frozen=True, kw_only=True):
    least: str
    """A decimal number as text, because a float cannot hold 0.01 exactly."""
    most: int
    places: int = 2  # maximum number of digits after the decimal point
    unit: str = ""

    def check(self, value: object) -> Decimal:
        """Return the number exactly as written (Wrong for another kind, or outside the range)."""
        if not isinstance(value, Decimal):
            wanted = "a number in plain digits, such as 2 or 0.5" if self.places else "a whole number, such as 2"
            raise Wrong(f"must be {wanted}, not {describe(value)}")
        exponent = value.as_tuple().exponent
        if isinstance(exponent, int) and -exponent > self.places:
            most = f"at most {self.places} decimals" if self.places else "no decimals"
            raise Wrong(f"must have {most}; {describe(value)} has {-exponent}")
        if value < Decimal(self.least):
            raise Wrong(f"must be {self.least}{self.unit} or more; change {describe(value)}")
        if value > self.most:
            raise Wrong(f"must be {self.most}{self.unit} or less; change {describe(value)}")
        return value or Decimal(0)  # reports would print "-0"


def number(allowed: Range, kind: Callable[[Decimal], object] = Decimal) -> FieldType:
    """Return the type of numbers in the range `allowed`; `kind` converts each number."""
    # Whole numbers are ints, because people read the schema, and 0 reads better than 0.0.
    least = float(allowed.least)
    limits = {"minimum": int(least) if least.is_integer() else least, "maximum": allowed.most}
    json_schema = {"type": "number" if allowed.places else "integer", **limits}
    return FieldType(lambda value, _place: kind(allowed.check(value)), json_schema)


def choice(*options: str) -> FieldType:
    """Return the type of one of the words `options`."""

    def read(value: object, _place: ValuePlace) -> str:
        if not isinstance(value, str) or value not in options:
            raise Wrong(f"must be {' or '.join(options)}, not {describe(value)}")
        return value

    return FieldType(read, {"type": "string", "enum": list(options)})


def true_or(other: FieldType, words: str) -> FieldType:
    """Return the type of true, false or a value of `other`; messages call such a value by `words`."""

    def read(value: object, place: ValuePlace) -> object:
        if isinstance(value, bool):
            return value
        if value is None or isinstance(value, Decimal):
            raise Wrong(f"must be true or {words}, not {describe(value)}")
        return other.read(value, place)

    return FieldType(read, {"anyOf": [{"type": "boolean"}, other.json_schema]})


def or_nothing(other: FieldType) -> FieldType:
    """Return the type of a value of `other` or of nothing, which is None."""
    json_schema = {"anyOf": [other.json_schema, {"type": "null"}]}
    return FieldType(lambda value, place: None if value is None else other.read(value, place), json_schema)


def list_of(entry: FieldType, words: str = "", *, least: int = 1) -> FieldType:
    """Return the type of a list with at least `least` entries; messages call the entries by `words`."""

    def read(value: object, place: ValuePlace) -> list[object]:
        if not isinstance(value, list):
            raise Wrong(f"must be a list{words and f' of {words}'}, not {describe(value)}")
        if len(value) < least:
            wanted = f" of {words}" if words else " with at least one entry"
            raise Wrong(f"must be a list{wanted}, not an empty one")
        return [place.within(index).read(entry, one) for index, one in enumerate(value)]

    return FieldType(read, {"type": "array", "items": entry.json_schema, **({"minItems": least} if least else {})})


def names_to(entry: FieldType, words: str, **more: object) -> FieldType:
    """Return the type of a mapping from names to entries, which `words` name; `more` is for the schema."""

    def read(value: object, place: ValuePlace) -> dict[str, object]:
        if not isinstance(value, dict):
            raise Wrong(f"must be a mapping of names to {words}, not {describe(value)}")
        return {name: place.within(name).read(entry, one) for name, one in value.items()}

    return FieldType(read, {"type": "object", "additionalProperties": entry.json_schema, **more})


REQUIRED = object()


class MappingKey(NamedTuple):
    name: str
    kind: FieldType
    description: str
    default: object = REQUIRED
    """The value of a missing key."""

    @property
    def json_schema(self) -> dict[str, object]:
        default = {} if self.default is REQUIRED else {"default": self.default}
        return {**self.kind.json_schema, **default, "description": self.description}


def mapping(title: str, description: str, keys: Sequence[MappingKey]) -> FieldType:
    """Return the type of a mapping with these `keys`, read as a dict without the missing ones."""
    known = {key.name: key for key in keys}

    def read(value: object, place: ValuePlace) -> dict[str, object]:
        if not isinstance(value, dict):
            raise Wrong(f"must be a mapping of keys to values, not {describe(value)}")
        unknown = [name for name in value if name not in known]
        for name in unknown:
            remedy = did_you_mean(name, known, f"remove it, or use one of {', '.join(known)}")
            place.within(name).note(f"unknown key {quoted(name)}; {remedy}", of_key=True)
        meant = {closest(name, known) for name in unknown}
        found = {}
        for name, key in known.items():
            if name in value:
                found[name] = place.within(name).read(key.kind, value[name])
            elif key.default is not REQUIRED:
                found[name] = key.default
            elif name not in meant:
                meaning = f"{key.description[:1].lower()}{key.description[1:].rstrip('.')}"
                place.within(name).note(f"{place.container_name} has no {quoted(name)}; add it: {meaning}")
        return found

    json_schema: dict[str, object] = {
        "title": title,
        "description": description,
        "type": "object",
        "properties": {key.name: key.json_schema for key in keys},
        "required": [key.name for key in keys if key.default is REQUIRED],
        "additionalProperties": False,
    }
    return FieldType(read, json_schema)
