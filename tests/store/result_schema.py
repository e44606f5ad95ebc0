"""The JSON Schema of `result.json`, made from the types of the model, so that the two cannot differ."""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from grader.capabilities.registry import CAPABILITIES
from grader.model.assessment import Payload
from grader.model.result import Result
from grader.store.result_json import SCHEMA

Schema: TypeAlias = "dict[str, Any]"
REFERENCE = "#/$defs/{name}"


def result_schema() -> Schema:
    """Return the JSON Schema (draft 2020-12) of a `result.json`."""
    payloads = _payloads()
    _, components = msgspec.json.schema_components([Result, *payloads], schema_hook=_payload, ref_template=REFERENCE)
    defs: Schema = _as_written(components)
    whole = defs.pop("Result")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **whole,
        "title": SCHEMA,
        "properties": {"schema": {"const": SCHEMA}, **whole["properties"]},
        "required": ["schema", *whole["required"]],
        "$defs": dict(sorted(defs.items())),
    }


def _payload(kind: type) -> Schema:
    """Return the schema of what any capability found."""
    if kind is not Payload:
        raise NotImplementedError(kind)
    return {"anyOf": [{"$ref": REFERENCE.format(name=one.__name__)} for one in _payloads()]}


def _payloads() -> list[type]:
    return [one.payload for one in CAPABILITIES if one.payload is not None]


def _as_written(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return msgspec's schema for what `to_json` writes and `from_json` reads: decimals are numbers, keys are known."""
    if isinstance(schema, list | tuple):
        return [_as_written(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("format") == "decimal":
        return {"type": "number"}
    closed = {"additionalProperties": False} if "properties" in schema else {}  # a mapping may have any keys
    return {key: _as_written(part) for key, part in schema.items()} | closed
