"""What is compared of a result."""

from __future__ import annotations

import dataclasses

import pytest

from grader.game.tree import table
from grader.model.result import Observed, Result
from grader.model.source import SourceCopy
from grader.model.verdict import Verdict
from grader.similarity.works import handed_in_by, work_of
from grader.story.classes.statistics import class_statistics
from tests.render.samples import check, line, result

MANY = [position for position in table().open if len(position.best) >= 3]


def played(text: str) -> Result:
    """Return a result with this code, a wrong check, and a policy of first best moves."""
    wrong = dataclasses.replace(check("winner.rows", "4", Verdict.FAIL), behaviour="1f")
    policy = "".join(str(position.best[0]) for position in table().open)
    return dataclasses.replace(
        result(line("winner", wrong)),
        source=(SourceCopy(path="tictactoe.py", text=text, lines=1),),
        observed=Observed(policy=policy),
    )


def test_wrong_answers_and_choices_come_from_the_record() -> None:
    """Nothing has to be run for them: `result.json` has both."""
    work = work_of(played("x = 1"))

    assert work is not None
    assert work.wrong == {"winner.rows 1f"}
    assert work.moves == "".join(str(position.best[0]) for position in MANY)


@pytest.mark.parametrize("text", ["import random", "from random import choice\n"])
def test_moves_by_chance_say_nothing(text: str) -> None:
    """Two programs that ask the same random numbers may move alike."""
    work = work_of(played(text))

    assert work is not None
    assert not work.moves


def test_a_policy_of_another_length_says_nothing() -> None:
    """A result may come from a file that somebody edited."""
    work = work_of(dataclasses.replace(played("x"), observed=Observed(policy="012")))

    assert work is not None
    assert not work.moves


def test_a_result_without_code_is_not_compared() -> None:
    """An older grader kept none."""
    assert work_of(dataclasses.replace(played("x"), source=())) is None


ADA = {"group": "Team 4", "upload": "Team 4_7", "section": "A"}


@pytest.mark.parametrize(
    ("more", "together"),
    [
        ({"section": "B"}, True),
        ({"upload": ""}, True),
        ({"upload": "eve_9"}, True),
        ({"upload": "Team 4_8", "section": "B"}, False),
        ({"group": ""}, False),
    ],
)
def test_whom_a_person_put_into_a_group_handed_in_with_it(more: dict[str, str], *, together: bool) -> None:
    """Whatever lies in the download under the own name; a group of the same name in another section is another."""
    one = played("x")
    ada, eve = (
        dataclasses.replace(one, submission=dataclasses.replace(one.submission, id=name, **facts))  # type: ignore[arg-type]
        for name, facts in (("ada", ADA), ("eve", {**ADA, **more}))
    )

    assert together == (not handed_in_by(ada).isdisjoint(handed_in_by(eve)))
    assert together == (not class_statistics([ada, eve]).same_code)
