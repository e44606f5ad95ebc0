"""The pytest plugin: what counts as a check's outcome, what is a fault of the grader, and `--submission`."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from grader import submission_option
from grader.errors import HarnessFault
from grader.model.verdict import Verdict
from grader.pytest_plugin import Grading
from tests.assignments.student_sources import ACTIONS, HEAD, MEMORY_ACROSS_FUNCTIONS, PLAYER

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
REFERENCE = ROOT / "reference" / "tictactoe.py"
SESSION_OPTIONS = ("-pno:terminal", "-pno:cacheprovider", "-ppytest_timeout", "--capture=no", "--noconftest")

CHECK = """
import pytest
from grader.model.counterexample import Counterexample
from grader.model.result import CheckOutcome
from grader.model.verdict import Verdict

PASSED = CheckOutcome(check="f.a", verdict=Verdict.PASS)
FAILED = CheckOutcome(
    check="f.a", verdict=Verdict.FAIL, message="wrong on 1 of 2 boards", reproduce="python -c 42",
    counterexample=Counterexample(
        function="f", board="XO.......", call="f(board)", got="3", expected="4", at="tictactoe.py:7"
    ),
)
OTHER = CheckOutcome(check="f.b", verdict=Verdict.PASS)

@pytest.mark.criterion("f.a")
def test_a(report):
    BODY
"""


@pytest.fixture(autouse=True)
def only_our_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the plugin from this tree, once, whether or not the package is installed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


class CheckRun(NamedTuple):
    """A pytest session with one check, and what the plugin collected in it."""

    grading: Grading
    session: pytest.HookRecorder


def graded(pytester: pytest.Pytester, body: str, *arguments: str, more: str = "") -> CheckRun:
    """Run one check, with `more` beside it, as marking does."""
    pytester.makepyfile(CHECK.replace("BODY", body.replace("\n", "\n    ")) + more)
    grading = Grading()
    run = pytester.inline_run(*SESSION_OPTIONS, *arguments, plugins=[submission_option, grading])
    return CheckRun(grading, run)


def test_an_outcome_that_was_handed_in_is_collected(pytester: pytest.Pytester) -> None:
    """A passed check has its outcome and no fault."""
    grading, run = graded(pytester, "report(PASSED)")

    assert [outcome.verdict for outcome in grading.outcomes.values()] == [Verdict.PASS]
    assert grading.faults == []
    assert run.ret == pytest.ExitCode.OK


def test_a_failed_check_is_shown_as_its_finding(pytester: pytest.Pytester) -> None:
    """Message, board, call, expectation, line and command: no traceback and no path of the grader."""
    grading, run = graded(pytester, "report(FAILED)")
    (report,) = run.getfailures()

    assert [outcome.verdict for outcome in grading.outcomes.values()] == [Verdict.FAIL]
    assert grading.faults == []
    assert str(report.longrepr) == (
        "wrong on 1 of 2 boards\n\nX O .\n. . .\n. . .\n\nf(board): 3\nexpected: 4\n"
        "raised at tictactoe.py:7\n\npython -c 42"
    )


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("assert 1 == 2", "test_a (call): AssertionError"),
        ("raise ValueError('ours')", "test_a (call): ValueError: ours"),
        ("raise SystemError", "test_a (call): SystemError"),
        ("pytest.fail('no')", "test_a (call): Failed: no"),
        ("pytest.skip('no')", "test_a (call): Skipped: no"),
        ("pass", "was not reported exactly once"),
        ("report(OTHER)", "was not reported exactly once"),
        ("report(PASSED); report(PASSED)", "f.a was reported a second time"),
        ("report(PASSED); report(FAILED)", "f.a was reported a second time"),
        ("report(PASSED); raise ValueError", "test_a (call): ValueError"),
        ("from grader.pytest_plugin import CheckFailed; raise CheckFailed(FAILED)", "test_a (call): CheckFailed"),
        ("try: report(FAILED)\nexcept Exception: pass\nraise KeyError(1)", "test_a (call): KeyError"),
    ],
)
def test_anything_but_one_outcome_of_its_own_is_a_fault_of_ours(
    pytester: pytest.Pytester, body: str, fault: str
) -> None:
    """Neither a bare assertion nor any exception nor a forgotten outcome costs a student anything."""
    grading, run = graded(pytester, body)

    assert grading.outcomes == {}
    assert len(grading.faults) == 1
    assert fault in grading.faults[0]
    assert run.ret in {pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.OK}


def test_two_tests_for_one_check_are_a_fault_of_ours(pytester: pytest.Pytester) -> None:
    """The second outcome does not replace the first."""
    grading, _run = graded(
        pytester, "report(PASSED)", more="@pytest.mark.criterion('f.a')\ndef test_b(report): report(FAILED)"
    )

    assert grading.outcomes["f.a"].verdict is Verdict.PASS
    assert len(grading.faults) == 1
    assert "test_b" in grading.faults[0]


@pytest.mark.parametrize("where", ["setup", "teardown"])
def test_a_broken_fixture_is_a_fault_of_ours(pytester: pytest.Pytester, where: str) -> None:
    """Whether it breaks before or after the check."""
    steps = ["raise ValueError('ours')", "yield"]
    fixture = "\n    ".join(steps if where == "setup" else steps[::-1])
    more = f"@pytest.fixture(autouse=True)\ndef broken():\n    {fixture}"
    grading, _run = graded(pytester, "report(PASSED)", more=more)

    assert grading.faults == [f"test_a ({where}): ValueError: ours"]


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(60)", "report(PASSED); time.sleep(60)"])
def test_a_timeout_of_a_check_is_a_fault_of_ours(pytester: pytest.Pytester, body: str) -> None:
    """pytest-timeout fires from outside, without a terminal too, and nothing is collected."""
    grading, _run = graded(pytester, f"import time\n{body}", "--timeout=0.3")

    assert grading.outcomes == {}
    assert len(grading.faults) == 1
    assert grading.faults[0].startswith("test_a (call): ")


TWO_CHECKS = """
import pytest
from grader.model.result import CheckOutcome
from grader.model.verdict import Verdict

