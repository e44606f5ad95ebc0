"""What is particular to the format of each platform, read by a reader of that platform's own rules."""

from __future__ import annotations

import base64
import dataclasses
import json
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta, timezone
from decimal import Decimal
from typing import Any

import jsonschema
import pytest
from junitparser import Error, Failure, JUnitXml, Skipped

from grader.errors import UserError
from grader.model.result import ItemResult, Result
from grader.model.verdict import Verdict
from grader.platforms.registry import REPORTS
from grader.platforms.reports import CiJob, NoMark, unique_names
from tests.platforms.reports.classroom_reporter import report
from tests.platforms.reports.schemas import CLASSROOM50, GRADESCOPE
from tests.platforms.reports.totals import ENVIRONMENT, JOB, output, text
from tests.render.samples import BONUS, QUALITY, check, line, result

UNREAD = NoMark(reason="submission: no tictactoe.py, only game.py", by_grader=False)
BROKEN = NoMark(reason="the sandbox does not start", by_grader=True)


def written(name: str, found: NoMark) -> str:
    """Return what a format writes if there is no mark."""
    content = REPORTS[name].output(found, JOB).content
    return content if isinstance(content, str) else content.decode()


@pytest.mark.parametrize("name", ["gradescope", "junit", "check50", "classroom50", "github-classroom"])
def test_the_file_for_a_failing_submission(
    name: str, samples: Mapping[str, Result], golden: Callable[[str, str], None]
) -> None:
    """Byte for byte."""
    golden(f"fail.{name}.{'xml' if name == 'junit' else 'json'}", text(name, samples["fail"]))


@pytest.mark.parametrize("found", [UNREAD, BROKEN])
@pytest.mark.parametrize("name", [name for name in REPORTS if name != "classroom50"])
def test_without_a_mark_each_format_says_why(name: str, found: NoMark) -> None:
    """The reason, and that it costs nothing."""
    said = written(name, found).replace("%0A", "\n")

    assert found.reason in said
    assert ("the grader failed" in said) is found.by_grader


@pytest.mark.parametrize("found", [UNREAD, BROKEN])
def test_without_a_mark_no_platform_gets_points_to_count(found: NoMark) -> None:
    """No score, no zero: not in a test, not as a total, not in Classroom."""
    gradescope = json.loads(written("gradescope", found))
    jsonschema.validate(gradescope, GRADESCOPE)
    classroom50 = json.loads(written("classroom50", found))
    jsonschema.validate(classroom50, CLASSROOM50)
    value = REPORTS["github-classroom"].output(found, JOB).appended[0].text.partition("=")[2]
    reported = report("tictactoe", {"TICTACTOE_RESULTS": value})
    (suite,) = JUnitXml.fromstring(written("junit", found).encode())
    (case,) = suite

    assert [] == [one for one in (gradescope, *gradescope["tests"]) if "score" in one]
    assert (0, 0, []) == (classroom50["score"], classroom50["max-score"], classroom50["tests"])
    assert ({}, "Some tests errored.") == (reported.notices, reported.failed)
    assert [Error] == [type(one) for one in case.result]
    assert {"slug", "error", "version"} == {*json.loads(written("check50", found))}


def test_a_failure_is_lost_points_and_skipped_is_not_judged() -> None:
    """A check that costs nothing is passed with a remark; a bonus that was not earned is no failure."""
    checks = (
        check("winner.rows", "4"),
        check("winner.columns", "4", Verdict.ERROR, message="raised KeyError"),
        check("winner.board_unchanged", "1", Verdict.BLOCKED, message="not judged"),
        check("minimax.legal_move", "0", Verdict.FAIL, message="costs nothing"),
    )
    (suite,) = JUnitXml.fromstring(text("junit", result(line("winner", *checks), QUALITY, BONUS)).encode())
    passed, failed, blocked, remark, pending, bonus = suite

    assert [] == passed.result
    assert (Failure, "error", "error: raised KeyError") == (
        type(failed.result[0]),
        failed.result[0].type,
        failed.result[0].message,
    )
    assert [(Skipped, "blocked"), (Skipped, "pending"), (Skipped, "pending")] == [
        (type(one.result[0]), one.result[0].type) for one in (blocked, pending, bonus)
    ]
    assert ([], "fail: costs nothing") == (remark.result, remark.system_out.splitlines()[0])
    assert (6, 1, 0, 3) == (suite.tests, suite.failures, suite.errors, suite.skipped)


def test_two_tests_never_have_one_name() -> None:
    """Artemis and Classroom 50 tell tests apart by their names; those that are equal are numbered."""
    same = [line("winner", check("winner.rows", "1"))] * 2
    (suite,) = JUnitXml.fromstring(text("junit", result(*same)).encode())
    classroom50 = json.loads(text("classroom50", result(*same)))
    long = unique_names(["表" * 50, "表" * 50, " ", ""], 100)

    assert ["winner: detect a full row", "winner: detect a full row (2)"] == [case.name for case in suite]
    assert ["winner(board)", "winner(board) (2)"] == [test["test-name"] for test in classroom50["tests"]]
    assert ["表" * 33, f"{'表' * 32} (2)", "test", "test (2)"] == [*long]


