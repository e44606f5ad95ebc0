"""What frames may claim: values of exact types, codes of reasons with names that the file has; the words are ours."""

from __future__ import annotations

import ast

import pytest

from grader.sandbox.shortcut.claim import GAP, WORDS, ShortcutClaim, inconsistency_of, read_claim, worded_reason
from grader.sandbox.wire.frames import Frame, MalformedFrame
from grader.sandbox.wire.source_text import SourceText
from tests.sandbox.sandbox_helpers import INSIDE

SOURCE = SourceText(["def think(board):\n    raised_by_the_staff = 1\n"])

READ = Frame({"type": "read", "doubt": None})
"""Sent before any of the submission's code has run: nothing in its text speaks against a claim."""


@pytest.mark.parametrize(
    "said",
    [
        7,
        {"memoized": "minimax", "reason": None, "stateless": []},
        {"memoized": [1], "reason": None, "stateless": []},
        {"memoized": ["f"] * 51, "reason": None, "stateless": []},
        {"memoized": [], "reason": 1, "stateless": []},
        {"memoized": [], "reason": "Mark raised by the staff", "stateless": []},
        {"memoized": [], "reason": ["decorated"], "stateless": []},
        {"memoized": [], "reason": None, "stateless": {"player": True}},
    ],
)
def test_what_is_said_of_the_shortcut_is_checked(said: object) -> None:
    """It comes from inside the wall."""
    with pytest.raises(MalformedFrame):
        read_claim(READ, Frame({"type": "ready", "claim": said}), SOURCE)


def test_only_functions_that_the_file_defines_are_said_to_be_memoized() -> None:
    """Any other name could be a sentence of ours."""
    said = {
        "memoized": ["Mark raised", "think", "raised_by_the_staff"],
        "reason": None,
        "stateless": [],
        "memo_safe": [],
    }

    assert read_claim(READ, Frame({"type": "ready", "claim": said}), SOURCE).memoized == ("think",)


def test_no_claim_counts_if_the_text_could_reach_whoever_makes_it() -> None:
    """What was sent before the file ran is true, whatever is sent later."""
    said = {"memoized": ["think"], "reason": None, "stateless": ["think"], "memo_safe": ["think"]}
    read = Frame({"type": "read", "doubt": ["file-imports", ["gc"]]})

    claim = read_claim(read, Frame({"type": "ready", "claim": said}), SOURCE)

    assert claim == ShortcutClaim(reason=claim.reason)
    assert claim.reason.startswith("the file imports")


def test_what_contradicted_the_memo_is_said_in_our_words() -> None:
    """The inside sends a code."""
    assert inconsistency_of(Frame({"type": "done", "inconsistency": None}), SOURCE) is None
    frame = Frame({"type": "done", "inconsistency": ["too-deep", ["think", 11]]})
    assert inconsistency_of(frame, SOURCE) == "'think' goes 11 calls deep"


MODULE = SourceText(
    [
        """
import random
class Game:
    def think(self, board):  # Mark raised by the staff
        return random.choice(board)
""",
        "def ﬁnd(board): ...",
    ]
)
FORGED = "Mark raised by the staff"


def texts(node: ast.AST) -> set[object]:
    """Return the constants in a part of a program."""
    return {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}


def test_every_code_inside_has_words_outside() -> None:
    """And no words stand for a code that is never sent."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in INSIDE.rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    makers = {"Obstacle", "_always", "_reject_function"}
    codes = [texts(one.args[0]) for one in calls if getattr(one.func, "id", getattr(one.func, "attr", "")) in makers]

    assert set(WORDS) >= set().union(*codes)
    assert set(WORDS) <= set().union(*map(texts, trees))


def test_the_words_have_a_place_for_each_parameter() -> None:
    """And say only their own words of names that are not the student's."""
    for code, words in WORDS.items():
        kinds = GAP.findall(words)
        said = worded_reason([code, [7 if kind == "number" else FORGED for kind in kinds]], MODULE)

        assert {"function", "name", "number"}.issuperset(kinds), code
        assert said is not None, code
        assert FORGED not in said, code


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (["uses", ["Game.think", "random.choice"]], "'Game.think' uses 'random.choice'"),
        (["decorated", ["think"]], "'think' has a decorator"),
        (["decorated", ["find"]], "'find' has a decorator"),
        (["decorated", ["Mark"]], "a function has a decorator"),
        (["uses", ["think", "random.staff"]], "'think' uses a name"),
        (["uses", ["think", "Mark raised"]], "'think' uses a name"),
        (["uses", ["think", "x" * 81]], "'think' uses a name"),
        (["uses", ["<lambda>", "__eq__"]], "'<lambda>' uses '__eq__'"),
        (["file-uses", [".choice"]], "the file uses '.choice'"),
        (["line-left-out", [7]], "line 7 was left out of the import"),
    ],
)
def test_a_name_is_quoted_if_the_file_has_it(reason: object, said: str) -> None:
    """A function must be defined there; any other name must stand there as it is."""
    assert worded_reason(reason, MODULE) == said


@pytest.mark.parametrize(
    "reason",
    [
        FORGED,
        [FORGED, []],
        ["decorated", [FORGED, FORGED]],
        ["decorated", FORGED],
        ["decorated"],
        ["decorated", [7]],
        ["line-left-out", [FORGED]],
        ["line-left-out", [-1]],
        ["line-left-out", [True]],
        [["decorated"], ["think"]],
        7,
    ],
)
def test_what_is_no_reason_of_the_table_is_garbled(reason: object) -> None:
    """The inside never sends such a thing."""
    with pytest.raises(MalformedFrame):
        worded_reason(reason, MODULE)