@pytest.mark.criterion("f.a")
def test_a(answers, report): report(CheckOutcome(check="f.a", verdict=answers["a"]))

@pytest.mark.criterion("f.b")
def test_b(answers, report): report(CheckOutcome(check="f.b", verdict=answers["b"]))
"""


def asking(pytester: pytest.Pytester, ask: Callable[[object], object], *arguments: str) -> Grading:
    """Run two checks after `ask`, as marking does."""
    pytester.makepyfile(TWO_CHECKS)
    student: Any = "the student"
    grading = Grading(student, ask)
    pytester.inline_run(*SESSION_OPTIONS, *arguments, plugins=[submission_option, grading])
    return grading


def test_everything_is_asked_once_before_the_first_check(pytester: pytest.Pytester) -> None:
    """Of the student that is graded; the checks get what came of it."""
    asked = []

    def ask(student: object) -> object:
        asked.append(student)
        return {"a": Verdict.FAIL, "b": Verdict.PASS}

    grading = asking(pytester, ask)

    assert asked == ["the student"]
    assert {check: outcome.verdict for check, outcome in grading.outcomes.items()} == {
        "f.a": Verdict.FAIL,
        "f.b": Verdict.PASS,
    }
    assert grading.faults == []


def test_a_fault_while_asking_is_one_fault_of_ours(pytester: pytest.Pytester) -> None:
    """It is not tried again for every check, and no check has an outcome."""
    asked = []

    def ask(student: object) -> object:
        asked.append(student)
        raise HarnessFault("the sandbox is gone")

    grading = asking(pytester, ask)

    assert len(asked) == 1
    assert grading.outcomes == {}
    assert grading.faults == ["test_a (setup): HarnessFault: the sandbox is gone"]


def test_asking_has_a_time_limit(pytester: pytest.Pytester) -> None:
    """The limit of one check: beyond it there is a fault of the grader and no mark."""

    def ask(_student: object) -> object:
        while True:
            time.sleep(0.01)

    grading = asking(pytester, ask, "--timeout=0.3")

    assert grading.outcomes == {}
    assert len(grading.faults) == 1
    assert grading.faults[0].startswith("test_a (setup): ")


def test_without_a_submission_the_plugin_is_inert(pytester: pytest.Pytester) -> None:
    """Other people's sessions see an option and a marker, no fixture, no changed report, and nothing heavy loaded."""
    pytester.makepyfile("""
        import sys
        def test_one(): assert not {"yaml", "hypothesis", "pydantic", "grader.sandbox.student"} & set(sys.modules)
        def test_two(): assert 1 == 2
        def test_three(answers): pass
    """)
    run = pytester.runpytest_subprocess("-p", "grader.submission_option", "--strict-markers")

    run.assert_outcomes(passed=1, failed=1, errors=1)
    run.stdout.fnmatch_lines(["*fixture 'answers' not found*", "E*assert 1 == 2"])
    assert "--submission" in pytester.runpytest_subprocess("-p", "grader.submission_option", "--help").stdout.str()


