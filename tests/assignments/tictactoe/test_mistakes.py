"""Every known mistake is recognized by its answers, and taken for no other one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.assignments.exhaustive.mistakes import GivenAnswers, answers, name_mistake
from grader.assignments.tictactoe.mistakes import memos
from grader.game.board import EMPTY_BOARD, empty_cells
from grader.game.tree import table
from grader.sandbox.running.plain_runs import MANY_FREE
from grader.text.mistake_sentences import MISTAKES
from grader.text.reasons import said
from tests.assignments.tictactoe.answers_of_code import mistakes_of
from tests.fixture_folders import SLOW, sampled

DOCUMENT = (Path(__file__).parents[3] / "docs" / "mistakes.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^### `(\w+)`\n\n([^\n]+)\n\n```python\n(.+?)```\n", re.MULTILINE | re.DOTALL)
EXAMPLES = {code: (sentence, example) for code, sentence, example in SECTION.findall(DOCUMENT)}
RIGHT = re.findall(r"```python\n(.+?)```\n", DOCUMENT, re.DOTALL)[0]
MOST_WORDS = 15
SEEN_ELSEWHERE = {
    "helper_misnamed",
    "helper_without_code",
    "helper_keeps_lists",
    "keeps_state",
    "minimax_by_chance",
    "minimax_recursion_gives_moves",
    "minimax_no_recursion",
    "minimax_none_when_lost",
    "minimax_own_variable",
    "minimax_value_in_first_call",
} | {*("minimax_loses_its_move", "minimax_never_values", "minimax_unsound_cut", "raises_itself")}
"""Mistakes that answers in a sweep do not show but a call made alone, the text, or the calls of a search."""


def function_of(example: str) -> str:
    """Return the function of the assignment that an example defines: the last one."""
    return str(re.findall(r"^def (\w+)", example, re.MULTILINE)[-1])


def test_every_mistake_has_an_example() -> None:
    """In the document, and no other ones."""
    assert EXAMPLES.keys() == MISTAKES.keys()


@pytest.mark.parametrize("code", sampled(sorted(EXAMPLES.keys() - SEEN_ELSEWHERE), 40))
def test_an_example_is_recognized_as_its_mistake_alone(code: str) -> None:
    """By its answers; the document says what a student reads."""
    sentence, example = EXAMPLES[code]

    found = mistakes_of(example, function_of(example), others=RIGHT)

    assert {mistake[0].code for mistake in found.values()} == {code}
    assert {said(mistake) for mistake in found.values()} == {sentence}


VARIANTS = {
    "minimax_moves_pile_up": """
def minimax(board):
    if terminal(board):
        return None
    turn, values = player(board), {}
    for action in actions(board):
        board = result(board, action)
        values[action] = value(board, turn == O)
    return (max if turn == X else min)(values, key=values.get)
""",
    "minimax_wrong_infinity": """
def least(board):
    if terminal(board):
        return utility(board), None
    best, move = -2, None
    for action in actions(board):
        found = most(result(board, action))[0]
        if found < best:
            best, move = found, action
    return best, move


def most(board):
    if terminal(board):
        return utility(board), None
    best, move = -2, None
    for action in actions(board):
        found = least(result(board, action))[0]
        if found > best:
            best, move = found, action
    return best, move


def minimax(board):
    return None if terminal(board) else (most if player(board) == X else least)(board)[1]
""",
    "minimax_gives_up_when_lost": """
def minimax(board):
    if terminal(board):
        return None
    of_x = player(board) == X
    best, move = (-1 if of_x else 1), (-1, -1)
    for action in actions(board):
        found = value(result(board, action), not of_x)
        if (found > best) if of_x else (found < best):
            best, move = found, action
    return move
""",
    "minimax_same_for_both": """
def minimax(board):
    return None if terminal(board) else max(actions(board), key=lambda move: value(result(board, move), True))
""",
}
"""By mistake: a second program with it, written otherwise than the example."""
RECURSION = """
def value(board, of_x):
    if terminal(board):
        return utility(board)
    return (max if of_x else min)(value(result(board, action), not of_x) for action in actions(board))
"""


EMPTY_MIDDLE = """
def winner(board):
    middle = board[1][1]
    if any(middle == board[i][j] == board[2 - i][2 - j] for i, j in ((0, 0), (0, 2), (1, 0), (0, 1))):
        return middle
    for line in (board[0], board[2], [row[0] for row in board], [row[2] for row in board]):
        if line[0] is not EMPTY and line.count(line[0]) == 3:
            return line[0]
    return None
