"""The first message to a probe: the submission, and which of its functions may be called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.sandbox.wire.frames import packed
from grader.sandbox.wire.module_description import EndlessStatement


@dataclass(frozen=True, kw_only=True)
class Job:
    """One submission and how a probe must load it."""

    submission: Submission
    module_spec: ModuleSpec
    allowed_imports: tuple[str, ...] = ()
    """Third-party modules to import for real."""
    package_folders: tuple[str, ...] = ()
    """The folders to look for these in."""
    memoize: bool = False
    """Whether to memoize the search if that cannot change an answer."""
    skipped_lines: tuple[EndlessStatement, ...] = ()
    """Top-level statements that never stopped asking for input: they are left out."""
    script_name: str = ""
    """The name that the file runs under as a script; empty if it is imported."""

    @cached_property
    def frame(self) -> bytes:
        """The frame of the message: a submission may need a thousand probes, which all get the same one."""
        return packed(self.message())

    def message(self) -> dict[str, Any]:
        """Return the ``job`` message; `grader/sandbox/inside/agent.py` describes the fields."""
        spec, main = self.module_spec, self.submission.files[0]
        return {
            "type": "job",
            "files": {file.path: file.text for file in self.submission.files},
            "main": self.submission.main,
            "beside": list(self.submission.beside),
            "notebook_cells": list(main.cells),
            "module": spec.module,
            "functions": [function.name for function in spec.functions],
            "search": spec.search,
            "slow_functions": [function.name for function in spec.functions if function.slow],
            "printing_functions": [function.name for function in spec.functions if function.prints],
            "dialogue_function": dialogue_function(spec),
            "board_printer": spec.board_printer,
            "by_statement": spec.statements,
            "cell_specs": [[cell.symbol, cell.attribute, cell.default] for cell in spec.cells],
            "allowed_imports": list(self.allowed_imports),
            "package_folders": list(self.package_folders),
            "memoize": self.memoize and not self.script_name,
            "skipped_lines": self.skipped_lines,
            "script_name": self.script_name,
        }


def dialogue_function(module_spec: ModuleSpec) -> str:
    """Return the name of the function that holds a dialogue with a person; an empty text if there is none."""
    return next((function.name for function in module_spec.functions if function.is_dialogue), "")
