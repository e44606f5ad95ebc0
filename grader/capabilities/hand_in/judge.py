"""Makes every check of the files that are handed in; nothing of them is run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from grader.capabilities.hand_in.contents import judge_complete, judge_forbidden, judge_own_code
from grader.capabilities.hand_in.imports import judge_imports
from grader.capabilities.hand_in.outcome import not_judged
from grader.capabilities.hand_in.readme import judge_readme, judge_readme_says
from grader.capabilities.hand_in.repository_link import judge_link
from grader.capabilities.hand_in.unchanged import judge_unchanged
from grader.model.reason import reason

if TYPE_CHECKING:
    from grader.capabilities.hand_in.rules import FileRules
    from grader.model.handed_in import HandedIn
    from grader.model.result import CheckOutcome
    from grader.model.submission import Submission

    Judge = Callable[[Submission, HandedIn, FileRules], CheckOutcome]

JUDGES: Mapping[str, Judge] = {
    "files.complete": judge_complete,
    "files.readme": judge_readme,
    "files.readme_says": judge_readme_says,
    "files.unchanged": judge_unchanged,
    "files.nothing_forbidden": judge_forbidden,
    "files.own_code_only": judge_own_code,
    "files.repository_link": judge_link,
}
"""The checks that need more files than the code."""
CODE_CHECK = "files.standard_library"


def judge_files(submission: Submission, rules: FileRules) -> dict[str, CheckOutcome]:
    """Return the outcome of every check that `rules` make, by its id; one that cannot be judged is pending."""
    return {entry.id: _judged(entry.id, submission, rules) for entry in rules.checks}


def _judged(check: str, submission: Submission, rules: FileRules) -> CheckOutcome:
    handed_in = submission.handed_in
    try:
        if check == CODE_CHECK:
            return judge_imports(submission, rules)
        if handed_in is None:
            return not_judged(check, reason("only_one_file"))
        if handed_in.problem:
            return not_judged(check, reason("not_looked_at", problem=handed_in.problem))
        return JUDGES[check](submission, handed_in, rules)
    except Exception as error:  # noqa: BLE001 - a fault of ours costs no point
        return not_judged(check, reason("internal_error", error=type(error).__name__))
