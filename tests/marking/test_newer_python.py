"""Code that only a newer Python reads: no mark, whatever of it ran; and the Python that `--python` names runs it."""

from __future__ import annotations

import subprocess
import sys
import venv
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from grader.errors import UserError
from grader.marking.mark import mark
from grader.model.result import GRADED, NEWER_PYTHON, Result
from grader.model.rubric import Rubric
from grader.model.submission import SourceFile, Submission
from grader.sandbox.launching.interpreter import OWN, Interpreter, interpreter_at
from grader.sandbox.launching.launcher import launcher
from grader.store.result_json import from_json, to_json
from grader.story.classes.attention import Need, attention
from grader.story.classes.statistics import class_statistics
from grader.text.reasons import said
from tests.fixture_folders import SLOW
from tests.other_pythons import BY_VERSION

PART = """X, O, EMPTY = "X", "O", None


def player(board):
    return X if sum(cell is EMPTY for row in board for cell in row) % 2 else O
"""
"""Some points are earned, and it is soon graded."""
NEW_SYNTAX = "try:\n    pass\nexcept TypeError, ValueError:\n    pass\n"
"""Python 3.14 takes it."""
NO_HELPERS: Mapping[str, str] = {}
NEEDS = f"needs Python 3.14 or newer; this grader runs {sys.version_info.major}.{sys.version_info.minor}"
NO_OTHER = pytest.param("", marks=pytest.mark.skip(reason="no other Python is installed here"))
OTHERS: list[object] = [*BY_VERSION] or [NO_OTHER]

too_new = pytest.mark.skipif(sys.version_info >= (3, 14), reason="this Python takes the syntax")


def _graded(rubric: Rubric, main: str, python: Interpreter = OWN, helpers: Mapping[str, str] = NO_HELPERS) -> Result:
    files = (
        SourceFile(path="tictactoe.py", text=main),
        *(SourceFile(path=f"{name}.py", text=text) for name, text in helpers.items()),
    )
    submission = Submission(id="ada", student="Ada", main="tictactoe.py", files=files)
    with closing(launcher(python=python)) as opened:
        return mark(submission, rubric, opened)


@too_new
@pytest.mark.parametrize(
    ("main", "helpers", "place"),
    [
        (NEW_SYNTAX + PART, {}, "tictactoe.py:3"),
        (f"from counting import *\n{PART}", {"counting": NEW_SYNTAX}, "counting.py:3"),
    ],
)
def test_code_that_only_a_newer_python_reads_gets_no_mark(
    default_rubric: Rubric, main: str, helpers: dict[str, str], place: str
) -> None:
    """The result says which one it needs, and comes first among what needs a person."""
    found = _graded(default_rubric, main, helpers=helpers)

    assert (found.status, found.score, found.criteria) == (NEWER_PYTHON, None, ())
    assert found.fault.startswith(f"{NEEDS} (")
    assert place in found.fault
    assert from_json(to_json(found), "result.json") == found
    assert attention(class_statistics([found]))[0].reason is Need.NEWER_PYTHON


@too_new
def test_code_that_runs_here_without_its_newer_part_is_graded_as_it_runs(default_rubric: Rubric) -> None:
    """Else a helper that nobody needs would hide what is wrong."""
    main = f"try:\n    import counting\nexcept SyntaxError:\n    pass\n{PART.replace('== 0', '== 1')}"
    alone = _graded(default_rubric, PART.replace("== 0", "== 1"))

    assert _graded(default_rubric, main, helpers={"counting": NEW_SYNTAX}).score == alone.score


def test_an_error_in_every_python_is_the_students(default_rubric: Rubric) -> None:
    """With Python's own message, and a mark."""
    found = _graded(default_rubric, f"{NEW_SYNTAX}{PART}\ndef f(:\n")

    assert (found.status, found.score is not None and found.score.earned) == (GRADED, 0)
    assert "SyntaxError" in said(found.criteria[0].checks[0].reasons)


