"""Functions that rely on wrong answers of others: what must change with them is told beside the mistake."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from grader.blocks import Link
from grader.capabilities.registry import completed
from grader.marking.mark import mark
from grader.model.rubric import Rubric
from grader.sandbox.launching.launcher import Zygote
from grader.story.answer import answer_facts
from tests.fixture_folders import ROOT
from tests.shortcut.comparison import submission_of

FILE = (ROOT / "fixtures/plain-minimax-deepcopy/tictactoe.py").read_text()
LIST = FILE.replace("return result_set", "return sorted(result_set)")
"""Right but for a list of actions."""
NO_ACTIONS = "        return True\n    return actions(board) == []\n\n\ndef utility"
"""A comparison with a list, in `terminal`."""


def rewritten(source: str, after: str, before: str, new: str) -> str:
    """Return `source` with `new` for all that stands between two texts."""
    start, _, rest = source.partition(after)
    return start + after + new + rest[rest.index(before) :]


@pytest.fixture(scope="module")
def told(default_rubric: Rubric) -> Iterator[Callable[[str], list[str]]]:
    """Grade a file, and return what is to be fixed."""
    launcher = Zygote()

    def graded(source: str) -> list[str]:
        result = completed(mark(submission_of("a", source), default_rubric, launcher), default_rubric)
        assert result.fault == ""
        return [
            text.text if isinstance(text, Link) else str(text)
            for label, text in answer_facts(result)
            if label.startswith("Fix")
        ]

    yield graded
    launcher.close()


def test_a_list_of_actions_that_nothing_else_needs_is_told_alone(told: Callable[[str], list[str]]) -> None:
    assert told(LIST) == ["actions: return a set, not a list"]


def test_a_terminal_that_compares_with_a_list_must_change_when_actions_returns_a_set(
    told: Callable[[str], list[str]],
) -> None:
    """The search, which fails then only because of `terminal`, must not."""
    comparing = rewritten(LIST, "if winner(board) is not None:\n", '(board):\n    """\n    Returns 1', NO_ACTIONS)
    assert told(comparing) == ["actions: return a set, not a list; change terminal too"]


def test_a_search_that_takes_the_first_of_a_list_must_change_too(told: Callable[[str], list[str]]) -> None:
    first = LIST.replace("for action in actions(board):", "for action in actions(board)[0:]:")
    assert first != LIST
    assert told(first) == ["actions: return a set, not a list; change minimax too"]


def test_a_terminal_that_needs_another_value_for_a_tie_must_change_with_winner(
    told: Callable[[str], list[str]],
) -> None:
    tied = FILE.replace(
        "    return None\n\n\ndef terminal", "    return None if actions(board) else 'tie'\n\n\ndef terminal"
    )
    source = rewritten(
        tied, "if winner(board) is not None:\n", "\n\n\ndef utility", "        return True\n    return False"
    )
    assert told(source) == ["winner: return None for a tie, not another value; change terminal too"]


def test_a_search_that_only_opens_with_a_list_must_change_too(told: Callable[[str], list[str]]) -> None:
    """An opening move stands apart from the search, and is asked where it takes no long one."""
    opening = "    if board == initial_state():\n        return actions(board)[4]\n    best_action = None\n"

    assert told(LIST.replace("    best_action = None\n", opening)) == [
        "actions: return a set, not a list; change minimax too"
    ]


def test_a_terminal_that_asks_for_none_need_not_change_with_a_list(told: Callable[[str], list[str]]) -> None:
    """On a full board `actions` may go on to return None."""
    none = LIST.replace("return sorted(result_set)", "return sorted(result_set) or None")
    asking = NO_ACTIONS.replace("actions(board) == []", "actions(board) is None")
    comparing = rewritten(none, "if winner(board) is not None:\n", '(board):\n    """\n    Returns 1', asking)

    assert told(comparing) == ["actions: return a set, not a list"]


def test_a_search_that_takes_one_of_a_list_must_change_though_none_stays_on_full_boards(
    told: Callable[[str], list[str]],
) -> None:
    """A set has no first element."""
    none = LIST.replace("return sorted(result_set)", "return sorted(result_set) or None")
    first = none.replace("    best_action = None\n", "    best_action = actions(board)[0]\n")

    assert told(first) == ["actions: return a set, not a list; change minimax too"]
