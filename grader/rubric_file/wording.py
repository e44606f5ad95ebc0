"""The shape applied to a document: each of pydantic's findings becomes one sentence with a place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pydantic import ValidationError

from grader.rubric_file.document import Address, Document, shown
from grader.rubric_file.problems import Problem, closest, did_you_mean, quoted
from grader.rubric_file.shape import LimitsShape, LineShape, RubricShape, ScaleShape

if TYPE_CHECKING:
    from pydantic import BaseModel
    from pydantic.fields import FieldInfo
    from pydantic_core import ErrorDetails

WANTED = {
    "model_type": "a mapping of keys to values",
    "dict_type": "a mapping of names to numbers",
    "list_type": "a list",
    "bool_type": "true or false",
    "too_short": "a list with at least one entry",
}


class Shaped(NamedTuple):
    """The file in its shape, or what is wrong with it."""

    shape: RubricShape | None
    problems: tuple[Problem, ...] = ()
    broken: frozenset[Address] = frozenset()
    """The addresses of what is wrong, and of everything it is a part of."""


def shaped(document: Document) -> Shaped:
    """Hold `document` against the shape of a rubric."""
    try:
        return Shaped(RubricShape.model_validate(document.data))
    except ValidationError as failure:
        errors = failure.errors(include_url=False)
    misspelt = _misspelt(errors)
    return Shaped(
        None,
        tuple(
            _worded(error, document) for error in errors if error["type"] != "missing" or error["loc"] not in misspelt
        ),
        frozenset(error["loc"][:depth] for error in errors for depth in range(len(error["loc"]) + 1)),
    )


def _misspelt(errors: list[ErrorDetails]) -> set[Address]:
    """Return the keys that are there under a name close to their own: not missing, only misspelt."""
    unknown = [error["loc"] for error in errors if error["type"] == "extra_forbidden"]
    return {(*address[:-1], closest(str(address[-1]), _fields(address[:-1])) or "") for address in unknown}


def _worded(error: ErrorDetails, document: Document) -> Problem:
    address = error["loc"]
    if error["type"] == "extra_forbidden":
        keys = list(_fields(address[:-1]))
        remedy = did_you_mean(str(address[-1]), keys, f"remove it, or use one of {', '.join(keys)}")
        return Problem(document.key_place(address), f"unknown key {quoted(str(address[-1]))}; {remedy}")
    if error["type"] == "missing":
        name = str(address[-1])
        meaning = _fields(address[:-1])[name].description or ""
        text = f"{_holder(address[:-1])} has no {quoted(name)}; add it: {meaning[:1].lower()}{meaning[1:].rstrip('.')}"
        return Problem(document.place(address), text)
    wanted = WANTED.get(error["type"])
    said = error["msg"] if wanted is None else f"must be {wanted}, not {_got(error)}"
    return Problem(document.place(address), f"{_name(address)} {said}")


def _got(error: ErrorDetails) -> str:
    return "an empty one" if error["type"] == "too_short" else shown(error["input"])


def _name(address: Address) -> str:
    match address:
        case ():
            return "a rubric"
        case (*_, str(key), int(index)):
            return f"entry {index + 1} of {quoted(key)}"
        case _:
            return quoted(str(address[-1]))


def _holder(address: Address) -> str:
    match address:
        case ():
            return "the rubric"
        case (*_, int()):
            return "this line of the rubric"
        case _:
            return _name(address)


def _fields(address: Address) -> dict[str, FieldInfo]:
    """Return the keys of the mapping at `address`, by the names they have in the file."""
    shapes: dict[str | int, type[BaseModel]] = {"scale": ScaleShape, "limits": LimitsShape, "criteria": LineShape}
    shape = shapes[address[0]] if address else RubricShape
    return {field.alias or name: field for name, field in shape.model_fields.items()}
