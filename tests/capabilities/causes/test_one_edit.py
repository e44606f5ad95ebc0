"""The one small edit that is enough for a wrong function."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.capabilities.registry import completed
from grader.marking.mark import mark
from grader.model.rubric import Rubric
from grader.sandbox.launching.launcher import Zygote
from grader.story.failures import edit_text, headline
from grader.story.findings import findings, fix_first
from tests.fixture_folders import ROOT, SLOW
from tests.shortcut.comparison import submission_of

FILE = (ROOT / "fixtures/plain-minimax-deepcopy/tictactoe.py").read_text()
Told: TypeAlias = Callable[[str, str], tuple[str, str]]


def part_of(text: str, function: str) -> str:
    """Return the text from the beginning of a function on, up to the next one."""
    return text.partition(f"def {function}(")[2].partition("\ndef ")[0]


@pytest.fixture(scope="module")
def told(default_rubric: Rubric) -> Iterator[Told]:
    """Return what is to be fixed first in the right file with `new` for `old`, and the edit beside it."""
    launcher = Zygote()

    def first(old: str, new: str) -> tuple[str, str]:
        assert FILE.count(old) == 1, old
        whole = FILE.replace(old, new)
        changed = [one.name for one in MODULE_SPEC.functions if part_of(FILE, one.name) != part_of(whole, one.name)]
        # Nothing else is asked, which takes less time, unless the search has a helper that is wrong.
        rubric = default_rubric.restricted_to(frozenset(changed)) if changed else default_rubric
        result = mark(submission_of("a", whole), rubric, launcher)
        found = fix_first(findings(completed(result, rubric)))
        assert found is not None
        return headline(found), edit_text(found)

    yield first
    launcher.close()


def test_a_fault_that_no_mistake_explains_is_named_by_the_edit_that_mends_it(told: Told) -> None:
    """The headline is what to write."""
    said, edit = told("    return X if turns % 2 == 0 else O", "    return X if turns % 3 == 0 else O")

    assert (said, edit) == ("player: line 31: write `return X if turns % 2 == 0 else O`", "")


BODY = FILE.partition("    best_action = None\n")[2].partition("\n\n\ndef max_value")[0]
EARLY = """    if player(board) == X:
        best = -math.inf
        for action in actions(board):
            score = max_value(result(board, action))
            if score > best:
                best, best_action = score, action
            return best_action
    best = math.inf
    for action in actions(board):
        score = min_value(result(board, action))
        if score < best:
            best, best_action = score, action
        return best_action"""


def test_what_is_wrong_behind_an_early_return_is_told_with_it(default_rubric: Rubric) -> None:
    """Of the first move alone nobody could tell how moves are valued."""
    launcher = Zygote()
    result = mark(submission_of("a", FILE.replace(BODY, EARLY)), default_rubric, launcher)
    launcher.close()

    found = fix_first(findings(completed(result, default_rubric)))

    moved = "minimax: lines 110 and 116: move `return best_action` out of its block, further left"
    assert found is not None
    assert headline(found) == f"{moved}; then after X's move let O minimize, after O's move let X maximize"


SHARED = """    return count(board)


def count(board):
    turns = 0
    for row in board:
        for cell in row:
            turns += cell is not EMPTY
    return turns


def utility(board):
    return {X: 1, O: -1}.get(winner(board), 0) * (1, 1, 1, 1, 1, 1, 2, 3, 4, 5)[count(board)]


