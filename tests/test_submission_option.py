"""`pytest --submission FILE`: the checks of an assignment on one's own file, in a session of one's own."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.assignments.student_sources import ACTIONS, HEAD, MEMORY_ACROSS_FUNCTIONS, PLAYER
from tests.fixture_folders import SLOW

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent


@pytest.fixture(autouse=True)
def only_our_plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Load the plugin from this tree, once, whether or not the package is installed."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))


def test_without_a_submission_the_plugin_is_inert(pytester: pytest.Pytester) -> None:
    """Other people's sessions see an option, no changed report, and nothing heavy loaded."""
    pytester.makepyfile("""
        import sys
        def test_one(): assert not {"yaml", "hypothesis", "grader.sandbox.student"} & set(sys.modules)
        def test_two(): assert 1 == 2
    """)
    run = pytester.runpytest_subprocess("-p", "grader.submission_option", "--strict-markers")

    run.assert_outcomes(passed=1, failed=1)
    run.stdout.fnmatch_lines(["E*assert 1 == 2"])
    assert "Isolation" not in run.stdout.str()
    assert "--submission" in pytester.runpytest_subprocess("-p", "grader.submission_option", "--help").stdout.str()


def checked(pytester: pytest.Pytester, file: Path, chosen: str = "") -> pytest.RunResult:
    """Run the checks on `file` as a person would."""
    return pytester.runpytest_subprocess(
        *("-p", "grader.submission_option", "-p", "no:cacheprovider", "-W", "error"),
        *("--submission", str(file), "--pyargs", "grader.assignments.tictactoe", "-v", "-k", chosen),
    )


def test_one_can_check_ones_own_file(pytester: pytest.Pytester) -> None:
    """From another folder than the file's, with pytest's own report and exit code; it says how far apart it ran."""
    file = pytester.mkdir("mine") / "tictactoe.py"
    file.write_text(HEAD + PLAYER, encoding="utf-8")
    run = checked(pytester, file, "player")

    run.assert_outcomes(passed=3, deselected=31)
    assert run.ret == pytest.ExitCode.OK
    assert 1 == run.stdout.str().count("Isolation: ")


@SLOW
def test_a_selection_of_checks_finds_what_all_of_them_find(pytester: pytest.Pytester) -> None:
    """`terminal` is wrong only after calls of `winner`: so it is with -k too, where no check of `winner` runs."""
    file = pytester.mkdir("mine") / "tictactoe.py"
    file.write_text(HEAD + PLAYER + ACTIONS + MEMORY_ACROSS_FUNCTIONS, encoding="utf-8")
    run = checked(pytester, file, "terminal")

    run.assert_outcomes(passed=4, failed=1, deselected=29)
    answers = "answer from the arguments alone; the same call has different answers"
    run.stdout.fnmatch_lines([f"{answers} (wrong after calls of other functions: it remembers them)*"])


def test_checks_are_chosen_by_function_and_name(pytester: pytest.Pytester) -> None:
    """A test's name is the check's id, as in reports and rubrics."""
    file = pytester.mkdir("mine") / "tictactoe.py"
    file.write_text("X = 'X'\n", encoding="utf-8")
    run = checked(pytester, file, "(winner and rows) or player.alternates or in_time")

    run.stdout.fnmatch_lines(
        [f"*checks.py::{check} FAILED*" for check in ("player.alternates", "winner.rows", "minimax.in_time")]
    )
    run.assert_outcomes(failed=3, deselected=31)


def test_what_is_wrong_is_shown_without_a_traceback(pytester: pytest.Pytester) -> None:
    """The finding alone: no line and no path of the grader's code."""
    folder = pytester.mkdir("mine")
    file = folder / "tictactoe.py"
    file.write_text(
        "X = 'X'\nO = 'O'\nEMPTY = None\ndef player(board):\n    return X if board[1][1] else O\n", encoding="utf-8"
    )
    run = checked(pytester, file, "player")

    run.assert_outcomes(passed=1, failed=2, deselected=31)
    run.stdout.fnmatch_lines(
        [
            "wrong on one board",
            "player(board): O",
            "expected: X",
            "python -c *print('Got:',t.player(*",
        ]
    )
    findings = run.stdout.str().partition("= FAILURES")[2].partition("short test summary")[0]
    assert "Traceback" not in findings
    assert ".py:" not in findings
    assert str(ROOT) not in findings


@SLOW
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


def test_no_check_of_a_name_is_said_by_pytest(pytester: pytest.Pytester) -> None:
    """The assignment was named, so nothing has to be added."""
    file = pytester.mkdir("mine") / "tictactoe.py"
    file.write_text("X = 'X'\n", encoding="utf-8")
    run = checked(pytester, file, "winer")

    assert run.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    run.assert_outcomes(deselected=34)
    assert "--pyargs" not in run.stderr.str()


def test_a_submission_without_checks_says_what_to_add(pytester: pytest.Pytester) -> None:
    """`--submission` alone checks nothing: the message has the missing words."""
    pytester.makepyfile(test_own="def test_own(): pass", tictactoe="X = 'X'")
    run = pytester.runpytest_subprocess("-p", "grader.submission_option", "--submission", "tictactoe.py")

    assert run.ret == pytest.ExitCode.USAGE_ERROR
    assert "add --pyargs grader.assignments.tictactoe" in run.stderr.str()


def test_the_session_sees_nothing_of_the_submission(pytester: pytest.Pytester) -> None:
    """The student's module is never imported into the session that judges it."""
    folder = pytester.mkdir("mine")
    note = folder / "note.json"
    file = folder / "tictactoe.py"
    source = f"import json, os, sys\nwith open({str(note)!r}, 'w') as f: json.dump('pytest' in sys.modules, f)\n"
    file.write_text(source, encoding="utf-8")
    note.write_text(json.dumps("untouched"), encoding="utf-8")
    run = checked(pytester, file, "winner")

    run.assert_outcomes(failed=5, deselected=29)
    assert "true" not in note.read_text(encoding="utf-8")
    assert str(folder) not in sys.path
