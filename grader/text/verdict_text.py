"""The words for verdicts, as all reports show them."""

from __future__ import annotations

from grader.model.result import CriterionResult
from grader.model.verdict import Verdict

WORDS = {Verdict.PENDING: "to be marked", Verdict.HARNESS_FAULT: "internal error"}
"""The other verdicts are called by their value."""


def verdict_word(verdict: Verdict) -> str:
    """Return the word for `verdict`, such as ``fail`` or ``to be marked``."""
    return WORDS.get(verdict, verdict.value)


def is_unearned_bonus(criterion: CriterionResult) -> bool:
    """Tell whether an item is a bonus that was judged and earned nothing: no report shows it as a fault."""
    return criterion.bonus and not criterion.earned and criterion.verdict is not Verdict.PENDING


def item_word(criterion: CriterionResult) -> str:
    """Return the word for the verdict on an item of the rubric."""
    if criterion.deduction is not None and criterion.earned:
        return "late"
    return "not earned" if is_unearned_bonus(criterion) else verdict_word(criterion.verdict)
