"""What a probe is told first: the submission, and what of it will be asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.sandbox.launching.launcher import packages


def job_of(submission: Submission, module_spec: ModuleSpec, allow: Sequence[str]) -> dict[str, Any]:
    """Return the message, as plain data; `allow` names third-party modules to import for real."""
    main = submission.files[0]
    return {
        "type": "job",
        "files": {file.path: file.text for file in submission.files},
        "main": submission.main,
        "cells": list(main.cells),
        "module": module_spec.module,
        "functions": [shape.name for shape in module_spec.functions],
        "search": module_spec.search,
        "slow": [shape.name for shape in module_spec.functions if shape.slow],
        "prints": [shape.name for shape in module_spec.functions if shape.prints],
        "talks": talking_function(module_spec),
        "shown": module_spec.board_printer,
        "statements": module_spec.statements,
        "marks": [[mark.symbol, mark.attribute, mark.default] for mark in module_spec.marks],
        "allow_imports": list(allow),
        "places": list(map(str, packages())) if allow else [],
    }


def talking_function(module_spec: ModuleSpec) -> str:
    """Return the function that talks with a person, nothing where there is none."""
    return next((shape.name for shape in module_spec.functions if shape.is_dialogue), "")
