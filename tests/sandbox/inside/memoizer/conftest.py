"""What the tests of the memoizer share: the depth of recursion that the sandbox has."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.shortcut.in_process import recursion_of_a_fresh_interpreter


@pytest.fixture(autouse=True)
def _recursion_limit() -> Iterator[None]:
    """Let recursion go as deep as in the sandbox."""
    with recursion_of_a_fresh_interpreter():
        yield
