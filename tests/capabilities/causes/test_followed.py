"""Which failures follow from another function: the file is asked again with a right one in its place."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pytest

from benchmarks.corpus import styles
from grader.assignments import ASSIGNMENTS
from grader.capabilities.causes.followed import NONE, find_causes
from grader.capabilities.causes.report import Findings
from grader.capabilities.causes.right_helpers import right_texts, with_right
from grader.capabilities.registry import completed
from grader.marking.mark import mark
from grader.model.result import Result
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile
from grader.python_text import functions_used
from grader.sandbox.launching.launcher import Zygote
from grader.sandbox.running import probe
from grader.sandbox.wire.frames import HEADER
from grader.story.answer import answer_facts
from grader.story.failures import headline, title_and_text
from grader.story.findings import findings, fix_first, fix_next
from tests.fixture_folders import ROOT, SLOW, built_in_rubric
from tests.shortcut.comparison import submission_of

FILE = (ROOT / "fixtures/plain-minimax-deepcopy/tictactoe.py").read_text()
ONLY_COLUMNS = FILE.replace("board[i][0] is not None and", "False and")
"""A right file but for `winner`, which misses the rows."""
NEVER_O = ONLY_COLUMNS.replace("return X if turns % 2 == 0 else O", "return X")
"""Another one, in which `player` is wrong as well."""
Graded: TypeAlias = Callable[[str], Result]


@pytest.fixture(scope="module")
def graded(default_rubric: Rubric) -> Iterator[Graded]:
    """Grade a file."""
    launcher = Zygote()
    yield lambda source: mark(submission_of("a", source), default_rubric, launcher)
    launcher.close()


def causes(result: Result) -> dict[tuple[str, ...], set[str]]:
    """Return by functions that must be right the functions with checks that pass then."""
    assert result.fault == ""
    found = result.found_as(Findings) or Findings()
    return {one.functions: {check.partition(".")[0] for check in one.checks} for one in found.causes}


def then(result: Result) -> str:
    """Return what the report says of the mark with right functions."""
    return dict(answer_facts(result)).get("Then", "")  # type: ignore[return-value]


def test_another_exception_that_shows_with_a_right_helper_is_told_with_its_line(graded: Graded) -> None:
    """A missing import hides it before."""
    source = FILE.replace("import copy\n", "").replace("best = -math.inf", "best = (0, 0)")
    result = completed(graded(source), built_in_rubric("cs3081"))
    found = findings(result)
    first = fix_first(found)
    assert first is not None

    told = [headline(one) for one in fix_next(result, found, first)]

    assert any("minimax: look at tictactoe.py:107: TypeError: '>' not supported" in one for one in told)


@pytest.mark.parametrize(
    ("called", "told"),
    [("min_val", "minimax: call `min_value` (line 128); `min_val` is not defined"), ("lowest", "name 'lowest' is not")],
)
def test_a_helper_that_is_called_by_a_name_like_its_own_is_named(called: str, told: str, graded: Graded) -> None:
    """Not one that is called something else."""
    start = FILE.index("def minimax")
    end = FILE.index("def max_value")
    source = FILE[:start] + FILE[start:end].replace("min_value(", f"{called}(") + FILE[end:]

    headlines = [headline(one) for one in findings(completed(graded(source), built_in_rubric("cs3081")))]

    assert any(told in one for one in headlines)
    assert not any("call `max_value`" in one for one in headlines)


def test_what_cannot_be_done_with_a_set_is_no_fault_beside_a_list_of_the_file_s_own(graded: Graded) -> None:
    """The right `actions` returns a set; the one handed in returns a list, of which an item can be taken."""
    listed = FILE.replace("result_set = set()", "result_set = []").replace("result_set.add(", "result_set.append(")
    drawn = "def minimax(board):\n    import random\n\n    return random.choice(actions(board))\n"
    source = listed[: listed.index("def minimax")] + drawn
    result = completed(graded(source), built_in_rubric("cs3081"))

    told = [headline(one) for one in findings(result)]

    assert "actions: return a set, not a list; change minimax too" in told
    assert not any("subscriptable" in one for one in told)


def test_a_right_player_says_nothing_of_a_terminal_that_asks_for_whose_turn_it_is_on_full_boards(
    graded: Graded,
) -> None:
    """No sheet says what `player` returns there: the file's own may return None."""
    turn = "    if turns % 2:\n        raise KeyError(turns)\n    return X if turns % 2 == 0 else O"
    source = FILE.replace(
        "    return X if turns % 2 == 0 else O", turn.replace("turns % 2:", "turns % 2 and turns < 9:", 1)
    )
    source = source.replace("    turns = 0\n", "    turns = 0\n    if all(map(all, board)):\n        return None\n")
    head, _, rest = source.partition("def terminal(board):\n")
    asks = "    if player(board) is None:\n        return True\n    return winner(board) is not None\n\n\n"
    source = f"{head}def terminal(board):\n{asks}def utility{rest.partition('def utility')[2]}"

    result = completed(graded(source), built_in_rubric("cs3081"))

    assert not any("full boards" in headline(one) for one in findings(result))


