"""
Files of the first version of the schema, as those of this one. Nothing is read out of their words.

So reports of them say less. `grader batch` grades them again: their key, the hash of what a mark rests on, is taken
away.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from grader.capabilities.causes.capability import Causes
from grader.capabilities.causes.judge import judged
from grader.model.result import Result

SCHEMA = "grader/result/v1"
NOTE = "Graded by an earlier version, so that some explanations are missing; they come back when it is graded again."
CAPABILITIES = {"pruning": "alpha_beta", "quality": "quality", "late": "lateness"}
"""Keys of items, and the names of the capabilities that they were of."""


def of_first_version(whole: dict[str, Any]) -> dict[str, Any]:
    """Return a plain result of the first version as one of this version."""
    new = dict(whole)
    if isinstance(criteria := whole.get("criteria"), list):
        new["criteria"] = [_item(item) if isinstance(item, dict) else item for item in criteria]
    new.pop("causes", None)
    if isinstance(grader := whole.get("grader"), dict):
        new["grader"] = grader | {"key": ""}
    if isinstance(notes := whole.get("notes", []), list):
        new["notes"] = [*notes, NOTE]
    return new


def with_findings(result: Result) -> Result:
    """Return `result` with what failed for one reason; what was seen of causes is known only in words."""
    return replace(result, found={Causes.name: judged(result.criteria)})


def _item(item: dict[str, object]) -> dict[str, object]:
    """Return an item; capabilities had keys of their own, and said what they had found in words."""
    new = {key: value for key, value in item.items() if key not in {"message", *CAPABILITIES}}
    new["reasons"] = _in_words(item.get("message"))
    for key, name in CAPABILITIES.items():
        if isinstance(found := item.get(key), dict):
            new["capability"] = name
            if "penalty" in found:
                new |= {"deduction": found["penalty"], "found": {k: v for k, v in found.items() if k != "penalty"}}
    if isinstance(checks := item.get("checks"), list):
        new["checks"] = [_check(check) if isinstance(check, dict) else check for check in checks]
    return new


def _in_words(text: object) -> list[dict[str, object]]:
    """Return the reasons that say `text`; none if it is empty."""
    return [{"code": "in_words", "values": {"words": text}}] if text else []


def _check(check: dict[str, Any]) -> dict[str, Any]:
    """Return a check; the move that was played stood where an action that was passed in stands."""
    said = {"reasons": _in_words(check.get("message", "")), "pattern": _in_words(check.get("pattern", ""))}
    check = {key: value for key, value in check.items() if key != "message"} | said
    example = check.get("counterexample")
    if not isinstance(example, dict):
        return check
    example = example | {key: _in_words(example.get(key)) for key in ("got", "expected")}
    if not isinstance(action := example.get("action"), list):
        return check | {"counterexample": example}
    is_passed = str(tuple(action)) in str(example.get("call"))
    played = 3 * action[0] + action[1] if action in [[row, column] for row in range(3) for column in range(3)] else None
    moved = {} if is_passed else {"action": None, "played": played}
    return check | {"counterexample": example | moved}
