"""The small edits that are tried on a wrong function."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.capabilities.causes.edits import MAX_EDITS, edits


def after(text: str) -> set[str]:
    """Return the texts of one function after each edit."""
    lines = textwrap.dedent(text).strip("\n").split("\n")
    return {"\n".join(edit.applied(lines)) for edit in edits("\n".join(lines), [(1, len(lines))])}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("if x >= o:\n    return O", "if x > o:\n    return O"),
        ("return board[i][j]", "return board[j][i]"),
        ("for i in range(2):\n    pass", "for i in range(3):\n    pass"),
        ("best = 0", "best = float('-inf')"),
        ("v = max(v, low(board))", "v = min(v, low(board))"),
        ("return -value", "return value"),
        ("if won and full:\n    pass", "if won or full:\n    pass"),
        ("if full:\n    pass", "if not (full):\n    pass"),
        (
            "for row in board:\n    if row:\n        pass\n    return None",
            "for row in board:\n    if row:\n        pass\nreturn None",
        ),
        ("if v > best:\n    move = action", "if v > best:\n    best = v\n    move = action"),
        ("x = board.count(X)", "x = sum(map(list, board), []).count(X)"),
        ("if v == X or O:\n    pass", "if v in (X, O):\n    pass"),
        ("if board[0] and board[i] and x == v:\n    pass", "if board[0] == board[i] == x == v:\n    pass"),
        ("if v in f(x) == False:\n    pass", "if (v in f(x)) == False:\n    pass"),
        ("if (i < 0 and i > 2) or j or x:\n    pass", "if (i < 0 or i > 2) or j or x:\n    pass"),
        ("if i < 0 and i > 2 and x:\n    pass", "if i < 0 or i > 2 or x:\n    pass"),
        ("return v == '0'", "return v == O"),
        ("return r in range(-1, 3) and c in range(-1, 3)", "return r in range(0, 3) and c in range(0, 3)"),
        ("if -1 <= r < 3 and -1 <= c < 3:\n    pass", "if 0 <= r < 3 and 0 <= c < 3:\n    pass"),
        ("return {X: 1, '0': -1}[v]", "return {X: 1, O: -1}[v]"),
        ("if x:\n    return -1\nif o:\n    return 1", "if x:\n    return 1\nif o:\n    return -1"),
        ("o_count = 0\nif x:\n    o_cuont += 1", "o_count = 0\nif x:\n    o_count += 1"),
        ("return f(a) & f(b) == FULL", "return f(a) | f(b) == FULL"),
        ("if b[i][0] == b[i][1] == b[i][2]:\n    return x", "if b[i][0] == b[i][1] == b[i][2] != EMPTY:\n    return x"),
        ("best = a if m is not None else v", "best = a"),
        ('key = "-".join(sorted(c or "-" for c in f(b)))', 'key = "-".join(c or "-" for c in f(b))'),
        ("board[i][j] = ''", "board[i][j] = EMPTY"),
        ("return v == 0", "return v == O"),
        ("best_move = i\nbest_mvoe = j\nreturn best_move", "best_move = i\nbest_move = j\nreturn best_move"),
        ("try:\n    x()\nexcept ValueError as e:\n    print(e)", "try:\n    x()\nexcept ValueError as e:\n    raise"),
        ("ValueError(x)", "raise ValueError(x)"),
        ("return Exception", "raise Exception"),
        ("if f is None:\n    pass", "if f(board) is None:\n    pass"),
        ("return range(len(board) - 1)", "return range(len(board))"),
        (
            "for a in b:\n    if a:\n        return 1\n    else:\n        return None",
            "for a in b:\n    if a:\n        return 1\nreturn None",
        ),
        ("for k in range(3):\n    board[k][2 - 1] = x", "for k in range(3):\n    board[k][2 - k] = x"),
        ("x = [board[k][k] for k in range(3)]", "x = [board[k][0] for k in range(3)]"),
        ("if board[i][0] == X:\n    return board[i][0]", "if board[0][i] == X:\n    return board[0][i]"),
        ("if b[0] == b[1] and b[2]:\n    return b[0]", "if b[0] == b[1] == b[2]:\n    return b[0]"),
        ("x = 0\no = 0\nx += 1\nx += 1", "x = 0\no = 0\nx += 1\no += 1"),
        ("for a in b:\n\tif a:\n\t\tv = 1\n\treturn 2", "for a in b:\n\tif a:\n\t\tv = 1\nreturn 2"),
        ("if (len(board) - i) == j:\n    return x", "if (len(board) - i - 1) == j:\n    return x"),
        ("if x:\n    v = -1\nelse:\n    v = 1", "if x:\n    v = float('-inf')\nelse:\n    v = float('inf')"),
        ("v = 0", "v = float('-inf') if player(board) == X else float('inf')"),
        ("return x if v('o') else 0", "return x if v(O) else 0"),
        (
            "if b[0][i] == b[i][1] == b[i][2]:\n    return x",
            "if b[0][i] == b[1][i] == b[2][i]:\n    return x",
        ),
        (
            "if b[0] == b[1] and b[2] == x:\n    return x\nif b[3] == b[4] and b[5] == x:\n    return x",
            "if b[0] == b[1] == b[2] == x:\n    return x\nif b[3] == b[4] == b[5] == x:\n    return x",
        ),
        ("v = min(math.inf, high(child))", "v = min(v, high(child))"),
        ("return max(scores)", "return max(scores, key=scores.get)"),
        (
            "for move in actions(board):\n    v = low(board, 1)",
            "for move in actions(board):\n    v = low(result(board, move), 1)",
        ),
        ("if v in f(x):\n    pass", "if v not in f(x):\n    pass"),
        ("if v is not None:\n    pass", "if v is None:\n    pass"),
        ("return player(board) == X", "return winner(board) == X"),
        ("return board[i] == player(board)", "return board[i] == winner(board)"),
        ("if x[0] == x[1] and o:\n    pass", "if v[0] == v[1] and o:\n    pass"),
        (
            "if v == X:\n    x += 1\nelse:\n    o += 1",
            "if v == X:\n    x += 1\nelif v == O:\n    o += 1",
        ),
        (
            "for i in x:\n    v = set()\n    for j in i:\n        v.add(j)",
            "v = set()\nfor i in x:\n    for j in i:\n        v.add(j)",
        ),
        (
            "for i in x:\n    for j in x:\n        o = -math.inf\n        o += 1",
            "o = -math.inf\nfor i in x:\n    for j in x:\n        o += 1",
        ),
        (
            "if full:\n    board[i][j] = x\n    v.append(f(board))\nreturn v",
            "if full:\n    board[i][j] = x\n    v.append(f(board))\n    board[i][j] = EMPTY\nreturn v",
        ),
        (
            "for i in x:\n    if full:\n        return 1\n    b[i][j] = EMPTY",
            "for i in x:\n    if full:\n        b[i][j] = EMPTY\n        return 1\n    b[i][j] = EMPTY",
        ),
        (
            "for a in b:\n    x += 1\n    if x > o:\n        return O\n    elif x == o:\n        return X",
            "for a in b:\n    x += 1\nif x > o:\n    return O\nelif x == o:\n    return X",
        ),
        (
            "if b[i][0] != x:\n    if b[i][0] == b[i][1] == b[i][2]:\n        return b[i][0]",
            "if b[0][i] != x:\n    if b[0][i] == b[1][i] == b[2][i]:\n        return b[0][i]",
        ),
        (
            "if x:\n    for a in b:\n        v = a\n        return v\nfor a in b:\n    v = a\n    return v",
            "if x:\n    for a in b:\n        v = a\n    return v\nfor a in b:\n    v = a\nreturn v",
        ),
        ("for v in zip(board):\n    pass", "for v in zip(*board):\n    pass"),
        ("assert (v in x, 'taken')", "assert v in x, 'taken'"),
        ("v.append((i, j))\nreturn v", "v = [(i, j)]\nreturn v"),
        ("if v == player(board):\n    pass", "if v == X:\n    pass"),
        ("return f(board, x, o, False)", "return f(board, o, x, False)"),
        ("v = f(x) if o else g(x)", "v = g(x) if o else f(x)"),
        ("if v!=(X or O):\n    pass", "if v not in (X, O):\n    pass"),
        ("if v==X or O:\n    pass", "if v in (X, O):\n    pass"),
        ("for v in (x, o):\n    pass", "for v in (o, x):\n    pass"),
        ("return x == o", "return x <= o"),
        ("for v in (f(x), x):\n    pass", "for v in (x, f(x)):\n    pass"),
        ("max(v, low(board))", "v = max(v, low(board))"),
        ("v = min(x, o)", "v = min(v, o)"),
        ("v = player(board)", "v = O if player(board) == X else X"),
        ("if v != (X or O):\n    pass", "if v not in (X, O):\n    pass"),
        ("if v is (X or O):\n    pass", "if v in (X, O):\n    pass"),
        (
            "if x == X and v >= 0 or x == O and v <= 0:\n    return x",
            "if x == X and v > 0 or x == O and v < 0:\n    return x",
        ),
        (
            "for i in b:\n    if i:\n        return i\nif x:\n    return x",
            "for i in b:\n    if i:\n        return i\n    if x:\n        return x",
        ),
        ("return v == {}", "return v == set()"),
        ("v = -math.inf", "v = float('-inf') if player(board) == X else float('inf')"),
        (
            "if x:\n    if o:\n        i = 1\n    v = 2\nelse:\n    if v:\n        j = 1\n    v = 2",
            "if x:\n    if o:\n        i = 1\n        v = 2\nelse:\n    if v:\n        j = 1\n        v = 2",
        ),
        ("columns = list(zip(*board))", "columns = list(map(list, zip(*board)))"),
        ("x = v[2::2]", "x = v[2:7:2]"),
        ("for a in b:\n    v, a = f(board, a)", "for a in b:\n    v, _ = f(board, a)"),
        ("x = v[i][-i]", "x = v[i][2 - i]"),
        ("best = 1 if x else 2\nif v > best:\n    best = v", "best = 1 if x else 2\nif (v > best) == x:\n    best = v"),
        ("c = max(Counter(board))", "c = max(Counter(sum(board, [])))"),
        ("c = Counter(board)", "c = Counter(sum(board, []))"),
        ("c = Counter(map(tuple, board))", "c = Counter(sum(board, []))"),
        ("if ex is oh:", "if ex is not oh:"),
        ("best = -1 if turn == X else 1", "best = float('-inf') if turn == X else float('inf')"),
        ("if v == 1:\n    return x", "if v == (1 if player(board) == X else -1):\n    return x"),
        (
            "board[i][j] = x\nif board[i][j]:\n    raise ValueError\nreturn board",
            "if board[i][j]:\n    raise ValueError\nboard[i][j] = x\nreturn board",
        ),
        ("match v:\n    case -1:\n        pass", "match v:\n    case 1:\n        pass"),
        ("if x:\n    v = f(board, x)", "if x:\n    v = f(board, not x)"),
        (
            "j = 0\nwhile i < 3:\n    while j < 3:\n        j += 1\n    i += 1",
            "while i < 3:\n    j = 0\n    while j < 3:\n        j += 1\n    i += 1",
        ),
        (
            "if b[0] and b[1] and b[2] == x:\n    return x\nif b[3] and b[4] and b[5] == x:\n    return x",
            "if b[0] == b[1] == b[2] == x:\n    return x\nif b[3] == b[4] == b[5] == x:\n    return x",
        ),
        (
            "if i >= x:\n    x = i\nif i <= o:\n    o = i",
            "if i > x:\n    x = i\nif i < o:\n    o = i",
        ),
    ],
)
def test_what_students_mistake_is_tried(wrong: str, right: str) -> None:
    """Each way of writing one thing for another, with the edit that corrects it."""
    before, wanted = (f"def f(board, i, j, v, x, o):\n{textwrap.indent(body, '    ')}" for body in (wrong, right))
    below = "\n\ndef player(board):\n    pass\n\ndef winner(board):\n    pass"

    assert wanted in {text.removesuffix(below) for text in after(before + below)}


@pytest.mark.parametrize(("head", "added"), [("", 3), ("    global moves, best\n", 4)])
def test_what_calls_share_begins_anew_in_each_of_them(head: str, added: int) -> None:
    """Below the statement that makes it the file's."""
    text = f"moves = set()\ndef free(board):\n{head}    moves.add(1)\n    return moves"
    (edit,) = [one for one in edits(text, [(2, text.count("\n") + 1)]) if one.code == "edit_anew"]

    assert edit.applied(text.split("\n"))[added - 1 : added + 1] == ["    moves = set()", "    moves.add(1)"]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        (
            "def leaf(board, color):\n    return utility(board)",
            "def leaf(board, color):\n    return color * utility(board)",
        ),
        (
            "@cache\ndef f(board, found=[]):\n    found.append(1)\n    return found",
            "@cache\ndef f(board, found=[]):\n    found = []\n    found.append(1)\n    return found",
        ),
        (
            "def utility(board):\n    v = 0\n    if x:\n        v += 1",
            "def utility(board):\n    v = 0\n    if x:\n        v += 1\n    return v",
        ),
        (
            "def result(board, action):\n    b[i][j] = player(board)",
            "def result(board, action):\n    b[action[0]][action[1]] = player(board)",
        ),
        (
            "class Node:\n    below = []\n    def __init__(self, board):\n        self.board = board",
            "class Node:\n    def __init__(self, board):\n        self.below = []\n        self.board = board",
        ),
    ],
)
def test_what_stands_beside_the_head_of_a_function_is_tried(wrong: str, right: str) -> None:
    assert right in after(wrong)


