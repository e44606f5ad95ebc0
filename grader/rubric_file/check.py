"""Finds all that is wrong with a rubric file, a sentence each; loaded only for a file that somebody wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from grader.errors import UserError
from grader.model.spec import Assignment
from grader.model.spelling import closest, did_you_mean, quoted
from grader.rubric_file.draft import read_draft
from grader.rubric_file.rules import broken_rules
from grader.rubric_file.shape import RubricShape
from grader.yaml_file.document import Address, Document, Problem, describe, problem_lines
from grader.yaml_file.reader import Reading

EXPECTED_TEXTS = {
    "model_type": "a mapping of keys to values",
    "dict_type": "a mapping of names to numbers",
    "list_type": "a list",
    "bool_type": "true or false",
    "too_short": "a list with at least one entry",
}


class ShapeMatch(NamedTuple):
    """The file as a `RubricShape`, or the problems that prevent it."""

    shape: BaseModel | None
    problems: tuple[Problem, ...] = ()
    broken: frozenset[Address] = frozenset()
    """The addresses of what is wrong, and of every list and mapping around it."""


def match_shape(document: Document) -> ShapeMatch:
    """Compare `document` with the shape of a rubric."""
    try:
        return ShapeMatch(RubricShape.model_validate(document.data))
    except ValidationError as failure:
        errors = failure.errors(include_url=False)
    misspelt = _misspelt(errors)
    return ShapeMatch(
        None,
        tuple(
            _to_problem(error, document)
            for error in errors
            if error["type"] != "missing" or error["loc"] not in misspelt
        ),
        frozenset(error["loc"][:depth] for error in errors for depth in range(len(error["loc"]) + 1)),
    )


def _misspelt(errors: list[ErrorDetails]) -> set[Address]:
    """Return the keys that are not missing but misspelt: an unknown key has a similar name."""
    unknown = [error["loc"] for error in errors if error["type"] == "extra_forbidden"]
    return {(*address[:-1], closest(str(address[-1]), _fields(address[:-1])) or "") for address in unknown}


def _to_problem(error: ErrorDetails, document: Document) -> Problem:
    address = error["loc"]
    if error["type"] == "extra_forbidden":
        keys = list(_fields(address[:-1]))
        remedy = did_you_mean(str(address[-1]), keys, f"remove it, or use one of {', '.join(keys)}")
        return Problem(document.key_position(address), f"unknown key {quoted(str(address[-1]))}; {remedy}")
    if error["type"] == "missing":
        name = str(address[-1])
        meaning = _fields(address[:-1])[name].description or ""
        meaning = f"{meaning[:1].lower()}{meaning[1:].rstrip('.')}"
        text = f"{_container_name(address[:-1])} has no {quoted(name)}; add it: {meaning}"
        return Problem(document.position(address), text)
    expected = EXPECTED_TEXTS.get(error["type"])
    if error["type"] == "dict_type" and address[0] == "files":
        expected = "a mapping of names to texts"
    text = error["msg"] if expected is None else f"must be {expected}, not {_found_text(error)}"
    return Problem(document.position(address), f"{_value_name(address)} {text}")


def _found_text(error: ErrorDetails) -> str:
    return "an empty one" if error["type"] == "too_short" else describe(error["input"])


def _value_name(address: Address) -> str:
    match address:
        case ():
            return "a rubric"
        case (*_, str(key), int(index)):
            return f"entry {index + 1} of {quoted(key)}"
        case _:
            return quoted(str(address[-1]))


def _container_name(address: Address) -> str:
    match address:
        case ():
            return "the rubric"
        case (*_, int()):
            return "this item of the rubric"
        case _:
            return _value_name(address)


def _fields(address: Address) -> dict[str, FieldInfo]:
    """Return the keys of the mapping at `address`, by the names they have in the file."""
    shape: type[BaseModel] = RubricShape
    for key in address:
        if isinstance(key, str):
            shape = next(_shapes_in(_keys_of(shape)[key].annotation), shape)
    return _keys_of(shape)


def _keys_of(shape: type[BaseModel]) -> dict[str, FieldInfo]:
    return {field.alias or name: field for name, field in shape.model_fields.items()}


def _shapes_in(annotation: object) -> Iterator[type[BaseModel]]:
    """Yield the shapes that the type of a field names, such as the one in ``list[ItemShape]``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for part in get_args(annotation):
        yield from _shapes_in(part)


def require_right(reading: Reading, source: str, assignments: Mapping[str, Assignment], folder: Path | None) -> None:
    """Raise UserError with all problems of the file that the user calls `source`, in file order, if it has any."""
    document, problems = reading
    if document is None:
        raise UserError(problem_lines(source, problems))
    match = match_shape(document)
    broken = broken_rules(read_draft(document, match.broken, assignments, folder))
    if problems or match.problems or broken:
        raise UserError(problem_lines(source, [*problems, *match.problems, *broken]))
