"""What the reporter of GitHub Classroom makes of the outputs of the steps before it, by the rules of its source."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

RUNNERS = re.compile(r"([a-zA-Z0-9]+,)*[a-zA-Z0-9]+")
LONGEST_VARIABLE = 128 * 1024
"""Bytes of ``NAME=value`` that Linux passes to a program."""


class Reported(NamedTuple):
    """What a student and Classroom see."""

    log: str
    notices: dict[str, str]
    failed: str
    """Why the job fails, empty if it does not."""


def report(runners: str, environment: Mapping[str, str]) -> Reported:
    """Return what the reporter does with these runners."""
    assert all(len(f"{name}={value}") < LONGEST_VARIABLE for name, value in environment.items())
    try:
        ids = [one for one in re.split(r"[\s,]", runners) if one]
        results = [json.loads(base64.b64decode(environment[f"{one.upper()}_RESULTS"])) for one in ids]
        log = "\n".join(_shown(test) for result in results for test in result["tests"])
        notices = _notices(results)
    except (KeyError, ValueError, TypeError) as error:
        misled = not RUNNERS.fullmatch(runners)
        message = "The runners input must be a comma-separated list of strings." if misled else str(error)
        return Reported(message, {}, message)
    statuses = {result["status"] for result in results}
    failed = "Some tests failed." if "fail" in statuses else "Some tests errored." if "error" in statuses else ""
    return Reported(log, notices, failed)


def _shown(test: dict[str, Any]) -> str:
    if test["status"] == "pass":
        return f"✅ {test['name']}\n{test.get('test_code', '')}"
    return f"❌ {test['name']}\n{test['test_code']}\nError: {test['message']}\nline {test['line_no']}"


def _notices(results: list[dict[str, Any]]) -> dict[str, str]:
    counted = [result for result in results if result["max_score"]]
    most = sum(result["max_score"] for result in counted)
    total = sum(test["score"] for result in counted for test in result["tests"])
    if not most:
        return {}
    numbers = json.dumps({"totalPoints": total, "maxPoints": most}, separators=(",", ":"))
    return {"Autograding complete": f"Points {total}/{most}", "Autograding report": numbers}
