"""Equal mistakes of several students are one entry, even when they break several checks."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from decimal import Decimal

import pytest

from grader.model.counterexample import Answered, AnswerKind, Counterexample, RaisedText
from grader.model.reason import Reason, reason
from grader.model.result import CheckResult, Result
from grader.model.verdict import Verdict
from grader.story.classes.mistakes import CommonMistake, mistakes
from tests.render.samples import check, line, result
from tests.words import words

TOP_ROW = (reason("misses_lines", lines="0"),)
OTHER = words("other words")
VALUE, NO_VALUE = Answered(kind=AnswerKind.VALUE), Answered()
RAISED = Answered(kind=AnswerKind.RAISED, raised=RaisedText(type="IndexError", message="list index out of range"))
EXAMPLE = Counterexample(
    function="winner",
    board="XXXOO....",
    call="winner(board)",
    got=words("None"),
    expected=words("X"),
    at="tictactoe.py:41",
    answered=VALUE,
)


def wrong(name: str, **more: object) -> CheckResult:
    """Return a check that failed on a board."""
    plain = {"reasons": (reason("failing_boards", wrong=18, of=342),), "counterexample": EXAMPLE}
    return check(name, "4", Verdict.FAIL, **{**plain, **more})


def student(name: str, *checks: CheckResult) -> Result:
    """Return a result with these checks, each in the line of its function."""
    functions = dict.fromkeys(one.id.partition(".")[0] for one in checks)
    lines = (line(function, *(one for one in checks if one.id.startswith(function))) for function in functions)
    return result(*lines, student=name)


def shown(found: Sequence[CommonMistake]) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the mistakes as subject, title and students."""
    return [(one.subject, one.title, one.students) for one in found]


def test_equal_behaviour_is_one_row() -> None:
    """The hash over all wrong boards decides, not the example or the message that is shown."""
    alike = [
        student("a", wrong("winner.rows", behaviour="same", pattern=TOP_ROW)),
        student(
            "b",
            wrong(
                "winner.rows",
                behaviour="same",
                pattern=TOP_ROW,
                reasons=words("other words"),
            ),
        ),
        student("c", wrong("winner.rows", behaviour="other")),
    ]

    assert shown(mistakes(alike)) == [
        ("winner", "misses the top row", (0, 1)),
        ("winner.rows", "returns None instead of X", (2,)),
    ]


def test_a_pattern_that_is_no_sentence_says_where_answers_are_wrong() -> None:
    """How many boards these are says nothing."""
    found = mistakes([student("a", wrong("winner.rows", behaviour="x", pattern="wherever X has won"))])

    assert shown(found) == [("winner.rows", "wrong wherever X has won", (0,))]


@pytest.mark.parametrize(
    ("change", "rows"),
    [
        ({"at": "tictactoe.py:7"}, 1),
        ({"expected": words("X, said in other words")}, 1),
        ({"board": "OOOXX.X.."}, 2),
        ({"got": words("O")}, 2),
        ({"moves": (0, 1)}, 2),
    ],
)
def test_without_a_hash_the_example_tells_mistakes_apart(change: dict[str, object], rows: int) -> None:
    """The same board and answer are the same mistake, even if different lines of the file raised it."""
    other = dataclasses.replace(EXAMPLE, **change)  # type: ignore[arg-type] # handed on as they are
    both = [student("a", wrong("winner.rows")), student("b", wrong("winner.rows", counterexample=other))]

    assert len(mistakes(both)) == rows


def failed_import(name: str, line_number: int) -> Result:
    """Return a result in which everything failed alike."""
    names = ("winner.rows", "winner.columns", "minimax.legal_move")
    place = reason("at_line", place=f"tictactoe.py:{line_number}")
    why = (reason("cannot_be_imported", raised="SyntaxError: invalid syntax"), place)
    return student(name, *(check(one, "4", Verdict.ERROR, reasons=why) for one in names))


def test_a_failed_import_is_one_row() -> None:
    """One mistake, not one per check or per line of the file."""
    said = "the file cannot be imported: SyntaxError: invalid syntax"
    found = mistakes([failed_import(f"s{at}", at) for at in range(3)])

    assert shown(found) == [("", said, (0, 1, 2))]
    assert found[0].checks == ("winner.rows", "winner.columns", "minimax.legal_move")
    assert found[0].also == ()
    assert found[0].lost == Decimal(12)


def test_the_same_message_about_two_functions_is_two_rows() -> None:
    """To lack `winner` and to lack `minimax` are two mistakes."""
    both = [
        student("a", check("winner.rows", "4", Verdict.MISSING, message="it is not defined")),
        student("b", check("minimax.legal_move", "4", Verdict.MISSING, message="it is not defined")),
    ]

    assert shown(mistakes(both)) == [
        ("winner.rows", "it is not defined", (0,)),
        ("minimax.legal_move", "it is not defined", (1,)),
    ]


