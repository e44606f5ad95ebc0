"""Between causes with the same answers the text of the file decides; it is searched, never parsed."""

from __future__ import annotations

import re

from grader.model.reason import Said, reason
from grader.model.spec import ModuleSpec
from grader.model.submission import SourceFile, Submission
from grader.python_text import WORD, reached_from, top_level_statements, without_strings

AHEAD = frozenset({"minimax_depth_limit", "minimax_zero_or_two_moves"})
"""Searches that end too early, or that look so."""
FROM_ZERO = re.compile(r"[^\W\d]\w{0,40}[ \t]{0,9}=[ \t]{0,9}0\b(?!\.\d)")
"""A value that begins with 0."""
OWN_SEARCH = re.compile(r"^[ \t]+(?:def|class|while)\b|\blambda\b", re.MULTILINE)
"""What may search although no function at the top level calls itself."""
DEFINED = re.compile(r"^def[ \t]+(\w+)", re.MULTILINE)


def settled_by_text(submission: Submission, module_spec: ModuleSpec, function: str, pattern: Said) -> Said:
    """Return `pattern` with what the text says of a search that ends too early: nothing calls itself or begins at 0."""
    codes = {each.code for each in pattern} & AHEAD
    if not codes:
        return pattern
    texts, asked = _functions(submission.files[0]), {one.name for one in module_spec.functions}
    uses = {name: set(WORD.findall(text)) for name, text in texts.items()}
    own = texts.keys() & (reached_from(function, uses) - asked | {function})
    if not any(name in reached_from(name, uses) or OWN_SEARCH.search(texts[name]) for name in own):
        settled = "minimax_no_recursion"
    elif not any(FROM_ZERO.search(texts[name]) for name in own):
        settled = "minimax_depth_limit"
    else:
        return pattern
    return tuple(reason(settled) if each.code in codes else each for each in pattern)


def _functions(main: SourceFile) -> dict[str, str]:
    """Return the texts of the functions at the top level of a file behind their names, by name."""
    texts = ["\n".join(main.lines[one.first - 1 : one.last]) for one in top_level_statements(main.text)]
    defined = [(text, found) for text in texts if (found := DEFINED.search(text)) is not None]
    return {found[1]: without_strings(text[found.end() :]) for text, found in defined}
