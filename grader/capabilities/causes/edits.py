"""
Small corrections of a Python function, as a tutor would try them: one word or sign, or one statement moved or left out.

The text is searched and never parsed, because hostile text can crash a parser. An edit may give text that is no Python.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from grader.capabilities.causes.edit import Edit, with_repeated
from grader.capabilities.causes.function_lines import BOUND, PARAMETERS, SHOWN, FunctionLines
from grader.capabilities.causes.replacements import BOUND as UPDATED
from grader.capabilities.causes.replacements import OTHER_WORDS
from grader.capabilities.causes.statement_edits import StatementEdits
from grader.capabilities.causes.word_edits import WordEdits
from grader.python_text import WORD, without_strings

MAX_EDITS = 1000
BOUNDS = frozenset({"alpha", "beta"})


def edits(text: str, spans: Collection[tuple[int, int]]) -> list[Edit]:
    """
    Return the edits in the lines `spans` of `text`, the likeliest first, at most 1000.

    Each span is one function, or the line of a constant.
    """
    lines, masked = text.split("\n"), without_strings(text).split("\n")
    found: list[Edit] = []
    early: list[tuple[int, str]] = []
    names = _names([masked[number - 1] for first, last in spans for number in range(first, last + 1)])
    for first, last in spans:
        head = next((number for number in range(first, last) if not lines[number - 1].startswith("@")), first)
        function = FunctionLines(lines, masked, min(head + 1, last), last, names)
        words, statements = WordEdits(function), StatementEdits(function)
        found += (*statements.undone(), *words.in_rows(), *statements.starts(), *statements.strict())
        found += (*words.parts(), *statements.moves(), *statements.additions())
        found += (*statements.anew(), *statements.returned(), *statements.returns())
        early += statements.returns_in_loops()
    if len(early) > 1:
        (number, text), *also = early
        found.append(Edit(0, "edit_outward", number, number, (text,), text.strip()[:SHOWN], also=tuple(also)))
    found += _calls_exchanged(lines, masked, spans)
    gathers = any(".append(" in masked[number - 1] for first, last in spans for number in range(first, last + 1))
    found = [one._replace(rank=_rank(one, masked, gathers=gathers)) for one in found]
    return sorted(with_repeated(found), key=lambda one: one.rank)[:MAX_EDITS]


def _rank(edit: Edit, masked: Sequence[str], *, gathers: bool) -> int:
    """
    Return how much less often than others `edit` is meant, if it is about a cut; its rank if not.

    Where a search `gathers` equal moves, cuts must leave these alone. Many edits only end all cuts: in a bound that is
    right by its name, and missing nowhere, or behind a test.
    """
    line = masked[(edit.at or edit.first) - 1]
    if (updated := UPDATED.search(line)) is not None:
        kept = None if edit.at else UPDATED.search(edit.new[0])
        is_right = kept is None or (kept[0] != updated[0] and any(kept[0] in one for one in masked))
        return edit.rank + 3 * is_right
    if gathers and edit.new[0] in {line.replace("<=", "<"), line.replace(">=", ">")}:
        return edit.rank if BOUNDS.isdisjoint(WORD.findall(line)) else -1
    is_behind = line.strip() == "break" and edit.first > 1 and BOUNDS.issubset(WORD.findall(masked[edit.first - 2]))
    return edit.rank + 3 * is_behind


def _calls_exchanged(lines: Sequence[str], masked: Sequence[str], spans: Collection[tuple[int, int]]) -> Iterator[Edit]:
    """Yield that two functions that each call themselves call each other."""
    own: list[tuple[str, list[int]]] = []
    for first, last in spans:
        if (head := PARAMETERS.match(masked[first - 1])) is not None:
            calls = [number for number in range(first + 1, last + 1) if f"{head[1]}(" in masked[number - 1]]
            own.append((head[1], calls))
    for (name, calls), (other, others) in combinations([one for one in own if one[1]], 2):
        new = {number: lines[number - 1].replace(f"{name}(", f"{other}(") for number in calls}
        new |= {number: lines[number - 1].replace(f"{other}(", f"{name}(") for number in others}
        (first, text), *also = sorted(new.items())
        yield Edit(0, "edit_exchanged", first, first, (text,), name, other, tuple(also))


def _names(masked: Sequence[str]) -> Sequence[str]:
    """Return the names that these lines bind, functions included, in the order of their first place."""
    found: dict[str, None] = {}
    for line in masked:
        for defined in PARAMETERS.finditer(line):
            found |= dict.fromkeys([defined[1], *WORD.findall(defined[2])])
        found |= dict.fromkeys(BOUND.findall(line))
    return tuple(name for name in found if name not in OTHER_WORDS)
