"""
Chooses the rated files, and finds their blocks, comments and unreachable lines from the words of the text.

The text is split into words and not parsed, which cannot overflow a stack.
"""

from __future__ import annotations

import io
import keyword
import tokenize
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from grader.capabilities.quality.ruff_process import NOT_PYTHON, NotRated
from grader.model.submission import SourceFile, Submission
from grader.python_text import own_modules_used

MAX_LINE = 5000
"""Characters of a line. No person writes a longer one, and Python 3.12 is slow to split it."""
LEAVING = frozenset({"return", "raise", "break", "continue"})
BLOCK_WORDS = frozenset({"def", "class"})
STUBS = ((), ("pass",), ("...",), ("return",), ("return", "None"), ("return", "NotImplemented"))
"""The bodies of unwritten functions, without docstrings."""
RAISES_NOT_IMPLEMENTED = ("raise", "NotImplementedError")


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeBlock:
    """A function or class at the top level."""

    name: str
    first: int  # first line, without decorators
    last: int
    names: frozenset[str]  # all names in the block
    docstring: str  # on one line; empty without a docstring
    is_function: bool
    stub: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    blocks: tuple[CodeBlock, ...]
    names: frozenset[str]  # all names outside of blocks
    comments: dict[int, str]
    """The comments by their lines, with their ``#``."""
    unreachable: tuple[int, ...]
    """Lines that begin after a `return` or the like, in the same suite."""


class _Statement(NamedTuple):
    depth: int
    words: tuple[tokenize.TokenInfo, ...]

    @property
    def is_block(self) -> bool:
        return self.words[0].string in BLOCK_WORDS and len(self.words) > 1


def read_outline(lines: Sequence[str]) -> Outline:
    """Return the outline of the lines of a text (NotRated if Python cannot split them into words)."""
    if max(map(len, lines), default=0) > MAX_LINE:
        raise NotRated("line_too_long", most=MAX_LINE)
    try:
        words = list(tokenize.generate_tokens(io.StringIO("\n".join(lines)).readline))
    except (tokenize.TokenError, SyntaxError, RecursionError) as error:
        raise NotRated(NOT_PYTHON) from error
    statements = list(_statements(words))
    parts = list(_top_level(statements))
    blocks = [part for part in parts if part[0].is_block]
    others = [part for part in parts if not part[0].is_block]
    return Outline(
        blocks=tuple(_block(header, suite) for header, *suite in blocks),
        names=_names(chain.from_iterable(others)),
        comments={word.start[0]: word.string for word in words if word.type == tokenize.COMMENT},
        unreachable=tuple(
            below.words[0].start[0]
            for above, below in pairwise(statements)
            if above.depth == below.depth and above.words[0].string in LEAVING
        ),
    )


def _statements(words: Iterable[tokenize.TokenInfo]) -> Iterator[_Statement]:
    depth = 0
    found: list[tokenize.TokenInfo] = []
    for word in words:
        if word.type == tokenize.INDENT:
            depth += 1
        elif word.type == tokenize.DEDENT:
            depth -= 1
        elif word.type in {tokenize.NEWLINE, tokenize.ENDMARKER}:
            if found:
                yield _Statement(depth, tuple(found))
            found = []
        elif word.type not in {tokenize.NL, tokenize.COMMENT}:
            found.append(word)


def _top_level(statements: Iterable[_Statement]) -> Iterator[list[_Statement]]:
    """Yield each statement at the top level with its whole suite."""
    part: list[_Statement] = []
    for statement in statements:
        if part and not statement.depth:
            yield part
            part = []
        part.append(statement)
    if part:
        yield part


def _block(header: _Statement, suite: Sequence[_Statement]) -> CodeBlock:
    colon = _end_of_header(header.words)
    body = [_Statement(1, header.words[colon + 1 :]), *suite] if header.words[colon + 1 :] else list(suite)
    docstring = ""
    if body and all(word.type == tokenize.STRING for word in body[0].words):
        text = body[0].words[0].string.lstrip("rRuU")
        docstring = " ".join(text.strip("\"'").split())
        del body[0]
    is_function = header.words[0].string == "def"
    begins = tuple(word.string for word in body[0].words) if body else ()
    does_nothing = begins[:2] == RAISES_NOT_IMPLEMENTED or (begins in STUBS and len(body) <= 1)
    return CodeBlock(
        name=header.words[1].string,
        first=header.words[0].start[0],
        last=(suite[-1] if suite else header).words[-1].end[0],
        names=_names((header, *suite)),
        docstring=docstring,
        is_function=is_function,
        stub=is_function and does_nothing,
    )


def _end_of_header(words: Sequence[tokenize.TokenInfo]) -> int:
    brackets = 0
    for index, word in enumerate(words):
        if word.string in {"(", "[", "{"}:
            brackets += 1
        elif word.string in {")", "]", "}"}:
            brackets -= 1
        elif word.string == ":" and not brackets:
            return index
    return len(words) - 1


def _names(statements: Iterable[_Statement]) -> frozenset[str]:
    return frozenset(
        word.string
        for statement in statements
        for word in statement.words
        if word.type == tokenize.NAME and not keyword.iskeyword(word.string)
    )


MAX_CHARACTERS = 300_000
"""Characters of all files that count: a bit more than one file may have by default."""


class CountedFile(NamedTuple):
    file: SourceFile
    lines: list[str]
    outline: Outline

    def block(self, row: int) -> CodeBlock | None:
        """Return the function or class at the top level with this line."""
        index = bisect_right(self.outline.blocks, row, key=lambda block: block.first)
        if not index or self.outline.blocks[index - 1].last < row:
            return None
        return self.outline.blocks[index - 1]

    def has_comment(self, first: int, last: int) -> bool:
        """Return whether these lines, or the one above them and their decorators, have a comment."""
        while first > 1 and self.lines[first - 2].lstrip().startswith("@"):
            first -= 1
        return any(row in self.outline.comments for row in range(first - 1, last + 1))


def counted_files(submission: Submission) -> list[CountedFile]:
    """
    Return the graded file and the helper modules that it imports, directly or through others.

    Other files in the folder may be the assignment's own, such as `runner.py`, or tests. NotRated if the text is too
    long, or no Python.
    """
    used = own_modules_used(submission)
    files = [file for file in submission.files if file is submission.files[0] or file in used]
    if sum(len(file.text) for file in files) > MAX_CHARACTERS:
        raise NotRated("code_too_long", most=MAX_CHARACTERS)
    return [CountedFile(file, file.lines, read_outline(file.lines)) for file in files]
