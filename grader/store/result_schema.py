"""The JSON Schema of `result.json`, made from the types of the model, so that the two cannot differ."""

from __future__ import annotations

import dataclasses
import enum
import types
import typing
from decimal import Decimal

from grader.model.lateness import SignedPoints
from grader.model.result import Result
from grader.store.plain_data import field_types, is_optional, union_members
from grader.store.result_json import SCHEMA, STATUSES

Schema: typing.TypeAlias = "dict[str, object]"

SCALARS: dict[object, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    Decimal: {"type": "number", "minimum": 0},
    SignedPoints: {"type": "number"},
}


def result_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of a `result.json`."""
    defs: dict[str, Schema] = {}
    _schema_of(Result, defs)
    whole = defs.pop("Result")
    properties = typing.cast("Schema", whole["properties"])
    properties["status"] = {"enum": list(STATUSES)}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SCHEMA,
        **whole,
        "properties": {"schema": {"const": SCHEMA}, **properties},
        "required": ["schema", *typing.cast("list[str]", whole["required"])],
        "$defs": dict(sorted(defs.items())),
    }


def _schema_of(kind: object, defs: dict[str, Schema]) -> Schema:
    """Return the schema of one type; the dataclasses that it refers to are added to `defs`."""
    members = union_members(kind)
    if len(members) > 1:
        return {
            "anyOf": [{"type": "null"} if member is types.NoneType else _schema_of(member, defs) for member in members]
        }
    if typing.get_origin(kind) is tuple:
        return _list(typing.get_args(kind), defs)
    if isinstance(kind, type) and issubclass(kind, enum.Enum):
        return {"enum": [member.value for member in kind]}
    if isinstance(kind, type) and dataclasses.is_dataclass(kind):
        _define(kind, defs)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    return SCALARS[kind]


def _list(inner: tuple[object, ...], defs: dict[str, Schema]) -> Schema:
    if inner[-1] is ...:
        return {"type": "array", "items": _schema_of(inner[0], defs)}
    size = len(inner)
    return {
        "type": "array",
        "prefixItems": [_schema_of(kind, defs) for kind in inner],
        "minItems": size,
        "maxItems": size,
    }


def _define(kind: type, defs: dict[str, Schema]) -> None:
    fields = [field for field in dataclasses.fields(kind) if field.init]
    defs[kind.__name__] = {
        "description": " ".join((kind.__doc__ or "").split()),
        "type": "object",
        "properties": {field.name: _schema_of(field_types(kind)[field.name], defs) for field in fields},
        "required": [field.name for field in fields if not is_optional(field)],
        "additionalProperties": False,
    }