def test_two_functions_that_call_themselves_may_call_each_other() -> None:
    text = "def high(b):\n    return max(high(b))\ndef low(b):\n    return min(low(b))"
    found = [edit.applied(text.split("\n")) for edit in edits(text, [(1, 2), (3, 4)])]

    assert ["def high(b):", "    return max(low(b))", "def low(b):", "    return min(high(b))"] in found


def test_no_value_is_its_own_key() -> None:
    assert after("memo[x] = v\nreturn v").isdisjoint({"memo[v] = v\nreturn v", "memo[x] = x\nreturn v"})


def test_what_cannot_be_meant_is_tried_last() -> None:
    """Bounds are exchanged before they are compared otherwise, and two lines are changed before all."""
    calls = "def f(board, alpha, beta):\n    v = f(board, beta, alpha)\n    if alpha >= beta:\n        return v"
    texts = [one.new[0].strip() for one in edits(calls, [(1, 4)])]
    lines = ["def winner(board):", *(f"    if a{i} and b{i} == X:\n        return X" for i in range(3))]
    places = [one.lines for one in edits("\n".join(lines), [(1, 7)]) if one.new_part == "==" and one.also]

    assert texts.index("v = f(board, alpha, beta)") < texts.index("if alpha == beta:")
    assert places == [(2, 4), (4, 6), (2, 4, 6)]


