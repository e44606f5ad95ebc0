"""The reasons why answers are not kept: codes inside, words outside, names only if the file has them."""

from __future__ import annotations

import pytest

from grader.sandbox.inside.memoizer import Code
from grader.sandbox.shortcut.claim import WORDS, worded_reason
from grader.sandbox.wire.frames import MalformedFrame
from grader.sandbox.wire.source_text import SourceText

SOURCE = SourceText(
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


def test_every_code_inside_has_words_outside() -> None:
    """And no words stand for a code that is never sent."""
    assert {code.value for code in Code} == set(WORDS)


@pytest.mark.parametrize("code", WORDS)
def test_the_words_have_a_place_for_each_parameter(code: str) -> None:
    """And say only their own words of names that are not the student's."""
    words = WORDS[code]
    parameters = [7 if kind.name == "NUMBER" else FORGED for kind in words.kinds]
    said = worded_reason([code, parameters], SOURCE)

    assert words.sentence.count("{}") == len(words.kinds)
    assert said is not None
    assert FORGED not in said


@pytest.mark.parametrize(
    ("reason", "said"),
    [
        (["uses", ["Game.think", "random.choice"]], "'Game.think' uses 'random.choice'"),
        (["clock", ["think"]], "'think' looks at the clock or the system"),
        (["clock", ["find"]], "'find' looks at the clock or the system"),
        (["clock", ["Mark"]], "a function looks at the clock or the system"),
        (["uses", ["think", "random.staff"]], "'think' uses a name"),
        (["uses", ["think", "Mark raised"]], "'think' uses a name"),
        (["uses", ["think", "x" * 81]], "'think' uses a name"),
        (["uses", ["<lambda>", "__eq__"]], "'<lambda>' uses '__eq__'"),
        (["file-uses-attribute", ["choice"]], "the file uses '.choice'"),
        (["line-left-out", [7]], "line 7 was left out of the import"),
    ],
)
def test_a_name_is_quoted_if_the_file_has_it(reason: object, said: str) -> None:
    """A function must be defined there; any other name must stand there as it is."""
    assert worded_reason(reason, SOURCE) == said


@pytest.mark.parametrize(
    "reason",
    [
        FORGED,
        [FORGED, []],
        ["clock", [FORGED, FORGED]],
        ["clock", FORGED],
        ["clock"],
        ["clock", [7]],
        ["line-left-out", [FORGED]],
        ["line-left-out", [-1]],
        ["line-left-out", [True]],
        [["clock"], ["think"]],
        7,
    ],
)
def test_what_is_no_reason_of_the_table_is_garbled(reason: object) -> None:
    """The inside never sends such a thing."""
    with pytest.raises(MalformedFrame):
        worded_reason(reason, SOURCE)