@SLOW
@pytest.mark.parametrize("version", OTHERS)
def test_another_python_runs_the_code(default_rubric: Rubric, version: str) -> None:
    """The result names it and not the grader's own, behind the same wall and with the same points."""
    python = interpreter_at(Path(BY_VERSION[version]))
    asked = f"{PART}\nimport sys\nassert '%d.%d' % sys.version_info[:2] == '{version}'\n"
    ours, found = _graded(default_rubric, PART), _graded(default_rubric, asked, python)

    assert (found.grader.python, found.score) == (version, ours.score)
    assert found.grader.isolation is not None
    assert ours.grader.isolation is not None
    assert (found.grader.isolation.level, found.grader.isolation.python) == (ours.grader.isolation.level, version)
    assert found.grader.isolation.self_test == ours.grader.isolation.self_test
    assert found.grader.key != ours.grader.key


def test_a_python_of_the_same_version_elsewhere_runs_the_code(default_rubric: Rubric, tmp_path: Path) -> None:
    """A virtual environment, which is a link to the same program."""
    venv.create(tmp_path / "env", with_pip=False)
    python = interpreter_at(tmp_path / "env" / "bin" / "python")

    assert python.path.startswith(str(tmp_path))
    assert _graded(default_rubric, PART, python).score == _graded(default_rubric, PART).score


def _script(path: Path, text: str) -> Path:
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("exit 0", "not a Python; name one that is installed, such as /usr/bin/python3.12"),
        ("echo hello", "not a Python; name one that is installed, such as /usr/bin/python3.12"),
        ("echo '[1, 2]'", "not a Python; name one that is installed, such as /usr/bin/python3.12"),
        ("exit 3", "not a Python; name one that is installed, such as /usr/bin/python3.12"),
        ('echo \'["cpython", 3, 9, "/x", []]\'', "Python 3.9; students' code is run by Python 3.10 or newer"),
        ('echo \'["pypy", 3, 11, "/x", []]\'', "pypy 3.11; name a CPython, which the sandbox is made for"),
    ],
)
def test_what_is_no_python_for_students_code_is_said_in_one_line(tmp_path: Path, answer: str, reason: str) -> None:
    """With the version that it has, if it is one."""
    with pytest.raises(UserError) as caught:
        interpreter_at(_script(tmp_path / "python", answer))

    assert str(caught.value) == f"{tmp_path / 'python'}: {reason}"


@pytest.mark.parametrize("name", ["missing", "."])
def test_what_cannot_be_run_is_said_in_one_line(tmp_path: Path, name: str) -> None:
    """A path that leads nowhere, or to a folder."""
    with pytest.raises(UserError, match="cannot be run"):
        interpreter_at(tmp_path / name)


def test_a_students_file_is_not_run_to_see_whether_it_is_a_python(tmp_path: Path) -> None:
    """It would run outside of the sandbox."""
    with pytest.raises(UserError, match="not a Python"):
        interpreter_at(_script(tmp_path / "tictactoe.py", f"touch {tmp_path / 'ran'}"))

    assert not (tmp_path / "ran").exists()


@SLOW
@too_new
def test_a_class_is_graded_again_by_another_python(tmp_path: Path) -> None:
    """Results that one Python made are not those of another; the one who needed a newer one comes first."""
    for name, text in {"ada": PART, "bob": f"{NEW_SYNTAX}{PART}"}.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "tictactoe.py").write_text(text, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "grader",
        "batch",
        str(tmp_path / "class"),
        "--out",
        str(tmp_path / "out"),
        "--jobs",
        "1",
    ]

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([*command, *more], capture_output=True, text=True, check=False)

    first = run()
    summary = (tmp_path / "out" / "summary.md").read_text(encoding="utf-8")
    attentions = summary.partition("## Who needs you?\n\n")[2]

    assert (first.returncode, f"  -  bob: {NEEDS}"[:40] in first.stdout) == (3, True)
    assert attentions.startswith("### Needs a newer Python: 1\n")
    assert f"- bob: {NEEDS} (tictactoe.py:3)" in attentions
    assert "1 run now, 1 unchanged" in run().stdout
    if BY_VERSION:
        assert "2 run now, 0 unchanged" in run("--python", next(iter(BY_VERSION.values()))).stdout
