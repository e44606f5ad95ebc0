"""What is drawn of a counterexample follows from its fields, for any function."""

from __future__ import annotations

import dataclasses

import pytest

from grader.blocks import Beside, Block, Board, Boards, Command, Lines, Mark, Story
from grader.model.counterexample import (
    Answered,
    AnswerKind,
    Counterexample,
    DifferingLine,
    Question,
    SourceLine,
    TranscriptPart,
    Wanted,
)
from grader.model.reason import reason
from grader.model.result import CheckResult
from grader.model.verdict import Verdict
from grader.render.pages.story_page import Shown
from grader.story.boards import three_in_a_row
from grader.story.evidence import evidence
from grader.widgets import PlayOn, YourLines
from tests.render.samples import check
from tests.words import words

SHOWN = Shown(Story(title=""))
EXAMPLE = Counterexample(function="f", board=".........", call="f(board)", got=words("None"), expected=words("X"))


def shows(**more: object) -> list[Board]:
    """Return the boards of a counterexample with these facts."""
    return [board for block in told(failed(**more)) for board in boards(block)]


def boards(block: Block) -> tuple[Board, ...]:
    """Return the large boards of a block."""
    return block.boards.boards if isinstance(block, Beside) else ()


def game(**more: object) -> Boards | None:
    """Return the game of a counterexample with these facts."""
    return next((one for one in told(failed(**more)) if isinstance(one, Boards)), None)


def told(check: CheckResult) -> list[Block]:
    """Return what shows that a check failed."""
    return list(evidence(check))


def failed(**more: object) -> CheckResult:
    """Return a check with such a counterexample."""
    return check("winner.rows", "1", Verdict.FAIL, counterexample=dataclasses.replace(EXAMPLE, **more))  # type: ignore[arg-type]


def kinds(board: Board) -> dict[int, str]:
    """Return what is pointed out, by cell."""
    return {at: mark.value for at, mark in board.marks.items()}


@pytest.mark.parametrize(
    ("facts", "pointed_out"),
    [
        ({}, {}),
        ({"board": "XXXOO...."}, {0: "line", 1: "line", 2: "line"}),
        (
            {"answered": Answered(cells=(4,)), "played": 4, "wanted": Wanted(cells=(0, 5))},
            {0: "asked", 4: "played", 5: "asked"},
        ),
        ({"answered": Answered(cells=(2,)), "wanted": Wanted(cells=(6,))}, {2: "played", 6: "asked"}),
        ({"answered": Answered(cells=(2,))}, {}),
        ({"answered": Answered(cells=(2, 77)), "wanted": Wanted(cells=(-1, 9))}, {}),
        ({"answered": Answered(cells=(0, 4)), "wanted": Wanted(cells=(0, 8))}, {4: "played", 8: "asked"}),
        ({"call": "f(board, (2, 1))", "action": (2, 1), "expected": words("an exception")}, {7: "passed"}),
        ({"call": "f(board, (3, 1))", "action": (3, 1), "expected": words("an exception")}, {}),
        ({"call": "f(board, (-1, 2))", "action": (-1, 2), "expected": words("an exception")}, {}),
        ({"board": "....OOXXX", "played": 0}, {0: "played", 6: "line", 7: "line", 8: "line"}),
    ],
)
def test_the_cells_in_question_are_pointed_out(facts: dict[str, object], pointed_out: dict[int, str]) -> None:
    """What was played, what is asked for, what was passed in, and full lines."""
    assert kinds(shows(**facts)[0]) == pointed_out


def test_a_changed_board_is_drawn_before_and_after() -> None:
    """The changed cells are pointed out."""
    before, after = shows(after="X...O....", played=0)

    assert (before.caption, after.caption) == ("before", "after")
    assert (kinds(before), kinds(after)) == ({}, {0: "changed", 4: "changed"})


def test_a_board_that_came_back_is_drawn() -> None:
    """And so is one that is asked for."""
    came, right = (reason("the_board", board=board) for board in ("......X..", "......X.O"))
    before, answer, asked = shows(got=(came,), expected=(right,))

    assert [one.caption for one in (before, answer, asked)] == ["before", "your answer", "expected"]
    assert answer.cells == "......X.."
    assert kinds(answer) == {6: "changed"}
    assert asked.cells == "......X.O"


def test_a_game_is_drawn_move_by_move() -> None:
    """Whose move it is, the one that was wrong, and the line that ends it."""
    shown = game(board="X........", moves=(0, 1, 3, 2, 6))
    assert shown is not None

    assert [one.caption for one in shown.boards] == ["1: X", "2: O, you", "3: X", "4: O, you", "5: X"]
    assert [kinds(one) for one in shown.boards[:3]] == [{0: "new"}, {1: "played"}, {3: "new"}]
    assert kinds(shown.boards[-1]) == {0: "line", 3: "line", 6: "line"}


@pytest.mark.parametrize(("moves", "drawn"), [((0, 0, 1), 1), ((9,), 0), ((-1, 2), 0), (tuple(range(9)) * 9, 9)])
def test_a_game_against_the_rules_is_drawn_as_far_as_it_goes(moves: tuple[int, ...], drawn: int) -> None:
    """A result may come from a file that somebody edited."""
    shown = game(moves=moves)

    assert (len(shown.boards) if shown else 0) == drawn


