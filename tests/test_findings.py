"""What is told of wrong answers beside their number: what they have in common, their hash, the student's own lines."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.assignments.exhaustive.failure_pattern import KINDS_OF_BOARD, LINE_NAMES, full_lines, pattern
from grader.assignments.exhaustive.fingerprint import behaviour, spelled
from grader.game.board import LINES
from grader.game.tree import Position, table
from grader.model.answer import Answer, Call, Opaque, Value
from grader.model.excerpt import excerpt_around
from grader.model.result import SourceLine
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import ChildEnd

WON = [position for position in table().positions if position.winner is not None]
WITH_A_DIAGONAL = [position for position in WON if set(full_lines(position.board)) & {6, 7}]
SOURCE = "import helper\n\n\ndef winner(board):\n\treturn board[3]\n\x0c\nprint(1)\n"


def unseen(positions: list[Position], *lines: int, of: str = "XO") -> set[str]:
    """Return the boards that a `winner` gets wrong which does not look whether `of` have filled one of `lines`."""
    return {
        position.board
        for position in positions
        if position.winner is not None and position.winner in of and set(full_lines(position.board)) <= set(lines)
    }


@pytest.mark.parametrize(("line", "name"), list(enumerate(LINE_NAMES)))
def test_a_line_that_is_not_looked_at_is_named(line: int, name: str) -> None:
    """Each of the eight, whoever fills it."""
    assert pattern(WON, unseen(WON, line)) == f"misses {name}"


@pytest.mark.parametrize(
    ("positions", "wrong", "phrase"),
    [
        (WON, unseen(WON, 0, 1, 2), "misses every row"),
        (WON, unseen(WON, 6, 7), "misses both diagonals"),
        (WON, unseen(WON, 0, 1, 2, 7), "misses every row and the anti-diagonal"),
        (WON, unseen(WON, 0, 4, 7), "misses the top row, the middle column and the anti-diagonal"),
        (WON, unseen(WON, 7, of="O"), "misses the anti-diagonal of O"),
        (WON, unseen(WON, 0, of="X") | unseen(WON, 7, of="O"), "misses the top row of X and the anti-diagonal of O"),
        # Boards with a diagonal and a row too: nobody can tell by these whether the row was seen.
        (WITH_A_DIAGONAL, unseen(WITH_A_DIAGONAL, 7), "misses the anti-diagonal"),
        (WITH_A_DIAGONAL, unseen(WITH_A_DIAGONAL, 7, 0), "misses the anti-diagonal"),
        (WON, {position.board for position in WON}, ""),
        (WON, set(), ""),
        (WON, unseen(WON, 7) - {"..X.X.XOO"}, ""),
        (WON, unseen(WON, 7) | {"....OOXXX"}, ""),
    ],
)
def test_a_phrase_holds_for_exactly_the_wrong_boards(positions: list[Position], wrong: set[str], phrase: str) -> None:
    """One board more or fewer, and nothing is said."""
    assert pattern(positions, wrong) == phrase


@pytest.mark.parametrize("phrase", KINDS_OF_BOARD)
def test_a_kind_of_board_is_named(phrase: str) -> None:
    """By the narrowest phrase that fits the wrong boards of all."""
    every = table().positions
    wrong = {position.board for position in every if KINDS_OF_BOARD[phrase](position)}

    assert pattern(every, wrong) == phrase


@given(st.sets(st.sampled_from(range(len(LINES))), min_size=1, max_size=7))
def test_every_set_of_lines_that_are_not_looked_at_is_told(lines: set[int]) -> None:
    """Line by line, or as a whole kind."""
    said = pattern(WON, unseen(WON, *lines))

    assert said.startswith("misses ")
    assert (LINE_NAMES[7] in said) is (7 in lines and 6 not in lines)


def test_equal_mistakes_have_one_hash_and_others_another() -> None:
    """Whatever time they took, and in whatever order a set holds its texts."""
    call = Call(function="winner", board="XXX......")
    texts = [f"cell {at}" for at in range(20)]

    def of(value: Value, seconds: float = 0) -> str:
        return behaviour(spelled([(call, Answer(end=ChildEnd.RETURNED, value=value, seconds=seconds))]))

    assert of(None) == of(None, 7)
    assert of(set(texts)) == of({*texts[10:], *texts[:10]})
    different: list[Value] = [
        None,
        "X",
        1,
        1.5,
        True,
        [1],
        (1,),
        {1: {"a"}},
        {"a"},
        frozenset("a"),
        Opaque("a thing"),
        "\ud800",
    ]
    assert len(set(map(of, different))) == len(different)
    assert of(None) != behaviour(spelled([(call, Answer(end=ChildEnd.CPU_LIMIT))]))


def handed_in(text: str, **helpers: str) -> Submission:
    """Return a submission of one file, called as the student liked, and helpers."""
    files = [SourceFile(path=f"{name}.py", text=own) for name, own in helpers.items()]
    return Submission(
        id="me", student="me", main="my game.py", files=(SourceFile(path="my game.py", text=text), *files)
    )


def test_the_lines_around_an_exception_are_shown() -> None:
    """Two before and two after, tabs as blanks, empty ones left out; a form feed starts no line."""
    shown = excerpt_around(handed_in(SOURCE), "tictactoe", "tictactoe.py:5")

    assert shown == excerpt_around(handed_in(SOURCE), "tictactoe", "my game.py:5")
    assert shown == (
        SourceLine(number=4, text="def winner(board):"),
        SourceLine(number=5, text="    return board[3]", raised=True),
        SourceLine(number=7, text="print(1)"),
    )


def test_the_lines_of_a_helper_are_shown() -> None:
    """By its own name."""
    assert excerpt_around(handed_in("import helper", helper="1 / 0"), "tictactoe", "helper.py:1") == (
        SourceLine(number=1, text="1 / 0", raised=True),
    )


@pytest.mark.parametrize(
    "at",
    [
        *(None, "", "tictactoe.py", "tictactoe.py:", "tictactoe.py:0", "tictactoe.py:9", "tictactoe.py:-1"),
        *("tictactoe.py:¹", f"tictactoe.py:{'9' * 5000}", "/etc/passwd:1", "tictactoe.py:1:1", ":1"),
    ],
)
def test_a_place_that_is_no_line_of_the_file_shows_nothing(at: str | None) -> None:
    """It comes from inside the wall, where a student may forge it."""
    assert excerpt_around(handed_in(SOURCE), "tictactoe", at) == ()


def test_a_long_or_hostile_line_is_cleaned_and_cut() -> None:
    """As all text of a student's."""
    (line,) = excerpt_around(handed_in("x = '\x1b[2J\u202e" + "a" * 500 + "'"), "tictactoe", "tictactoe.py:1")

    assert line.text.startswith("x = '\\x1b[2J\\u202eaaa")
    assert len(line.text) == 160