def test_what_the_same_students_got_wrong_is_under_the_first() -> None:
    """A wrong `winner` breaks what depends on it; a student with only one of the mistakes counts separately."""
    both = [wrong("winner.rows", behaviour="w"), wrong("minimax.legal_move", behaviour="m")]
    found = mistakes([student("a", *both), student("b", *both)])

    assert shown(found) == [("winner.rows", "returns None instead of X", (0, 1))]
    assert [one.check.id for one in found[0].also] == ["minimax.legal_move"]
    assert found[0].lost == Decimal(8)
    assert len(mistakes([student("a", *both), student("b", *both), student("c", both[1])])) == 2


def test_a_file_that_is_missing_explains_no_wrong_function() -> None:
    """They are two mistakes, although the same students made both."""
    both = [wrong("files.readme", counterexample=None, reasons=words("there is no README")), wrong("winner.rows")]

    assert shown(mistakes([student("a", *both)])) == [
        ("files.readme", "there is no README", (0,)),
        ("winner.rows", "returns None instead of X", (0,)),
    ]


def test_what_most_did_comes_first_and_then_the_order_of_the_checks() -> None:
    """A mistake of one student comes after all mistakes of several students."""
    found = mistakes(
        [
            student("a", wrong("winner.rows", behaviour="own"), wrong("minimax.legal_move", behaviour="m")),
            student("b", wrong("winner.columns", behaviour="c"), wrong("minimax.legal_move", behaviour="m")),
            student("c", wrong("minimax.legal_move", behaviour="m"), wrong("winner.rows", behaviour="another")),
        ]
    )

    assert [(one.check.behaviour, len(one.students)) for one in found] == [
        ("m", 3),
        ("own", 1),
        ("another", 1),
        ("c", 1),
    ]


def test_what_was_not_judged_is_no_mistake() -> None:
    """A check that was not judged shows no behaviour."""
    assert (
        mistakes([student("a", check("winner.rows", "4", Verdict.BLOCKED, message="not judged: winner is wrong"))])
        == []
    )


def test_what_costs_differently_has_no_one_price() -> None:
    """Two rubrics may give different points for a check."""
    cheap = dataclasses.replace(wrong("winner.rows", behaviour="x"), points=Decimal(1))

    assert mistakes([student("a", wrong("winner.rows", behaviour="x")), student("b", cheap)])[0].lost is None


def test_a_mistake_keeps_its_key_when_others_hand_in() -> None:
    """A link to it stays valid."""
    one, other = student("a", wrong("winner.rows", behaviour="x")), student("b", wrong("winner.columns", behaviour="y"))

    assert mistakes([one])[0].key in {found.key for found in mistakes([other, one])}


def test_mistakes_with_one_name_are_told_apart_by_their_boards() -> None:
    """Not by how many boards are wrong."""
    other = dataclasses.replace(EXAMPLE, board="OOXX.....")
    found = mistakes([student("a", wrong("winner.rows")), student("b", wrong("winner.rows", counterexample=other))])

    assert [one.title for one in found] == [
        "returns None instead of X on [X X X] [O O .] [. . .]",
        "returns None instead of X on [O O X] [X . .] [. . .]",
    ]


@pytest.mark.parametrize(
    ("why", "got", "answered", "name"),
    [
        (reason("failing_boards", wrong=18, of=342), "None", VALUE, "returns None instead of X"),
        (reason("failing_boards", wrong=3, of=4536, at_least=1), "[(0, 1)]", VALUE, "returns [(0, 1)] instead of X"),
        (reason("failing_here", wrong=1), "X", VALUE, "returns X instead of X"),
        (
            reason("failing_boards", wrong=4520, of=5478),
            "the given board, changed",
            NO_VALUE,
            "the given board, changed",
        ),
        (
            reason("failing_boards", crashed=1234, of=5478),
            "raised IndexError: list",
            RAISED,
            "raises IndexError: list index",
        ),
        (reason("failing_boards", crashed=2, of=958), "ended the whole process", NO_VALUE, "ended the whole process"),
        (reason("failing_boards", wrong=880, crashed=78, of=958), "None", VALUE, "wrong, crashed"),
        (reason("failing_boards", too_slow=3, of=4536, at_least=1), "no answer", NO_VALUE, "too slow"),
        (reason("loses_games", lost=429, games=665, side="X"), "(0, 2)", VALUE, "loses games as X"),
        (reason("in_games", lost=429, games=665), "(0, 2)", VALUE, ""),
        (reason("always_answers", answer="''"), "''", VALUE, "answers '' on every board"),
    ],
)
def test_a_mistake_is_named_by_what_it_is(why: Reason, got: str, answered: Answered, name: str) -> None:
    """Without totals, which differ from file to file."""
    example = dataclasses.replace(EXAMPLE, got=words(got), answered=answered)
    (found,) = mistakes([student("a", wrong("winner.rows", reasons=(why,), counterexample=example))])

    assert found.title.startswith(name)
    assert not re.search(r"\d{3}", found.title)