"""
"""The lines through the middle are read before all others, in one test."""
OVER = """
def minimax(board):
    if not terminal(board):
        return right_move(board)
    return None if winner(board) == O else {answer}
"""


def test_an_empty_line_that_ends_the_search_is_known_in_any_order_of_the_lines() -> None:
    """Only on boards with three EMPTY cells in a line a winner is missed."""
    found = mistakes_of(EMPTY_MIDDLE, "winner", others=RIGHT)

    assert {mistake[0].code for mistake in found.values()} == {"winner_stops_at_empty_line"}


@pytest.mark.parametrize("answer", ["()", "1 / 0", "(0, 0)"])
def test_whatever_a_search_gives_on_finished_boards_terminal_is_to_be_asked_first(answer: str) -> None:
    """Also where it is an exception, and where a winner has no such answer."""
    found = mistakes_of(OVER.format(answer=answer), "minimax", others=RIGHT)

    assert {mistake[0].code for mistake in found.values()} == {"minimax_moves_when_over"}


FOUND_BY_INDEX = """
def actions(board):
    return [(board.index(row), row.index(cell)) for row in board for cell in row if cell is None]
"""


def test_cells_that_index_finds_are_known_in_a_list_that_has_some_twice() -> None:
    """A set would have them once."""
    found = mistakes_of(FOUND_BY_INDEX, "actions", others=RIGHT)

    assert "actions_index_of_equal" in {mistake[0].code for mistake in found.values()}


@pytest.mark.parametrize("code", VARIANTS)
def test_a_mistake_is_recognized_however_the_search_is_written(code: str) -> None:
    """The moves are what tells."""
    found = mistakes_of(RECURSION + VARIANTS[code], "minimax", others=RIGHT)

    assert {mistake[0].code for mistake in found.values()} == {code}


def test_each_player_s_own_mistake_is_named() -> None:
    """Of a search with a part for each; where one is not known, the other one is."""
    example = (
        RECURSION
        + """
def minimax(board):
    if terminal(board):
        return None
    if player(board) == X:
        return max(actions(board), key=lambda move: value(result(board, move), True))
    return min(actions(board), key=lambda move: utility(result(board, move)))
