"""The statements of a file that Python may not be able to read."""

from __future__ import annotations

import pytest

from grader.python_text import top_level_statements


@pytest.mark.parametrize("text", ["", "# x", '"""x"""', '"""x', "\n\n"])
def test_a_text_without_a_statement_has_none(text: str) -> None:
    """A helper module may be empty, and a string may have no end."""
    assert top_level_statements(text) == ()


def test_a_statement_has_its_decorators_and_what_is_below_it() -> None:
    """Blank lines and comments in front of the next one belong to neither."""
    assert [(1, 3), (7, 8)] == list(
        map(tuple, top_level_statements("@cache\ndef f():\n    return 1\n\n# next\n\nX = (1,\n2)\n"))
    )