def test_what_passes_with_a_right_function_follows_from_the_wrong_one(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """
    The report says what the mark would be, and which of the others are right.

    All checks are judged by probes with the file as it was handed in: right functions stand only in later ones.
    """
    texts: list[str] = []

    class NotedProbe(probe.Probe):
        def __init__(self, launcher: object, job: bytes, *others: object) -> None:
            texts.extend(json.loads(job[HEADER.size :])["files"].values())
            super().__init__(launcher, job, *others)  # type: ignore[arg-type]

    monkeypatch.setattr("grader.sandbox.running.submission_probes.Probe", NotedProbe)
    judged: list[int] = []

    monkeypatch.setattr(
        "grader.capabilities.causes.followed.find_causes",
        lambda *given, **named: (judged.append(len(texts)), find_causes(*given, **named))[1],  # type: ignore[func-returns-value]
    )
    result = graded(ONLY_COLUMNS)
    own = [text == ONLY_COLUMNS for text in texts]

    assert own[: judged[0]] == [True] * judged[0]
    assert not all(own)
    assert causes(result) == {("winner",): {"terminal", "utility", "minimax"}}
    assert then(result) == "95 of 95 with a right winner"


def test_a_mistake_behind_an_import_that_is_missing_is_named_too(graded: Graded, default_rubric: Rubric) -> None:
    """The function is asked again with the import."""
    check = 'if action not in actions(board):\n        raise Exception("invalid action")'
    source = FILE.replace("import copy\n", "").replace(check, "if action[0] > 2:\n        raise IndexError")

    first = fix_first(findings(completed(graded(source), default_rubric)))
    assert first is not None

    assert headline(first) == (
        "result: write `import copy` at the top of the file;"
        " then raise an exception unless the action is in `actions(board)`"
    )


def test_a_search_that_takes_the_moves_of_its_own_calls_for_values_is_told_so(graded: Graded) -> None:
    """Python only says that a tuple is compared with a number."""
    source = FILE.replace("score = min_value(", "score = minimax(").replace("score = max_value(", "score = minimax(")

    first = fix_first(findings(completed(graded(source), built_in_rubric("cs3081"))))
    assert first is not None

    assert headline(first) == "minimax: compare values: `minimax` returns a move, so let a helper return the value"


ANY_EMPTY = "    for row in board:\n        for cell in row:\n            if cell is EMPTY:"
LIST = (
    FILE.replace("result_set = set()", "result_set = []")
    .replace("result_set.add(", "result_set.append(")
    .replace(
        "    for row in board:\n        for cell in row:\n            if cell is EMPTY:", "    if actions(board) != []:"
    )
    .replace("                return False\n    return True", "        return False\n    return True")
)
"""A file whose `terminal` relies on the list that `actions` returns."""


@SLOW
def test_a_list_of_the_right_actions_is_replaced_after_all_other_functions(graded: Graded) -> None:
    """A set in its place would break what relies on the list, and hide the mistake of the search."""
    source = LIST.replace("board[i][0] is not None and", "False and").replace(
        "    if terminal(board):\n        return None\n", ""
    )

    result = completed(graded(source), built_in_rubric("cs3081"))
    found = findings(result)
    first = fix_first(found)
    assert first is not None
    told = [headline(one) for one in (first, *fix_next(result, found, first))]

    assert "minimax: return None first where `terminal(board)` is true" in told


@SLOW
def test_a_mistake_beside_a_wrong_helper_is_named_too(graded: Graded, default_rubric: Rubric) -> None:
    """The search is asked again with a right helper: what it answers then is its own mistake."""
    two_faults = ONLY_COLUMNS.replace("score = max_value(", "score = min_value(")

    result = completed(graded(two_faults), default_rubric)
    found = findings(result)
    first = fix_first(found)
    assert first is not None

    assert headline(first) == "winner: look at every row too"
    (other,) = fix_next(result, found, first)
    assert headline(other) == "minimax: after O's move let X maximize (only O's moves are wrong)"
    assert " (this stays with a right winner)" in title_and_text(other)[1]


@SLOW
def test_two_mistakes_beside_a_wrong_helper_are_both_named(graded: Graded) -> None:
    """A search without the sign of the player who moves, and without a look at finished boards."""
    head = FILE[: FILE.index("def minimax")].replace("board[i][j] == EMPTY", "board[i][j] == EMPTY and i < 2")
    search = """
def value(board, color):
    if terminal(board):
        return utility(board)
    return max(-value(result(board, action), -color) for action in actions(board))


def minimax(board):
    color = 1 if player(board) == X else -1
    return max((-value(result(board, action), -color), action) for action in actions(board))[1]
"""
    found = graded(head + search).found_as(Findings)

    assert found is not None
    assert {one.mistake[0].code for one in found.own} >= {"minimax_leaf_sign", "minimax_moves_when_over"}


@SLOW
def test_a_cut_that_nothing_justifies_is_the_mistake_of_a_search_without_another(
    graded: Graded, default_rubric: Rubric, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was seen while the search was watched for the bonus; the file is right but for that. An edit says more."""
    monkeypatch.setattr("grader.capabilities.causes.behind_exceptions.enough_edits", lambda *_given: ())
    cut = "        if v >= 0 and action[0] == action[1]:\n            break\n"
    wins, loses = "v = max(v, min_value(result(board, action)))\n", "v = min(v, max_value(result(board, action)))\n"
    unsound = FILE.replace(wins, wins + cut).replace(loses, loses + cut)

    first = fix_first(findings(completed(graded(unsound), default_rubric)))
    assert first is not None

    assert headline(first) == "minimax: check the cuts and the values they compare: moves are left out that matter"
    assert {member.check.id for member in first.members} >= {"minimax.keeps_win", "minimax.keeps_draw"}


@SLOW
def test_a_mistake_that_could_not_be_judged_is_named_if_a_part_of_it_stays(
    graded: Graded, default_rubric: Rubric
) -> None:
    """With a right `player` no other check of an action fails but that of negative ones."""
    no_lower_bound = "max(action) > 2 or board[action[0]][action[1]] is not EMPTY"
    two_faults = FILE.replace("turns % 2 == 0", "turns % 2 == 1").replace(
        "action not in actions(board)", no_lower_bound
    )

    result = completed(graded(two_faults), default_rubric)
    found = findings(result)
    first = fix_first(found)
    assert first is not None

    (other,) = fix_next(result, found, first)
    assert headline(first).startswith("player: X moves where both have as many marks")
    assert headline(other) == "result: raise an exception if row or column is below 0"


@SLOW
def test_what_fails_with_a_right_function_as_well_follows_from_nothing(graded: Graded) -> None:
    """Even if its function calls the wrong one: `utility` is wrong on ties on its own."""
    result = graded(ONLY_COLUMNS.replace("return -1\n    return 0", "return -1\n    return 7"))

    (cause, *_) = (result.found_as(Findings) or Findings()).causes

    assert "utility.x_wins" in cause.checks
    assert "utility.tie" not in cause.checks


@SLOW
def test_the_fewest_functions_are_named(graded: Graded) -> None:
    """Of two wrong functions, `terminal` needs one to be right, and `minimax` both."""
    found = causes(graded(NEVER_O))

    assert found["winner",] >= {"terminal", "utility"}
    assert found["player", "winner"] == {"minimax"}


@SLOW
def test_a_search_that_is_too_slow_to_play_all_games_follows_as_well(graded: Graded) -> None:
    """Who throws nothing away loses no game: its boards are right with a right `utility`, and that is what is asked."""
    result = graded(styles()["functions-by-player"].replace("        return 1\n", "        return\n"))

    assert result.shortcut is not None
    assert not result.shortcut.functions
    assert causes(result) == {("utility",): {"minimax"}}
    assert then(result) == "95 of 95 with a right utility"


@SLOW
def test_a_search_that_keeps_state_follows_only_if_it_was_asked_in_full(graded: Graded) -> None:
    """Its first answers may be right by what an earlier call left; what it remembers of boards makes it quick."""
    kept = """
best = [-2, None]
known = {}


def remembered(search):
    def value(board):
        key = search, str(board)
        if key not in known:
            known[key] = search(board)
        return known[key]

    return value


min_value, max_value = remembered(min_value), remembered(max_value)


def minimax(board):
    if terminal(board):
        return None
    for action in actions(board):
        after = result(board, action)
        score = min_value(after) if player(board) == X else -max_value(after)
        if score > best[0]:
            best[:] = score, action
    return best[1]
"""

    (cause,) = (graded(ONLY_COLUMNS + kept).found_as(Findings) or Findings()).causes

    assert not [check for check in cause.checks if check.startswith(("minimax.keeps_", "minimax.never_loses_"))]


@SLOW
def test_a_function_that_is_wrong_between_two_others_is_replaced_with_them(graded: Graded) -> None:
    """That `terminal` has a fault of its own shows once `winner` is right."""
    found = causes(
        graded(ONLY_COLUMNS.replace("            if cell is EMPTY:\n                return False", "            pass"))
    )

    assert "minimax" in found["winner", "terminal"]


@SLOW
def test_nothing_is_replaced_where_no_wrong_function_uses_another(
    graded: Graded, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be work for nothing."""
    asked = []
    monkeypatch.setattr("grader.capabilities.causes.followed.right_version", lambda *_: asked.append(1))
    wrong = FILE.replace("return X if turns % 2 == 0 else O", "return board[0][0] or X")

    assert causes(graded(wrong.replace("player(board)", "(X if str(board).count('None') % 2 else O)"))) == {}
    assert asked == []


@SLOW
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_right_functions_are_right(assignment: str, default_rubric: Rubric) -> None:
    """In the place of a student's, which always return None, they pass every check."""
    rubric = default_rubric if assignment == "tictactoe" else built_in_rubric("lab4")
    texts = right_texts(ASSIGNMENTS[assignment].right_functions)
    wrong = {"tictactoe": "skeleton", "ai_game": "more/lab4-returns-none-everywhere"}[assignment]
    (file,) = (ROOT / "fixtures" / wrong).glob("*.py")
    launcher = Zygote()
    result = mark(with_right(submission_of("a", file.read_text()), texts, texts, ""), rubric, launcher)
    launcher.close()

    lost = {check.id for item in result.criteria for check in item.checks if check.earned < check.points}
    assert {check for check in lost if check.partition(".")[0] in texts} == NONE


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("@cache\ndef f(x):\n    return 1\ny = 2", "def f(): 0\n\n\ny = 2"),
        ("def f(x): return 1\r\ny = 2", "def f(): 0\ny = 2"),
        ("class A:\n    def f(self):\n        pass", "class A:\n    def f(self):\n        pass\ndef f(): 0"),
    ],
)
def test_a_function_is_replaced_where_it_stands(before: str, after: str) -> None:
    """With its decorators, and with as many lines; one that is missing is written at the end."""
    assert with_right(submission_of("a", before), ["f"], {"f": "def f(): 0"}, "").files[0].text == after