def test_a_number_that_has_a_name_is_changed_where_it_gets_it() -> None:
    """The line of the constant is edited, also to ten times its value."""
    lines = ["WIN = 1  # a win", "def f(board, depth):", "    return WIN - depth"]

    changed = {one.applied(lines)[0] for one in edits("\n".join(lines), [(1, 1), (2, 3)])}

    assert {f"WIN = {number}  # a win" for number in (2, 0, -1, 10)} <= changed


def test_a_value_that_was_kept_for_another_board_is_told_by_its_key() -> None:
    """To leave it out would only be slower."""
    lines = ["def f(board):", "    key = str(board)", "    if key in memo:", "        return memo[key]", "    return 1"]

    found = {one.first: one.code for one in edits("\n".join(lines), [(1, 5)]) if one.new == ("    pass",)}

    assert found[3] == "edit_memo_key"


def test_a_value_is_no_function_and_no_board() -> None:
    """Nor does a pair get the same name twice."""
    lines = [
        "def f(board, who, other):",
        "    for who in (other, board):",
        "        if winner(board) == who:",
        "            return actions(board)",
    ]

    changed = "\n".join(one.new[0] for one in edits("\n".join(lines), [(1, 4)]))

    assert "(f, board)" not in changed
    assert "(board, board)" not in changed
    assert "actions(who)" not in changed