def checked(pytester: pytest.Pytester, file: Path, checks: str = "", *arguments: str) -> pytest.RunResult:
    """Run the checks on `file` as a person would."""
    return pytester.runpytest_subprocess(
        *("-p", "grader.submission_option", "-p", "no:cacheprovider", "-W", "error"),
        *("--submission", str(file), "--pyargs", f"grader.assignments.tictactoe{checks}", *arguments),
    )


def test_one_can_check_ones_own_file(pytester: pytest.Pytester) -> None:
    """From another folder than the file's, with pytest's own report and exit code."""
    file = pytester.mkdir("mine") / "tictactoe.py"
    file.write_bytes(REFERENCE.read_bytes())
    run = checked(pytester, file, ".checks.test_player")

    run.assert_outcomes(passed=3)
    assert run.ret == pytest.ExitCode.OK


def test_a_selection_of_checks_finds_what_all_of_them_find(pytester: pytest.Pytester) -> None:
    """`terminal` is wrong only after calls of `winner`: so it is with -k too, where no check of `winner` runs."""
    file = pytester.mkdir("mine") / "tictactoe.py"
    file.write_text(HEAD + PLAYER + ACTIONS + MEMORY_ACROSS_FUNCTIONS, encoding="utf-8")
    run = checked(pytester, file, "", "-k", "terminal")

    run.assert_outcomes(passed=4, failed=1, deselected=29)
    run.stdout.fnmatch_lines(["wrong after calls of other functions: it remembers them"])


def test_a_person_is_told_once_how_far_apart_the_file_ran(pytester: pytest.Pytester) -> None:
    """In the summary of a session with a submission, and of no other."""
    file = pytester.mkdir("mine") / "tictactoe.py"
    file.write_text("X = 'X'\n", encoding="utf-8")
    test = pytester.makepyfile(test_other="def test_other(): pass")
    plain = pytester.runpytest_subprocess("-p", "grader.submission_option", "-p", "no:cacheprovider", str(test))

    assert 1 == checked(pytester, file, ".checks.test_player").stdout.str().count("Isolation: ")
    assert "Isolation" not in plain.stdout.str()


def test_what_is_wrong_is_shown_without_a_traceback(pytester: pytest.Pytester) -> None:
    """The finding alone: no line and no path of the grader's code."""
    folder = pytester.mkdir("mine")
    file = folder / "tictactoe.py"
    file.write_text(
        "X = 'X'\nO = 'O'\nEMPTY = None\ndef player(board):\n    return X if board[1][1] else O\n", encoding="utf-8"
    )
    run = checked(pytester, file, ".checks.test_player")

    run.assert_outcomes(passed=1, failed=2)
    run.stdout.fnmatch_lines(
        [
            "wrong on this board",
            "player(board): O",
            "expected: X",
            "python -c *print('Got:',t.player(*",
        ]
    )
    findings = run.stdout.str().partition("= FAILURES")[2].partition("short test summary")[0]
    assert "Traceback" not in findings
    assert ".py:" not in findings
    assert str(ROOT) not in findings


