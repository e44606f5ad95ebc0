"""JSON Schemas of what platforms read, written from their documentation."""

from __future__ import annotations

from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
NAME: dict[str, Any] = {"type": "string", "minLength": 1}
NUMBER: dict[str, Any] = {"type": "number"}
WHOLE: dict[str, Any] = {"type": "integer", "minimum": 0}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
SEEN_BY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
INSTANT = {"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$"}


def closed(properties: dict[str, Any], required: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return the schema of an object with these properties and no others."""
    return {"type": "object", "properties": properties, "required": [*required], "additionalProperties": False}


GRADESCOPE_TEST = closed(
    {
        "score": NUMBER,
        "max_score": NUMBER,
        "status": {"enum": ["passed", "failed"]},
        "name": NAME,
        "name_format": FORMAT,
        "number": NAME,
        "output": TEXT,
        "output_format": FORMAT,
        "tags": {"type": "array", "items": NAME},
        "visibility": SEEN_BY,
        "extra_data": {"type": "object"},
    },
    ("name",),
)
GRADESCOPE = closed(
    {
        "score": NUMBER,
        "execution_time": NUMBER,
        "output": TEXT,
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": SEEN_BY,
        "stdout_visibility": SEEN_BY,
        "extra_data": {"type": "object"},
        "tests": {"type": "array", "items": GRADESCOPE_TEST, "minItems": 1},
    },
    ("tests",),
)

CLASSROOM50_TEST = {
    "type": "object",
    "properties": {
        "test-name": {"type": "string", "minLength": 1, "maxLength": 100},
        "passed": {"type": "boolean"},
        "score": WHOLE,
        "max-score": WHOLE,
    },
    "required": ["test-name", "passed", "score", "max-score"],
}
CLASSROOM50 = closed(
    {
        "schema": {"const": "classroom50/result/v1"},
        "classroom": NAME,
        "assignment": NAME,
        "assignment_type": {"enum": ["individual", "group", "team"]},
        "owner": NAME,
        "submission": {"type": "string", "pattern": "^submit/"},
        "commit": NAME,
        "release": NAME,
        "review": NAME,
        "datetime": INSTANT,
        "graded_at": INSTANT,
        "score": WHOLE,
        "max-score": WHOLE,
        "tests": {"type": "array", "items": CLASSROOM50_TEST},
        "submitted_by": closed({"username": NAME, "id": {"type": ["integer", "null"]}}, ("username",)),
    },
    (
        *("schema", "classroom", "assignment", "assignment_type", "owner", "submission", "commit", "release"),
        *("review", "datetime", "score", "max-score", "tests"),
    ),
)