def test_a_longer_function_stands_at_the_end_so_that_all_lines_keep_their_numbers() -> None:
    """An exception of another function is then found in its line."""
    new = with_right(submission_of("a", "def f(x): return 1\ny = 2"), ["f"], {"f": "def f():\n    0"}, "").files[0]

    assert new.text == "\ny = 2\ndef f():\n    0"


def test_the_cells_of_a_notebook_stay_where_they_are() -> None:
    """Each still begins with its first line."""
    file = SourceFile(path="a.ipynb", text="def f():\n    x\n    y\nz = 1", cells=(1, 4))
    submission = submission_of("a", "")
    object.__setattr__(submission, "files", (file,))

    new = with_right(submission, ["f"], {"f": "def f(): 0"}, "A = 1\n").files[0]

    assert [new.lines[at - 1] for at in new.cells] == ["def f(): 0", "z = 1"]


def test_a_file_without_functions_uses_nothing() -> None:
    """As a helper module with constants only."""
    assert functions_used(submission_of("a", "X = 1\n")) == {}


def test_a_function_in_a_global_dictionary_is_used_where_the_dictionary_is() -> None:
    """A search may choose its helper by player."""
    text = "def utility(b):\n    return 0\ndef low(b):\n    return utility(b)\nBY = {\n    'X': low,\n}\n"
    text += "def minimax(b):\n    return BY['X'](b)\n"

    assert "utility" in functions_used(submission_of("a", text))["minimax"]


