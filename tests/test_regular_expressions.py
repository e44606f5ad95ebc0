"""
No regular expression of the grader takes longer than its text is long.

Students write what these expressions search, outside the wall, so each has an entry here with the worst that they could
write: a new expression without one is an error. The method is the one that the grader uses, `findall` for `finditer`.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import time
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import NamedTuple

import grader
from tests.fixture_folders import ROOT

LENGTH = 60_000
"""Characters of a hostile text: 2,000,000,000 steps for an expression that tries every rest of it from every place."""
MOST_SECONDS = 0.5
"""CPU seconds: a hundred times what the slowest one takes, a tenth of what such an expression takes."""
INSIDE = "grader.sandbox.inside"
GRADER = ROOT / "grader"
OF_INSTRUCTORS = {"capabilities/hand_in/search_process.py", "yaml_document.py"}
"""These compile expressions from a rubric. Searching takes place in a process that is killed if it takes too long."""
OF_STUDENTS = "sandbox/inside/memoizer/plain_values.py"
"""It compiles what a student's own code compiles too, and searches nothing."""


class Worst(NamedTuple):
    """The worst text for an expression: a beginning, a part that is repeated, and an end that makes the match fail."""

    method: str
    repeated: str
    before: str = ""
    after: str = ""

    def text(self) -> str:
        """Return it."""
        return self.before + self.repeated * (LENGTH // len(self.repeated)) + self.after


WORST: Mapping[str, tuple[Worst, ...]] = {
    "capabilities.causes.replacements.BOUND": (Worst("findall", "alpha = max(alpha"), Worst("findall", "beta = ")),
    "capabilities.causes.replacements.NUMBER": (Worst("findall", "1"), Worst("findall", "1 "), Worst("findall", ".1")),
    "capabilities.causes.replacements.IN": (Worst("findall", "a in "), Worst("findall", "a"), Worst("findall", " ")),
    "capabilities.causes.replacements.NOT": (Worst("findall", "not "), Worst("findall", "not")),
    "capabilities.causes.statement_edits.BEGINS": (
        Worst("match", " "),
        Worst("match", "a"),
        Worst("match", " ", "a = 0"),
        Worst("match", "1", "a = "),
    ),
    "capabilities.causes.statement_edits.MOVE": (
        Worst("match", " "),
        Worst("match", "a"),
        Worst("match", "[", "a"),
        Worst("match", " ", "a[0][0] = x"),
        Worst("match", "a", "a[0][0] = "),
    ),
    "capabilities.causes.statement_edits.IS_MARK": (
        Worst("match", " "),
        Worst("match", "a", "if "),
        Worst("match", " ", "if a"),
        Worst("match", " ", "if a == X"),
    ),
    "capabilities.causes.replacements.SIGN": tuple(
        Worst("findall", each) for each in ("=", "<", "+", "a + ", "-=", "! =")
    ),
    "capabilities.causes.replacements.NEGATED": (
        Worst("findall", "return -"),
        Worst("findall", "-"),
        Worst("findall", ", -"),
    ),
    "capabilities.causes.replacements.UNSIGNED": (
        Worst("findall", "return a"),
        Worst("findall", "("),
        Worst("findall", ", a"),
    ),
    "capabilities.causes.replacements.OFFSET": (Worst("findall", "+"), Worst("findall", " + 1"), Worst("findall", " ")),
    "capabilities.causes.replacements.PAIR": tuple(
        Worst(method, each) for method in ("findall", "sub") for each in ("a", "a[", "a,", "a[1]", "a][", "a, a")
    ),
    "capabilities.causes.replacements.ARGUMENTS": tuple(
        Worst(method, each) for method in ("findall", "sub") for each in (", ", ", a", ", a,", ", a, b", "a")
    ),
    "capabilities.causes.replacements.DEPTH": tuple(Worst("findall", each) for each in (" ", "+", " + ", " - depth")),
    "capabilities.causes.replacements.LOST_BEST": (
        *(Worst("findall", each) for each in (" ", "max(a", "a", "max(")),
        Worst("findall", "a", "max("),
    ),
    "capabilities.causes.replacements.TURN_TAKEN": (
        *(Worst("findall", each) for each in ("a = ", "a = player(", "a = player(b", "a = player(b)")),
        Worst("findall", " ", "a = player(b)", "c"),
    ),
    "capabilities.causes.word_edits.ARGUMENT": tuple(Worst("findall", each) for each in (", ", ", a", ", a,", "a")),
    "capabilities.causes.function_lines.FLAG": tuple(
        Worst("findall", each) for each in ("if ", "if not ", "if a", "if a and ", "a", " ", "elif ")
    ),
    "capabilities.causes.statement_edits.KEPT": (
        *(Worst("match", each, "if ") for each in ("a", " ", "a in ", ".")),
        *(Worst("match", " ", before, "b") for before in ("if", "if a", "if a in", "if a in b", "if a in b:")),
    ),
    "capabilities.causes.replacements.SETS": (Worst("findall", " == "), Worst("findall", " == a")),
    "capabilities.causes.text_ties.MOVE_USED": (
        Worst("search", "'tuple"),
        Worst("search", "'tuple' object is not subscriptable"),
    ),
    "capabilities.causes.text_ties.PAIR_RETURNED": (Worst("search", "return "), Worst("search", "return a")),
    "capabilities.causes.text_ties.MOVE_COMPARED": (
        Worst("search", "between instances of "),
        Worst("search", "'tuple' and "),
    ),
    "capabilities.causes.replacements.EITHER": tuple(
        Worst("findall", each) for each in ("a", "a(", "a(b, ", "a(b) if ", "a(b) if c == d ", "a(b) if c else ")
    ),
    "capabilities.causes.replacements.ORDER": tuple(
        Worst("findall", each) for each in (" in (", " in (a", " in (a, ", " in (a, b", "a", " in (a, b)")
    ),
    "capabilities.causes.edit.DEPTH": (Worst("search", "dept"), Worst("search", "li")),
    "capabilities.causes.edit.DECIDES": (Worst("match", " "), Worst("match", "a ", "return ")),
    "capabilities.causes.word_edits.BELOW": (
        *(Worst("sub", each) for each in ("-1", "-1 ", "-1 <", "range(-1", "range(", " -1 <", " ")),
    ),
    "capabilities.causes.replacements.CONSTANT": (
        *(Worst("match", each) for each in ("a", "a =", " ", "1")),
        *(Worst("match", " ", "a = 1", "b"), Worst("match", "1", "a = ", "b")),
    ),
    "capabilities.causes.replacements.ZIPPED": tuple(Worst("findall", each) for each in ("zip(", "zip(a", "a", "a.")),
    "capabilities.causes.statement_edits.PRINTED": (
        *(Worst("match", " "), Worst("match", ")", "print(", "x"), Worst("match", " ", "print(a)", "b")),
    ),
    "capabilities.causes.statement_edits.RETURNS": (
        *(Worst("match", " "), Worst("match", " ", "return"), Worst("match", " ", "return 1", "b")),
    ),
    "capabilities.causes.told_part.WORD_END": (
        *(Worst("finditer", each) for each in (" ", ":", "and ", " if ", ": ")),
        Worst("finditer", " ", ":", "b"),
    ),
    "capabilities.causes.text_ties.CALLED": tuple(Worst("findall", each) for each in ("a", "a(", ".a(", "(")),
    "python_text.NO_CODE": tuple(
        Worst("match", " ", each, "b") for each in ("pass", "return", "return None", "raise NotImplementedError", "...")
    ),
    "capabilities.causes.replacements.BITS": tuple(Worst("findall", each) for each in ("a | ", "a |", "a ")),
    "capabilities.causes.replacements.NO_EMPTY": (
        *(Worst("findall", each) for each in ("==", "== a", "== a[", "== a[b]", "== a[b][c]", "== a[b][c] ")),
        Worst("findall", " ", "== a", "b"),
    ),
    "capabilities.causes.word_edits.CHOSEN": (
        *(Worst("findall", each) for each in ("= a", "= a if b else ", "= a if b else c ", " if ", " else ")),
        Worst("findall", " ", "= a if b else c", "d"),
    ),
    "capabilities.causes.word_edits.WRAPPED": tuple(
        Worst("findall", each) for each in ("abs(", "abs(a", "abs(a(b)", "(", "abs(()", "a")
    ),
    "capabilities.causes.word_edits.MARKED": tuple(
        Worst("findall", each) for each in ("[a]", "[a][b]", "[a][b] =", "[")
    ),
    "capabilities.causes.replacements.ADDED": tuple(
        Worst("findall", each) for each in ("a", "a.append(", "a.append(b", "a.append(b)", ".add(", "a.add(b) ", " ")
    ),
    "capabilities.causes.replacements.IS_TURN": tuple(
        Worst("findall", each) for each in ("== ", "== player(", "== player(a", "a")
    ),
    "capabilities.causes.word_edits.ASSERTED": (
        *(Worst("match", " "), Worst("match", "(", "assert"), Worst("match", " ", "assert(a)", "b")),
        *(Worst("match", ")", "assert(a", "b"), Worst("match", "a", "assert(")),
    ),
    "capabilities.causes.replacements.START": (
        Worst("match", " "),
        Worst("match", "a"),
        Worst("match", " ", "a = 1", "b"),
        Worst("match", "a", "a = 1 if "),
        Worst("match", " else", "a = 1 if "),
        Worst("match", " ", "a = 1 if a else 1", "b"),
        Worst("match", "a ", "a = 1 if "),
    ),
    "capabilities.causes.word_edits.CONDITION": (
        *(Worst("match", each, "if ") for each in ("a", " ", "(", ":", ") ")),
        *(Worst("match", " "), Worst("match", " ", "if a:", "b"), Worst("match", " ", "if", "b")),
    ),
    "capabilities.causes.statement_edits.COMPARED": (
        *(
            Worst("match", " "),
            Worst("match", "(", "if"),
            Worst("match", "a", "if "),
            Worst("match", " ", "if a<b", "c"),
        ),
        *(Worst("match", " ", "if a", "c"), Worst("match", ")", "if a<b", "c"), Worst("match", " ", "if a<b:", "c")),
    ),
    "capabilities.causes.word_edits.IN_ROWS": tuple(
        Worst(method, each) for method in ("search", "sub") for each in ("a", "a.count(", "X in a", "X in a.", "X ")
    ),
    "capabilities.causes.function_lines.BOUND": tuple(
        Worst("findall", each) for each in ("a", "a,", ", ", "for a ", "for ", " ", "a=")
    ),
    "capabilities.causes.function_lines.PARAMETERS": tuple(
        Worst("findall", each) for each in ("def ", "def a(", "def a(b,", "a")
    ),
    **{
        f"capabilities.causes.exception_edits.{name}": tuple(Worst(method, each) for each in parts)
        for name, method, parts in (
            ("PAIR", "findall", ("a", "a[", "a[b", "a[b, ", "a[b[c", "a[b[c], ", "a[ ")),
            ("WHOLE", "findall", ("a", "a[", "a[b")),
            ("IN_NUMBER", "findall", ("for ", "for a ", "for a in ", "for a in b", "for a in len(", "for a in 1")),
            ("IN_BOARD", "findall", ("for ", "for a ", "for a in ", "for a in b", "for a in b ")),
            ("ADDED_LIST", "findall", (".add(", ".add([", ".add([a")),
            ("ACTIONS", "findall", ("a", "actions(", "actions(a", "list(")),
            ("BEGUN", "findall", ("a", "a = ", "a=[]", "a = {} ", " ")),
            ("METHOD", "findall", ("a", "a.", "a.b", "a.b(")),
            ("ATTRIBUTE", "findall", ("a", ".", ".a")),
            ("LENGTH", "findall", ("a", "len(", "len(a")),
            ("IN_ROW", "findall", ("[", "[a", "a")),
        )
    },
    "capabilities.causes.replacements.OR_VALUE": tuple(
        Worst("findall", each) for each in ("a", "a(", "a(b,", "a == b or ", "a == a or a ", " == ", "a ")
    ),
    "capabilities.causes.replacements.COLUMNS": tuple(
        Worst("findall", each) for each in ("zip(*", "zip(*a", "zip(*a.")
    ),
    "capabilities.causes.replacements.EMPTY_SET": (Worst("findall", "== {"), Worst("findall", "== ")),
    "capabilities.causes.statement_edits.ENDLESS": (
        *(Worst("match", each) for each in (" ", "a", "a =", "a = float(", "a = -math.")),
        *(Worst("match", " ", before, "b") for before in ("a", "a =", "a = inf", "a = float(b)")),
    ),
    "capabilities.causes.replacements.ANTI_DIAGONAL": (Worst("findall", "[2::"), Worst("findall", "[")),
    "capabilities.causes.word_edits.COMPARED": tuple(
        Worst("match", each, before)
        for each, before in ((" ", ""), ("a", "if "), ("a", "if a > "), (" ", "if a > b:"), ("if ", ""))
    ),
    "capabilities.causes.text_ties.VALUE": (Worst("search", "utilit"), Worst("search", "a")),
    "capabilities.causes.text_ties.OTHER_KEY": tuple(
        Worst("search", each) for each in ("a", "if a ", "not ", ".ad", "if ", "if a i")
    ),
    "capabilities.causes.text_ties.CACHED": tuple(Worst("match", each) for each in ("@", "@functools.", "@lru_", "@a")),
    "capabilities.causes.word_edits.UNPACKED": tuple(
        Worst("match", each, before)
        for each, before in ((" ", ""), ("a", ""), ("a", "a, "), ("a", "a, b = "), (",", "a"))
    ),
    "capabilities.causes.replacements.FROM_END": tuple(Worst("findall", each) for each in ("[-", "[-i", "-")),
    "capabilities.causes.replacements.ROWS_COUNTED": tuple(
        Worst("findall", each) for each in ("Counter(", "Counter(a", "Counter(map(a, ", "Counter(map(a, b)", ")")
    ),
    "capabilities.causes.word_edits.WON": tuple(Worst("findall", each) for each in ("== 1", "== -1", "== 1 ", "== ")),
    "capabilities.causes.word_edits.OF_LEAF": (
        *(Worst("findall", each) for each in ("return utility(", "return utility(a", "return utility(a) ")),
        Worst("findall", " ", "return utility(a)", "b"),
    ),
    "capabilities.causes.text_ties.RETURNED": (
        *(Worst("finditer", each) for each in (" ", "\n return ", "\n return a")),
        Worst("finditer", " ", " return a", "b"),
    ),
    "capabilities.causes.text_ties.SET": (*(Worst("findall", each) for each in (" ", "\na", "\n a =", "a ")),),
    "capabilities.causes.text_ties.SHARED": (
        *(Worst("findall", each) for each in (" ", "\n global ", "\n nonlocal a, ", "\n global a")),
    ),
    "capabilities.causes.replacements.NEITHER": tuple(
        Worst("findall", each) for each in (" == (", " != (a", " is (a or ", " is not (a or b", " is not ", "a")
    ),
    "capabilities.causes.replacements.DRAWN": (
        *(Worst("findall", each) for each in (">= 0", ">= 0 a", ">= 0 a == b", ">= 0 == <", ">=", " 0 ==")),
        *(Worst("findall", each, ">= 0") for each in ("a", "=", "==", " == a")),
    ),
    "capabilities.causes.replacements.AND_VALUE": tuple(
        Worst("findall", each)
        for each in ("a", "a[", "a[b]", "a and ", "a[b][c] and ", "a and b == ", " and ", "a == b")
    ),
    "capabilities.causes.word_edits.AND_OR[and]": (Worst("findall", "and "), Worst("sub", "an")),
    "capabilities.causes.word_edits.AND_OR[or]": (Worst("findall", "or "), Worst("sub", "o")),
    "capabilities.causes.replacements.COMPARED_TRUTH": tuple(
        Worst("findall", each) for each in ("a", "a in ", "a in a(", "a in a(a, ", "a not in a == ", " in ")
    ),
    "capabilities.causes.word_edits.ZERO": tuple(
        Worst("findall", each) for each in ("== ", "== 0", "== '0", "is ", "0")
    ),
    "capabilities.causes.word_edits.NO_MARK": tuple(Worst("findall", each) for each in ("= ", "= '", '= "', "'")),
    "capabilities.causes.replacements.EXCEPTION": (
        *(Worst("findall", each) for each in ("A", " ", "Error", "return ", "Exception")),
        *(Worst("findall", " ", "return", "b"), Worst("findall", "A", "return ")),
    ),
    "capabilities.causes.replacements.BEST_OF_ALL": tuple(
        Worst("findall", each) for each in ("a", "a = ", "a = max(", "a = max(a, ", "a = max(float(", "-", "a.")
    ),
    "capabilities.causes.replacements.LAST_INDEX": tuple(
        Worst("findall", each) for each in ("len(a", "len(a) - ", "len(a) - a", "a", " - ")
    ),
    "capabilities.causes.word_edits.SMALL": tuple(Worst("findall", each) for each in ('"', "'", '"x', "'x'", "x")),
    "capabilities.causes.word_edits.CALLED": (
        Worst("match", "a"),
        Worst("match", "1a", "a"),
        Worst("match", "_", "", "."),
    ),
    "capabilities.causes.statement_edits.OPPOSITE": (
        *(Worst("match", each) for each in (" ", "a", "a = 1", "1")),
        *(Worst("match", " ", before, "b") for before in ("a", "a =", "a = 1")),
        Worst("match", "1", "a = ", "b"),
    ),
    "capabilities.causes.text_ties.FROM_ZERO": tuple(
        Worst("findall", each, before)
        for each, before in (("a", ""), ("a = ", ""), (" ", "a"), (" ", "a ="), ("a = 0", ""))
    ),
    "capabilities.causes.text_ties.OWN_SEARCH": tuple(
        Worst("findall", each) for each in (" ", "\n ", " def", "lambd", " \n", "\t\n\t")
    ),
    "capabilities.causes.text_ties.DEFINED": tuple(
        Worst("findall", each) for each in ("def ", "\ndef ", " ", "\ndef a", "\na", "a ", "async ")
    ),
    "capabilities.causes.replacements.STOPS": tuple(
        Worst("search", each) for each in ("depth", "ply", "a", " ", "= ", "depth =", "DEPTH a", "limit < ")
    ),
    "capabilities.causes.replacements.IS": tuple(
        Worst("findall", each) for each in ("a is ", "is ", "a is not ", "a ")
    ),
    "capabilities.causes.replacements.BEST_KEY": tuple(
        Worst("findall", each) for each in ("max(", "max(a", "a", "max(a) ")
    ),
    "capabilities.causes.statement_edits.UNDO": tuple(
        Worst("match", each) for each in (" ", "a", "a[", "a[b]", "a[b][", "a[b][c] = ", "a[b][c] = EMPTY ")
    ),
    "capabilities.causes.function_lines.FIRST_ARGUMENT": tuple(
        Worst("findall", each) for each in ("a", "a(", "a(b", "a(b,", "a.")
    ),
    "capabilities.causes.word_edits.ADDS": (Worst("match", " "), Worst("match", "+")),
    "capabilities.causes.word_edits.ASSIGNS": (Worst("match", " "), Worst("match", "+")),
    "capabilities.causes.statement_edits.BLOCK": (Worst("match", "e"), Worst("match", "if")),
    "capabilities.causes.function_lines.FOR_NAMES": tuple(
        Worst("findall", each) for each in ("for ", "for a ", "for a, ", "a ")
    ),
    "capabilities.causes.word_edits.IN_INDEX": tuple(
        Worst("findall", each) for each in ("a", "[", "[a", "[2 - a", "(2 - ", ", a", ", ")
    ),
    "capabilities.causes.told_part.NAMED": (Worst("match", "a"), Worst("match", "a.")),
    "capabilities.causes.told_part.SEGMENT_END": tuple(Worst("findall", each) for each in ("a", " ", "=", "or ", ",")),
    "capabilities.causes.told_part.NEXT_WORDS": (
        *(Worst("match", each) for each in ("a", "[", "(")),
        *(Worst("match", "[a]", "", "["), Worst("match", "(a)", "", "(")),
    ),
    "capabilities.causes.told_part.UP_TO_CLOSING": (Worst("match", "a"), Worst("match", "(")),
    "assignments.ai_game.screen.WORD": (Worst("findall", "x"), Worst("findall", "x ")),
    "assignments.ai_game.screen.TERMINAL_CODE": (
        *(Worst("sub", repeated) for repeated in ("\x1b", "\x1b[", "0", "\x1b[0 ", "\x1b]", "\x1b[ 0")),
        *(Worst("sub", "0", "\x1b[", "\n"), Worst("sub", " ", "\x1b[", "\n"), Worst("sub", "x", "\x1b]", "\x1b")),
    ),
    "similarity.fingerprints.TOKEN": tuple(Worst("findall", each) for each in ("a", "= ", "=", "-", "(", "é", "a ")),
    "python_text.IMPORT": (
        *(Worst("findall", repeated) for repeated in ("from ", "import(", "import(\n", "from a ", "from\t", "import ")),
        *(Worst("findall", repeated, "from ") for repeated in ("a", ".", " ", "a.")),
        Worst("findall", " ", "from a", "b"),
        Worst("findall", " ", "import", "("),
    ),
    "python_text.WHILE": (
        *(Worst("match", " "), Worst("match", "a", "while "), Worst("match", "while "), Worst("match", " ", "while")),
    ),
    "python_text.VARIABLE": tuple(Worst("findall", each) for each in ("a", "a ", "a (", "not ", "a.", "1a")),
    "python_text.MAY_CHANGE": (
        *(Worst("findall", each) for each in ("a", "a[", "a[b]", "a [b] ", "a =", "for ", "for a ", "a.", "a - ", " ")),
        *(Worst("findall", "a[b]", "", "=="), Worst("findall", " ", "for", "("), Worst("findall", "[b]", "a", "x")),
    ),
    "python_text.ASSIGNED": (
        *(Worst("match", repeated) for repeated in ("a", "a ", "a: ", "a:")),
        *(Worst("match", repeated, "a") for repeated in (" ", ":", ": ")),
    ),
    "python_text.NOT_CALLED": (
        *(Worst("findall", repeated) for repeated in ("a", "a ", "a(", "a (", "é")),
        Worst("findall", " ", "a", "("),
    ),
    "python_text.COLLECTION": (
        *(Worst("findall", each) for each in ("a", "\na", "a = ", "\na = ", "set", "\na = set")),
        *(Worst("findall", " ", before, "b") for before in ("a", "a =", "a = ")),
    ),
    "python_text.LOCAL": tuple(
        Worst("findall", each, before)
        for each, before in ((" ", ""), ("\n ", ""), ("a", " "), (" ", " a"), ("\n a ", ""))
    ),
    "python_text.CHANGED": tuple(Worst("findall", each) for each in ("a", "a.", "a.append", "a.add(", ".append(", "_")),
    "python_text.CLASS_HEAD": (Worst("match", "class "), Worst("match", " ", "class"), Worst("match", "a", "class ")),
    "python_text.GENERATOR": (
        *(Worst("match", each) for each in ("a", "a =", "a = (", "a = (b ", "a = zip(")),
        *(Worst("match", each, "a = (") for each in ("b", " ", "b fo", " for")),
    ),
    "python_text.GLOBAL": (
        Worst("match", " ", "", "b"),
        Worst("match", "a, ", "global "),
        Worst("match", " ", "global"),
    ),
    "python_text.MUTABLE_DEFAULT": (
        *(Worst("search", repeated) for repeated in ("a", "a ", "a:", "a: b", "a=", "a=[", "a = set(")),
        Worst("search", " ", "a", "b"),
        Worst("search", " ", "a=", "b"),
    ),
    "text.exception_hints.UNBOUND": (Worst("search", "local variable '"), Worst("search", "a", "local variable '")),
    "text.exception_hints.UNDEFINED": (Worst("match", "a", "name '"),),
    "text.exception_hints.LACKS_ARGUMENTS": (Worst("match", "a"), Worst("match", "1", "a() missing ")),
    "capabilities.causes.replacements.CELL_WRITTEN": (Worst("finditer", "(1, "),),
    "capabilities.causes.exception_edits.FULL_STOP": (Worst("finditer", "."), Worst("finditer", "a", ". ")),
    "capabilities.causes.exception_edits.NUMBERED": (Worst("findall", "a"), Worst("findall", "a[")),
    "capabilities.causes.exception_edits.BOARD_RETURNED": (Worst("finditer", "return board "), Worst("finditer", " ")),
    "capabilities.causes.one_edit.DRAWN": (Worst("search", "random "), Worst("search", "a")),
    "capabilities.rescue.judge.GOES_ON": (Worst("search", "a "), Worst("search", "a", " "), Worst("search", "a+")),
    "capabilities.causes.exception_edits.NAMED": (Worst("findall", "'"), Worst("findall", "a", "'")),
    "text.exception_hints.LACKS": (Worst("search", "'list' object has no attribute '"),),
    "text.exception_hints.NOT_IN_MODULE[0]": (
        Worst("search", "cannot import name '"),
        Worst("search", "a", "cannot import name '"),
    ),
    "text.exception_hints.NOT_IN_MODULE[1]": (Worst("search", "module 'copy' has no attribute '"),),
    "python_text.STRING_OR_COMMENT": (
        *(Worst("sub", repeated) for repeated in ('"', "'", '"""', "'''", "\"'", "\\", "#", '"\n', '""" ')),
        *(Worst("sub", "a", before) for before in ('"', "'", '"""', "#")),
        *(Worst("sub", repeated, '"""') for repeated in ('"', '\\"', '""a')),
        *(Worst("sub", "\\", before) for before in ('"', "'", '"""', "'''")),
    ),
    "python_text.VISIBLE": (Worst("sub", "a"), Worst("sub", "\n")),
    "python_text.WORD": (Worst("findall", "a"), Worst("findall", "a."), Worst("findall", "1a")),
    "platforms.blackboard.COLUMN": (
        *(Worst("fullmatch", repeated) for repeated in ("[", "[]", "[] |", "a", "[]|1", " ")),
        *(Worst("fullmatch", repeated, "[]") for repeated in (" ", "| ", "1", "|1")),
        Worst("fullmatch", "1", "[]|", "x"),
    ),
    "platforms.blackboard.POINTS": (Worst("search", ":"), Worst("search", " ", ":"), Worst("search", ": ")),
    "platforms.canvas.ASSIGNMENT": (
        *(Worst("fullmatch", repeated) for repeated in ("(", "(1", "(1)", "a ", "a", "1")),
        *(Worst("fullmatch", repeated, "a") for repeated in (" ", " (")),
        Worst("fullmatch", "1", "a (", "x"),
    ),
    "platforms.canvas.COMPUTED": (Worst("search", "Current "), Worst("search", "Final Current ")),
    "marking.notes.ROW": (Worst("findall", "["), Worst("findall", "[a"), Worst("findall", "a", "[")),
    "marking.notes.LIST_NAMED": (
        *(Worst("match", each) for each in (" ", "a", "a =", "_")),
        *(Worst("match", " ", "a", "b"), Worst("match", " ", "a =", "b")),
    ),
    "marking.notes.NAMED_ROW_OFTEN": (
        *(Worst("search", each) for each in ("[", "[a", "[a,", "[ ", "[a] ", "[a]*", "a")),
        *(
            Worst("search", "a,", "["),
            Worst("search", ", a", "[a"),
            Worst("search", " ", "[a]"),
            Worst("search", " ", "[a"),
        ),
    ),
    "marking.notes.ONE_ROW_OFTEN": tuple(
        Worst("search", each) for each in ("[", "[[", "[ ", "[[a]", "[[a] * 3", "[[a]]")
    ),
    "model.csv_file.LINE_END": (Worst("findall", "\r"), Worst("findall", "a")),
    "model.csv_file.NEEDS_QUOTES": (Worst("search", " ", "a", "a"), Worst("search", "a")),
    "model.csv_file.SEPARATOR_LINE": (Worst("match", "a", "sep="), Worst("match", ";", "sep=")),
    "model.csv_file.STOP": (Worst("search", "a"),),
    "platforms.grade_file.OURS": (Worst("match", "a"), Worst("match", "Mark: ")),
    "platforms.zips.NOT_IN_NAMES": (Worst("sub", "/"), Worst("sub", "/a")),
    "platforms.moodle.NUMBER": (
        Worst("search", "_1"),
        Worst("search", "1", "_"),
        Worst("search", "_1_assign"),
    ),
    "platforms.moodle.ADDRESS": (
        Worst("fullmatch", "@"),
        Worst("fullmatch", "a@"),
        Worst("fullmatch", "a", "", "@ "),
    ),
    "platforms.moodle.GRADE_ITEM": (
        *(Worst("fullmatch", repeated) for repeated in ("(", "(a", "(a)", "a ", "a", " (")),
        *(Worst("fullmatch", repeated, "a") for repeated in (" ", " (")),
        Worst("fullmatch", "a", "a (", ")x"),
    ),
    "platforms.moodle.PARTICIPANT": (Worst("fullmatch", "1", "", "x"), Worst("fullmatch", "1x")),
    "platforms.grade_file.NUMBER": (Worst("fullmatch", "1"), Worst("fullmatch", "1", "1.")),
    "capabilities.hand_in.readme.LINK": (
        *(Worst("findall", repeated) for repeated in ("www.", "github.com", "github.com/", "github.com/a ")),
        Worst("findall", "a", "github.com/"),
    ),
    "capabilities.hand_in.readme.OWNER": (Worst("fullmatch", "a"), Worst("fullmatch", "-", "a", "/")),
    "capabilities.hand_in.readme.REPOSITORY": (Worst("fullmatch", "a"),),
    "intake.archives.members.DRIVE": (Worst("match", "a"), Worst("match", "a:")),
    "intake.archives.members.SEPARATOR": (Worst("split", "/"), Worst("split", "a\\")),
    "intake.archives.members.WINDOWS_DEVICE": (
        *(Worst("fullmatch", repeated, "con", "\n") for repeated in (" ", ".", ". ", ":")),
        Worst("fullmatch", "con"),
    ),
    "intake.archives.members.WINDOWS_REFUSES": (Worst("search", " ", after="x"), Worst("search", ".", after="x")),
    "intake.file_names.COPY_SUFFIX": (Worst("fullmatch", "0", "copy", "x"),),
    "intake.file_names.NEITHER_LETTER_NOR_DIGIT": (Worst("sub", "_"), Worst("sub", "_a")),
    "intake.main_file.DEFINITION": (
        Worst("findall", "\rdef "),
        Worst("findall", " ", "def", "\n"),
        Worst("findall", "a", "def "),
        Worst("findall", " ", "def a", "b"),
        Worst("findall", "def a \n"),
    ),
    "missing_functions.WORDS": (
        *(Worst("findall", repeated) for repeated in ("a", "A", "1", "Aa", "_")),
        Worst("findall", "A", after="a"),
    ),
    "python_text.DEFINITION": (
        *(Worst("match", repeated) for repeated in (" ", "a", "async ", "a:")),
        *(Worst("match", " ", before) for before in ("async", "def", "def a", "class", "if", "if __name__", "a", "a=")),
        *(Worst("match", repeated, "a:") for repeated in (" ", "a", "=")),
        *(Worst("match", "a", before) for before in ("def ", "class ")),
        Worst("match", "(", "if"),
    ),
    "intake.git.reader.WITH_SHA256": (Worst("search", " "), Worst("search", "objectformat "), Worst("search", "\n ")),
    "intake.git.repository.HASH": (Worst("fullmatch", "a"),),
    "platforms.blackboard.ENTRY": (
        *(Worst("fullmatch", repeated) for repeated in ("_attempt_", "_attempt_2026", "_attempt_2026-09-01-09-00-00")),
        Worst("fullmatch", "-09", "a_attempt_2026"),
    ),
    "platforms.blackboard.DATE": (
        *(Worst("fullmatch", "a", before) for before in ("Date Submitted: ", "Date Submitted: a, ")),
        Worst("fullmatch", " ", "Date Submitted: a, b 1:00:00 CET", "x"),
    ),
    "platforms.blackboard.NAME": (
        *(Worst("fullmatch", repeated, "Name: ", "x") for repeated in (" (a)", " (", "a", " ()", ") ")),
        Worst("fullmatch", " ", "Name: a (b)", "x"),
    ),
    "platforms.canvas.ANONYMOUS": (Worst("fullmatch", "1", "anon_1_"), Worst("fullmatch", "LATE_anon_1_")),
    "platforms.canvas.LATER": (Worst("fullmatch", "_1"), Worst("fullmatch", "1", "_1_")),
    "platforms.canvas.NAMED": (
        *(Worst("fullmatch", repeated) for repeated in ("_1", "_LATE_1", "1", "_1_0", "_1_text.htm")),
        Worst("fullmatch", "1", "a_"),
    ),
    "platforms.classroom50.LINK": (Worst("fullmatch", "a", "https://"), Worst("fullmatch", "/", "https://a")),
    "platforms.classroom50.ROOT": (
        Worst("fullmatch", "_submissions_2026_09"),
        Worst("fullmatch", "_submissions"),
    ),
    "platforms.downloads.SECOND_COPY": (
        *(Worst("fullmatch", repeated) for repeated in (" (1)", " ", "(1", "a")),
        Worst("fullmatch", "1", "a (", ")"),
    ),
    "platforms.gradescope.FOLDER": (Worst("fullmatch", "1", "submission_"),),
    "platforms.moodle.ENTRY": (
        *(Worst("fullmatch", repeated) for repeated in ("_1", "_assignsubmission", "_1_assignsubmission_", "1")),
        Worst("fullmatch", "a", "a_assignsubmission_", "!"),
    ),
    "platforms.moodle.LETTERED": (Worst("fullmatch", " A", "", "a"), Worst("fullmatch", " ")),
    "platforms.moodle.NUMBERED": (Worst("fullmatch", "1"), Worst("fullmatch", " 1", "", "a")),
    "platforms.canvas.COPY": (
        *(Worst("fullmatch", repeated) for repeated in ("-1", " (1)", "a-1", "a-1.a", ".a", "(")),
        Worst("fullmatch", ".a", "a-1", "."),
    ),
    "platforms.submit50.LOGIN": (Worst("fullmatch", "a"),),
    "platforms.submit50.SLUG": (
        *(Worst("fullmatch", repeated, "ref: refs/heads/", " x") for repeated in ("a/", "a", "/", " ")),
    ),
    "intake.notebook.FORBIDDEN_CHARACTER": (Worst("search", "a"),),
    "intake.notebook.ASSIGNED_MAGIC": (
        Worst("match", "a"),
        Worst("match", " ", "a =", "b"),
        Worst("match", " ", "a", "b"),
    ),
    "intake.notebook.CELL_MAGIC": (Worst("match", "a", "%%"),),
    'intake.notebook.INSIDE_STRING["]': (Worst("search", "a"), Worst("search", "\\\n")),
    "intake.notebook.INSIDE_STRING[']": (Worst("search", "a"), Worst("search", "\\\n")),
    'intake.notebook.INSIDE_STRING["""]': (Worst("search", '""a'), Worst("search", "\\\n")),
    "intake.notebook.INSIDE_STRING[''']": (Worst("search", "''a"), Worst("search", "\\\n")),
    "intake.notebook.LINE_MAGIC": (Worst("match", " "),),
    "intake.notebook.OUTSIDE_STRING": (Worst("search", "a"),),
    "intake.code_file.NOTEBOOK": (Worst("match", " "), Worst("match", " ", "{"), Worst("match", " ", '{"cells"')),
    "intake.code_file.WEB_PAGE": (Worst("match", " "), Worst("match", "<html")),
    "intake.file_names.ARCHIVE": (Worst("fullmatch", "a"), Worst("fullmatch", ".zip", after="x")),
    "intake.file_names.COMPILED": (Worst("fullmatch", ".py"), Worst("fullmatch", ".pyc", after="x")),
    "intake.file_names.TEXT": (Worst("fullmatch", "a", after="\n"), Worst("fullmatch", ".txt", after="\n")),
    "intake.file_names.WRONG_ENDING": (
        *(Worst("fullmatch", repeated) for repeated in ("a", ".py", ".py.txt", ".py_")),
        Worst("fullmatch", ".pyw", after="\n"),
    ),
    "intake.roster.columns.CUT_NUMBER": (Worst("fullmatch", "1"), Worst("fullmatch", "1", "1e", "x")),
    "intake.roster.columns.SEPARATORS": (Worst("sub", "_"), Worst("sub", "_a")),
    "intake.roster.columns.CLOCK": (Worst("fullmatch", "1"), Worst("fullmatch", ":11", "11")),
    "intake.roster.columns.DOTTED": (
        Worst("fullmatch", "1"),
        Worst("fullmatch", "1", "1.1.2026 "),
        Worst("fullmatch", "1."),
    ),
    "intake.roster.columns.DURATION": (Worst("findall", "1"), Worst("findall", "1 "), Worst("findall", "1 a")),
    "intake.roster.columns.NAIVE": (Worst("fullmatch", "1"), Worst("fullmatch", "1", "2026-09-01 11:11:11.")),
    "intake.roster.columns.SPAN": (Worst("fullmatch", "1"), Worst("fullmatch", ":11", "11")),
    "intake.roster.columns.WORD": (Worst("findall", "a"), Worst("findall", "1:"), Worst("findall", "1", "", ":")),
    "intake.roster.roster_file.ADDRESS": (Worst("fullmatch", "a"), Worst("fullmatch", "a@"), Worst("fullmatch", "@")),
    "intake.roster.roster_file.PARTICIPANT_ID": (Worst("fullmatch", "x"), Worst("fullmatch", " ", "word", "x")),
    "intake.roster.roster_file.PARTICIPANT": (Worst("fullmatch", "x"), Worst("fullmatch", "0", "word", "x")),
    "intake.code_file.COMMENT_OR_BLANK": (Worst("fullmatch", " ", after="a"), Worst("fullmatch", " ", "#", "\n")),
    "intake.code_file.ENCODING_COMMENT": (
        Worst("match", " "),
        Worst("match", "a", "#"),
        Worst("match", "coding=", "#"),
        Worst("match", "coding= ", "#"),
        Worst("match", " ", "#coding=", "!"),
    ),
    "intake.code_file.FOREIGN_BYTES": (Worst("search", "a"), Worst("sub", "\udc80"), Worst("sub", "\udc80a")),
    "intake.code_file.LATIN_1": (Worst("fullmatch", "-", "latin-1", "\n"), Worst("fullmatch", "iso-")),
    "intake.code_file.LINE_END": (Worst("split", "\r"), Worst("split", "a")),
    "intake.code_file.UTF8": (Worst("fullmatch", "-", "utf-8", "\n"), Worst("fullmatch", "utf-")),
    "intake.student_ids.BLANKS": (Worst("sub", " "), Worst("sub", " a")),
    "intake.student_ids.ENTRY_HASH": (
        Worst("fullmatch", "-"),
        Worst("fullmatch", "-000000000000", after="x"),
        Worst("fullmatch", "0", "-", "x"),
    ),
    "intake.student_ids.INVISIBLE": (Worst("match", "\ufe0f"),),
    "intake.student_ids.REPORT_NAME": (Worst("fullmatch", "."), Worst("fullmatch", ".csv", after="a")),
    "intake.student_ids.WINDOWS_DEVICE": (Worst("fullmatch", ".", "con", "\n"),),
    "model.instant.DURATION": (Worst("fullmatch", "0 "), Worst("fullmatch", "0 a "), Worst("fullmatch", "a", "0")),
    "model.instant.PART": (Worst("findall", "0"), Worst("findall", "0 "), Worst("findall", "a")),
    "model.rubric.PERCENT": (Worst("fullmatch", "0"), Worst("fullmatch", "0", "1.")),
    "capabilities.causes.right_helpers.DEFINED": (Worst("match", " ", "def"), Worst("match", "a", "def ")),
    "capabilities.rescue.judge.INCREMENT": (Worst("sub", " "), Worst("sub", "a"), Worst("sub", "+", "a")),
    "capabilities.rescue.judge.SUSPECT": (
        *(Worst("match", repeated) for repeated in ("a", "a.", "a, ", "a(", "[a]", "if ")),
        *(Worst("match", repeated, "a = ") for repeated in ("a", "a(", "(", "= ")),
    ),
    "capabilities.causes.exception_edits.GIVEN": (
        *(Worst("match", repeated) for repeated in (" ", "a")),
        *(Worst("match", repeated, " a = ") for repeated in (" ", "1", "len(", "[")),
    ),
    "capabilities.causes.text_ties.COPIED": tuple(
        Worst("search", repeated, " = ") for repeated in ("a", "copy.", " ", "list(", "a[:")
    ),
    "capabilities.causes.text_ties.WRITTEN": (Worst("search", "]"), Worst("search", " ", "]")),
    "capabilities.causes.text_ties.FROM_LOSS": (Worst("search", "="), Worst("search", " ", "=")),
    "python_text.BEGINS": (Worst("match", "async "), Worst("match", " ", "async"), Worst("match", "d")),
    "python_text.GOES_ON": (Worst("match", " "), Worst("match", "else")),
    "python_text.OPEN": (Worst("findall", "("), Worst("findall", "a")),
    "python_text.CLOSED": (Worst("findall", ")"), Worst("findall", "a")),
    "model.instant.INSTANT": (Worst("fullmatch", "0", "2026-09-01T23:59:59."), Worst("fullmatch", " ")),
    "model.class_row.NUMBER": (Worst("sub", "1"), Worst("sub", "1a")),
    "model.sanitize.ADDRESS": (
        Worst("sub", "0x"),
        Worst("sub", "0x0000 "),
        Worst("sub", "0", "0x"),
        Worst("sub", "0x00000g "),
    ),
    "model.sanitize.CI_COMMAND": (
        Worst("sub", ":"),
        Worst("sub", "#"),
        Worst("sub", "a", "##"),
        Worst("sub", "##a"),
        Worst("sub", "::"),
        Worst("sub", "::1"),
    ),
    "model.sanitize.CUT_ADDRESS": (
        Worst("sub", "0"),
        Worst("sub", "0x"),
        Worst("sub", "0", "0x", "g"),
        Worst("sub", "0x0 "),
    ),
    "capabilities.alpha_beta.evidence.BOUNDS": (
        Worst("findall", "upper"),
        Worst("findall", "upper "),
        Worst("findall", "lower_"),
    ),
    "capabilities.alpha_beta.evidence.NAME": (Worst("findall", "x"), Worst("findall", "x ")),
    "capabilities.quality.rules.EMPTY_BODY": (
        *(Worst("search", repeated) for repeated in (":", ": ", ":pass ", ":pass#", ":...\n")),
        *(Worst("search", " ", ":", "x"), Worst("search", " ", ":pass", "x"), Worst("search", "#", ":pass", "\n")),
    ),
    "capabilities.quality.rules.STATEMENT_IN_COMMENT": (
        *(Worst("match", repeated) for repeated in ("a", " ", "a ", "a. ", "a +", "a = ", "a.")),
        *(Worst("match", " ", before) for before in ("return", "try", "try:", "print", "pass", "a.b")),
        *(Worst("match", "a", "return "), Worst("match", "a", "a."), Worst("match", " ", "a", "=")),
    ),
    "capabilities.quality.assess.NAME": (Worst("match", "a"), Worst("match", "a.")),
    "capabilities.quality.assess.NO_REMARK": (Worst("match", "-*"), Worst("match", "a")),
    "capabilities.quality.assess.WORD": (Worst("search", "a1"), Worst("search", "_")),
    "text.spreadsheet_cell.BEFORE_FORMULA": (
        Worst("sub", ";"),
        Worst("sub", " ", ";"),
        Worst("sub", '; "'),
    ),
    "render.pages.code_listing.DEFINITION": (
        Worst("match", " ", "async", "x"),
        Worst("match", " ", "def", "+"),
        Worst("match", "a", "def "),
    ),
    "render.pages.code_listing.IN_CELL": (Worst("fullmatch", "1", "cell ", ", line x"),),
    "render.pages.code_listing.IN_FILE": (
        *(Worst("fullmatch", repeated) for repeated in (":", "a:", ":1", "a:1", ":123456")),
        Worst("fullmatch", "1", "a:", "x"),
    ),
    "render.pages.code_listing.TOKEN": (
        *(
            Worst("findall", repeated)
            for repeated in ('"', "'", '"""', "'''", "\"'", "\\", "#", '"\n', '""" ', "r'", "f")
        ),
        *(Worst("findall", "a", before) for before in ('"', "'", '"""', "#", "1")),
        *(Worst("findall", repeated, '"""') for repeated in ('"', '\\"', '""a')),
        *(Worst("findall", "\\", before) for before in ('"', "'", '"""', "'''")),
        *(Worst("findall", repeated) for repeated in (" \n", "1.", "a.", "1_", "\\\n", "rb", "f'{")),
    ),
    "platforms.classroom50.TAG_TIME": (Worst("match", "1", "submit/"),),
    "platforms.reports.IN_FILE": (Worst("fullmatch", "a"), Worst("fullmatch", "1", "a:")),
    "capabilities.causes.judge.NOT_AVAILABLE": tuple(
        Worst("match", repeated, "ImportError: ") for repeated in ("a", "a.", "a.a")
    ),
    "capabilities.causes.judge.MISSING": (
        *(Worst("fullmatch", repeated, "raised TypeError: ") for repeated in ("a", "a.", ".")),
        Worst("fullmatch", "1", "raised TypeError: f() missing "),
        Worst("fullmatch", "a", "raised TypeError: f() missing 1 required positional argument: "),
    ),
    "capabilities.causes.judge.SURPLUS": (
        *(Worst("fullmatch", repeated, "raised TypeError: ") for repeated in ("a", "a.", ".")),
        Worst("fullmatch", "1", "raised TypeError: f() takes "),
        Worst("fullmatch", "1", "raised TypeError: f() takes 1 positional arguments but "),
    ),
    "text.line_breaks.LONG_BLANK": (Worst("sub", " "), Worst("sub", "        a")),
    "text.line_breaks.WORD": (Worst("findall", "a"), Worst("findall", " "), Worst("findall", "a ")),
    "render.markdown.BACKTICKS": (Worst("findall", "`"), Worst("findall", "`a")),
    "render.markdown.SPECIAL": (Worst("sub", ":"), Worst("sub", "www"), Worst("sub", "://.")),
    "render.markdown.STARTS_A_BLOCK": (Worst("sub", "1"), Worst("sub", "1", after="."), Worst("sub", "-")),
    "yaml_document.ID": (Worst("fullmatch", "a", after="-"),),
    "yaml_document.MODULE": (Worst("fullmatch", "a", after="-"),),
    "capabilities.hand_in.capability.HASH": (Worst("fullmatch", "0", "sha256:"),),
    "rubric_file.yaml_reader.NUMBER": (Worst("fullmatch", "1", after="x"), Worst("fullmatch", "1", "1.", "x")),
    "rubric_file.yaml_reader.SURROGATE": (Worst("search", "a"),),
    "sandbox.shortcut.claim.GAP": (Worst("findall", "a", "{"), Worst("findall", "{a"), Worst("sub", "{a")),
    "sandbox.running.submission_probes.LACKING": (
        Worst("match", "a", "cannot import name '"),
        Worst("match", "a", "cannot import name 'a' from '", " "),
    ),
    "sandbox.wire.messages.COUNTED": (Worst("fullmatch", "9", "int of "), Worst("fullmatch", "9", "str of ")),
    "sandbox.wire.messages.TOO_LONG": (Worst("fullmatch", "a"), Worst("fullmatch", "9", "a of ")),
    "sandbox.wire.messages.PLAIN_NAME": (Worst("fullmatch", "a"), Worst("fullmatch", "-")),
    "sandbox.wire.source_text.DEFINED": (
        Worst("findall", "def "),
        Worst("findall", " ", "def", "+"),
        Worst("findall", "def\t+"),
        Worst("findall", "a", "def "),
    ),
    "sandbox.wire.source_text.WORD": (Worst("findall", "a"), Worst("findall", "a "), Worst("findall", "+")),
    "capabilities.by_hand.marks_table.COMMA_NUMBER": (Worst("fullmatch", "0", after=","), Worst("fullmatch", "0,")),
    "capabilities.by_hand.marks_table.NUMBER": (Worst("fullmatch", "1"), Worst("fullmatch", "1", "1.", "x")),
    "store.result_json.ESCAPED_CHARACTERS": (Worst("sub", "#"), Worst("sub", "\u202e")),
}


def modules() -> Iterator[ModuleType]:
    """Import all modules of the grader but those of the side inside, which have no expression."""
    for found in pkgutil.walk_packages(grader.__path__, "grader."):
        if not found.name.startswith(INSIDE) and found.name != "grader.__main__":
            yield importlib.import_module(found.name)


def expressions(value: object, name: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    """Return the expressions in a value of a module, by name, also those in a container."""
    if isinstance(value, re.Pattern):
        yield name, value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from expressions(one, f"{name}[{key}]")
    elif isinstance(value, (tuple, list, set, frozenset)):
        for at, one in enumerate(value):
            yield from expressions(one, f"{name}[{at}]")


@cache
def found() -> Mapping[str, re.Pattern[str]]:
    """Return all expressions of the grader by name, each in the module that makes it."""
    return {
        name.removeprefix("grader."): expression
        for module in modules()
        for key, value in tuple(vars(module).items())  # a lazy value imports modules of its package
        if not key.startswith("__") and re.search(rf"^(?:\w+, )*{key}\b.*=", inspect.getsource(module), re.MULTILINE)
        for name, expression in expressions(value, f"{module.__name__}.{key}")
    }


def test_every_expression_has_its_worst_text_here() -> None:
    """Found in the modules themselves, so that none is forgotten."""
    assert set(WORST) == set(found())


def test_the_worst_text_takes_no_longer_than_any_other() -> None:
    """An expression that goes back takes minutes here."""
    for name, worst in ((name, worst) for name, every in WORST.items() for worst in every):
        expression, text = found()[name], worst.text()
        searched = text.encode() if isinstance(expression.pattern, bytes) else text
        method = getattr(expression, worst.method)
        began = time.thread_time()
        method("", searched) if worst.method == "sub" else method(searched)

        assert time.thread_time() - began < MOST_SECONDS, (name, worst)


def test_an_expression_that_goes_back_would_be_noticed() -> None:
    """The one that once read a program's last words, on a twelfth of such a text, where it does 144 times less."""
    text = Worst("search", "x ").text()[: LENGTH // 12]
    began = time.thread_time()
    re.search(r"\b(x|you)\b[^.,!\n]*\b(wins?|won)\b", text)

    assert 144 * (time.thread_time() - began) > 10 * MOST_SECONDS


def test_expressions_are_values_of_modules() -> None:
    """One that is written where it is used would not be found above; inside the wall there is none of ours."""
    files = {path.relative_to(GRADER).as_posix(): path.read_text(encoding="utf-8") for path in GRADER.rglob("*.py")}
    with_expressions = {name: ast.parse(text) for name, text in files.items() if re.search(r"\bre\b", text)}

    assert [OF_STUDENTS] == [name for name, tree in with_expressions.items() if not _are_values(name, tree)]


def _are_values(name: str, tree: ast.Module) -> bool:
    """Return whether the expressions of a module are only made as values of it."""
    in_functions = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, (ast.FunctionDef, ast.Lambda))
        for node in ast.walk(function)
    }
    uses = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
    ]

    in_place = [node for node in uses if id(node) in in_functions]
    return (
        not any(isinstance(node, ast.ImportFrom) and node.module == "re" for node in ast.walk(tree))
        and {"compile"} >= {node.func.attr for node in uses if isinstance(node.func, ast.Attribute)}
        and (name in OF_INSTRUCTORS or not in_place)
        and not (uses and "/inside/" in name)
    )
