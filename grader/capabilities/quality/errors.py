"""Why code is not rated."""

from __future__ import annotations


class NotRated(Exception):
    """
    The findings of a submission are not known, so a person rates it.

    The message is one sentence for the student and that person.
    """


NOT_PYTHON = "the code is not valid Python, so it was not rated"