def test_a_lambda_uses_what_it_calls() -> None:
    """As in a file of which every function is one."""
    text = "utility = lambda b: 0\nminimax = lambda b: max(utility(b), 0)\n"

    assert "utility" in functions_used(submission_of("a", text))["minimax"]


def test_what_a_file_calls_is_not_used_by_who_has_a_variable_of_that_name() -> None:
    """As in a line that tries the search, and is left in the file."""
    text = "def result(board, action):\n    return board\ndef minimax(board):\n    return result(board, None)\n"

    assert "minimax" not in functions_used(submission_of("a", f"{text}action = minimax(None)\n"))["result"]


def test_right_functions_stand_where_the_files_own_ones_were() -> None:
    """With their decorators; of two the later; one that is missing comes last, as do constants."""
    before = "from __future__ import annotations\n@cache\ndef player(b):\n    return 1\n\n\nX = 2\n\n"
    source = f"{before}def player(b):\n    return 3\n"
    texts = {"player": "def player(b):\n    return X", "utility": "def utility(b):\n    return 0"}

    changed = with_right(submission_of("a", source), ["player", "utility"], texts, "EMPTY = None\n")

    assert changed.files[0].text == (
        f"{before}def player(b):\n    return X\n\ndef utility(b):\n    return 0\nEMPTY = None\n"
    )


def test_a_large_file_is_searched_and_not_parsed() -> None:
    """Text that a parser takes seconds for, or crashes by, is text."""
    junk = "def junk():\n    " + "a;" * 60_000 + "\n" + "(" * 5_000 + "\n"

    changed = with_right(submission_of("a", f"def player(b):\n    return 1\n{junk}"), ["player"], {"player": "x"}, "")

    assert changed.files[0].text.startswith("x\n\ndef junk():")
