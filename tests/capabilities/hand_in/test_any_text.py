"""Whatever a student hands in is judged, with a message that is safe to show."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.capabilities.hand_in.capability import NEVER_HANDED_IN, FileRules, HandedOutFile, hash_of
from grader.capabilities.hand_in.judge import judge_files
from grader.capabilities.hand_in.readme import repository_of
from grader.model.sanitize import sanitize
from grader.model.verdict import Verdict
from grader.text.reasons import said
from tests.capabilities.hand_in.handing_in import handed_in

CODE = ["import ", "from ", "numpy", "(", ")", ",", "*", " as ", "\\", "'''", '"', "#", "\n", "\r", ".", "=", "x = 1"]
TEXTS = st.lists(st.sampled_from([*CODE, "https://github.com/", "ada/ttt", "\u202e", "\x1b[2J", "\0"])).map("".join)
RULES = FileRules(
    complete=("runner.py",),
    readme=True,
    readme_skeleton="x = 1",
    unchanged=(HandedOutFile(path="runner.py", sha256=hash_of("x = 1"), text="x = 1"),),
    standard_library=True,
    nothing_forbidden=NEVER_HANDED_IN,
    own_code_only=True,
    repository_link=True,
)


@settings(max_examples=150)
@given(code=TEXTS, readme=TEXTS, runner=TEXTS)
def test_every_check_has_an_outcome_in_one_safe_line(code: str, readme: str, runner: str) -> None:
    """No text keeps a check from an answer, or puts a control character into it; equal texts get equal answers."""
    submission = handed_in({"README.md": readme, "runner.py": runner}, code, {"numpy.py": runner})
    outcomes = judge_files(submission, RULES)
    shown = [said(outcome.reasons) for outcome in outcomes.values()] + [repository_of(submission, RULES)]
    shown += [line.text for outcome in outcomes.values() for line in outcome.difference]

    assert [entry.id for entry in RULES.checks] == list(outcomes)
    assert Verdict.PENDING not in {outcome.verdict for outcome in outcomes.values()}
    assert [sanitize(text, 2000) for text in shown] == shown
    assert outcomes == judge_files(submission, RULES)
