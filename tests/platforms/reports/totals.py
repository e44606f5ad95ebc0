"""The total that each platform reads from our output; each reader knows the platform's rules and not our code."""

from __future__ import annotations

import json
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, NamedTuple

import jsonschema
from junitparser import JUnitXml, Properties

from grader.model.result import Result
from grader.platforms.registry import REPORTS
from grader.platforms.reports import CiJob, PlatformOutput
from tests.platforms.reports.actions_log import read_log
from tests.platforms.reports.classroom_reporter import report
from tests.platforms.reports.schemas import CLASSROOM50, GRADESCOPE

GRADESCOPE_SCHEMA, CLASSROOM50_SCHEMA = map(jsonschema.Draft202012Validator, (GRADESCOPE, CLASSROOM50))
ENVIRONMENT = {
    "CLASSROOM": "ai-2026",
    "ASSIGNMENT": "tictactoe",
    "SUBMISSION_TAG": "submit/2026-09-01T14-22-32Z-a1b2c3d",
    "OWNER": "ada",
    "COMMIT_URL": "https://example.org/commit",
    "RELEASE_URL": "https://example.org/release",
}
JOB = CiJob(environment=ENVIRONMENT, resume_word="0123456789abcdef")


class Total(NamedTuple):
    """Points, and what they are out of; None if the format does not say it."""

    points: Decimal
    most: Decimal | None = None


def exact_total(result: Result) -> Total:
    """Return the mark so far with the bonus, and what it is out of: without the bonus and what waits for a person."""
    assert result.score is not None
    return Total(result.score.earned + result.score.bonus, result.score.possible - result.score.pending)


def rounded(total: Total) -> Total:
    """Return a total as platforms get it that take whole points only: rounded half up."""
    assert total.most is not None
    return Total(*(number.quantize(Decimal(1), ROUND_HALF_UP) for number in (total.points, total.most)))


def output(name: str, result: Result) -> PlatformOutput:
    """Return `result` in a format."""
    return REPORTS[name].output(result, JOB)


def text(name: str, result: Result) -> str:
    """Return what is written to standard output."""
    content = output(name, result).content
    return content if isinstance(content, str) else content.decode()


def gradescope_total(result: Result) -> Total:
    """Return what Gradescope shows; the scores of the tests add up to it."""
    whole = _document(text("gradescope", result), GRADESCOPE_SCHEMA)
    total = whole["score"]
    taken = sum(test["score"] for test in whole["tests"] if "score" in test)
    assert total == max(taken, 0)
    return Total(total, sum((test["max_score"] for test in whole["tests"] if "max_score" in test), Decimal(0)))


def classroom50_total(result: Result) -> Total:
    """Return what Classroom 50 takes, after the checks of its own runner."""
    whole = _document(text("classroom50", result), CLASSROOM50_SCHEMA)
    names = [test["test-name"] for test in whole["tests"]]
    assert len(names) == len(set(names))
    assert all(len(name.encode()) <= 100 for name in names)
    assert all(test["score"] <= test["max-score"] for test in whole["tests"])
    assert whole["score"] <= whole["max-score"]
    return Total(Decimal(whole["score"]), Decimal(whole["max-score"]))


def github_classroom_total(result: Result) -> Total:
    """Return what the reporter reports."""
    line = output("github-classroom", result).appended[0].text
    name, _, value = line.removesuffix("\n").partition("=")
    assert "result" == name
    assert "\n" not in value
    numbers = json.loads(report("tictactoe", {"TICTACTOE_RESULTS": value}).notices.get("Autograding report", "{}"))
    return Total(Decimal(numbers.get("totalPoints", 0)), Decimal(numbers.get("maxPoints", 0)))


def junit_total(result: Result) -> Total:
    """Return the sum of the points of all tests."""
    whole = JUnitXml.fromstring(text("junit", result).encode())
    (suite,) = whole
    pairs = [_property(case.child(Properties), "points").split("/") for case in suite]
    earned, most = (Decimal(one) for one in _property(suite.properties(), "points").split("/"))
    assert earned == max(Decimal(0), sum((Decimal(pair[0]) for pair in pairs), Decimal(0)))
    return Total(earned, most)


def check50_total(result: Result) -> Total:
    """Return the sum of the points of all checks."""
    whole = json.loads(text("check50", result), parse_float=Decimal, parse_int=Decimal)
    assert ["slug", "results", "version"] == list(whole)
    return Total(max(Decimal(0), sum((one["data"]["earned"] for one in whole["results"]), Decimal(0))))


def github_total(result: Result) -> Total:
    """Return what the notice says: ``Mark: 63 of 95 automatic points, plus 8 bonus``."""
    (notice,) = (one for one in read_log(text("github", result)).commands if one.name == "notice")
    words = notice.properties["title"].removeprefix("Mark: ").split(" ")
    bonus = Decimal(words[words.index("plus") + 1]) if "plus" in words else Decimal(0)
    return Total(Decimal(words[0]) + bonus, Decimal(words[2]))


def _document(written: str, schema: jsonschema.Draft202012Validator) -> dict[str, Any]:
    schema.validate(json.loads(written))
    whole: dict[str, Any] = json.loads(written, parse_float=Decimal, parse_int=Decimal)
    return whole


def _property(found: Any, name: str) -> str:  # noqa: ANN401 - an element or an iterator of the library
    (value,) = (one.value for one in found if one.name == name)
    return str(value)


READERS = {
    "gradescope": gradescope_total,
    "junit": junit_total,
    "github": github_total,
    "check50": check50_total,
    "classroom50": classroom50_total,
    "github-classroom": github_classroom_total,
}
SLOW = "github"
"""The one that draws the whole report for a terminal."""
WHOLE_POINTS = {"classroom50", "github-classroom"}


def expected_total(name: str, result: Result) -> Total:
    """Return what a format must show of `result`, with the declared rounding; in Classroom 50 at most full marks."""
    total = exact_total(result)
    if name in WHOLE_POINTS:
        total = rounded(total)
    if name == "classroom50" and total.most is not None:
        total = Total(min(total.points, total.most), total.most)
    return total if name != "check50" else Total(total.points)
