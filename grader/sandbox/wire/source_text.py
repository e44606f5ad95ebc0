"""What the text of a submission proves about names that come from inside the wall."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cached_property

from grader.model.sanitize import sanitize

MAX_NAME = 80
"""Characters of a name, with the dots in it."""
WORD = re.compile(r"\w+")
DEFINED = re.compile(r"\b(?:def|class)[ \t]+(\w+)")
LAMBDA = "<lambda>"


class SourceText:
    """
    The names in a submission's files.

    A name from inside is shown only if it is one of them, so that no sentence can be handed out as a name. Reading the
    text needs no parser, which a hostile file could make fail.
    """

    def __init__(self, texts: Iterable[str], known: Iterable[str] = ()) -> None:
        """Read `texts`, once a name is asked for; `known` names are defined even if the text lacks them."""
        self._texts, self._known = texts, known

    def has_name(self, name: str) -> bool:
        """Tell whether `name`, one or more identifiers with dots between them, stands in the text."""
        return _is_name(name) and name in self._text and self._words.issuperset(name.split("."))

    def defines(self, name: str) -> bool:
        """Tell whether the text defines each part of `name`, such as ``minimax.search``, as a function or class."""
        return _is_name(name.replace(LAMBDA, "_")) and self._defined.issuperset(name.split("."))

    @cached_property
    def _text(self) -> str:
        # Python reads identifiers in this normal form.
        return unicodedata.normalize("NFKC", "\n".join(self._texts))

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(WORD.findall(self._text))

    @cached_property
    def _defined(self) -> frozenset[str]:
        return frozenset([*DEFINED.findall(self._text), *self._known, LAMBDA])


def _is_name(name: str) -> bool:
    safe = len(name) <= MAX_NAME and sanitize(name, MAX_NAME) == name
    return safe and all(part.isidentifier() for part in name.split("."))


def type_name(name: str) -> str:
    """Return the name of a class, which may be any text, if it is an identifier; else an empty text."""
    return name if _is_name(name) else ""