def test_gradescope_shows_what_waits_for_a_person_without_points(samples: Mapping[str, Result]) -> None:
    """So the scores of the tests add up, and full automatic points are not shown as lost ones."""
    whole = json.loads(text("gradescope", samples["pending"]))
    (quality,) = (test for test in whole["tests"] if test["name"].startswith("Code quality"))

    assert "Code quality (5 points, to be marked by hand)" == quality["name"]
    assert {"score", "max_score", "status"} & {*quality} == set()
    assert {"hidden"} & {test["visibility"] for test in whole["tests"]} == set()
    assert "hidden" == whole["stdout_visibility"]
    assert "leaderboard" not in whole


def test_classroom_50_gets_whole_points_and_no_more_than_full_marks() -> None:
    """17.5 is 18; a bonus makes up for lost points and ends at full marks."""
    half = result(line("winner", check("winner.rows", "17.5"), check("winner.columns", "2.5", Verdict.FAIL)))
    bonus = line("extra", check("winner.rows", "10"))
    more = result(*half.criteria, _as_bonus(bonus))

    scores = [_scores(json.loads(text("classroom50", one))) for one in (half, more)]

    assert [(18, 20, [(18, 20)]), (20, 20, [(18, 20), (2, 10)])] == scores


def _as_bonus(item: ItemResult) -> ItemResult:
    return dataclasses.replace(item, bonus=True)


def _scores(whole: Any) -> tuple[int, int, list[tuple[int, int]]]:  # noqa: ANN401 - parsed JSON
    return whole["score"], whole["max-score"], [(test["score"], test["max-score"]) for test in whole["tests"]]


@pytest.mark.parametrize(
    ("tag", "expected"),
    [("submit/2026-09-01T14-22-32Z-a1b2c3d", "2026-09-01T14:22:32Z"), ("submit/x", "2026-09-01T22:00:00Z")],
)
def test_the_time_is_that_of_the_submission_whenever_it_is_graded(tag: str, expected: str) -> None:
    """As the tag says it; without one, when the grader started."""
    now = datetime(2026, 9, 2, tzinfo=timezone(timedelta(hours=2)))
    job = CiJob(environment={**ENVIRONMENT, "SUBMISSION_TAG": tag}, now=now)
    content = REPORTS["classroom50"].output(result(line("winner", check("winner.rows", "1"))), job).content

    assert isinstance(content, str)
    assert expected == json.loads(content)["datetime"]


def test_classroom_50_needs_what_its_runner_sets() -> None:
    """Otherwise the file could not name its student: bad input, before anything is graded."""
    REPORTS["classroom50"].require(ENVIRONMENT)

    with pytest.raises(UserError, match="CLASSROOM, RELEASE_URL not set"):
        REPORTS["classroom50"].require({**ENVIRONMENT, "CLASSROOM": "", "RELEASE_URL": ""})


def test_the_reporter_of_github_classroom_never_gets_an_empty_list() -> None:
    """It fails without a test, even if all points are given by hand."""
    value = output("github-classroom", result(QUALITY)).appended[0].text.partition("=")[2]

    reported = report("tictactoe", {"TICTACTOE_RESULTS": value})

    assert ("", {}) == (reported.failed, reported.notices)
    assert "5 points are marked by a person" in reported.log


def test_the_reporter_shows_what_failed_and_fails_the_job(samples: Mapping[str, Result]) -> None:
    """Points as a fraction of whole numbers."""
    value = output("github-classroom", samples["fail"]).appended[0].text.partition("=")[2]

    reported = report("tictactoe", {"TICTACTOE_RESULTS": value})

    assert "Some tests failed." == reported.failed
    assert "Points 7/16" == reported.notices["Autograding complete"]
    assert "wrong on 18 of 5,478 boards" in reported.log


def test_a_long_result_fits_into_an_environment_variable() -> None:
    """Messages are left out before the reporter could not be started any more."""
    found = result(*(line(f"item {n}", check("winner.rows", "1", Verdict.FAIL, message="表" * 900)) for n in range(80)))
    value = output("github-classroom", found).appended[0].text.partition("=")[2]

    assert len(json.loads(base64.b64decode(value))["tests"]) == 80
    assert "Points 0/80" == report("tictactoe", {"TICTACTOE_RESULTS": value}).notices["Autograding complete"]


def test_check50_has_three_answers() -> None:
    """Passed, not passed with what was expected, and neither for what was not judged."""
    failed = check("winner.columns", "4", Verdict.FAIL, message="wrong on 1 of 2 boards")
    blocked = check("winner.board_unchanged", "1", Verdict.BLOCKED, message="not judged")
    whole = json.loads(text("check50", result(line("winner", check("winner.rows", "4"), failed, blocked), QUALITY)))

    assert [True, False, None, None] == [one["passed"] for one in whole["results"]]
    assert [None, "fail: wrong on 1 of 2 boards", "blocked: not judged", "to be marked"] == [
        one["cause"] and one["cause"]["rationale"] for one in whole["results"]
    ]
    assert Decimal(4) == sum(Decimal(one["data"]["earned"]) for one in whole["results"])
