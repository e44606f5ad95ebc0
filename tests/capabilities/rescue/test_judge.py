"""A file that cannot be imported is graded a second time, without the fewest statements that keep it from that."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from contextlib import closing
from decimal import Decimal
from typing import TypeAlias

import pytest

from grader.capabilities.by_hand.marks import with_manual
from grader.capabilities.registry import completed
from grader.capabilities.rescue.capability import RemovedLines, Rescue, RescueTerms, without_text
from grader.marking.mark import mark
from grader.model.result import ManualMark, Result
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile
from grader.sandbox.launching.launcher import Zygote
from grader.story.answer import answer_facts, rescue_text
from tests.batch.fakes import lossy, submission
from tests.fixture_folders import ROOT, SLOW
from tests.shortcut.comparison import submission_of

FILE = (ROOT / "fixtures/winner-restored/tictactoe.py").read_text().replace("in columns", "in board + columns")
"""A right file of 52 lines; `utility` has the lines 40 and 41."""
ENDLESS_QUESTIONS = "while 1:\n    try:\n        input()\n    except EOFError:\n        pass\n"
IMPORTED = "35 of 35 with `from typing import Tuple` and `from typing import List` at the top"
DOCUMENTED = '"""A\n\nb\n"""\nLOW = -math.inf\nX = "X"\n'
"""The only empty line above is in the text of the module."""
Grade: TypeAlias = Callable[..., Result]


@pytest.fixture(scope="module")
def grade(default_rubric: Rubric) -> Iterator[Grade]:
    """Grade three functions of a file by the default rubric, with other terms if there are any."""
    launcher = Zygote()
    limits = dataclasses.replace(default_rubric.limits, import_seconds=1)
    three = dataclasses.replace(
        default_rubric.restricted_to(frozenset({"winner", "terminal", "utility"})), limits=limits
    )

    def of(source: str, terms: RescueTerms | None = None) -> Result:
        rubric = three.with_section(RescueTerms, terms)
        return completed(mark(submission_of("a", source), rubric, launcher), rubric)

    yield of
    launcher.close()


def told(result: Result) -> str:
    """Return what reports say of the second grading."""
    assert result.score is not None
    assert result.score.automatic_earned == 0
    return rescue_text(result, result.score)


@pytest.mark.parametrize(
    ("old", "new", "without"),
    [
        ("", "assert minimax([[X, O, X], [O, X, O], [X, None]]) is None\n", "35 of 35 without line 53"),
        pytest.param("", "name = input()\nprint('hello', name)\n", "35 of 35 without lines 53 and 54", marks=SLOW),
        ("    return {X: 1", "    return (X: 1", "25 of 35 without lines 40-41"),
        ("def utility(board):", "def utility(board)", "35 of 35 with a colon at the end of line 40"),
        pytest.param(
            "    return {X",
            "    if board == X:\n        return 5\n    else if board == O:\n        return 5\n    return {X",
            "35 of 35 with `elif` for `else if` in line 43",
            marks=SLOW,
        ),
        pytest.param(
            "    return {X",
            "    x = 1\n     y = 1\n    return {X",
            "35 of 35 with line 42 indented like the line above",
            marks=SLOW,
        ),
        pytest.param(
            "    return {X", "    if board = X: pass\n    return {X", "35 of 35 with == for = in line 41", marks=SLOW
        ),
        (
            "    return {X",
            "    count = 0\n    count++\n    if count\n        count++;\n    return {X",
            "35 of 35 with `+= 1` for `++` in lines 42 and 44 and a colon at the end of line 43",
        ),
        (
            "    return {X",
            "    count = len(board) +\n        3 *\n        4\n    return {X",
            "35 of 35 with a backslash at the end of lines 41 and 42 to go on below",
        ),
        pytest.param(
            "    return {X",
            "    print(len(board)\n    return {X",
            "35 of 35 with a bracket closed at the end of line 41",
            marks=SLOW,
        ),
        pytest.param(
            "    return {X",
            "    if (len(board) == 5:\n        pass\n    return {X",
            "35 of 35 with a bracket closed at the end of line 41",
            marks=SLOW,
        ),
        ("def utility(board):", "def utility(board: List[Tuple]) -> int:", IMPORTED),
        (
            "def winner(board):",
            "Board = List[list]\n\n\ndef winner(board: Board):",
            "35 of 35 with `from typing import List` at the top",
        ),
        pytest.param('X = "X"\n', DOCUMENTED, "35 of 35 without line 5", marks=SLOW),
        ("def utility(board):", "def late(board):\n\n\ndef utility(board):", "35 of 35 without line 40"),
        pytest.param("", ENDLESS_QUESTIONS, "35 of 35 without lines 53-57", marks=SLOW),
        pytest.param(
            "", "def play():\n    while True:\n        pass\n\nplay()\n", "35 of 35 without line 57", marks=SLOW
        ),
        pytest.param("", "import util\nutil.start(minimax)\n", "35 of 35 without line 54", marks=SLOW),
        pytest.param('X = "X"\n', 'raise SystemExit\nX = "X"\n', "35 of 35 without line 1", marks=SLOW),
        pytest.param("def utility(", "def late(board:\n\n\ndef utility(", "35 of 35 without line 40", marks=SLOW),
    ],
    ids=[
        "assertion",
        "input",
        "syntax",
        "colon",
        "else if",
        "indentation",
        "equals",
        "increments",
        "a line that goes on",
        "one bracket",
        "one bracket of a condition",
        "imports",
        "an import for what others need",
        "no room for an import",
        "empty",
        "endless questions",
        "loop",
        "helper",
        "exit",
        "bracket",
    ],
)
def test_the_statements_to_blame_are_left_out(grade: Grade, old: str, new: str, without: str) -> None:
    """All else of the file is judged as it is."""
    result = grade(FILE.replace(old, new, 1) if old else FILE + new)

    assert told(result) == without


def test_a_corrected_line_in_a_statement_that_is_taken_out_is_not_told(grade: Grade) -> None:
    """Another line of the statement cannot be read or corrected."""
    result = grade(FILE.replace("    return {X", "    if board\n        pass\n    return 1 equals 2\n    return {X", 1))

    assert told(result) == "25 of 35 without lines 40-44"


def test_many_lines_of_a_function_are_corrected(grade: Grade) -> None:
    """Each of them keeps the file from being read."""
    result = grade(FILE.replace("    return {X", "    if board\n        pass\n" * 7 + "    return {X", 1))

    assert told(result) == "35 of 35 with a colon at the end of 7 lines from line 41 on"


UNWRITTEN = "def terminal(board):\n    raise NotImplementedError\n\n\n"


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("def unused(board):\n    return X\n\n\n", "terminal: not written yet"),
        (
            "def ended(board):\n{body}",
            "terminal: `ended` (line 40) answers as it must on 5,478 of 5,478 boards: rename it",
        ),
    ],
)
def test_a_function_that_is_taken_out_is_not_called_unwritten(grade: Grade, kept: str, said: str) -> None:
    """It is written, but for a line; one that is not written is named, or its other name."""
    head, _, rest = FILE.replace("    return {X: 1", "    return (X: 1").partition("def terminal(board):\n")
    body, below, rest = rest.partition("\n\n\n")
    result = grade(head + UNWRITTEN + kept.replace("{body}", body + below) + rest)

    assert [text for label, text in answer_facts(result) if label == "Fix next"] == [said]


def test_what_is_wrong_in_the_rest_is_named(grade: Grade) -> None:
    """The next corrections are told already: nobody finds the next fault only when this one is mended."""
    result = grade(FILE.replace("{X: 1", "{X: -1").replace("O: -1", "O: 1") + "raise ValueError\n")

    facts = answer_facts(result)

    assert ("Fix next", "utility: return 1 if X has won, -1 if O; the signs are swapped") in facts


RULES = """
def minimax(board):
    if terminal(board):
        return None
    for move in actions(board):
        if winner(result(board, move)):
            return move
    for move in actions(board):
        if not any(winner(result(result(board, move), answer)) for answer in actions(result(board, move))):
            return move
    return min(actions(board))


