"""Between causes with the same answers the text of the file decides; it is searched, never parsed."""

from __future__ import annotations

import re

from grader.model.reason import Said, reason
from grader.model.spec import ModuleSpec
from grader.model.submission import Submission
from grader.python_text import WORD, reached_from, top_level_statements, without_strings

AHEAD = frozenset({"minimax_depth_limit", "minimax_zero_or_two_moves"})
"""Searches that end too early, or that look so."""
FROM_ZERO = re.compile(r"[^\W\d]\w{0,40}[ \t]{0,9}=[ \t]{0,9}0\b(?!\.\d)")
"""A value that begins with 0."""
OWN_SEARCH = re.compile(r"^[ \t]+(?:def|class|while)\b|\blambda\b", re.MULTILINE)
"""What may search although no function at the top level calls itself."""
DEFINED = re.compile(r"^(?:(?:async[ \t]+)?def|class)[ \t]+(\w+)|^(\w+)[ \t]{0,9}=(?!=)", re.MULTILINE)


def settled_by_text(submission: Submission, module_spec: ModuleSpec, function: str, pattern: Said) -> Said:
    """Return `pattern` with what the text says of a search that ends too early: nothing calls itself or begins at 0."""
    codes = {each.code for each in pattern} & AHEAD
    texts, asked = _definitions(submission) if codes else {}, {one.name for one in module_spec.functions}
    if function not in texts:
        return pattern
    uses = {name: set(WORD.findall(text)) for name, text in texts.items()}
    reached = texts.keys() & (reached_from(function, uses) | {function})
    own = [texts[name] for name in reached if name == function or name not in asked]
    if not (any(name in reached_from(name, uses) for name in reached) or any(map(OWN_SEARCH.search, own))):
        settled = "minimax_no_recursion"
    elif not any(map(FROM_ZERO.search, own)):
        settled = "minimax_depth_limit"
    else:
        return pattern
    return tuple(reason(settled) if each.code in codes else each for each in pattern)


def _definitions(submission: Submission) -> dict[str, str]:
    """Return what all files define at their top level, functions, classes and variables: the text behind each name."""
    found = {}
    for file in submission.files:
        for one in top_level_statements(file.text):
            text = "\n".join(file.lines[one.first - 1 : one.last])
            if (defined := DEFINED.search(text)) is not None:
                found[defined[1] or defined[2]] = without_strings(text[defined.end() :])
    return found
