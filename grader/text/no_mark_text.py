"""Why a result has no mark, in words for the student and whoever grades."""

from __future__ import annotations

from typing import NamedTuple

from grader.model.result import INTERNAL_ERROR, NEWER_PYTHON, Result


class NoMarkText(NamedTuple):
    """What reports say in place of a mark; each is one sentence or two."""

    happened: str
    to_do: str


TEXTS = {
    INTERNAL_ERROR: NoMarkText(
        "the grader failed, not the submission",
        "Grade it again; if it happens again, show these lines to whoever runs the grader.",
    ),
    NEWER_PYTHON: NoMarkText(
        "the grader's Python is older than the submission needs",
        "Grade it with a newer one: --python PATH names it. Or write what Python here can read.",
    ),
}


def no_mark_text(result: Result) -> NoMarkText:
    """Return the words about a `result` that has no mark."""
    return TEXTS[result.status]