@pytest.mark.parametrize(
    ("more", "captions"),
    [
        ({}, []),
        ({"board": "XXXOO...."}, [""]),
        ({"after": "X........"}, ["before", "after"]),
        ({"expected": (reason("the_board", board="X........"),)}, ["expected"]),
    ],
)
def test_beside_a_dialogue_an_empty_board_is_left_out(more: dict[str, object], captions: list[str]) -> None:
    """The dialogue prints boards itself; a board with marks is still shown."""
    said = (TranscriptPart(who="you", text="1 1"),)

    assert [one.caption for one in shows(transcript=said, **more)] == captions


@pytest.mark.parametrize("board", ["", "XXX", "XXXXXXXXXXXX", "<b>", "\n"])
def test_what_is_no_board_is_drawn_with_question_marks(board: str) -> None:
    """Always nine cells."""
    assert len(SHOWN.cells(shows(board=board, after=board)[0])) == 9
    assert three_in_a_row(board) == ({*range(9)} if len(board) > 9 else {0, 1, 2} if board == "XXX" else set())


@pytest.mark.parametrize(
    ("column", "signs"),
    [(0, "^^^^^^^^^^^^^^"), (5, "^"), (19, " " * 14 + "^"), (99, "^^^^^^^^^^^^^^")],
    ids=["none", "the first", "behind the last", "of another line"],
)
def test_what_python_could_not_read_is_pointed_out(column: int, signs: str) -> None:
    """The sign stands below that column; without a column below the whole line."""
    line = SourceLine(number=7, text="    while x < 3 y:", raised=True, column=column)
    shown = told(check("winner.rows", "1", Verdict.ERROR, excerpt=(line,)))

    (lines,) = (one for block in shown if isinstance(block, YourLines) for one in block.otherwise)

    assert isinstance(lines, Lines)
    assert [one.text for one in lines.lines] == ["while x < 3 y:", signs]


def test_a_check_without_anything_to_show_has_no_evidence() -> None:
    """Its message is enough."""
    assert told(check("winner.rows", "1", Verdict.MISSING, message="the file has no function")) == []
    (shown,) = told(check("winner.rows", "1", Verdict.ERROR, reproduce="python x"))
    assert isinstance(shown, Command)
    assert shown.text == "python x"


def test_a_drawn_board_is_said_in_words() -> None:
    """Row by row, with what is pointed out."""
    marks = dict.fromkeys((0, 4, 8), Mark.LINE) | {1: Mark.PLAYED, 3: Mark.ASKED}
    board = Board("X.O.XOO.X", caption="before", marks=marks)

    assert SHOWN.board_in_words(board) == (
        "before: row 0: X (in a line), empty (played), O; row 1: empty (expected), X (in a line), O; "
        "row 2: O, empty, X (in a line)"
    )


def test_a_changed_file_is_shown_as_it_was_and_as_it_came_back() -> None:
    """Each line behind the file that it is of; the lines that came back are pointed out."""
    lines = (
        DifferingLine(file="runner.py", handed_in=False, number=9, text="SIZE = 150"),
        DifferingLine(file="runner.py", handed_in=True, number=12, text="x"),
    )
    (shown,) = told(check("winner.rows", "1", Verdict.FAIL, difference=lines))

    assert isinstance(shown, Lines)
    assert [(line.margin, line.text, line.marked) for line in shown.lines] == [
        ("handed out, line 9:", "SIZE = 150", False),
        ("handed in, line 12:", "x", True),
    ]


def test_a_wrong_move_is_drawn_with_what_follows_from_it() -> None:
    """Whose turn it is, the move, better ones, the opponent's win, and where one may play on."""
    wanted = Wanted(question=Question.MOVE, cells=(2,))
    beside, play_on, shown = told(failed(board="XX.OO....", played=8, wanted=wanted))
    assert isinstance(beside, Beside)
    assert isinstance(shown, Boards)

    assert SHOWN.board_in_words(beside.boards.boards[0]) == (
        "X to move: row 0: X, X, empty (expected); row 1: O, O, empty; row 2: empty, empty, empty (X played)"
    )
    assert beside.boards.legend == ((Mark.PLAYED, "your move"), (Mark.ASKED, "better"))
    assert str(dict(beside.facts.facts)["why"]).startswith(
        "X can win at once at (0, 2); your move (2, 2) lets O win at once"
    )
    assert (shown.title, [one.caption for one in shown.boards]) == (
        "How O wins after your move",
        ["1: X, you", "2: O"],
    )
    assert [kinds(one) for one in shown.boards] == [{8: "played"}, {3: "line", 4: "line", 5: "line"}]
    assert play_on == PlayOn(board="XX.OO....", cell=8, words="X played (2, 2)")


def test_a_missed_win_is_drawn_instead_of_the_move() -> None:
    """By best play of both sides; who is asked for a value has made no move to play on from."""
    move, game_value = Wanted(question=Question.MOVE, cells=(2,)), Wanted(question=Question.GAME_VALUE)
    number = Answered(kind=AnswerKind.NUMBER)
    asked = {"board": "....OX.OX", "expected": words("-1"), "answered": number, "wanted": game_value}
    missed, value = game(board="....OX.OX", played=1, wanted=move), game(**asked)
    assert missed is not None
    assert value is not None

    assert (missed.title, value.title) == ("How X wins instead", "How X wins")
    assert missed.boards == value.boards
    assert [one.caption for one in value.boards] == ["1: X"]
    assert not any(isinstance(one, PlayOn) for one in told(failed(**asked)))
