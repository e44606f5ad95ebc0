"""What may be meant by a part of a line, such as a sign, a number or a comparison, and how often it is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from grader.python_text import WORD

NUMBER = re.compile(r"(?<![\w.])\d{1,4}(?![\w.])")
SIGN = re.compile(r"[<>=!]=|(?<![-<>=*])[<>](?!=)|[+*/-]=|(?<=[\w)\]] )[+-](?= )|(?<![=<>!+*/%-])=(?!=)")
OTHER_SIGNS = {
    "==": ("!=", "="), "!=": ("==",), "<": (">", "<=", ">="), ">": ("<", ">=", "<="),
    "<=": (">=", "<", ">", "=="), ">=": ("<=", ">", "<", "=="), "+=": ("-=", "="), "-=": ("+=",), "+": ("-",),
    "-": ("+",), "=": ("+=",),
}  # fmt: skip
OTHER_WORDS = {
    "and": ("or", "=="), "or": ("and",), "True": ("False",), "False": ("True",), "min": ("max",),
    "max": ("min",), "X": ("O", "EMPTY"), "O": ("X", "EMPTY"), "EMPTY": ("X", "O"), "break": ("continue", "pass"),
    "continue": ("break", "pass"), "if": ("elif",), "elif": ("if",), "any": ("all",), "all": ("any",),
}  # fmt: skip
NEGATED = re.compile(r"(?<=return )-|(?<=case )-|(?<=[=(,] )-|(?<=[(,=])-")
"""A sign before a value."""
UNSIGNED = re.compile(
    r"(?:(?<=return )|(?<== )|(?:(?<=, )|(?<=\()(?<!range\())(?!\d))(?!(?:True|False|None|EMPTY|[XO])\b)(?=[\w(])"
)
LAST_INDEX = re.compile(r"\blen\(\w{1,20}\) - \w{1,20}(?![\w.(]| -)")
"""An index from the end that is one too large."""
IN = re.compile(r"(?<=[\w)\]])[ ]in[ ](?=[\w(\[])")
IS = re.compile(r"(?<=[\w)\]] )is (?!not )")
NOT = re.compile(r"\bnot ")
OFFSET = re.compile(r"[ ]?[+-][ ]?\d\b")
DEPTH = re.compile(r"[ ]?[+-][ ]?(?:depth|level|ply)\b")
"""What weighs more than a win if a win is worth little."""
PAIR = re.compile(
    r"(?P<a>[\w.]{1,20}(?:\[\w{1,9}\])?)(?P<between>\]\[|, ?)(?P<b>[\w.]{1,20}(?:\[\w{1,9}\])?)(?=[\])]|$)"
)
ARGUMENTS = re.compile(r"(?<=, )(?P<a>[^\W\d]\w{0,20})(?P<between>, ?)(?P<b>[^\W\d]\w{0,20})(?=, ?\w)")
"""Two arguments of a call between others."""
VALUE = r"[^\W\d]\w{0,20}(?:\(\w{0,20}\))?"
ORDER = re.compile(rf"(?<= in [(\[])(?P<a>{VALUE})(?P<between>, ?)(?P<b>{VALUE})(?=[)\]]:)")
"""Two values that a loop takes in turn."""
EITHER = re.compile(
    r"(?P<a>\b[^\W\d]\w{0,30})(?P<between>\([\w, ]{0,40}\) if \w{1,30}(?: == \w{1,30})? else )(?P<b>[a-zA-Z_]\w*)(?=\()"
)
"""Two functions of which a condition chooses one."""
SETS = re.compile(r" == (?=[a-z{])")
"""A comparison of sets of which one may hold the other."""
CONSTANT = re.compile(r"^(?P<begins>(?P<name>[^\W\d]\w{0,40})[ \t]?=[ \t]?)(?P<number>\d{1,4})(?=[ \t]*$)")
"""A number at the top level of a file, by its name."""
START = re.compile(
    r"[ \t]*[^\W\d]\w*[ \t]*=[ \t]*-?\d{1,6}(?: (?P<test>if (?:[^\s]{1,40} ){1,6}else) -?\d{1,6})?[ \t]*$"
)
OR_VALUE = re.compile(
    r"(?P<left>[\w.]{1,40}(?:\([\w, ]{0,40}\))?) ?== ?"
    r"(?P<one>\w{1,20}) or (?P<other>\w{1,20})\b(?! ?[=!<>(\[.]| i[ns]\b)"
)
"""A comparison with two values of which the second is not compared."""
DRAWN = re.compile(r"(?P<sign>[<>])=(?P<between> 0\b[^\n<>=]{1,20}==[^\n<>=]{1,20})(?P<other>[<>])=(?= 0\b)")
"""Tests for the value of a win, one for each player, that are true of a draw too."""
NEITHER = re.compile(r" ?(?P<sign>==|!=|\bis not|\bis) ?\((?P<one>\w{1,20}) or (?P<other>\w{1,20})\)")
"""A comparison with the first of two values alone."""
CELL = r"[\w.]{1,20}(?:\[[\w +-]{1,9}\]){0,2}"
AND_VALUE = re.compile(rf"(?P<left>{CELL}(?: and {CELL}){{1,3}}) ?== ?(?P<one>\w{{1,20}})\b(?! ?[=!<>(\[.])")
"""A comparison of several cells with a value of which only the last is compared."""
BITS = re.compile(r"(?<=[\w)\]] )[|&](?= [\w(])")
OTHER_BITS = {"|": "&", "&": "|"}
NO_EMPTY = re.compile(rf"(?P<equal>==[ ]?(?!EMPTY|None|[XO]\b){CELL})(?=[ ]?:[ \t]*$)")
"""The last of several equal cells, which may all be EMPTY."""
ZIPPED = re.compile(r"\bzip\((?=[\w.]{1,40}\))")
"""Rows that are put together where columns are meant."""
COLUMNS = re.compile(r"\bzip\(\*[\w.]{1,40}\)")
"""Columns as tuples, which are equal to no list."""
EMPTY_SET = re.compile(r"(?<=[=!]= )\{\}")
"""An empty dictionary, which is equal to no set."""
ANTI_DIAGONAL = re.compile(r"\[2::2\]")
"""A slice of nine cells that has one too many."""
FROM_END = re.compile(r"(?<=\[)-(?P<index>[^\W\d]\w{0,20})(?=\])")
"""An index of the anti-diagonal that begins with 0."""
ROWS_COUNTED = re.compile(r"\bCounter\((?P<mapped>map\(\w{1,9}, )?(?P<rows>[^\W\d]\w{0,40})\)(?(mapped)\))")
"""Rows that are counted where cells are meant."""
ALWAYS_MEANT = {
    EMPTY_SET: "set()",
    ANTI_DIAGONAL: "[2:7:2]",
    FROM_END: "2 - {index}",
    ROWS_COUNTED: "Counter(sum({rows}, []))",
}
"""By pattern the only text that is meant, with the groups of the pattern."""
ADDED = re.compile(r"(?P<list>[^\W\d]\w{0,40})\.(?P<how>append|add)\((?P<item>\S[^\n]{0,80})\)[ \t]*$")
"""Something that is added to a list or set that may have to begin anew with it."""
IS_TURN = re.compile(r"(?<=[=!]= )player\(\w{1,40}\)")
COMPARED_TRUTH = re.compile(
    r"(?P<test>[\w.]{1,40} (?:not )?in [\w.]{1,40}(?:\([\w, ]{0,40}\))?)(?= (?:==|!=|is) (?:True|False)\b)"
)
"""A test that is chained with another comparison by mistake."""
BOUND = re.compile(r"\b(?:alpha = max\(alpha|beta = min\(beta)(?=, )")
OTHER_BOUND = {"alpha = max(alpha": "beta = min(beta", "beta = min(beta": "alpha = max(alpha"}
BEST_OF_ALL = re.compile(r"(?<![\w.])(?P<kept>\w{1,40}) = (?P<of>max|min)\((?:[-\w.]{1,30}|float\([^()]{1,10}\))(?=, )")
"""The best of two values of which none is the best so far."""
LOST_BEST = re.compile(r"^(?P<space>[ \t]*)(?P<call>(?:max|min)\((?P<kept>[^\W\d]\w{0,40}), )")
"""A better value that is not kept."""
TURN_TAKEN = re.compile(r"(?<=[^=!<>] = )player\(\w{1,40}\)(?=[ \t]*$)")
BEST_KEY = re.compile(r"\b(?:max|min)\((?P<scores>[^\W\d]\w{0,40})(?=\))")
"""The largest key of a dictionary, not the key of the largest value."""
STOPS = re.compile(r"(?i)(?:depth|level|plies|ply|limit)\w{0,20} ?(?:[=<>]=?)?$")
"""What stands before the number of moves after which a search stops."""
EXCEPTION = re.compile(r"^(?P<space>[ \t]*)(?:return[ \t]+)?(?=(?:[A-Z]\w*)?(?:Error|Exception|Invalid)\w*(?:\(|$))")
"""An exception that is made and not raised."""
MEMBER = {"==": "in", "is": "in", "!=": "not in", "is not": "not in"}
BEGUN = {"append": "[]", "add": "{}"}
UNLIKELY = frozenset({"X", "O", "=", "!=", "-=", "EMPTY", "", "pass", "elif"})
"""What is meant less often."""
RARE = frozenset({"=", "break"})
"""For what something else is meant less often: without a `break` much is only slower."""


CELL_WRITTEN = re.compile(r"\([012], ?[012]\)")
"""A row and a column: none of them is below 0."""


def exchanged_pairs(line: str) -> tuple[str, int]:
    """Return `line` with row and column exchanged in each pair, and the number of pairs."""
    return PAIR.subn(_exchanged, line)


def _exchanged(pair: re.Match[str]) -> str:
    return f"{pair['b']}{pair['between']}{pair['a']}"


def _rarity(pattern: re.Pattern[str], found: re.Match[str], new: str) -> int:
    """Return how much less often than other edits with the pattern this one is meant."""
    before, after = found.string[: found.start()].rstrip(), found.string[found.end() :].strip()
    is_limit = STOPS.search(before) is not None  # without it a search only never stops
    if pattern is not NUMBER:
        between_bounds = {before[-5:].strip(), after[:5].strip(" :")} == {"alpha", "beta"}
        is_strict = between_bounds and new in {found[0].removesuffix("="), "=="}
        is_never = (found[0] == "=" and after == "0") or before.endswith("depth")
        is_never |= new == "and" and "== X" in before and "== O" in after  # nobody is both
        turns = found[0][:1] in "<>" and new[:1] in "<>" and found[0][0] != new[0]
        is_never |= turns and found.string.lstrip().startswith("while")
        is_strict |= is_limit and found[0] in {"+", "-"}
        return 3 * is_never + 2 * is_strict + (new in UNLIKELY or found[0] in RARE)
    # Nobody begins at 3 for 2 or adds 0 or -1, and whose turn it is depends on odd or even.
    is_parity, adds_nothing = found[0] == "2" and before.endswith("%"), new == "0" and before.endswith(("+", "-"))
    is_negative = new.startswith("-") and before.endswith(("+", "-", "+=", "-="))
    is_no_value = (found[0], new) == ("1", "2") and before.endswith("==")  # then the test never holds
    is_begin = START.match(found.string) is not None
    works_around = is_limit and found.string.lstrip().startswith(("if", "elif"))
    return 3 * (is_parity or adds_nothing or is_negative or is_no_value or is_begin) + 2 * works_around


def _other_numbers(found: re.Match[str]) -> Sequence[str]:
    number = int(found.groupdict().get("number", found[0]))
    # A loop to the most moves that a search looks ahead may have to go on to the end of the game.
    deeper = [10] if found.string[: found.start()].endswith("range(") and number not in {3, 9} else []
    others = (number + 1, number - 1, -number, *deeper)
    in_cell = any(one.start() < found.start() < one.end() for one in CELL_WRITTEN.finditer(found.string))
    return [f"{one}" for one in others if one != number and (one >= 0 or (number == 1 and not in_cell))]


def _other_words(found: re.Match[str]) -> Sequence[str]:
    others = OTHER_WORDS.get(found[0], ())
    is_compared = found.string[: found.start()].rstrip().endswith(("EMPTY", "None"))  # nothing is EMPTY and equal
    return [one for one in others if not (is_compared and one == "==")]


def _filled(text: str, found: re.Match[str]) -> Sequence[str]:
    return (text.format(**found.groupdict()),)


def _other_starts(found: re.Match[str]) -> Sequence[str]:
    name, infinities = found[0].partition("=")[0], ["float('-inf')", "float('inf')"]
    values = [f"{one} {found['test']} {other}" for one, other in (infinities, infinities[::-1])]
    return [f"{name}= {value}" for value in (values if found["test"] else infinities)]


@cache
def _kinds() -> Sequence[tuple[int, re.Pattern[str], Callable[[re.Match[str]], Sequence[str]]]]:
    """Return what stands in a line, and what may be meant by it, each with its rank."""
    return (
        (0, BOUND, lambda found: (OTHER_BOUND[found[0]],)),
        (0, BEST_OF_ALL, lambda found: (f"{found['kept']} = {found['of']}({found['kept']}",)),
        (0, LOST_BEST, lambda found: (f"{found['space']}{found['kept']} = {found['call']}",)),
        (0, SIGN, lambda found: OTHER_SIGNS.get(found[0], ())),
        (0, WORD, _other_words),
        (0, NUMBER, _other_numbers),
        (0, IS, lambda _: ("is not ",)),
        (1, NOT, lambda _: ("",)),
        (0, IN, lambda found: () if "for" in found.string[: found.start()].split()[-3:] else (" not in ",)),
        (1, NEGATED, lambda _: ("",)),
        (2, UNSIGNED, lambda _: ("-",)),
        (1, OFFSET, lambda _: ("",)),
        (0, DEPTH, lambda _: ("",)),
        (1, LAST_INDEX, lambda found: (f"{found[0]} - 1",)),
        (1, PAIR, lambda found: (_exchanged(found),)),
        (3, SETS, lambda _: (" <= ", " >= ")),
        (0, EITHER, lambda found: (_exchanged(found),)),
        (0, ORDER, lambda found: (_exchanged(found),)),
        (1, ARGUMENTS, lambda found: (_exchanged(found),)),
        (1, CONSTANT, lambda found: [found["begins"] + one for one in (*_other_numbers(found), f"{found['number']}0")]),
        (0, COMPARED_TRUTH, lambda found: (f"({found['test']})",)),
        (0, OR_VALUE, lambda found: (f"{found['left']} in ({found['one']}, {found['other']})",)),
        (0, DRAWN, lambda found: ("{sign}{between}{other}".format(**found.groupdict()),)),
        (0, NEITHER, lambda found: (f" {MEMBER[found['sign']]} ({found['one']}, {found['other']})",)),
        (0, AND_VALUE, lambda found: (f"{found['left'].replace(' and ', ' == ')} == {found['one']}",)),
        (0, BITS, lambda found: OTHER_BITS[found[0]]),
        (1, NO_EMPTY, lambda found: (f"{found['equal']} != EMPTY",)),
        (0, ZIPPED, lambda found: (f"{found[0]}*",)),
        (1, COLUMNS, lambda found: (f"map(list, {found[0]})",)),
        *((0, pattern, partial(_filled, text)) for pattern, text in ALWAYS_MEANT.items()),
        (1, ADDED, lambda found: ("{list} = {0}{item}{1}".format(*BEGUN[found["how"]], **found.groupdict()),)),
        (1, IS_TURN, lambda _: ("X", "O")),
        (0, EXCEPTION, lambda found: (f"{found['space']}raise ",)),
        (2, TURN_TAKEN, lambda found: (f"O if {found[0]} == X else X",)),
        (0, BEST_KEY, lambda found: (f"{found[0]}, key={found['scores']}.get",)),
        (1, START, _other_starts),
    )


def replacements(line: str) -> Iterator[tuple[int, tuple[int, int], str]]:
    """Yield what may be meant in `line`: its rank, 0 for what is most often meant, its place and the new text."""
    for rank, pattern, others in _kinds():
        for found in pattern.finditer(line):
            for new in others(found):
                yield rank + _rarity(pattern, found, new), found.span(), new