def unused(board):
"""
"""Further functions: `utility` doubles what was decided late, and `player` can count by the same helper."""


def test_a_helper_is_not_edited_where_that_makes_a_right_function_wrong(default_rubric: Rubric) -> None:
    """With `turns -= cell` the numbers at the end are never taken, and `utility` right, but `player` would be wrong."""
    whole = FILE.replace(
        "    return X if turns % 2 == 0 else O", "    return X if count(board) in (0, 2, 4, 6, 8) else O"
    )
    head, _, rest = whole.partition("def utility(board):")
    launcher = Zygote()
    result = mark(submission_of("a", f"{head}def own(board):\n{SHARED}{rest}"), default_rubric, launcher)
    launcher.close()

    found = fix_first(findings(completed(result, default_rubric)))

    assert found is not None
    assert (headline(found), edit_text(found)) == ("utility: return 1, -1 and 0, not other values", "")


@pytest.mark.parametrize(
    ("old", "new", "edit"),
    [
        (
            "board[1][1] == board[0][2]:",
            "board[1][1] == board[1][2]:",
            "line 67: write `board[0][2]`, not `board[1][2]`",
        ),
        (
            "                return False\n    return True",
            "                return False\n        return True",
            "line 82: move `return True` out of its block, further left",
        ),
        (
            "    result_set = set()\n",
            "result_set = set()\n\n\ndef actions(board):\n",
            "line 42: add `result_set = set()` above: each call begins anew",
        ),
        pytest.param(
            "v = min(v, max_value(", "v = min(v, min_value(", "line 133: write `max_value`, not `min_value`", marks=SLOW
        ),
    ],
)
def test_a_known_mistake_is_told_with_its_place(told: Told, old: str, new: str, edit: str) -> None:
    """Beside the sentence of the mistake."""
    said, found = told(old, new)

    assert "line" not in said.partition(":")[2][:6]
    assert found == edit


def test_two_faults_of_one_function_are_named_by_two_edits(told: Told) -> None:
    """The first of them mends some boards, and both together all."""
    body = """    for row in board:
        for cell in row:
            if cell is not EMPTY:
                turns += 1
    return X if turns % 2 == 0 else O"""
    wrong = """    os = 0
    for i in range(2):
        for cell in board[i]:
            turns += cell == X
            os += cell == O
    if turns >= os:
        return O
    return X"""

    said, edit = told(body, wrong)

    assert edit == ""
    assert said == (
        "player: line 32: write `if turns > os:`, not `if turns >= os:`;"
        " and line 28: write `for i in range(3):`, not `for i in range(2):`"
    )


@SLOW
def test_two_faults_of_a_search_are_named_where_one_hides_the_other(told: Told) -> None:
    """No single mistake explains its moves."""
    right = part_of(FILE, "minimax").partition("else:")[2] + "\ndef max_value(" + part_of(FILE, "max_value")
    wrong = right.replace("max_value(result", "min_value(result").replace("v = -math.inf", "v = 0")

    said, edit = told(right, wrong)

    assert edit == ""
    assert said == (
        "minimax: line 113: write `max_value`, not `min_value`; and line 122: write `v = float('-inf')`, not `v = 0`"
    )


@SLOW
def test_a_helper_with_a_cache_that_is_given_lists_is_named(told: Told) -> None:
    """Python's message names neither the helper nor the cache."""
    cached = "from functools import lru_cache\n\n\n@lru_cache\ndef max_value(board):"

    said, _edit = told("def max_value(board):", cached)

    assert said == "minimax: leave out the cache of `max_value` (line 123): it takes no lists"


def test_what_is_printed_is_returned_in_all_places(told: Told) -> None:
    """And no other edit is needed."""
    right = part_of(FILE, "utility")
    wrong = re.sub(r"return (-?[01])", r"print(\1)", right)

    assert told(right, wrong)[1] == "lines 91, 93 and 94: write `return`, not `print`"


def test_a_few_negative_indices_tell_whether_tests_are_joined_rightly(told: Told) -> None:
    """They are no exceptions beside the thousands of occupied cells that are accepted as well."""
    check = "if action not in actions(board):"
    ranges = "if action[0] not in range(-1, 3) or action[1] not in range(-1, 3):"

    assert "join the tests" not in told(check, ranges)[0]


def test_an_edit_that_raises_a_name_error_refuses_no_action(told: Told) -> None:
    """Moving the copy below the check would raise one."""
    right = part_of(FILE, "result")
    check = 'if action not in actions(board):\n        raise Exception("invalid action")\n'
    copied = "    board_copy = copy.deepcopy(board)\n"
    wrong = right.replace(
        f"{check}{copied}", f"{copied.lstrip()}    if action not in actions(board):\n        return board_copy\n"
    )

    assert told(right, wrong)[1] == ""


@SLOW
def test_of_a_loop_without_end_the_step_in_the_wrong_block_is_told(told: Told) -> None:
    """Beside where it never ends: only what stands too far to the right is tried."""
    body = """    for row in board:
        for cell in row:
            if cell is not EMPTY:
                turns += 1
"""
    loop = """    for row in board:
        at = 0
        while at < 3:
            if row[at] is not EMPTY:
                turns += 1
                at += 1
"""

    said, edit = told(body, loop)

    assert said.startswith("player: never ends on ")
    assert edit == "line 32: move `at += 1` out of its block, further left"