def test_a_line_that_was_copied_is_the_one_to_change() -> None:
    """Of two equal lines the first is mostly right."""
    lines = [
        "def f(i, j):",
        "    if i < 0 or i > 2:",
        "        raise Error",
        "    if i < 0 or i > 2:",
        "        raise Error",
    ]

    found = [one.first for one in edits("\n".join(lines), [(1, 5)]) if one.new[0] == "    if j < 0 or j > 2:"]

    assert found[0] == 4


def test_what_is_alone_in_its_block_is_replaced_and_not_left_out() -> None:
    """Without it the block would be empty, which is no Python."""
    lines = ["def f(x):", "    if x:", "        x = 1", "    else:", "        return None"]

    found = {edit.first: edit.code for edit in edits("\n".join(lines), [(1, 5)]) if edit.new[0].strip() == "pass"}

    assert found == {2: "edit_block_left_out", 3: "edit_part", 5: "edit_part"}


def test_a_block_that_is_alone_in_another_is_left_out_whole() -> None:
    """Of its first line alone nothing can be said: the lines below would stay."""
    lines = ["def f(x):", "    for i in x:", "        if i:", "            x = 1"]

    assert {edit.code for edit in edits("\n".join(lines), [(1, 4)]) if edit.first == 3 and edit.last == 4} >= {
        "edit_block_left_out"
    }


