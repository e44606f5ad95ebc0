"""Private folders for unpacked and copied files; they are removed with all their files."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from grader.errors import UserError
from grader.model.sanitize import sanitize

MAKE_ROOM = "make room where temporary files are kept, or name another folder in the environment variable TMPDIR"


class Scratch:
    """Makes folders when they are needed: most classes are read where they lie."""

    def __init__(self, opened: ExitStack) -> None:
        self._opened = opened

    def new_folder(self, shown: str, name: str = "") -> Path:
        """
        Return a new folder that only the user can open; with a `name`, the path of one in it that is still to be made.

        UserError, which calls the archive or upload `shown`, if there is no place for it.
        """
        try:
            # What is left for the system to remove is no reason to lose the marks of a class.
            made = tempfile.TemporaryDirectory(prefix="grader-", ignore_cleanup_errors=True)
        except OSError as error:
            reason = sanitize(error.strerror or type(error).__name__)
            raise UserError(f"{shown}: no folder for unpacked files can be made ({reason}); {MAKE_ROOM}") from None
        return Path(self._opened.enter_context(made)) / name.strip(". ")


@contextmanager
def opened_scratch() -> Iterator[Scratch]:
    """Remove the folders of the `Scratch` at the end of the `with` block."""
    with ExitStack() as opened:
        yield Scratch(opened)
