"""The changes between two versions of one file, in one line."""

from __future__ import annotations

from collections.abc import Mapping

from grader.model.result import FileVersion, Result, import_failure
from grader.model.verdict import Verdict
from grader.text.number_text import count_text, decimal_text


def version_of(result: Result) -> FileVersion | None:
    """Return the facts to keep of this version of the file; None without a mark."""
    if result.score is None:
        return None
    failed = (check for check in result.checks if check.verdict not in {Verdict.PASS, Verdict.PENDING})
    lost = tuple(check.id for check in failed if check.earned < check.points)
    return FileVersion(earned=result.score.automatic_earned, lost=lost, imported=not import_failure(result))


def since_text(result: Result) -> str:
    """Return the changes since the previous version of the file; empty without one."""
    return change_text(result.before, version_of(result))


def change_text(before: FileVersion | None, after: FileVersion | None) -> str:
    """Return the changes, such as ``53 -> 91: winner fixed, 2 checks left``; empty if a version has no mark."""
    if before is None or after is None:
        return ""
    if not after.imported:
        parts = ["the file cannot be imported"]
    else:
        parts = _parts(_by_function(before), _by_function(after)) if before.imported else ["the file can be imported"]
        parts.append(f"{count_text(len(after.lost), 'check')} left" if after.lost else "no check left")
    old, new = before.earned, after.earned
    marks = f"still {decimal_text(new)}" if old == new else f"{decimal_text(old)} -> {decimal_text(new)}"
    return f"{marks}: {', '.join(parts)}"


def _parts(before: Mapping[str, frozenset[str]], after: Mapping[str, frozenset[str]]) -> list[str]:
    names = [*dict.fromkeys([*before, *after])]
    lost = [(name, before.get(name, frozenset()), after.get(name, frozenset())) for name in names]
    fixed = [name for name, was, now in lost if was and not now]
    broken = [name for name, was, now in lost if now and not was]
    parts = [f"{', '.join(own)} {what}" for own, what in ((fixed, "fixed"), (broken, "broken")) if own]
    for name, was, now in lost:
        if was and now and was != now:
            counts = (("fixed", len(was - now)), ("broken", len(now - was)))
            told = " and ".join(f"{count_text(count, 'check')} {what}" for what, count in counts if count)
            parts.append(f"{name}: {told}")
    return parts


def _by_function(version: FileVersion) -> dict[str, frozenset[str]]:
    functions = dict.fromkeys(check.partition(".")[0] for check in version.lost)
    return {name: frozenset(check for check in version.lost if check.startswith(f"{name}.")) for name in functions}
