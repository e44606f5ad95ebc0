"""The messages about a rubric file that is YAML, but wrong."""

from __future__ import annotations

import pytest

from grader.errors import UserError
from grader.rubric_file import load_rubric
from tests.rubric_file.mistakes import MISTAKES, USE_ROOT
from tests.rubric_file.toy import TOY, edited, problems_of


class TestAWrongFile:
    """Mistakes in a file that is YAML."""

    @pytest.mark.parametrize(("edits", "expected"), MISTAKES.values(), ids=MISTAKES)
    def test_each_mistake_is_reported_with_its_remedy(self, edits: list[tuple[str, str]], expected: list[str]) -> None:
        """One mistake, one line: where it is, what is wrong, what to do."""
        assert expected == problems_of(edited(*edits))

    def test_all_problems_are_reported_at_once_in_file_order(self) -> None:
        """Shape, sums, names and repeated keys of one file come in one message, top to bottom."""
        text = edited(
            ("title: Small", "title: 5"),
            ("total: 10", "total: 10\ntotal: 11"),
            ("later: 4", "latter: 5"),
            ("points: 3", "points: -3"),
            ("id: style", "id: turn"),
            ("by_hand: true", "by_hand: true\nlimits: {cal: 1, calls: {minmax: 0}}"),
        )

        assert problems_of(text) == [
            "1:8: 'title' must be a text, not the number 5; put it in quotes",
            "4:1: the key 'total' stands here a second time, first in line 3; remove one of the two",
            "9:5: the shares of the item 'turn' add up to 7, but its 'points' say 6; change one or the other",
            "9:24: there is no check 'latter' here; did you mean 'later'?",
            "12:13: 'points' must be 0 or more; change the number -3",
            "14:9: the id 'turn' is taken already, in line 6; choose another",
            "18:10: unknown key 'cal'; did you mean 'call'?",
            "18:26: the assignment has no function 'minmax'; did you mean 'minimax'?",
            "18:34: 'minmax' must be 0.01 CPU seconds or more; change the number 0",
        ]

    def test_a_message_keeps_to_its_line_whatever_the_file_says(self) -> None:
        """Line feeds, colours and endless words of the file cannot forge or flood a message."""
        text = edited(("total: 10", 'total: 10\n"a\\nb\\e[31m": 1\n' + "k" * 500 + ": 1"))

        assert [
            f"4:1: unknown key 'a\\x0ab\\x1b[31m'; {USE_ROOT}",
            f"5:1: unknown key '{'k' * 59}…'; {USE_ROOT}",
        ] == problems_of(text)

    def test_the_name_of_the_file_is_shown_safely(self) -> None:
        """A file may be called anything; its name stays on one line."""
        with pytest.raises(UserError) as refusal:
            load_rubric(b"", "a\nb.yaml", {"toy": TOY})

        assert str(refusal.value) == "a\\x0ab.yaml:1:1: the file is empty; copy the default rubric and edit it"