def test_an_edit_that_mends_a_part_of_the_boards_is_not_named(told: Told) -> None:
    """Two faults in one line are not told apart: then nothing is said of either."""
    both = "    return None if turns % 3 == 0 else X if turns % 2 else O"

    said, edit = told("    return X if turns % 2 == 0 else O", both)

    assert "write" not in said
    assert edit == ""


LINES = """    lines = [*board, *zip(*board), *([board[i][i] for i in range(3)], [board[i][2 - i] for i in range(3)])]
    if any([*line] == [X] * 3 for line in lines):
        return X
    if any([*line] == [O] * 3 for line in lines[:5] + lines[6:]):
        return O
    if board[0][2] == O and board[1][2] == X and board[2][2] == O:
        return O
    return None


def terminal"""


@SLOW
def test_an_edit_must_not_make_other_answers_wrong(told: Told) -> None:
    """With ``!= X`` a full column would be seen, and one with an empty cell between would win as well."""
    body = FILE[FILE.index("def winner(board):\n") : FILE.index("def terminal")]

    said, edit = told(f"{body}def terminal", f"def winner(board):\n{LINES}")

    assert said == "winner: look at the right column for O too"
    assert edit.endswith("write `board[1][2] == O`, not `board[1][2] == X`")


def test_edits_that_never_end_cost_no_more_than_a_moment(told: Told) -> None:
    """Each ends its probe, and after a few nothing more is tried: the report is the same without."""
    loop = "    at = 0\n    while at < 3:\n        at += 1\n    return X if turns % 2 == at - 3 else X"

    said, _ = told("    return X if turns % 2 == 0 else O", loop)

    assert said == "player: return O where X has more marks; X is always returned"


CHECK = '    if action not in actions(board):\n        raise Exception("invalid action")\n    board_copy = '
LOOPS = "\n    for i in range(3):\n        for j in range(3):\n            if board[i][j] {} EMPTY:\n"
BEHIND = [
    (
        f"{CHECK}copy",
        "    board_copy = Copy",
        "result: line 50: write `copy`, not `Copy`; then raise an exception unless the action is in `actions(board)`",
    ),
    (
        f"result_set = set(){LOOPS.format('==')}",
        f"result_set = {{}}{LOOPS.format('!=')}",
        (
            "actions: line 38: write `result_set = set()`, not `result_set = {}`;"
            " then return the empty cells; the occupied ones are returned"
        ),
    ),
]


@pytest.mark.parametrize(("old", "new", "said"), BEHIND)
def test_what_stands_behind_an_exception_is_named_too(told: Told, old: str, new: str, said: str) -> None:
    """The slip that raises it on every call is mended, and the function asked again."""
    assert told(old, new) == (said, "")


def test_an_edit_that_ends_an_exception_and_is_all_that_is_wrong_stands_beside_it(told: Told) -> None:
    """The exception is what the student sees."""
    said, edit = told("result_set.add((i, j))", "result_set.add([i, j])")

    assert said.startswith("actions: TypeError: unhashable type: 'list', on every call at")
    assert edit == "line 42: write `.add((i, j))`, not `.add([i, j])`"


def test_the_digit_0_for_the_letter_o_has_its_line_without_blanks_too(told: Told) -> None:
    """Students write `who==0`."""
    said, edit = told("if who == O", "if who==0")

    assert said.startswith("utility: return -1 where O has won")
    assert edit == "line 92: write `if who==O:`, not `if who==0:`"


@SLOW
def test_two_helpers_of_which_a_condition_chooses_one_are_exchanged(told: Told) -> None:
    """It is no search of one move, though its moves may be the same."""
    body = FILE[FILE.index("    best_action = None\n") : FILE.index("\n\ndef max_value")]
    one_loop = """    turn, found = player(board), []
    for action in actions(board):
        after = result(board, action)
        if winner(after) == turn:
            return action
        found.append((max_value(after) if turn == X else min_value(after), action))
    return max(found)[1] if turn == X else min(found)[1]
"""

    said, _ = told(body, one_loop)

    assert said == "minimax: line 108: exchange `max_value` and `min_value`"


