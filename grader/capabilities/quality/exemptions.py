"""What ruff reports and a student is not told: what the assignment hands out, and what reads well all the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from grader.capabilities.quality.counted_files import CountedFile
from grader.capabilities.quality.outline import CodeBlock
from grader.model.spec import ModuleSpec

STATEMENT_IN_COMMENT = re.compile(
    r"""(?:
        [\w.\[\], ]+\s(?:[-+*/]|//)?=\s                          # an assignment
        | (?:return|raise|assert|del)\b.*[(\[=]                  # of a single word it may be a sentence
        | (?:import|from|for|while|if|elif|def|class|with)\b
        | (?:try|else|finally)\s*:\s*\S
        | \w+\.\w+\(
        | print\s*\(
        | (?:pass|break|continue)\s*$
    )""",
    re.VERBOSE,
)
"""
What follows the ``#`` of comments that are code for sure. ruff also takes drawings of boards, such as
``# [X, O, EMPTY]``, headings, such as ``# minimax(board)``, and sentences, such as ``# return winner``, for code.
"""
EMPTY_BODY = re.compile(r":\s*(?:pass|\.\.\.)\s*(?:#.*)?\Z")


class Reported(NamedTuple):
    """One report of ruff, with what decides whether the student is told of it."""

    code: str
    row: int
    name: str
    """The name in the file that it is about, empty if it is about no name."""
    counted: CountedFile
    spec: ModuleSpec
    silent: frozenset[str]
    """The functions and classes at the top level that must not print: the search asks them for values."""


def silent_blocks(files: Sequence[CountedFile], spec: ModuleSpec) -> frozenset[str]:
    """Return the functions of the assignment that are asked for values, and all functions and classes they mention."""
    blocks: dict[str, list[CodeBlock]] = {}
    for one in files:
        for block in one.outline.blocks:
            blocks.setdefault(block.name, []).append(block)
    printing = {function.name for function in spec.functions if function.prints or function.is_dialogue}
    found = [function.name for function in spec.functions if function.name not in printing]
    known = {*found, *printing}
    for name in found:  # it grows
        mentioned = {other for block in blocks.get(name, ()) for other in block.names if other in blocks} - known
        known |= mentioned
        found += sorted(mentioned)
    return frozenset(found)


def is_exempt(reported: Reported) -> bool:
    """Return whether the student is not told."""
    exempts = EXEMPTIONS.get(reported.code)
    return exempts is not None and exempts(reported)


def _expected_name(reported: Reported) -> bool:
    # The file may get all that it must define from a helper module.
    functions = {function.name for function in reported.spec.functions}
    return reported.name in {*reported.spec.handed_out.names, *functions} or _cell_name(reported)


def _cell_name(reported: Reported) -> bool:
    return any(reported.name in {cell.symbol, cell.attribute} for cell in reported.spec.cells)


def _constant(reported: Reported) -> bool:
    return reported.name.isupper()


def _in_notebook(reported: Reported) -> bool:
    # A cell may end in a value to be shown, and cells are written again.
    return bool(reported.counted.file.cells)


def _in_stub(reported: Reported) -> bool:
    block = reported.counted.block(reported.row)
    return block is not None and block.stub


def _prints_on_purpose(reported: Reported) -> bool:
    block = reported.counted.block(reported.row)
    return block is None or not block.is_function or block.name not in reported.silent


def _only_text(reported: Reported) -> bool:
    comment = reported.counted.outline.comments.get(reported.row, "")
    return STATEMENT_IN_COMMENT.match(comment.lstrip("# \t")) is None


def _empty_body(reported: Reported) -> bool:
    return EMPTY_BODY.search(reported.counted.lines[reported.row - 1]) is not None


def _commented(reported: Reported) -> bool:
    return reported.counted.has_comment(reported.row, reported.row + 1)


EXEMPTIONS: dict[str, Callable[[Reported], bool]] = {
    "F401": _expected_name,
    "F811": _in_notebook,
    "E741": _cell_name,
    "N803": _constant,
    "N806": _constant,
    "B015": _in_notebook,
    "B018": _in_notebook,
    "PIE790": _in_stub,
    "PLR1711": _in_stub,
    "ERA001": _only_text,
    "T201": _prints_on_purpose,
    "T203": _prints_on_purpose,
    "E701": _empty_body,
    "D101": _commented,
    "D102": _commented,
    "D103": _commented,
}
"""By ruff's codes."""
