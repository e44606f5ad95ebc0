"""Makes text of other people safe to show, once, when it enters the grader; and finds the word that was meant."""

from __future__ import annotations

import difflib
import os
import re
import shlex
import sys
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from string import ascii_letters, digits

ADDRESS = re.compile(r"\b0x[0-9a-fA-F]{6,16}\b")
CUT_ADDRESS = re.compile(r"\b0(?:x[0-9a-fA-F]*)?\Z")
ELLIPSIS = "…"
LONGEST_ESCAPE = len(r"\U0001d159")
MAX_PATH = 1000
"""The most characters of a path in a message; no path that a person types is longer."""
HARMLESS = frozenset(f"{ascii_letters}{digits}/._-")
"""Characters of a word of a command that need no escape."""
LOOKAHEAD = 20
"""Characters read beyond the limit, so that an address is recognized before the text is cut."""

# Cc: control characters, Cf: bidi overrides and other invisible format characters, Cs: lone surrogates,
# Co: private use, Zl/Zp: line and paragraph separators that some terminals and browsers break lines at.
UNSAFE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# Unicode counts these fillers as letters or symbols, but they are blank: a name made of them would look empty.
FILLERS = "\u115f\u1160\u3164\uffa0\u2800\U0001d159"
IDEOGRAPHIC_SPACE = "\u3000"  # as wide as two
# The two joiners are of category Cf, but they reorder nothing, and names in Persian or Hindi need them after a letter,
# a mark or an emoji. Anywhere else they only hide something.
JOINERS = "\u200c\u200d"
JOINABLE = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "So", "Sk"})
COMBINING = frozenset({"Mn", "Me"})
MAX_MARKS = 5
"""Combining marks on one letter: no script needs more, and hundreds would cover the lines around it."""

# CI runners execute commands in the log of a job: ``::name`` at the start of a line, ``##[name]`` and ``##vso[name]``
# anywhere. Any place may become the start of a line, because other code may wrap the text.
CI_COMMAND = re.compile(r"(?<!:):{2,}(?=[^\W\d])|(?<!#)#{2,}(?=\w*\[)")


def sanitize(text: str, limit: int = 200, *, keep: str = "") -> str:
    """
    Return `text` safe to show in any report: visible characters only, at most `limit` of them.

    Control, bidi and surrogate characters become their Python escapes, and so do the signs that start a command of a
    CI runner; memory addresses, which differ from run to run, become ``0x…``; spaces of every kind become plain ones.
    Characters in `keep`, such as the line feed of captured output, pass unchanged. Sanitizing a second time changes
    nothing.
    """
    clipped = text[: limit + LOOKAHEAD]
    cut = len(clipped) < len(text)
    if cut:
        clipped = CUT_ADDRESS.sub("", clipped)
    # A sweep may bring tens of thousands of texts, and most are plain: they skip the slow loop.
    shown = clipped if _is_plain(clipped, keep) else "".join(_visible(clipped, keep))
    shown = CI_COMMAND.sub(_escape_command, ADDRESS.sub(f"0x{ELLIPSIS}", shown))
    return shown[: limit - 1] + ELLIPSIS if cut or len(shown) > limit else shown


def shown_path(path: object) -> str:
    """Return a path for a message: in one line, and whole if a person could have typed it."""
    return sanitize(str(path), MAX_PATH)


def shell_command(words: Sequence[str], *, windows: bool = sys.platform == "win32") -> str:
    """Return `words` as a command line for the system's shell, with escapes for characters that are unsafe to print."""
    if windows:
        from subprocess import list2cmdline

        line = list2cmdline(words)
        return sanitize(line, LONGEST_ESCAPE * len(line))
    return " ".join(map(_shell_word, words))


def _shell_word(word: str) -> str:
    if sanitize(word, len(word) + 1) == word:
        return shlex.quote(word)
    shown = (chr(byte) if chr(byte) in HARMLESS else f"\\x{byte:02x}" for byte in os.fsencode(word))
    return f"$'{''.join(shown)}'"


def _is_plain(text: str, keep: str) -> bool:
    for char in keep:
        text = text.replace(char, "")
    return text.isascii() and text.isprintable()


def _visible(text: str, keep: str) -> Iterator[str]:
    marks, before = 0, ""
    for char in text:
        category = unicodedata.category(char)
        if category in COMBINING:
            marks += 1
        elif char not in JOINERS:
            marks = 0
        if char in JOINERS:
            harmless = before in JOINABLE
        else:
            harmless = category not in UNSAFE_CATEGORIES and char not in FILLERS and marks <= MAX_MARKS
        if category == "Zs" and char not in keep:
            yield "  " if char == IDEOGRAPHIC_SPACE else " "
        else:
            yield char if harmless or char in keep else escaped(char)
        before = category if harmless else ""


def escaped(char: str) -> str:
    code = ord(char)
    if code <= 0xFF:  # noqa: PLR2004 - the widths of Python's own three escapes
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004


def _escape_command(command: re.Match[str]) -> str:
    return command[0][0] + "".join(map(escaped, command[0][1:]))


QUOTED_LENGTH = 60
"""The most characters of a word in messages and comparisons: comparing takes time quadratic in the length."""


def quoted(text: str) -> str:
    """Return another person's word, in quotes and safe to show in a message."""
    return f"'{sanitize(text, QUOTED_LENGTH)}'"


def closest(word: str, options: Iterable[str]) -> str | None:
    """Return the option that `word` probably means, in any case of letters; None if no option is similar."""
    by_lower_case = {option.lower(): option for option in options}
    matches = difflib.get_close_matches(word[:QUOTED_LENGTH].lower(), by_lower_case, n=1)
    return by_lower_case[matches[0]] if matches else None


def did_you_mean(word: str, options: Iterable[str], otherwise: str) -> str:
    """Return advice on a name that does not exist; `otherwise` if no option is similar to it."""
    match = closest(word, options)
    return otherwise if match is None else f"did you mean {quoted(match)}?"
