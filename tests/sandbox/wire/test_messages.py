"""The table of messages outside: it names the same messages and fields as the contract that the inside states."""

from __future__ import annotations

import ast
import re

from grader.sandbox.wire.messages import MESSAGES, REQUESTS
from tests.sandbox.sandbox_helpers import INSIDE

ROW = re.compile(r"^ {4}(\w+) +((?:[a-z_]+(?:, |,\n +)?)+)$", re.MULTILINE)
"""A row of a table in the docstring of `agent.py`: the message's name and its fields."""


def test_both_sides_of_the_wall_name_the_same_messages() -> None:
    """`tests/sandbox/inside/test_agent.py` holds the contract against the messages that are really sent."""
    contract = ast.get_docstring(ast.parse((INSIDE / "agent.py").read_text(encoding="utf-8")), clean=False) or ""
    stated = {name: set(re.findall(r"\w+", fields)) for name, fields in ROW.findall(contract)}

    assert {name: set(fields) for name, fields in {**MESSAGES, **REQUESTS}.items()} == stated
    assert all(text for fields in (*MESSAGES.values(), *REQUESTS.values()) for text in fields.values())
