"""What the text of a submission proves about names from inside the wall."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property

from grader.model.sanitize import sanitize

MAX_NAME = 80
"""The most characters of a name, with its dots."""
LETTERS = r"[^\s\x00-/:-@\[-^`{-\x7f]+"
"""All characters of identifiers, and more beyond ASCII, such as marks on letters."""
WORD = re.compile(LETTERS)
DEFINED = re.compile(rf"\b(?:def|class)[ \t]+({LETTERS})")
LAMBDA = "<lambda>"


class SourceText:
    """
    The names in a submission's files; only these are shown, so that the inside cannot pass a sentence as a name.

    Reading the text needs no parser, which a hostile file could make fail.
    """

    def __init__(self, texts: Iterable[str], known: Iterable[str] = ()) -> None:
        """Read `texts` when a name is asked for; `known` names are defined even if the text lacks them."""
        self._texts, self._known = texts, known

    def has_name(self, name: str) -> bool:
        """Tell whether `name`, one or more identifiers with dots between them, stands in the text."""
        stands_there = "." not in name or name in self._text
        return _is_name(name) and stands_there and self._words.issuperset(name.split("."))

    def defines(self, name: str) -> bool:
        """Tell whether the text defines each part of `name`, such as ``minimax.search``, as a function or class."""
        return _is_name(name.replace(LAMBDA, "_")) and self._defined.issuperset(name.split("."))

    @cached_property
    def _text(self) -> str:
        return "\n".join(self._texts)

    @cached_property
    def _words(self) -> frozenset[str]:
        return frozenset(_as_python_reads(WORD.findall(self._text)))

    @cached_property
    def _defined(self) -> frozenset[str]:
        return frozenset([*_as_python_reads(DEFINED.findall(self._text)), *self._known, LAMBDA])


def _as_python_reads(words: Iterable[str]) -> Iterator[str]:
    """Yield `words` in the normal form of identifiers, without long words, whose normal form may take minutes."""
    return (unicodedata.normalize("NFKC", word) for word in set(words) if len(word) <= MAX_NAME)


def _is_name(name: str) -> bool:
    safe = len(name) <= MAX_NAME and sanitize(name, MAX_NAME) == name
    return safe and all(part.isidentifier() for part in name.split("."))


def type_name(name: str) -> str:
    """Return the name of a class if it is an identifier, else an empty text; a class may have any text as its name."""
    return name if _is_name(name) else ""
