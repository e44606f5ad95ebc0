"""Files that cannot be a submission are refused before any code is run, alone and in a class."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from grader.assignments.tictactoe import MODULE_SPEC
from grader.errors import UserError
from grader.intake.class_folder import read_class
from grader.intake.one_submission import read_submission
from grader.model.isolation import Level
from tests.hostile.bait_paths import Bait
from tests.hostile.corpus import ATTACKS, MODULE, REFUSED, SOURCE_KIB

each_file = pytest.mark.parametrize("attack", REFUSED)
pytestmark = pytest.mark.timeout(30)


@pytest.fixture
def bait(attack: str, tmp_path: Path) -> Bait:
    """Return a bait with the attack's file in it; skips the test if this system has no such files."""
    lacking = ATTACKS[attack].lacking(Level.FULL_PLUS)
    if lacking:
        pytest.skip(lacking)
    bait = Bait(tmp_path, attack)
    ATTACKS[attack].write(bait.handed_in, bait.names())
    return bait


@each_file
def test_a_hostile_file_is_refused_with_its_name_and_the_remedy(attack: str, bait: Bait) -> None:
    """The message is one printable line and quotes nothing from other files."""
    with pytest.raises(UserError, match=re.escape(ATTACKS[attack].refused)) as caught:
        read_submission(bait.handed_in, MODULE_SPEC, SOURCE_KIB)

    assert f"{MODULE}.py" in str(caught.value)
    assert str(caught.value).isprintable()
    assert bait.token not in str(caught.value)


@each_file
def test_a_hostile_file_keeps_nobody_else_from_being_read(attack: str, bait: Bait, tmp_path: Path) -> None:
    """In a class it is reported under its name, and the other submissions are read."""
    for student in ("ada", "zoe"):
        (tmp_path / attack / student).mkdir()
        (tmp_path / attack / student / f"{MODULE}.py").write_text("X = 'X'\n", encoding="utf-8")
    (bait.answers).unlink()

    intake = read_class(bait.place, MODULE_SPEC, SOURCE_KIB)

    assert ["ada", "zoe"] == [submission.id for submission in intake.submissions]
    assert ATTACKS[attack].refused in {problem.id: problem.reason for problem in intake.problems}[attack]
    assert not [problem for problem in intake.problems if bait.token in problem.reason]
