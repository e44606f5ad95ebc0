"""The log of a job: annotations within GitHub's limits, and nothing that a student wrote is a command."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping

import pytest

from grader.capabilities.quality.capability import QualityFinding, QualityReport
from grader.model.counterexample import Counterexample
from grader.model.result import ItemResult, Result
from grader.model.source import SourceCopy
from grader.model.verdict import Verdict
from grader.platforms import github
from grader.platforms.github import MOST_SUMMARY
from grader.platforms.registry import REPORTS
from grader.platforms.reports import CiJob, NoMark
from tests.platforms.reports.actions_log import Command, read_log
from tests.platforms.reports.totals import JOB, output, text
from tests.render.rendering import overview_markdown, student_markdown
from tests.render.samples import check, line, proposed, result
from tests.words import words


def commands(found: Result, kind: str) -> list[Command]:
    """Return the annotations of a kind."""
    return [one for one in read_log(text("github", found)).commands if one.name == kind]


def test_the_log_of_a_failing_file(samples: Mapping[str, Result], golden: Callable[[str, str], None]) -> None:
    """The report between two tokens, then a notice with the mark and an error for each reason."""
    golden("fail.github.txt", text("github", samples["fail"]))


def test_an_error_stands_at_the_line_that_raised_or_at_the_function(samples: Mapping[str, Result]) -> None:
    """Otherwise it is about the file; the path begins in the workspace."""
    found = samples["error"]
    source = (SourceCopy(path="tictactoe.py", text="X = 1\n\ndef winner(board):\n    raise x", lines=4),)
    raised = Counterexample(
        function="winner",
        board="X........",
        call="winner(board)",
        got=words("x"),
        expected=words("None"),
        at="tictactoe.py:4",
    )
    lines = [
        line("winner", check("winner.rows", "1", Verdict.ERROR, message="a", counterexample=raised)),
        line("winner2", check("winner.columns", "1", Verdict.FAIL, message="b")),
        line("minimax", check("minimax.legal_move", "1", Verdict.MISSING, message="c")),
    ]
    found = result(*lines, source=source)
    log = REPORTS["github"].output(found, dataclasses.replace(JOB, folder="week 3/ada")).content

    assert isinstance(log, str)
    errors = [one.properties for one in read_log(log).commands if one.name == "error"]
    assert ["4", "3", None] == [one.get("line") for one in errors]
    assert {"week 3/ada/tictactoe.py"} == {one["file"] for one in errors}


def test_a_line_of_a_notebook_is_no_line_of_its_file() -> None:
    """The place is the notebook as a whole."""
    at = Counterexample(
        function="winner", board="X........", call="c", got=words("x"), expected=words("None"), at="cell 3, line 2"
    )
    source = (SourceCopy(path="AI_game.ipynb", text="def winner(board):\n  pass", lines=2, cells=(1,)),)
    failed = check("winner.rows", "1", Verdict.ERROR, message="a", counterexample=at)

    (error,) = commands(result(line("winner", failed), source=source), "error")

    assert "line" not in error.properties


def many(count: int) -> list[ItemResult]:
    """Return items that each lose a point for a reason of their own."""
    return [line(f"item {n}", check("winner.rows", "1", Verdict.FAIL, message=f"reason {n}")) for n in range(count)]


@pytest.mark.parametrize(("count", "last"), [(10, "reason 9"), (11, "2 more"), (40, "31 more")])
def test_there_are_at_most_ten_errors_and_the_last_one_counts_the_rest(count: int, last: str) -> None:
    """GitHub drops more than ten of a kind without a word."""
    errors = commands(result(*many(count)), "error")

    assert 10 == len(errors)
    assert last in errors[-1].properties["title"] + errors[-1].data


def test_there_are_at_most_ten_warnings() -> None:
    """Each finding about the code that has a line is one, until there are too many."""
    quality = proposed()
    assert isinstance(quality.found, QualityReport)
    places = tuple(QualityFinding(at=f"tictactoe.py:{n}", why=words(f"finding {n}")) for n in range(1, 15))
    kinds = (dataclasses.replace(quality.found.kinds[0], findings=places),)
    item = dataclasses.replace(quality, found=dataclasses.replace(quality.found, kinds=kinds))
    source = (SourceCopy(path="tictactoe.py", text="\n" * 20, lines=21),)

    warnings = commands(result(*many(1), item, source=source), "warning")

    assert ["1", "2"] == [one.properties["line"] for one in warnings[:2]]
    assert (10, "5 more") == (len(warnings), warnings[-1].properties["title"])


def test_the_summary_of_the_job_is_the_report(samples: Mapping[str, Result]) -> None:
    """It is added to the file that GitHub names."""
    found = samples["fail"]

    (appended,) = output("github", found).appended

    assert ("GITHUB_STEP_SUMMARY", student_markdown(found), False) == appended


def test_a_summary_beyond_the_limit_becomes_short(
    samples: Mapping[str, Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    """GitHub shows none at all of more than a MiB; so what concerns the whole file is left, and not more than fits."""
    long, short = (student_markdown(samples["fail"]), overview_markdown(samples["fail"]))
    shown = []
    for most in (len(long.encode()), len(long.encode()) - 1, len(short.encode()) - 9):
        monkeypatch.setattr(github, "MOST_SUMMARY", most)
        shown.append(output("github", samples["fail"]).appended[0].text)

    assert [long, short] == shown[:2]
    assert short.startswith(shown[2].rstrip("\n"))
    assert MOST_SUMMARY < 1 << 20


def test_without_a_mark_there_is_one_error(samples: Mapping[str, Result]) -> None:
    """It says whose fault it is; nothing looks like a zero."""
    (error,) = commands(samples["harness_fault"], "error")
    unread = NoMark(reason="no tictactoe.py\n::add-mask::x", by_grader=False)
    log = REPORTS["github"].output(unread, CiJob(resume_word="t0ken")).content

    assert "Not graded: internal error" == error.properties["title"]
    assert "The grader failed, not the submission" in error.data.replace("the grader", "The grader")
    assert isinstance(log, str)
    assert ["error"] == [one.name for one in read_log(log).commands]
