"""What changed between two gradings of one file, in one line."""

from __future__ import annotations

from collections.abc import Mapping

from grader.model.result import CheckResult, Result, import_failure
from grader.model.verdict import Verdict
from grader.text.number_text import count_text, decimal_text


def change_text(before: Result, after: Result) -> str:
    """Return such as ``53 -> 91: winner fixed, 2 checks left``; empty if one of them has no mark."""
    if before.score is None or after.score is None:
        return ""
    if import_failure(after):
        parts = ["the file cannot be imported"]
    else:
        lost_before, lost_after = _lost(before), _lost(after)
        parts = ["the file can be imported"] if import_failure(before) else _parts(lost_before, lost_after)
        left = sum(map(len, lost_after.values()))
        parts.append(f"{count_text(left, 'check')} left" if left else "no check left")
    old, new = before.score.automatic_earned, after.score.automatic_earned
    marks = f"still {decimal_text(new)}" if old == new else f"{decimal_text(old)} -> {decimal_text(new)}"
    return f"{marks}: {', '.join(parts)}"


def _parts(before: Mapping[str, frozenset[str]], after: Mapping[str, frozenset[str]]) -> list[str]:
    """Return what happened to each function, the fixed ones first."""
    names = [*dict.fromkeys([*before, *after])]
    none: frozenset[str] = frozenset()
    fixed = [name for name in names if not after.get(name) and before.get(name)]
    broken = [name for name in names if not before.get(name) and after.get(name)]
    parts = []
    if fixed:
        parts.append(f"{', '.join(fixed)} fixed")
    if broken:
        parts.append(f"{', '.join(broken)} broken")
    for name in names:
        was, now = before.get(name, none), after.get(name, none)
        if was and now and was != now:
            counts = (("fixed", len(was - now)), ("broken", len(now - was)))
            told = " and ".join(f"{count_text(count, 'check')} {what}" for what, count in counts if count)
            parts.append(f"{name}: {told}")
    return parts


def _lost(result: Result) -> dict[str, frozenset[str]]:
    """Return the checks that lost points, by function."""
    lost: dict[str, set[str]] = {}
    for item in result.criteria:
        for check in item.checks:
            function = check.function
            lost.setdefault(function, set())
            if _loses(check):
                lost[function].add(check.id)
    return {function: frozenset(checks) for function, checks in lost.items()}


def _loses(check: CheckResult) -> bool:
    return check.verdict not in {Verdict.PASS, Verdict.PENDING} and check.earned < check.points
