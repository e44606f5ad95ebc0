"""Whether an import starts the game is seen by running the file as an import does, not only claimed."""

from __future__ import annotations

import pytest

from grader.assignments.ai_game.asking import AiGameAnswers
from grader.assignments.ai_game.checks import CHECKS
from grader.assignments.ai_game.functions import MODULE_SPEC
from grader.assignments.ai_game.human_games import HumanGames
from grader.assignments.ai_game.outcomes import run_as_script
from grader.assignments.exhaustive.judge import judge
from grader.model.rubric import Limits
from grader.model.submission import SourceFile, Submission
from grader.model.verdict import Verdict
from grader.sandbox.launching.launcher import Launcher
from grader.sandbox.student import Student

GAME = "def play_game():\n    input('Your move: ')\n"
GUARDED = GAME + "if __name__ == '__main__':\n    play_game()\n"


def verdict(wall: Launcher, source: str) -> Verdict:
    """Return the verdict on the import of `source`."""
    files = (SourceFile(path="AI_game.py", text=source),)
    student = Student(Submission(id="s", student="S", main="AI_game.py", files=files), MODULE_SPEC, Limits(), wall)
    student.import_module()
    answers = AiGameAnswers(
        student=student, examinations={}, tournaments={}, script_runs=run_as_script(student), human_games=HumanGames()
    )
    return judge(answers, next(row for row in CHECKS if row.id == "entry_point.import_is_quiet")).verdict


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (GUARDED, Verdict.PASS),
        (GAME + "play_game()\n", Verdict.FAIL),
        ("name = input('Your name: ')\n" + GUARDED, Verdict.PASS),
    ],
)
def test_only_a_file_whose_import_starts_the_game_loses_the_check(
    wall: Launcher, source: str, expected: Verdict
) -> None:
    """A question of its own that the file asks before is no game."""
    assert expected is verdict(wall, source)


def test_a_file_that_strikes_the_claim_loses_the_check_too(wall: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a forger had struck from what the inside reports that anything asked for input."""
    for claim in ("talked_at_import", "left_out"):
        monkeypatch.setattr(Student, claim, ())

    assert Verdict.FAIL is verdict(wall, GAME + "play_game()\n")
    assert Verdict.PASS is verdict(wall, GUARDED)
