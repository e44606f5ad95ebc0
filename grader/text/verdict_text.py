"""The words for verdicts, as all reports show them."""

from __future__ import annotations

from grader.model.result import ItemResult
from grader.model.verdict import Verdict

WORDS = {Verdict.PENDING: "to be marked", Verdict.HARNESS_FAULT: "internal error"}
"""The other verdicts are called by their value."""


def verdict_word(verdict: Verdict) -> str:
    """Return the word for `verdict`, such as ``fail`` or ``to be marked``."""
    return WORDS.get(verdict, verdict.value)


def is_unearned_bonus(item: ItemResult) -> bool:
    """Tell whether an item is a bonus that was judged and earned nothing: no report shows it as a fault."""
    return item.bonus and not item.earned and item.verdict is not Verdict.PENDING


def item_word(item: ItemResult) -> str:
    """Return the word for the verdict on an item of the rubric."""
    if item.deduction is not None and item.earned:
        return "late"
    return "not earned" if is_unearned_bonus(item) else verdict_word(item.verdict)