BEST_MOVE = FILE[FILE.index("def minimax(") :]
SEARCH = """def search(board):
    if str(board) in memo:
        return memo[str(board)]
    if terminal(board):
        return utility(board), None
    best = None
    for move in actions(board):
        value = search(result(board, move))[0]
        if best is None or (value {0} best[0] if player(board) == X else value < best[0]):
            best = value, move
    memo[str(board)] = best
    return best


def minimax(board):
    return search(board)[1]
"""


def test_each_edit_that_is_tried_has_a_memo_of_its_own(told: Told) -> None:
    """What one edit kept would be another one's answer."""
    said, edit = told(BEST_MOVE, "memo = {}\n\n\n" + SEARCH.format("<"))

    assert (said, edit) == ("minimax: line 108: write `value > best[0]`, not `value < best[0]`", "")


def test_a_search_that_draws_another_move_now_and_then_is_named(told: Told) -> None:
    """With other random numbers its wrong moves are right ones."""
    drawn = (
        "    if terminal(board):\n        return None\n"
        "    if random.random() < share:\n        return search(board)[1]\n"
        "    return random.choice(list(actions(board)))"
    )
    search = SEARCH.format(">").replace("    return search(board)[1]", drawn)

    said, _ = told(BEST_MOVE, "import random\nmemo, share = {}, 0.9\n\n\n" + search)

    assert said == "minimax: return a best move always; by chance another one is returned"


def test_a_cut_that_a_draw_between_moves_does_not_bear_is_named_by_its_test(told: Told) -> None:
    """An edit of a bound that is right would only end the cuts."""
    search = SEARCH.format(">")
    cut = """def search(board, alpha=-9, beta=9):
    if terminal(board):
        return utility(board), None
    turn, found, v = player(board), [], None
    for move in sorted(actions(board)):
        value = search(result(board, move), alpha, beta)[0]
        if v is None or (value > v if turn == X else value < v):
            v, found = value, [move]
        elif value == v:
            found.append(move)
        if turn == X:
            alpha = max(alpha, v)
        else:
            beta = min(beta, v)
        if beta <= alpha:
            break
    return v, found[-1]
"""
    said, _ = told(BEST_MOVE, cut + search[search.index("\n\ndef minimax") :])

    assert said == "minimax: line 111: write `if beta < alpha:`, not `if beta <= alpha:`"


RULES = """def minimax(board):
    if terminal(board):
        return None
    move = None
    for action in sorted(actions(board), reverse=player(board) == X):
        value = utility(result(board, action))
        if value == 0 and action != (1, 0):
            return action
        move = action
    return move
"""


def test_wrong_moves_of_a_function_that_searches_nowhere_have_that_name(told: Told) -> None:
    """Whatever rules it has in place of a search."""
    said, _ = told(BEST_MOVE, RULES)

    assert said == "minimax: search to the end of the game with a function that calls itself; none does"


TABLE = """VALUES = {}


def fill(board):
    if str(board) not in VALUES:
        choose = max if player(board) == X else min
        over = terminal(board) or len(actions(board)) == 4
        VALUES[str(board)] = utility(board) if over else choose(fill(result(board, one)) for one in actions(board))
    return VALUES[str(board)]


def minimax(board):
    if terminal(board):
        return None
    choose = max if player(board) == X else min
    return choose(sorted(actions(board)), key=lambda one: VALUES[str(result(board, one))])


fill(initial_state())
"""


def test_values_that_are_worked_out_before_are_a_search(told: Told) -> None:
    """A function calls itself, though no call of `minimax` comes to it."""
    said, _ = told(BEST_MOVE, TABLE)

    assert "calls itself" not in said


def test_an_edit_does_not_change_how_often_a_move_is_drawn(told: Told) -> None:
    """With `uniform(1, 1)` none would be, but nobody would write that: the draw is left out."""
    begun = "    best_action = None\n"
    drawn = f"    if random.uniform(0, 1) < share:\n        return random.choice(list(actions(board)))\n{begun}"

    said, _ = told(BEST_MOVE, f"import random\nshare = 0.2\n\n\n{BEST_MOVE.replace(begun, drawn, 1)}")

    assert said == "minimax: line 107: leave out `if random.uniform(0, 1)…` with the lines below it"
