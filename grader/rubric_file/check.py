"""Finds all that is wrong with a rubric file, a sentence each; loaded only for a file that somebody wrote."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from grader.capabilities.registry import CAPABILITIES
from grader.capabilities.rubric_draft import POINTS, Draft, DraftItem, Mention, number_in
from grader.errors import UserError
from grader.model.spec import Assignment
from grader.model.spelling import closest, did_you_mean, quoted
from grader.rubric_file.named_checks import full_name
from grader.rubric_file.rules import broken_rules
from grader.rubric_file.shape import SOURCES, TOTAL, RubricShape
from grader.yaml_file.document import Address, Data, Document, Problem, describe, problem_lines
from grader.yaml_file.reader import Reading

NO_SOURCES: tuple[tuple[str, Data], ...] = (*((key, no) for key in SOURCES for no in (None, False)), ("checks", {}))
"""Keys with values that say nothing."""


def read_draft(
    document: Document, broken: frozenset[Address], assignments: Mapping[str, Assignment], folder: Path | None = None
) -> Draft:
    """Read what can be read; `broken` are the addresses with problems of shape, and all addresses above them."""
    root = _mapping(document.data)
    criteria = root.get("criteria")
    assignment, sheet, imports = root.get("assignment"), root.get("sheet"), root.get("allow_imports")
    items = tuple(
        _item(entry, ("criteria", index), broken)
        for index, entry in enumerate(criteria if isinstance(criteria, list) else [])
    )
    return Draft(
        document=document,
        assignments=assignments,
        assignment_id=assignment if isinstance(assignment, str) else None,
        sheet=sheet if isinstance(sheet, str) else None,
        total=number_in(root.get("total"), TOTAL),
        items=items,
        mentions=tuple(mention for item in items for mention in _mentions(item)),
        call_limits=tuple(_mapping(_mapping(root.get("limits")).get("calls"))),
        allow_imports=tuple(
            name if isinstance(name, str) else None for name in (imports if isinstance(imports, list) else [])
        ),
        sections={
            one.section_key: {
                key: value
                for key, value in _mapping(root[one.section_key]).items()
                if (one.section_key, key) not in broken
            }
            for one in CAPABILITIES
            if one.section_key and root.get(one.section_key) is not None
        },
        folder=folder,
    )


def _item(entry: Data, address: Address, broken: frozenset[Address]) -> DraftItem:
    fields = _mapping(entry)
    name, checks = fields.get("id"), fields.get("checks")
    return DraftItem(
        address=address,
        id=name if isinstance(name, str) and (*address, "id") not in broken else None,
        points=number_in(fields.get("points"), POINTS),
        checks={check: number_in(share, POINTS) for check, share in checks.items()}
        if isinstance(checks, dict)
        else None,
        sources=tuple(key for key in SOURCES if (key, fields.get(key)) not in NO_SOURCES),
        bonus=fields.get("bonus") is True,
        broken=address in broken,
        fields=fields,
    )


def _mentions(item: DraftItem) -> Iterator[Mention]:
    for written in item.checks or ():
        if item.id is not None or "." in written:
            name = item.id or ""
            yield Mention(full_name(name, written), written, name, (*item.address, "checks", written))


def _mapping(data: Data) -> dict[str, Data]:
    return data if isinstance(data, dict) else {}


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
