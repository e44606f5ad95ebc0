"""`grader setup`: what it writes, and what it refuses."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from grader.cli.message import ExitCode
from grader.platforms.installation import bundle
from tests.cli.commands import Run
from tests.platforms.installation.made_wheels import Index

RUBRIC = """\
title: mine
assignment: tictactoe
total: 1
criteria:
  - {id: winner, title: Winner, points: 1, checks: {winner.rows: 1}}
"""


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pip find all that is asked for in no time: nothing."""
    monkeypatch.setattr(bundle, "_required_by", lambda *_: iter(()))
    monkeypatch.setattr(bundle, "pip_download", Index([]).download)


def test_it_writes_the_files_once_and_says_what_comes_next(run: Run, tmp_path: Path) -> None:
    """A second run with the same result is no conflict."""
    first = run("setup", "github", "--rubric", "cs50", "--out", tmp_path / "repo")
    assert ExitCode.OK == first.code
    assert first.err.startswith(
        f"written to {tmp_path}/repo: .github/workflows/grader.yml, .githooks/pre-push, .githooks/pre-commit,"
    )
    assert first.out.startswith("1. commit all of it")
    hook = tmp_path / "repo" / ".githooks" / "pre-push"
    assert os.access(hook, os.X_OK)
    again = run("setup", "github", "--rubric", "cs50", "--out", tmp_path / "repo")
    assert ExitCode.OK == again.code  # the same files are no conflict


def test_somebodys_file_is_not_overwritten_and_nothing_else_is_written(run: Run, tmp_path: Path) -> None:
    """All files are written, or none."""
    theirs = tmp_path / ".gitlab-ci.yml"
    theirs.write_text("mine\n", encoding="utf-8")
    done = run("setup", "gitlab", "--out", tmp_path)
    assert ExitCode.BAD_INPUT == done.code
    assert "has files that would be overwritten: .gitlab-ci.yml; remove them, or choose another folder" in done.err
    assert [path.name for path in tmp_path.iterdir()] == [".gitlab-ci.yml"]
    assert "mine\n" == theirs.read_text(encoding="utf-8")


def test_the_files_that_a_rubric_names_must_lie_beside_it(run: Run, tmp_path: Path) -> None:
    """They are copied with it; a path that leads away could land anywhere."""
    folder = tmp_path / "rubric"
    folder.mkdir()
    (tmp_path / "runner.py").write_text("run\n", encoding="utf-8")
    (folder / "runner.py").write_text("run\n", encoding="utf-8")
    rubric = folder / "mine.yaml"
    rubric.write_text(f"{RUBRIC}files: {{unchanged: {{runner.py: runner.py}}}}\n", encoding="utf-8")
    assert ExitCode.OK == run("setup", "github", "--rubric", rubric, "--out", tmp_path / "out").code
    assert (tmp_path / "out" / ".github/grader/rubric/runner.py").read_text(encoding="utf-8") == "run\n"
    rubric.write_text(f"{RUBRIC}files: {{unchanged: {{runner.py: ../runner.py}}}}\n", encoding="utf-8")
    refused = run("setup", "github", "--rubric", rubric, "--out", tmp_path / "other")
    assert ExitCode.BAD_INPUT == refused.code
    assert "../runner.py" in refused.err
    assert "outside of its folder" in refused.err
    assert not (tmp_path / "other").exists()


def test_a_rubric_with_mistakes_is_refused_before_anything_is_downloaded(run: Run, tmp_path: Path) -> None:
    """The message is that of `grader rubric check`."""
    (tmp_path / "bad.yaml").write_text("title: 3\n", encoding="utf-8")
    done = run("setup", "gradescope", "--rubric", tmp_path / "bad.yaml", "--out", tmp_path / "out")
    assert ExitCode.BAD_INPUT == done.code
    assert "bad.yaml:1:" in done.err
    assert not (tmp_path / "out").exists()