@pytest.mark.parametrize("planted", ["rootdir", "pytest.ini", "conftest.py"])
def test_a_session_that_the_submissions_folder_had_a_say_in_is_refused(pytester: pytest.Pytester, planted: str) -> None:
    """Whether pytest took its root, its configuration or a conftest from there: one line, exit 4."""
    folder = pytester.mkdir("mine")
    (folder / "tictactoe.py").write_text("X = 'X'\n", encoding="utf-8")
    arguments = [
        "-p",
        "grader.submission_option",
        "-p",
        "no:cacheprovider",
        "--submission",
        str(folder / "tictactoe.py"),
    ]
    if planted == "rootdir":
        os.chdir(folder)
    elif planted == "pytest.ini":
        (folder / planted).write_text("[pytest]\n", encoding="utf-8")
        arguments += ["-c", str(folder / planted), f"--rootdir={pytester.path}"]
    else:
        (folder / planted).write_text("", encoding="utf-8")
        (folder / "test_own.py").write_text("def test_own(): pass\n", encoding="utf-8")
        arguments += [f"--rootdir={pytester.path}", str(folder / "test_own.py")]
    run = pytester.runpytest_subprocess(*arguments, "--pyargs", "grader.assignments.tictactoe")

    assert run.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in run.stderr.lines if line.strip()]
    assert line.startswith("ERROR: ")
    assert "lies with the submission, so it could decide what is tested: run pytest from another folder" in line


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("nothing.py", None, "nothing.py"),
        ("tictactoe.py", b"#" * (300 << 10), "KiB"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_clear_line(
    pytester: pytest.Pytester, name: str, content: bytes | None, message: str
) -> None:
    """Exit 4 and the reason, no traceback."""
    file = pytester.mkdir("mine") / name
    if content is not None:
        file.write_bytes(content)
    run = checked(pytester, file)

    assert run.ret == pytest.ExitCode.USAGE_ERROR
    (line,) = [line for line in run.stderr.lines if line.strip()]
    assert line.startswith("ERROR: ")
    assert message in line
    assert "INTERNALERROR" not in run.stdout.str()


def test_a_submission_without_checks_says_what_to_add(pytester: pytest.Pytester) -> None:
    """`--submission` alone checks nothing: the message has the missing words."""
    pytester.makepyfile(test_own="def test_own(): pass", tictactoe="X = 'X'")
    run = pytester.runpytest_subprocess("-p", "grader.submission_option", "--submission", "tictactoe.py")

    assert run.ret == pytest.ExitCode.USAGE_ERROR
    assert "add --pyargs grader.assignments.tictactoe" in run.stderr.str()


def test_a_fault_of_ours_shows_in_a_persons_session_too(pytester: pytest.Pytester) -> None:
    """A check that was never reported is no pass."""
    pytester.makepyfile(CHECK.replace("BODY", "pass"))
    run = pytester.inline_run("-pno:cacheprovider", plugins=[submission_option, Grading()])
    (report,) = run.getfailures()

    assert "was not reported exactly once" in str(report.longrepr)


def test_the_session_sees_nothing_of_the_submission(pytester: pytest.Pytester) -> None:
    """The student's module is never imported into the session that judges it."""
    folder = pytester.mkdir("mine")
    note = folder / "note.json"
    file = folder / "tictactoe.py"
    source = f"import json, os, sys\nwith open({str(note)!r}, 'w') as f: json.dump('pytest' in sys.modules, f)\n"
    file.write_text(source, encoding="utf-8")
    note.write_text(json.dumps("untouched"), encoding="utf-8")
    run = checked(pytester, file, ".checks.test_winner")

    run.assert_outcomes(failed=5)
    assert "true" not in note.read_text(encoding="utf-8")
    assert str(folder) not in sys.path
