"""`grader check` for a platform: what stands on standard output, in the platform's files, and the exit status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from junitparser import JUnitXml

from grader.errors import HarnessFault
from grader.marking import mark as marking
from grader.model.isolation import Level
from grader.model.result import Result
from grader.model.submission import Submission
from grader.platforms.registry import REPORTS
from tests.cli.commands import Completed, OfferIsolation, Run
from tests.intake.packed import CODE, packed, write
from tests.platforms.reports.actions_log import read_log
from tests.platforms.reports.totals import ENVIRONMENT
from tests.render.samples import SAMPLES
from tests.sandbox.isolations import LEVELS

RunWith = Callable[..., Completed]
FORMATS = [*REPORTS]


@pytest.fixture(autouse=True)
def on_a_platform(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Set what platforms set."""
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GITHUB_WORKSPACE", str(tmp_path))
    for name in ("GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT"):
        monkeypatch.setenv(name, str(tmp_path / name))


def document(form: str, text: str) -> object:
    """Return what a platform reads: JSON, unless it is named here."""
    if form == "github":
        step = read_log(text)
        assert not step.stopped
        return step
    return JUnitXml.fromstring(text.encode()) if form == "junit" else json.loads(text)


@pytest.mark.parametrize("form", FORMATS)
def test_lost_points_are_no_failure_where_the_platform_counts_points(form: str, short: Path, run_with: RunWith) -> None:
    """Elsewhere they are status 1, as without a platform; `--fail-under` decides everywhere."""
    ended = run_with(SAMPLES["fail"](), "check", short, "--format", form)

    assert document(form, ended.out)
    assert (0 if REPORTS[form].graded_is_success else 1) == ended.code
    assert 1 == run_with(SAMPLES["fail"](), "check", short, "--format", form, "--fail-under", "80").code
    assert 0 == run_with(SAMPLES["pass"](), "check", short, "--format", form).code


@pytest.mark.parametrize("form", FORMATS)
def test_a_fault_of_ours_is_a_file_that_says_so(form: str, short: Path, run_with: RunWith) -> None:
    """And status 3 on every platform."""
    ended = run_with(SAMPLES["harness_fault"](), "check", short, "--format", form)

    assert document(form, ended.out)
    assert (3, "") == (ended.code, "" if form == "classroom50" else _lacks(ended.out, "did not finish within"))


@pytest.mark.parametrize("form", FORMATS)
def test_a_submission_that_cannot_be_read_is_a_file_that_says_so(form: str, tmp_path: Path, run: Run) -> None:
    """With the reason; the message for a person and the status are the usual ones."""
    ended = run("check", tmp_path / "missing.py", "--format", form)

    assert document(form, ended.out)
    assert (2, "") == (ended.code, "" if form == "classroom50" else _lacks(ended.out, "no such file"))
    assert "no such file; check the path" in ended.err


