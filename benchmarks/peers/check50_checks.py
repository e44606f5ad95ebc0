"""The examples as checks of check50, which runs each in its own process and folder."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import check50  # type: ignore[import-not-found] # installed for the peer alone
import check50.py  # type: ignore[import-not-found] # the same

sys.path.insert(0, str(Path(__file__).parent))
from examples import EXAMPLES, Example, problem_with  # type: ignore[import-not-found] # copied beside this file

Check = Callable[[], Any]
Decorator = Callable[[Check], Check]


def exists() -> None:
    """tictactoe.py exists."""
    check50.exists("tictactoe.py")


exists = check50.check()(exists)


def imports() -> None:
    """tictactoe.py can be imported."""
    check50.py.import_("tictactoe.py")


imports = check50.check(exists)(imports)
_after_import: Decorator = check50.check(imports)


def _check_of(example: Example) -> Check:
    def check() -> None:
        found = problem_with(check50.py.import_("tictactoe.py"), example)
        if found is not None:
            raise check50.Failure(found)

    check.__name__ = example.name
    check.__doc__ = example.name.replace("_", " ")
    return _after_import(check)


globals().update({example.name: _check_of(example) for example in EXAMPLES})
