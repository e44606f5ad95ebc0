"""The part of a line that is told for an edit: so much that it can be found and read."""

from __future__ import annotations

import re
from keyword import iskeyword
from string import ascii_letters, digits

NAMED = re.compile(r"[^\W\d][\w.]*[^\w.]")
"""The beginning of a part that can be read alone."""
SEGMENT_END = re.compile(r"\b(?:and|or|if|elif|else|while|return)\b|[,:;]|(?<![=!<>+*/-])=(?!=)")
"""What stands between the parts of a line that can be read alone."""
WORD_END = re.compile(r"\b(?:and|or|if|elif|else|while|return)\b|:[ \t]*$")
"""The same, but for signs that also stand in brackets."""
WHOLE, LONGEST = 36, 56
"""Characters of a line that is told as a whole, and of the longest part."""
IN_WORDS = f"{ascii_letters}{digits}_.[]"
NEXT_WORDS = re.compile(r"[\w.]*(?:\[[^\[\]]*\]|\([^()]*\))*")
UP_TO_CLOSING = re.compile(r"[^()\[\]{}]*[)\]}]")


def words_around(line: str, start: int, end: int) -> tuple[int, int]:
    """Return where the words and brackets around an edit of `line` begin and end."""
    if not line[start:end].isidentifier() or iskeyword(line[start:end]):
        start, end = len(line[:start].rstrip()), len(line) - len(line[end:].lstrip())
    around = _around(line, start, end)
    while around is not None and around[1] - around[0] <= WHOLE // 2:
        start, end = around
        around = _around(line, start, end)
    following = NEXT_WORDS.match(line[end:])
    start, end = len(line[:start].rstrip(IN_WORDS)), end + len(following[0] if following else "")
    while line[end : end + 1] == "]" and line.count("[", start, end) > line.count("]", start, end):
        end += 1
    return start, end


def told_part(line: str, start: int, end: int, words: tuple[int, int]) -> tuple[int, int]:
    """
    Return where the part of `line` begins and ends that is told for an edit from `start` to `end`, amid its `words`.

    It is a short line, a name with what follows it, or all that can be read alone, such as a comparison. A part that
    stands twice in the line would not tell the place.
    """
    if len(line.strip()) <= WHOLE:
        return len(line) - len(line.lstrip()), len(line.rstrip())
    is_twice = line.count(line[slice(*words)]) > 1
    if NAMED.match(line, *words) and not (is_twice or iskeyword(line[start:end])):
        return words
    if is_twice and len(line.strip()) <= LONGEST:
        first_word = SEGMENT_END.match(line.lstrip())
        start = len(line) - len(line.lstrip()) + (first_word.end() + 1 if first_word else 0)
        return start, len(line.rstrip().removesuffix(":"))
    for separator in (SEGMENT_END, WORD_END) if is_twice else (SEGMENT_END,):
        ends = [(0, 0), *(found.span() for found in separator.finditer(line)), (len(line), len(line))]
        first = max(after for _, after in ends if after <= start)
        part = line[first : min(before for before, _ in ends if before >= end)]
        if _is_whole(part) and len(part.strip()) <= LONGEST:
            return first + len(part) - len(part.lstrip()), first + len(part.rstrip())
    return words


def _is_whole(part: str) -> bool:
    """Tell whether each bracket in `part` is closed in it, and each closing one opened."""
    depth = 0
    for one in part:
        depth += (one in "([{") - (one in ")]}")
        if depth < 0:
            return False
    return depth == 0


def _around(line: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the nearest brackets around a part of `line`, None if there are none."""
    depth = 0
    for at in range(start - 1, -1, -1):
        depth += (line[at] in ")]}") - (line[at] in "([{")
        if depth < 0:
            closing = UP_TO_CLOSING.match(line[end:])
            return (at, end + closing.end()) if closing else None
    return None