def test_a_call_of_no_function_may_be_meant_for_the_one_with_a_like_name() -> None:
    """A name that is only called has no other place in the file that would show how it is spelt."""
    lines = [
        "def max_value(board):",
        "    return min_val(board)",
        "def min_value(board):",
        "    return max_value(board)",
    ]

    found = edits("\n".join(lines), [(1, 2), (3, 4)])

    assert "    return min_value(board)" in {edit.new[0] for edit in found if edit.first == 2}


def test_texts_and_comments_are_left_as_they_are() -> None:
    """Only code is edited."""
    assert after("def f(board):\n    # board is 3 x 3\n    '''X or O'''") <= {
        "def f(board):\n    # board is 3 x 3\n    '''X or O'''"
    }


@given(st.text(alphabet="ifelsreturnbdwhX=<>+-()[]{}:,.0123 \t\n\"'#\\", max_size=400))
def test_any_text_has_a_limited_number_of_edits(text: str) -> None:
    """The text need be no Python; each edit leaves the other lines alone."""
    lines = text.split("\n")

    found = edits(text, [(1, len(lines))])

    assert len(found) <= MAX_EDITS
    assert all(len(edit.applied(lines)) >= len(lines) - 1 for edit in found)


def test_only_counters_are_exchanged_where_something_is_added() -> None:
    """A list that grows while it is looped over, or holds itself, never ends: such edits would use up the hangs."""
    text = "x = 0\no = 0\nmoves = []\nfor row in board:\n    x += 1\n    moves += [(row, 1)]"

    added = {line.strip() for one in after(text) for line in one.split("\n") if "+=" in line}

    assert "o += 1" in added
    assert added.isdisjoint({"row += 1", "moves += 1", "row += [(row, 1)]", "moves += [(moves, 1)]"})


def test_an_edit_with_a_further_line_moves_the_lines_below() -> None:
    """A second edit of the function must not be looked for by the numbers before it."""
    lines = ["def f(x):", "    for i in x:", "        if i:", "            return 1", "        b[i][0] = None"]
    found = edits("\n".join(lines), [(1, len(lines))])

    assert {one.code for one in found if not one.keeps_numbers(lines)} == {"edit_added_above", "edit_block_left_out"}


def test_a_cell_has_no_number_below_0() -> None:
    """A test for it would only never hold; a value in a pair may have another sign."""
    new = after("def minimax(b):\n    if (1, 1) in moves:\n        return (1, None)")

    assert any("(-1, None)" in text for text in new)
    assert not any("(-1, 1)" in text or "(1, -1)" in text for text in new)


def test_two_starts_are_told_in_the_order_of_their_lines() -> None:
    """The other way round no move would be taken."""
    text = "def low(b):\n    best = 1\n    for a in b:\n        pass\n    best = -1\n    return best"

    (both,) = (edit for edit in edits(text, [(1, 6)]) if edit.code == "edit_both_starts")

    assert (both.old_part, both.new_part) == ("1 and -1", "math.inf and -math.inf")
