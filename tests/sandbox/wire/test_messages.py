"""What is shown of values that are no plain data."""

from __future__ import annotations

import pytest

from grader.sandbox.wire.messages import opaque_text


@pytest.mark.parametrize(
    "text",
    [
        "an object of type Board",
        "int of 332193 bits",
        "str of 16777216 characters",
        "too deeply nested",
        "list of 401 items, more than an answer has",
        "one of too many different answers",
    ],
)
def test_what_the_encoder_writes_is_shown(text: str) -> None:
    """With the name of a class, if it is an identifier."""
    assert opaque_text(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Mark raised by the staff",
        "an object of type Mark raised by the staff",
        "an object of type " + "x" * 81,
        "int of 9" + "9" * 900 + " bits",
        "raised by staff of 3 items, more than an answer has",
        "too deeply nested. Mark raised by the staff",
    ],
)
def test_any_other_text_is_not_shown(text: str) -> None:
    """The inside must not speak in our name."""
    assert opaque_text(text) == "an object"