"""
    )
    of_x, of_o = "after X's move let O minimize", "search to the end of the game, not one move ahead (as O)"

    both = mistakes_of(example, "minimax", others=RIGHT)
    only_of_x = mistakes_of(
        example.replace("min(actions(board), key=lambda move: utility(result(board, move)))", "max(actions(board))"),
        "minimax",
        others=RIGHT,
    )

    assert {said(mistake) for mistake in both.values()} == {f"{of_x}; and {of_o}"}
    assert {said(mistake) for mistake in only_of_x.values()} == {of_x}


WITH_EMPTY = """
def winner(board):
    columns = [list(column) for column in zip(*board)]
    diagonals = [[board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]
    for cells in board + columns + diagonals:
        if cells[0] == cells[1] == cells[2]:
            return cells[0]
    return None
"""


@pytest.mark.parametrize(
    ("old", "new", "first"),
    [
        ("board + columns", "board", "look at every column too"),
        ("== cells[1] == cells[2]", "== cells[1]", "compare all three cells of a line, not two"),
    ],
)
def test_three_empty_cells_are_named_beside_another_mistake(old: str, new: str, first: str) -> None:
    """Each hides a part of what the other one makes wrong."""
    found = mistakes_of(WITH_EMPTY.replace(old, new), "winner", others=RIGHT)

    assert {said(mistake) for mistake in found.values()} == {
        f"{first}; and go on after three EMPTY cells: they are no full line"
    }


def test_the_collection_around_moves_that_are_lists_is_named() -> None:
    """As it is in the file."""
    example = EXAMPLES["actions_list_of_lists"][1].replace("[[i, j]", "tuple([i, j]").replace("EMPTY]", "EMPTY)")

    found = mistakes_of(example, "actions", others=RIGHT)

    assert {said(mistake) for mistake in found.values()} == {"return a set of tuples, not a tuple of lists"}


def test_the_form_of_answers_that_are_no_moves_is_told_though_moves_are_wrong_too() -> None:
    """As O the pair is returned; as X the first free cell."""
    source = """
def minimax(board):
    if terminal(board):
        return None
    move = sorted(actions(board))[0]
    return move if player(board) == X else [0, move]
"""

    found = mistakes_of(source, "minimax", others=RIGHT)

    assert found["minimax.legal_move"][0].code == "minimax_value_and_move"


def test_a_board_that_is_returned_for_moves_off_the_board_is_told() -> None:
    """Occupied cells are refused, but below 0 no cell is looked at."""
    source = """
def result(board, action):
    i, j = action
    new = copy.deepcopy(board)
    if i not in (0, 1, 2) or j not in (0, 1, 2):
        return new
    if new[i][j] is not EMPTY:
        raise ValueError
    new[i][j] = player(board)
    return new
"""

    found = mistakes_of(source, "result", others=RIGHT)

    assert {said(mistake) for mistake in found.values()} == {
        "raise an exception for a cell off the board; the board is returned"
    }


def test_marks_that_result_leaves_are_no_mistake_of_the_search() -> None:
    """They follow; where `result` makes moves on a copy, the search itself makes its move."""
    source = """
def result(board, action):
    board[action[0]][action[1]] = player(board)
    return board


def minimax(board):
    move = None if terminal(board) else right_move(board)
    return move and result(board, move) and move
"""
    alone, beside = (mistakes_of(source, "minimax", others=RIGHT, wrong=wrong) for wrong in ("", "result"))

    assert {mistake[0].code for mistake in alone.values()} == {"minimax_plays_its_move"}
    assert beside == {}


def test_a_mistake_is_told_in_few_words() -> None:
    """One clause that can follow a colon; a gap counts as a word."""
    assert [code for code, sentence in MISTAKES.items() if len(sentence.split()) > MOST_WORDS] == []
    assert [code for code, sentence in MISTAKES.items() if sentence.endswith(".")] == []


def test_an_answer_that_one_board_refutes_is_no_mistake() -> None:
    """A winner that misses the anti-diagonal but for one board misses something else."""
    example = EXAMPLES["winner_leaves_out_lines"][1].replace(
        "def winner(board):", "def winner(board):\n    if board == [[X, O, X], [O, X, O], [X, O, X]]:\n        return X"
    )
    lucky = example.replace("LINES[:6]", "LINES if board[0][0] is EMPTY and board[2][2] is X else LINES[:6]")

    assert mistakes_of(lucky, "winner", others=RIGHT) == {}


@pytest.mark.parametrize("function", ["player", "terminal"])
def test_a_constant_answer_is_told_alike_whatever_its_cause(function: str) -> None:
    """A count among the rows, or a comparison that always holds."""
    causes = (
        "def player(board):\n    return X if len(actions(board)) >= 0 else O\n",
        "def player(board):\n    return O if board.count(X) > board.count(O) else X\n",
        "def terminal(board):\n    return winner(board) is not None or EMPTY not in board\n",
        "def terminal(board):\n    return True\n",
    )

    told = [mistakes_of(code, function, others=RIGHT) for code in causes if f"def {function}(" in code]

    assert {said(mistake) for found in told for mistake in found.values()} == {
        EXAMPLES[{"player": "player_always_x", "terminal": "terminal_always_true"}[function]][0]
    }
    assert all(told)


@pytest.mark.parametrize(
    ("wrong", "kind"), [("LINES[:3]", "row"), ("LINES[3:6]", "column"), ("LINES[6:]", "diagonal"), ("LINES", "line")]
)
def test_the_kind_of_line_is_named_whose_test_is_wrong(wrong: str, kind: str) -> None:
    """Two cells of three are compared, in lines of this kind alone."""
    example = EXAMPLES["winner_two_of_three"][1].replace(
        "cells[1] != EMPTY", f"cells[1] != EMPTY and (line in {wrong} or cells[2] == cells[0])"
    )

    told = {said(mistake) for mistake in mistakes_of(example, "winner", others=RIGHT).values()}

    assert told == {f"compare all three cells of a {kind}, not two"}


@SLOW
def test_a_mistake_of_one_players_moves_is_told_of_them_alone() -> None:
    """The other player's moves are right."""
    one_move_ahead = EXAMPLES["minimax_one_move_ahead"][1]
    as_o = one_move_ahead.replace(
        "    best =", "    if player(board) == X:\n        return right_move(board)\n    best ="
    )

    (told,) = {said(mistake) for mistake in mistakes_of(as_o, "minimax", others=RIGHT).values()}

    assert told == "search to the end of the game, not one move ahead (only O's moves are wrong)"


@SLOW
def test_an_exception_is_no_choice_of_a_cell() -> None:
    """A search that crashes for one player is not one that looks at the free cells alone."""
    example = EXAMPLES["minimax_same_as"][1] + "    return result(board, board)\n"

    assert mistakes_of(example, "minimax", others=RIGHT).keys() == {"minimax.none_when_over"}


def test_two_wrong_answers_are_too_few() -> None:
    """Nothing is concluded from them, though a model gives them."""
    evidence = GivenAnswers(inputs=range(9), tokens=[1] * 9, right=[False] * 2 + [True] * 7)

    assert name_mistake(evidence, [answers("minimax_none", lambda _: 1)]) is None


def test_a_few_exceptions_are_counted() -> None:
    """The mistake is named with the numbers."""
    evidence = GivenAnswers(inputs=range(100), tokens=[1] * 99 + [2], right=[False] * 100)

    named = name_mistake(evidence, [answers("minimax_none", lambda _: 1)])

    assert named is not None
    assert said(named.mistake).endswith(" (this explains 99 of 100 wrong answers)")


def test_a_function_that_is_right_but_for_its_helper_has_no_mistake() -> None:
    """What `terminal` answers follows from `winner`."""
    missing = EXAMPLES["winner_leaves_out_lines"][1]
    example = f"{missing}\n\ndef terminal(board):\n    return winner(board) is not None or not actions(board)\n"

    assert mistakes_of(example, "terminal", others=RIGHT, wrong="winner") == {}
    assert mistakes_of(example, "terminal", others=RIGHT) != {}


@pytest.mark.parametrize("code", ["actions_leaves_out_lines", "actions_takes_for_free"])
def test_a_result_that_asks_wrong_actions_has_no_mistake(code: str) -> None:
    """It refuses what they leave out, and accepts what they have."""
    own_actions = EXAMPLES[code][1]
    asks = RIGHT[RIGHT.index("def result") : RIGHT.index("def winner")]

    assert mistakes_of(own_actions + asks, "result", others=RIGHT, wrong="actions") == {}
    assert mistakes_of(own_actions + asks, "result", others=RIGHT) != {}


def test_an_exception_of_python_refuses_no_cell() -> None:
    """A misspelt name says more than the cells for which it is read."""
    example = EXAMPLES["result_refuses_cells"][1].replace('raise ValueError("no action")', "raise no_action")

    assert mistakes_of(example, "result", others=RIGHT) == {}


def test_a_board_with_two_rows_is_told_by_its_shape() -> None:
    """Its marks are right."""
    two_rows = EXAMPLES["result_other_mark"][1].replace("return new", "return new[:2]").replace('"player(board)"', "X")

    (told,) = {said(mistake) for mistake in mistakes_of(two_rows, "result", others=RIGHT).values()}

    assert told == "return the new board alone, a list of three lists"


@SLOW
def test_half_a_rule_comes_to_a_search_of_two_moves() -> None:
    """One that wins, or blocks, or takes the centre: the text tells it from a search that begins at zero."""
    rules = (
        "def minimax(board):\n    if terminal(board):\n        return None\n    me = player(board)\n"
        "    for mark in (me, O if me == X else X):\n        for move in sorted(actions(board)):\n"
        "            new = copy.deepcopy(board)\n            new[move[0]][move[1]] = mark\n"
        "            if winner(new) == mark:\n                return move\n"
        "    wanted = [(1, 1), (0, 0), (0, 2), (2, 0), (2, 2), *sorted(actions(board))]\n"
        "    return next(move for move in wanted if move in actions(board))\n"
    )

    (told,) = {said(mistake) for mistake in mistakes_of(rules, "minimax", others=RIGHT).values()}

    assert told.endswith("; or: search beyond two moves")


@SLOW
def test_a_memo_whose_key_leaves_out_a_row_is_named() -> None:
    """Also where the memo is asked before the end of the game is."""
    example = EXAMPLES["minimax_memo_key"][1]
    without_row = example.replace("tuple(cell is EMPTY for row in board for cell in row)", "str(board[:2])")
    asked_first = without_row.replace("memo[key] = utility(board)", "return utility(board)")

    for code in (without_row, asked_first):
        assert {mistake[0].code for mistake in mistakes_of(code, "minimax", others=RIGHT).values()} == {
            "minimax_memo_key"
        }


def test_a_memo_is_recognized_in_the_order_of_a_long_sweep_too() -> None:
    """The first call and short searches in one process, then the longer ones in another."""
    boards = table().open
    long = [at for at, one in enumerate(boards) if at and len(one.moves) >= MANY_FREE]
    tokens: dict[int, object] = {}
    for places in (
        [at for at in range(len(boards)) if at not in {*long}],
        sorted(long, key=lambda at: len(boards[at].moves)),
    ):
        search = memos.search(memos.KEYS[0], (empty_cells, empty_cells), "not kept")
        tokens |= {at: search(boards[at]) for at in places}
    told = [tokens[at] for at in range(len(boards))]
    right = [token in [divmod(cell, 3) for cell in one.best] for one, token in zip(boards, told, strict=True)]

    assert memos.shares_values(GivenAnswers(inputs=boards, tokens=told, right=right))


@SLOW
def test_a_search_beside_a_result_that_accepts_every_action_is_judged() -> None:
    """It makes legal moves only; a result that marks the wrong cell would explain its moves."""
    careless = EXAMPLES["minimax_one_move_ahead"][1] + EXAMPLES["result_no_check"][1]
    swapped = EXAMPLES["minimax_one_move_ahead"][1] + EXAMPLES["result_row_column_swapped"][1]

    assert mistakes_of(careless, "minimax", others=RIGHT, wrong="result")
    assert mistakes_of(swapped, "minimax", others=RIGHT, wrong="result") == {}


@SLOW
def test_marks_left_beside_right_moves_explain_no_wrong_ones() -> None:
    """They are a mistake of their own."""
    left_in_corners = (
        "def minimax(board):\n    if terminal(board):\n        return None\n    if board[0][0] is not EMPTY:\n"
        "        return sorted(actions(board))[0]\n    chosen = right_move(board)\n"
        "    for i, j in actions(board):\n        board[i][j] = X\n    return chosen\n"
    )

    found = {check: said(mistake) for check, mistake in mistakes_of(left_in_corners, "minimax", others=RIGHT).items()}

    assert found == {"minimax.board_unchanged": "take every move back: the board that minimax was given is changed"}


def test_a_winner_that_mostly_misses_lines_is_not_told_that_it_invents_some() -> None:
    """Most of its wrong answers are None."""
    example = EXAMPLES["winner_without_line"][1].replace("for line in LINES:", "for line in LINES[:5]:")

    assert "winner_without_line" not in {
        one.code for told in mistakes_of(example, "winner", others=RIGHT).values() for one in told
    }


def test_the_first_moves_of_searches_with_a_memo_are_what_these_searches_choose() -> None:
    """They were written down to save time."""
    chosen = {choice: memos.search(*choice)(table()[EMPTY_BOARD]) for choice in memos.FIRST_MOVES}

    assert {choice: divmod(cell, 3) for choice, cell in memos.FIRST_MOVES.items()} == chosen


def test_the_moves_in_pairs_are_judged_as_well() -> None:
    """As O the highest value is taken in place of the lowest."""
    source = RECURSION + (
        "def minimax(board):\n    if terminal(board):\n        return None\n"
        "    return max((value(result(board, move), player(board) == O), move) for move in sorted(actions(board)))\n"
    )

    (told,) = {said(mistake) for mistake in mistakes_of(source, "minimax", others=RIGHT).values()}

    assert told == (
        "return the move alone, not the pair (value, move); and choose the lowest value as O, not the highest"
    )


def test_true_for_a_full_row_is_no_player() -> None:
    """The other lines are returned rightly."""
    source = (
        "def winner(board):\n    for row in board:\n        if row[0] == row[1] == row[2] != EMPTY:\n"
        "            return True\n"
        "    lines = [*zip(*board), [board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)]]\n"
        "    return next((a for a, b, c in lines if a == b == c != EMPTY), None)\n"
    )

    found = mistakes_of(source, "winner", others=RIGHT)

    assert {said(mistake) for mistake in found.values()} == {"return X or O: the player who has won, not only whether"}


def test_the_first_action_of_one_player_is_told_for_this_player() -> None:
    """As X the search is right."""
    source = RECURSION + (
        "def minimax(board):\n    if terminal(board):\n        return None\n    moves = sorted(actions(board))\n"
        "    best = lambda move: value(result(board, move), False)\n"
        "    return max(moves, key=best) if player(board) == X else moves[0]\n"
    )

    (told,) = {said(mistake) for mistake in mistakes_of(source, "minimax", others=RIGHT).values()}

    assert told.startswith("choose by the value of each move; the first ")
    assert told.endswith("(only O's moves are wrong)")