board = initial_state()
while not terminal(board):
    board = result(board, eval(input()))
    board = result(board, minimax(board))
"""


@SLOW
def test_rules_in_place_of_a_search_are_told_from_a_short_search(default_rubric: Rubric) -> None:
    """The loop below the function calls it, and is no part of it."""
    head = (ROOT / "fixtures/plain-minimax-deepcopy/tictactoe.py").read_text().partition("def minimax")[0]
    with closing(Zygote()) as processes:
        result = completed(mark(submission_of("s", head + RULES), default_rubric, processes), default_rubric)

    said = dict(answer_facts(result))
    assert said["Fix next"] == "minimax: search to the end of the game with a function that calls itself; none does"


def test_an_exception_in_the_rest_is_told_with_its_line(grade: Grade) -> None:
    """Once, though another function fails by it too."""
    full = "input()\ndef winner(board):\n" + "    if None not in sum(board, []):\n        LINES[0]\n" * 2
    result = grade(FILE.replace("def winner(board):\n", full, 1))

    said = [text for label, text in answer_facts(result) if label == "Fix next"]
    assert len(said) == 1
    assert str(said[0]).startswith("winner: NameError: name 'LINES' is not defined at tictactoe.py:")


@SLOW
def test_several_mistakes_of_one_function_in_the_rest_are_told(default_rubric: Rubric) -> None:
    """As for a file that can be imported."""
    text = (ROOT / "fixtures/plain-minimax-deepcopy/tictactoe.py").read_text()
    check = '    if action not in actions(board):\n        raise Exception("invalid action")\n'
    text = text.replace(check, "").replace("copy.deepcopy(board)", "list(board)")
    with closing(Zygote()) as processes:
        result = completed(mark(submission_of("s", f"{text}\ninput()\n"), default_rubric, processes), default_rubric)

    said = [str(text) for label, text in answer_facts(result) if label == "Fix next"]

    assert len([one for one in said if one.startswith("result: ")]) > 1


def test_what_follows_in_the_rest_is_not_told(grade: Grade) -> None:
    """An exception that is gone with a right function is no fault of its own."""
    raises = "input()\ndef terminal(board):\n    assert utility(board) == 1 or winner(board) != X\n"
    swapped = FILE.replace("{X: 1", "{X: -1").replace("O: -1", "O: 1")
    result = grade(swapped.replace("def terminal(board):\n", raises, 1))

    said = [str(text) for label, text in answer_facts(result) if label == "Fix next"]

    assert said == ["utility: return 1 if X has won, -1 if O; the signs are swapped"]


def test_an_edit_in_the_rest_is_told_with_its_line(grade: Grade) -> None:
    """As for a file that can be imported."""
    result = grade(FILE.replace("board + columns", "board[:2] + columns", 1) + "input()\n")

    assert ("in your file", "line 30: write `board[:3]`, not `board[:2]`") in answer_facts(result)


def test_a_file_without_its_fault_may_be_wrong(grade: Grade) -> None:
    """Then the points that it would earn are named, and the checks that would pass."""
    result = grade(FILE.replace("board + columns", "columns") + "1 / 0\n")

    found = result.found_as(Rescue)

    assert told(result) == "22 of 35 without line 53"
    assert found is not None
    assert {"winner.columns", "winner.rows"} & {*found.passed} == {"winner.columns"}


def test_nothing_is_told_of_a_file_that_no_statement_keeps_from_being_imported(grade: Grade) -> None:
    """Such as one whose constants are equal."""
    assert told(grade(FILE.replace('O = "O"', 'O = "X"'))) == ""


def test_a_rubric_may_switch_it_off(grade: Grade) -> None:
    """Then no code is run again."""
    assert told(grade(FILE + "1 / 0\n", RescueTerms(on=False))) == ""


@pytest.mark.parametrize(
    ("terms", "points"),
    [
        (RescueTerms(share=Decimal("0.5")), "17.5"),
        pytest.param(RescueTerms(share=Decimal(1), most=Decimal(20)), "20", marks=SLOW),
    ],
    ids=["a part", "at most so many points"],
)
def test_a_part_of_the_points_counts_as_an_item_of_its_own(terms: RescueTerms, points: str, grade: Grade) -> None:
    """The checks stay failed; what is told is what the file would earn."""
    result = grade(FILE + "1 / 0\n", terms)

    assert result.score is not None
    assert result.score.earned == Decimal(points)
    assert result.score.possible == 35
    assert {item.id: item.earned for item in result.criteria}["rescue"] == Decimal(points)
    assert rescue_text(result, result.score) == "35 of 35 without line 53"


@SLOW
def test_a_loop_at_the_end_of_a_file_is_left_out(grade: Grade) -> None:
    """It is waited for once, as long as an import may take."""
    assert told(grade(FILE + "while True:\n    pass\n")) == "35 of 35 without lines 53-54"


def test_an_import_is_added_to_the_file_that_lacks_it(default_rubric: Rubric) -> None:
    """And not to the file that imports this one."""
    whole = submission_of("a", f"from rules import LIMIT\n{FILE}")
    helper = SourceFile(path="rules.py", text="# limits\n\nLIMIT = math.inf\n")
    rubric = default_rubric.restricted_to(frozenset({"winner", "terminal", "utility"}))
    launcher = Zygote()
    result = mark(dataclasses.replace(whole, files=(*whole.files, helper)), rubric, launcher)
    launcher.close()

    assert told(completed(result, rubric)) == "35 of 35 with `import math` at the top of rules.py"


def test_many_statements_are_counted() -> None:
    """A line of a report has room for some."""
    removed = tuple(RemovedLines(file="", first=line, last=line + line % 2) for line in range(4, 9))

    assert without_text(removed[:1]) == "without line 4"
    assert without_text(removed[:3]) == "without lines 4, 5-6 and 6"
    assert without_text(removed) == "without 5 statements, from line 4 on"


def test_points_by_hand_do_not_change_what_is_rescued(default_rubric: Rubric) -> None:
    """Before or after the marks: a result that is completed again stays as it is."""
    rubric = default_rubric.with_section(RescueTerms, RescueTerms(share=Decimal("0.5")))
    found = Rescue(removed=(RemovedLines(file="", first=3, last=3),), passed=("winner.rows", "winner.columns"))
    bare = dataclasses.replace(lossy(submission("ada"), rubric, {*found.passed}), found={"rescue": found})
    mark = {"winner": ManualMark(points=Decimal(15), comment="seen by a person")}

    before = with_manual(completed(bare, rubric), mark)

    assert before == completed(before, rubric)
    assert [Decimal(4)] == [item.earned for item in before.criteria if item.id == "rescue"]