def test_a_bug_of_ours_is_a_file_that_says_so(short: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log has the details; the student reads only that it is an internal error."""
    monkeypatch.setattr(marking, "mark", lambda *_, **__: 1 // 0)

    ended = run("check", short, "--format", "gradescope")

    assert 3 == ended.code
    assert "internal error: ZeroDivisionError" in json.loads(ended.out)["tests"][0]["output"]
    assert "integer division" not in ended.out


def test_too_little_isolation_is_a_file_that_says_so(short: Path, run: Run, offer: OfferIsolation) -> None:
    """It is the machine's fault, and costs nothing."""
    offer(LEVELS[Level.PARTIAL])

    ended = run("check", short, "--format", "gradescope", "--require-isolation", Level.FULL.value)

    assert 4 == ended.code
    assert "isolation full is required" in json.loads(ended.out)["tests"][0]["output"]


def test_a_grader_that_cannot_start_is_a_file_that_says_so(
    short: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of the sandbox is not the student's."""

    def broken(*_: object, **_ahead: bool) -> None:
        raise HarnessFault("no process can be started")

    monkeypatch.setattr(marking, "mark", broken)

    ended = run("check", short, "--format", "junit")

    assert (3, 1) == (ended.code, JUnitXml.fromstring(ended.out.encode()).errors or 1)
    assert "no process can be started" in ended.out


def test_github_gets_the_summary_added_to_what_is_there(short: Path, run_with: RunWith, tmp_path: Path) -> None:
    """Other commands of the step may have written to it."""
    (tmp_path / "GITHUB_STEP_SUMMARY").write_text("before\n", encoding="utf-8")

    ended = run_with(SAMPLES["fail"](), "check", short, "--format", "github")

    assert (tmp_path / "GITHUB_STEP_SUMMARY").read_text(encoding="utf-8").startswith("before\n# CS3081")
    assert "file=tictactoe.py," in ended.out


def test_the_path_of_an_annotation_begins_in_the_workspace(
    run_with: RunWith, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever below the given folder the file was found, and whatever the working directory is."""
    (tmp_path / "work" / "src").mkdir(parents=True)
    (tmp_path / "work" / "src" / "tictactoe.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "work")

    ended = run_with(SAMPLES["fail"](), "check", ".", "--format", "github")

    assert "file=work/src/tictactoe.py," in ended.out


def test_an_annotation_about_a_file_in_an_archive_is_at_no_other_file(run_with: RunWith, tmp_path: Path) -> None:
    """Beside the archive there may be another version of the file, with other lines."""
    write(tmp_path, {"work/hw.zip": packed("tictactoe.py"), "work/tictactoe.py": CODE})

    ended = run_with(SAMPLES["fail"](), "check", tmp_path / "work" / "hw.zip", "--format", "github")

    assert "file=work/hw.zip/tictactoe.py," in ended.out


def test_a_summary_that_cannot_be_written_costs_nothing(
    short: Path, run_with: RunWith, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log has all of it; a line says so."""
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(tmp_path / "none" / "summary"))

    ended = run_with(SAMPLES["pass"](), "check", short, "--format", "github")

    assert 0 == ended.code
    assert "warning: GITHUB_STEP_SUMMARY" in ended.err


def test_a_result_that_does_not_reach_the_reporter_is_a_fault(
    short: Path, run_with: RunWith, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Classroom would show nothing: status 3, and only one result on standard output."""
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "none" / "output"))

    ended = run_with(SAMPLES["pass"](), "check", short, "--format", "github-classroom")

    assert 3 == ended.code
    assert "pass" == json.loads(ended.out)["status"]
    assert "did not reach the platform" in ended.err


def test_classroom_50_outside_of_its_runner_is_bad_input(
    short: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is graded, since the file could not name its student."""
    monkeypatch.delenv("SUBMISSION_TAG")

    ended = run("check", short, "--format", "classroom50")

    assert (2, "") == (ended.code, ended.out)
    assert "SUBMISSION_TAG not set" in ended.err


def test_metadata_say_who_handed_in(short: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result has the name; an assignment with other points than the rubric is noticed."""
    seen: list[Submission] = []

    def known(submission: Submission, *_: object, **_ahead: bool) -> Result:
        seen.append(submission)
        return SAMPLES["pass"]()

    monkeypatch.setattr(marking, "mark", known)
    metadata = tmp_path / "submission_metadata.json"
    warnings = []
    for points in ("95.0", "100", "20.0"):
        whole = {"users": [{"name": "Šárka"}], "assignment": {"total_points": points}}
        metadata.write_text(json.dumps(whole), encoding="utf-8")
        warnings.append("warning: " in run("check", short, "--metadata", metadata).err)

    assert ["Šárka"] * 3 == [one.student for one in seen]
    assert [False, False, True] == warnings


def test_metadata_that_cannot_be_read_are_bad_input(short: Path, run: Run, tmp_path: Path) -> None:
    """Nothing is graded under a wrong name."""
    ended = run("check", short, "--format", "gradescope", "--metadata", tmp_path / "none.json")

    assert 2 == ended.code
    assert "none.json: No such file" in json.loads(ended.out)["tests"][0]["output"]


def _lacks(text: str, part: str) -> str:
    return "" if part in text else part
